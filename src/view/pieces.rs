//! Miniatures on the board: an entity each, described by plain data in [`Mini`].

use std::collections::HashMap;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::atlas::Patch;
use super::gesture::Gesture;
use super::hidden::HiddenPart;
use super::materials::{Materials, finish, raw};
use super::mesh::MeshData;
use super::minis::{BASE_HEIGHT, base, base_radius, figure, has_spirit, spirit, stem};
use super::palette::{Colours, SidePalette, side_look};
use super::pick::PickBody;
use super::quality::Quality;
use super::redraw::Redraw;
use super::relief::metres;
use grid::{Cell, Dir, Hm};
use rules::Key;

/// Pose of a miniature on its base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pose {
    /// Upright.
    #[default]
    Standing,
    /// Lying, still in the fight.
    Prone,
    /// Lying and desaturated: unconscious or dead.
    Down,
}

/// A miniature. Spawn this component alone; the models follow its fields.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Transform, Visibility, Gesture)]
pub struct Mini {
    /// Role; selects the figure.
    pub role: Key,
    /// Side; selects colour and pattern.
    pub side: u8,
    /// Edge length of its footprint in cells.
    pub size: u8,
    /// The north-west cell of its footprint.
    pub cell: Cell,
    /// Absolute height of its feet.
    pub feet: Hm,
    /// Height of its feet above the ground below; above 0 it stands on a stem.
    pub altitude: Hm,
    /// Facing.
    pub facing: Dir,
    /// Pose.
    pub pose: Pose,
    /// Drawn transparent: a position that it might take.
    pub ghost: bool,
    /// A spirit that hovers beside it, if there is a figure of that name.
    pub companion: Option<Key>,
}

impl Mini {
    /// A standing miniature on the ground.
    pub fn new(
        role: impl Into<Key>,
        side: u8,
        size: u8,
        cell: Cell,
        feet: Hm,
        facing: Dir,
    ) -> Self {
        Self {
            role: role.into(),
            side,
            size: size.max(1),
            cell,
            feet,
            altitude: Hm::ZERO,
            facing,
            pose: Pose::Standing,
            ghost: false,
            companion: None,
        }
    }

    /// Centre of its foot, in metres.
    pub fn foot(&self) -> Vec3 {
        let half = f32::from(self.size) / 2.0;
        let (x, z) = (f32::from(self.cell.x) + half, f32::from(self.cell.y) + half);
        Vec3::new(x, metres(self.feet), z)
    }

    /// Its cylinder for picking, with the caller's number.
    pub fn pick_body(&self, id: u32) -> PickBody {
        let scale = f32::from(self.size);
        let height = if self.pose == Pose::Standing { 1.65 } else { 0.55 } * scale.max(1.0).sqrt();
        PickBody { id, foot: self.foot(), radius: 0.42 * scale, height }
    }
}

/// Rotation that turns a north-facing model towards `dir`.
pub fn facing_turn(dir: Dir) -> Quat {
    Quat::from_rotation_y(-(dir as u8 as f32) * FRAC_PI_4)
}

/// Transform of the figure on its base.
pub(super) fn pose_transform(pose: Pose, size: u8) -> Transform {
    match pose {
        Pose::Standing => Transform::from_xyz(0.0, BASE_HEIGHT, 0.0),
        // On its back, with the middle of the body over the middle of the base.
        Pose::Prone | Pose::Down => {
            let s = f32::from(size.max(1));
            Transform::from_xyz(0.0, BASE_HEIGHT + 0.17 * s, -0.46 * s)
                .with_rotation(Quat::from_rotation_x(FRAC_PI_2) * Quat::from_rotation_y(0.25))
                .with_scale(Vec3::splat(0.62))
        }
    }
}

