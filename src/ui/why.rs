//! Why the computer gave a command, in words.

use std::collections::BTreeMap;

use battle::ai::{Effect, Outlook, Promise, Reply};
use battle::record::{Record, Why};
use grid::SideId;
use rules::{Command, Target};

use super::log_text::{LogLine, Weight};
use super::names::{Names, capital, plain};

/// Maximum number of plans shown.
const MOST_PLANS: usize = 3;
/// Maximum number of effects shown per plan.
const MOST_EFFECTS: usize = 3;
/// A whole life, in the units of an outlook.
const LIFE: i64 = 1250;
/// An outlook at least this large means that the end of the battle is decided.
const DECIDED: i64 = 5000;
/// The smallest chance worth mentioning, in thousandths.
const SLIGHT: i32 = 50;

/// What a text calls the sides.
struct Wording {
    /// The side of the plan, at the beginning of a sentence.
    side: &'static str,
    /// The same side, beside the others.
    own: &'static str,
    others_lose: &'static str,
    others_gain: &'static str,
    to_fell: &'static str,
    to_fall: &'static str,
}

/// For the reasons of the computer.
const REASON: Wording = Wording {
    side: "Its side",
    own: "its own",
    others_lose: "the other side loses",
    others_gain: "the other side gains",
    to_fell: "to take an enemy out",
    to_fall: "to lose one of its own",
};

/// For a hint, which is about the reader's own side.
const HINT: Wording = Wording {
    side: "Your side",
    own: "your side",
    others_lose: "the foes lose",
    others_gain: "the foes gain",
    to_fell: "to take a foe out",
    to_fall: "to lose one of your own",
};

/// The reader of the reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The side at the table; `None` for a spectator.
    pub side: Option<SideId>,
    /// The battle is over, so nothing needs to be hidden.
    pub over: bool,
    /// Sides see different things.
    pub secrets: bool,
}

impl Reader {
    /// True if the reader may know a side's plans.
    fn may_read(&self, side: SideId) -> bool {
        self.sees_all(side) || !self.secrets
    }

    /// True if nothing of a side's plans is secret to the reader.
    fn sees_all(&self, side: SideId) -> bool {
        self.over || self.side.is_none_or(|own| own == side)
    }
}

/// The plans behind each decision, the chosen one first.
pub type Reasons = Vec<Vec<String>>;

/// The reasons that a reader may know, by the index of the log line that they belong to: the first
/// main line of their command, or else its first detail. Reasons for an answer without a main line
/// of its own belong to the act that the question interrupted.
pub fn reasons(
    record: &Record,
    lines: &[LogLine],
    reader: Reader,
    names: &Names,
) -> BTreeMap<usize, Reasons> {
    let all = record.commands.iter().filter_map(|entry| entry.why.as_deref());
    let mut reasons: BTreeMap<usize, Reasons> = BTreeMap::new();
    for why in all {
        if let (Some(line), Some(told)) = (line_of(why, lines), told(why, reader, names)) {
            reasons.entry(line).or_default().push(told);
        }
    }
    reasons
}

/// The index of the line that a command's reasons belong to.
fn line_of(why: &Why, lines: &[LogLine]) -> Option<usize> {
    let (from, to) = why.events;
    let first = lines.partition_point(|line| line.event < from);
    let own = || (first..).zip(lines.get(first..).unwrap_or_default());
    let own = |weight: Weight| {
        own().take_while(|(_, line)| line.event < to).find(|(_, line)| line.weight == weight)
    };
    let place = |(place, _)| place;
    if why.plans.first().is_some_and(|plan| plan.reply.is_some()) {
        let before = lines.get(..first).unwrap_or_default();
        let interrupted = || before.iter().rposition(|line| line.weight == Weight::Main);
        return own(Weight::Main).map(place).or_else(interrupted);
    }
    own(Weight::Main).or_else(|| own(Weight::Detail)).map(place)
}

/// The plans behind a command, as far as a reader may know them.
fn told(why: &Why, reader: Reader, names: &Names) -> Option<Vec<String>> {
    let open = |plan: &&Promise| !plan.secret || reader.sees_all(why.side);
    let first = why.plans.first().filter(open)?;
    if !reader.may_read(why.side) {
        return None;
    }
    let others = why.plans.iter().skip(1).filter(open).take(MOST_PLANS - 1);
    Some(std::iter::once(first).chain(others).map(|plan| in_words(plan, names)).collect())
}

/// A plan and its expected result, as a reason of the computer.
pub fn in_words(plan: &Promise, names: &Names) -> String {
    told_as(&REASON, plan, names)
}

/// A plan and its expected result, as a hint to the player of its side.
pub fn as_hint(plan: &Promise, names: &Names) -> String {
    told_as(&HINT, plan, names)
}

