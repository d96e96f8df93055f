//! Doors, windows, gates and hatches opened and closed by hand, and levers, without walking through
//! (EV-86, EV-87).

use rules::Key;
use rules::Refusal;
use rules::Target;
use rules::event::Event;
use rules::fixture::{self, Leaf};
use rules::kit::acts::{Act, Label, Use, one_target};
use rules::kit::objects::is_at_hand;
use rules::object::Object;
use rules::ruleset::{Aim, Ctx};
use rules::state::Unit;

use super::budget::{self, Price};
use super::numbers::Numbers;
use super::stealth;
use super::step::{Handle, Outcome, Plan, Step};

/// Its name in commands and in the turn's history, its display name.
pub const OPEN_CLOSE: (&str, &str) = ("open_close", "Open or close");
/// Its rule.
const RULE: &str = "EV-86";
/// Radius in which a lever moves gates and hatches, in squares.
const LEVER: u32 = 30;
/// It takes no action.
const FREE: Price = Price::of(0, None);

/// Opening or closing something, as an act of a combatant.
pub struct Opening<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
}

impl Opening<'_> {
    /// The targets within reach of its hands.
    pub fn within_reach(&self) -> Vec<Target> {
        let (ctx, unit) = (self.ctx, self.me.unit);
        let Some(body) = ctx.field.body(unit.id()) else { return Vec::new() };
        let mut all = fixture::candidates(ctx.state, ctx.field, body, |_| true);
        all.retain(|target| {
            Object::of(*target).is_some_and(|object| is_at_hand(ctx, unit, object))
        });
        all
    }
}

/// The leaves that move if a unit uses a target.
fn moved(ctx: Ctx<'_>, unit: &Unit, target: Target) -> Result<Vec<Leaf>, Refusal> {
    let near = |target| {
        let object = Object::of(target);
        let far = || Refusal::new("out_of_range", "it is out of reach", RULE);
        object.filter(|object| is_at_hand(ctx, unit, *object)).map(drop).ok_or_else(far)
    };
    let leaves = fixture::handled(ctx, target, (LEVER, RULE), near)?;
    let by_hand = matches!(target, Target::Edge(..));
    if by_hand && leaves.iter().any(|(_, leaf)| leaf.is_locked()) {
        return Err(Refusal::new("locked", "it is locked", RULE));
    }
    Ok(leaves)
}

impl Act<Step> for Opening<'_> {
    fn key(&self) -> Key {
        Key::of(OPEN_CLOSE.0)
    }

    fn label(&self) -> Label {
        let text = "Opens or closes a door, a window, a gate or a hatch beside it, or moves a lever. \
                    Once per turn.";
        let (name, cost) = (OPEN_CLOSE.1.to_owned(), "free".to_owned());
        Label { name, text: text.to_owned(), cost, group: "action" }
    }

    fn aim(&self) -> Aim {
        Aim::Edge
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &FREE)?;
        budget::check_calm(self.me)?;
        if self.me.unit.turn.acts.iter().any(|record| record.class == *OPEN_CLOSE.0) {
            return Err(Refusal::new("opened", "it has done so in this turn", RULE));
        }
        Ok(())
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        Some(self.within_reach())
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_target(how.targets, RULE)?;
        moved(self.ctx, self.me.unit, target)?;
        Ok(Plan::of(Handle::Open { unit: self.me.unit.id(), object: target }))
    }
}

/// Opens or closes what the target moves. Opening it makes noise (EV-87).
pub fn open(ctx: Ctx<'_>, me: Numbers<'_>, target: Target) -> Outcome {
    let unit = me.unit;
    let (id, name) = (Key::of(OPEN_CLOSE.0), OPEN_CLOSE.1);
    let none = (Vec::new(), None);
    let mut all: Vec<Event> = budget::declare(ctx, unit, (id, name), &FREE, none, RULE);
    all.push(budget::recorded(unit, OPEN_CLOSE.0, RULE));
    let Ok(leaves) = moved(ctx, unit, target) else { return Outcome::done(all) };
    let opens = leaves.iter().any(|(_, leaf)| !leaf.open);
    all.extend(fixture::turned(ctx.field.board(), leaves, RULE));
    if opens {
        all.extend(stealth::noise(ctx, unit));
    }
    Outcome::done(all)
}
