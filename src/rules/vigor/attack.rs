//! Attacks: against Guard, then against a Dodge that is chosen when the total is known, then damage
//! (VG-97 to VG-137, VG-190 to VG-194).

use crate::grid::{Body, Diagonals, Hm, UnitId, distance, hidden_shares, sees};
use crate::rules::dice::{Chance, Die, Read, Throw};
use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::kit::harm::Harm;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::roll::Test;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Deed, Posture, Status, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::data::{Content, Moment, Weapon};
use super::harm;
use super::numbers::{ACTIONS, Numbers, VIGOR};
use super::step::{Attack, Blow, Outcome};

/// What standing orders call a Dodge.
pub const DODGE: &str = "dodge";

/// So far above what is needed are totals told apart. A roll beyond it is past any Dodge by more than
/// one in a million: four dice would have to burst several times over.
const TOLD_APART: i32 = 90;

/// An attack as it stands before it is rolled.
pub struct Roll<'a> {
    /// Who attacks.
    pub numbers: Numbers<'a>,
    /// Whom.
    pub target: &'a Unit,
    /// With what.
    pub weapon: &'a Weapon,
    /// The d20 and the Bonus Dice, which have to come higher than Guard (VG-1, VG-2); Challenges stand among its terms (VG-129).
    pub test: Test,
}

/// An attack of one combatant on another, if it is possible where they are.
///
/// # Errors
/// Why it is not.
pub fn prepare<'a>(
    moment: Moment<'a>,
    actor: &'a Unit,
    weapon: &'a Weapon,
    target: UnitId,
) -> Result<Roll<'a>, Refusal> {
    let Moment { content, ctx } = moment;
    let no_target = || Refusal::new("no_target", "there is no one to attack", "VG-132");
    let target = ctx.unit(target).filter(|u| u.id() != actor.id()).ok_or_else(no_target)?;
    let numbers = Numbers::of(content, actor).ok_or_else(no_target)?;
    let theirs = Numbers::of(content, target).ok_or_else(no_target)?;
    if matches!(target.status, Status::Dead | Status::Gone) {
        return Err(no_target());
    }
    let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(target.id()));
    let (me, them) = bodies.ok_or_else(no_target)?;
    let metres = distance(me, them, Diagonals::One).map_or(i32::MAX, |m| m as i32);
    let adjacent = ctx.field.adjacent(me, them, Hm::metres(2));
    let seen = sees(ctx.field.board(), me, them);
    let reach = i32::from(weapon.reach);
    let melee = reach > 0 && (adjacent || reach > 1 && metres <= reach && seen);
    let increment = i32::from(weapon.increment);
    if !melee && !seen {
        return Err(Refusal::new("no_sight", "it is not in view", "VG-132"));
    }
    if !melee && (increment == 0 || metres > increment * content.rules.most_increments) {
        return Err(Refusal::new("out_of_range", "it is out of range", "VG-136"));
    }
    let mut terms = Sum::new();
    let mut challenges = 0;
    if !melee {
        let beyond = (metres - 1).max(0) / increment;
        if beyond > 0 {
            challenges += beyond;
            terms.push("far: smaller Bonus Dice", 0, "VG-136");
        }
        if target.placement.posture == Posture::Prone {
            challenges += 1;
            terms.push("prone: smaller Bonus Dice", 0, "VG-163");
        }
    }
    let mut guard = theirs.guard();
    if !melee && !adjacent {
        add_cover(content, ctx, (me, them), &mut guard);
    }
    let mut test = Test::of(20, terms, "Guard", guard).above();
    test.dice.extend(numbers.bonus_dice(numbers.sheet.agility, -challenges));
    Ok(Roll { numbers, target, weapon, test })
}

/// Cover by how much of the target is hidden (VG-298 to VG-303).
fn add_cover(content: &Content, ctx: Ctx<'_>, (from, to): (&Body, &Body), guard: &mut Sum) {
    let (hard, soft) = hidden_shares(ctx.field.board(), from, to);
    let quarters = |part: u32, whole: u32| (4 * part).checked_div(whole).unwrap_or(0);
    let rules = &content.rules;
    match quarters(hard.part, hard.whole) {
        3.. => guard.add("full cover", rules.cover_full, "VG-301"),
        1..=2 => guard.add("partial cover", rules.cover_partial, "VG-300"),
        0 => {
            if quarters(hard.part + soft.part, hard.whole.max(soft.whole)) > 0 {
                guard.add("light cover", rules.cover_light, "VG-298");
            }
        }
    }
}

impl Roll<'_> {
    /// The dice of the damage: those of the weapon, and the Bonus Dice of Strength (VG-190, VG-192).
    pub fn damage(&self) -> Vec<Die> {
        let mut dice = vec![Die::d(self.weapon.quality.sides()); usize::from(self.weapon.dice)];
        dice.extend(self.numbers.bonus_dice(self.numbers.sheet.strength, 0));
        dice
    }

    /// The damage that is to be expected, rounded down; a bursting die counts as one throw and a
    /// share of the next.
    pub fn usual_damage(&self) -> i32 {
        let tenths = |die: &Die| {
            let sides = i32::from(die.sides);
            let plain = 5 * (sides + 1);
            if die.bursts { plain * sides / (sides - 1).max(1) } else { plain }
        };
        self.damage().iter().map(tenths).sum::<i32>() / 10
    }

    /// Whether the target may defend itself (VG-97, VG-107, VG-110).
    pub fn may_dodge(&self, content: &Content, ctx: Ctx<'_>) -> bool {
        let acts = ctx.state.scene.clock.active.contains(&self.target.id());
        self.target.status == Status::Active
            && !acts
            && self.target.pools.0.value(VIGOR) >= content.rules.dodge_cost
    }
}

