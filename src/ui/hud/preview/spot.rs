//! What it would be like to stand somewhere: which foes could be struck from there and could strike
//! back, who sees whom, who is covered and who is flanked.

use egui_phosphor::regular as icon;

use crate::grid::{Body, Cell, Diagonals, Hm, SupportKind, UnitId};
use crate::rules::path_preview::{Relation, Remark};
use crate::rules::ruleset::{Ctx, Ruleset};
use crate::rules::state::State;
use crate::rules::{engine, odds};
use crate::ui::attack_options::{AttackOption, best, blows_of, danger, per_mille};
use crate::ui::board::{Sees, Spot, Tag, Thread, Tone};
use crate::ui::names::Names;

/// So many foes are listed; the rest are counted.
const LISTED: usize = 6;

/// A foe seen from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotFoe {
    /// Who.
    pub id: UnitId,
    /// Its name.
    pub name: String,
    /// Where it is.
    pub at: Spot,
    /// How far off it is, in squares.
    pub squares: u32,
    /// The best attack at it from there.
    pub to: Option<AttackOption>,
    /// Its best attack at one who stands there.
    pub from: Option<AttackOption>,
    /// How one who stands there stands to the foe.
    pub ahead: Relation,
    /// How the foe stands to one who stands there.
    pub back: Relation,
}

/// What it would be like to stand somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotModel {
    /// The place.
    pub at: Spot,
    /// The foes within reach of anything, the most dangerous first.
    pub foes: Vec<SpotFoe>,
    /// How many more there are.
    pub more: usize,
}

impl SpotModel {
    /// What it would be like for a combatant to stand in a place, as far as its own side knows the
    /// battle: what it could do after the way there, and foes with a whole turn. Nothing for one who
    /// is not on the board.
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
        // What takes a whole turn leaves none of it for the way there.
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

    /// Lines between the place and the foes, where somebody sees somebody.
    pub fn threads(&self) -> Vec<Thread> {
        let thread = |foe: &SpotFoe| {
            let sees = match (foe.ahead.sees, foe.back.sees) {
                (true, true) => Sees::Both,
                (true, false) => Sees::Ahead,
                (false, true) => Sees::Back,
                (false, false) => return None,
            };
            Some(Thread { from: self.at, to: foe.at, sees })
        };
        self.foes.iter().filter_map(thread).collect()
    }

    /// The odds beside the foes: to them, and from them.
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
    /// What the panel says of sight, cover, flanking and height: of the one there against the foe,
    /// then of the foe against it.
    pub fn remarks(&self) -> Vec<String> {
        let both = self.ahead.sees && self.back.sees;
        let sight = match (self.ahead.sees, self.back.sees) {
            (true, true) => None,
            (true, false) => Some("sees it unseen"),
            (false, true) => Some("is seen, does not see it"),
            (false, false) => Some("out of sight of each other"),
        };
        let mut words: Vec<String> = sight.into_iter().map(str::to_owned).collect();
        let equal = self.ahead.cover == self.back.cover;
        let cover = |who: &str, remark: &Remark| format!("{who}: {remark}");
        match (&self.ahead.cover, &self.back.cover) {
            (Some(remark), _) if equal && both => words.push(cover("both", remark)),
            (ahead, back) => {
                words.extend(ahead.iter().map(|remark| cover("it has", remark)));
                words.extend(back.iter().map(|remark| cover("covered from it", remark)));
            }
        }
        words.extend(self.ahead.flanks.iter().map(|r| format!("flanked by this [{}]", r.rule)));
        words.extend(self.back.flanks.iter().map(|r| format!("flanks this place [{}]", r.rule)));
        words.extend(self.ahead.more.iter().map(ToString::to_string));
        words
    }
}

fn spot_of(body: &Body) -> Option<Spot> {
    Some(Spot { cell: body.anchor()?, size: body.size, height: Some(body.feet) })
}
