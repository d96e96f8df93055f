//! What a combatant can do: its abilities, how they are aimed, and when they are refused.

use std::borrow::Cow;

use crate::grid::{Cell, Dir, Hm, Place, Room, SupportKind, UnitId, shape};
use crate::rules::command::Target;
use crate::rules::ruleset::{self, Ctx, Offer};
use crate::rules::state::{Posture, Status, Unit};
use crate::rules::{Key, Refusal};

use super::budget::Budget;
use super::data::{
    Ability, Affliction, Aim, ConditionEffect, Content, Delivery, Effect, Grip, Need, Sense, Shape,
    SheetKind, Span, Tag, Timing, Who,
};
use super::effects;
use super::form;
use super::numbers::Numbers;
use super::position::Position;
use super::prepared;
use super::resolve;
use super::sheet::{ENERGY, MAIN, OFF, STOWED};
use super::square;
use super::strike::Strike;

/// The act of getting up (PR-251).
pub const STAND_UP: &str = "stand_up";
/// The act of lying down (PR-249).
pub const GO_PRONE: &str = "go_prone";

/// The ability of that name as this combatant would use it: a technique or special action, or an
/// attack of one of its weapons.
pub fn find<'a>(content: &'a Content, unit: &'a Unit, id: &str) -> Option<Cow<'a, Ability>> {
    all(content, unit).find(|a| a.id == *id)
}

/// Every ability that a combatant has, in the order of the action bar: the attacks of its weapons,
/// its techniques, and the special actions (PR-145, PR-324, PR-355). Those that this version does
/// not carry out are left out.
pub fn all<'a>(content: &'a Content, unit: &'a Unit) -> impl Iterator<Item = Cow<'a, Ability>> {
    let numbers = Numbers::of(content, unit);
    let attacks = numbers.into_iter().flat_map(|n| n.weapons()).flat_map(move |weapon| {
        let own = weapon.attacks.iter().filter(|a| !a.thrown);
        own.filter_map(move |attack| {
            let damage = numbers.map_or(attack.damage, |n| n.weapon_damage(weapon, attack));
            if damage == attack.damage {
                content.weapon_attacks.get(attack.id.as_str()).map(Cow::Borrowed)
            } else {
                Some(Cow::Owned(Ability::of_weapon(weapon, attack, damage)))
            }
        })
    });
    let creature = numbers.map(|n| n.creature());
    let techniques = creature
        .into_iter()
        .flat_map(|c| &c.stats.abilities)
        .filter_map(|id| content.abilities.get(id.as_str()));
    let is_character = creature.is_some_and(|c| c.kind == SheetKind::Character);
    let special = content
        .special_actions
        .iter()
        .filter(move |a| is_character && is_open_to(content, unit, a));
    attacks
        .chain(techniques.chain(special).map(Cow::Borrowed))
        .filter(|ability| is_carried_out(ability))
}

/// Whether a special action is worth listing: those in another form have none but to give it up
/// (PR-325, PR-342), and only summoners send minions away (PR-374).
fn is_open_to(content: &Content, unit: &Unit, ability: &Ability) -> bool {
    let in_form = !unit.form.stored.is_empty();
    let has = |effect: &Effect| ability.effects.contains(effect);
    if in_form || has(&Effect::Revert) {
        return in_form && has(&Effect::Revert);
    }
    !has(&Effect::Dismiss)
        || Numbers::of(content, unit).is_some_and(|n| {
            let own = n.creature().stats.abilities.iter();
            own.filter_map(|id| content.abilities.get(id.as_str()))
                .any(|a| a.effects.iter().any(|e| matches!(e, Effect::Summon(_))))
        })
}

/// True for abilities that this version carries out from declaration to effect.
fn is_carried_out(ability: &Ability) -> bool {
    if ability.timing == Timing::Prepared {
        return prepared::is_carried_out(ability);
    }
    ability.movement.is_none()
        && ability.prepared.is_none()
        && ability.timing != Timing::InMovement
        && !matches!(ability.aim, Aim::Fixture(_) | Aim::Step)
        && ability.effects.iter().all(effects::is_carried_out)
}

