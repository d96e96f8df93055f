//! A material for what is hidden behind something else: it draws only there, so that a figure behind a
//! tree or a wall stays visible as a pale shape.

use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{
    ExtendedMaterial, MaterialExtension, MaterialExtensionKey, MaterialExtensionPipeline,
};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, CompareFunction, RenderPipelineDescriptor, SpecializedMeshPipelineError,
};

/// How much nearer to the camera a figure counts than it is, in steps of its depth: about a
/// thirtieth of its distance. So its own arms and base do not hide it.
const NEARER: i32 = 280_000;

/// The material of hidden figures.
pub type HiddenMaterial = ExtendedMaterial<StandardMaterial, Hidden>;

/// Draws where something nearer has been drawn before.
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
            // Depth is greater the nearer it is.
            depth.depth_compare = Some(CompareFunction::Less);
            depth.depth_write_enabled = Some(false);
            depth.bias.constant = NEARER;
        }
        Ok(())
    }
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
