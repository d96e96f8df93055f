//! Free acts: they cost nothing and fit anywhere in a unit's own turn (PR-65, PR-266).

use crate::step::{Free, FreeAct, Outcome, Plan, Step};
use rules::event::Event;
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::ruleset::{Aim, Ctx, Entry};
use rules::state::{Status, Unit};
use rules::{Key, Refusal};

use super::budget;
use super::data::{Content, SheetKind};
use super::drag;
use super::flags::{REORDER, TRUCE, YIELD};
use super::grip;
use super::interact;
use super::position::Position;
use super::sheet::{MAIN, OFF};

/// Action bar group of free acts.
const GROUP: &str = "free";
/// Action bar group of acts addressed to the other side.
const PARLEY: &str = "parley";

/// The parts of a turn, the most common first.
pub fn turn_parts() -> Vec<Key> {
    [budget::ACTION, budget::RAPID, budget::PREPARED, budget::FULL, budget::MOVE, GROUP, PARLEY]
        .map(Key::of)
        .into()
}

impl FreeAct {
    const fn text(self) -> &'static str {
        match self {
            Self::DropMain | Self::DropOff => "Drops it to the ground in its own square.",
            Self::LetGo => "Lets go of every unit it drags or holds.",
            Self::Reorder => {
                "At the end of the round, allies of equal initiative agree who goes first."
            }
            Self::OfferTruce => "Offers a truce; the other side answers at the end of the round.",
            Self::Surrender => "Surrenders: out of the fight and no longer anyone's foe.",
            Self::LayDownArms => "At the end of the round the whole side surrenders.",
        }
    }

    /// Name for lists, whatever is held.
    const fn plain_name(self) -> &'static str {
        match self {
            Self::DropMain => "Drop (main hand)",
            Self::DropOff => "Drop (off hand)",
            Self::LetGo => "Let Go",
            Self::Reorder => "Agree on an Order",
            Self::OfferTruce => "Offer a Truce",
            Self::Surrender => "Surrender",
            Self::LayDownArms => "Lay Down Arms",
        }
    }

    fn name(self, position: Position<'_>, unit: &Unit) -> String {
        let held = |slot: &str| {
            let item = unit.gear.0.get(slot);
            let weapon = item.and_then(|i| position.content.weapons.get(i.as_str()));
            weapon.map_or_else(|| "Held Item".to_owned(), |w| w.name.clone())
        };
        match self {
            Self::DropMain => format!("Drop {}", held(MAIN)),
            Self::DropOff => format!("Drop {}", held(OFF)),
            _ => self.plain_name().into(),
        }
    }
}

/// Entries for all free acts.
pub fn entries() -> impl Iterator<Item = Entry> {
    let entry = |act: FreeAct| Entry::new(&Key::of(act.id()), act.plain_name(), act.text());
    FreeAct::ALL.into_iter().map(entry)
}

fn holds_a_unit(position: Position<'_>, unit: &Unit) -> bool {
    drag::untie(unit).is_some() || !grip::release(position.ctx, unit.id(), "").is_empty()
}

/// True if another active unit of the side has the same initiative.
fn has_equal(position: Position<'_>, unit: &Unit) -> bool {
    let slots = &position.ctx.state.scene.clock.slots;
    let value = slots.iter().find(|s| s.members.contains(&unit.id())).map(|s| s.value);
    position.ctx.state.of_side(unit.side()).any(|other| {
        other.id() != unit.id()
            && other.status == Status::Active
            && slots.iter().any(|s| Some(s.value) == value && s.members.contains(&other.id()))
    })
}

/// True if the side has said this in the current round.
fn said(position: Position<'_>, unit: &Unit, flag: &str) -> bool {
    let side = position.ctx.state.scene.sides.get(usize::from(unit.side().0));
    side.is_some_and(|s| s.flags.get(flag) != 0)
}

/// Checks a free act.
///
/// # Errors
/// Why it is not possible.
fn check(position: Position<'_>, unit: &Unit, act: FreeAct) -> Result<(), Refusal> {
    let refuse = |code, text, rule| Err(Refusal::new(code, text, rule));
    if is_minion(position, unit) {
        return refuse(
            "other_body",
            "this kind of body can neither drop things nor speak",
            "PR-324",
        );
    }
    let in_other_form = !unit.form.stored.is_empty();
    match act {
        FreeAct::DropMain | FreeAct::DropOff if in_other_form => {
            refuse("other_body", "nothing is held in another form", "PR-325")
        }
        FreeAct::DropMain if !unit.gear.0.contains_key(MAIN) => {
            refuse("nothing_held", "the main hand holds nothing", "PR-65")
        }
        FreeAct::DropOff if !unit.gear.0.contains_key(OFF) => {
            refuse("nothing_held", "the off hand holds nothing", "PR-65")
        }
        FreeAct::LetGo if !holds_a_unit(position, unit) => {
            refuse("holds_nobody", "it drags and holds no one", "PR-65")
        }
        FreeAct::Reorder if !has_equal(position, unit) => {
            refuse("no_equal", "no ally has the same initiative", "PR-384")
        }
        FreeAct::OfferTruce if !may_be_heard(position, unit) => {
            refuse("not_heard", "no one on the other side hears it", "PR-382")
        }
        FreeAct::Reorder if said(position, unit, REORDER) => {
            refuse("said_already", "already to be discussed at the end of the round", "PR-384")
        }
        FreeAct::OfferTruce if said(position, unit, TRUCE) => {
            refuse("said_already", "a truce is already offered", "PR-381")
        }
        FreeAct::LayDownArms if said(position, unit, YIELD) => {
            refuse("said_already", "already said", "PR-381")
        }
        _ => Ok(()),
    }
}

