//! The tactical situation at a place: enemies in reach, enemies
//! that reach it, lines of sight, cover and flanking.

use egui_phosphor::regular as icon;

use crate::attack_options::{AttackOption, best, blows_of, danger, per_mille};
use crate::board::{Sees, SightLine, Spot, Tag, Tone};
use crate::names::Names;
use grid::{Body, Cell, Diagonals, Hm, SupportKind, UnitId};
use rules::path_preview::{Relation, Remark};
use rules::ruleset::{Ctx, Ruleset};
use rules::state::State;
use rules::{engine, odds};

/// Number of enemies listed; the rest are counted.
const LISTED: usize = 6;

/// An enemy as seen from the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotFoe {
    /// The enemy.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// Its position.
    pub at: Spot,
    /// Its distance in squares.
    pub squares: u32,
    /// The best attack on it from the place.
    pub to: Option<AttackOption>,
    /// Its best attack on a unit at the place.
    pub from: Option<AttackOption>,
    /// Relation of a unit at the place to the enemy.
    pub ahead: Relation,
    /// Relation of the enemy to a unit at the place.
    pub back: Relation,
}

/// The tactical situation at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotModel {
    /// The place.
    pub at: Spot,
    /// Enemies in reach of any attack, the most dangerous first.
    pub foes: Vec<SpotFoe>,
    /// Number of further enemies.
    pub more: usize,
}

impl SpotModel {
    /// The situation of a unit at a place, as far as its own side knows the
    /// battle: what the unit could do after moving there, and what enemies
    /// could do with a whole turn. `None` for a unit off the board.
    pub fn of(
        rules: &dyn Ruleset,
        state: &State,
        unit: UnitId,
        (cell, feet, support): (Cell, Hm, SupportKind),
        names: &Names,
    ) -> Option<Self> {
        let side = state.commander(unit)?;
        let mut supposed = odds::as_known_by(rules, state, side);
        for other in &mut supposed.units {
            *other = rules.refreshed(other);
        }
        let own = supposed.unit_mut(unit)?;
        own.placement.at = cell.into();
        own.placement.feet = feet;
        own.placement.support = support;
        engine::with_ctx(rules, &supposed, |ctx| Self::there(rules, ctx, unit, names))
    }

    fn there(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId, names: &Names) -> Option<Self> {
        let here = ctx.field.body(unit)?;
        // An act that takes a whole turn leaves no time to move there.
        let mut own = blows_of(rules, ctx, unit);
        own.retain(|means| !means.whole_turn);
        let is_foe = |id: &UnitId| {
            ctx.state.are_foes(unit, *id) && ctx.unit(*id).is_some_and(|other| other.is_active())
        };
        let ids = ctx.field.bodies().iter().map(|body| body.id).filter(is_foe);
        let foe = |id: UnitId| {
            let body = ctx.field.body(id)?;
            let squares = here.room()?.distance(&body.room()?, Diagonals::One);
            let to = best(rules, ctx, unit, id, squares, &own, names);
            let theirs = blows_of(rules, ctx, id);
            let from = best(rules, ctx, id, unit, squares, &theirs, names);
            if to.is_none() && from.is_none() {
                return None;
            }
            Some(SpotFoe {
                id,
                name: names.unit(id),
                at: spot_of(body)?,
                squares,
                to,
                from,
                ahead: rules.relation(ctx, unit, id),
                back: rules.relation(ctx, id, unit),
            })
        };
        let mut foes: Vec<SpotFoe> = ids.filter_map(foe).collect();
        foes.sort_by_key(|foe| (std::cmp::Reverse(danger(foe.from.as_ref())), foe.squares, foe.id));
        let more = foes.len().saturating_sub(LISTED);
        foes.truncate(LISTED);
        Some(Self { at: spot_of(here)?, foes, more })
    }

    /// Lines of sight between the place and the enemies.
    pub fn threads(&self) -> Vec<SightLine> {
        let thread = |foe: &SpotFoe| {
            let sees = match (foe.ahead.sees, foe.back.sees) {
                (true, true) => Sees::Both,
                (true, false) => Sees::Ahead,
                (false, true) => Sees::Back,
                (false, false) => return None,
            };
            Some(SightLine { from: self.at, to: foe.at, sees })
        };
        self.foes.iter().filter_map(thread).collect()
    }

    /// The odds next to the enemies, in both directions.
    pub fn tags(&self) -> Vec<Tag> {
        let tag = |foe: &SpotFoe| {
            let mut lines = Vec::new();
            if let Some(blow) = &foe.to {
                let text = format!("{} {}", icon::SWORD, per_mille(blow.chance));
                lines.push((Tone::Good, text));
            }
            if let Some(blow) = &foe.from {
                let text = format!("{} {}", icon::SHIELD, per_mille(blow.chance));
                lines.push((Tone::Bad, text));
            }
            Tag { at: foe.at, below: true, lines }
        };
        self.foes.iter().map(tag).collect()
    }
}

impl SpotFoe {
    /// Remarks on sight, cover, flanking and height: of the unit at
    /// the place against the enemy, then of the enemy against it.
    pub fn remarks(&self) -> Vec<String> {
        let both = self.ahead.sees && self.back.sees;
        let sight = match (self.ahead.sees, self.back.sees) {
            (true, true) => None,
            (true, false) => Some("sees it, unseen"),
            (false, true) => Some("is seen by it, cannot see it"),
            (false, false) => Some("out of sight of each other"),
        };
        let mut words: Vec<String> = sight.into_iter().map(str::to_owned).collect();
        let equal = self.ahead.cover == self.back.cover;
        let cover = |who: &str, remark: &Remark| format!("{who}: {remark}");
        match (&self.ahead.cover, &self.back.cover) {
            (Some(remark), _) if equal && both => words.push(cover("both", remark)),
            (ahead, back) => {
                words.extend(ahead.iter().map(|remark| cover("foe has", remark)));
                words.extend(back.iter().map(|remark| cover("own cover", remark)));
            }
        }
        words.extend(self.ahead.flanks.iter().map(|r| format!("flanks this foe [{}]", r.rule)));
        words.extend(self.back.flanks.iter().map(|r| format!("flanked by this foe [{}]", r.rule)));
        words.extend(self.ahead.more.iter().map(ToString::to_string));
        words
    }
}

fn spot_of(body: &Body) -> Option<Spot> {
    Some(Spot { cell: body.anchor()?, size: body.size, height: Some(body.feet) })
}
