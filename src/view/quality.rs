//! Rendering quality, and the lights that depend on it.

use bevy::light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap};
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

use super::camera::BoardCamera;
use super::relief::to_sun;

/// Rendering quality.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Quality {
    /// Sunlight with shadows, and antialiasing.
    #[default]
    High,
    /// Light and shadow baked into the vertex colours: for software renderers and slow machines.
    Low,
}

/// How [`Quality`] is chosen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QualityChoice {
    /// Low on a software renderer, otherwise high.
    #[default]
    Automatic,
    /// Always this quality.
    Fixed(Quality),
}

/// True if the graphics adapter renders on the CPU.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct SoftwareRenderer(pub bool);

/// Marks the sun, which is switched off in low quality.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Sun;

/// True when the name or kind of a graphics adapter shows that it renders on the CPU.
pub fn is_software(name: &str, kind: &str) -> bool {
    let name = name.to_lowercase();
    let known = ["llvmpipe", "lavapipe", "softpipe", "swiftshader", "basic render"];
    kind.eq_ignore_ascii_case("cpu") || known.iter().any(|k| name.contains(k))
}

/// Sets the quality from the choice and the adapter.
pub(super) fn choose(
    choice: Res<QualityChoice>,
    adapter: Option<Res<RenderAdapterInfo>>,
    mut quality: ResMut<Quality>,
    mut software_renderer: ResMut<SoftwareRenderer>,
) {
    let software = adapter.is_some_and(|a| is_software(&a.name, &format!("{:?}", a.device_type)));
    software_renderer.0 = software;
    let wanted = match *choice {
        QualityChoice::Fixed(q) => q,
        QualityChoice::Automatic if software => Quality::Low,
        QualityChoice::Automatic => Quality::High,
    };
    quality.set_if_neq(wanted);
}

/// Adds or removes the light and sets the camera's antialiasing.
pub(super) fn light(
    mut commands: Commands,
    quality: Res<Quality>,
    mut ambient: ResMut<GlobalAmbientLight>,
    suns: Query<Entity, With<Sun>>,
    cameras: Query<Entity, With<BoardCamera>>,
) {
    for e in &suns {
        commands.entity(e).despawn();
    }
    for e in &cameras {
        let msaa = if *quality == Quality::High { Msaa::Sample4 } else { Msaa::Off };
        commands.entity(e).insert(msaa);
    }
    if *quality == Quality::Low {
        return;
    }
    commands.insert_resource(DirectionalLightShadowMap { size: 2048 });
    // With the camera's exposure, about 3,100 lux on a white surface give full white.
    *ambient = GlobalAmbientLight {
        color: Color::linear_rgb(0.86, 0.92, 1.0),
        brightness: 600.0,
        ..default()
    };
    commands.spawn((
        Sun,
        DirectionalLight {
            color: Color::linear_rgb(1.0, 0.90, 0.74),
            illuminance: 3000.0,
            shadow_maps_enabled: true,
            shadow_depth_bias: 0.03,
            shadow_normal_bias: 1.2,
            ..default()
        },
        CascadeShadowConfigBuilder {
            num_cascades: 2,
            minimum_distance: 2.0,
            first_cascade_far_bound: 34.0,
            maximum_distance: 110.0,
            ..default()
        }
        .build(),
        Transform::from_translation(to_sun()).looking_at(Vec3::ZERO, Vec3::Y),
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn software_renderers_are_recognized_by_kind_or_name() {
        assert!(is_software("llvmpipe (LLVM 19.1.7, 256 bits)", "Cpu"));
        assert!(is_software("Google SwiftShader", "Other"));
        assert!(is_software("Microsoft Basic Render Driver", "Other"));
        assert!(!is_software("Radeon RX 6600", "DiscreteGpu"));
    }
}
