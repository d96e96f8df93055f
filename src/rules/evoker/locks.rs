//! Locked doors and windows: impassable until the lock is picked or they are broken (EV-86,
//! EV-213).

use grid::Edge;
use rules::Key;
use rules::Refusal;
use rules::command::Target;
use rules::estimate::Breach;
use rules::event::{BoardChange, Event};
use rules::kit::acts::{Act, Label, Use, one_target};
use rules::kit::events;
use rules::kit::objects::is_at_hand;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Forecast};

use super::budget::{self, PLAIN};
use super::numbers::Numbers;
use super::plain;
use super::step::{Handle, Outcome, Plan, Step};

/// Its name in commands, its display name.
const PICK: (&str, &str) = ("pick_lock", "Pick lock");

/// Picking a lock, as an act of a combatant.
pub struct Picking<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
}

impl Picking<'_> {
    /// The locked edges next to it.
    pub fn locks(&self) -> impl Iterator<Item = Object> {
        let (ctx, unit) = (self.ctx, self.me.unit);
        let locked = ctx.field.board().edges().filter(|(_, edge)| edge.is_locked());
        let all = locked.map(|(at, _)| Object::Edge(at));
        all.filter(move |object| is_at_hand(ctx, unit, *object))
    }
}

/// The test: sleight of hand or knowledge of mechanisms (EV-22).
fn test(ctx: Ctx<'_>, me: Numbers<'_>) -> Test {
    me.test("to pick it", me.best(ctx, &["subterfuge", "survival"]))
}

impl Act<Step> for Picking<'_> {
    fn key(&self) -> Key {
        Key::of(PICK.0)
    }

    fn label(&self) -> Label {
        Label {
            name: PICK.1.to_owned(),
            text: "Opens a lock beside it with a Subterfuge or Survival test.".to_owned(),
            cost: PLAIN.words(),
            group: "action",
        }
    }

    fn aim(&self) -> Aim {
        Aim::Cell
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check_plain(self.ctx, self.me)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        Some(self.locks().map(Object::target).collect())
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let object = one_target(how.targets, "EV-213")?;
        if self.locks().any(|lock| Object::of(object) == Some(lock)) {
            return Ok(Plan::of(Handle::Pick { unit: self.me.unit.id(), object }));
        }
        Err(Refusal::new("wrong_target", "there is no lock within reach", "EV-213"))
    }

    fn forecast(&self, _: Use<'_>) -> Vec<Forecast> {
        vec![Forecast::new(self.me.unit.id(), test(self.ctx, self.me))]
    }
}

/// How the AI gets past a known lock: by repeated attempts.
pub fn breach(ctx: Ctx<'_>, me: Numbers<'_>, object: Object) -> Option<Breach> {
    let Object::Edge(at) = object else { return None };
    ctx.field.board().edge_at(at).filter(|edge| edge.is_locked())?;
    let chance = (test(ctx, me).chance() * 1000).to_integer();
    Breach::by(Key::of(PICK.0), i32::try_from(chance).ok()?, 1000)
}

/// Picks a lock: with a test it is open from now on.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn pick(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    target: Target,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(Object::Edge(at)) = Object::of(target) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let how = (PICK.0, PICK.1, "EV-213");
    let (mut events, passed) = plain::tried(ctx, me, how, test(ctx, me), oracle)?;
    let from = ctx.field.board().edge_at(at);
    let opened = |edge: Edge| -> Event {
        let to = Some(Edge { locked: false, ..edge });
        events::board(BoardChange::edge(at, from, to), "EV-86")
    };
    events.extend(from.filter(|_| passed).map(opened));
    Ok(Outcome::done(events))
}
