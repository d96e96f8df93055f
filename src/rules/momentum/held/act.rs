//! The actions that can be held: every one with a price in AP but Cinematic Actions (MO-65).

use crate::grid::{Body, Cell, Place, UnitId};
use crate::rules::Refusal;
use crate::rules::command::Target;
use crate::rules::object::Object;
use crate::rules::ruleset;
use crate::rules::state::{Armed, Unit};

use super::super::abilities::{self, Cast};
use super::super::advanced::Advanced;
use super::super::attack::Attack;
use super::super::basic::Basic;
use super::super::budget::Budget;
use super::super::data::{Aim, Content};
use super::super::hands::Handwork;
use super::super::hiding;
use super::super::manner::Manner;
use super::super::position::Position;
use super::super::walk;
use super::super::way::Way;

/// An act that can be held.
pub enum Holdable<'a> {
    /// An attack.
    Strike(Attack<'a>),
    /// An Ability without one.
    Cast(Cast<'a>),
    /// A basic action.
    Basic(Basic),
    /// Something done to one who is near.
    Near(Advanced),
    /// Something done with the hands.
    Work(Handwork),
    /// Hiding.
    Hide,
}

/// Whom a held act is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// An enemy.
    Foe,
    /// One of the own side.
    Friend,
    /// Whoever it is.
    Anybody,
    /// Oneself.
    Own,
    /// A place or thing that is named when it is made ready.
    Spot,
}