/// The cells an area covers when aimed there; empty for abilities without an area.
pub fn cells(
    position: Position<'_>,
    actor: UnitId,
    ability: &Ability,
    target: Option<Target>,
) -> Vec<Cell> {
    let point = match target {
        Some(Target::Place(Place::Cell(cell))) => Some(cell),
        Some(Target::Unit(id)) => position.body(id).and_then(crate::grid::Body::anchor),
        _ => None,
    };
    match (ability.aim, point) {
        (Aim::Area { shape: Shape::WithinReach(span), .. }, _) => {
            let room = position.body(actor).and_then(crate::grid::Body::room);
            let strike = Strike::new(position, actor, ability);
            let board = position.ctx.field.board();
            room.zip(strike).map_or_else(Vec::new, |(room, strike)| {
                shape::radius(board, room, u16::from(strike.span(span).1))
            })
        }
        (Aim::Area { shape: shape @ Shape::AroundSelf(_), .. }, None) => {
            let own = position.body(actor).and_then(crate::grid::Body::anchor);
            own.map_or_else(Vec::new, |cell| shape_cells(position, actor, shape, cell))
        }
        (Aim::Area { shape, .. }, Some(cell)) => shape_cells(position, actor, shape, cell),
        (Aim::Square(_), Some(cell)) => vec![cell],
        _ => Vec::new(),
    }
}

/// The cells of a shape aimed at a cell.
pub fn shape_cells(position: Position<'_>, actor: UnitId, shape: Shape, cell: Cell) -> Vec<Cell> {
    let board = position.ctx.field.board();
    let Some(room) = position.body(actor).and_then(crate::grid::Body::room) else {
        return Vec::new();
    };
    match shape {
        Shape::AroundSelf(n) => shape::radius(board, room, u16::from(n)),
        Shape::AroundPoint { radius, .. } => {
            shape::radius(board, floor_point(position, cell), u16::from(radius))
        }
        Shape::Block { side, .. } => {
            let half = i16::from(side) / 2;
            shape::square(board, cell.offset(-half, -half), u16::from(side))
        }
        Shape::Cone(n) => {
            let (ax, ay) = room.middle2();
            let (bx, by) = (2 * i32::from(cell.x), 2 * i32::from(cell.y));
            match Dir::towards(bx - ax, by - ay) {
                Some(dir) => shape::cone(board, room, dir, u16::from(n)),
                None => Vec::new(),
            }
        }
        Shape::WithinReach(_) => Vec::new(),
    }
}

/// The point a metre over the floor of a cell, as a room.
fn floor_point(position: Position<'_>, cell: Cell) -> Room {
    let floor = position.ctx.field.board().tile(cell).map(crate::grid::Tile::surface);
    Room::point(cell, floor.unwrap_or_default())
}

/// The combatants in an area that the ability affects, in the turn order (PR-18, PR-152 to
/// PR-156).
pub fn affected(
    position: Position<'_>,
    actor: UnitId,
    ability: &Ability,
    target: Option<Target>,
) -> Vec<UnitId> {
    let Aim::Area { shape, who } = ability.aim else { return Vec::new() };
    let Some(strike) = Strike::new(position, actor, ability) else { return Vec::new() };
    let covered = cells(position, actor, ability, target);
    let centre = match (shape, target) {
        (Shape::AroundPoint { .. } | Shape::Block { .. }, Some(Target::Place(Place::Cell(c)))) => {
            Some(c)
        }
        _ => None,
    };
    let clock = &position.ctx.state.scene.clock;
    let mut found: Vec<UnitId> = position
        .ctx
        .field
        .bodies()
        .iter()
        .filter(|b| {
            // Templates list their cells in the order of cells.
            b.cells().any(|c| covered.binary_search(&c).is_ok())
        })
        .map(|b| b.id)
        .filter(|id| position.is_target(*id) && suits(position, actor, *id, who))
        .filter(|id| in_height(position, &strike, *id, shape, centre))
        .filter(|id| match shape {
            Shape::WithinReach(span) => strike.within(*id, span),
            _ => true,
        })
        .filter(|id| senses(position, actor, ability, *id, centre))
        .collect();
    found.sort_by_key(|id| {
        clock.slots.iter().position(|s| s.members.contains(id)).unwrap_or(usize::MAX)
    });
    found
}

