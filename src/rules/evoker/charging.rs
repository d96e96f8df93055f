//! Charge: a separate run-up and one blow in a single act (EV-166, EV-224).

use grid::{Body, Diagonals, Hm, UnitId, distance, sees};
use rules::command::Waypoint;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::kit::events;
use rules::kit::walk::{MovementRules, Walk};
use rules::reach::ReachStop;
use rules::ruleset::{Aim, Ctx, Forecast, Variant};
use rules::state::{Status, Unit};
use rules::{Key, Refusal, fog};

use super::attack::{self, OpposedTests};
use super::budget::{self, Price};
use super::data::{Content, Keyword};
use super::extra_acts::{earn, finished, staggerable};
use super::harm::{self, Harm};
use super::names::{BESIDE, BURST, CHARGE, LEG, METRES, OWN_LEG, RUN_UP_ONLY, RUN_UP_WALK};
use super::numbers::{Arm, Numbers};
use super::step::{AttackMode, Outcome, Plan, Rush, Step, Strike};
use super::{hiding, mounts, restraints};

/// A charge as an act of a combatant.
pub struct Charging<'a> {
    /// The content.
    pub content: &'a Content,
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
}

const PRICE: Price = Price::of(2, Some(Keyword::Attack));

impl<'a> Charging<'a> {
    /// The weapon it strikes with: the first held or natural one for melee.
    fn arm(&self) -> Option<Arm<'a>> {
        self.me.melee_arm()
    }

    /// The shortest run-up to a cell from which it reaches the target, as its side sees the board.
    fn run_up(&self, target: UnitId) -> Result<(Option<ReachStop>, Vec<Waypoint>), Refusal> {
        let none = || Refusal::new("no_target", "there is no foe to attack", "EV-166");
        let unit = self.me.unit;
        let foe =
            self.ctx.unit(target).filter(|u| u.status != Status::Dead && u.status.is_present());
        let foe = foe.filter(|_| self.ctx.state.are_foes(unit.id(), target)).ok_or_else(none)?;
        hiding::check_seen(self.ctx, unit, foe)?;
        let to = (target, self.arm().map_or(1, |arm| arm.range()));
        fog::as_seen(self.ctx, unit.side(), |ctx| way(self.content, ctx, unit, to))
    }

    fn clash(&self, how: Use<'_>) -> Option<OpposedTests<'a>> {
        let target = self.ctx.unit(one_unit(how.targets, "EV-166").ok()?)?;
        let arm = self.arm()?;
        let way = AttackMode::Charge { burst: how.choice.as_str() == BURST };
        let acting = hiding::acting(self.me.unit);
        let unit: &Unit = &acting;
        // It strikes from where the run-up ends.
        let end = self.run_up(target.id()).ok().and_then(|(end, _)| end);
        let body = self.ctx.field.body(unit.id())?;
        let there = end.map(|end| body.moved(end.cell, end.feet));
        let field = there.map(|there| self.ctx.field.with_body(there));
        let field = field.as_ref().unwrap_or(self.ctx.field);
        let ctx = Ctx { field, ..self.ctx };
        attack::clash(self.content, ctx, (unit, arm), (target, None, &way))
    }
}

/// The shortest path to a cell from which a blow of this range reaches a unit, within one Basic
/// Move, and its end; empty if it is already in reach.
fn way(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (target, range): (UnitId, u8),
) -> Result<(Option<ReachStop>, Vec<Waypoint>), Refusal> {
    let bodies = ctx.field.body(unit.id()).zip(ctx.field.body(target));
    if bodies.is_some_and(|(body, foe)| strikes(ctx, body, foe, range)) {
        return Ok((None, Vec::new()));
    }
    content.at(ctx).may_move(unit)?;
    let (end, path) = nearest(content, ctx, unit, (target, range))?;
    Ok((Some(end), path))
}

