//! Path preview: cost per cell, hazards, and enemies that would strike along the way.

use egui_phosphor::regular as icon;

use crate::attack_options::per_mille;
use crate::board::{Spot, Tag, Tone};
use crate::names::Names;
use grid::{Body, Cell, Hm, Ledge, Room, SupportKind, UnitId};
use rules::estimate::Watch;
use rules::path_preview::{Hint, PathIcon, PathStep, Remark};
use rules::ruleset::{Ctx, Ruleset};
use rules::state::State;
use rules::{Key, Waypoint, engine, odds};

/// A drop at least this deep next to the unit is worth a note.
const EDGE: Hm = Hm::metres(2);

/// Longer paths show a cost label only where the cost changes.
const CROWDED: usize = 6;

/// An enemy that would strike at the mover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The enemy.
    pub by: UnitId,
    /// Its name.
    pub name: String,
    /// The attack, and the rule that allows it.
    pub what: Remark,
    /// Its chance to take effect, in thousandths.
    pub chance: i32,
    /// Points lost from the main track if it takes effect.
    pub harm: i32,
}

/// A step of the path with everything it meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteStep {
    /// Where it leads and the total cost so far.
    pub pace: PathStep,
    /// The cost of this step alone.
    pub price: u32,
    /// Enemies that would strike.
    pub struck: Vec<Struck>,
    /// The deepest drop next to its end.
    pub ledge: Option<Ledge>,
}

/// A previewed path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RouteModel {
    /// Its steps, in order.
    pub steps: Vec<RouteStep>,
    /// Number of steps to each waypoint.
    pub stops: Vec<usize>,
    /// Falls up to this depth do no harm.
    pub harmless: Hm,
}

/// A line of the panel about a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteLine {
    /// Its icon, as on the board.
    pub icon: &'static str,
    /// The text, with the rule.
    pub text: String,
    /// True if it may do harm.
    pub bad: bool,
}

impl RouteModel {
    /// The path as the mover's side knows the board. `stops` is the
    /// number of steps to each waypoint.
    pub fn of(
        rules: &dyn Ruleset,
        state: &State,
        unit: UnitId,
        path: &[Waypoint],
        stops: &[usize],
        names: &Names,
    ) -> Self {
        let mut model = Self { harmless: rules.harmless_fall(), ..Self::default() };
        let Some(side) = state.commander(unit) else { return model };
        let known = odds::as_known_by(rules, state, side);
        model.steps = engine::with_ctx(rules, &known, |ctx| steps(rules, ctx, unit, path, names));
        model.stops = stops.iter().copied().filter(|n| *n <= model.steps.len()).collect();
        model
    }

    /// The last step.
    pub fn end(&self) -> Option<&PathStep> {
        self.steps.last().map(|step| &step.pace)
    }

    /// Its cost and what is left, on one line.
    pub fn cost(&self) -> Option<String> {
        let end = self.end()?;
        let steps = if self.steps.len() == 1 { "step" } else { "steps" };
        let beyond = match end.beyond {
            0 => String::new(),
            more => format!(", {more} more with a longer move"),
        };
        let over = match self.stops.len() {
            0 => String::new(),
            1 => " via 1 waypoint".to_owned(),
            n => format!(" via {n} waypoints"),
        };
        let (cost, n, left) = (end.cost, self.steps.len(), end.left);
        Some(format!("Cost {cost} for {n} {steps}{over}, {left} left{beyond}"))
    }

    /// Hazards and remarks in path order. A run over several cells is one line.
    pub fn lines(&self) -> Vec<RouteLine> {
        let mut lines = Vec::new();
        for (n, step) in self.steps.iter().enumerate() {
            for hint in &step.pace.hints {
                if self.begins(n, |other| other.pace.hints.contains(hint)) {
                    let place = self.stretch(n, |other| other.pace.hints.contains(hint));
                    let bad = matches!(
                        hint.sign,
                        PathIcon::Harm | PathIcon::Slippery | PathIcon::Passing
                    );
                    let Remark { text, rule } = &hint.remark;
                    let text = format!("{text}, {place} [{rule}]");
                    lines.push(RouteLine { icon: sign_icon(hint.sign), text, bad });
                }
            }
            for struck in &step.struck {
                let Struck { name, what, chance, harm, .. } = struck;
                let Remark { text, rule } = what;
                let at = step_words(n);
                let chance = per_mille(*chance);
                let text = format!("{name}: {text} at {at}, {chance}, {harm} [{rule}]");
                lines.push(RouteLine { icon: icon::SWORD, text, bad: true });
            }
        }
        lines.extend(self.deepest());
        lines
    }