/// Areas are round in height too; effects on the ground reach as high as they say (PR-129,
/// PR-435, PR-436).
fn in_height(
    position: Position<'_>,
    strike: &Strike<'_>,
    target: UnitId,
    shape: Shape,
    centre: Option<Cell>,
) -> bool {
    if let Some(height) = strike.ability.ground_height {
        let altitude = effects::altitude(position, target);
        return if height == Hm::ZERO { altitude == Hm::ZERO } else { altitude < height };
    }
    let Some(body) = position.body(target) else { return false };
    let n = match shape {
        Shape::AroundSelf(n) | Shape::Cone(n) => n,
        Shape::AroundPoint { radius, .. } => radius,
        Shape::Block { .. } | Shape::WithinReach(_) => return true,
    };
    let base = match centre {
        Some(cell) => floor_point(position, cell).feet,
        None => position.body(strike.actor).map_or(Hm::ZERO, |b| b.feet),
    };
    (body.feet - base).whole_metres().abs() <= i32::from(n)
}

/// Whether a target perceives what it has to, and is not walled off (PR-153, PR-154).
fn senses(
    position: Position<'_>,
    actor: UnitId,
    ability: &Ability,
    target: UnitId,
    centre: Option<Cell>,
) -> bool {
    if target == actor {
        return true;
    }
    match (ability.sense, centre) {
        (Some(Sense::TargetHears), _) => position.hears_by_any_ear(target, actor),
        (Some(Sense::TargetSees), Some(cell)) => position.sees_cell(target, cell),
        (Some(Sense::TargetSees), None) => position.sees_by_any_eye(target, actor),
        (Some(Sense::CasterSees) | None, Some(cell)) => position.point_reaches(cell, target),
        (Some(Sense::CasterSees) | None, None) => position.has_line(actor, target),
    }
}

/// True if the ability may choose or affect such a creature.
pub fn suits(position: Position<'_>, actor: UnitId, target: UnitId, who: Who) -> bool {
    let state = position.ctx.state;
    let (Some(me), Some(them)) = (state.unit(actor), state.unit(target)) else { return false };
    let own = me.side() == them.side();
    match who {
        Who::Any => true,
        Who::Other => actor != target,
        Who::Foe => !own,
        Who::Ally => own && actor != target,
        Who::OwnMinion => them.identity.maker == Some(actor),
        Who::Holder => {
            let held = me.conditions.get(Affliction::Held.key().as_str());
            held.is_some_and(|c| c.source == Some(target))
        }
        Who::Nobody => false,
    }
}

/// Whether a combatant can use an ability at all at the moment, whatever the target.
///
/// # Errors
/// The first reason against it.
pub fn check_use(position: Position<'_>, unit: &Unit, ability: &Ability) -> Result<(), Refusal> {
    Budget::of(&unit.turn).check_part(ability.timing)?;
    let content = position.content;
    let Some(strike) = Strike::new(position, unit.id(), ability) else {
        return Err(Refusal::new("no_sheet", "it has no sheet", "PR-139"));
    };
    let numbers = &strike.numbers;
    if numbers.has(|e| matches!(e, ConditionEffect::NoActionBlock)) {
        return Err(Refusal::new("stunned", "stunned: no action block this turn", "PR-67"));
    }
    let rapid = matches!(ability.timing, Timing::Rapid | Timing::Prepared);
    if rapid && numbers.has(|e| matches!(e, ConditionEffect::NoRapidOrPrepared)) {
        return Err(Refusal::new("dazed", "dazed: no rapid and no prepared action", "PR-67"));
    }
    let has_acted = Budget::of(&unit.turn).check_part(Timing::Action).is_err();
    if rapid && content.rules.rapid_needs_action && !has_acted {
        return Err(Refusal::new("needs_action", "it goes with a regular action", "PR-51"));
    }
    if unit.placement.posture == Posture::Prone && !ability.is(Tag::Basic) {
        let text = "one who lies has only its basic weapon attack";
        return Err(Refusal::new("prone", text, "PR-262"));
    }
    if unit.placement.posture == Posture::Prone {
        let main = numbers.main_weapon().and_then(|w| w.basic());
        if main.is_none_or(|basic| basic.id != ability.id) {
            let text = "one who lies has only its basic weapon attack";
            return Err(Refusal::new("prone", text, "PR-262"));
        }
    }
    let energy = unit.pools.0.value(ENERGY);
    let cost = resolve::energy_cost(&strike);
    if cost > energy {
        let text = format!("{cost} energy is needed, {energy} is left");
        return Err(Refusal::new("no_energy", text, "PR-348"));
    }
    for need in &ability.needs {
        check_need(position, unit, &strike, need)?;
    }
    let reload = strike.weapon_attack().is_some_and(|a| a.reload);
    if ability.is_weapon_attack() && reload && unit.flags.get(effects::UNLOADED) != 0 {
        return Err(Refusal::new("unloaded", "the weapon has to be reloaded", "PR-366"));
    }
    if let Aim::Square(_) = ability.aim {
        square::check_use(position, unit, ability)?;
    }
    Ok(())
}

