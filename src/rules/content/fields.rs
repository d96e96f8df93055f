//! Changing single fields of an entry in the text of a content file, for scenarios.

use files::{Problem, nearest};

/// Returns the text with one field of an entry changed; a field missing from the entry is added.
///
/// # Errors
/// If no entry has this ID, or the value contains characters that could change anything else.
pub fn replace(text: &str, id: &str, field: &str, value: &str) -> Result<String, Problem> {
    let wrong = |text: String| Problem::new("data", text);
    let plain = |c: char| c.is_alphanumeric() || " _.,-:[](){}\"".contains(c);
    let name = |c: char| c.is_alphanumeric() || c == '_';
    if value.trim().is_empty() || !value.chars().all(plain) || !is_whole(value) {
        return Err(wrong(format!("{value:?} is not a valid value for `{field}`")));
    }
    if field.is_empty() || !field.chars().all(name) {
        return Err(wrong(format!("{field:?} is not a name of a field")));
    }
    let tokens = tokens(text);
    let ids =
        || tokens.windows(3).enumerate().filter_map(|(i, w)| id_of(text, w).map(|id| (i, id)));
    let Some((at, _)) = ids().find(|(_, found)| *found == id) else {
        let problem = wrong(format!("there is no entry `{id}`"));
        let near = nearest(id, ids().map(|(_, id)| id));
        return Err(match near {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem,
        });
    };
    let depth = tokens.get(at).map_or(0, |token| token.depth);
    let outside = |token: &Token| token.depth < depth;
    let from = tokens.iter().take(at).rposition(outside).map_or(0, |i| i + 1);
    let own = tokens.get(from..).unwrap_or_default();
    let own = own.iter().take_while(|token| !outside(token)).filter(|token| token.depth == depth);
    let own: Vec<&Token> = own.collect();
    let named = |w: &[&Token]| {
        matches!(w, [name, colon]
            if colon.kind == Kind::Colon && text.get(name.start..name.end) == Some(field))
    };
    let splice = |start: usize, end: usize, new: String| {
        let (head, tail) = (text.get(..start), text.get(end..));
        Ok([head.unwrap_or_default(), &new, tail.unwrap_or_default()].concat())
    };
    match own.windows(2).position(named) {
        Some(i) => {
            let start = own.get(i + 1).map_or(0, |colon| colon.end);
            let comma = own.iter().skip(i + 2).find(|token| token.kind == Kind::Comma);
            let close = tokens.iter().skip(at).find(|token| token.depth < depth);
            let end = comma.or(close.as_ref()).map_or(text.len(), |token| token.start);
            splice(start, end, format!(" {value}"))
        }
        None => {
            let start = tokens.get(at).map_or(0, |token| token.start);
            splice(start, start, format!("{field}: {value}, "))
        }
    }
}

/// The ID stated by three tokens: `id: "slash"`.
fn id_of<'t>(text: &'t str, tokens: &[Token]) -> Option<&'t str> {
    let [name, colon, id] = tokens else { return None };
    let is_id = text.get(name.start..name.end) == Some("id") && colon.kind == Kind::Colon;
    let quoted = text.get(id.start..id.end).filter(|_| is_id)?;
    quoted.strip_prefix('"')?.strip_suffix('"')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bracket,
    Colon,
    Comma,
    /// A word, a number or a string.
    Other,
}

/// A token of a RON text, with its byte range. A bracket has the depth outside of it.
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
    depth: usize,
}

/// The tokens of a RON text, without comments and white space.
fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied();
    let (mut all, mut depth, mut i) = (Vec::new(), 0_usize, 0);
    while let Some(byte) = at(i) {
        let start = i;
        i += 1;
        let kind = match byte {
            b'/' if at(i) == Some(b'/') => {
                while at(i).is_some_and(|b| b != b'\n') {
                    i += 1;
                }
                continue;
            }
            b'/' if at(i) == Some(b'*') => {
                while i < bytes.len() && !(at(i) == Some(b'*') && at(i + 1) == Some(b'/')) {
                    i += 1;
                }
                i += 2;
                continue;
            }
            b'(' | b'[' | b'{' => {
                depth += 1;
                all.push(Token { kind: Kind::Bracket, start, end: i, depth: depth - 1 });
                continue;
            }
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                Kind::Bracket
            }
            b':' => Kind::Colon,
            b',' => Kind::Comma,
            b'"' => {
                while at(i).is_some_and(|b| b != b'"') {
                    i += if at(i) == Some(b'\\') { 2 } else { 1 };
                }
                i += 1;
                Kind::Other
            }
            b if b.is_ascii_whitespace() => continue,
            _ => {
                let goes_on = |b: u8| !b.is_ascii_whitespace() && !b"()[]{}:,\"/".contains(&b);
                while at(i).is_some_and(goes_on) {
                    i += 1;
                }
                Kind::Other
            }
        };
        all.push(Token { kind, start, end: i.min(bytes.len()), depth });
    }
    all
}

/// True if brackets and quotes are balanced and no comma outside of them starts another field.
fn is_whole(value: &str) -> bool {
    let mut depth = 0_i32;
    let mut quoted = false;
    for c in value.chars() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' | ':' if depth == 0 => return false,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0 && !quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[\n  // id: \"fire\"\n  (id: \"fire\", name: \"Fire (big)\", damage: 8, \
                        parts: [(id: \"head\", damage: 1), (damage: 2)]),\n  (\n    id: \"ice\",\n    \
                        damage: 5\n  ),\n]";

    #[test]
    fn one_field_of_one_entry_is_replaced() {
        let changed = replace(TEXT, "fire", "damage", "12").unwrap();
        assert_eq!(changed, TEXT.replace("damage: 8", "damage: 12"));
        let changed = replace(TEXT, "ice", "damage", "Some(7)").unwrap();
        assert!(changed.contains("id: \"ice\",\n    damage: Some(7)),\n]"), "{changed}");
        let changed = replace(TEXT, "head", "damage", "9").unwrap();
        assert_eq!(changed, TEXT.replace("damage: 1)", "damage: 9)"));
        let changed = replace(TEXT, "fire", "parts", "[]").unwrap();
        assert!(changed.contains("damage: 8, parts: []),\n  (\n"), "{changed}");
    }

    #[test]
    fn a_field_left_out_is_added() {
        let changed = replace(TEXT, "ice", "name", "\"Ice\"").unwrap();
        assert!(changed.contains("(\n    name: \"Ice\", id: \"ice\","), "{changed}");
    }

    #[test]
    fn nothing_else_can_be_changed() {
        let wrong = replace(TEXT, "fyre", "damage", "1").unwrap_err();
        assert_eq!(wrong.help.as_deref(), Some("did you mean `fire`?"));
        for value in ["", "1, name: 2", "1) //", "(", "\"", "a: 1", "1\n"] {
            assert!(replace(TEXT, "fire", "damage", value).is_err(), "{value:?}");
        }
        for field in ["", "a: 1, b", "a\"b"] {
            assert!(replace(TEXT, "fire", field, "1").is_err(), "{field:?}");
        }
        for text in ["", "(", "id: \"fire", "\"", "/*", ")))id:\"fire\"", "(id: \"fire\")"] {
            let _ = replace(text, "fire", "damage", "1");
        }
    }
}