/// Transform of the spirit that hovers beside a figure: over its left shoulder, a little behind.
fn spirit_transform(size: u8) -> Transform {
    let s = f32::from(size.max(1));
    Transform::from_xyz(-0.46 * s, BASE_HEIGHT + 0.95 * s, 0.30 * s)
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Model {
    Base { side: u8, size: u8 },
    Figure { role: Key, side: u8, size: u8, lying: bool },
    Stem { side: u8, size: u8, altitude: Hm },
    Shadow { size: u8 },
    Spirit { name: Key, side: u8, size: u8 },
}

/// Cache of finished meshes, built on first use. In low quality there is one for each facing,
/// because the light is baked in.
#[derive(Resource, Default)]
pub(super) struct Models {
    meshes: HashMap<(Model, Option<Dir>), Handle<Mesh>>,
    plain: HashMap<Model, MeshData>,
    colours: Colours,
    side_palette: SidePalette,
}

impl Models {
    fn get(
        &mut self,
        model: Model,
        facing: Dir,
        quality: Quality,
        assets: &mut Assets<Mesh>,
    ) -> Handle<Mesh> {
        let turned =
            quality == Quality::Low && !matches!(model, Model::Stem { .. } | Model::Shadow { .. });
        let key = (model.clone(), turned.then_some(facing));
        if let Some(handle) = self.meshes.get(&key) {
            return handle.clone();
        }
        let mut turn = if turned { facing_turn(facing) } else { Quat::IDENTITY };
        if let Model::Figure { size, lying: true, .. } = model {
            turn *= pose_transform(Pose::Prone, size).rotation;
        }
        let data = self
            .plain
            .entry(model.clone())
            .or_insert_with(|| build(&model, (self.colours, self.side_palette)))
            .clone();
        let mesh = match model {
            Model::Shadow { .. } => raw(data),
            _ => finish(data, quality, turn),
        };
        let handle = assets.add(mesh);
        self.meshes.insert(key, handle.clone());
        handle
    }
}

fn build(model: &Model, (colours, side_palette): (Colours, SidePalette)) -> MeshData {
    let look = |side: &u8| side_look(colours, side_palette.of(*side));
    match model {
        Model::Base { side, size } => base(look(side), *size),
        Model::Figure { role, side, size, .. } => figure(role.as_str(), look(side), *size),
        Model::Stem { side, size, altitude } => stem(look(side), *size, metres(*altitude)),
        Model::Shadow { size } => shadow(*size),
        Model::Spirit { name, side, size } => spirit(name.as_str(), look(side), *size),
    }
}

/// A soft dark disc under a base, shifted slightly away from the sun.
fn shadow(size: u8) -> MeshData {
    let mut m = MeshData::new();
    let r = base_radius(size);
    let uv = Patch::Plain.uv(Vec2::ONE);
    let parts = 28u32;
    let rings = [(0.0, 0.62), (r, 0.58), (r * 1.16, 0.22), (r * 1.38, 0.0)];
    for (k, (radius, alpha)) in rings.into_iter().enumerate() {
        for i in 0..parts {
            let (sin, cos) = (i as f32 / parts as f32 * std::f32::consts::TAU).sin_cos();
            let off = 0.05 * k as f32 / 3.0;
            let at = Vec3::new(cos * radius + off, 0.012, sin * radius - off * 0.6);
            m.vertex(at, Vec3::Y, Vec4::new(0.012, 0.014, 0.02, alpha), uv, 1.0);
        }
    }
    for k in 0..rings.len() as u32 - 1 {
        for i in 0..parts {
            let (a, b) = (k * parts + i, k * parts + (i + 1) % parts);
            let (c, d) = (a + parts, b + parts);
            m.indices.extend([a, b, d, a, d, c]);
        }
    }
    m
}

/// Clears the mesh cache when the quality changes and rebuilds every miniature.
pub(super) fn forget(mut models: ResMut<Models>, mut minis: Query<&mut Mini>) {
    models.meshes.clear();
    for mut mini in &mut minis {
        mini.set_changed();
    }
}

/// Rebuilds every miniature when the colours change.
pub(super) fn repaint(
    (colours, side_palette): (Res<Colours>, Res<SidePalette>),
    models: ResMut<Models>,
    minis: Query<&mut Mini>,
) {
    let mut models = models;
    models.plain.clear();
    models.colours = *colours;
    models.side_palette = *side_palette;
    forget(models, minis);
}

/// Gives each new or changed miniature its models. Its position comes from its [`Gesture`].
pub(super) fn dress(
    mut commands: Commands,
    quality: Res<Quality>,
    materials: Res<Materials>,
    mut models: ResMut<Models>,
    mut assets: ResMut<Assets<Mesh>>,
    mut redraw: ResMut<Redraw>,
    changed: Query<(Entity, &Mini, Option<&Children>), Changed<Mini>>,
) {
    for (entity, mini, children) in &changed {
        redraw.ask();
        let (side, size) = (mini.side, mini.size.max(1));
        let material = match (mini.ghost, mini.pose) {
            (true, _) => &materials.ghost,
            (false, Pose::Down) => &materials.fallen,
            _ => &materials.solid,
        };
        let lying = mini.pose != Pose::Standing;
        let aloft = mini.altitude > Hm::ZERO;
        let fall = Vec3::NEG_Y * metres(mini.altitude);
        let role = mini.role.clone();
        let mut wanted = vec![
            (Model::Base { side, size }, material, Transform::IDENTITY),
            (Model::Figure { role, side, size, lying }, material, pose_transform(mini.pose, size)),
            // The shadow keeps its direction, whatever the facing.
            (
                Model::Shadow { size },
                &materials.overlay,
                Transform::from_translation(fall).with_rotation(facing_turn(mini.facing).inverse()),
            ),
        ];
        if aloft {
            let model = Model::Stem { side, size, altitude: mini.altitude };
            wanted.push((model, material, Transform::from_translation(fall)));
        }
        if let Some(name) = mini.companion.clone().filter(|name| has_spirit(name.as_str()))
            && !lying
        {
            let model = Model::Spirit { name, side, size };
            wanted.push((model, &materials.ghost, spirit_transform(size)));
        }
        let existing: Vec<Entity> = children.map(|c| c.iter().collect()).unwrap_or_default();
        for (i, (model, material, at)) in wanted.iter().enumerate() {
            let mesh = models.get(model.clone(), mini.facing, *quality, &mut assets);
            let bundle = (Mesh3d(mesh.clone()), MeshMaterial3d((*material).clone()), *at);
            let part = match existing.get(i) {
                Some(e) => commands.entity(*e).insert(bundle).id(),
                None => commands.spawn((bundle, ChildOf(entity))).id(),
            };
            if matches!(model, Model::Figure { .. }) {
                commands.entity(part).despawn_related::<Children>();
                if !mini.ghost && mini.pose != Pose::Down {
                    let hidden = MeshMaterial3d(materials.hidden.clone());
                    let part_of = (HiddenPart::of_size(size), ChildOf(part));
                    commands.spawn((Mesh3d(mesh), hidden, NotShadowCaster, part_of));
                }
            }
            if matches!(model, Model::Shadow { .. } | Model::Spirit { .. }) || mini.ghost {
                commands.entity(part).insert(NotShadowCaster);
            } else {
                commands.entity(part).remove::<NotShadowCaster>();
            }
        }
        for e in existing.iter().skip(wanted.len()) {
            commands.entity(*e).despawn();
        }
    }
}

/// Requests a redraw when a miniature was removed.
pub(super) fn notice_removed(mut removed: RemovedComponents<Mini>, mut redraw: ResMut<Redraw>) {
    if removed.read().count() > 0 {
        redraw.ask();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_turn_towards_their_facing() {
        for dir in Dir::ALL {
            let (dx, dz) = dir.delta();
            let want = Vec3::new(f32::from(dx), 0.0, f32::from(dz)).normalize();
            assert!((facing_turn(dir) * Vec3::NEG_Z - want).length() < 1e-5, "{dir:?}");
        }
    }

    #[test]
    fn feet_are_in_the_middle_of_the_footprint() {
        let m = Mini::new("beast", 0, 2, Cell::new(3, 4), Hm(3), Dir::N);
        assert!((m.foot() - Vec3::new(4.0, 1.5, 5.0)).length() < 1e-6);
    }

    #[test]
    fn lying_figures_are_low_and_over_their_own_cell() {
        let t = pose_transform(Pose::Prone, 1);
        let m = figure("knight", side_look(Colours::Usual, 0), 1);
        let (lo, hi) = m
            .positions
            .iter()
            .map(|p| t.transform_point(*p))
            .fold((Vec3::MAX, Vec3::MIN), |(lo, hi), p| (lo.min(p), hi.max(p)));
        assert!(hi.y < 0.8 && lo.y > -0.15, "{lo} {hi}");
        assert!(lo.z > -0.8 && hi.z < 0.8, "{lo} {hi}");
    }

    #[test]
    fn shadows_are_valid() {
        assert_eq!(shadow(2).fault(), None);
    }
}
