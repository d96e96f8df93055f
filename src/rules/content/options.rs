//! The options in the text of `rules.ron`: listing them, and changing some of them for scenarios
//! and house rules.
//!
//! Each option has a line of its own, with a comment that names its rules and, after a colon, its
//! values. Headings are comments on separate lines.

use std::num::IntErrorKind;
use std::ops::Range;

use crate::RuleId;
use crate::house::{Allowed, RuleOption};
use files::{Problem, nearest, parse_ron};

/// A number outside the range of every option.
const TOO_LARGE: i32 = 999_999_999;

/// Maximum number of characters of a name or value in a message.
const MAX_SHOWN: usize = 40;

/// An option written on one line.
struct Line<'a> {
    section: &'a str,
    /// The name of the group around it.
    group: Option<&'a str>,
    name: &'a str,
    value: &'a str,
    comment: &'a str,
    /// The byte range of the value in the text.
    place: Range<usize>,
}

impl Line<'_> {
    /// The name, prefixed with that of its group.
    fn full_name(&self) -> String {
        self.group.map_or_else(|| self.name.to_owned(), |group| format!("{group}.{}", self.name))
    }
}

/// Every option in the text of `rules.ron`.
pub fn list(text: &str) -> Vec<RuleOption> {
    let option = |line: Line<'_>| {
        let note = line.comment.split_once(": ").map_or("", |(_, note)| note);
        RuleOption {
            name: line.full_name(),
            section: line.section.to_owned(),
            value: line.value.to_owned(),
            allowed: allowed(line.value, note),
            note: note.to_owned(),
            rules: rules_of(line.comment),
        }
    };
    lines(text).into_iter().map(option).collect()
}

/// Returns the text with one option changed. Options spanning several lines cannot be changed this
/// way. The group of an option may be left out of its name.
///
/// # Errors
/// If there is no such option, it cannot have such a value, or the value contains brackets or
/// quotes that could change more.
pub fn replace(text: &str, name: &str, value: &str) -> Result<String, Problem> {
    let value = value.trim();
    let wrong = |message: String| Problem::new(origin(name, value), message);
    let allowed = |c: char| c.is_alphanumeric() || " _.,-:[]()".contains(c);
    if value.is_empty() || !value.chars().all(allowed) || !is_balanced(value) {
        return Err(wrong(format!("{:?} is not a valid value for `{name}`", shorten(value))));
    }
    let all = lines(text);
    let full = all.iter().find(|line| line.full_name() == name);
    let Some(line) = full.or_else(|| all.iter().find(|line| line.name == name)) else {
        let names: Vec<String> = all.iter().map(Line::full_name).collect();
        let problem = wrong(format!("there is no option `{}`", shorten(name)));
        return Err(match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("the options are {}", names.join(", "))),
        });
    };
    if let Some(needed) = misfit(line, value) {
        let found = shorten(value);
        return Err(wrong(format!("`{name}` is `{found}`; allowed: {needed}")));
    }
    let mut changed = text.to_owned();
    changed.replace_range(line.place.clone(), &limited(value));
    Ok(changed)
}

/// What is allowed instead of a value that the option cannot have, judging by its value so far.
fn misfit(line: &Line<'_>, value: &str) -> Option<String> {
    let is_number = || parse_ron::<f64>("", value).is_ok() || parse_ron::<i64>("", value).is_ok();
    match allowed(line.value, "") {
        Allowed::Switch if parse_ron::<bool>("", value).is_err() => {
            Some("true or false".to_owned())
        }
        Allowed::Number if !is_number() => Some(format!("a number, such as {}", line.value)),
        Allowed::Switch | Allowed::Number | Allowed::OneOf(_) | Allowed::Text => None,
    }
}

