//! Strikes with weapons: their requirements, and the stages of a strike (TU-22, TU-35 to TU-53).

use std::slice;

use grid::{Cell, Diagonals, Place, UnitId};
use rules::event::{Degree, Event, EventKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Status, Unit};
use rules::{Key, Refusal};

use super::ailments;
use super::attack::{self, AttackSource, Roll, prepare};
use super::budget;
use super::data::{Content, Mark, ReactionWindow, Weapon};
use super::harm::{self, Wound};
use super::numbers::{ATTACKS, DRAW, MAIN, Numbers, STRIKE};
use super::reactions::{self, Threat};
use super::rulings;
use super::sight;
use super::step::{Blow, Lunge, Outcome, Shielded, Strike};

/// Checks that a combatant can use a weapon now, regardless of the target.
///
/// # Errors
/// The reason why it cannot.
pub fn check_weapon(numbers: &Numbers<'_>, (slot, weapon): (&str, &Weapon)) -> Result<(), Refusal> {
    numbers.can_hold(weapon)?;
    let drawn = numbers.unit.turn.acts.iter().any(|record| record.class == *DRAW);
    if slot != MAIN && drawn {
        return Err(Refusal::new("drawn", "it has changed weapons in this Turn", "TU-35"));
    }
    Ok(())
}

/// Runs one stage of a strike.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Strike,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = || Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit) else { return over() };
    // An attacker felled or stunned by a Reaction stops here (TU-297, TU-367).
    let able = Numbers::of(content, actor).filter(Numbers::can_act);
    let Some(numbers) = able else { return over() };
    let Some((slot, weapon)) = numbers.weapon(step.weapon.as_str()) else { return over() };
    let next = |blow| Strike { blow, ..step.clone() }.into();
    if step.blow == Blow::Declare {
        let paid = Paid { main: step.main, split: step.split, prepared: step.prepared };
        let events = declare(&numbers, (slot, weapon), (&paid, vec![step.target], None));
        let late = content.rules.reaction_window == ReactionWindow::AfterHit;
        return Ok(Outcome::then(events, next(if late { Blow::Roll } else { Blow::Shield })));
    }
    let secondary = !step.prepared && numbers.strikes().0 != step.main;
    let Some(roll) = aimed(content, ctx, (actor, AttackSource::Weapon(weapon)), step, secondary)
    else {
        // A target that is now out of reach is not struck (TU-195), but the Attack is spent.
        let used = used_up(&numbers).into_iter();
        return Ok(Outcome::done(used.chain(ailments::revealed(content, actor)).collect()));
    };
    match step.blow {
        Blow::Declare | Blow::Shield | Blow::Late { .. } => {
            let single = step.shielded.is_none();
            let (roll, target, cast) = (&roll, roll.target, false);
            let aimed_at = reactions::aimed_at(step.shielded.as_ref(), step.target);
            let threat = Threat { actor, target, aimed_at, roll: Some(roll), single, cast };
            let asked = (slice::from_ref(&threat), step.answered);
            let Some(reaction) = reactions::offer(content, ctx, asked, oracle)? else {
                let blow = match step.blow {
                    Blow::Late { critical } => Blow::Harm { critical },
                    _ => Blow::Roll,
                };
                return Ok(Outcome::then(Vec::new(), next(blow)));
            };
            let mut step = Strike { answered: Some(reaction.by), ..step.clone() };
            if reaction.shields {
                step.shielded = Some(Shielded { unit: step.target, dod: roll.dod.total() });
                step.target = reaction.by;
            }
            Ok(Outcome::after(reaction.events, reaction.then, Some(step.into())))
        }
        Blow::Roll => {
            let test = roll.test(content, step.shielded.as_ref().map(|other| other.dod));
            let (faces, score) = test.roll(oracle)?;
            let rolled = events::tested(&test, (STRIKE, actor, Some(step.target)), faces, "TU-39");
            // A miss does not tell whether someone hides in the cell (TU-168, TU-301).
            let unknown =
                !score.passed() && sight::hides_from(content, ctx, roll.target.unit, actor.side());
            let missed = step.guessed.filter(|_| unknown).map(|cell| meets_no_one(actor, cell));
            let rolled =
                if missed.is_some() { events::secret(roll.target.unit, rolled) } else { rolled };
            let used = used_up(&numbers);
            // Reactions that follow the roll still answer an attack from hiding (TU-199).
            let late = content.rules.reaction_window == ReactionWindow::AfterHit && score.passed();
            let revealed = (!late).then(|| ailments::revealed(content, actor));
            let revealed = revealed.into_iter().flatten();
            let events = [rolled].into_iter().chain(missed).chain(used).chain(revealed).collect();
            Ok(if score.passed() {
                let critical = score.degree == Degree::Critical;
                let blow = if late { Blow::Late { critical } } else { Blow::Harm { critical } };
                Outcome::then(events, next(blow))
            } else {
                Outcome::done(events)
            })
        }
        Blow::Harm { critical } => {
            let damage = roll.damage(content, critical);
            let overkill = rulings::overkill(ctx, (actor.id(), roll.target.unit.id()));
            let wound = Wound::by(&weapon.id, actor, roll.means.kind(), damage);
            let wound = Wound { overkill, ..wound };
            let mut events = ailments::revealed(content, actor);
            events.extend(harm::deal(content, &roll.target, wound, oracle)?);
            Ok(Outcome::done(events))
        }
    }
}