/// Whether one of an ability's needs is met by its user.
///
/// # Errors
/// What is missing.
pub fn check_need(
    position: Position<'_>,
    unit: &Unit,
    strike: &Strike<'_>,
    need: &Need,
) -> Result<(), Refusal> {
    let numbers = &strike.numbers;
    let main = numbers.main_weapon();
    let has = |slot: &str| unit.gear.0.contains_key(slot);
    let projectile = || main.and_then(|w| w.attack(Delivery::Projectile)).is_some();
    let (met, text) = match need {
        Need::MeleeWeapon => {
            (main.is_some_and(|w| w.is_melee() && w.id != *"fist"), "a melee weapon in hand")
        }
        Need::Weapon => (main.is_some_and(|w| w.id != *"fist"), "a weapon in hand"),
        Need::ProjectileWeapon => (projectile(), "a weapon that shoots"),
        Need::WeaponTypes(types) => {
            (main.is_some_and(|w| types.contains(&w.weapon_type)), "another type of weapon in hand")
        }
        Need::Shield => {
            (numbers.held(OFF).is_some_and(|w| w.grip == Grip::OffHand), "a shield in the off hand")
        }
        Need::TwoWeapons => (
            numbers.held(MAIN).is_some() && numbers.held(OFF).is_some_and(|w| w.basic().is_some()),
            "a weapon in each hand",
        ),
        Need::FreeHand => {
            let two = numbers.held(MAIN).is_some_and(|w| w.grip == Grip::TwoHanded);
            (!(two || has(MAIN) && has(OFF)), "a free hand")
        }
        Need::Hands => {
            let creature = numbers.creature();
            (creature.kind == SheetKind::Character && !creature.merged, "hands")
        }
        Need::OnGround => (
            matches!(unit.placement.support, SupportKind::Ground | SupportKind::Thing),
            "to stand on the ground",
        ),
        Need::AltitudeAtLeast(h) => (
            unit.placement.support == SupportKind::Flight
                && effects::altitude(position, unit.id()) >= *h,
            "to fly higher",
        ),
        Need::Beast => (numbers.creature().kind == SheetKind::Beast, "to be a beast"),
        Need::Sheet(kind) => (unit.form.sheet.kind == *kind, "another body"),
        Need::NotHeld => (!unit.conditions.has(Affliction::Held.key().as_str()), "not to be held"),
        Need::Held => (unit.conditions.has(Affliction::Held.key().as_str()), "to be held"),
        Need::Transformed => (
            !unit.form.stored.is_empty() && unit.flags.get(form::FORCED) == 0,
            "a form taken by choice",
        ),
        Need::Draught => (unit.flags.get(effects::DRAUGHTS) > 0, "a draught"),
        Need::Unloaded => (unit.flags.get(effects::UNLOADED) != 0, "an unloaded weapon"),
        Need::TargetFlying
        | Need::TargetProne
        | Need::TargetUnconscious
        | Need::TargetHelplessOrWilling
        | Need::TargetLargerAtMost(_) => (true, ""),
    };
    if !met {
        let text = format!("{} needs {text}", strike.ability.name);
        return Err(Refusal::new("needs", text, "PR-139"));
    }
    if strike.ability.effects.contains(&Effect::SwapHands) && !has(STOWED) {
        return Err(Refusal::new("needs", "nothing is put away", "PR-365"));
    }
    Ok(())
}

