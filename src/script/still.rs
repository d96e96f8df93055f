//! Detects work on screen while there is no input.

use bevy::app::{App, Last};
use bevy::asset::AssetEvent;
use bevy::ecs::prelude::*;
use bevy::image::Image;
use bevy::mesh::Mesh;
use bevy::pbr::StandardMaterial;
use bevy::transform::components::Transform;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContext;

/// Work in the last frame that an idle board must not cause.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Activity {
    /// Meshes, materials and images that were created or changed.
    assets: usize,
    /// Entities that moved.
    moved: usize,
    /// Requests for another frame.
    redraws: usize,
    /// Why egui asked for a repaint, if it did.
    panels: Vec<String>,
}

impl Activity {
    /// True if the frame caused no work and requested no other frame.
    pub(super) fn is_none(&self) -> bool {
        (self.assets, self.moved, self.redraws) == (0, 0, 0)
    }
}

impl std::fmt::Display for Activity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { assets, moved, redraws, panels } = self;
        write!(f, "{assets} meshes and materials changed, {moved} entities moved, ")?;
        write!(f, "{redraws} redraws requested; egui repaint causes: {}", panels.join(", "))
    }
}

pub(super) fn watch(app: &mut App) {
    app.init_resource::<Activity>().add_systems(Last, count);
}

fn is_change<A: bevy::asset::Asset>(event: &AssetEvent<A>) -> bool {
    matches!(event, AssetEvent::Added { .. } | AssetEvent::Modified { .. })
}

fn count(
    mut activity: ResMut<Activity>,
    mut meshes: MessageReader<AssetEvent<Mesh>>,
    mut materials: MessageReader<AssetEvent<StandardMaterial>>,
    mut images: MessageReader<AssetEvent<Image>>,
    mut redraws: MessageReader<RequestRedraw>,
    moved: Query<(), Changed<Transform>>,
    mut panels: Query<&mut EguiContext>,
) {
    let causes = panels.iter_mut().flat_map(|mut context| context.get_mut().repaint_causes());
    *activity = Activity {
        assets: meshes.read().filter(|e| is_change(e)).count()
            + materials.read().filter(|e| is_change(e)).count()
            + images.read().filter(|e| is_change(e)).count(),
        moved: moved.iter().count(),
        redraws: redraws.read().count(),
        panels: causes.map(|cause| cause.to_string()).collect(),
    };
}
