//! Changing single options in the text of `rules.ron`, for scenarios and match set-ups.

use crate::files::{Problem, nearest};

/// Returns the text with one option changed. Options spanning several lines cannot be changed this
/// way.
///
/// # Errors
/// If there is no such option, or the value contains brackets or quotes that could change more.
pub fn replace(text: &str, name: &str, value: &str) -> Result<String, Problem> {
    let allowed = |c: char| c.is_alphanumeric() || " _.,-:[]()".contains(c);
    if value.trim().is_empty() || !value.chars().all(allowed) || !is_balanced(value) {
        return Err(Problem::new(
            "options",
            format!("{value:?} is not a valid value for `{name}`"),
        ));
    }
    let Some(line) = text.lines().find(|line| option_of(line).is_some_and(|(n, _)| n == name))
    else {
        let names: Vec<&str> = text.lines().filter_map(option_of).map(|(name, _)| name).collect();
        let problem = Problem::new("options", format!("there is no option `{name}`"));
        return Err(match nearest(name, names.iter().copied()) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("the options are {}", names.join(", "))),
        });
    };
    Ok(text.replacen(line, &format!("    {name}: {value},"), 1))
}

/// Name and value of an option written on one line.
fn option_of(line: &str) -> Option<(&str, &str)> {
    let code = line.split("//").next()?.trim();
    let (name, value) = code.split_once(':')?;
    let value = value.trim().strip_suffix(',')?;
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (plain && is_balanced(value)).then_some((name, value))
}

fn is_balanced(value: &str) -> bool {
    let mut depth = 0_i32;
    for c in value.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            // A comma outside brackets would start another option.
            ',' if depth == 0 => return false,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "(\n    flank_bonus: 1,   // PR-212\n    list: [1, 2], // x\n    long: [\n    ],\n)";

    #[test]
    fn one_line_is_replaced() {
        let changed = replace(TEXT, "flank_bonus", "2").unwrap();
        assert!(changed.contains("flank_bonus: 2,") && !changed.contains("flank_bonus: 1"));
        assert!(replace(TEXT, "list", "[3]").unwrap().contains("list: [3],"));
    }

    #[test]
    fn nothing_else_can_be_changed() {
        let wrong = replace(TEXT, "flank_bonos", "2").unwrap_err();
        assert_eq!(wrong.help.as_deref(), Some("did you mean `flank_bonus`?"));
        for value in ["", "1, list: [9]", "1) //", "\"x\""] {
            assert!(replace(TEXT, "flank_bonus", value).is_err(), "{value}");
        }
        assert!(replace(TEXT, "long", "[]").is_err());
    }
}
