//! Positions of elements in a scenario file, for messages about problems found after parsing.

use files::At;
use files::tokens::{Token, Tokens};

/// The positions of one scenario in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Where the scenario begins.
    pub start: Option<At>,
    /// Its fields by name.
    fields: Vec<(String, At)>,
    /// Its units by letter.
    units: Vec<(String, At)>,
    /// Its steps in order, followed by those of its aftermath.
    steps: Vec<At>,
}

impl Places {
    /// The position of a field, or of the scenario if it lacks the field.
    pub fn field(&self, name: &str) -> Option<At> {
        self.fields.iter().find(|(n, _)| n == name).map(|(_, at)| *at).or(self.start)
    }

    /// The position of a unit, or of the list of units.
    pub fn unit(&self, name: &str) -> Option<At> {
        let found = self.units.iter().find(|(n, _)| n == name).map(|(_, at)| *at);
        found.or_else(|| self.field("units"))
    }

    /// The position of a step, counted from 0.
    pub fn step(&self, index: usize) -> Option<At> {
        self.steps.get(index).copied().or_else(|| self.field("steps"))
    }
}

/// Finds the positions of all scenarios in a file, which holds one or a list of them. Text that is
/// not RON gives some positions or none.
pub fn places(text: &str) -> Vec<Places> {
    let mut scan = Tokens::new(text);
    let mut found: Vec<Places> = Vec::new();
    let mut base = None;
    let mut field = String::new();
    while let Some((token, at)) = scan.next() {
        let base = *base.get_or_insert(usize::from(token == Token::Open('[')));
        // Opening brackets have already raised the depth.
        match token {
            Token::Open('(') if scan.depth() == base + 1 => {
                found.push(Places { start: Some(at), ..Places::default() });
                field.clear();
            }
            Token::Open(_)
                if scan.depth() == base + 3 && ["steps", "aftermath"].contains(&&*field) =>
            {
                if let Some(places) = found.last_mut() {
                    places.steps.push(at);
                }
            }
            Token::Word(word) if scan.depth() == base + 1 => {
                if let Some(places) = found.last_mut().filter(|_| scan.is_before_colon()) {
                    places.fields.push((word.to_owned(), at));
                    word.clone_into(&mut field);
                }
            }
            Token::Quoted(word) if scan.depth() == base + 2 && field == "units" => {
                if let Some(places) = found.last_mut() {
                    places.units.push((word.to_owned(), at));
                }
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "// a comment (\n(\n    title: \"x (\",\n    legend: {'(': ()},\n    units: {\n        \"A\": (role: \"r\"),\n    },\n    steps: [\n        (do: end(\"A\")),\n        (check: [at(\"A\", (1, 2))]),\n    ],\n)\n";

    #[test]
    fn one_scenario_has_its_positions() {
        let all = places(ONE);
        assert_eq!(all.len(), 1);
        let line = |at: Option<At>| at.map(|a| a.line);
        assert_eq!(line(all[0].start), Some(2));
        assert_eq!(line(all[0].field("steps")), Some(8));
        assert_eq!(line(all[0].unit("A")), Some(6));
        assert_eq!(line(all[0].unit("B")), Some(5));
        assert_eq!(all[0].step(1), Some(At { line: 10, column: 9 }));
        assert_eq!(line(all[0].step(2)), Some(8));
    }

    #[test]
    fn a_list_has_the_positions_of_each() {
        let all = places(&format!("[\n{ONE},\n{ONE}]"));
        assert_eq!(all.len(), 2);
        assert_eq!(all[1].step(0).map(|a| a.line), Some(23));
    }

    #[test]
    fn broken_text_terminates() {
        for text in ["", "(", "[(((", "\"open", "/* open", "(a: \"\\", "é('"] {
            assert!(places(text).len() <= 1, "{text}");
        }
    }
}
