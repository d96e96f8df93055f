//! The moments at which tips help.

use serde::Deserialize;

use grid::{Body, Cell, Diagonals, Field, Hm, Light, Outlook, UnitId, are_opposite};
use rules::ruleset::{Ctx, Description, Offer};
use rules::state::{Posture, State, Unit};
use rules::{Key, Ruleset, engine};

use super::super::Panel;

/// A moment at which a tip helps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// The player has a turn.
    Turn,
    /// The player has a turn in this round or a later one.
    Round(u32),
    /// The player is asked a question.
    Asked,
    /// The player is about to end a turn with something left.
    EndsEarly,
    /// Dice have been rolled.
    Rolled,
    /// The acting unit stands at least this number of metres above a foe.
    Higher(u8),
    /// An armed friend stands beside a foe that the acting unit can reach.
    Beside,
    /// An armed friend stands beside a foe, and the acting unit can reach the opposite side of it.
    Opposite,
    /// The aimed attack has a chance below this percentage, and its target is partly hidden.
    Covered(u8),
    /// The acting unit, or a foe beside it, stands next to a drop of at least this number of
    /// metres.
    Ledge(u8),
    /// The acting unit lies on the ground.
    Prone,
    /// A foe lies on the ground.
    FoeProne,
    /// A foe stands beside the acting unit.
    Close,
    /// The previewed path passes a cell in which a foe may strike.
    Peril,
    /// The acting unit stands in dim light or darkness.
    Dark,
    /// The acting unit has lost at least this percentage of its life.
    Hurt(u8),
    /// The acting unit may use an act now.
    Offers(String),
    /// The acting unit has something in a pool.
    Pool(String),
    /// The acting unit has no more than this in a pool.
    Low(String, i32),
}

/// What a tip is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A unit.
    Unit(UnitId),
    /// A cell.
    Cell(Cell),
    /// The tile of an act.
    Act(Key),
    /// A panel.
    Panel(Panel),
    /// The current question.
    Question,
}

/// A moment of a battle, as the player's side knows it.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The rules.
    pub rules: &'a dyn Ruleset,
    /// The battle.
    pub state: &'a State,
    /// The player's unit that acts.
    pub actor: Option<UnitId>,
    /// True while the player is asked a question.
    pub asked: bool,
    /// True while the player is about to end a turn with something left.
    pub ends_early: bool,
    /// True if dice have been rolled.
    pub rolled: bool,
    /// The acts of the acting unit.
    pub offers: &'a [Offer],
    /// Where it can go.
    pub reach: &'a [Cell],
    /// The target of the aimed attack and its chance, in hundredths of a percent.
    pub aimed: Option<(UnitId, u16)>,
    /// The cells of the previewed path in which a foe may strike.
    pub perils: &'a [Cell],
}

impl When {
    /// The content of the ruleset that it refers to: its kind and name.
    pub fn content(&self) -> Option<(&'static str, &str)> {
        match self {
            Self::Offers(id) => Some(("act", id)),
            Self::Pool(id) | Self::Low(id, _) => Some(("pool", id)),
            _ => None,
        }
    }

    /// True if the ruleset has that content.
    pub fn is_known(&self, rules: &Description) -> bool {
        match self {
            Self::Offers(id) => rules.acts.iter().any(|act| act.id == **id),
            Self::Pool(id) | Self::Low(id, _) => rules.pools.iter().any(|pool| pool.id == **id),
            _ => true,
        }
    }

    /// The subject of the tip now; `None` if the moment is not right.
    pub fn subject(&self, moment: &Moment<'_>) -> Option<Subject> {
        let Moment { state, actor, .. } = *moment;
        match self {
            Self::Asked => return moment.asked.then_some(Subject::Question),
            Self::Covered(percent) => {
                let ((target, chance), actor) = moment.aimed.zip(actor)?;
                let low = u32::from(chance) < u32::from(*percent) * 100;
                let hidden = low && in_field(moment, |ctx| is_hidden(ctx, actor, target));
                return hidden.then_some(Subject::Unit(target));
            }
            Self::Peril => return moment.perils.first().map(|cell| Subject::Cell(*cell)),
            _ => {}
        }
        // All other tips are about the turn of a player's unit.
        let unit = state.unit(actor?).filter(|_| !moment.asked)?;
        let own = Subject::Unit(unit.id());
        let own_if = |is: bool| is.then_some(own);
        match self {
            Self::Asked | Self::Covered(_) | Self::Peril => None,
            Self::Turn => own_if(true),
            Self::Round(round) => {
                (state.scene.clock.round >= *round).then_some(Subject::Panel(Panel::Lenses))
            }
            Self::EndsEarly => moment.ends_early.then_some(Subject::Panel(Panel::Decide)),
            Self::Rolled => moment.rolled.then_some(Subject::Panel(Panel::Log)),
            Self::Higher(metres) => {
                let below = unit.placement.feet - Hm::metres(i32::from(*metres));
                own_if(foes(state, unit).any(|foe| foe.placement.feet <= below))
            }
            Self::Beside => pair(moment, unit, false).map(Subject::Unit),
            Self::Opposite => pair(moment, unit, true).map(Subject::Unit),
            Self::Ledge(metres) => {
                let least = Hm::metres(i32::from(*metres));
                in_field(moment, |ctx| ledge(ctx, state, unit, least)).map(Subject::Unit)
            }
            Self::Prone => own_if(is_prone(unit)),
            Self::FoeProne => {
                foes(state, unit).find(|foe| is_prone(foe)).map(|foe| Subject::Unit(foe.id()))
            }
            Self::Close => {
                let near = |ctx: Ctx<'_>| beside(ctx.field, state, unit).next().map(Unit::id);
                in_field(moment, near).map(Subject::Unit)
            }
            Self::Dark => {
                let cell = unit.placement.at.cell()?;
                own_if(state.scene.board.light(cell) != Light::Bright)
            }
            Self::Hurt(percent) => {
                let lost = 1000 - moment.rules.fitness(unit).whole;
                own_if(lost >= i32::from(*percent) * 10)
            }
            Self::Offers(act) => {
                let offer = moment.offers.iter().find(|offer| offer.act == **act)?;
                offer.refused.is_none().then(|| Subject::Act(offer.act.clone()))
            }
            Self::Pool(id) => (unit.pools.0.value(id) > 0).then_some(Subject::Panel(Panel::Tiles)),
            Self::Low(id, most) => {
                let low = unit.pools.0.get(id).is_some_and(|pool| pool.value <= *most);
                low.then_some(Subject::Panel(Panel::Tiles))
            }
        }
    }
}

