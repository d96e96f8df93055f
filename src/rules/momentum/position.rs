//! Geometry between combatants: distance, reach, sight and threats.

use grid::{self, Body, Cell, Diagonals, Eye, Hm, Light, Room, UnitId, has_line_of_effect, sees};
use rules::Refusal;
use rules::ruleset::Ctx;
use rules::state::{Status as Part, Unit};

use super::data::{Affliction, Content, Size, Status, StatusEffect, Threat, Trait};
use super::numbers::Numbers;

/// Feet that differ by less than this height are within 1 m (MO-134).
pub const BESIDE: Hm = Hm(3);

/// A state of the battle and the content.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// The content.
    pub content: &'a Content,
    /// The state of the battle.
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

    /// True for a thing with a turn of its own, such as a ward stone (MO-48).
    pub fn is_thing(&self, id: UnitId) -> bool {
        self.numbers(id).is_some_and(|n| n.creature().is(Trait::Object))
    }

    /// Distance between two combatants in metres, height included (MO-287, MO-289).
    pub fn distance(&self, a: UnitId, b: UnitId) -> u32 {
        self.ctx.field.distance(a, b, Diagonals::One).unwrap_or(u32::MAX)
    }

    /// Range of a shot in metres, measured from where the shooter looks out (MO-172, MO-322).
    pub fn shot(&self, a: UnitId, b: UnitId) -> u32 {
        let Some(from) = self.outlook(a) else { return u32::MAX };
        let far = |to: &Body| grid::distance(&from, to, Diagonals::One).unwrap_or(u32::MAX);
        self.exposed(b).map(|to| far(&to)).min().unwrap_or(u32::MAX)
    }

    /// True if two combatants are within 1 m: adjacent squares, feet at most 1 m apart in height,
    /// no wall between (MO-134).
    pub fn is_adjacent(&self, a: UnitId, b: UnitId) -> bool {
        match (self.body(a), self.body(b)) {
            (Some(x), Some(y)) => a != b && self.ctx.field.adjacent(x, y, BESIDE),
            _ => false,
        }
    }

    /// True if `b` is within a melee reach of `a`, in metres. Only hard matter between them ends it
    /// (MO-170, MO-171, MO-312).
    pub fn within_melee(&self, a: UnitId, b: UnitId, reach: u16) -> bool {
        let Some(from) = self.outlook(a).filter(|_| a != b) else { return false };
        let field = self.ctx.field;
        let near = |to: &Body| field.adjacent(&from, to, BESIDE);
        let far = |to: &Body| grid::distance(&from, to, Diagonals::One).unwrap_or(u32::MAX);
        self.exposed(b).any(|to| {
            let open = || has_line_of_effect(field.board(), &*from, &*to);
            near(&to) || (reach > 1 && far(&to) <= u32::from(reach) && open())
        })
    }

    /// True if `b` is within 1 m of `a`, where it stands or where it leans out (MO-134, MO-322).
    pub fn is_at_hand(&self, a: UnitId, b: UnitId) -> bool {
        self.is_adjacent(a, b) || self.within_melee(a, b, 1)
    }

    /// True if there is a line between two bodies past everything hard, regardless of their senses
    /// (MO-312, MO-320).
    pub fn has_line(&self, a: UnitId, b: UnitId) -> bool {
        let Some(from) = self.outlook(a) else { return false };
        self.exposed(b).any(|to| has_line_of_effect(self.ctx.field.board(), &*from, &*to))
    }

    /// True if `viewer` sees `target`: nothing prevents it, and the target is not hidden from it
    /// (MO-125).
    pub fn sees(&self, viewer: UnitId, target: UnitId) -> bool {
        self.is_revealed_to(viewer, target) && self.could_see(viewer, target)
    }

    /// True if acts may target `target` as if it were seen: it is seen, or it is within 1 m and not
    /// hidden, however dark it is (MO-430).
    pub fn makes_out(&self, viewer: UnitId, target: UnitId) -> bool {
        self.is_revealed_to(viewer, target)
            && (self.could_see(viewer, target) || self.is_at_hand(viewer, target))
    }

    /// True if attacks may be aimed at `target`: it is made out, and nothing hard hides all of it.
    /// A blind unit strikes at where it believes the target to be (MO-164, MO-270).
    pub fn can_aim_at(&self, viewer: UnitId, target: UnitId) -> bool {
        let blind = || self.numbers(viewer).is_some_and(|n| !n.has_sight());
        self.has_line(viewer, target) && (self.makes_out(viewer, target) || blind())
    }

    /// True unless `target` is hidden from `viewer` (MO-125) or hidden information conceals its
    /// position from the side of `viewer`. What the side that controls `viewer` does not know, it
    /// cannot aim at (MO-278).
    pub fn knows(&self, viewer: UnitId, target: UnitId) -> bool {
        let state = self.ctx.state;
        let in_view = |u: &Unit| {
            let side = self.ctx.unit(viewer).map(Unit::side);
            side.is_none_or(|side| side == u.side() || state.scene.fog.shows(side, target))
        };
        let told = |side| super::hidden::is_known(self.ctx, side, target);
        self.is_revealed_to(viewer, target)
            && self.ctx.unit(target).is_none_or(in_view)
            && state.commander(viewer).is_none_or(told)
    }

    /// True unless `target` hides from `viewer` (MO-125).
    fn is_revealed_to(&self, viewer: UnitId, target: UnitId) -> bool {
        self.ctx.unit(target).is_none_or(|u| !super::hidden::is_hidden(u, viewer))
    }

    /// True if nothing prevents `viewer` from seeing `target`: it is able to see and not blind,
    /// there is a line between them, and there is enough light (MO-270, MO-329).
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

    /// True if a sound from `source` reaches `listener`. It passes over low obstacles and through
    /// thin ones, but not through stone, deep water or silence (MO-330).
    pub fn is_heard(&self, source: UnitId, listener: UnitId) -> bool {
        let (Some(from), Some(to)) = (self.outlook(source), self.body(listener)) else {
            return false;
        };
        let path = grid::sound_path(self.ctx.field.board(), &*from, to);
        path.is_some_and(|path| !path.silenced && path.stone_cm == 0 && path.deep_water_cm == 0)
    }

    /// The condition that frightens a combatant, if the source of its fear is in view (MO-275).
    pub fn dread(&self, id: UnitId) -> Option<&'a Status> {
        let fears = self.ctx.unit(id)?.conditions.0.iter().find(|c| {
            let status = Affliction::from_key(c.id.as_str()).map(|a| self.content.status(a));
            status.is_some_and(|s| s.effects.contains(&StatusEffect::Fears))
                && c.source.is_some_and(|source| self.sees(id, source))
        })?;
        Affliction::from_key(fears.id.as_str()).map(|a| self.content.status(a))
    }

    /// The sources of the unit's conditions with this effect, in the order in which they began
    /// (MO-440).
    pub fn sources_of(
        &self,
        id: UnitId,
        effect: &StatusEffect,
    ) -> impl DoubleEndedIterator<Item = UnitId> {
        let conditions = self.ctx.unit(id).map_or(&[][..], |unit| &unit.conditions.0);
        conditions.iter().filter_map(move |c| {
            let status = Affliction::from_key(c.id.as_str()).map(|a| self.content.status(a))?;
            status.effects.contains(effect).then_some(c.source)?
        })
    }

    /// Checks that no charm keeps a combatant from harming the target (MO-277).
    ///
    /// # Errors
    /// If a charm does.
    pub fn check_charm(&self, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        if self.sources_of(id, &StatusEffect::SparesSource).any(|charmer| charmer == target) {
            return Err(Refusal::new("charmed", "charmed: not against the charmer", "MO-277"));
        }
        Ok(())
    }

    /// Checks that fear does not keep a combatant from moving to a room closer to what it fears
    /// (MO-275).
    ///
    /// # Errors
    /// If fear does.
    pub fn check_fear(&self, id: UnitId, to: Room) -> Result<(), Refusal> {
        let room = |id: UnitId| self.body(id).and_then(Body::room);
        let Some(from) = room(id) else { return Ok(()) };
        let mut feared = self.sources_of(id, &StatusEffect::Fears).filter(|s| self.knows(id, *s));
        let closer = |feared: Room| {
            let far = |room: &Room| room.distance(&feared, Diagonals::One);
            far(&to) < far(&from)
        };
        if feared.any(|source| room(source).is_some_and(closer)) {
            let text = "it may not move closer to what it fears";
            return Err(Refusal::new("frightened", text, "MO-275"));
        }
        Ok(())
    }

    /// True if there is light enough in a cell for `viewer` to see there (MO-329).
    pub fn is_lit_for(&self, viewer: UnitId, cell: Cell) -> bool {
        let by_night = || self.numbers(viewer).is_some_and(|n| sees_in_the_dark(&n));
        self.ctx.field.board().light(cell) > Light::Dark || by_night()
    }

    /// True if `viewer` would see a creature standing in a cell.
    pub fn sees_cell(&self, viewer: UnitId, cell: Cell) -> bool {
        let (Some(numbers), Some(a)) = (self.numbers(viewer), self.outlook(viewer)) else {
            return false;
        };
        let board = self.ctx.field.board();
        let Some(tile) = board.tile(cell).filter(|t| !t.is_solid()) else { return false };
        let lit = self.is_lit_for(viewer, cell);
        let point = Eye::At(cell, tile.surface() + Hm::metres(1));
        numbers.has_sight() && lit && sees(board, Eye::Body(&a), point)
    }

    /// Distance in metres to a cell, at the height of its floor, from where a combatant strikes.
    pub fn distance_to(&self, unit: UnitId, cell: Cell) -> Option<u32> {
        let room = self.outlook(unit)?.room()?;
        let floor = self.ctx.field.board().tile(cell)?.elevation;
        Some(room.distance(&Room::point(cell, floor), Diagonals::One))
    }

    /// True if a unit can be attacked: on the board and not dead.
    pub fn is_target(&self, id: UnitId) -> bool {
        self.ctx.unit(id).is_some_and(|u| u.status.is_present() && u.status != Part::Dead)
    }

    /// An enemy that spoils the aim of a shooter (MO-173, MO-174), preferably one that the
    /// shooter's side knows of.
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