/// Whether one creature may be chosen as the target.
///
/// # Errors
/// The first reason against it.
fn check_target(
    strike: &Strike<'_>,
    unit: &Unit,
    target: UnitId,
    who: Who,
    span: Span,
) -> Result<(), Refusal> {
    let position = strike.position;
    let them = position.ctx.unit(target).filter(|_| position.is_target(target));
    let Some(them) = them.filter(|_| suits(position, unit.id(), target, who)) else {
        return Err(Refusal::new("wrong_target", "it cannot be aimed at this", "PR-139"));
    };
    for need in &strike.ability.needs {
        let size = |u: &Unit| position.numbers(u.id()).map(|n| n.creature().stats.size);
        let (met, text) = match need {
            Need::TargetFlying => {
                (them.placement.support == SupportKind::Flight, "a flying target")
            }
            Need::TargetProne => (them.placement.posture == Posture::Prone, "a prone target"),
            Need::TargetUnconscious | Need::TargetHelplessOrWilling => {
                (them.status == Status::Down, "an unconscious target")
            }
            Need::TargetLargerAtMost(n) => (
                size(them).zip(size(unit)).is_some_and(|(t, u)| t.steps_over(u) <= *n),
                "a smaller target",
            ),
            _ => (true, ""),
        };
        if !met {
            let text = format!("{} needs {text}", strike.ability.name);
            return Err(Refusal::new("needs", text, "PR-139"));
        }
    }
    let charmed = strike.numbers.afflictions().any(|(c, data)| {
        data.effects.contains(&ConditionEffect::SparesOwnersSide)
            && c.source.and_then(|id| position.ctx.unit(id)).map(Unit::side) == Some(them.side())
    });
    if charmed && who != Who::Ally {
        return Err(Refusal::new("charmed", "charmed: not against the charmer's side", "PR-211"));
    }
    // The bond to a minion needs no sight and knows no distance (PR-311).
    if unit.id() == target || who == Who::OwnMinion {
        return Ok(());
    }
    if !strike.within(target, span) {
        let (delivery, n) = strike.span(span);
        let distance = position.distance(unit.id(), target);
        return Err(match delivery {
            Delivery::Melee => {
                let text = format!("{} is out of reach {n}", them.identity.name);
                Refusal::new("out_of_reach", text, "PR-142")
            }
            _ => {
                let text = format!("{distance} squares away, the range is {n}");
                Refusal::new("out_of_range", text, "PR-141")
            }
        });
    }
    if let Some(height) = strike.ability.ground_height {
        let altitude = effects::altitude(position, target);
        if altitude >= height && altitude > Hm::ZERO {
            let text = format!("{} is too high over the ground", them.identity.name);
            return Err(Refusal::new("too_high", text, "PR-129"));
        }
    }
    let blind = strike.numbers.has(|e| matches!(e, ConditionEffect::OnlyAdjacentTargets));
    if blind {
        if !position.adjacent(unit.id(), target) {
            return Err(Refusal::new("blinded", "blinded: only adjacent targets", "PR-247"));
        }
    } else if strike.ability.sense == Some(Sense::TargetHears) {
        if !position.hears(target, unit.id()) {
            return Err(Refusal::new("not_heard", "the target does not hear it", "PR-153"));
        }
    } else if !position.adjacent(unit.id(), target) && !position.sees_to_aim(unit.id(), target) {
        let text = format!("{} is out of sight", them.identity.name);
        return Err(Refusal::new("out_of_sight", text, "PR-140"));
    }
    Ok(())
}