/// Carries an attack out.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn run(moment: Moment<'_>, step: &Attack, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit) else { return nothing };
    let weapon = Numbers::of(content, actor).and_then(|n| n.weapon(step.weapon.as_str()));
    let Some(weapon) = weapon else { return nothing };
    let Ok(roll) = prepare(moment, actor, weapon, step.target) else { return nothing };
    let next = |blow| Attack { blow, ..step.clone() }.into();
    match step.blow {
        Blow::Declare => {
            let left = actor.pools.0.value(ACTIONS) - 1;
            let deed = Deed { class: Key::of("attack"), act: weapon.id.clone(), amount: 0 };
            let act = (weapon.id.clone(), weapon.name.as_str());
            let mut events = vec![events::declared(actor, act, vec![step.target], &["VG-62"])];
            events.extend(events::pool(actor, ACTIONS, left, &weapon.name, "VG-62"));
            events.push(events::deed(actor, deed, None, "VG-62"));
            Ok(Outcome::then(events, next(Blow::Roll)))
        }
        Blow::Roll => {
            let dodges = roll.may_dodge(content, ctx);
            // A Dodge is compared with the total, which then matters to the point.
            let most = roll.test.against.total() + TOLD_APART;
            let throw = if dodges { roll.test.throw_whole(most) } else { roll.test.throw() };
            let faces = oracle.roll(throw)?;
            let score = roll.test.score(&faces);
            let (hits, total) = (score.passed(), score.total);
            let event =
                events::tested(&roll.test, ("attack", actor, Some(step.target)), faces, "VG-127");
            Ok(match (hits, dodges) {
                (false, _) => Outcome::done(vec![event]),
                (true, true) => Outcome::then(vec![event], next(Blow::Defend { total })),
                (true, false) => Outcome::then(vec![event], next(Blow::Harm)),
            })
        }
        Blow::Defend { total } => {
            let (avoided, events) = dodge(content, ctx, (&roll, actor), total, oracle)?;
            Ok(if avoided {
                Outcome::done(events)
            } else {
                Outcome::then(events, next(Blow::Harm))
            })
        }
        Blow::Harm => {
            let dice = roll.damage();
            let read = Read::Sum((1..=harm::most(content, roll.target)).collect());
            let faces = oracle.roll(Throw { dice: dice.clone(), read })?;
            let mut sum = Sum::new();
            let own = usize::from(weapon.dice);
            let of = |part: &[u16]| part.iter().map(|f| i32::from(*f)).sum::<i32>();
            let (weapon_dice, bonus) = faces.split_at(own.min(faces.len()));
            sum.push(weapon.name.to_lowercase(), of(weapon_dice), "VG-190");
            sum.add("Strength", of(bonus), "VG-192");
            let harm = Harm { act: &weapon.id, by: Some(actor), sum };
            Ok(Outcome::done(harm::deal(content, roll.target, harm, true)))
        }
    }
}

/// A Dodge against a total that is known (VG-99 to VG-105): whether the attack is avoided.
fn dodge(
    content: &Content,
    ctx: Ctx<'_>,
    (roll, actor): (&Roll<'_>, &Unit),
    total: i32,
    oracle: &mut Oracle<'_>,
) -> Result<(bool, Vec<Event>), Pause> {
    let unit = roll.target;
    let Some(numbers) = Numbers::of(content, unit) else { return Ok((false, Vec::new())) };
    let cost = content.rules.dodge_cost;
    let mut against = Sum::new();
    against.push("the attack", total, "VG-102");
    let mut test = Test::of(20, Sum::new(), "the attack", against).above();
    test.dice.extend(numbers.bonus_dice(numbers.speed(), 0));
    let chance = test.chance();
    let wise = chance >= Chance::new(1, 5) && unit.pools.0.value(VIGOR) > cost;
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let name = &unit.identity.name;
    let text = format!("{} hits {name} with {total}. Dodge for {cost} Vigor?", actor.identity.name);
    let prompt = Prompt::yes_no("react", side, Some(unit.id()), text, wise, "VG-99");
    if oracle.ask(prompt.about(Key::of(DODGE)))? != Answer::YES {
        return Ok((false, Vec::new()));
    }
    let (faces, score) = test.roll(oracle)?;
    let left = unit.pools.0.value(VIGOR) - cost;
    let paid = events::pool(unit, VIGOR, left, "Dodge", "VG-101");
    let dodged = events::tested(&test, (DODGE, unit, None), faces, "VG-102");
    Ok((score.passed(), paid.into_iter().chain([dodged]).collect()))
}
