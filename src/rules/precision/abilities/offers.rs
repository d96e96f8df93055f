//! What the action bar offers, with names, texts, costs and reasons.

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::ruleset::{self, Ctx, Offer};
use crate::rules::state::{Posture, Unit};

use super::setting::{self, Choice};
use super::usable::check_use;
use crate::rules::precision::budget;
use crate::rules::precision::data::{Ability, Aim, Content, Movement, Shape, Timing};
use crate::rules::precision::energy;
use crate::rules::precision::flags::FREE_STANDING;
use crate::rules::precision::free;
use crate::rules::precision::position::Position;
use crate::rules::precision::posture::{self, GO_PRONE, STAND_UP};
use crate::rules::precision::repertoire;
use crate::rules::precision::strike::Strike;

/// What the action bar offers (PR-50, PR-262).
pub fn offers(content: &Content, ctx: Ctx<'_>, id: UnitId) -> Vec<Offer> {
    let Some(unit) = ctx.unit(id) else { return Vec::new() };
    let position = Position { content, ctx };
    let mut offers: Vec<Offer> = repertoire::all(content, unit)
        .map(|ability| Offer {
            act: ability.id.clone(),
            name: ability.name.clone(),
            text: ability.text.clone(),
            cost: cost_text(position, unit, &ability),
            aim: match ability.aim {
                _ if ability.timing == Timing::Prepared => match setting::choice(&ability) {
                    Choice::Nothing => ruleset::Aim::Own,
                    Choice::Place => ruleset::Aim::Cell,
                    Choice::Unit => ruleset::Aim::Unit,
                },
                Aim::One { .. } => ruleset::Aim::Unit,
                Aim::Fixture(_) => ruleset::Aim::Edge,
                Aim::Step | Aim::Square(_) => ruleset::Aim::Cell,
                Aim::Area {
                    shape: Shape::AroundPoint { .. } | Shape::Block { .. } | Shape::Cone(_),
                    ..
                } => ruleset::Aim::Cell,
                _ => ruleset::Aim::Own,
            },
            group: Key::of(budget::class_of(ability.timing)),
            refused: check_use(position, unit, &ability).err(),
            variants: Vec::new(),
            parameters: Vec::new(),
        })
        .collect();
    offers.push(posture_offer(position, unit));
    offers.extend(free::offers(position, unit));
    offers
}

fn posture_offer(position: Position<'_>, unit: &Unit) -> Offer {
    let prone = unit.placement.posture == Posture::Prone;
    let cost = position.numbers(unit.id()).map_or(0, |n| n.posture_cost());
    let (to, act, name, text) = if prone {
        (Posture::Standing, STAND_UP, "Stand up", "Gets up, for half of the base speed.")
    } else {
        (
            Posture::Prone,
            GO_PRONE,
            "Lie down",
            "Lies down, for half of the base speed: harder to shoot, easier to strike.",
        )
    };
    let free = prone && unit.flags.get(FREE_STANDING) != 0;
    Offer {
        act: Key::of(act),
        name: name.into(),
        text: text.into(),
        cost: format!("{} movement", if free { 0 } else { cost }),
        aim: ruleset::Aim::Own,
        group: Key::of(budget::MOVE),
        refused: posture::check(position, unit, to).err(),
        variants: Vec::new(),
        parameters: Vec::new(),
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
    if let Some(Movement::Leap { cost, .. }) = ability.movement {
        return format!("{cost} movement a square");
    }
    if ability.movement == Some(Movement::Drag) {
        return format!("{} movement a square", position.content.rules.rough_heavy);
    }
    if ability.timing == Timing::InMovement {
        return format!("{} movement", position.content.rules.door_cost);
    }
    let energy = Strike::new(position, unit.id(), ability).map_or(0, |s| energy::cost(&s));
    if energy > 0 { format!("{part}, {energy} energy") } else { part.to_owned() }
}