impl<'a> Holdable<'a> {
    /// The part of the action bar in which it is held: there are too many for one.
    pub const fn group(&self) -> &'static str {
        match self {
            Self::Strike(_) | Self::Cast(_) => "hold",
            Self::Basic(_) | Self::Hide => "hold_basic",
            Self::Near(_) => "hold_advanced",
            Self::Work(_) => "hold_handling",
        }
    }

    /// The act of that name, done in that way, if it can be held.
    pub fn find(position: Position<'a>, unit: UnitId, act: &str, way: &Way) -> Option<Self> {
        if let Some(known) = Self::without_ways(position, unit, act) {
            return way.is_plain().then_some(known);
        }
        let manner = Manner::of(position.content, way).ok()?;
        if let Some(cast) = Cast::find(position, unit, act, manner.steps) {
            return Some(Self::Cast(cast));
        }
        Attack::find(position, unit, act).map(|attack| Self::Strike(attack.made(manner)))
    }

    fn without_ways(position: Position<'a>, unit: UnitId, act: &str) -> Option<Self> {
        if let Some(basic) = Basic::from_name(act) {
            // An attack is held by the name of its weapon; getting up takes no AP.
            let fits = !matches!(basic, Basic::Attack | Basic::StandUp);
            return fits.then_some(Self::Basic(basic));
        }
        if let Some(near) = Advanced::from_name(act) {
            return (near != Advanced::LetGo).then_some(Self::Near(near));
        }
        if act == hiding::HIDE {
            return Some(Self::Hide);
        }
        let own = position.ctx.unit(unit)?;
        Handwork::find(position.content, own, act).map(Self::Work)
    }

    /// AP that it takes. What is free once a turn is not free when it is held.
    pub fn price(&self, content: &Content) -> i32 {
        match self {
            Self::Strike(attack) => attack.price(),
            Self::Cast(cast) => cast.ability.ap,
            Self::Basic(basic) => basic.price(content),
            Self::Near(near) => near.price(content),
            Self::Work(work) => work.full_price(content),
            Self::Hide => content.rules.prices.hide,
        }
    }

    /// Whether it can be made ready now.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_use(&self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        match self {
            Self::Strike(attack) => attack.check_use(),
            Self::Cast(cast) => cast.check_use(),
            // Whom it is done to is found when its trigger comes.
            Self::Basic(basic) if !matches!(basic, Basic::Stabilize | Basic::PutOut) => {
                basic.check_use(position, unit)
            }
            Self::Basic(_) | Self::Near(_) | Self::Work(_) | Self::Hide => {
                let off = || Refusal::new("no_sheet", "it has no sheet", "MO-10");
                let budget = Budget::of(position.content, unit).ok_or_else(off)?;
                budget.check_ap(self.price(position.content), "MO-65")?;
                match self {
                    Self::Near(near) => near.check_able(position, unit),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Its name as players read it.
    pub fn name(&self, content: &Content) -> String {
        match self {
            Self::Strike(attack) => attack.name(),
            Self::Cast(cast) => cast.ability.name.clone(),
            Self::Basic(basic) => basic.name().to_owned(),
            Self::Near(near) => near.name().to_owned(),
            Self::Work(work) => work.name(content),
            Self::Hide => "Hide".to_owned(),
        }
    }

    /// Whom it is meant for.
    pub fn whom(&self, content: &Content) -> Whom {
        match self {
            Self::Strike(_) => Whom::Foe,
            Self::Cast(cast) => match cast.ability.aim {
                Aim::Spot(_) => Whom::Spot,
                _ if cast.ability.is_harmful() => Whom::Foe,
                _ => Whom::Friend,
            },
            Self::Basic(Basic::Move | Basic::Sprint) => Whom::Spot,
            Self::Basic(Basic::Stabilize | Basic::PutOut) => Whom::Friend,
            Self::Basic(_) | Self::Hide => Whom::Own,
            Self::Near(Advanced::Climb | Advanced::ShakeOff | Advanced::BreakFree) => Whom::Anybody,
            Self::Near(_) => Whom::Foe,
            Self::Work(work) => match work.aim(content) {
                ruleset::Aim::Unit => Whom::Friend,
                ruleset::Aim::Own => Whom::Own,
                _ => Whom::Spot,
            },
        }
    }

    /// True if it is meant for enemies.
    pub fn is_harmful(&self, content: &Content) -> bool {
        self.whom(content) == Whom::Foe
    }

    /// How it is aimed when it is made ready.
    pub fn aim_when_held(&self, content: &Content) -> ruleset::Aim {
        match (self.whom(content), self) {
            (Whom::Spot, Self::Work(work)) => work.aim(content),
            (Whom::Spot, _) => ruleset::Aim::Cell,
            _ => ruleset::Aim::Own,
        }
    }

    /// What it may be aimed at when it is made ready: the places that it can be done at from here,
    /// else only oneself.
    pub fn spots(&self, position: Position<'_>, unit: &Unit) -> Vec<Target> {
        let content = position.content;
        match self {
            Self::Basic(basic @ (Basic::Move | Basic::Sprint)) => {
                let reach = walk::reach(content, position.ctx, unit.id(), walk::Far::All);
                let most = self.metres(content, unit, *basic);
                let near = reach.stops().iter().filter(|s| i64::from(s.cost) <= i64::from(most));
                near.map(|s| Target::Place(s.cell.into())).collect()
            }
            Self::Cast(cast) if self.whom(content) == Whom::Spot => abilities::targets(cast),
            Self::Work(work) if self.whom(content) == Whom::Spot => work.targets(position, unit),
            _ => vec![Target::Unit(unit.id())],
        }
    }

    /// Metres that a held Move or Sprint gives (MO-92, MO-94).
    pub fn metres(&self, content: &Content, unit: &Unit, basic: Basic) -> i32 {
        let once = Budget::of(content, unit).map_or(0, |b| b.basic());
        if basic == Basic::Sprint { once * content.rules.sprint_factor } else { once }
    }

    /// Whether it may be made ready with these targets.
    pub fn takes(&self, position: Position<'_>, unit: &Unit, targets: &[Target]) -> bool {
        let spot = self.whom(position.content) == Whom::Spot;
        let edges = matches!(self, Self::Work(Handwork::Interact));
        match targets {
            [] => !spot,
            [Target::Unit(id)] => !spot && *id == unit.id(),
            [Target::Place(Place::Cell(_))] => spot,
            [target] => edges && Object::of(*target).is_some(),
            _ => false,
        }
    }

    /// What it is aimed at when it is meant for somebody; nothing when it cannot be.
    pub fn aim(&self, position: Position<'_>, unit: &Unit, at: UnitId) -> Option<Vec<Target>> {
        let one = || vec![Target::Unit(at)];
        match self {
            Self::Strike(attack) => attack.check_target(at).is_ok().then(one),
            Self::Cast(cast) => {
                let cell = position.body(at).and_then(Body::anchor);
                let targets = match cast.ability.aim {
                    Aim::One { .. } | Aim::Fallen { .. } => one(),
                    Aim::Own | Aim::Around { .. } => Vec::new(),
                    _ => cell.map(|c| Target::Place(c.into())).into_iter().collect(),
                };
                let around = matches!(cast.ability.aim, Aim::Around { .. });
                let meant = !around || abilities::affected(cast, None).contains(&at);
                (meant && abilities::check_aim(cast, &targets).is_ok()).then_some(targets)
            }
            Self::Basic(basic @ (Basic::Stabilize | Basic::PutOut)) => {
                basic.check_target(position, unit, at).is_ok().then(one)
            }
            Self::Basic(_) => Some(Vec::new()),
            Self::Hide => hiding::check_unseen(position, unit).is_ok().then(Vec::new),
            Self::Near(near) => {
                let able = near.check_able(position, unit).is_ok();
                (able && near.check_target(position, unit, at).is_ok()).then(one)
            }
            Self::Work(work) => {
                let own = self.whom(position.content) == Whom::Own;
                let at = Target::Unit(if own { unit.id() } else { at });
                work.check_target(position, unit, at).is_ok().then(|| vec![at])
            }
        }
    }

    /// The place or thing that was named when it was made ready, if it can still be done there.
    pub fn named(&self, position: Position<'_>, unit: &Unit, armed: &Armed) -> Option<Target> {
        let places: Vec<Cell> = armed.area.iter().filter_map(|place| place.cell()).collect();
        let board = position.ctx.field.board();
        let spots: Vec<Target> = match places.as_slice() {
            [cell] => {
                let thing = board.thing_in(*cell).map(|(id, _)| Target::Thing(id));
                thing.into_iter().chain([Target::Place((*cell).into())]).collect()
            }
            [cell, beyond] => {
                cell.dir_to(*beyond).map(|side| Target::Edge(*cell, side)).into_iter().collect()
            }
            _ => Vec::new(),
        };
        spots.into_iter().find(|spot| match self {
            Self::Cast(cast) => abilities::check_aim(cast, &[*spot]).is_ok(),
            Self::Work(work) => work.check_target(position, unit, *spot).is_ok(),
            Self::Basic(_) => matches!(spot, Target::Place(_)),
            _ => false,
        })
    }
}

/// The cells that a target means: the two beside an edge, the one of anything else.
pub fn cells_of(position: Position<'_>, target: Target) -> Vec<Place> {
    let board = position.ctx.field.board();
    match target {
        Target::Place(place) => vec![place],
        Target::Edge(cell, side) => vec![cell.into(), cell.step(side).into()],
        Target::Thing(id) => board.thing(id).map(|thing| thing.cell.into()).into_iter().collect(),
        Target::Unit(_) | Target::Direction(_) | Target::Part(..) => Vec::new(),
    }
}
