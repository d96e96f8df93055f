//! What the places of combatants mean: distance, reach, sight, threats.

use crate::grid::{Body, Cell, Diagonals, Eye, Hm, Light, Room, UnitId, sees};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Status, Unit};

use super::data::{Content, Size, Threat, Trait};
use super::numbers::Numbers;

/// Feet closer than this are within 1 m in height (MO-134).
pub const BESIDE: Hm = Hm(3);

/// A moment of the battle together with the content.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// The content.
    pub content: &'a Content,
    /// The moment.
    pub ctx: Ctx<'a>,
}

impl<'a> Position<'a> {
    /// The body of a combatant.
    pub fn body(&self, id: UnitId) -> Option<&'a Body> {
        self.ctx.field.body(id)
    }

    /// The numbers of a combatant.
    pub fn numbers(&self, id: UnitId) -> Option<Numbers<'a>> {
        Numbers::of(self.content, self.ctx.unit(id)?)
    }

    /// The size of a combatant.
    pub fn size(&self, id: UnitId) -> Size {
        self.numbers(id).map_or(Size::Medium, |n| n.creature().entry.size)
    }

    /// Metres between two combatants, height included (MO-287, MO-289).
    pub fn distance(&self, a: UnitId, b: UnitId) -> u32 {
        self.ctx.field.distance(a, b, Diagonals::One).unwrap_or(u32::MAX)
    }

    /// True when two are within 1 m: neighbouring squares, feet at most 1 m apart in height, no
    /// wall between (MO-134).
    pub fn beside(&self, a: UnitId, b: UnitId) -> bool {
        match (self.body(a), self.body(b)) {
            (Some(x), Some(y)) => a != b && self.ctx.field.adjacent(x, y, BESIDE),
            _ => false,
        }
    }

    /// True when a melee reach of so many metres leads from one to the other (MO-170, MO-171).
    pub fn within_melee(&self, a: UnitId, b: UnitId, reach: u16) -> bool {
        if self.beside(a, b) {
            return true;
        }
        reach > 1 && self.distance(a, b) <= u32::from(reach) && self.has_line(a, b)
    }

    /// True when there is a line between two bodies, whatever their senses (MO-320).
    pub fn has_line(&self, a: UnitId, b: UnitId) -> bool {
        match (self.body(a), self.body(b)) {
            (Some(a), Some(b)) => sees(self.ctx.field.board(), a, b),
            _ => false,
        }
    }

    /// True when `viewer` sees `target`: nothing keeps it from it, and the target is not hidden from
    /// it (MO-125).
    pub fn sees(&self, viewer: UnitId, target: UnitId) -> bool {
        self.knows(viewer, target) && self.could_see(viewer, target)
    }

    /// True unless one is hidden from another (MO-125).
    pub fn knows(&self, viewer: UnitId, target: UnitId) -> bool {
        self.ctx.unit(target).is_none_or(|u| !super::hiding::is_hidden(u, viewer))
    }

    /// True when nothing keeps `viewer` from seeing `target`: able, not blind, a line between them,
    /// light enough (MO-270, MO-329).
    pub fn could_see(&self, viewer: UnitId, target: UnitId) -> bool {
        let (Some(numbers), Some(a), Some(b)) =
            (self.numbers(viewer), self.body(viewer), self.body(target))
        else {
            return false;
        };
        let board = self.ctx.field.board();
        let lit = sees_in_the_dark(&numbers) || b.cells().any(|c| board.light(c) > Light::Dark);
        numbers.has_sight() && lit && sees(board, Eye::Body(a), Eye::Body(b))
    }

    /// True when `viewer` sees somebody who stood in a cell.
    pub fn sees_cell(&self, viewer: UnitId, cell: Cell) -> bool {
        let (Some(numbers), Some(a)) = (self.numbers(viewer), self.body(viewer)) else {
            return false;
        };
        let board = self.ctx.field.board();
        let Some(tile) = board.tile(cell).filter(|t| !t.is_solid()) else { return false };
        let lit = sees_in_the_dark(&numbers) || board.light(cell) > Light::Dark;
        let point = Eye::At(cell, tile.surface() + Hm::metres(1));
        numbers.has_sight() && lit && sees(board, Eye::Body(a), point)
    }

    /// Metres from a combatant to a cell, to the height of its floor.
    pub fn distance_to(&self, unit: UnitId, cell: Cell) -> Option<u32> {
        let room = self.body(unit)?.room()?;
        let floor = self.ctx.field.board().tile(cell)?.elevation;
        Some(room.distance(&Room::point(cell, floor), Diagonals::One))
    }

    /// True for those who may be struck: on the board and not dead.
    pub fn is_target(&self, id: UnitId) -> bool {
        self.ctx.unit(id).is_some_and(|u| u.status.is_present() && u.status != Status::Dead)
    }

    /// An enemy that spoils the aim of a shooter (MO-173, MO-174).
    pub fn spoiler(&self, shooter: UnitId) -> Option<&'a Unit> {
        let state = self.ctx.state;
        state.units.iter().find(|u| {
            state.are_foes(shooter, u.id())
                && self.numbers(u.id()).is_some_and(|n| {
                    let reach = match self.content.rules.threat {
                        Threat::EnemyReach => n.melee_reach(),
                        Threat::Adjacent => n.melee_reach().min(1),
                    };
                    n.threatens()
                        && !n.creature().is(Trait::Object)
                        && reach > 0
                        && self.within_melee(u.id(), shooter, reach)
                })
        })
    }
}

fn sees_in_the_dark(numbers: &Numbers<'_>) -> bool {
    use super::data::FeatureEffect::NightEyes;
    numbers.creature().is(Trait::DarkSight) || numbers.creature().has(NightEyes)
}
