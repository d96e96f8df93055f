//! Battles that begin with hidden attackers: which units notice them, and which one opens (TU-197
//! to TU-203).

use grid::{SideId, UnitId};
use rules::Key;
use rules::RuleId;
use rules::dice::Throw;
use rules::event::{Event, Rolled};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Slot, Unit};

use super::data::{Content, Mark, Skill, SurpriseSpotter};
use super::numbers::{HIDDEN, HIDES, Numbers, SURPRISED};
use super::sight;

/// The units hidden when the battle begins, and which watchers have spotted them.
#[derive(Default)]
pub struct Hidden {
    /// The hidden units.
    units: Vec<UnitId>,
    /// Pairs of a watcher and a hidden unit that it has spotted.
    spotted: Vec<(UnitId, UnitId)>,
}

/// Hidden units take cover, and each watcher with a line of sight to any of them makes a Perception
/// check (TU-201). A watcher rolls one die for all of them.
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn watch(
    content: &Content,
    ctx: Ctx<'_>,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Hidden, Pause> {
    let hides = |unit: &&Unit| unit.is_active() && unit.flags.get(HIDES) != 0;
    let hiders: Vec<&Unit> = ctx.state.units.iter().filter(hides).collect();
    let mut hidden = Hidden { units: hiders.iter().map(|u| u.id()).collect(), spotted: Vec::new() };
    for hider in &hiders {
        let lasts = Expiry::Until(Key::of("revealed"));
        let condition = Condition::new(Key::of(HIDDEN), 0, Some(hider.id()), lasts);
        events.extend(sight::vanishes(ctx, hider, condition, "TU-201"));
    }
    for watcher in ctx.state.units.iter().filter(|u| u.is_active() && u.flags.get(SURPRISED) == 0) {
        let Some(numbers) = Numbers::of(content, watcher) else { continue };
        let in_line = |hider: &&&Unit| {
            let bodies = ctx.field.body(watcher.id()).zip(ctx.field.body(hider.id()));
            hider.side() != watcher.side()
                && bodies.is_some_and(|(a, b)| sight::has_line(ctx, a, b))
        };
        let quarry: Vec<&&Unit> = hiders.iter().filter(in_line).collect();
        if quarry.is_empty() || numbers.has_mark(Mark::Blind) {
            continue;
        }
        let faces = oracle.roll(Throw::face(10))?;
        for hider in quarry {
            let Some(other) = Numbers::of(content, hider) else { continue };
            let stealth = other.skill_rank(Skill::Stealth).value();
            let test = numbers.check(Skill::Perception, &[("its Stealth", stealth, "TU-201")]);
            let (who, target) = (Some(watcher.id()), Some(hider.id()));
            let rolled = Rolled { who, target, ..test.rolled("watch", faces.clone()) };
            let rolled = events::rolled(rolled, "TU-201");
            if test.score(&faces).passed() {
                events.push(rolled);
                events.push(sight::spots(watcher, hider));
                hidden.spotted.push((watcher.id(), hider.id()));
            } else {
                // Only its own side knows that it is there (TU-301).
                events.push(events::secret(hider, rolled));
            }
        }
    }
    Ok(hidden)
}

/// The unit that opens the battle goes first (TU-197); watchers that have spotted it and are faster
/// go before it (TU-200). A side with several hidden units chooses (TU-203).
///
/// # Errors
/// [`Pause`] while a decision is missing.
pub fn open(
    content: &Content,
    ctx: Ctx<'_>,
    (hidden, slots): (&Hidden, &mut Vec<Slot>),
    oracle: &mut Oracle<'_>,
) -> Result<(), Pause> {
    let side_of = |id: &UnitId| ctx.unit(*id).map(Unit::side);
    let mut sides: Vec<SideId> = hidden.units.iter().filter_map(side_of).collect();
    sides.sort_unstable();
    sides.dedup();
    // The first side in the level opens before the others.
    for side in sides.into_iter().rev() {
        let own = hidden.units.iter().copied().filter(|id| side_of(id) == Some(side));
        let own: Vec<UnitId> = own.collect();
        let opener = match own.as_slice() {
            [] => continue,
            [only] => *only,
            several => choose(ctx, side, several, oracle)?,
        };
        let Some(at) = slots.iter().position(|slot| slot.members.contains(&opener)) else {
            continue;
        };
        // With only one enemy, that enemy is the target.
        let enemies = ctx.state.units.iter().filter(|u| u.is_active() && u.side() != side);
        let alone = enemies.count() == 1;
        let spotted = !alone && hidden.spotted.iter().any(|(_, of)| *of == opener);
        if spotted && content.rules.surprise_spotter == SurpriseSpotter::AsRolled {
            continue;
        }
        let slot = slots.remove(at);
        let faster = |other: &Slot| {
            let spotter = |id: &UnitId| !alone && hidden.spotted.contains(&(*id, opener));
            other.value > slot.value && other.members.iter().any(spotter)
        };
        let (mut first, rest): (Vec<Slot>, Vec<Slot>) = slots.drain(..).partition(faster);
        first.push(slot);
        first.extend(rest);
        *slots = first;
    }
    Ok(())
}

/// Asks a side which of its hidden units opens the battle.
fn choose(
    ctx: Ctx<'_>,
    side: SideId,
    units: &[UnitId],
    oracle: &mut Oracle<'_>,
) -> Result<UnitId, Pause> {
    let name = |id: &UnitId| ctx.unit(*id).map(|u| u.identity.name.clone()).unwrap_or_default();
    let choice = |id: &UnitId| Choice {
        id: Key::new(&format!("unit_{}", id.0)),
        label: name(id),
        place: None,
        unit: Some(*id),
    };
    let answer = oracle.ask(Prompt {
        kind: Key::of("opener"),
        side,
        unit: None,
        about: Key::default(),
        text: "Who opens the battle?".to_owned(),
        choices: units.iter().map(choice).collect(),
        default: 0,
        rule: RuleId::of("TU-203"),
    })?;
    Ok(units.get(usize::from(answer.0)).or(units.first()).copied().unwrap_or_default())
}
