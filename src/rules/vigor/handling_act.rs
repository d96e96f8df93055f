//! Acts of hands and body as available acts: when they are possible, their targets, and their value
//! to the AI (VG-84, VG-92 to VG-94, VG-166, VG-237).

use num_traits::ToPrimitive;

use grid::{Cell, FloorAt, UnitId};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::fixture;
use rules::kit::acts::{Act, Label, Use, one_floor, one_target, one_unit};
use rules::kit::area;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Lying, Posture};
use rules::{Key, Refusal};

use super::contact;
use super::estimates;
use super::handling::{self, LEVER_RANGE};
use super::names::{ACTIONS, CHARGES, DRAUGHTS, DURABILITY, MAIN, PINNED, SIDE};
use super::numbers::{Numbers, check_able, check_actions};
use super::placed_charges;
use super::step::{Handle, Handling, Plan, Step};
use super::wounds;

/// The expected healing of a draught.
const DRAUGHT_HEALING: i32 = 9;
/// Actions needed to place a charge, walk away and detonate it in one turn.
const PLACE_WALK_DETONATE: i32 = 3;

/// An act of hands or body, as available to a combatant.
pub struct HandlingAct<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub me: Numbers<'a>,
    /// The kind of handling.
    pub what: Handling,
}

/// The acts that a combatant can use now.
pub fn all<'a>(ctx: Ctx<'a>, me: Numbers<'a>) -> impl Iterator<Item = HandlingAct<'a>> {
    let handles = move |what| HandlingAct { ctx, me, what };
    Handling::ALL.into_iter().map(handles).filter(HandlingAct::is_offered)
}

impl HandlingAct<'_> {
    /// Whether the situation allows it at all.
    fn is_offered(&self) -> bool {
        let (me, ctx, unit) = (&self.me, self.ctx, self.me.unit);
        match self.what {
            Handling::Reload => me.unloaded().is_some(),
            Handling::Stabilise => me.medicine() > 0,
            Handling::BreakFree => unit.conditions.has(PINNED),
            Handling::Draw => me.weapon_in(SIDE).is_some() && !me.holds_second(),
            Handling::Drop => unit.gear.0.contains_key(MAIN),
            Handling::PickUp => {
                let mut lying = ctx.state.scene.lying.iter();
                lying.any(|lying| handling::is_in_reach(ctx, unit, lying.at()))
            }
            Handling::Move => !self.movable().is_empty(),
            Handling::Drink => unit.pools.0.get(DRAUGHTS).is_some(),
            Handling::Place => unit.pools.0.get(CHARGES).is_some(),
            Handling::Detonate => placed_charges::of_side(ctx, unit).next().is_some(),
            Handling::LieDown => unit.placement.posture == Posture::Standing,
            Handling::Surrender => true,
        }
    }

    /// Doors, windows and levers that it may be able to move.
    fn movable(&self) -> Vec<Target> {
        let (ctx, unit) = (self.ctx, self.me.unit);
        let Some(body) = ctx.field.body(unit.id()) else { return Vec::new() };
        let near = |cell: Cell| handling::is_near(ctx, unit, cell);
        let mut all = fixture::candidates(ctx.state, ctx.field, body, near);
        all.retain(|target| target.floor().is_none());
        all
    }

    /// Checks that a dying combatant is beside this one.
    fn check_dying(&self, targets: &[Target]) -> Result<(), Refusal> {
        let rule = self.what.rule();
        let target = one_unit(targets, rule)?;
        if !self.ctx.unit(target).is_some_and(wounds::is_dying) {
            return Err(Refusal::new("no_need", "it is not dying", rule));
        }
        let bodies = self.ctx.field.body(self.me.unit.id()).zip(self.ctx.field.body(target));
        let beside = bodies.is_some_and(|(a, b)| contact::adjacent(self.ctx, a, b));
        let far = || Refusal::new("out_of_range", "it is not adjacent", rule);
        beside.then_some(()).ok_or_else(far)
    }

    /// Whether it can be aimed at this floor of a cell.
    fn check_floor(&self, at: FloorAt) -> Result<(), Refusal> {
        let (ctx, unit, rule) = (self.ctx, self.me.unit, self.what.rule());
        let far = || Refusal::new("out_of_range", "it is out of reach", rule);
        handling::is_in_reach(ctx, unit, at).then_some(()).ok_or_else(far)?;
        match self.what {
            Handling::PickUp => {
                let item = handling::liftable(self.me.content, ctx, unit, at);
                let none = || {
                    let text = "nothing lies there for a free hand";
                    Refusal::new("nothing_there", text, rule)
                };
                item.map(drop).ok_or_else(none)
            }
            _ => {
                let free = ctx.field.board().tile(at.cell).is_some_and(|tile| !tile.is_solid());
                let none = || Refusal::new("no_room", "nothing can lie there", rule);
                free.then_some(()).ok_or_else(none)
            }
        }
    }

    /// The effects of a blast on the units that it catches, foes and friends.
    fn blast(&self, caught: Vec<UnitId>) -> Vec<ActOutcome> {
        let numbers = |id| self.ctx.unit(id).and_then(|unit| Numbers::of(self.me.content, unit));
        caught.into_iter().filter_map(numbers).map(|theirs| estimates::blast(&theirs)).collect()
    }

    /// The expected effect of a charge in a cell if it is detonated in the same turn, halved
    /// because that takes another action. With enough actions to walk away first, the combatant
    /// itself is not counted.
    fn future_blast(&self, at: FloorAt) -> Vec<ActOutcome> {
        let (unit, mut caught) = (self.me.unit, placed_charges::caught(self.ctx, at));
        if unit.pools.0.value(ACTIONS) >= PLACE_WALK_DETONATE {
            caught.retain(|id| *id != unit.id());
        }
        let mut all = self.blast(caught);
        all.iter_mut().for_each(|outcome| outcome.chance /= 2);
        all
    }
}

