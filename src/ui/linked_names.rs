//! Finds the names of units in a line of the log.

use std::ops::Range;

use grid::UnitId;

use super::names::Names;

/// The names of units in a text, each with its byte range, in order. A name shared by several units
/// refers to the unit that the text is `about`, if it is one of them.
pub(super) fn places(
    text: &str,
    about: Option<UnitId>,
    names: &Names,
) -> Vec<(Range<usize>, UnitId)> {
    let mut found: Vec<(Range<usize>, UnitId)> = Vec::new();
    // "Archer 12" before "Archer 1" before "Archer".
    let mut known: Vec<(UnitId, &str)> = names.all_units().filter(|(_, n)| !n.is_empty()).collect();
    known.sort_by_key(|(id, name)| (std::cmp::Reverse(name.len()), *id));
    for (id, name) in &known {
        let mut others = known.iter().filter(|(_, other)| other == name);
        let is_meant = others.all(|(other, _)| other == id) || about == Some(*id);
        if !is_meant {
            continue;
        }
        for (start, _) in text.match_indices(name) {
            let place = start..start + name.len();
            let before = text.get(..place.start).and_then(|text| text.chars().next_back());
            let after = text.get(place.end..).and_then(|text| text.chars().next());
            let whole = [before, after].iter().flatten().all(|letter| !letter.is_alphanumeric());
            // The start of "Archer 1 2" is not "Archer 1", and "Archer" is not a match inside
            // "Archer 1".
            let free =
                found.iter().all(|(other, _)| other.end <= place.start || place.end <= other.start);
            if whole && free {
                found.push((place, *id));
            }
        }
    }
    found.sort_by_key(|(place, _)| place.start);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, about: Option<u32>) -> Vec<(&str, u32)> {
        let mut names = Names::default();
        let all =
            [(0, "Scout"), (1, "Archer"), (2, "Archer 1"), (3, "Archer 12"), (4, "Bo"), (5, "Bo")];
        for (id, name) in all {
            names.learn(UnitId(id), name);
        }
        let found = places(text, about.map(UnitId), &names);
        found.into_iter().map(|(place, id)| (text.get(place).unwrap_or_default(), id.0)).collect()
    }

    #[test]
    fn whole_names_are_links_and_the_longest_counts() {
        let text = "Scout marks Archer 1: missed, 6 against 8";
        assert_eq!(found(text, None), [("Scout", 0), ("Archer 1", 2)]);
        assert_eq!(found("Archer 12, Archer.", None), [("Archer 12", 3), ("Archer", 1)]);
        assert_eq!(found("Scouting, Archers and a Boat", None), []);
    }

    #[test]
    fn a_name_that_several_have_means_the_one_that_the_line_is_about() {
        assert_eq!(found("Bo falls.", None), []);
        assert_eq!(found("Bo falls.", Some(5)), [("Bo", 5)]);
    }
}
