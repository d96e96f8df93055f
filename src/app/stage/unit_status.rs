//! Status display at the feet of miniatures: remaining health and conditions.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use bevy::camera::Camera;
use bevy::ecs::prelude::*;
use bevy::math::Vec3;
use bevy::transform::components::{GlobalTransform, Transform};

use egui_phosphor::regular as icon;

use grid::UnitId;
use rules::Ruleset;
use rules::fitness::{Meaning, Part};
use rules::state::{Status, Unit};
use ui::board::{BoardArea, Left, Marks, StatusArc, StatusArcs, Vitals};
use ui::egui::{Pos2, Rect};
use ui::hud::condition_icon;
use view::minis::base_radius;
use view::{BoardCamera, Mini};

use super::figures::MiniEntities;

/// Half angle of the arc, on either side of the point nearest the camera.
const HALF: f32 = FRAC_PI_2 * 0.8;
/// Distance of the arc outside the base and above its foot, in metres.
const OUTSIDE: f32 = 0.05;
const OVER: f32 = 0.03;
/// Maximum number of arcs.
const MOST: usize = 3;
/// Distance between arcs, as a fraction of the first arc's radius.
const APART: f32 = 0.17;

/// Status of every unit on the board, as far as it has been shown.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitVitals(pub BTreeMap<UnitId, Vitals>);

/// Status of a unit; `None` for dead units and units that nothing can harm.
pub(super) fn vitals(rules: &dyn Ruleset, unit: &Unit) -> Option<Vitals> {
    let parts = rules.fitness(unit).parts;
    let left = left(&parts);
    if unit.status == Status::Dead || left.is_empty() {
        return None;
    }
    let mut badges: Vec<String> = Vec::new();
    for condition in &unit.conditions.0 {
        let badge = condition_icon(condition.id.as_str()).to_owned();
        // Repeated conditions share a badge, and so do conditions with the same abbreviation.
        if !badges.contains(&badge) {
            badges.push(badge);
        }
    }
    // Progress of undertakings that take several turns.
    badges.extend(unit.undertakings.0.iter().map(|what| format!("{}/{}", what.done, what.of)));
    // Running clocks: rounds until death.
    let clocks = parts.iter().filter(|p| p.meaning == Meaning::Clock && p.value < p.max);
    let clocks = clocks.filter(|_| unit.status == Status::Down);
    badges.extend(clocks.map(|clock| format!("{} {}", icon::HOURGLASS, clock.value)));
    Some(Vitals { left, badges })
}

/// The rest of the body and its protection, the body first. If that would be too many arcs, the
/// whole body shares one arc and all protection another.
fn left(parts: &[Part]) -> Vec<Left> {
    let (bodies, wards): (Vec<&Part>, Vec<&Part>) = parts
        .iter()
        .filter(|part| part.max > 0 && part.meaning.is_life())
        .partition(|part| part.meaning == Meaning::Body);
    let one = |part: &&Part| Left {
        hundredths: part.hundredths(),
        protects: part.meaning == Meaning::Protection,
    };
    if bodies.len() + wards.len() <= MOST {
        return bodies.iter().chain(&wards).map(one).collect();
    }
    let joined = [bodies, wards].into_iter().filter_map(|all| {
        let sum = |of: fn(&Part) -> i32| all.iter().fold(0_i32, |sum, p| sum.saturating_add(of(p)));
        let (value, max) = (sum(|p| p.value.max(0)), sum(|p| p.max));
        all.first().map(|first| one(&&Part { value, max, ..(*first).clone() }))
    });
    joined.collect()
}