/// The value; instead of a number too large to be read, one that is still outside of every range,
/// so that the message tells the range.
fn limited(value: &str) -> String {
    match value.parse::<i32>().map_err(|e| *e.kind()) {
        Err(IntErrorKind::PosOverflow) => TOO_LARGE.to_string(),
        Err(IntErrorKind::NegOverflow) => (-TOO_LARGE).to_string(),
        _ => value.to_owned(),
    }
}

/// A changed option in messages, instead of a file.
fn origin(name: &str, value: &str) -> String {
    format!("house rule `{}={}`", shorten(name), shorten(value))
}

/// The problem with the changed option that it comes from, instead of a place in the ruleset's own
/// file, which is not wrong.
pub fn blame(problem: Problem, name: &str, value: &str) -> Problem {
    let named = problem.message.contains(name);
    let message = if named { problem.message } else { format!("`{name}`: {}", problem.message) };
    Problem { file: origin(name, value.trim()), at: None, message, help: problem.help }
}

/// The names, with and without its group, of the option on this line, counted from 1.
pub fn on_line(text: &str, number: usize) -> Option<[String; 2]> {
    let number_of = |line: &Line<'_>| {
        text.get(..line.place.start).map(|before| before.matches('\n').count() + 1)
    };
    let line = lines(text).into_iter().find(|line| number_of(line) == Some(number))?;
    Some([line.full_name(), line.name.to_owned()])
}

/// The beginning of a text from outside.
fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_SHOWN).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        short.push_str("...");
    }
    short
}

/// The lines with options, at the top or in a group in round brackets.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let mut section = "";
    // The names of the enclosing brackets, except those of the file itself.
    let mut groups: Vec<(&str, bool)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let (code, comment) = (code.trim(), comment.trim());
        if code.is_empty() {
            if line.starts_with(' ') && !comment.is_empty() {
                section = comment;
            }
            continue;
        }
        if matches!(code, ")" | ")," | "]" | "],") {
            groups.pop();
            continue;
        }
        let Some((name, value)) = code.split_once(':') else { continue };
        let (name, value) = (name.trim(), value.trim());
        if value == "(" || value == "[" {
            groups.push((name, value == "("));
            continue;
        }
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let Some(value) = value.strip_suffix(',').map(str::trim_end) else { continue };
        let group = match groups.as_slice() {
            [] => None,
            [(group, true)] => Some(*group),
            _ => continue,
        };
        let offset = line.find(':').and_then(|colon| {
            let rest = line.get(colon + 1..)?;
            Some(at + colon + 1 + (rest.len() - rest.trim_start().len()))
        });
        if let Some(from) = offset.filter(|_| is_name && is_balanced(value)) {
            let place = from..from + value.len();
            found.push(Line { section, group, name, value, comment, place });
        }
    }
    found
}

/// The possible values, from the current value and the note: "A, B or C".
fn allowed(value: &str, note: &str) -> Allowed {
    if matches!(value, "true" | "false") {
        return Allowed::Switch;
    }
    let names: Vec<&str> = note.split(", ").flat_map(|part| part.split(" or ")).collect();
    let is_name = |name: &&str| {
        name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric)
    };
    if names.len() > 1 && names.contains(&value) && names.iter().all(is_name) {
        return Allowed::OneOf(names.into_iter().map(str::to_owned).collect());
    }
    match value.parse::<f64>() {
        Ok(_) => Allowed::Number,
        Err(_) => Allowed::Text,
    }
}

