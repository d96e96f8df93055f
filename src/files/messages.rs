//! The messages of parsers in words for authors, without names of the program's own types.

use super::MAX_DEPTH;

/// The message of a RON error without names of the program's own types.
pub(super) fn told(error: &ron::Error) -> String {
    let listed = |names: &[&str]| match names {
        [] => "none".to_owned(),
        names => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    };
    match error {
        ron::Error::NoSuchStructField { found, expected, .. } => {
            format!("there is no field `{found}` here; allowed: {}", listed(expected))
        }
        ron::Error::NoSuchEnumVariant { found, expected, .. } => {
            format!("`{found}` is not allowed here; allowed: {}", listed(expected))
        }
        ron::Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        ron::Error::DuplicateStructField { field, .. } => {
            format!("the field `{field}` is given twice")
        }
        ron::Error::ExpectedDifferentStructName { found, .. } => {
            format!("`{found}(` is not allowed here; allowed: `(`")
        }
        ron::Error::ExpectedNamedStructLike(_) | ron::Error::ExpectedStructName(_) => {
            "round brackets are needed here: `( ... )`".to_owned()
        }
        ron::Error::IntegerOutOfBounds => {
            "this number is too large, or negative where that is not allowed".to_owned()
        }
        ron::Error::ExceededRecursionLimit => {
            format!("lists and structures are nested too deeply; allowed: {MAX_DEPTH} levels")
        }
        ron::Error::InvalidValueForType { expected, found } => {
            format!("Expected {} but found {found} instead", without_types(expected))
        }
        ron::Error::ExpectedDifferentLength { expected, found } => {
            format!("Expected {} but found {found} instead", without_types(expected))
        }
        other => without_types(&other.to_string()),
    }
}

/// A message of a parser without the names of the program's own types: "structure" instead of
/// "struct Head".
pub fn without_types(message: &str) -> String {
    if message.starts_with("data did not match any variant of untagged enum") {
        return "this is not one of the values allowed here".to_owned();
    }
    let mut words = message.split(' ').peekable();
    let mut plain = Vec::new();
    while let Some(word) = words.next() {
        let general = match word {
            "struct" => "structure",
            "enum" => "name",
            "variant" => "value",
            word => {
                plain.push(word.to_owned());
                continue;
            }
        };
        match words.next_if(|next| next.starts_with(|c: char| c.is_ascii_uppercase())) {
            // What follows the name is kept, such as a comma.
            Some(name) => {
                let rest =
                    name.trim_start_matches(|c: char| c.is_alphanumeric() || "_:".contains(c));
                plain.push(format!("{general}{rest}"));
            }
            None => plain.push(word.to_owned()),
        }
    }
    plain.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_types_are_left_out() {
        for (message, plain) in [
            ("expected tuple struct Size, or a struct", "expected tuple structure, or a struct"),
            ("expected variant Light::Dim", "expected value"),
            ("Expected string", "Expected string"),
            (
                "data did not match any variant of untagged enum First",
                "this is not one of the values allowed here",
            ),
        ] {
            assert_eq!(without_types(message), plain);
        }
    }
}
