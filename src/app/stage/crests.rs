//! What shows at the feet of miniatures: how much is left of each, and what has befallen it.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use bevy::camera::Camera;
use bevy::ecs::prelude::*;
use bevy::math::Vec3;
use bevy::transform::components::{GlobalTransform, Transform};

use crate::grid::UnitId;
use crate::rules::ruleset::Description;
use crate::rules::state::{Status, Unit};
use crate::ui::board::{BoardArea, Crest, Crests, Marks, Vitals};
use crate::ui::egui::{Pos2, Rect};
use crate::view::minis::base_radius;
use crate::view::{BoardCamera, Mini};

use super::minis::Cast;

/// So far it goes to either side of the point nearest the eye.
const HALF: f32 = FRAC_PI_2 * 0.8;
/// It lies so far outside the base and so high over its foot, in metres.
const OUTSIDE: f32 = 0.05;
const OVER: f32 = 0.03;
/// So many letters of a name have room on a badge.
const LETTERS: usize = 3;

/// How everybody on the board is, as far as that has been shown.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fitness(pub BTreeMap<UnitId, Vitals>);

/// How a combatant is; nothing of the dead, and of those whom nothing can harm.
pub(super) fn vitals(unit: &Unit, description: &Description) -> Option<Vitals> {
    let main = unit.tracks.0.iter().next().filter(|main| main.max > 0)?;
    if unit.status == Status::Dead {
        return None;
    }
    let left = i64::from(main.value.max(0)) * 100 / i64::from(main.max);
    // Whoever has a little left is not shown as one who has nothing.
    let left = left.max(i64::from(main.value > 0)).min(100);
    let named = unit.conditions.0.iter().filter_map(|condition| {
        description.conditions.iter().find(|entry| entry.id == condition.id)
    });
    let mut badges: Vec<String> = Vec::new();
    for badge in named.map(|entry| entry.name.chars().take(LETTERS).collect()) {
        // What has befallen it several times has one badge.
        if !badges.contains(&badge) {
            badges.push(badge);
        }
    }
    Some(Vitals { left: u8::try_from(left).unwrap_or(100), badges })
}

/// Finds the places at the feet of everybody in the window.
pub(super) fn place(
    (fitness, cast, marks): (Res<Fitness>, Res<Cast>, Res<Marks>),
    area: Res<BoardArea>,
    camera: Query<(&Camera, Ref<GlobalTransform>), With<BoardCamera>>,
    minis: Query<(&Mini, Ref<Transform>)>,
    mut crests: ResMut<Crests>,
) {
    let Ok((camera, place)) = camera.single() else { return };
    let told = fitness.is_changed() || cast.is_changed() || marks.is_changed();
    let seen = place.is_changed() || area.is_changed();
    if !told && !seen && !minis.iter().any(|(mini, at)| !mini.ghost && at.is_changed()) {
        return;
    }
    let mut found = Crests::default();
    if !marks.covered {
        for (id, vitals) in &fitness.0 {
            let entity = cast.0.get(id).copied();
            let Some((mini, at)) = entity.and_then(|e| minis.get(e).ok()) else { continue };
            let radius = base_radius(mini.size) + OUTSIDE;
            let foot = at.translation + Vec3::Y * OVER;
            let arc = arc((camera, &place), area.rect, foot, radius);
            found.0.extend(arc.map(|arc| Crest { arc, vitals: vitals.clone() }));
        }
    }
    crests.set_if_neq(found);
}

/// The part of a circle on the ground that is nearest the eye, from left to right in the window;
/// nothing where its middle is out of view.
fn arc(
    (camera, place): (&Camera, &GlobalTransform),
    area: Rect,
    middle: Vec3,
    radius: f32,
) -> Option<Vec<Pos2>> {
    let level = |v: Vec3| Vec3::new(v.x, 0.0, v.z).normalize_or_zero();
    let (right, near) = (level(*place.right()), -level(*place.up()));
    let point = |share: f32| {
        let (sin, cos) = (HALF * (share * 2.0 - 1.0)).sin_cos();
        let point = middle + (right * sin + near * cos) * radius;
        let at = camera.world_to_viewport(place, point).ok()?;
        Some(Pos2::new(at.x, at.y))
    };
    let parts = parts(point(0.0)?.distance(point(1.0)?));
    let points = (0..=parts).map(|i| point(f32::from(i) / f32::from(parts)));
    let points: Option<Vec<Pos2>> = points.collect();
    points.filter(|points| points.get(points.len() / 2).is_some_and(|at| area.contains(*at)))
}

/// How many parts make a smooth arc of this width in the window, in logical pixels: an even number.
fn parts(wide: f32) -> u8 {
    match wide {
        ..24.0 => 4,
        ..60.0 => 8,
        _ => 16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Dir, Hm, SideId};
    use crate::rules::Key;
    use crate::rules::registry::RulesetId;
    use crate::rules::ruleset::Placing;
    use crate::rules::state::{Condition, Expiry};

    fn knight() -> (Unit, Description) {
        let rules = RulesetId::Precision.built_in();
        let placing = Placing {
            id: UnitId(0),
            side: SideId(0),
            role: Key::new("knight"),
            name: "Knight".to_owned(),
            at: Cell::new(1, 1).into(),
            altitude: Hm::ZERO,
            facing: Dir::S,
            prone: false,
            overrides: BTreeMap::new(),
            gear: BTreeMap::new(),
        };
        (rules.enlist(&placing).unwrap(), rules.describe().clone())
    }

    fn hurt(unit: &mut Unit, value: i32) {
        let main = unit.tracks.0.iter().next().unwrap().id.clone();
        unit.tracks.0.get_mut(main.as_str()).unwrap().value = value;
    }

    #[test]
    fn the_arc_tells_what_is_left() {
        let (mut unit, description) = knight();
        assert_eq!(vitals(&unit, &description).unwrap().left, 100);
        let max = unit.tracks.0.iter().next().unwrap().max;
        hurt(&mut unit, max / 2);
        assert!((45..=50).contains(&vitals(&unit, &description).unwrap().left));
        hurt(&mut unit, 0);
        assert_eq!(vitals(&unit, &description).unwrap().left, 0);
        hurt(&mut unit, -7);
        assert_eq!(vitals(&unit, &description).unwrap().left, 0);
        unit.status = Status::Dead;
        assert_eq!(vitals(&unit, &description), None);
    }

    #[test]
    fn badges_have_the_first_letters_of_conditions() {
        let (mut unit, description) = knight();
        let entry = description.conditions.first().unwrap();
        unit.conditions.0.push(Condition {
            id: entry.id.clone(),
            size: 0,
            source: None,
            expiry: Expiry::Battle,
        });
        let [badge] = &vitals(&unit, &description).unwrap().badges[..] else { panic!("one badge") };
        assert!(entry.name.starts_with(badge.as_str()) && badge.chars().count() == 3, "{badge}");
    }
}