    /// True where a run of steps that satisfy `has` starts.
    fn begins(&self, n: usize, has: impl Fn(&RouteStep) -> bool) -> bool {
        let before = n.checked_sub(1).and_then(|n| self.steps.get(n));
        !before.is_some_and(has)
    }

    /// The run that starts at step `n`, as text: "step 4", "steps 4 to 6".
    fn stretch(&self, n: usize, has: impl Fn(&RouteStep) -> bool) -> String {
        match self.steps.iter().skip(n).take_while(|step| has(step)).count() {
            0 | 1 => step_words(n),
            more => format!("steps {} to {}", n + 1, n + more),
        }
    }

    /// The deepest drop along the path, and the one at its end.
    fn deepest(&self) -> Vec<RouteLine> {
        let line = |n: usize, ledge: Ledge| {
            let where_to = where_to(ledge);
            let hurts = ledge.depth > self.harmless;
            let harmless = if hurts { "" } else { ", harmless" };
            let at = step_words(n);
            let text = format!("edge at {at}: {} down {where_to}{harmless}", ledge.depth);
            RouteLine { icon: icon::ARROW_LINE_DOWN, text, bad: hurts }
        };
        let drops = self.steps.iter().enumerate().filter_map(|(n, step)| Some((n, step.ledge?)));
        let deepest = drops.fold(None, |best: Option<(usize, Ledge)>, next| match best {
            // Ties go to the last: the unit stays there.
            Some(best) if best.1.depth > next.1.depth => Some(best),
            _ => Some(next),
        });
        let end = self.steps.iter().enumerate().next_back();
        let end = end.and_then(|(n, step)| Some((n, step.ledge?)));
        let mut lines: Vec<RouteLine> = Vec::new();
        for (n, ledge) in [deepest, end].into_iter().flatten() {
            let new = line(n, ledge);
            if !lines.contains(&new) {
                lines.push(new);
            }
        }
        lines
    }

    /// Cells at which an enemy would strike.
    pub fn perils(&self) -> Vec<Cell> {
        let struck = self.steps.iter().filter(|step| !step.struck.is_empty());
        struck.map(|step| step.pace.room.cell).collect()
    }

    /// Cells of its waypoints, in order.
    pub fn waypoints(&self) -> Vec<Cell> {
        let before = |n: &usize| n.checked_sub(1).and_then(|n| self.steps.get(n));
        self.stops.iter().filter_map(before).map(|step| step.pace.room.cell).collect()
    }

    /// Labels on the board: costs where they change, and hazard icons.
    pub fn tags(&self) -> Vec<Tag> {
        let tag = |(n, step): (usize, &RouteStep)| {
            let lines = self.tag_lines(n, step);
            let Room { cell, size, feet, .. } = step.pace.room;
            let at = Spot { cell, size, height: Some(feet) };
            (!lines.is_empty()).then_some(Tag { at, below: false, lines })
        };
        self.steps.iter().enumerate().filter_map(tag).collect()
    }

