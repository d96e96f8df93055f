//! The terms of a move: everything its costs depend on besides the board, as plain values.

use grid::{Body, Hm, Room, UnitId};
use rules::ruleset::Ctx;
use rules::state::{Posture, Status, Unit};

use super::super::attachments;
use super::super::budget::{Budget, Strides};
use super::super::data::{Content, StatusEffect};
use super::super::numbers::Numbers;
use super::super::position::Position;
use super::super::step::Descent;
use super::prices::{MoveState, Obstruction};

/// The terms of a combatant's move. With equal terms, and the same bodies on the same board, a
/// search finds the same paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Metres for difficult ground.
    pub difficult_cost: i32,
    /// Metres for each metre climbed.
    pub climb_cost: i32,
    /// Height of a free step.
    pub free_step: Hm,
    /// Maximum height of a difficult step.
    pub difficult_step: Hm,
    /// Depth of a fall that needs no decision.
    pub fall_free: Hm,
    /// Current Basic Movement.
    pub basic: i32,
    /// Metres available without buying more.
    pub metres: i32,
    /// True if it flies.
    pub flies: bool,
    /// True if the free Interact is not used yet.
    pub has_free_interaction: bool,
    /// AP left.
    pub ap: i32,
    /// True if attacks are paid for and not yet made.
    pub has_attacks: bool,
    /// Price of an Attack.
    attack: i32,
    /// Price of a Move.
    stride: i32,
    /// Price of a Sprint, and its number of Basic Movements.
    sprint: (i32, i32),
    /// Maximum number of Basic Movements to buy.
    pub most_strides: i32,
    /// True if it is prone.
    pub prone: bool,
    /// True if it jumps down.
    pub jumps: bool,
    /// True if it climbs down.
    pub climbs: bool,
    /// True if it is slowed by what it drags.
    pub drags: bool,
    /// True if it rides on another unit.
    pub is_mounted: bool,
    /// True if enemies may be passed.
    pub passing: bool,
    /// The positions of units that it fears (MO-275, MO-440).
    pub fears: Vec<Room>,
    /// The state at the start of the searched path.
    pub begun: MoveState,
    /// How each body on the board affects the move, and whether it is an enemy's that lies in the
    /// way; by ID.
    others: Vec<(UnitId, Obstruction, bool)>,
}

impl Terms {
    /// The terms for a unit at this point of its turn.
    pub fn new(
        content: &Content,
        ctx: Ctx<'_>,
        (unit, own): (&Unit, Option<&Body>),
        budget: &Budget<'_>,
        descent: Descent,
    ) -> Self {
        let (rules, position) = (&content.rules, Position { content, ctx });
        let feared = position.sources_of(unit.id(), &StatusEffect::Fears);
        let other = |body: &Body| {
            let status = ctx.unit(body.id).map(|u| u.status);
            let lies = matches!(status, Some(Status::Down | Status::Dead))
                && ctx.state.are_foes(unit.id(), body.id)
                && !own.is_some_and(|own| own.can_share_space_with(body));
            (body.id, meets(content, ctx, (unit, own), body), lies)
        };
        Self {
            difficult_cost: rules.difficult_cost,
            climb_cost: rules.climb_cost,
            free_step: rules.free_step,
            difficult_step: rules.difficult_step,
            fall_free: rules.fall_free,
            basic: budget.basic(),
            metres: budget.metres(),
            flies: budget.flies(),
            has_free_interaction: budget.has_free_interaction(),
            ap: budget.ap(),
            has_attacks: budget.attacks() > 0,
            attack: rules.prices.attack,
            stride: rules.prices.stride,
            sprint: (rules.prices.sprint, rules.sprint_factor),
            most_strides: budget.most_strides(),
            prone: unit.placement.posture == Posture::Prone,
            jumps: descent == Descent::Jump,
            climbs: descent == Descent::Climb,
            drags: attachments::is_burdened(position, unit),
            is_mounted: attachments::mount(unit).is_some(),
            passing: true,
            fears: feared.filter_map(|id| ctx.field.body(id).and_then(Body::room)).collect(),
            begun: MoveState {
                spent: budget.spent(),
                strides: 0,
                doors: 0,
                passes: 0,
                jumped: false,
            },
            others: ctx.field.bodies().iter().map(other).collect(),
        }
    }

    /// How a body on the board affects the move; `None` for others.
    pub fn met(&self, id: UnitId) -> Option<(Obstruction, bool)> {
        let at = self.others.binary_search_by_key(&id, |(other, ..)| *other).ok()?;
        self.others.get(at).map(|(_, met, lies)| (*met, *lies))
    }

    /// Number of Basic Movements missing to move `spent` metres in all.
    pub fn missing(&self, spent: i32) -> i32 {
        Budget::missing_of((self.metres, self.basic), spent)
    }

    /// The cheapest way to gain `count` times Basic Movement.
    pub fn strides(&self, count: i32) -> Strides {
        Strides::cheapest(count, self.stride, self.sprint)
    }

    /// True if an Attack can still be made after spending `ap` more.
    pub const fn leaves_an_attack(&self, ap: i32) -> bool {
        self.has_attacks || self.ap - ap >= self.attack
    }
}

/// How a body in the way affects the move of a combatant.
pub fn meets(
    content: &Content,
    ctx: Ctx<'_>,
    (unit, own): (&Unit, Option<&Body>),
    body: &Body,
) -> Obstruction {
    let room = own.is_some_and(|own| own.can_share_space_with(body));
    let mine = attachments::mount(unit) == Some(body.id) || attachments::holds(unit, body.id);
    if !body.blocking || room || mine {
        return Obstruction::Free;
    }
    if !ctx.state.are_foes(unit.id(), body.id) {
        return Obstruction::Friend;
    }
    let them = ctx.unit(body.id);
    let hinders = them.and_then(|u| Numbers::of(content, u)).is_some_and(|n| n.threatens());
    if hinders { Obstruction::Enemy } else { Obstruction::Harmless }
}
