//! Summoned units: called by an ability, acting right after their caller; they vanish at 0 HP, when
//! their time is up, and with their caller (TU-34, TU-281, TU-360).

use grid::{FloorAt, Hm};
use rules::event::{Event, EventKind, SlotChange};
use rules::kit::book::Rulebook;
use rules::kit::events;
use rules::kit::spawn;
use rules::ruleset::Ctx;
use rules::state::{Conditions, Slot, SlotState, Status, Unit};
use rules::{Key, Refusal};

use super::ailments;
use super::data::{Ability, Content, Sheet};
use super::numbers::{HP, Numbers};
use super::step::{Outcome, Step, Vanish};

/// The condition of a summoned unit, which vanishes when it ends.
const SUMMONED: &str = "summoned";
/// Flag: called during this battle, for a limited time.
const CALLED: &str = "called";

/// The sheet of the unit that an ability summons.
fn called<'a>(content: &'a Content, ability: &Ability) -> Option<&'a Sheet> {
    content.roster.get(ability.summons.as_ref()?.as_str())
}

/// The height of a role.
fn height(sheet: &Sheet) -> Hm {
    Hm::from_cm_ceil(i32::from(sheet.height_cm)).max(Hm(1))
}

/// Checks that a cell has room for the unit that an ability summons.
///
/// # Errors
/// If it has none.
pub fn check_room(
    ctx: Ctx<'_>,
    actor: &Numbers<'_>,
    ability: &Ability,
    at: FloorAt,
) -> Result<(), Refusal> {
    let no_room = || Refusal::new("no_room", "there is no room", "TU-34");
    let sheet = called(actor.content, ability).ok_or_else(no_room)?;
    let fits = spawn::site(ctx, actor.unit.id(), (at, sheet.size, height(sheet)));
    fits.map(drop).map_err(|_| no_room())
}

/// Adds the summoned unit. It acts right after its caller, from the next round on.
pub fn call(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, ability): (&Numbers<'_>, &Ability),
    at: Option<FloorAt>,
) -> Vec<Event> {
    let owner = actor.unit;
    let failed = || vec![events::cancelled(owner, &ability.id, "there is no room", "TU-34")];
    let Some((sheet, at)) = called(content, ability).zip(at) else { return failed() };
    let fits = spawn::site(ctx, owner.id(), (at, sheet.size, height(sheet)));
    let Ok(site) = fits else { return failed() };
    let placing = spawn::called(ctx.state, owner, (&sheet.id, &sheet.name), at.cell);
    let Ok(mut unit) = content.enlist(&placing) else { return failed() };
    spawn::put_down(&mut unit, owner.id(), &site);
    let rounds = ability.gives.as_ref().map_or(1, |gives| gives.rounds);
    let summoned = Key::of(SUMMONED);
    let lasts = ailments::lasting(content, ctx, owner, (&summoned, 0), rounds);
    unit.conditions = Conditions(vec![lasts]);
    unit.flags.set(Key::of(CALLED), 1);
    let id = unit.id();
    let mut all = vec![Event::new(EventKind::Spawned(Box::new(unit)), &["TU-34"])];
    let clock = &ctx.state.scene.clock;
    let own = clock.slots.iter().position(|slot| slot.members.contains(&owner.id()));
    if let Some((at, slot)) = own.and_then(|at| Some((at, clock.slots.get(at)?))) {
        let new = Slot { state: SlotState::Done, ..Slot::turn(vec![id], slot.value) };
        all.push(events::slot(SlotChange::Insert(at + 1, new), "TU-34"));
    }
    all
}

/// Summoned units that vanish: at 0 HP, out of time, or without their caller.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let over = |unit: &&Unit| {
        if !unit.status.is_present() || !is_summoned(content, unit) {
            return false;
        }
        unit.tracks.0.value(HP) <= 0 || is_late(unit) || is_orphaned(ctx, unit)
    };
    ctx.state.units.iter().filter(over).map(|unit| Vanish { unit: unit.id() }.into()).collect()
}

/// True for a unit that was summoned, or whose sheet is a summon's.
fn is_summoned(content: &Content, unit: &Unit) -> bool {
    unit.identity.maker.is_some() || Numbers::of(content, unit).is_some_and(|n| n.sheet.summon)
}

fn is_late(unit: &Unit) -> bool {
    unit.flags.get(CALLED) != 0 && !unit.conditions.has(SUMMONED)
}

fn is_orphaned(ctx: Ctx<'_>, unit: &Unit) -> bool {
    let owner = unit.identity.maker.map(|id| ctx.unit(id).map(|owner| owner.status));
    matches!(owner, Some(None | Some(Status::Dead | Status::Gone)))
}

/// A summoned unit is gone.
pub fn vanish(ctx: Ctx<'_>, step: &Vanish) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let (why, rule) = if unit.tracks.0.value(HP) <= 0 {
        ("it is spent", "TU-281")
    } else if is_late(unit) {
        ("its time is up", "TU-360")
    } else {
        ("its caller is gone", "TU-360")
    };
    Outcome::done(vec![events::status(unit, Status::Gone, why, rule)])
}
