//! Estimates of abilities for the AI, with the same rolls and damage as in play.

mod effect;

use std::cell::RefCell;

use grid::{Body, EdgeKind, Place, UnitId};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary, Breach, Cue, Watch, WatchedSteps};
use rules::object::Object;
use rules::path_preview::Remark;
use rules::ruleset::{self, Ctx};
use rules::state::{Armed, Status, Unit};
use rules::{Key, Values};

use super::abilities;
use super::data::{
    Ability, Aim, Content, CoverDegree, Effect, Movement, Shape, Span, Timing, Trigger, Who,
};
use super::energy;
use super::interact;
use super::objects;
use super::position::Position;
use super::repertoire;
use super::sheet::HEALTH;
use super::step::unit_of;
use super::strike::Strike;

use effect::{add_effect, is_friendly};

/// Enemies this far beyond an ability's reach may come within it next turn, in squares.
const STRIDE: i32 = 8;

/// True for leaping and dragging.
const fn moves(ability: &Ability) -> bool {
    matches!(ability.movement, Some(Movement::Leap { .. } | Movement::Drag))
}

/// True if the result depends on where the move ends, or on later turns.
fn depends_on_later(ability: &Ability) -> bool {
    let own_shape = ability.aim == Aim::Actor
        && ability.effects.iter().any(|e| matches!(e, Effect::Transform { .. } | Effect::Revert));
    let in_movement = ability.timing == Timing::InMovement && !moves(ability);
    in_movement || own_shape || ability.has(|e| matches!(e, Effect::Dismiss))
}

/// Summary of an ability, whether or not it is available; `None` for abilities the AI ignores.
pub fn summary(strike: &Strike<'_>) -> Option<ActSummary> {
    let ability = strike.ability;
    if depends_on_later(ability) {
        return None;
    }
    let moves = moves(ability);
    let rush = super::rush::range(strike);
    let far = |span: Span| u16::from(strike.span(span).1);
    let of_shape = |shape: Shape| match shape {
        Shape::AroundSelf(n) => (ruleset::Aim::Own, u16::from(n)),
        Shape::WithinReach(span) => (ruleset::Aim::Own, far(span)),
        Shape::Cone(n) => (ruleset::Aim::Cell, u16::from(n)),
        Shape::AroundPoint { span, .. } | Shape::Block { span, .. } => {
            (ruleset::Aim::Cell, far(span))
        }
    };
    let cue = ability.prepared.map(|prepared| cue(prepared.trigger));
    let (aim, span, who) = match (ability.prepared.map(|p| p.trigger), ability.aim) {
        (Some(Trigger::MovesInto(shape) | Trigger::MovesIntoOutWithin(shape)), _) => {
            let (aim, span) = of_shape(shape);
            (aim, span, Some(Who::Foe))
        }
        (Some(Trigger::AllyTargeted), Aim::One { span, .. }) => {
            (ruleset::Aim::Unit, far(span), Some(Who::Ally))
        }
        (Some(_), Aim::One { span, .. }) => (ruleset::Aim::Own, far(span), Some(Who::Foe)),
        (_, Aim::Actor) => (ruleset::Aim::Own, 0, None),
        (_, Aim::One { who, span }) => (ruleset::Aim::Unit, far(span) + rush, Some(who)),
        (_, Aim::Area { shape, who }) => {
            let (aim, span) = of_shape(shape);
            (aim, span, Some(who))
        }
        (_, Aim::Square(span)) if brings(ability) => (ruleset::Aim::Cell, far(span), None),
        (_, Aim::Step) => match ability.movement {
            Some(Movement::Leap { gap, .. }) => (ruleset::Aim::Cell, u16::from(gap) + 1, None),
            _ => return None,
        },
        (_, Aim::Square(_) | Aim::Fixture(_)) => return None,
    };
    let thrown = ability.is_weapon_attack() && strike.weapon_attack().is_some_and(|a| a.thrown);
    let friendly = who != Some(Who::Foe)
        && (is_friendly(ability) || matches!(who, Some(Who::Ally | Who::OwnMinion)));
    Some(ActSummary {
        is_variant: false,
        act: ability.id.clone(),
        choice: Key::default(),
        with: Values::none(),
        aim,
        span,
        cost: energy::cost(strike),
        whole_turn: ability.timing == Timing::FullTurn,
        area: ability.is_area(),
        against_foes: !friendly && !moves,
        hampers: false,
        for_friends: friendly && !moves,
        cue,
        pushes: ability.effects.iter().any(|e| matches!(e, Effect::Push(_) | Effect::Throw(_))),
        brings: brings(ability),
        leaps: matches!(ability.movement, Some(Movement::Leap { .. })),
        tows: matches!(ability.movement, Some(Movement::Drag)),
        runs_up: false,
        throws: thrown,
        open: false,
    })
}