fn told_as(wording: &Wording, plan: &Promise, names: &Names) -> String {
    let side = wording.side;
    let mut text = match &plan.reply {
        Some(Reply { unit: Some(unit), label }) => format!("{}: {label}", names.unit(*unit)),
        Some(Reply { unit: None, label }) => label.clone(),
        None => capital(&act_phrase(&plan.command, names)),
    };
    if let Some(then) = &plan.then {
        text = format!("{text}, then {}", act_phrase(then, names));
    }
    let shown = plan.effects.iter().take(MOST_EFFECTS);
    let effects: Vec<String> = shown.map(|e| effect(*e, names)).collect();
    if !effects.is_empty() {
        text = format!("{text}: {}", effects.join("; "));
    }
    text.push('.');
    if let Some(foe) = plan.agreed.focus {
        text = format!("{text} {side} strikes {} first.", names.unit(foe));
    }
    if plan.agreed.awaits {
        text = format!("{text} {side} lets the foes come.");
    }
    if let Some(outlook) = plan.outlook {
        text = format!("{text} Then {}.", later(wording, outlook));
    }
    text
}

/// What a command does, as an infinitive or the name of an act.
pub fn act_phrase(command: &Command, names: &Names) -> String {
    match command {
        Command::Move { path, manner, .. } => {
            let to = path.last().map(|end| format!(" to {}", end.at)).unwrap_or_default();
            match manner.as_str() {
                "" => format!("move{to}"),
                manner => format!("{}{to}", plain(manner)),
            }
        }
        Command::Act { act, targets, .. } => {
            let name = names.content(act);
            let mut aims: Vec<String> = Vec::new();
            for target in targets {
                let aim = aim(*target, names);
                if !aims.contains(&aim) {
                    aims.push(aim);
                }
            }
            match aims.is_empty() {
                true => name,
                false => format!("{name} {}", aims.join(", ")),
            }
        }
        Command::Face { facing, .. } => format!("turn to face {}", facing.word()),
        Command::Hold { .. } => "wait for a later moment".to_owned(),
        Command::EndTurn { .. } => "end the turn".to_owned(),
        Command::Answer(_) | Command::Policy { .. } | Command::Ruling(_) => "decide".to_owned(),
    }
}

/// What an act is aimed at.
fn aim(target: Target, names: &Names) -> String {
    match target {
        Target::Unit(unit) | Target::Part(unit, _) => format!("on {}", names.unit(unit)),
        Target::Place(place) => format!("at {place}"),
        Target::Floor(at) => format!("at {at}"),
        Target::Edge(at) => format!("at the {} edge of {}", at.side.word(), at.cell),
        Target::Direction(way) => format!("towards the {}", way.word()),
        Target::Thing(_) => "on an object".to_owned(),
    }
}

/// What an act does to one unit.
fn effect(effect: Effect, names: &Names) -> String {
    let whom = names.unit(effect.target);
    let chance = match effect.chance {
        1000.. => "surely".to_owned(),
        chance => percent(chance),
    };
    let mut words = Vec::new();
    if effect.harm > 0 {
        words.push(format!("{chance} to harm {whom} by about {}", effect.harm));
    }
    if effect.fells > 0 {
        words.push(format!("{} to take it out", percent(effect.fells)));
    }
    if effect.mends > 0 {
        words.push(format!("{chance} to heal {whom} by about {}", effect.mends));
    }
    words.join(", ").replace("surely to", "sure to")
}

/// The standing after the replies.
fn later(wording: &Wording, outlook: Outlook) -> String {
    let decided = match (outlook.own >= DECIDED, outlook.theirs >= DECIDED) {
        (true, false) => Some("the battle is likely won"),
        (false, true) => Some("the battle is likely lost"),
        _ => None,
    };
    if let Some(decided) = decided {
        return decided.to_owned();
    }
    let Wording { own, others_lose, others_gain, .. } = wording;
    let gain = match life(outlook.theirs) {
        ..0 => format!("{others_lose} {}", health(outlook.theirs)),
        0 => format!("{others_lose} little"),
        1.. => format!("{others_gain} {}", health(outlook.theirs)),
    };
    let risk = match life(outlook.own) {
        ..0 => format!("{own} loses {}", health(outlook.own)),
        0 => "there is little danger".to_owned(),
        1.. => format!("{own} gains {}", health(outlook.own)),
    };
    let mut text = format!("{gain}, {risk}");
    let chances = [(outlook.fells, wording.to_fell), (outlook.falls, wording.to_fall)];
    for (chance, what) in chances.into_iter().filter(|(chance, _)| *chance >= SLIGHT) {
        text = format!("{text}; {} {what}", percent(chance));
    }
    text
}

/// Thousandths of a life in twentieths, towards zero.
const fn life(worth: i64) -> i64 {
    worth.saturating_mul(20) / LIFE
}

/// How much health a change amounts to, in steps of five percent; from a whole life up, in halves.
fn health(worth: i64) -> String {
    let parts = life(worth).saturating_abs();
    if parts < 20 {
        return format!("{} % of a fighter's health", parts.saturating_mul(5));
    }
    let halves = parts.saturating_add(5) / 10;
    match (halves / 2, halves % 2) {
        (1, 0) => "about one fighter's worth of health".to_owned(),
        (whole, 0) => format!("about {whole} fighters' worth of health"),
        (whole, _) => format!("about {whole}½ fighters' worth of health"),
    }
}

/// Thousandths in percent.
fn percent(thousandths: i32) -> String {
    format!("{} %", thousandths.clamp(0, 1000) / 10)
}

#[cfg(test)]
#[path = "why_tests.rs"]
mod tests;
