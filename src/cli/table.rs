//! Tables in the terminal.

use battle::statistics::Row;

use super::output::Output;

/// Names of the number columns, all right-aligned.
const NUMBERS: [&str; 9] =
    ["dealt", "taken", "healed", "felled", "metres", "rolls", "hits", "expected", "luck"];

/// Statistics of each combatant or role, one line each, under column names.
pub(super) fn acts(out: &mut Output, rows: &[Row]) {
    let text: Vec<[&str; 3]> =
        rows.iter().map(|r| [r.side.as_str(), r.name.as_str(), r.role.as_str()]).collect();
    // A column without text is omitted.
    let width = |column: usize| {
        text.iter().filter_map(|row| row.get(column)).map(|t| t.chars().count()).max().unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2)];
    let line = |texts: [&str; 3], numbers: Vec<String>| {
        let mut line = String::new();
        for (text, width) in texts.into_iter().zip(widths).filter(|(_, width)| *width > 0) {
            line += &format!("{text:width$}  ", width = width.max(4));
        }
        for number in numbers {
            line += &format!("{number:>9}");
        }
        line
    };
    out.line(line(["side", "name", "role"], NUMBERS.map(str::to_owned).to_vec()));
    for (row, texts) in rows.iter().zip(text) {
        let numbers = vec![
            row.dealt.to_string(),
            row.taken.to_string(),
            row.healed.to_string(),
            row.felled.to_string(),
            row.moved.to_string(),
            row.rolls.to_string(),
            row.hits.to_string(),
            row.expected_hits.clone(),
            row.luck_sigma.clone(),
        ];
        out.line(line(texts, numbers));
    }
    out.line("Luck: successful rolls above the expected number, in standard deviations.");
}