impl Act<Step> for HandlingAct<'_> {
    fn key(&self) -> Key {
        Key::of(self.what.id())
    }

    fn label(&self) -> Label {
        let (name, text) = (self.what.name().to_owned(), self.what.text().to_owned());
        let cost = match self.what.actions(self.me.unit) {
            0 => "free".to_owned(),
            _ => "1 action".to_owned(),
        };
        let group = match self.what {
            Handling::Drop | Handling::Surrender | Handling::LieDown => "free",
            _ => "hands",
        };
        Label { name, text, cost, group }
    }

    fn aim(&self) -> Aim {
        match self.what {
            Handling::Stabilise => Aim::Unit,
            Handling::PickUp | Handling::Place => Aim::Cell,
            Handling::Move => Aim::Edge,
            _ => Aim::Own,
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let (me, unit, rule) = (&self.me, self.me.unit, self.what.rule());
        match self.what {
            Handling::BreakFree => {
                if !me.is_conscious() {
                    return Err(Refusal::new("incapacitated", "it is not conscious", "VG-57"));
                }
                if unit.turn.acts.iter().any(|record| record.act == *self.what.id()) {
                    return Err(Refusal::new("tried", "it has tried in this turn", rule));
                }
                check_actions(unit)
            }
            Handling::Surrender if !me.is_conscious() => {
                Err(Refusal::new("incapacitated", "it is not conscious", "VG-57"))
            }
            Handling::Surrender => Ok(()),
            _ if me.is_incapacitated() => {
                Err(Refusal::new("incapacitated", "it cannot move", "VG-57"))
            }
            Handling::LieDown if !handling::is_grounded(unit) => {
                Err(Refusal::new("in_the_air", "there is nothing to lie on", rule))
            }
            Handling::Drink if unit.pools.0.value(DRAUGHTS) <= 0 => {
                Err(Refusal::new("none_left", "no draught is left", rule))
            }
            Handling::Place if unit.pools.0.value(CHARGES) <= 0 => {
                Err(Refusal::new("none_left", "no charge is left", rule))
            }
            Handling::Detonate => {
                check_able(unit)?;
                placed_charges::check_spares_charmers(self.ctx, unit)
            }
            what if what.actions(unit) == 0 => Ok(()),
            _ => check_able(unit),
        }
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        match self.what {
            Handling::Move => Some(self.movable()),
            Handling::PickUp => {
                let lying = self.ctx.state.scene.lying.iter();
                Some(lying.map(Lying::target).collect())
            }
            Handling::Place => {
                let cells = self.ctx.field.board().cells();
                let unit = self.me.unit;
                let near = cells.filter(|cell| handling::is_in_reach(self.ctx, unit, *cell));
                let near = near.map(|cell| Target::Place(cell.into()));
                Some(near.chain(area::upper_floors(self.ctx, unit.id(), 1)).collect())
            }
            _ => None,
        }
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let (unit, rule) = (self.me.unit.id(), self.what.rule());
        let (mut target, mut at) = (unit, None);
        match self.what {
            Handling::Stabilise => {
                self.check_dying(how.targets)?;
                target = one_unit(how.targets, rule)?;
            }
            Handling::PickUp | Handling::Place => {
                self.check_floor(one_floor(how.targets, rule)?)?;
                at = how.targets.first().copied();
            }
            Handling::Move => {
                let chosen = one_target(how.targets, rule)?;
                let far = || Refusal::new("out_of_range", "it is out of reach", rule);
                let reach = |target| {
                    let near = handling::is_at_hand(self.ctx, self.me.unit, target);
                    near.then_some(()).ok_or_else(far)
                };
                fixture::handled(self.ctx, chosen, (LEVER_RANGE, rule), reach)?;
                at = Some(chosen);
            }
            _ => {}
        }
        Ok(Plan::of(Handle { unit, what: self.what, target, at, paid: false }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let target = one_unit(how.targets, self.what.rule()).unwrap_or(self.me.unit.id());
        let test = handling::test(self.ctx, &self.me, (self.what, target));
        test.map(|test| Forecast::new(target, test)).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = u16::from(self.what == Handling::Stabilise);
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        match self.what {
            Handling::Reload | Handling::Stabilise | Handling::BreakFree | Handling::Drink => {
                vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
            }
            Handling::Place => {
                let open = plain.open && self.me.unit.pools.0.value(ACTIONS) >= 2;
                vec![ActSummary { area: true, span: 1, open, ..plain }]
            }
            Handling::Detonate => vec![ActSummary { area: true, span: u16::MAX, ..plain }],
            _ => Vec::new(),
        }
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let unit = self.me.unit;
        let target = one_unit(how.targets, self.what.rule()).unwrap_or(unit.id());
        let none = ActOutcome::none(target);
        match self.what {
            Handling::Place => one_floor(how.targets, self.what.rule())
                .map_or_else(|_| Vec::new(), |c| self.future_blast(c)),
            Handling::Detonate => self.blast(placed_charges::blasted(self.ctx, unit)),
            Handling::Drink => {
                let meter = unit.tracks.0.get(DURABILITY);
                let missing = meter.map_or(0, |meter| meter.max - meter.value);
                vec![ActOutcome { mends: DRAUGHT_HEALING.min(missing), ..none }]
            }
            _ => {
                let test = handling::test(self.ctx, &self.me, (self.what, target));
                let chance = test.map_or(1000, |test| {
                    (test.chance() * 1000).to_integer().to_i32().unwrap_or_default()
                });
                vec![ActOutcome { chance, helps: 2, ..none }]
            }
        }
    }
}