/// True if an enemy may hear the speaker, as far as its side knows: an enemy in an unknown place
/// may (PR-382).
fn may_be_heard(position: Position<'_>, speaker: &Unit) -> bool {
    let state = position.ctx.state;
    let mut foes = state
        .units
        .iter()
        .filter(|u| u.status == Status::Active && state.are_foes(u.id(), speaker.id()));
    foes.any(|foe| !state.sees(speaker.side(), foe) || position.hears(foe.id(), speaker.id()))
}

/// True for minions, which can do only what is on their sheet (PR-324).
fn is_minion(position: Position<'_>, unit: &Unit) -> bool {
    position.numbers(unit.id()).is_some_and(|n| n.sheet.kind == SheetKind::Minion)
}

/// A free act of one combatant.
pub struct FreeActs<'a> {
    position: Position<'a>,
    unit: &'a Unit,
    act: FreeAct,
}

impl<'a> FreeActs<'a> {
    /// The act with this ID.
    pub fn of(position: Position<'a>, unit: &'a Unit, act: &str) -> Option<Self> {
        FreeAct::of(act).map(|act| Self { position, unit, act })
    }
}

/// The free acts shown in the action bar; dropping, letting go and reordering only if possible.
pub fn listed<'a>(
    position: Position<'a>,
    unit: &'a Unit,
) -> impl Iterator<Item = FreeActs<'a>> + use<'a> {
    let sensible = move |act: &FreeAct| match act {
        FreeAct::DropMain | FreeAct::DropOff | FreeAct::LetGo | FreeAct::Reorder => {
            check(position, unit, *act).is_ok()
        }
        _ => !is_minion(position, unit),
    };
    let all = FreeAct::ALL.into_iter().filter(sensible);
    all.map(move |act| FreeActs { position, unit, act })
}

impl Act<Step> for FreeActs<'_> {
    fn key(&self) -> Key {
        Key::of(self.act.id())
    }

    fn label(&self) -> Label {
        let speech =
            matches!(self.act, FreeAct::OfferTruce | FreeAct::Surrender | FreeAct::LayDownArms);
        let (name, text) = (self.act.name(self.position, self.unit), self.act.text().to_owned());
        Label { name, text, cost: "free".into(), group: if speech { PARLEY } else { GROUP } }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check(self.position, self.unit, self.act)
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        Ok(Plan::of(Free { unit: self.unit.id(), act: self.act }))
    }
}

/// Carries out a free act. Declarations of sides are resolved in the end phase.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Free) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let act = step.act;
    let position = Position { content, ctx };
    let name = act.name(position, unit);
    let declared = (&Key::of(act.id()), name.as_str());
    let mut events = vec![events::declared(unit, declared, Vec::new(), "PR-65")];
    let side = ctx.state.scene.sides.get(usize::from(unit.side().0));
    let say = |id| side.map(|side| events::side_flag((unit.side(), side), id, 1, "PR-381"));
    let at = unit.placement.drop_point().unwrap_or_default();
    match act {
        FreeAct::DropMain => events.extend(interact::lay_down(unit, MAIN, at)),
        FreeAct::DropOff => events.extend(interact::lay_down(unit, OFF, at)),
        FreeAct::LetGo => {
            events.extend(drag::untie(unit));
            events.extend(grip::release(ctx, unit.id(), "let go"));
        }
        FreeAct::Reorder => events.extend(say(REORDER)),
        FreeAct::OfferTruce => events.extend(say(TRUCE)),
        FreeAct::LayDownArms => events.extend(say(YIELD)),
        FreeAct::Surrender => events.push(surrender(unit)),
    }
    Outcome::done(events)
}

/// The event of surrendering: the unit is out of the fight and does not flank (PR-383).
pub fn surrender(unit: &Unit) -> Event {
    events::status(unit, Status::Surrendered, "surrendered", "PR-383")
}