/// Positions the status at the feet of every unit in the window.
pub(super) fn place(
    (fitness, cast, marks): (Res<UnitVitals>, Res<MiniEntities>, Res<Marks>),
    area: Res<BoardArea>,
    camera: Query<(&Camera, Ref<GlobalTransform>), With<BoardCamera>>,
    minis: Query<(&Mini, Ref<Transform>)>,
    mut arcs: ResMut<StatusArcs>,
) {
    let Ok((camera, place)) = camera.single() else { return };
    let told = fitness.is_changed() || cast.is_changed() || marks.is_changed();
    let seen = place.is_changed() || area.is_changed();
    if !told && !seen && !minis.iter().any(|(mini, at)| !mini.ghost && at.is_changed()) {
        return;
    }
    let mut found = StatusArcs::default();
    if !marks.covered {
        for (id, vitals) in &fitness.0 {
            let entity = cast.0.get(id).copied();
            let Some((mini, at)) = entity.and_then(|e| minis.get(e).ok()) else { continue };
            let radius = base_radius(mini.size) + OUTSIDE;
            let foot = at.translation + Vec3::Y * OVER;
            let steps = (0_u8..).zip(&vitals.left).map(|(step, _)| f32::from(step));
            let arcs = steps
                .map(|step| arc((camera, &place), area.rect, foot, radius * (1.0 + step * APART)));
            let arcs: Option<Vec<_>> = arcs.collect();
            found.0.extend(arcs.map(|arcs| StatusArc { arcs, vitals: vitals.clone() }));
        }
    }
    arcs.set_if_neq(found);
}

/// Part of a circle on the ground nearest the camera, from left to right in the window; empty where
/// its centre is out of view.
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

/// Number of segments for a smooth arc of this width in logical pixels; always even.
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
    use grid::{Cell, Dir, Hm, SideId};
    use registry::RulesetId;
    use rules::ruleset::Placing;
    use rules::state::{Condition, Expiry};
    use rules::{Key, SharedRuleset};

    fn knight() -> (Unit, SharedRuleset) {
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
            start: Default::default(),
        };
        (rules.enlist(&placing).unwrap(), rules)
    }

    fn hurt(unit: &mut Unit, value: i32) {
        let main = unit.tracks.0.iter().next().unwrap().id.clone();
        unit.tracks.0.get_mut(main.as_str()).unwrap().value = value;
    }

    #[test]
    fn the_arc_shows_what_is_left() {
        let (mut unit, rules) = knight();
        let left = |unit: &Unit| {
            let vitals = vitals(&*rules, unit).unwrap();
            let [Left { hundredths, protects: false }] = vitals.left[..] else {
                panic!("one arc: {vitals:?}")
            };
            hundredths
        };
        assert_eq!(left(&unit), 100);
        let max = unit.tracks.0.iter().next().unwrap().max;
        hurt(&mut unit, max / 2);
        assert!((45..=50).contains(&left(&unit)));
        hurt(&mut unit, 0);
        assert_eq!(left(&unit), 0);
        hurt(&mut unit, -7);
        assert_eq!(left(&unit), 0);
        unit.status = Status::Dead;
        assert_eq!(vitals(&*rules, &unit), None);
    }

    #[test]
    fn tracks_have_an_arc_each_until_there_are_too_many() {
        let part = |name: &'static str, meaning, value, max| Part {
            id: Key::of(name),
            name: name.to_owned(),
            meaning,
            value,
            max,
            reached: Vec::new(),
        };
        let (body, ward) = (Meaning::Body, Meaning::Protection);
        let shown = |parts: &[Part]| {
            left(parts).into_iter().map(|l| (l.hundredths, l.protects)).collect::<Vec<_>>()
        };
        // Durability 10 of 40 and Health 20 of 20, protected by armour at 15 of 30 (VG-205,
        // VG-221).
        let knight = [
            part("armour", ward, 15, 30),
            part("durability", body, 10, 40),
            part("health", body, 20, 20),
            part("stress", Meaning::Strain, 7, 100),
        ];
        assert_eq!(shown(&knight), [(25, false), (100, false), (50, true)]);
        // Wounds 2/2/1 of 4/2/1, protected by a second body at 0/1/1 of 3/1/1 (EV-258, EV-282).
        let evoker = [
            part("persona_light", ward, 0, 3),
            part("persona_heavy", ward, 1, 1),
            part("persona_deadly", ward, 1, 1),
            part("light", body, 2, 4),
            part("heavy", body, 2, 2),
            part("deadly", body, 1, 1),
        ];
        assert_eq!(shown(&evoker), [(71, false), (40, true)]);
    }

    #[test]
    fn badges_are_the_icons_of_conditions() {
        let (mut unit, rules) = knight();
        let entry = rules.describe().conditions.first().unwrap();
        unit.conditions.0.push(Condition::new(entry.id.clone(), 0, None, Expiry::Battle));
        let [badge] = &vitals(&*rules, &unit).unwrap().badges[..] else { panic!("one badge") };
        assert_eq!(badge, condition_icon(entry.id.as_str()));
    }
}