    fn tag_lines(&self, n: usize, step: &RouteStep) -> Vec<(Tone, String)> {
        let mut lines = Vec::new();
        let last = n + 1 == self.steps.len();
        if let Some(number) = self.stops.iter().position(|stop| *stop == n + 1) {
            lines.push((Tone::Name, format!("{} {}", icon::MAP_PIN, number + 1)));
        }
        let before = n.checked_sub(1).and_then(|n| self.steps.get(n));
        let changes = before
            .is_some_and(|before| (before.price, before.pace.tier) != (step.price, step.pace.tier));
        if last {
            let PathStep { cost, left, .. } = &step.pace;
            lines.push((Tone::Plain, format!("{cost}, {left} left")));
        } else if changes || self.steps.len() <= CROWDED || !lines.is_empty() {
            let PathStep { cost, left, .. } = &step.pace;
            lines.push((Tone::Plain, format!("{cost}/{}", cost + left)));
        }
        for Hint { sign, remark } in &step.pace.hints {
            let same = |other: &RouteStep| other.pace.hints.iter().any(|h| h.remark == *remark);
            if self.begins(n, same) {
                let bad = matches!(sign, PathIcon::Harm | PathIcon::Slippery | PathIcon::Passing);
                let tone = if bad { Tone::Bad } else { Tone::Faint };
                lines.push((tone, format!("{} {}", sign_icon(*sign), remark.text)));
            }
        }
        for struck in &step.struck {
            lines.push((Tone::Bad, format!("{} {}", icon::SWORD, struck.name)));
        }
        if let Some(ledge) = step.ledge {
            let hurts = ledge.depth > self.harmless;
            let before = before.and_then(|before| before.ledge).map(|ledge| ledge.depth);
            if last || (hurts && before < Some(ledge.depth)) {
                let tone = if hurts { Tone::Bad } else { Tone::Faint };
                lines.push((tone, format!("{} {}", icon::ARROW_LINE_DOWN, ledge.depth)));
            }
        }
        lines
    }
}

fn steps(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    unit: UnitId,
    path: &[Waypoint],
    names: &Names,
) -> Vec<RouteStep> {
    let Some(body) = ctx.field.body(unit) else { return Vec::new() };
    let mut room = body.room();
    let mut cost = 0;
    let mut known: Vec<(UnitId, String)> = Vec::new();
    let paces = rules.path_preview(ctx, unit, path, &Key::default());
    let each = |pace: PathStep| {
        let met = room.map_or_else(Vec::new, |from| set_off(rules, ctx, (body, from), pace.room));
        let struck = met.into_iter().filter_map(|watch| {
            let Watch { owner, what, expected, .. } = watch;
            let key = (owner, what.text.clone());
            // One strike per prepared act.
            if known.contains(&key) {
                return None;
            }
            known.push(key);
            let (chance, harm) = (expected.chance, expected.harm);
            Some(Struck { by: owner, name: names.unit(owner), what, chance, harm })
        });
        let struck = struck.collect();
        let price = pace.cost.saturating_sub(cost);
        let flies = pace.support == SupportKind::Flight;
        let ledge = if flies { None } else { ctx.field.ledge(unit, pace.room, EDGE) };
        (room, cost) = (Some(pace.room), pace.cost);
        RouteStep { pace, price, struck, ledge }
    };
    paces.into_iter().map(each).collect()
}

/// What a step would trigger, with the mover at the start of the step.
fn set_off(rules: &dyn Ruleset, ctx: Ctx<'_>, (body, from): (&Body, Room), to: Room) -> Vec<Watch> {
    let field = ctx.field.with_body(body.moved(from.cell, from.feet));
    rules.set_off(Ctx { field: &field, ..ctx }, body.id, to)
}

/// A step of a path as text, counted from 1.
fn step_words(n: usize) -> String {
    format!("step {}", n + 1)
}

/// The icon of a hazard.
pub const fn sign_icon(sign: PathIcon) -> &'static str {
    match sign {
        PathIcon::Harm => icon::FIRE,
        PathIcon::Slippery => icon::SNOWFLAKE,
        PathIcon::Water => icon::WAVES,
        PathIcon::Climb => icon::LADDER,
        PathIcon::Drop => icon::ARROW_FAT_DOWN,
        PathIcon::Door => icon::DOOR_OPEN,
        PathIcon::Passing => icon::USER_SWITCH,
    }
}

/// Where an edge leads down to.
pub fn where_to(ledge: Ledge) -> String {
    ledge.side.map_or_else(|| "below".to_owned(), |side| format!("to the {}", side.word()))
}