fn in_field<T>(moment: &Moment<'_>, read: impl FnOnce(Ctx<'_>) -> T) -> T {
    engine::with_ctx(moment.rules, moment.state, read)
}

fn is_prone(unit: &Unit) -> bool {
    unit.placement.posture == Posture::Prone
}

/// The foes of a unit that are in the fight.
fn foes<'a>(state: &'a State, unit: &Unit) -> impl Iterator<Item = &'a Unit> {
    let id = unit.id();
    state.units.iter().filter(move |foe| foe.is_active() && state.are_foes(id, foe.id()))
}

/// The foes beside a unit.
fn beside<'a>(
    field: &'a Field<'_>,
    state: &'a State,
    unit: &Unit,
) -> impl Iterator<Item = &'a Unit> {
    let own = field.body(unit.id());
    foes(state, unit).filter(move |foe| {
        own.zip(field.body(foe.id())).is_some_and(|(own, foe)| are_near(own, foe))
    })
}

/// True if two bodies stand beside each other, at about the same height.
fn are_near(a: &Body, b: &Body) -> bool {
    let rooms = a.room().zip(b.room());
    rooms.is_some_and(|(a, b)| a.distance(&b, Diagonals::One) <= 1)
}

/// True if the target is partly, but not entirely, hidden from a unit.
fn is_hidden(ctx: Ctx<'_>, from: UnitId, target: UnitId) -> bool {
    let bodies = ctx.field.body(from).zip(ctx.field.body(target));
    bodies.is_some_and(|(from, target)| {
        let shares = Outlook::new(ctx.field.board(), from).hidden_shares(target);
        shares.is_some_and(|(hard, soft)| hard.part + soft.part > 0)
    })
}

/// The unit itself or a foe beside it, whichever stands next to a drop.
fn ledge(ctx: Ctx<'_>, state: &State, unit: &Unit, least: Hm) -> Option<UnitId> {
    let foes = beside(ctx.field, state, unit).map(Unit::id);
    foes.chain([unit.id()]).find(|id| {
        let room = ctx.field.body(*id).and_then(Body::room);
        room.is_some_and(|room| ctx.field.ledge(*id, room, least).is_some())
    })
}

/// A foe beside an armed friend of a unit that the unit can reach too: `opposite` the friend, or on
/// any side.
fn pair(moment: &Moment<'_>, unit: &Unit, opposite: bool) -> Option<UnitId> {
    let state = moment.state;
    in_field(moment, |ctx| {
        let own = ctx.field.body(unit.id())?;
        let friends: Vec<&Body> = state
            .units
            .iter()
            .filter(|friend| friend.is_active() && friend.side() == unit.side())
            .filter(|friend| friend.id() != unit.id())
            .filter_map(|friend| ctx.field.body(friend.id()))
            .filter(|friend| friend.armed)
            .collect();
        let places: Vec<Cell> = own
            .room()
            .map(|room| room.cell)
            .into_iter()
            .chain(moment.reach.iter().copied())
            .collect();
        let found = foes(state, unit).find(|foe| {
            let Some(foe) = ctx.field.body(foe.id()) else { return false };
            let near = friends.iter().filter(|friend| are_near(friend, foe));
            near.into_iter().any(|friend| {
                places.iter().any(|cell| {
                    let floor = ctx.field.board().footing_near(*cell, own.height, own.feet);
                    let feet = floor.unwrap_or(own.feet);
                    let moved = own.moved(*cell, feet);
                    are_near(&moved, foe) && (!opposite || are_opposite(foe, &moved, friend))
                })
            })
        });
        found.map(Unit::id)
    })
}