/// Whether an ability may be aimed like that; gives the targets it will affect.
///
/// # Errors
/// The first reason against it.
pub fn check_aim(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    targets: &[Target],
) -> Result<Vec<Target>, Refusal> {
    let Some(strike) = Strike::new(position, unit.id(), ability) else {
        return Err(Refusal::new("no_sheet", "it has no sheet", "PR-139"));
    };
    let wrong = || Refusal::new("wrong_target", "it is not aimed like that", "PR-139");
    match (ability.aim, targets) {
        (Aim::Actor, [] | [_]) => Ok(vec![Target::Unit(unit.id())]),
        (Aim::One { who, span }, [Target::Unit(target)]) => {
            check_target(&strike, unit, *target, who, span)?;
            Ok(vec![Target::Unit(*target)])
        }
        (Aim::Square(_), [Target::Place(Place::Cell(cell))]) => {
            square::check(position, unit, ability, *cell)?;
            Ok(targets.to_vec())
        }
        (Aim::Area { shape, .. }, _) => {
            let point = targets.first().copied();
            match (shape, point) {
                (Shape::AroundSelf(_) | Shape::WithinReach(_), _) => {}
                (Shape::Cone(_), Some(Target::Place(Place::Cell(_)))) => {}
                (
                    Shape::AroundPoint { span, .. } | Shape::Block { span, .. },
                    Some(Target::Place(Place::Cell(cell))),
                ) => check_point(&strike, unit, cell, span)?,
                _ => return Err(wrong()),
            }
            let affected = affected(position, unit.id(), ability, point);
            let changes_place = ability
                .effects
                .iter()
                .any(|e| matches!(e, Effect::BurningGround { .. } | Effect::Zone { .. }));
            if affected.is_empty() && !changes_place {
                return Err(Refusal::new("nobody", "nobody would be affected", "PR-152"));
            }
            let units = affected.into_iter().map(Target::Unit);
            Ok(units.chain(point.filter(|p| matches!(p, Target::Place(_)))).collect())
        }
        _ => Err(wrong()),
    }
}

/// Whether the centre of an area may be there: in range, and seen where that is asked (PR-153).
///
/// # Errors
/// The first reason against it.
pub fn check_point(
    strike: &Strike<'_>,
    unit: &Unit,
    cell: Cell,
    span: Span,
) -> Result<(), Refusal> {
    let position = strike.position;
    let board = position.ctx.field.board();
    if board.is_solid(cell) {
        return Err(Refusal::new("wrong_target", "there is no open space", "PR-139"));
    }
    let room = position.body(unit.id()).and_then(crate::grid::Body::room);
    let distance = room.map_or(u32::MAX, |r| {
        r.distance(&floor_point(position, cell), crate::grid::Diagonals::One)
    });
    let range = strike.span(span).1;
    if distance > u32::from(range) {
        let text = format!("{distance} squares away, the range is {range}");
        return Err(Refusal::new("out_of_range", text, "PR-141"));
    }
    if !position.sees_cell(unit.id(), cell) {
        return Err(Refusal::new("out_of_sight", "the point is out of sight", "PR-153"));
    }
    Ok(())
}

/// The targets at which an ability may be aimed at the moment.
pub fn targets(position: Position<'_>, unit: &Unit, ability: &Ability) -> Vec<Target> {
    if check_use(position, unit, ability).is_err() {
        return Vec::new();
    }
    if ability.timing == Timing::Prepared {
        return prepared_targets(position, unit, ability);
    }
    let candidates: Vec<Target> = match ability.aim {
        Aim::Actor => vec![Target::Unit(unit.id())],
        Aim::One { .. } => position.ctx.field.bodies().iter().map(|b| Target::Unit(b.id)).collect(),
        Aim::Area { shape, .. } => match shape {
            Shape::AroundSelf(_) | Shape::WithinReach(_) => {
                let fits = check_aim(position, unit, ability, &[]).is_ok();
                return fits.then_some(Target::Unit(unit.id())).into_iter().collect();
            }
            Shape::Cone(_) => neighbours(position, unit),
            Shape::AroundPoint { span, .. } | Shape::Block { span, .. } => {
                points(position, unit, ability, span)
            }
        },
        Aim::Square(_) => return square::targets(position, unit, ability),
        Aim::Fixture(_) | Aim::Step => Vec::new(),
    };
    candidates
        .into_iter()
        .filter(|t| check_aim(position, unit, ability, std::slice::from_ref(t)).is_ok())
        .collect()
}

/// What may be chosen when a prepared action is set.
fn prepared_targets(position: Position<'_>, unit: &Unit, ability: &Ability) -> Vec<Target> {
    let candidates: Vec<Target> = match prepared::choice(ability) {
        prepared::Choice::Nothing => return vec![Target::Unit(unit.id())],
        prepared::Choice::Unit => {
            position.ctx.field.bodies().iter().map(|b| Target::Unit(b.id)).collect()
        }
        prepared::Choice::Place => {
            let bodies = position.ctx.field.bodies().iter().filter(|b| b.side != unit.side());
            bodies.filter_map(|b| b.anchor()).map(|c| Target::Place(c.into())).collect()
        }
    };
    candidates
        .into_iter()
        .filter(|t| prepared::check_aim(position, unit, ability, std::slice::from_ref(t)).is_ok())
        .collect()
}

