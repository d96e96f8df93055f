//! Rolls in words.

use crate::rules::event::{Against, Degree, Rolled};
use crate::ui::names::Names;

use super::words::dice;
use super::{LogLine, Tone, Weight};

/// A roll with its dice, terms, threshold and result.
pub(super) fn rolled(roll: &Rolled, names: &Names) -> LogLine {
    let who = match (roll.who, roll.side) {
        (Some(unit), _) => names.unit(unit),
        (None, Some(side)) => names.side(side),
        (None, None) => "The battle".to_owned(),
    };
    let purpose = names.content(&roll.purpose);
    let at = roll.target.map_or_else(String::new, |t| format!(" against {}", names.unit(t)));
    let result = match roll.degree {
        Degree::Failure => "failure",
        Degree::Success => "success",
        Degree::Critical => "critical success",
        Degree::Fumble => "fumble",
    };
    let compared = match &roll.against {
        Some(Against { label, value, .. }) => {
            format!(" against {label} {value}: {result}")
        }
        None => String::new(),
    };
    let headline = format!("{who} rolls {purpose}{at}: {}{compared}.", roll.total);
    let faces: Vec<String> = roll.faces.iter().map(u16::to_string).collect();
    let tone = if roll.degree.succeeded() { Tone::Good } else { Tone::Bad };
    let mut line = LogLine::new(Weight::Main, headline)
        .tone(if roll.against.is_some() { tone } else { Tone::Plain })
        .detail(format!("{} shows {}", dice(&roll.dice), faces.join(", ")));
    line.about = roll.who;
    line.details.extend(roll.terms.iter().map(ToString::to_string));
    line.details.push(format!("Total {}", roll.total));
    if let Some(against) = &roll.against {
        line.details.push(format!("Against {} {}", against.label, against.value));
        line.details.extend(against.terms.iter().map(ToString::to_string));
    }
    if let Some(needs) = roll.needs {
        line.details.extend(reach(roll, needs));
        let dice = dice(&roll.dice);
        line.details.push(format!("Needed {needs} or more on {dice}: {result}"));
    }
    line
}

/// Where the face that is needed is not the one that the numbers ask for: why.
fn reach(roll: &Rolled, needs: i32) -> Option<String> {
    let against = roll.against.as_ref()?;
    let bonus = roll.terms.iter().fold(0_i32, |sum, term| sum.saturating_add(term.value));
    let asked = against.value.saturating_sub(bonus);
    let (value, sign) = (against.value, if bonus < 0 { "+" } else { "-" });
    let sum = format!("{value} {sign} {} = {asked}", bonus.unsigned_abs());
    match asked {
        _ if asked == needs => None,
        _ if asked > needs => Some(format!("{sum}; {needs} on the die is always enough")),
        _ if needs <= 1 => Some(format!("{sum}; every face is enough")),
        _ => Some(format!("{sum}; less than {needs} on the die is never enough")),
    }
}
