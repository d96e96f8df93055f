//! What the places of combatants mean: distance, reach, sight, threats.

use crate::grid::{self, Body, Cell, Diagonals, Eye, Hm, Light, Room, UnitId, sees};
use crate::rules::Refusal;
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Status as Part, Unit};

use super::data::{Affliction, Content, Size, Status, StatusEffect, Threat, Trait};
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
        self.numbers(id).map_or(Size::Medium, |n| n.size())
    }

    /// Metres between two combatants, height included (MO-287, MO-289).
    pub fn distance(&self, a: UnitId, b: UnitId) -> u32 {
        self.ctx.field.distance(a, b, Diagonals::One).unwrap_or(u32::MAX)
    }

    /// Metres of a missile between two, from where the first looks out (MO-172, MO-322).
    pub fn shot(&self, a: UnitId, b: UnitId) -> u32 {
        let Some(from) = self.outlook(a) else { return u32::MAX };
        let far = |to: &Body| grid::distance(&from, to, Diagonals::One).unwrap_or(u32::MAX);
        self.exposed(b).map(|to| far(&to)).min().unwrap_or(u32::MAX)
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
        let Some(from) = self.outlook(a).filter(|_| a != b) else { return false };
        let field = self.ctx.field;
        let beside = |to: &Body| field.adjacent(&from, to, BESIDE);
        let far = |to: &Body| grid::distance(&from, to, Diagonals::One).unwrap_or(u32::MAX);
        self.exposed(b).any(|to| {
            beside(&to)
                || (reach > 1 && far(&to) <= u32::from(reach) && sees(field.board(), &*from, &*to))
        })
    }

    /// True when there is a line between two bodies, whatever their senses (MO-320).
    pub fn has_line(&self, a: UnitId, b: UnitId) -> bool {
        let Some(from) = self.outlook(a) else { return false };
        self.exposed(b).any(|to| sees(self.ctx.field.board(), &*from, &*to))
    }

    /// True when `viewer` sees `target`: nothing keeps it from it, and the target is not hidden from
    /// it (MO-125).
    pub fn sees(&self, viewer: UnitId, target: UnitId) -> bool {
        self.knows(viewer, target) && self.could_see(viewer, target)
    }

    /// True unless one is hidden from another (MO-125).
    pub fn knows(&self, viewer: UnitId, target: UnitId) -> bool {
        self.ctx.unit(target).is_none_or(|u| !super::hidden::is_hidden(u, viewer))
    }

    /// True when nothing keeps `viewer` from seeing `target`: able, not blind, a line between them,
    /// light enough (MO-270, MO-329).
    pub fn could_see(&self, viewer: UnitId, target: UnitId) -> bool {
        let (Some(numbers), Some(from)) = (self.numbers(viewer), self.outlook(viewer)) else {
            return false;
        };
        let board = self.ctx.field.board();
        let lit = |b: &Body| {
            sees_in_the_dark(&numbers) || b.cells().any(|c| board.light(c) > Light::Dark)
        };
        numbers.has_sight() && self.exposed(target).any(|to| lit(&to) && sees(board, &*from, &*to))
    }

    /// True when the voice of one gets to another: over what is lower than the way between them and
    /// through what is thin, not through stone, deep water or silence (MO-330).
    pub fn is_heard(&self, source: UnitId, listener: UnitId) -> bool {
        let (Some(from), Some(to)) = (self.outlook(source), self.body(listener)) else {
            return false;
        };
        let path = grid::sound_path(self.ctx.field.board(), &*from, to);
        path.is_some_and(|path| !path.silenced && path.stone_cm == 0 && path.deep_water_cm == 0)
    }

    /// The condition that unsettles somebody because what it fears is in view (MO-275).
    pub fn dread(&self, id: UnitId) -> Option<&'a Status> {
        let fears = self.ctx.unit(id)?.conditions.0.iter().find(|c| {
            let status = Affliction::from_key(c.id.as_str()).map(|a| self.content.status(a));
            status.is_some_and(|s| s.effects.contains(&StatusEffect::Fears))
                && c.source.is_some_and(|source| self.sees(id, source))
        })?;
        Affliction::from_key(fears.id.as_str()).map(|a| self.content.status(a))
    }

    /// Whom a condition with that effect on somebody comes from.
    pub fn source_of(&self, id: UnitId, effect: &StatusEffect) -> Option<UnitId> {
        self.ctx.unit(id)?.conditions.0.iter().find_map(|c| {
            let status = Affliction::from_key(c.id.as_str()).map(|a| self.content.status(a))?;
            status.effects.contains(effect).then_some(c.source)?
        })
    }

    /// Whether a charm keeps somebody from harming another (MO-277).
    ///
    /// # Errors
    /// That it does.
    pub fn check_charm(&self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        if self.source_of(id, &StatusEffect::SparesSource) == Some(target) {
            return Err(Refusal::new("charmed", "charmed: not against the charmer", "MO-277"));
        }
        Ok(())
    }

    /// Whether fear keeps somebody from going to a room: nearer to what it fears (MO-275).
    ///
    /// # Errors
    /// That it does.
    pub fn check_fear(&self, id: UnitId, to: Room) -> Result<(), Refusal> {
        let room = |id: UnitId| self.body(id).and_then(Body::room);
        let source = self.source_of(id, &StatusEffect::Fears).filter(|s| self.knows(id, *s));
        let (Some(feared), Some(from)) = (source.and_then(room), room(id)) else { return Ok(()) };
        let far = |room: &Room| room.distance(&feared, Diagonals::One);
        if far(&to) < far(&from) {
            let text = "it comes no nearer to what it fears";
            return Err(Refusal::new("frightened", text, "MO-275"));
        }
        Ok(())
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
        self.ctx.unit(id).is_some_and(|u| u.status.is_present() && u.status != Part::Dead)
    }

    /// An enemy that spoils the aim of a shooter (MO-173, MO-174): one of whom the shooter's side
    /// knows, if there is one.
    pub fn spoiler(&self, shooter: UnitId) -> Option<&'a Unit> {
        let state = self.ctx.state;
        let side = self.ctx.unit(shooter).map(Unit::side).unwrap_or_default();
        let all = state.units.iter().filter(|u| {
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
        });
        all.min_by_key(|u| !super::hidden::is_known(self.ctx, side, u.id()))
    }
}

fn sees_in_the_dark(numbers: &Numbers<'_>) -> bool {
    use super::data::FeatureEffect::NightEyes;
    numbers.creature().is(Trait::DarkSight) || numbers.creature().has(NightEyes)
}
