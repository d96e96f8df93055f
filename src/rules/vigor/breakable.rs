//! Breakable targets that are not creatures: objects and edges of the board, placed charges
//! (VG-135, VG-266).

use grid::{Cell, Diagonals, Eye, Hm, Room, sees};
use rules::command::Target;
use rules::event::Event;
use rules::kit::objects;
use rules::object::Object;
use rules::ruleset::Ctx;
use rules::state::{Lying, Unit};

use super::data::{Moment, Thing};
use super::handling;
use super::names::PLACED_CHARGE;
use super::placed_charges;
use super::sight::{self, Visibility};

/// A breakable target.
#[derive(Clone, Copy)]
pub enum Breakable<'a> {
    /// An object or an edge of the board.
    Object(Object),
    /// A placed charge.
    Charge(&'a Lying),
}

impl<'a> Breakable<'a> {
    /// The breakable target behind a target, if there is one.
    pub fn of(ctx: Ctx<'a>, target: Target) -> Option<Self> {
        match target {
            Target::Place(_) | Target::Floor(_) => {
                target.floor().and_then(|at| placed_charges::at(ctx, at)).map(Self::Charge)
            }
            other => Object::of(other).map(Self::Object),
        }
    }

    /// This as a [`Target`].
    pub fn target(self) -> Target {
        match self {
            Self::Object(object) => object.target(),
            Self::Charge(charge) => charge.target(),
        }
    }

    /// Its properties as an object; `None` if nothing breakable is there.
    pub fn thing(self, moment: Moment<'a>) -> Option<&'a Thing> {
        let objects = &moment.content.objects;
        match self {
            Self::Object(object) => {
                object.entry(moment.ctx.field.board(), |entry| objects.get(entry))
            }
            Self::Charge(_) => objects.get(PLACED_CHARGE),
        }
    }

    /// Its display name, given its properties.
    pub fn called(self, ctx: Ctx<'_>, thing: &Thing) -> String {
        match self {
            Self::Object(object) => object.called(ctx.field.board(), &thing.name),
            Self::Charge(_) => thing.name.to_lowercase(),
        }
    }

    /// Its remaining Durability.
    pub fn left(self, ctx: Ctx<'_>, thing: &Thing) -> i32 {
        let suffered = match self {
            Self::Object(object) => object.suffered(ctx.state),
            Self::Charge(charge) => placed_charges::suffered(charge),
        };
        thing.durability.saturating_sub(suffered)
    }

    /// Its distance from a combatant, in squares.
    pub fn away(self, ctx: Ctx<'_>, unit: &Unit) -> i32 {
        let far = match self {
            Self::Object(object) => objects::away(ctx, unit, object),
            Self::Charge(charge) => {
                let room = ctx.field.body(unit.id()).and_then(|body| body.room());
                let floor = placed_charges::floor(ctx.field.board(), charge);
                let it = floor.map(|floor| Room::point(charge.cell, floor));
                room.zip(it).map(|(room, it)| room.distance(&it, Diagonals::One))
            }
        };
        far.and_then(|n| i32::try_from(n).ok()).unwrap_or(i32::MAX)
    }

    /// Whether it is beside or under a combatant, with nothing in between.
    pub fn is_at_hand(self, ctx: Ctx<'_>, unit: &Unit) -> bool {
        match self {
            Self::Object(object) => objects::is_at_hand(ctx, unit, object),
            Self::Charge(charge) => handling::is_in_reach(ctx, unit, charge.at()),
        }
    }

    /// Whether a combatant has a line of sight to it.
    pub fn is_seen(self, ctx: Ctx<'_>, unit: &Unit) -> bool {
        let Some(me) = ctx.field.body(unit.id()) else { return false };
        match self {
            Self::Object(object) => object.is_seen(ctx.field, me),
            Self::Charge(charge) => {
                let board = ctx.field.board();
                let floor = placed_charges::floor(board, charge);
                floor.is_some_and(|floor| sees(board, me, Eye::At(charge.cell, floor + Hm(1))))
            }
        }
    }

    /// How well a combatant can see it: the best of its cells counts.
    pub fn visibility(self, ctx: Ctx<'_>, unit: &Unit) -> Visibility {
        let board = ctx.field.board();
        let floors: Vec<(Cell, Option<Hm>)> = match self {
            Self::Object(object) => {
                let cells = object.cells(board).into_iter();
                cells.map(|cell| (cell, object.floor(board, cell))).collect()
            }
            Self::Charge(charge) => vec![(charge.cell, placed_charges::floor(board, charge))],
        };
        let best = ctx.field.body(unit.id()).and_then(|me| {
            let seen = |(cell, floor): (Cell, Option<Hm>)| {
                Some(sight::towards(board, me, (cell, floor? + Hm(1))))
            };
            floors.into_iter().filter_map(seen).min()
        });
        best.unwrap_or(Visibility::Zero)
    }

    /// Applies damage; at Durability 0 it is destroyed (VG-268).
    pub fn suffer(
        self,
        ctx: Ctx<'_>,
        damage: i32,
        thing: &Thing,
        rule: &'static str,
    ) -> Vec<Event> {
        match self {
            Self::Object(object) => object.suffer(ctx.state, damage, thing.durability, rule),
            Self::Charge(charge) => placed_charges::suffer(charge, damage, rule),
        }
    }
}
