//! Problems as text: file, line and column, message, the source line with a marker, and advice.
//!
//! ```text
//! levels/bridge.ron:3:5: error: unknown field `heigth`
//!     3 |     heigth: 3,
//!       |     ^
//!   help: did you mean `height`?
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use files::{self, At, Problem};
use level::Severity;

use super::output::printable;

/// Maximum number of problems to print; the rest are counted.
const MAX_SHOWN: usize = 50;

/// Number of characters of a source line shown on each side of the column.
const AROUND: usize = 60;

/// A problem with its severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// The severity.
    pub severity: Severity,
    /// The problem.
    pub problem: Problem,
}

impl From<Problem> for Weighted {
    fn from(problem: Problem) -> Self {
        Self { severity: Severity::Error, problem }
    }
}

/// A problem in JSON.
#[derive(Debug, Serialize)]
pub struct ProblemJson {
    severity: &'static str,
    file: String,
    line: Option<usize>,
    column: Option<usize>,
    message: String,
    help: Option<String>,
}

impl From<&Weighted> for ProblemJson {
    fn from(Weighted { severity, problem }: &Weighted) -> Self {
        Self {
            severity: word(*severity),
            file: problem.file.clone(),
            line: problem.at.map(|at| at.line),
            column: problem.at.map(|at| at.column),
            message: problem.message.clone(),
            help: problem.help.clone(),
        }
    }
}

const fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// The problems as text for a terminal. Source lines are read from the files they refer to.
pub fn render(problems: &[Weighted], colours: bool) -> String {
    let mut sources = BTreeMap::new();
    let mut text = String::new();
    for problem in problems.iter().take(MAX_SHOWN) {
        let file = &problem.problem.file;
        let source = sources.entry(file.clone()).or_insert_with(|| {
            problem.problem.at.and_then(|_| files::read_text(Path::new(file)).ok())
        });
        text += &one(problem, source.as_deref(), colours);
    }
    let left = problems.len().saturating_sub(MAX_SHOWN);
    if left > 0 {
        let _ = writeln!(text, "... and {left} more");
    }
    text.truncate(text.trim_end().len());
    text
}

fn one(Weighted { severity, problem }: &Weighted, source: Option<&str>, colours: bool) -> String {
    let paint = |code: &str, text: &str| match colours {
        true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        false => text.to_owned(),
    };
    let mut text = printable(&problem.file);
    if let Some(At { line, column }) = problem.at {
        let _ = write!(text, ":{line}:{column}");
    }
    let colour = match severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Note => "1;36",
    };
    let label = paint(colour, word(*severity));
    let _ = writeln!(text, ": {label}: {}", printable(&problem.message));
    if let Some(at) = problem.at
        && let Some((excerpt, mark)) = source.and_then(|source| excerpt(source, at))
    {
        let caret = paint(colour, "^");
        let _ = writeln!(text, "{:>5} | {excerpt}", at.line);
        let _ = writeln!(text, "{:>5} | {:mark$}{caret}", "", "");
    }
    if let Some(help) = &problem.help {
        let _ = writeln!(text, "  help: {}", printable(help));
    }
    text
}

/// The part of the source line around a place, and the marker's offset in it, in characters.
fn excerpt(source: &str, at: At) -> Option<(String, usize)> {
    let line = source.lines().nth(at.line.checked_sub(1)?)?;
    let length = line.chars().count();
    let place = at.column.saturating_sub(1).min(length);
    let from = if length > 2 * AROUND { place.saturating_sub(AROUND) } else { 0 };
    let to = length.min(from.saturating_add(2 * AROUND));
    let part: String = line.chars().skip(from).take(to.saturating_sub(from)).collect();
    let before = if from > 0 { "..." } else { "" };
    let after = if to < length { "..." } else { "" };
    let shown = format!("{before}{}{after}", printable(&part));
    Some((shown, place - from + before.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, column: usize) -> At {
        At { line, column }
    }

    #[test]
    fn a_problem_shows_its_line_and_column() {
        let problem = Problem::new("a.ron", "no field `heigth`").at(2, 3).help("try `height`");
        let shown = one(&problem.into(), Some("(\n\theigth: 3,\n)"), false);
        let expected = "a.ron:2:3: error: no field `heigth`\n    \
                        2 |  heigth: 3,\n      |   ^\n  help: try `height`\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn long_lines_are_cut_around_the_column() {
        let line = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let (shown, mark) = excerpt(&line, at(1, 501)).unwrap();
        assert_eq!(shown.chars().nth(mark), Some('X'));
        assert!(shown.starts_with("...a") && shown.ends_with("b...") && shown.len() < 150);
    }

    #[test]
    fn places_outside_the_text_show_nothing_or_the_end_of_the_line() {
        assert_eq!(excerpt("one", at(7, 1)), None);
        assert_eq!(excerpt("one", at(0, 1)), None);
        assert_eq!(excerpt("one", at(1, 99)), Some(("one".to_owned(), 3)));
        assert_eq!(excerpt("one", at(1, 0)), Some(("one".to_owned(), 0)));
    }

    #[test]
    fn further_problems_are_counted() {
        let problems = vec![Weighted::from(Problem::new("f", "m")); MAX_SHOWN + 3];
        assert!(render(&problems, false).ends_with("... and 3 more"));
    }
}