/// The trigger of a prepared action (PR-68).
const fn cue(trigger: Trigger) -> Cue {
    match trigger {
        Trigger::MovesInto(_) | Trigger::MovesIntoOutWithin(_) => Cue::Move,
        Trigger::AllyTargeted => Cue::Attack,
        Trigger::ResolvedOnMe => Cue::Blow,
        Trigger::UsesTechnique => Cue::Feat,
    }
}

/// How a combatant gets past a gate, by opening it (PR-454), or breaks an object within reach with
/// an act that costs only its action (PR-155).
pub fn breach(content: &Content, ctx: Ctx<'_>, id: UnitId, object: Object) -> Option<Breach> {
    let unit = ctx.unit(id)?;
    let position = Position { content, ctx };
    if object.kind(ctx.field.board()) == Some(EdgeKind::Gate.spec().name)
        && position.numbers(id).is_some_and(|numbers| numbers.has_hands())
    {
        let in_a_move = |a: &Ability| a.timing == Timing::InMovement && interact::is_handling(a);
        let opening = content.special_actions.iter().find(|a| in_a_move(a))?;
        return Some(Breach { act: opening.id.clone(), uses: 1 });
    }
    let left = objects::left(position, object)?;
    let ways = repertoire::all(content, unit).filter_map(|ability| {
        let strike = Strike::new(position, id, &ability)?;
        let thrown = strike.weapon_attack().is_some_and(|a| a.thrown);
        let at_hand = matches!(ability.aim, Aim::One { .. }) && ability.movement.is_none();
        let plain = ability.timing == Timing::Action && energy::cost(&strike) == 0;
        let fits = at_hand && plain && ability.is_damaging() && !thrown;
        let taken = fits.then(|| objects::harm(&strike, object)).flatten()?;
        Breach::by(ability.id.clone(), taken, left)
    });
    ways.min_by_key(|breach| breach.uses)
}

/// True for abilities that call a minion to a square (PR-321).
fn brings(ability: &Ability) -> bool {
    ability.effects.iter().any(|e| matches!(e, Effect::Summon(_)))
}

/// Cache of cover: it is the same for every ability, and expensive to compute.
#[derive(Default)]
pub struct Covers(RefCell<Vec<(Pair, Cover)>>);

