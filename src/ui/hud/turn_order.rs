//! What the strip of the turn order contains.

use std::collections::BTreeSet;

use grid::UnitId;
use rules::engine;
use rules::fitness::{Meaning, Part};
use rules::fog;
use rules::ruleset::Ruleset;
use rules::state::{Slot, SlotKind, SlotNotice, State, Status, Unit};

use crate::names::{Names, capital, plain};

use super::icons;
use super::sky::Sky;
use super::slot::{Chip, Progress, SlotModel};

/// Maximum number of conditions shown for a unit.
const MOST_CONDITIONS: usize = 3;

/// Contents of the strip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderModel {
    /// The round, 0 before the first.
    pub round: u32,
    /// The phase of the round, unless it is that of the turns.
    pub phase: String,
    /// The units that the battle waits for, as text.
    pub waits_for: String,
    /// What the side at the table must do to win, followed by the other goals.
    pub objective: Vec<String>,
    /// Unusual light, weather and air of the board.
    pub sky: Sky,
    /// The slots in order.
    pub slots: Vec<SlotModel>,
}

impl OrderModel {
    /// The current turn order, for a viewer to whom some units are hidden.
    pub fn of(
        rules: &dyn Ruleset,
        state: &State,
        names: &Names,
        unseen: &BTreeSet<UnitId>,
    ) -> Self {
        let clock = &state.scene.clock;
        let chip = |id: &UnitId| {
            let unit = state.unit(*id).filter(|_| !unseen.contains(id))?;
            Some(Chip {
                id: *id,
                name: unit.identity.name.clone(),
                figure: unit.form.figure(&unit.identity.role).to_string(),
                side: unit.side(),
                status: unit.status,
                acting: clock.active.contains(id),
                health: health(rules, unit),
                conditions: conditions(unit),
                progress: progress(rules, unit, names),
            })
        };
        let slots = engine::with_ctx(rules, state, |ctx| {
            let extra = |slot: &Slot| {
                let extra = slot.extra.as_ref()?;
                let last = extra.chain.last().filter(|id| !unseen.contains(id));
                Some((names.content(&extra.name), last.map(|id| names.unit(*id))))
            };
            let blank = rules.describe().blank_turns;
            let model = |(at, slot): (usize, &Slot)| match fog::told(
                slot,
                |id| unseen.contains(&id),
                blank,
            ) {
                SlotNotice::Nothing => None,
                SlotNotice::Blank => Some(SlotModel::blank(slot.state)),
                SlotNotice::All => Some(SlotModel {
                    chips: slot.members.iter().filter_map(chip).collect(),
                    kind: slot.kind,
                    state: slot.state,
                    value: slot.value,
                    extra: extra(slot),
                    blank: false,
                    again: is_again(&clock.slots, at),
                    remarks: rules.order_remarks(ctx, slot),
                }),
            };
            clock.slots.iter().enumerate().filter_map(model).collect()
        });
        let waits_for = match (&state.queue.waiting, clock.active.as_slice()) {
            _ if state.scene.verdict.is_some() => "Battle over".to_owned(),
            (Some(prompt), _) => format!("{}: your decision", names.side(prompt.side)),
            (None, []) => String::new(),
            (None, all) if all.iter().all(|id| unseen.contains(id)) => {
                "Unseen unit acting".to_owned()
            }
            (None, [one]) => match clock.extra_of(*one) {
                Some(extra) => format!("{}: {}", names.unit(*one), names.content(&extra.name)),
                None => format!("Turn of {}", names.unit(*one)),
            },
            (None, many) => format!("Can act: {}", names.units(many)),
        };
        // The turns are the main phase of the round; only the phases around them have a name.
        let phase = clock.phase.as_str();
        let phase = if phase == "turns" { String::new() } else { capital(&plain(phase)) };
        Self {
            round: clock.round,
            phase,
            waits_for,
            objective: Vec::new(),
            sky: Sky::default(),
            slots,
        }
    }
}

/// Remaining health of a unit's body, in percent; `None` for a unit that nothing can harm.
fn health(rules: &dyn Ruleset, unit: &Unit) -> Option<u8> {
    let parts = rules.fitness(unit).parts;
    let body = parts.iter().find(|part| part.meaning == Meaning::Body && part.max > 0);
    body.map(Part::hundredths)
}

/// The icons of a unit's conditions, each once.
fn conditions(unit: &Unit) -> Vec<&'static str> {
    let mut found = Vec::new();
    for condition in &unit.conditions.0 {
        let icon = icons::of_condition(condition.id.as_str());
        if !found.contains(&icon) {
            found.push(icon);
        }
    }
    found.truncate(MOST_CONDITIONS);
    found
}

/// A unit's acts over several turns, and its running clocks.
fn progress(rules: &dyn Ruleset, unit: &Unit, names: &Names) -> Vec<Progress> {
    let begun = unit.undertakings.0.iter();
    let begun = begun.map(|u| Progress {
        words: format!("{} {} of {}", capital(&names.content(&u.act)), u.done, u.of),
        count: format!("{}/{}", u.done, u.of),
    });
    let parts = rules.fitness(unit).parts.into_iter();
    let clocks = parts.filter(|part| {
        part.meaning == Meaning::Clock && part.value < part.max && unit.status == Status::Down
    });
    let clocks = clocks.map(|part| Progress {
        words: format!("{}: {}", part.name, part.value),
        count: part.value.to_string(),
    });
    begun.chain(clocks).collect()
}

/// True for a turn of a unit that already had one this round.
fn is_again(slots: &[Slot], at: usize) -> bool {
    let acts = |slot: &&Slot| slot.kind == SlotKind::Turn;
    let Some(slot) = slots.get(at).filter(acts) else { return false };
    let earlier = slots.iter().take(at).filter(acts);
    earlier.flat_map(|other| &other.members).any(|id| slot.members.contains(id))
}
