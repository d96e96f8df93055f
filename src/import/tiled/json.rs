//! Maps and tilesets of Tiled in JSON. They hold the same as those in XML, so they are rewritten as
//! XML and read like them. Plain values become attributes of the same name.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::xml::MAX_XML;
use crate::{ImportError, json};

/// A text in JSON as XML; any other text as it is.
pub(super) fn as_xml(bytes: &[u8]) -> Result<Option<String>, ImportError> {
    if bytes.iter().find(|b| !b.is_ascii_whitespace()) != Some(&b'{') {
        return Ok(None);
    }
    let (size, limit) = (bytes.len() as u64, MAX_XML);
    if size > limit {
        return Err(ImportError::TooLarge { mib: size >> 20, limit: limit >> 20 });
    }
    let whole: Map<String, Value> = json::read(bytes)?;
    let is_map = whole.contains_key("layers");
    let mut xml = String::new();
    let content = |xml: &mut String| if is_map { map(xml, &whole) } else { tileset(xml, &whole) };
    element(&mut xml, if is_map { "map" } else { "tileset" }, &whole, content);
    Ok(Some(xml))
}

/// Writes an element with the plain values of a structure, and its content.
fn element(
    xml: &mut String,
    name: &str,
    fields: &Map<String, Value>,
    content: impl FnOnce(&mut String),
) {
    let _ = write!(xml, "<{name}");
    for (key, value) in fields {
        // Tiles are content, not an attribute.
        let plain = !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase()) && key != "data";
        if let Some(text) = plain.then(|| scalar(value)).flatten() {
            let _ = write!(xml, " {key}=\"{text}\"");
        }
    }
    xml.push('>');
    properties(xml, fields);
    content(xml);
    let _ = write!(xml, "</{name}>");
}

/// A plain value as the text of an attribute.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::Bool(set) => Some(u8::from(*set).to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(escaped(text)),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '"' => plain.push_str("&quot;"),
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

/// The structures in a list of another one.
fn list<'a>(
    fields: &'a Map<String, Value>,
    key: &str,
) -> impl Iterator<Item = &'a Map<String, Value>> + use<'a> {
    let all = fields.get(key).and_then(Value::as_array).into_iter().flatten();
    all.filter_map(Value::as_object)
}

/// The plain values of a list, with commas between.
fn joined(value: &Value) -> Option<String> {
    let values: Vec<String> = value.as_array()?.iter().filter_map(scalar).collect();
    Some(values.join(","))
}

fn nothing(_: &mut String) {}

fn properties(xml: &mut String, fields: &Map<String, Value>) {
    if fields.get("properties").is_some_and(Value::is_array) {
        xml.push_str("<properties>");
        list(fields, "properties").for_each(|one| element(xml, "property", one, nothing));
        xml.push_str("</properties>");
    }
}

fn map(xml: &mut String, fields: &Map<String, Value>) {
    for one in list(fields, "tilesets") {
        element(xml, "tileset", one, |xml| tileset(xml, one));
    }
    layers(xml, fields);
}

/// Writes layers. The parser limits how deep groups can be nested.
fn layers(xml: &mut String, fields: &Map<String, Value>) {
    for one in list(fields, "layers") {
        match one.get("type").and_then(Value::as_str) {
            Some("tilelayer") => element(xml, "layer", one, |xml| data(xml, one)),
            Some("objectgroup") => element(xml, "objectgroup", one, |xml| {
                list(one, "objects")
                    .for_each(|it| element(xml, "object", it, |xml| shape(xml, it)));
            }),
            Some("group") => element(xml, "group", one, |xml| layers(xml, one)),
            _ => {}
        }
    }
}

/// Writes the tiles of a layer: numbers, or a text in base64.
fn data(xml: &mut String, layer: &Map<String, Value>) {
    let numbers = |piece: &Map<String, Value>| {
        let value = piece.get("data")?;
        joined(value).or_else(|| scalar(value))
    };
    let whole = numbers(layer);
    let chunks: Vec<&Map<String, Value>> = list(layer, "chunks").collect();
    let first = chunks.first().copied().unwrap_or(layer);
    let encoding = if first.get("data").is_some_and(Value::is_string) { "base64" } else { "csv" };
    let packed = layer.get("compression").and_then(scalar).unwrap_or_default();
    let _ = write!(xml, "<data encoding=\"{encoding}\" compression=\"{packed}\">");
    if chunks.is_empty() {
        xml.push_str(&whole.unwrap_or_default());
    }
    for chunk in chunks {
        let text = numbers(chunk).unwrap_or_default();
        element(xml, "chunk", chunk, |xml| xml.push_str(&text));
    }
    xml.push_str("</data>");
}

fn shape(xml: &mut String, object: &Map<String, Value>) {
    for name in ["polyline", "polygon"] {
        if object.get(name).is_some_and(Value::is_array) {
            let _ = write!(xml, "<{name} points=\"");
            for point in list(object, name) {
                let side = |key| point.get(key).and_then(Value::as_f64).unwrap_or_default();
                let _ = write!(xml, "{},{} ", side("x"), side("y"));
            }
            xml.push_str("\"/>");
        }
    }
    if object.get("ellipse").and_then(Value::as_bool) == Some(true) {
        xml.push_str("<ellipse/>");
    }
}

fn tileset(xml: &mut String, set: &Map<String, Value>) {
    image(xml, set);
    xml.push_str("<terraintypes>");
    list(set, "terrains").for_each(|one| element(xml, "terrain", one, nothing));
    xml.push_str("</terraintypes><wangsets>");
    for wang in list(set, "wangsets") {
        element(xml, "wangset", wang, |xml| {
            list(wang, "colors").for_each(|one| element(xml, "wangcolor", one, nothing));
            for tile in list(wang, "wangtiles") {
                let mut tile = tile.clone();
                flatten(&mut tile, "wangid");
                element(xml, "wangtile", &tile, nothing);
            }
        });
    }
    xml.push_str("</wangsets>");
    for tile in list(set, "tiles") {
        let mut tile = tile.clone();
        flatten(&mut tile, "terrain");
        element(xml, "tile", &tile, |xml| image(xml, &tile));
    }
}

/// Makes a list of numbers a plain value.
fn flatten(fields: &mut Map<String, Value>, key: &str) {
    if let Some(value) = fields.get_mut(key)
        && let Some(text) = joined(value)
    {
        *value = Value::String(text);
    }
}

fn image(xml: &mut String, fields: &Map<String, Value>) {
    if let Some(source) = fields.get("image").and_then(scalar) {
        let _ = write!(xml, "<image source=\"{source}\"/>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_rewritten() {
        let json = r#" {"layers": [{"type": "tilelayer", "name": "a<\"b\">", "width": 2, "visible": false,
            "data": [1, 2]}], "properties": [{"name": "light", "value": "night"}], "Bad key": 1}"#;
        let wanted = "<map><properties><property name=\"light\" value=\"night\"></property></properties>\
            <layer name=\"a&lt;&quot;b&quot;>\" type=\"tilelayer\" visible=\"0\" width=\"2\">\
            <data encoding=\"csv\" compression=\"\">1,2</data></layer></map>";
        assert_eq!(as_xml(json.as_bytes()).unwrap().as_deref(), Some(wanted));
        assert_eq!(as_xml(b"<map/>"), Ok(None));
        assert!(as_xml(b"{").is_err());
    }
}