/// Whether a blow of this range reaches an enemy from a place (EV-124).
fn strikes(ctx: Ctx<'_>, from: &Body, foe: &Body, range: u8) -> bool {
    let far = || distance(from, foe, Diagonals::One).is_some_and(|m| m <= range.into());
    ctx.field.adjacent(from, foe, BESIDE)
        || range > 1 && far() && sees(ctx.field.board(), from, foe)
}

/// Everything the search for a run-up reads besides the board.
#[derive(PartialEq)]
struct RunUp {
    rules: u64,
    unit: Unit,
    in_extra_act: bool,
    hazard_height: Hm,
    bodies: Vec<Body>,
}

/// The shortest run-up to a unit, whether or not this unit may move by its own will.
///
/// # Errors
/// If the target is too far.
pub fn path_to(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    to: (UnitId, u8),
) -> Result<Vec<Waypoint>, Refusal> {
    nearest(content, ctx, unit, to).map(|(_, path)| path)
}

/// The nearest place from which it reaches a unit, and the path there.
fn nearest(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (target, range): (UnitId, u8),
) -> Result<(ReachStop, Vec<Waypoint>), Refusal> {
    let far = || Refusal::new("out_of_range", "one Basic Move does not take it there", "EV-166");
    // Its mount carries it (EV-212).
    if mounts::rides(unit) {
        return Err(far());
    }
    let (body, foe) = ctx.field.body(unit.id()).zip(ctx.field.body(target)).ok_or_else(far)?;
    let gait = content.at(ctx);
    let prices = gait.prices(unit, RUN_UP_ONLY, None).ok_or_else(far)?;
    // Cached, because the search is the same for every enemy.
    let run_up = RunUp {
        rules: content.fingerprint(),
        unit: ctx.unit(unit.id()).ok_or_else(far)?.clone(),
        in_extra_act: ctx.state.scene.clock.extra_of(unit.id()).is_some(),
        hazard_height: ctx.field.hazard_height(),
        bodies: ctx.field.bodies().to_vec(),
    };
    let search = |_: &RunUp| gait.search(ctx.field, body, &prices);
    let reach = ctx.field.board().recall(run_up, search);
    let reaches = |cell, feet| strikes(ctx, &body.moved(cell, feet), foe, range);
    let stops = reach.stops().iter().filter(|stop| reaches(stop.cell, stop.feet));
    let end = *stops.min_by_key(|stop| stop.cost).ok_or_else(far)?;
    Ok((end, reach.way_to(end).ok_or_else(far)?))
}

