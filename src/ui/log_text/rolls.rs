//! Formats rolls.

use crate::names::{Names, capital};
use rules::event::{Against, Opposed, Rolled};
use rules::roll::words::{self, dice};
use rules::roll::{Compare, SettleBy};

use super::line::{LogLine, Tone, Weight};

/// Formats a roll with its dice, terms, threshold and result.
pub(super) fn rolled(roll: &Rolled, names: &Names) -> LogLine {
    let purpose = names.content(&roll.purpose);
    // The name of a side may be singular or plural, so it is never the subject of a sentence.
    let begin = match (roll.who, roll.side) {
        (Some(unit), _) if purpose.ends_with(" tie") => {
            format!("{} rolls to break the {purpose}", names.unit(unit))
        }
        (Some(unit), _) => format!("{} rolls {purpose}", names.unit(unit)),
        (None, Some(side)) => format!("{}, {}", capital(&purpose), names.side(side)),
        (None, None) => capital(&purpose),
    };
    let at = roll.target.map_or_else(String::new, |t| format!(" against {}", names.unit(t)));
    let result = result(roll);
    let compared = match &roll.against {
        Some(Against { label, .. }) if label == Against::NOTHING => String::new(),
        Some(Against { label, value, .. }) => format!(" {}: {result}", against(label, *value)),
        None if roll.bands.is_empty() => String::new(),
        None => format!(": {result}"),
    };
    let headline = format!("{begin}{at}: {}{compared}.", roll.total);
    let tone = if roll.degree.succeeded() { Tone::Good } else { Tone::Bad };
    // Only the resulting order is of interest.
    let weight = if purpose.ends_with(" tie") { Weight::Bookkeeping } else { Weight::Main };
    let mut line = LogLine::new(weight, headline).tone(if roll.against.is_some() {
        tone
    } else {
        Tone::Plain
    });
    line.about = roll.who;
    for before in &roll.rerolls {
        let faces = faces(&before.faces);
        line.details.push(format!("Rerolled from {faces}: {} [{}]", before.why, before.rule));
    }
    line.details.extend(thrown(roll));
    line.details.extend(needed(roll, result));
    line.details.extend(bands(roll));
    if let Some(degrees) = roll.degrees {
        line.details.push(capital(&words::degrees(roll.alone().succeeded(), degrees.net)));
    }
    if let Some(opposed) = &roll.opposed {
        line.details.extend(opposed_by(roll, opposed, names));
    }
    for shift in &roll.shifts {
        let degrees = shift.degrees.map(|net| words::degrees(shift.degree.succeeded(), net));
        let before = degrees.unwrap_or_else(|| shift.degree.word().to_owned());
        line.details.push(format!("Before: {before}; {} [{}]", shift.why, shift.rule));
    }
    line
}

/// "against Parry 11", "against 47 to hit".
fn against(label: &str, value: i32) -> String {
    match label.starts_with("to ") {
        true => format!("against {value} {label}"),
        false => format!("against {label} {value}"),
    }
}

/// The result as text; with degrees, how far.
fn result(roll: &Rolled) -> String {
    let word = match roll.band() {
        Some(band) if roll.opposed.is_none() && roll.shifts.is_empty() => band.name.clone(),
        _ => roll.degree.word().to_owned(),
    };
    match (&roll.opposed, roll.degrees) {
        (Some(opposed), _) if opposed.settle.by == SettleBy::Degrees => {
            let margin = opposed
                .margin
                .map(|n| if roll.degree.succeeded() { n } else { n.saturating_neg() });
            margin.map_or_else(|| "tie, roll again".to_owned(), |n| format!("{word}, {n:+}"))
        }
        (_, Some(degrees)) => {
            let degrees = words::degrees(roll.degree.succeeded(), degrees.net);
            if roll.band().is_some() { format!("{word}, {degrees}") } else { degrees }
        }
        (_, None) => word,
    }
}

fn faces(faces: &[u16]) -> String {
    faces.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")
}

