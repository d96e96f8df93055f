//! The kind of a RON file of the game, recognised by its beginning, so that a file given to the
//! wrong command gets a helpful message.

use super::Problem;

/// Number of bytes examined at the beginning of a file, after its comments.
const LOOKED_AT: usize = 400;

/// Files that are not RON, by their first bytes.
const OTHER_FORMATS: [(&[u8], &str); 5] = [
    (b"High Ground save", "a saved game"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"<", "an XML or HTML file"),
];

/// What a file in another format is, if its beginning tells.
pub(super) fn other_format(bytes: &[u8]) -> Option<&'static str> {
    let found = OTHER_FORMATS.iter().find(|(start, _)| bytes.starts_with(start));
    found.map(|(_, words)| *words)
}

/// Whether a text is JSON rather than RON, where structures have round brackets.
fn is_json(text: &str) -> bool {
    text.strip_prefix('{').is_some_and(|inside| inside.trim_start().starts_with('"'))
}

/// What a RON file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A level: begins with `Level(`.
    Level,
    /// A part of a level: begins with `Part(`.
    Part,
    /// A lesson: begins with `Lesson(`.
    Lesson,
    /// Tips: begins with `Tips(`.
    Tips,
    /// A scenario, or a list of scenarios.
    Scenario,
    /// The record of a battle.
    Record,
    /// Other RON: data of a ruleset, settings.
    Other,
    /// Not RON, judging by its beginning.
    Unknown,
}

impl FileKind {
    /// The kind of a text by its first word, or by its first fields.
    pub fn of(text: &str) -> Self {
        let text = without_comments(text);
        let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        match word.as_str() {
            "Level" => return Self::Level,
            "Part" => return Self::Part,
            "Lesson" => return Self::Lesson,
            "Tips" => return Self::Tips,
            "" if !text.starts_with(['(', '[', '{', '#']) => return Self::Unknown,
            "" => {}
            _ => return Self::Other,
        }
        let end = text.floor_char_boundary(LOOKED_AT);
        let opened = |c: char| matches!(c, '[' | '(') || c.is_whitespace();
        let fields = text.get(..end).unwrap_or_default().trim_start_matches(opened);
        match (field(fields), fields.split_once(',').and_then(|(_, rest)| field(rest))) {
            (Some("format"), Some("ruleset")) => Self::Record,
            (Some("title" | "rules"), _) => Self::Scenario,
            (Some("ruleset"), Some("title" | "rules")) => Self::Scenario,
            _ => Self::Other,
        }
    }

    /// Why a text cannot be read as a file of this kind, if it clearly is of another.
    pub fn mistaken(self, file: &str, text: &str) -> Option<Problem> {
        let found = Self::of(text);
        let help = match found {
            Self::Other | Self::Unknown => {
                let text = without_comments(text);
                let json = || is_json(text).then_some("a JSON file");
                let format = other_format(text.as_bytes()).or_else(json)?;
                let message = format!("this is {format}; needed: {}", self.words());
                return Some(Problem::new(file, message));
            }
            same if same == self => return None,
            Self::Level => "`highground simulate LEVEL` plays battles on a level",
            Self::Part => "the editor lays parts down: see its page *Parts*",
            Self::Lesson => "`highground play --lesson FILE` plays a lesson",
            Self::Tips => "`highground check FILE` checks tips",
            Self::Scenario => "`highground scenario FILE` runs a scenario",
            Self::Record => "`highground replay FILE` replays a record",
        };
        let message = format!("this is {}; needed: {}", found.words(), self.words());
        Some(Problem::new(file, message).help(help))
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Level => "a level",
            Self::Part => "a part",
            Self::Lesson => "a lesson",
            Self::Tips => "a file of tips",
            Self::Scenario => "a scenario",
            Self::Record => "the record of a battle",
            Self::Other | Self::Unknown => "another file",
        }
    }
}

/// The name of the field that a text begins with.
fn field(text: &str) -> Option<&str> {
    let (name, _) = without_comments(text).split_once(':')?;
    let name = name.trim();
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_').then_some(name)
}

/// The text without byte order mark, line comments and blanks at its start.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.split_once('\n').map_or("", |(_, after)| after).trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_their_beginning() {
        let kinds = [
            ("// The north.\n// The south.\nLevel(\n", FileKind::Level),
            ("Part(format: 1", FileKind::Part),
            ("\u{feff}Lesson(title: \"\")", FileKind::Lesson),
            ("(\n    format: 1,\n    ruleset: \"precision\",", FileKind::Record),
            ("[\n    (\n        title: \"a, b\",", FileKind::Scenario),
            ("[(title: \"a, b\",", FileKind::Scenario),
            ("(ruleset: vigor, // all of it\n title: \"\")", FileKind::Scenario),
            ("(format: 1, name: \"a level\"", FileKind::Other),
            ("// nothing", FileKind::Unknown),
            ("", FileKind::Unknown),
            ("\u{7f}ELF", FileKind::Unknown),
            ("Other(", FileKind::Other),
            ("(ä: 1", FileKind::Other),
        ];
        for (text, kind) in kinds {
            assert_eq!(FileKind::of(text), kind, "{text}");
        }
    }

    #[test]
    fn a_file_of_another_kind_is_named_for_what_it_is() {
        let told = FileKind::Scenario.mistaken("a.ron", "Level(").unwrap();
        assert_eq!(told.message, "this is a level; needed: a scenario");
        assert_eq!(FileKind::Level.mistaken("a.ron", "Level("), None);
        assert_eq!(FileKind::Level.mistaken("a.ron", "(what: 1)"), None);
    }

    #[test]
    fn files_of_other_programs_are_named_too() {
        for (text, told) in [
            ("{\n  \"level\": 1\n}", "this is a JSON file; needed: a level"),
            ("<?xml version=\"1.0\"?>", "this is an XML or HTML file; needed: a level"),
            ("High Ground save 2\n", "this is a saved game; needed: a level"),
        ] {
            let found = FileKind::Level.mistaken("a.ron", text).map(|problem| problem.message);
            assert_eq!(found.as_deref(), Some(told));
        }
        assert_eq!(FileKind::Level.mistaken("a.ron", "{ '.': 1 }"), None);
        assert_eq!(other_format(b"\x89PNG\r\n\x1a\n"), Some("a PNG picture"));
        assert_eq!(other_format(b""), None);
    }
}