/// The attack at this stage; `None` if it cannot reach its target any more.
fn aimed<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    by: (&'a Unit, AttackSource<'a>),
    step: &Strike,
    secondary: bool,
) -> Option<Roll<'a>> {
    let shielded = step.shielded.as_ref().map(|other| other.unit);
    let pair = (step.target, shielded.unwrap_or(step.target));
    if let Some(cell) = step.guessed {
        let there = ctx.field.body(step.target).is_some_and(|body| body.covers(cell));
        let guess = attack::guess(content, ctx, by, pair, secondary);
        return guess.filter(|_| there || shielded.is_some());
    }
    // A shielder is hit regardless of cover and concealment (TU-209).
    if shielded.is_some() {
        return attack::instead(content, ctx, by, pair, secondary);
    }
    prepare(content, ctx, by, step.target, secondary).ok()
}

/// A strike, whatever it hits, uses up what makes the next one critical (TU-46).
pub fn used_up(numbers: &Numbers<'_>) -> Option<Event> {
    let sure = numbers.ailments().find(|(_, a)| a.marks.contains(&Mark::Sure));
    sure.map(|(c, _)| events::relieved_of(numbers.unit, c, "it has struck", "TU-46"))
}

/// How a strike is paid for.
pub struct Paid {
    /// The strike of the Turn that deals full damage.
    pub main: i32,
    /// The Attacks of the split, if it makes the Turn Mixed.
    pub split: Option<i32>,
    /// True if it was prepared, and paid for then.
    pub prepared: bool,
}

/// Declares the strike and pays an Attack for it (TU-36); draws a weapon from the belt (TU-35).
pub fn declare(
    numbers: &Numbers<'_>,
    (slot, weapon): (&str, &Weapon),
    (paid, targets, at): (&Paid, Vec<UnitId>, Option<Place>),
) -> Vec<Event> {
    let unit = numbers.unit;
    let mut events = Vec::new();
    if slot != MAIN {
        let held = unit.gear.0.get(MAIN).cloned().unwrap_or_default();
        let record = ActRecord { class: Key::of(DRAW), act: weapon.id.clone(), amount: 0 };
        events.push(Event::new(EventKind::gear(unit, MAIN, &weapon.id), &["TU-35"]));
        events.push(Event::new(EventKind::gear(unit, slot, &held), &["TU-35"]));
        events.push(events::act_recorded(unit, record, None, "TU-35"));
    }
    let act = (weapon.id.clone(), weapon.name.as_str());
    events.push(events::declared_at(unit, act, (targets, at), "TU-36"));
    if paid.prepared {
        return events;
    }
    if let Some(attacks) = paid.split {
        events.extend(budget::mix(unit, numbers, attacks, 1));
    } else {
        let left = unit.pools.0.value(ATTACKS) - 1;
        events.extend(events::pool(unit, ATTACKS, left, &weapon.name, "TU-36"));
    }
    // Only its own side knows which strike is the main one.
    let record = ActRecord { class: Key::of(STRIKE), act: weapon.id.clone(), amount: paid.main };
    let marked = events::act_recorded(unit, record, None, "TU-48");
    events.push(events::secret(unit, marked));
    events
}

/// What is told of a strike at a cell that hits no one.
fn meets_no_one(actor: &Unit, cell: Cell) -> Event {
    events::note(actor, format!("strikes at {cell} and meets no one"), "TU-168")
}

/// A strike at a cell, at any unit that may be there unseen (TU-168).
pub fn lunge(content: &Content, ctx: Ctx<'_>, step: &Lunge) -> Outcome {
    let none = || Outcome::done(Vec::new());
    let Some(actor) = ctx.unit(step.unit).filter(|u| u.is_active()) else { return none() };
    let Some(numbers) = Numbers::of(content, actor) else { return none() };
    let Some(held) = numbers.weapon(step.weapon.as_str()) else { return none() };
    let paid = Paid { main: step.main, split: step.split, prepared: false };
    if !step.declared {
        let events = declare(&numbers, held, (&paid, Vec::new(), Some(step.cell.into())));
        return Outcome::then(events, Lunge { declared: true, ..step.clone() }.into());
    }
    let alive = |id: UnitId| {
        ctx.unit(id).is_some_and(|u| matches!(u.status, Status::Active | Status::Down))
    };
    // A unit that flies or stands out of reach above the cell is not hit (TU-38).
    let span = u32::from(held.1.reach.max(held.1.range));
    let reaches = |id: UnitId| {
        let metres = ctx.field.distance(step.unit, id, Diagonals::One);
        metres.is_some_and(|metres| metres <= span)
    };
    let there = ctx.field.bodies_in(step.cell).filter(|b| b.id != step.unit && alive(b.id));
    let there = there.filter(|body| reaches(body.id));
    // Standing units before prone ones.
    let first = there.min_by_key(|body| (body.prone, body.id));
    let Some(target) = first.map(|body| body.id) else {
        let missed = meets_no_one(actor, step.cell);
        let hiding = ailments::revealed(content, actor);
        let used = used_up(&numbers);
        return Outcome::done([missed].into_iter().chain(used).chain(hiding).collect());
    };
    let late = content.rules.reaction_window == ReactionWindow::AfterHit;
    let strike = Strike {
        unit: step.unit,
        target,
        weapon: step.weapon.clone(),
        main: step.main,
        split: None,
        shielded: None,
        prepared: false,
        answered: None,
        guessed: Some(step.cell),
        blow: if late { Blow::Roll } else { Blow::Shield },
    };
    Outcome::after(Vec::new(), vec![strike.into()], None)
}
