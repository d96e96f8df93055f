//! Half and full cover, from terrain and creatures (MO-307 to MO-321).

use grid::{Body, Cell, Dir, Eye, Hm, UnitId, hidden_shares, in_the_way};
use rules::Sum;

use super::data::{CoverScope, FoliageCover, StatusEffect, Trait};
use super::lean;
use super::position::Position;

/// The cover between an attacker and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// No cover.
    None,
    /// At least half of the target is hidden (MO-307, MO-312), or a creature is in the way
    /// (MO-313).
    Half(&'static str),
    /// Entirely hidden behind something solid (MO-320).
    Full,
}

/// Where an effect originates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A unit.
    Unit(UnitId),
    /// A point: a cell and an absolute height.
    Point(Cell, Hm),
}

impl Position<'_> {
    /// The cover of a target from an attacker. Several half covers do not add up (MO-311).
    pub fn cover(&self, from: UnitId, to: UnitId) -> Cover {
        self.cover_from(Origin::Unit(from), to)
    }

    /// The cover of a target from the origin of an effect (MO-309, MO-321).
    pub fn cover_from(&self, from: Origin, to: UnitId) -> Cover {
        match from {
            Origin::Unit(from) if from == to => Cover::None,
            Origin::Unit(from) => match self.outlook(from) {
                Some(body) => self.cover_seen(Eye::Body(&body), to),
                None => Cover::None,
            },
            Origin::Point(cell, feet) => self.cover_seen(Eye::At(cell, feet), to),
        }
    }

    fn cover_seen(&self, a: Eye<'_>, to: UnitId) -> Cover {
        let Some(b) = self.body(to) else { return Cover::None };
        let cover = self.cover_of(a, b, to);
        let leans = self.ctx.unit(to).is_some_and(|u| lean::dir(u).is_some());
        let Some(out) = self.outlook(to).filter(|_| leans) else { return cover };
        // A unit that leans out has half cover from every unit with a line to the square it leans
        // into; from others it has the cover of its own square (MO-323).
        match self.cover_of(a, &out, to) {
            Cover::Full => cover,
            _ => Cover::Half("leaning out"),
        }
    }

    fn cover_of(&self, a: Eye<'_>, b: &Body, to: UnitId) -> Cover {
        let rules = &self.content.rules;
        let (hard, soft) = hidden_shares(self.ctx.field.board(), a, b);
        if hard.is_all() || (hard.part + 1 >= hard.whole && self.lies_behind_a_wall(b)) {
            return Cover::Full;
        }
        let soft = match rules.foliage_cover {
            FoliageCover::Half => soft,
            FoliageCover::None => grid::Share { part: 0, whole: 1 },
        };
        let whole = u64::from(hard.whole) * u64::from(soft.whole);
        let parts = u64::from(hard.part) * u64::from(soft.whole)
            + u64::from(soft.part) * u64::from(hard.whole);
        if 100 * parts >= u64::from(rules.half_cover_percent) * whole {
            return Cover::Half("half cover");
        }
        match self.screen_of(a, b, to) {
            Some(_) => Cover::Half("a creature in the way"),
            None => Cover::None,
        }
    }

    /// True for a prone unit right behind a wall as high as its body (MO-328).
    fn lies_behind_a_wall(&self, body: &Body) -> bool {
        let board = self.ctx.field.board();
        let hides = |cell: Cell, side: Dir| {
            let mut before = board.edges_before(cell, side, (body.feet, body.top()));
            before.any(|(at, edge)| {
                let top = board.edge_top(at, edge.kind);
                edge.kind.spec().material.is_hard() && !edge.open && top >= body.top()
            })
        };
        body.prone && body.cells().any(|c| Dir::SIDES.into_iter().any(|side| hides(c, side)))
    }

    /// The creature that gives a target half cover: on the line, at least as large as the target,
    /// and the nearest to it (MO-313 to MO-315).
    pub fn screen(&self, from: UnitId, to: UnitId) -> Option<UnitId> {
        let (a, b) = (self.outlook(from)?, self.body(to)?);
        if from == to { None } else { self.screen_of(Eye::Body(&a), b, to) }
    }

    fn screen_of(&self, a: Eye<'_>, b: &Body, to: UnitId) -> Option<UnitId> {
        // A creature does not block effects that start in its own square.
        let begins = |id: UnitId| match a {
            Eye::At(cell, _) => self.body(id).is_some_and(|x| x.cells().any(|c| c == cell)),
            Eye::Body(_) => false,
        };
        let hits = in_the_way(self.ctx.field.bodies(), a, b);
        hits.into_iter()
            .filter(|hit| {
                let thing = self.numbers(hit.id).is_some_and(|n| n.creature().is(Trait::Object));
                let large = self.size(hit.id).above(self.size(to)) >= 0;
                !thing && large && !hit.shares_space && !begins(hit.id)
            })
            .find(|hit| {
                let crouches = self
                    .numbers(hit.id)
                    .is_some_and(|n| n.has(|e| matches!(e, StatusEffect::GivesNoCover)));
                !crouches || self.size(hit.id).above(self.size(to)) > 0
            })
            .map(|hit| hit.id)
    }

    /// Adds cover to Evasion against a ranged attack (MO-102, MO-103, MO-308).
    pub fn add_cover(&self, sum: &mut Sum, from: UnitId, to: UnitId) {
        let rules = &self.content.rules;
        let cover = self.cover(from, to);
        if let Cover::Half(why) = cover {
            sum.add(why, rules.half_cover_evasion, rule_of(why));
        }
        if self.counts_taken_cover(cover, to) {
            sum.add("Taking Cover", rules.take_cover_evasion, "MO-102");
        }
    }

    /// Adds cover to a Defense Roll against an effect from another place (MO-102, MO-309).
    pub fn add_cover_to_defense(&self, sum: &mut Sum, from: Origin, to: UnitId) {
        let rules = &self.content.rules;
        let cover = self.cover_from(from, to);
        if let Cover::Half(why) = cover {
            sum.add(why, rules.half_cover_dr, "MO-309");
        }
        if self.counts_taken_cover(cover, to) {
            sum.add("Taking Cover", rules.take_cover_dr, "MO-102");
        }
    }

    /// True if a unit has half cover from some enemy.
    fn has_half_cover(&self, id: UnitId) -> bool {
        let state = self.ctx.state;
        let mut foes = state.units.iter().filter(|u| u.is_active() && state.are_foes(id, u.id()));
        foes.any(|foe| matches!(self.cover(foe.id(), id), Cover::Half(_)))
    }

    fn counts_taken_cover(&self, cover: Cover, to: UnitId) -> bool {
        let numbers = self.numbers(to);
        let takes = numbers.is_some_and(|n| n.has(|e| matches!(e, StatusEffect::MoreCover)));
        let here = match self.content.rules.taking_cover_scope {
            CoverScope::SameDirection => matches!(cover, Cover::Half(_)),
            CoverScope::AnyHalfCover => matches!(cover, Cover::Half(_)) || self.has_half_cover(to),
            CoverScope::Always => true,
        };
        takes && here
    }
}

/// The rule behind this kind of half cover.
pub fn rule_of(why: &str) -> &'static str {
    match why {
        "half cover" => "MO-308",
        "leaning out" => "MO-323",
        _ => "MO-313",
    }
}
