//! Words and numbers that rise over the board, and the text of the roll panel.

use rules::event::{Opposed, Rolled};
use rules::roll::{SettleBy, words};
use rules::state::Status;
use ui::board::{Duel, DuelSide, RollModel, Tone};
use ui::names::{Names, capital};

/// Panel model of a roll that is compared with something; `None` for other rolls.
pub(super) fn roll(rolled: &Rolled, names: &Names) -> Option<RollModel> {
    if rolled.against.is_none() && rolled.bands.is_empty() {
        return None;
    }
    if rolled.dice.is_empty() || rolled.dice.len() != rolled.faces.len() {
        return None;
    }
    let who = match (rolled.who, rolled.side) {
        (Some(unit), _) => names.unit(unit),
        (None, Some(side)) => names.side(side),
        (None, None) => return None,
    };
    let purpose = names.content(&rolled.purpose);
    let at = rolled.target.map_or_else(String::new, |t| format!(" at {}", names.unit(t)));
    let kept = rolled.counted();
    let added = rolled.total.saturating_sub(kept);
    let faces = rolled.dice.iter().zip(&rolled.faces).map(|(die, face)| (die.sides, *face));
    let plain = rolled.opposed.is_none() && rolled.shifts.is_empty();
    let band = rolled.band().filter(|_| plain);
    let word = band.map_or_else(|| rolled.degree.word(), |band| band.name.as_str());
    let degrees = rolled.degrees.map(|d| words::degrees(rolled.alone().succeeded(), d.net));
    let verdict = match (&rolled.opposed, degrees) {
        (None, Some(degrees)) if rolled.bands.is_empty() => degrees,
        (_, Some(degrees)) => format!("{word}: {degrees}"),
        (_, None) => word.to_owned(),
    };
    let good = rolled.degree.succeeded();
    // The opponent's total may already be shown as the target number.
    let told = |o: &&Opposed| o.settle.by == SettleBy::Degrees || rolled.against.is_none();
    let opposed = rolled.opposed.as_ref().filter(told).map(|o| opposition(o, names));
    Some(RollModel {
        title: format!("{who}: {}{at}", capital(&purpose)),
        dice: faces.collect(),
        kept,
        added,
        total: rolled.total,
        against: rolled.against.as_ref().map(|a| format!("{} {}", a.label, a.value)),
        needs: rolled.needed().filter(|_| rolled.bands.is_empty()).map(words::needed),
        opposed,
        duel: duel(rolled, names, &who).map(Box::new),
        bursts: rolled.bursts(),
        before: rolled.rerolls.iter().flat_map(|before| before.faces.clone()).collect(),
        verdict,
        good,
    })
}

/// Both rolls of a contest by degrees.
fn duel(rolled: &Rolled, names: &Names, who: &str) -> Option<Duel> {
    let opposed = rolled.opposed.as_ref().filter(|o| o.settle.by == SettleBy::Degrees)?;
    let side = |who: String, roll: &Rolled| {
        let against = roll.against.as_ref();
        Some(DuelSide {
            who,
            mark: against.map(|a| format!("{} {}", a.label, a.value))?,
            shown: roll.counted(),
            passed: roll.alone().succeeded(),
            degrees: roll.degrees?.net,
        })
    };
    let theirs = &opposed.theirs;
    let other = theirs.who.map_or_else(|| "opponent".to_owned(), |id| names.unit(id));
    let margin = opposed.margin;
    let won = rolled.degree.succeeded();
    let margin = margin.map(|n| if won { n } else { n.saturating_neg() });
    Some(Duel { own: side(who.to_owned(), rolled)?, theirs: side(other, theirs)?, margin })
}

/// Opposing roll of an opposed test: "Bo: 25, 2 degrees of success".
fn opposition(opposed: &Opposed, names: &Names) -> String {
    let theirs = &opposed.theirs;
    let who = theirs.who.map_or_else(|| "opponent".to_owned(), |id| names.unit(id));
    match theirs.degrees {
        Some(degrees) if opposed.settle.by == SettleBy::Degrees => {
            let words = words::degrees(theirs.alone().succeeded(), degrees.net);
            format!("{who}: {}, {words}", theirs.total)
        }
        _ => format!("{who}: {}", theirs.total),
    }
}

/// Word for a changed status.
pub(super) const fn status(to: Status) -> (&'static str, Tone) {
    match to {
        Status::Active => ("back in the fight", Tone::Good),
        Status::Down => ("down", Tone::Bad),
        Status::Dead => ("dead", Tone::Bad),
        Status::Gone => ("gone", Tone::Plain),
        Status::Surrendered => ("gives up", Tone::Plain),
    }
}