/// The dice and modifiers, then the threshold with its terms.
fn thrown(roll: &Rolled) -> Vec<String> {
    let mut lines = vec![format!("{} shows {}", dice(&roll.dice), faces(&roll.faces))];
    lines.extend(match roll.bursts() {
        0 => None,
        1 => Some("Burst once".to_owned()),
        n => Some(format!("Burst {n} times")),
    });
    let all = roll.faces.iter().fold(0_i32, |sum, face| sum.saturating_add((*face).into()));
    let counted = roll.counted();
    // Which of several dice count, if not all do.
    lines.extend((counted != all).then(|| format!("Keeps {counted}")));
    lines.extend(roll.terms.iter().map(ToString::to_string));
    lines.push(format!("Total {}", roll.total));
    if let Some(against) = &roll.against {
        lines.push(capital(&self::against(&against.label, against.value)));
        lines.extend(against.terms.iter().map(ToString::to_string));
    }
    lines
}

/// What the dice had to show.
fn needed(roll: &Rolled, result: String) -> Vec<String> {
    let mut lines = Vec::new();
    if !roll.bands.is_empty() {
        return lines;
    }
    if let Some(needs) = roll.needed() {
        lines.extend(reach(roll, needs.number()));
        let needed = words::needed_on(needs, &roll.dice, roll.count);
        // If two rolls are compared, the result is that of the comparison, which is described
        // below.
        let result = match (&roll.opposed, needs.is_met_by(roll.counted())) {
            (None, _) => result,
            (Some(_), true) => "met".to_owned(),
            (Some(_), false) => "not met".to_owned(),
        };
        lines.push(format!("Needed {needed}: {result}"));
    }
    lines
}

/// Explains a needed face that differs from the one that the numbers require.
fn reach(roll: &Rolled, needs: i32) -> Option<String> {
    let against = roll.against.as_ref()?;
    let bonus = roll.terms.iter().fold(0_i32, |sum, term| sum.saturating_add(term.value));
    let above = i32::from(roll.compare == Compare::Above);
    let asked = against.value.saturating_sub(bonus).saturating_add(above);
    if asked == needs {
        return None;
    }
    let (value, sign) = (against.value, if bonus < 0 { "+" } else { "-" });
    let more = if above == 0 { "" } else { " + 1" };
    let sum = format!("{value} {sign} {}{more} = {asked}", bonus.unsigned_abs());
    let (least, most) = roll.count.range(&roll.dice);
    Some(match roll.compare {
        Compare::AtMost if needs < least => format!("{sum}; no face succeeds"),
        Compare::AtMost if needs >= most => format!("{sum}; every face succeeds"),
        Compare::AtMost if asked > needs => {
            format!("{sum}; more than {needs} on the die always fails")
        }
        Compare::AtMost => format!("{sum}; {needs} on the die always succeeds"),
        _ if asked > needs => format!("{sum}; {needs} on the die always succeeds"),
        _ if needs <= least => format!("{sum}; every face succeeds"),
        _ => format!("{sum}; less than {needs} on the die always fails"),
    })
}

/// The bands, with a mark on the band rolled.
fn bands(roll: &Rolled) -> Vec<String> {
    let counted = roll.counted();
    let line = |band: &rules::roll::Band| {
        let here = if band.contains(counted) { "This roll: " } else { "" };
        let range = words::range(band.from, band.to);
        format!("{here}{range} {} [{}]", band.name, band.rule)
    };
    roll.bands.iter().map(line).collect()
}

/// The opponent's roll.
fn opposed_by(roll: &Rolled, opposed: &Opposed, names: &Names) -> Vec<String> {
    let theirs = &opposed.theirs;
    let who = theirs.who.map_or_else(|| "The opponent".to_owned(), |id| names.unit(id));
    let mut lines = vec![format!("Opposed by {who}")];
    match opposed.settle.by {
        SettleBy::Totals => {
            let thrown = format!("{} shows {}", dice(&theirs.dice), faces(&theirs.faces));
            lines.push(thrown);
            lines.extend(theirs.terms.iter().map(ToString::to_string));
            lines.push(format!("Total {}", theirs.total));
        }
        SettleBy::Degrees => {
            lines.extend(thrown(theirs));
            let net = theirs.degrees.map_or(0, |degrees| degrees.net);
            lines.push(capital(&words::degrees(theirs.alone().succeeded(), net)));
        }
    }
    lines.push(match opposed.margin {
        None => "Tie: both roll again".to_owned(),
        Some(margin) => {
            let word = if roll.degree.succeeded() { "Wins" } else { "Loses" };
            format!("{word} by {margin}")
        }
    });
    lines
}
