//! A material for figures hidden behind something else: it is drawn only there, so that a figure
//! behind a tree or a wall stays visible as a pale shape.

use bevy::math::Affine3A;
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{
    ExtendedMaterial, MaterialExtension, MaterialExtensionKey, MaterialExtensionPipeline,
};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, CompareFunction, RenderPipelineDescriptor, SpecializedMeshPipelineError,
};

use super::camera::BoardCamera;

/// How much nearer to the camera than it is a figure of one cell counts, in metres, so that its own
/// arms and base do not hide it.
const NEARER: f32 = 0.65;

/// The material of hidden figures.
pub type HiddenMaterial = ExtendedMaterial<StandardMaterial, Hidden>;

/// Draws where something nearer has already been drawn.
#[derive(Asset, AsBindGroup, TypePath, Clone, Debug, Default)]
pub struct Hidden {}

impl MaterialExtension for Hidden {
    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _: &MaterialExtensionPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        _: MaterialExtensionKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        if let Some(depth) = &mut descriptor.depth_stencil {
            // Depth is greater for nearer points.
            depth.depth_compare = Some(CompareFunction::Less);
            depth.depth_write_enabled = Some(false);
        }
        Ok(())
    }
}

/// The part of a figure that is drawn where something hides it; a child of the figure.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct HiddenPart {
    /// How much nearer to the camera it counts, in metres.
    nearer: f32,
}

impl HiddenPart {
    /// The part of a figure on this many cells.
    pub fn of_size(size: u8) -> Self {
        Self { nearer: NEARER * f32::from(size.max(1)) }
    }
}

/// Draws the hidden parts a little nearer to the camera than their figures, at the same position in
/// the window.
pub(super) fn bring_nearer(
    camera: Query<&GlobalTransform, (With<BoardCamera>, Without<HiddenPart>)>,
    figures: Query<&GlobalTransform, Without<HiddenPart>>,
    mut parts: Query<(&HiddenPart, &ChildOf, &mut GlobalTransform)>,
) {
    let Ok(camera) = camera.single() else { return };
    for (part, child, mut place) in &mut parts {
        if let Ok(figure) = figures.get(child.parent()) {
            place.set_if_neq(nearer(figure, camera.translation(), part.nearer));
        }
    }
}

/// A place moved towards the eye and scaled down, so that it looks the same from there.
fn nearer(place: &GlobalTransform, eye: Vec3, by: f32) -> GlobalTransform {
    let far = place.translation().distance(eye).max(2.0 * by);
    let share = 1.0 - by / far;
    let scale = Vec3::splat(share);
    let towards =
        Affine3A::from_scale_rotation_translation(scale, Quat::IDENTITY, eye * (1.0 - share));
    GlobalTransform::from(towards * place.affine())
}

/// The material, made from that of all miniatures.
pub(super) fn material(base: &StandardMaterial) -> HiddenMaterial {
    let base = StandardMaterial {
        base_color: Color::linear_rgba(1.4, 1.4, 1.5, 0.55),
        alpha_mode: AlphaMode::Blend,
        unlit: true,
        ..base.clone()
    };
    HiddenMaterial { base, extension: Hidden {} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_part_looks_the_same_from_nearer() {
        let eye = Vec3::new(3.0, 12.0, 20.0);
        let figure = GlobalTransform::from(
            Transform::from_xyz(5.0, 1.0, 4.0).with_rotation(Quat::from_rotation_y(0.7)),
        );
        let part = nearer(&figure, eye, 0.65);
        for point in [Vec3::ZERO, Vec3::Y, Vec3::new(0.4, 1.2, -0.3)] {
            let (there, here) =
                (figure.transform_point(point) - eye, part.transform_point(point) - eye);
            assert!((there.normalize() - here.normalize()).length() < 1e-4, "{there} {here}");
            assert!(here.length() < there.length());
        }
        let by = figure.translation().distance(eye) - part.translation().distance(eye);
        assert!((by - 0.65).abs() < 1e-4, "{by}");
    }
}
