//! Comparing the events that a scenario expects with those that happened.

use super::expect::Expected;
use super::line::Line;

/// The differences: expected events that are missing or out of order, and events that must not
/// happen.
pub fn compare(expect: &[Expected], never: &[Expected], lines: &[Line]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut next = 0;
    for expected in expect {
        let rest = lines.get(next..).unwrap_or_default();
        match rest.iter().position(|line| expected.fits(line)) {
            Some(found) => next += found + 1,
            None => wrong.push(missing(expected, rest, lines)),
        }
    }
    for expected in never {
        if let Some(line) = lines.iter().find(|line| expected.fits(line)) {
            wrong.push(format!("must not happen, but did: {}", line.in_words()));
        }
    }
    wrong
}

/// Describes what happened instead: the event most similar to the expected one.
fn missing(expected: &Expected, rest: &[Line], all: &[Line]) -> String {
    let words = expected.in_words();
    if let Some(line) = all.iter().find(|line| expected.fits(line)) {
        return format!(
            "expected {words} after the previous expectation, but it came earlier: {}",
            line.in_words()
        );
    }
    let like = rest.iter().filter_map(|line| expected.likeness(line).map(|n| (n, line)));
    // Ties go to the first; `max_by_key` would return the last.
    match like.rev().max_by_key(|(n, _)| *n) {
        Some((_, line)) => format!("expected {words}, got {}", line.in_words()),
        None => {
            let mut kinds: Vec<&str> = all.iter().map(|line| line.kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let kinds = if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") };
            format!("expected {words}, but there was no such event; the events were {kinds}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use files::parse_ron;

    fn expected(text: &str) -> Vec<Expected> {
        parse_ron("test", text).unwrap()
    }

    fn hit(on: &str, total: i32) -> Line {
        Line::new("hit").with("on", on).with("total", total)
    }

    #[test]
    fn events_are_a_subset_in_order() {
        let lines = [hit("A", 3), Line::new("zone_over"), hit("B", 7)];
        let right = expected("[hit(on: \"A\"), hit(total: 7)]");
        assert!(compare(&right, &[], &lines).is_empty());
        let order = expected("[hit(total: 7), hit(on: \"A\")]");
        let wrong = compare(&order, &[], &lines);
        assert!(wrong.len() == 1 && wrong[0].contains("came earlier"), "{wrong:?}");
        let never = expected("[zone_over()]");
        assert_eq!(compare(&[], &never, &lines).len(), 1);
    }

    #[test]
    fn the_most_similar_event_is_named() {
        let lines = [hit("A", 3), hit("B", 10), hit("C", 4)];
        let wrong = compare(&expected("[hit(on: \"B\", total: 7)]"), &[], &lines);
        assert_eq!(wrong, ["expected hit(on: B, total: 7), got hit(on: B, total: 10)"]);
    }

    #[test]
    fn unknown_values_are_refused_with_advice() {
        let error = parse_ron::<Vec<Expected>>("t", "[hit(onn: \"B\")]").unwrap_err();
        assert_eq!(error.help.as_deref(), Some("did you mean `on`?"));
        assert!(parse_ron::<Vec<Expected>>("t", "[hot(on: \"B\")]").is_err());
    }
}