impl Act<Step> for Charging<'_> {
    fn key(&self) -> Key {
        Key::of(CHARGE)
    }

    fn label(&self) -> Label {
        let text = "Runs up to one Basic Move and strikes; the attack is easier by 10.".to_owned();
        Label { name: "Charge".to_owned(), text, cost: PRICE.words(), group: "attack" }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &PRICE)?;
        if self.arm().is_none() {
            return Err(Refusal::new("no_weapon", "it has nothing to strike with", "EV-166"));
        }
        Ok(())
    }

    fn variants(&self) -> Vec<Variant> {
        let bursts = self.arm().is_some_and(|arm| arm.attack.burst > 0);
        let (choice, cost) = (Key::of(BURST), PRICE.words());
        let variant = Variant { choice, name: "Burst".to_owned(), cost, refused: None };
        bursts.then_some(variant).into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, "EV-166")?;
        let burst = how.choice.as_str() == BURST;
        if !burst && !how.choice.as_str().is_empty() {
            let text = "a charge is aimed at no part";
            return Err(Refusal::new("no_part", text, "EV-139"));
        }
        let own = self.arm();
        if burst && own.is_none_or(|arm| arm.attack.burst < 1) {
            return Err(Refusal::new("no_burst", "it has no Burst", "EV-140"));
        }
        if burst {
            budget::check_calm(self.me)?;
        }
        let arm = own.map(|arm| arm.key()).unwrap_or_default();
        let (_, path) = self.run_up(target)?;
        Ok(Plan::of(Rush::Declare { unit: self.me.unit.id(), target, arm, path, burst }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        self.clash(how).map(OpposedTests::forecast).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let range = self.arm().map_or(1, |arm| i32::from(arm.range()));
        let span = u16::try_from(range + self.me.basic_move()).unwrap_or(1);
        let plain = ActSummary::plain(self.key(), Aim::Unit, span, self.check_use().is_ok());
        vec![ActSummary { runs_up: true, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        if self.plan(how).is_err() {
            return Vec::new();
        }
        let Some((clash, arm)) = self.clash(how).zip(self.arm()) else { return Vec::new() };
        let harm = harm::usual(self.content, self.me, clash.target, arm, USUAL_MARGIN).max(0);
        let staggers = Harm::of(self.me, arm, USUAL_MARGIN, false).staggers(clash.target);
        let none = ActOutcome::none(clash.target.unit.id());
        let chance = clash.thousandths();
        vec![ActOutcome { chance, harm, hinders: i32::from(staggers), ..none }]
    }
}

/// Usual degrees by which a blow wins, for estimates.
const USUAL_MARGIN: i32 = 2;

/// A charge: it is declared, the run-up follows all rules of movement, and the blow follows if the
/// unit has arrived beside the target. Metres of the ordinary Move are not spent.
pub fn rush(content: &Content, ctx: Ctx<'_>, step: &Rush) -> Outcome {
    let id = step.unit();
    let Some(me) = ctx.unit(id).and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let unit = me.unit;
    let metres = |n, why| events::pool(unit, METRES, n, why, "EV-166");
    match step {
        Rush::Declare { target, arm, path, burst, .. } => {
            let act = (Key::of(CHARGE), "Charge");
            let mut events =
                budget::declare(ctx, unit, act, &PRICE, (vec![*target], None), "EV-166");
            let kept = unit.pools.0.value(METRES);
            let (target, arm, burst) = (*target, arm.clone(), *burst);
            let next = Rush::Strike { unit: id, target, arm, kept, burst }.into();
            // Bonds must be broken before it moves (EV-409).
            let mut first: Vec<Step> = restraints::escape_step(me).into_iter().collect();
            if path.is_empty() {
                return Outcome::after(events, first, Some(next));
            }
            events.extend(metres(me.basic_move(), "the run-up"));
            // The run-up is a separate Basic Move.
            let leg = unit.flags.get(LEG).saturating_add(OWN_LEG);
            events.extend(events::flag(unit, LEG, leg, "EV-166"));
            // Thrown down on the way, it goes on as far as its metres take it (EV-65).
            let walk = Walk { crawls: true, ..Walk::new(unit, path, &Key::of(RUN_UP_WALK)) };
            first.push(walk.into());
            Outcome::after(events, first, Some(next))
        }
        Rush::Strike { target, arm, kept, burst, .. } => {
            let mut events: Vec<_> = metres(*kept, "the run-up is over").into_iter().collect();
            let leg = unit.flags.get(LEG);
            if leg >= OWN_LEG {
                events.extend(events::flag(unit, LEG, leg - OWN_LEG, "EV-166"));
            }
            if !unit.is_active() || me.stilled().is_some() || restraints::is_restrained(me) {
                return Outcome::done(events);
            }
            let staggerable = staggerable(ctx, unit, std::iter::once(*target), *burst);
            let (unit, target, arm) = (id, *target, arm.clone());
            let strike = Strike { unit, target, arm, way: AttackMode::Charge { burst: *burst } };
            let over = Rush::Over { unit: id, staggerable };
            Outcome::after(events, vec![strike.into()], Some(over.into()))
        }
        Rush::Over { staggerable, .. } => {
            let mut events = earn(ctx, unit, staggerable);
            events.extend(finished(ctx, unit));
            Outcome::done(events)
        }
    }
}