/// The rule IDs in a comment: `MO-8`.
fn rules_of(comment: &str) -> Vec<RuleId> {
    let words = comment.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let is_id = |word: &&str| {
        word.split_once('-').is_some_and(|(book, number)| {
            book.len() == 2
                && book.chars().all(|c| c.is_ascii_uppercase())
                && !number.is_empty()
                && number.chars().all(|c| c.is_ascii_digit())
        })
    };
    words.filter(is_id).map(RuleId::new).collect()
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

    const TEXT: &str = "(
    // Attacks
    flank_bonus: 1,   // PR-212
    list: [1, 2], // x
    long: [
        a: 1,
    ],
    ties: RollOff, // MO-8, MO-47: RollOff or AskReferee
    prices: ( // AP
        attack: 2, // MO-84
    ),
    quick: true,
)";

    #[test]
    fn one_line_is_replaced() {
        let changed = replace(TEXT, "flank_bonus", "2").unwrap();
        assert!(changed.contains("flank_bonus: 2,   // PR-212\n"), "{changed}");
        assert!(replace(TEXT, "list", "[3]").unwrap().contains("list: [3],"));
        for name in ["attack", "prices.attack"] {
            assert!(replace(TEXT, name, "3").unwrap().contains("        attack: 3, // MO-84\n"));
        }
    }

    #[test]
    fn nothing_else_can_be_changed() {
        let wrong = replace(TEXT, "flank_bonos", "2").unwrap_err();
        assert_eq!(wrong.help.as_deref(), Some("did you mean `flank_bonus`?"));
        for value in ["", "1, list: [9]", "1) //", "\"x\""] {
            assert!(replace(TEXT, "flank_bonus", value).is_err(), "{value}");
        }
        for (name, value, told) in [
            ("flank_bonus", "abc", "`flank_bonus` is `abc`; allowed: a number, such as 1"),
            ("attack", "true", "`attack` is `true`; allowed: a number, such as 2"),
            ("quick", "2", "`quick` is `2`; allowed: true or false"),
        ] {
            let problem = replace(TEXT, name, value).unwrap_err();
            assert_eq!(problem.message, told);
            assert_eq!(problem.file, format!("house rule `{name}={value}`"));
        }
        for name in ["long", "a", "prices"] {
            assert!(replace(TEXT, name, "[]").is_err(), "{name}");
        }
    }

    #[test]
    fn numbers_too_large_to_be_read_are_out_of_every_range() {
        let digits = "9".repeat(50);
        for (value, put) in [("999999999999", "999999999,"), ("-99999999999", "-999999999,")] {
            assert!(replace(TEXT, "flank_bonus", value).unwrap().contains(put), "{value}");
        }
        let changed = replace(TEXT, "flank_bonus", &digits).unwrap();
        assert!(changed.contains("flank_bonus: 999999999,"), "{changed}");
    }

    #[test]
    fn problems_name_the_changed_option() {
        assert_eq!(on_line(TEXT, 3), Some(["flank_bonus", "flank_bonus"].map(str::to_owned)));
        assert_eq!(on_line(TEXT, 10), Some(["prices.attack", "attack"].map(str::to_owned)));
        assert_eq!(on_line(TEXT, 2), None);
        let problem = Problem::new("rules.ron", "wrong").at(3, 18);
        let told = blame(problem, "ties", "Never").to_string();
        assert_eq!(told, "house rule `ties=Never`: `ties`: wrong");
    }

    #[test]
    fn options_are_listed_with_their_values_and_rules() {
        let all = list(TEXT);
        let names: Vec<&str> = all.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(names, ["flank_bonus", "list", "ties", "prices.attack", "quick"]);
        let ties = RuleOption {
            name: "ties".to_owned(),
            section: "Attacks".to_owned(),
            value: "RollOff".to_owned(),
            allowed: Allowed::OneOf(["RollOff", "AskReferee"].map(str::to_owned).to_vec()),
            note: "RollOff or AskReferee".to_owned(),
            rules: vec![RuleId::of("MO-8"), RuleId::of("MO-47")],
        };
        assert_eq!(all[2], ties);
        let allowed: Vec<&Allowed> = all.iter().map(|option| &option.allowed).collect();
        assert_eq!(allowed[0], &Allowed::Number);
        assert_eq!(allowed[1], &Allowed::Text);
        assert_eq!(allowed[4], &Allowed::Switch);
        assert_eq!(all[3].title(), "Prices, attack");
    }
}
