//! An image draped over the ground: a map to trace, or painted ground.

use bevy::asset::RenderAssetUsages;
use bevy::light::NotShadowCaster;
use bevy::math::Vec2;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::diorama::Diorama;
use super::redraw::Redraw;
use super::relief::Relief;
use grid::Cell;
use level::Underlay;

/// Height of the image above the ground, in metres: below all marks.
const LIFT: f32 = 0.012;

/// The image over the ground, if any.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GroundImage(pub Option<ShownGroundImage>);

/// An image, its placement and its opacity.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownGroundImage {
    /// The image.
    pub image: Handle<Image>,
    /// Its placement on the board.
    pub lies: Underlay,
    /// Opacity, from 0 to 1.
    pub strength: f32,
}

/// Marks the entity that draws the image.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct GroundImagePart;

/// Makes an engine image of `width` by `height` pixels from RGBA bytes.
pub fn drape_image(width: u32, height: u32, rgba: Vec<u8>) -> Image {
    Image::new(
        Extent3d { width, height, depth_or_array_layers: 1 },
        TextureDimension::D2,
        rgba,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}

/// Image coordinates of a point on the board in metres; from 0 to 1 inside the image.
fn uv(lies: &Underlay, x: f32, z: f32) -> Vec2 {
    let metres = |mm: i32| mm as f32 / 1000.0;
    let (w, h) = (metres(lies.size.0), metres(lies.size.1));
    let mut at = Vec2::new((x - metres(lies.at.0)) / w, (z - metres(lies.at.1)) / h);
    for _ in 0..lies.turn % 4 {
        at = Vec2::new(at.y, 1.0 - at.x);
    }
    if lies.mirrored {
        at.x = 1.0 - at.x;
    }
    at
}

/// Vertices, their image coordinates, and triangles.
type Sheet = (Vec<[f32; 3]>, Vec<[f32; 2]>, Vec<u32>);

/// A sheet over the part of the board that the image covers.
fn sheet(relief: &Relief, lies: &Underlay) -> Sheet {
    let metres = |mm: i32| mm as f32 / 1000.0;
    let (left, top) = (metres(lies.at.0), metres(lies.at.1));
    let (right, bottom) = (left + metres(lies.size.0), top + metres(lies.size.1));
    let (mut corners, mut uvs, mut triangles) = (Vec::new(), Vec::new(), Vec::new());
    for y in 0..relief.height() {
        for x in 0..relief.width() {
            let (fx, fz) = (x as f32, y as f32);
            let (x0, x1) = (fx.max(left), (fx + 1.0).min(right));
            let (z0, z1) = (fz.max(top), (fz + 1.0).min(bottom));
            if x0 >= x1 || z0 >= z1 {
                continue;
            }
            let height = relief.surface(Cell::new(x as i16, y as i16)) + LIFT;
            let first = corners.len() as u32;
            for (px, pz) in [(x0, z0), (x0, z1), (x1, z1), (x1, z0)] {
                corners.push([px, height, pz]);
                uvs.push(uv(lies, px, pz).to_array());
            }
            triangles.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
        }
    }
    (corners, uvs, triangles)
}

/// Rebuilds the sheet when the image or the ground changed.
pub(super) fn lay(
    mut commands: Commands,
    (wanted, diorama): (Res<GroundImage>, Res<Diorama>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut redraw: ResMut<Redraw>,
    parts: Query<Entity, With<GroundImagePart>>,
) {
    let there = !parts.is_empty();
    if !(wanted.is_changed() || (diorama.is_changed() && (there || wanted.0.is_some()))) {
        return;
    }
    for part in &parts {
        commands.entity(part).despawn();
    }
    redraw.ask();
    let Some((ShownGroundImage { image, lies, strength }, relief)) =
        wanted.0.as_ref().zip(diorama.relief())
    else {
        return;
    };
    let (corners, uvs, triangles) = sheet(relief, lies);
    if triangles.is_empty() {
        return;
    }
    let up = vec![[0.0, 1.0, 0.0]; corners.len()];
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, corners)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, up)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(triangles));
    let material = StandardMaterial {
        base_color: Color::linear_rgba(1.0, 1.0, 1.0, *strength),
        base_color_texture: Some(image.clone()),
        alpha_mode: AlphaMode::Blend,
        unlit: true,
        depth_bias: 2.0,
        ..default()
    };
    commands.spawn((
        GroundImagePart,
        Mesh3d(meshes.add(mesh)),
        MeshMaterial3d(materials.add(material)),
        NotShadowCaster,
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Board, Hm};

    fn lies(at: (i32, i32), size: (i32, i32)) -> Underlay {
        let file = "map.png".to_owned();
        Underlay { file, at, size, turn: 0, mirrored: false, in_play: true }
    }

    #[test]
    fn an_image_is_clipped_at_its_border_and_lies_on_the_ground() {
        let mut board = Board::new(6, 6);
        board.tile_mut(Cell::new(1, 1)).unwrap().elevation = Hm(4);
        let (corners, uvs, triangles) =
            sheet(&Relief::new(&board), &lies((500, 0), (2_000, 2_000)));
        // Half a column, a whole column and half a column, two rows each.
        assert_eq!((corners.len(), uvs.len(), triangles.len()), (24, 24, 36));
        let (low, high) = (LIFT - 0.001, 2.0 + LIFT + 0.001);
        assert!(corners.iter().all(|c| c[1] > low && c[1] < high && c[0] >= 0.5 && c[0] <= 2.5));
        assert!(corners.iter().any(|c| c[1] > 1.9), "above the hill");
        assert!(uvs.iter().flatten().all(|v| (-0.001..=1.001).contains(v)));
        let none = sheet(&Relief::new(&board), &lies((9_000, 0), (2_000, 2_000)));
        assert!(none.2.is_empty());
    }

    #[test]
    fn turned_and_mirrored_images_have_their_corners_in_place() {
        let near = |a: Vec2, b: (f32, f32)| (a - Vec2::new(b.0, b.1)).length() < 1e-4;
        let straight = lies((0, 0), (4_000, 2_000));
        assert!(near(uv(&straight, 0.0, 0.0), (0.0, 0.0)));
        // Turned clockwise, the lower left corner of the file moves to the upper left.
        let turned = Underlay { turn: 1, ..straight.clone() };
        assert!(near(uv(&turned, 0.0, 0.0), (0.0, 1.0)));
        assert!(near(uv(&turned, 4.0, 0.0), (0.0, 0.0)));
        let mirrored = Underlay { mirrored: true, ..straight };
        assert!(near(uv(&mirrored, 0.0, 0.0), (1.0, 0.0)));
    }
}
