//! Watches whether anything happens on screen while nobody does anything.

use bevy::app::{App, Last};
use bevy::asset::AssetEvent;
use bevy::ecs::prelude::*;
use bevy::image::Image;
use bevy::mesh::Mesh;
use bevy::pbr::StandardMaterial;
use bevy::transform::components::Transform;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContext;

/// What the last picture cost: work that a board at rest must not cause.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stir {
    /// Meshes, materials and pictures that were made or changed.
    assets: usize,
    /// Things that moved.
    moved: usize,
    /// Requests for another picture.
    redraws: usize,
    /// Why the panels want to be drawn again, if one of these requests is theirs.
    panels: Vec<String>,
}

impl Stir {
    /// True if the picture changed nothing and asked for nothing.
    pub(super) fn is_none(&self) -> bool {
        (self.assets, self.moved, self.redraws) == (0, 0, 0)
    }
}

impl std::fmt::Display for Stir {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { assets, moved, redraws, panels } = self;
        write!(f, "{assets} meshes and materials changed, {moved} things moved, ")?;
        write!(f, "{redraws} more pictures were asked for; the panels say: {}", panels.join(", "))
    }
}

pub(super) fn watch(app: &mut App) {
    app.init_resource::<Stir>().add_systems(Last, count);
}

fn is_change<A: bevy::asset::Asset>(event: &AssetEvent<A>) -> bool {
    matches!(event, AssetEvent::Added { .. } | AssetEvent::Modified { .. })
}

fn count(
    mut stir: ResMut<Stir>,
    mut meshes: MessageReader<AssetEvent<Mesh>>,
    mut materials: MessageReader<AssetEvent<StandardMaterial>>,
    mut images: MessageReader<AssetEvent<Image>>,
    mut redraws: MessageReader<RequestRedraw>,
    moved: Query<(), Changed<Transform>>,
    mut panels: Query<&mut EguiContext>,
) {
    let causes = panels.iter_mut().flat_map(|mut context| context.get_mut().repaint_causes());
    *stir = Stir {
        assets: meshes.read().filter(|e| is_change(e)).count()
            + materials.read().filter(|e| is_change(e)).count()
            + images.read().filter(|e| is_change(e)).count(),
        moved: moved.iter().count(),
        redraws: redraws.read().count(),
        panels: causes.map(|cause| cause.to_string()).collect(),
    };
}