type Pair = (UnitId, UnitId);
type Cover = (CoverDegree, &'static str);

impl Covers {
    fn between(&self, position: Position<'_>, a: UnitId, b: UnitId) -> Cover {
        let mut known = self.0.borrow_mut();
        if let Some((_, cover)) = known.iter().find(|(pair, _)| *pair == (a, b)) {
            return *cover;
        }
        let cover = position.cover(a, b);
        known.push(((a, b), cover));
        cover
    }
}

/// Outcomes of an ability for every unit it affects.
pub fn estimate(
    strike: &Strike<'_>,
    actor: &Unit,
    targets: &[Target],
    covers: &Covers,
) -> Vec<ActOutcome> {
    let (position, ability, ctx) = (strike.position, strike.ability, strike.position.ctx);
    if let Some(prepared) = ability.prepared {
        return set_off(strike, actor, prepared.trigger, targets, covers);
    }
    let each = |id: UnitId| ctx.unit(id).map(|target| expected(strike, actor, target, covers));
    match ability.aim {
        Aim::Actor | Aim::Square(_) => each(actor.id()).into_iter().collect(),
        Aim::Area { .. } => {
            let first = targets.first().copied();
            let affected = abilities::affected(position, actor.id(), ability, first);
            affected.into_iter().filter_map(each).collect()
        }
        _ => targets.iter().filter_map(unit_of).filter_map(each).collect(),
    }
}

/// Outcomes of a prepared action once triggered, for every unit that may trigger it: enemies nearby
/// or in the watched squares (PR-68). For an action that guards an ally, the benefit to the ally.
fn set_off(
    strike: &Strike<'_>,
    actor: &Unit,
    trigger: Trigger,
    targets: &[Target],
    covers: &Covers,
) -> Vec<ActOutcome> {
    let position = strike.position;
    let first = targets.first().copied();
    if trigger == Trigger::AllyTargeted {
        let Some(Target::Unit(ally)) = first else { return Vec::new() };
        let more = strike.ability.effects.iter().map(|e| match e {
            Effect::AddResistance(n) => *n,
            _ => 0,
        });
        return vec![ActOutcome { helps: more.sum(), ..ActOutcome::none(ally) }];
    }
    let watched = match (trigger, first) {
        (
            Trigger::MovesInto(shape) | Trigger::MovesIntoOutWithin(shape),
            Some(Target::Place(Place::Cell(cell))),
        ) => Some(abilities::shape_cells(position, actor.id(), shape, cell)),
        _ => None,
    };
    let near = |body: &Body| match (&watched, strike.ability.aim) {
        // Templates list their cells in sorted order.
        (Some(cells), _) => body.cells().any(|c| cells.binary_search(&c).is_ok()),
        (None, Aim::One { span, .. }) => {
            position.distance(actor.id(), body.id) <= i32::from(strike.span(span).1) + STRIDE
        }
        _ => false,
    };
    let foes = position.ctx.field.bodies().iter().filter(|b| b.side != actor.side() && near(b));
    foes.filter_map(|b| position.ctx.unit(b.id))
        .filter(|foe| foe.status == Status::Active)
        .map(|foe| expected(strike, actor, foe, covers))
        .collect()
}

/// True for prepared actions that watch their owner's reach, which everyone knows; other watched
/// squares are secret until a unit enters them (PR-68).
pub fn is_public(content: &Content, ctx: Ctx<'_>, armed: &Armed) -> bool {
    let ability = ctx.unit(armed.owner);
    let ability = ability.and_then(|u| repertoire::find(content, u, armed.act.as_str()));
    matches!(
        ability.and_then(|ability| Some(ability.prepared?.trigger)),
        Some(
            Trigger::MovesIntoOutWithin(Shape::WithinReach(_))
                | Trigger::MovesInto(Shape::WithinReach(_))
        )
    )
}

/// Prepared actions of foes that everyone knows to be triggered by moves: those that watch their
/// owner's reach. Other watched squares are secret until a unit enters them (PR-68).
pub fn watches(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Watch> {
    let Some(mover) = ctx.unit(id) else { return Vec::new() };
    let position = Position { content, ctx };
    let covers = Covers::default();
    let armed = ctx.state.scene.armed.iter().filter(|a| ctx.state.are_foes(a.owner, id));
    armed
        .filter_map(|armed| {
            let known = |o: &&Unit| o.status == Status::Active && ctx.state.sees(mover.side(), o);
            let owner = ctx.unit(armed.owner).filter(known)?;
            let ability = repertoire::find(content, owner, armed.act.as_str())?;
            let (span, steps) = match ability.prepared?.trigger {
                Trigger::MovesIntoOutWithin(Shape::WithinReach(span)) => (span, WatchedSteps::All),
                Trigger::MovesInto(Shape::WithinReach(span)) => (span, WatchedSteps::In),
                _ => return None,
            };
            let strike = Strike::new(position, owner.id(), &ability)?;
            let room = position.body(owner.id()).and_then(Body::room)?;
            let cells = position.cells_within(room, strike.span(span).1);
            let expected = expected(&strike, owner, mover, &covers);
            let what = Remark::new(ability.name.clone(), "PR-68");
            Some(Watch { owner: owner.id(), what, cells, steps, expected })
        })
        .collect()
}

fn expected(strike: &Strike<'_>, actor: &Unit, target: &Unit, covers: &Covers) -> ActOutcome {
    let ability = strike.ability;
    let rolled = !strike.is_willing(target.id());
    let cover = || covers.between(strike.position, actor.id(), target.id());
    let needs = if rolled { strike.needs_with_cover(target.id(), cover) } else { None };
    let chance = needs.map_or(1000, |needs| 100 * (11 - needs.clamp(1, 11)));
    let harm = strike.harm(target.id());
    let mends = ability.healing.as_ref().map_or(0, |healing| {
        let potency = healing.potency.kind(None).map_or(0, |kind| strike.numbers.potency(kind));
        let missing = target.tracks.0.get(HEALTH).map_or(0, |m| (m.max - m.value).max(0));
        (healing.base + potency).min(missing)
    });
    let mut expected = ActOutcome { chance, harm, mends, ..ActOutcome::none(target.id()) };
    for effect in &ability.effects {
        add_effect(strike, actor, target, effect, &mut expected);
    }
    expected
}