/// One cell in each of the eight directions, for cones.
fn neighbours(position: Position<'_>, unit: &Unit) -> Vec<Target> {
    let Some(room) = position.body(unit.id()).and_then(crate::grid::Body::room) else {
        return Vec::new();
    };
    let n = i16::from(room.size);
    let cells = Dir::ALL.into_iter().map(|dir| {
        let (dx, dy) = dir.delta();
        room.cell.offset(dx * (n + 1), dy * (n + 1))
    });
    cells
        .filter(|c| position.ctx.field.board().contains(*c))
        .map(|c| Target::Place(c.into()))
        .collect()
}

/// The cells at which the centre of an area may lie.
fn points(position: Position<'_>, unit: &Unit, ability: &Ability, span: Span) -> Vec<Target> {
    let Some(strike) = Strike::new(position, unit.id(), ability) else { return Vec::new() };
    let Some(room) = position.body(unit.id()).and_then(crate::grid::Body::room) else {
        return Vec::new();
    };
    let range = u16::from(strike.span(span).1);
    let cells = shape::radius(position.ctx.field.board(), room, range);
    cells.into_iter().map(|c| Target::Place(c.into())).collect()
}

/// What the action bar offers (PR-50, PR-262).
pub fn offers(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Offer> {
    let Some(unit) = ctx.unit(id) else { return Vec::new() };
    let position = Position { content, ctx };
    let mut offers: Vec<Offer> = all(content, unit)
        .map(|ability| Offer {
            act: ability.id.clone(),
            name: ability.name.clone(),
            text: ability.text.clone(),
            cost: cost_text(position, unit, &ability),
            aim: match ability.aim {
                _ if ability.timing == Timing::Prepared => match prepared::choice(&ability) {
                    prepared::Choice::Nothing => ruleset::Aim::Own,
                    prepared::Choice::Place => ruleset::Aim::Cell,
                    prepared::Choice::Unit => ruleset::Aim::Unit,
                },
                Aim::One { .. } => ruleset::Aim::Unit,
                Aim::Square(_) => ruleset::Aim::Cell,
                Aim::Area {
                    shape: Shape::AroundPoint { .. } | Shape::Block { .. } | Shape::Cone(_),
                    ..
                } => ruleset::Aim::Cell,
                _ => ruleset::Aim::Own,
            },
            group: Key::of(super::budget::class_of(ability.timing)),
            refused: check_use(position, unit, &ability).err(),
        })
        .collect();
    offers.push(posture_offer(position, unit));
    offers
}

fn posture_offer(position: Position<'_>, unit: &Unit) -> Offer {
    let prone = unit.placement.posture == Posture::Prone;
    let cost = position.numbers(unit.id()).map_or(0, |n| n.posture_cost());
    let (act, name, text) = if prone {
        (STAND_UP, "Stand up", "Gets up, for half of the base speed.")
    } else {
        (
            GO_PRONE,
            "Lie down",
            "Lies down, for half of the base speed: harder to shoot, easier to strike.",
        )
    };
    let free = prone && unit.flags.get(effects::FREE_STANDING) != 0;
    Offer {
        act: Key::of(act),
        name: name.into(),
        text: text.into(),
        cost: format!("{} movement", if free { 0 } else { cost }),
        aim: ruleset::Aim::Own,
        group: Key::of(super::budget::MOVE),
        refused: super::posture::check(position, unit, act).err(),
    }
}

fn cost_text(position: Position<'_>, unit: &Unit, ability: &Ability) -> String {
    let part = match ability.timing {
        Timing::Action => "action",
        Timing::Rapid => "rapid action",
        Timing::Prepared => "prepared action",
        Timing::FullTurn => "whole turn",
        Timing::InMovement => "movement",
    };
    let energy = Strike::new(position, unit.id(), ability).map_or(0, |s| resolve::energy_cost(&s));
    if energy > 0 { format!("{part}, {energy} energy") } else { part.to_owned() }
}
