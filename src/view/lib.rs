//! The board on screen: a diorama on a wooden table, painted miniatures, marks over the ground, the
//! camera and picking.
//!
//! All models are procedural. Pure functions (`terrain`, `water`, `things`, `walls`, `roofs`,
//! `volumes`, `minis`, `overlay`, `table`) produce mesh data; the systems only bring it to the
//! screen. To use the view:
//!
//! - write [`BuildBoard`] to show a new or changed board,
//! - spawn an entity with [`Mini`] for each combatant and change its fields,
//! - change [`Overlay`] for marks, [`Diorama::cut`] for walls, [`CameraRig`] for the camera,
//! - call [`pick`](pick::pick) to find what a ray hits.
//!
//! Frames without changes do no work; changes request a redraw.

pub mod atlas;
mod boxes;
mod bridge;
mod camera;
mod canvas;
mod chunk_cache;
mod diorama;
mod finish;
mod flicker;
mod furniture;
mod gesture;
mod ground_image;
mod ground_marks;
mod growth;
mod hidden;
mod incremental_mesh;
mod lamps;
mod layers;
mod materials;
pub mod mesh;
pub mod minis;
mod mips;
mod nature;
mod occlusion;
mod overlay;
pub mod palette;
mod patches;
pub mod pick;
mod pieces;
pub mod portrait;
mod props;
mod quality;
mod redraw;
pub mod relief;
mod roof_parts;
pub mod roofs;
mod shapes;
mod surface;
pub mod table;
pub mod terrain;
pub mod things;
pub mod volumes;
pub mod walls;
pub mod water;
mod weather;

use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::prelude::*;
use bevy::transform::TransformSystems;

pub use camera::{BoardCamera, CameraInput, CameraKeys, CameraRig, FIELD_OF_VIEW};
pub use diorama::{BuildBoard, Diorama, changed_chunks};
pub use flicker::FlickeringLights;
pub use gesture::Gesture;
pub use ground_image::{GroundImage, ImageStyle, ShownGroundImage, drape_image};
pub use incremental_mesh::{CellNow, ChunkCells, DirtyCells, EditBoard, dirty_cells};
pub use overlay::{Overlay, overlay, stand_height};
pub use palette::{Colours, SidePalette};
pub use pieces::{Mini, Pose, facing_turn};
pub use props::{Prop, PropKind, prop};
pub use quality::{Quality, QualityChoice, SoftwareRenderer, is_software};
pub use redraw::Redraw;
pub use roof_parts::{OpenDecks, RoofView};
pub use walls::WallCut;
pub use weather::FallingWeather;

/// Order of the view's systems in `Update`. Systems of the battle that write for the view run
/// before [`ViewSystems::Build`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewSystems {
    /// Applies input to the camera rig.
    Steer,
    /// Builds board, miniatures and overlay.
    Build,
    /// Moves the camera and requests redraws.
    Show,
}

/// Shows the board. Needs the engine's window, render, input and time plugins.
#[derive(Clone, Copy, Debug, Default)]
pub struct ViewPlugin;

impl Plugin for ViewPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(MaterialPlugin::<hidden::HiddenMaterial>::default())
            .add_message::<BuildBoard>()
            .add_message::<EditBoard>()
            .init_resource::<Diorama>()
            .init_resource::<Overlay>()
            .init_resource::<GroundImage>()
            .init_resource::<CameraRig>()
            .init_resource::<CameraInput>()
            .init_resource::<CameraKeys>()
            .init_resource::<camera::Shown>()
            .init_resource::<Quality>()
            .init_resource::<QualityChoice>()
            .init_resource::<palette::Colours>()
            .init_resource::<palette::SidePalette>()
            .init_resource::<FallingWeather>()
            .init_resource::<FlickeringLights>()
            .init_resource::<RoofView>()
            .init_resource::<OpenDecks>()
            .init_resource::<quality::SoftwareRenderer>()
            .init_resource::<Redraw>()
            .init_resource::<pieces::Models>()
            .init_resource::<props::PropMeshes>()
            .insert_resource(ClearColor(room()))
            .configure_sets(
                Update,
                (ViewSystems::Steer, ViewSystems::Build, ViewSystems::Show).chain(),
            )
            .add_systems(Startup, (quality::choose, spawn_camera, materials::make).chain())
            .add_systems(Update, camera::steer.in_set(ViewSystems::Steer))
            .add_systems(
                Update,
                (
                    quality::choose.run_if(resource_changed::<QualityChoice>),
                    (quality::light, materials::relight, pieces::forget, props::forget)
                        .run_if(resource_changed::<Quality>),
                    pieces::repaint.run_if(
                        resource_changed::<palette::Colours>
                            .or_else(resource_changed::<palette::SidePalette>),
                    ),
                    diorama::build,
                    (layers::draw_volumes, weather::rain, weather::fall, roof_parts::draw).chain(),
                    (flicker::rebuild_flames, flicker::animate_flames).chain(),
                    ground_image::lay,
                    layers::draw_overlay,
                    (pieces::dress, gesture::hold).chain(),
                    (props::dress, props::notice),
                    pieces::notice_removed,
                )
                    .chain()
                    .in_set(ViewSystems::Build),
            )
            .add_systems(Update, (camera::glide, redraw::request).chain().in_set(ViewSystems::Show))
            .add_systems(PostUpdate, hidden::bring_nearer.after(TransformSystems::Propagate));
    }
}

fn room() -> Color {
    let c = palette::srgb(palette::hex::ROOM) * 0.3;
    Color::linear_rgb(c.x, c.y, c.z)
}

fn spawn_camera(mut commands: Commands, rig: Res<CameraRig>) {
    commands.spawn((
        BoardCamera,
        Camera3d::default(),
        Projection::Perspective(PerspectiveProjection {
            fov: FIELD_OF_VIEW,
            near: 0.5,
            far: 500.0,
            ..default()
        }),
        Tonemapping::None,
        DebandDither::Enabled,
        rig.transform(),
    ));
}
