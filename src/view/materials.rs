//! The few materials shared by everything on the board, and the conversion from mesh data to engine
//! meshes.

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageSampler, ImageSamplerDescriptor};
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::atlas;
use super::hidden::{self, HiddenMaterial};
use super::mesh::{GLOW, MeshData};
use super::quality::{Quality, SoftwareRenderer};
use super::relief::to_sun;

/// The shared materials.
#[derive(Resource, Clone, Debug)]
pub struct Materials {
    /// Ground, walls, things, miniatures.
    pub solid: Handle<StandardMaterial>,
    /// Water: transparent and glossy.
    pub water: Handle<StandardMaterial>,
    /// Ground marks and soft shadows: transparent and unlit.
    pub overlay: Handle<StandardMaterial>,
    /// Miniatures out of action: desaturated.
    pub fallen: Handle<StandardMaterial>,
    /// Ghosts of miniatures that might stand there: transparent.
    pub ghost: Handle<StandardMaterial>,
    /// Miniatures behind something else.
    pub hidden: Handle<HiddenMaterial>,
}

/// Makes the texture atlas and the materials, once.
pub(super) fn make(
    mut commands: Commands,
    quality: Res<Quality>,
    software: Res<SoftwareRenderer>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut hidden_materials: ResMut<Assets<HiddenMaterial>>,
) {
    let texture = images.add(atlas_image(*software));
    let base = StandardMaterial {
        base_color_texture: Some(texture),
        unlit: *quality == Quality::Low,
        ..matt()
    };
    let mut add = |m: StandardMaterial| materials.add(m);
    commands.insert_resource(Materials {
        hidden: hidden_materials.add(hidden::material(&base)),
        solid: add(base.clone()),
        water: add(StandardMaterial {
            alpha_mode: AlphaMode::Blend,
            perceptual_roughness: 0.22,
            reflectance: 0.45,
            ..base.clone()
        }),
        overlay: add(StandardMaterial {
            alpha_mode: AlphaMode::Blend,
            unlit: true,
            cull_mode: None,
            depth_bias: 4.0,
            ..base.clone()
        }),
        fallen: add(StandardMaterial {
            base_color: Color::linear_rgb(0.34, 0.31, 0.31),
            ..base.clone()
        }),
        ghost: add(StandardMaterial {
            base_color: Color::linear_rgba(1.15, 1.15, 1.2, 0.5),
            alpha_mode: AlphaMode::Blend,
            ..base
        }),
    });
}

/// Switches the materials between lit and baked.
pub(super) fn relight(
    quality: Res<Quality>,
    shared: Res<Materials>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for handle in [&shared.solid, &shared.water, &shared.fallen, &shared.ghost] {
        if let Some(mut m) = materials.get_mut(handle) {
            m.unlit = *quality == Quality::Low;
        }
    }
}

fn atlas_image(software: SoftwareRenderer) -> Image {
    let mut image = Image::new_uninit(
        Extent3d { width: atlas::WIDTH, height: atlas::HEIGHT, depth_or_array_layers: 1 },
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.texture_descriptor.mip_level_count = atlas::MIPS;
    image.data = Some(atlas::paint());
    image.sampler = sampler(software);
    image
}

/// A surface that hardly shines, without colour or texture.
pub(super) fn matt() -> StandardMaterial {
    StandardMaterial { perceptual_roughness: 0.94, reflectance: 0.14, ..default() }
}

/// How textures of the ground are sampled: sharp at flat angles, but not by software renderers, where
/// that takes seconds with antialiasing.
pub(super) fn sampler(SoftwareRenderer(software): SoftwareRenderer) -> ImageSampler {
    ImageSampler::Descriptor(ImageSamplerDescriptor {
        anisotropy_clamp: if software { 1 } else { 4 },
        ..ImageSamplerDescriptor::linear()
    })
}

/// Converts mesh data to an engine mesh. In low quality the sunlight is baked in; `turn` is the
/// rotation with which the mesh will be drawn, so that the light comes from the right side.
pub fn finish(mut data: MeshData, quality: Quality, turn: Quat) -> Mesh {
    match quality {
        Quality::Low => data.bake(turn.inverse() * to_sun()),
        Quality::High => {
            for (color, sun) in data.colors.iter_mut().zip(&data.sun) {
                if *sun <= GLOW {
                    *color = (color.truncate() * 2.2).extend(color.w);
                }
            }
        }
    }
    raw(data)
}

/// Converts mesh data to an engine mesh with unchanged colours.
pub fn raw(data: MeshData) -> Mesh {
    let list = |v: Vec<Vec3>| v.into_iter().map(|p| p.to_array()).collect::<Vec<_>>();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, list(data.positions))
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, list(data.normals))
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_COLOR,
            data.colors.into_iter().map(|c| c.to_array()).collect::<Vec<_>>(),
        )
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_UV_0,
            data.uvs.into_iter().map(|c| c.to_array()).collect::<Vec<_>>(),
        )
        .with_inserted_indices(Indices::U32(data.indices))
}
