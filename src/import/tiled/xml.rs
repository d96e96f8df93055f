//! Reading XML that is not trusted.

use files::At;
use roxmltree::{Document, Node, ParsingOptions};

use crate::ImportError;

/// Maximum number of nodes of a document.
const MAX_NODES: u32 = 2_000_000;

/// Maximum number of attributes of an element; the parser compares each with all others.
const MAX_ATTRIBUTES: usize = 64;

/// Maximum depth of nested elements.
const MAX_DEPTH: usize = 64;

/// Maximum size of a map or tileset of Tiled, in bytes.
pub(super) const MAX_XML: u64 = 16 * 1024 * 1024;

/// The text of an XML file.
pub(super) fn text(bytes: &[u8]) -> Result<&str, ImportError> {
    let (size, limit) = (bytes.len() as u64, MAX_XML);
    if size > limit {
        return Err(ImportError::TooLarge { mib: size >> 20, limit: limit >> 20 });
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let message = format!("byte {} is not UTF-8 text", error.valid_up_to() + 1);
        ImportError::Text { at: None, message }
    })
}

/// The name of the outermost element, without reading the rest.
pub(super) fn root(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        let end = match rest.get(..2)? {
            "<?" => "?>",
            "<!" if rest.starts_with("<!--") => "-->",
            "<!" => ">",
            _ => break,
        };
        rest = rest.split_once(end)?.1.trim_start();
    }
    let name = rest.strip_prefix('<')?;
    name.split(|c: char| !c.is_alphanumeric()).next()
}

/// The document of a text. It has no entities of its own, and no namespaces.
pub(super) fn document(text: &str) -> Result<Document<'_>, ImportError> {
    let refused = |message: &str| ImportError::Text { at: None, message: message.to_owned() };
    if most_attributes(text) > MAX_ATTRIBUTES {
        return Err(refused("an element has more than 64 attributes"));
    }
    if text.contains("xmlns") {
        return Err(refused("maps of Tiled have no `xmlns`"));
    }
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        let (line, column) = (place.row as usize, place.col as usize);
        let message = error.to_string();
        let (message, _) = message.rsplit_once(" at ").unwrap_or((&message, ""));
        let message = format!("this XML cannot be read: {message}");
        ImportError::Text { at: Some(At { line, column }), message }
    })?;
    match is_flat(&document) {
        true => Ok(document),
        false => Err(refused("elements are nested too deeply; allowed: 64 levels")),
    }
}

/// Whether no element is nested too deeply.
fn is_flat(document: &Document<'_>) -> bool {
    // In document order, so each node comes after its parent.
    let mut depths: Vec<usize> = Vec::new();
    document.descendants().all(|node| {
        let above = node.parent().and_then(|parent| depths.get(parent.id().get_usize()));
        let depth = above.map_or(0, |above| above + 1);
        depths.push(depth);
        depth <= MAX_DEPTH
    })
}

/// The largest number of `=` in one tag, outside of quotes.
fn most_attributes(text: &str) -> usize {
    let (mut most, mut count) = (0, None::<usize>);
    let mut quote = None;
    for byte in text.bytes() {
        match (byte, quote) {
            // Not allowed in values, so it always begins a tag.
            (b'<', _) => (count, quote) = (Some(0), None),
            (_, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'', None) if count.is_some() => quote = Some(byte),
            (b'>', None) => count = None,
            (b'=', None) => {
                count = count.map(|count| count + 1);
                most = most.max(count.unwrap_or_default());
            }
            _ => {}
        }
    }
    most
}

/// A number of an element; 0 if it has none.
pub(super) fn number(node: &Node<'_, '_>, name: &str) -> f64 {
    let value = node.attribute(name).and_then(|text| text.trim().parse::<f64>().ok());
    value.filter(|value| value.is_finite()).unwrap_or_default()
}

/// A whole number of an element; 0 if it has none.
pub(super) fn whole(node: &Node<'_, '_>, name: &str) -> i64 {
    node.attribute(name).and_then(|text| text.trim().parse().ok()).unwrap_or_default()
}

/// The elements of this name directly inside another.
pub(super) fn children<'a, 'i>(
    node: &Node<'a, 'i>,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// An error at an element.
pub(super) fn error(node: &Node<'_, '_>, message: impl Into<String>) -> ImportError {
    let place = node.document().text_pos_at(node.range().start);
    let at = At { line: place.row as usize, column: place.col as usize };
    ImportError::Text { at: Some(at), message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outermost_element_is_found() {
        assert_eq!(root("<?xml version=\"1.0\"?>\n<!-- a -->\n<map version='1'>"), Some("map"));
        assert_eq!(root("<tileset/>"), Some("tileset"));
        for none in ["", "<", "<?xml", "map", "<!-- ", "é"] {
            assert_eq!(root(none).filter(|name| !name.is_empty()), None, "{none}");
        }
    }

    #[test]
    fn hostile_documents_are_refused() {
        let crowd: String = (0..100).map(|n| format!(" a{n}='1'")).collect();
        assert!(document(&format!("<map{crowd}/>")).is_err());
        assert!(document("<map xmlns:a='b'/>").is_err());
        assert!(document("<!DOCTYPE m [<!ENTITY a 'b'>]><map>&a;</map>").is_err());
        assert!(document(&"<a>".repeat(200_000)).is_err());
        let deep = format!("{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000));
        assert!(document(&deep).is_err());
        let fine = format!("{}{}", "<a>".repeat(MAX_DEPTH), "</a>".repeat(MAX_DEPTH));
        assert!(document(&fine).is_ok());
        let place = document("<map>\n <b></map>").unwrap_err();
        assert!(
            matches!(place, ImportError::Text { at: Some(At { line: 2, .. }), .. }),
            "{place:?}"
        );
    }
}
