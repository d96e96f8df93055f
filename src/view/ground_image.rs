//! An image draped over the ground: a map to trace, or painted ground.

use bevy::asset::RenderAssetUsages;
use bevy::light::NotShadowCaster;
use bevy::math::Vec2;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use rayon::prelude::*;

use super::diorama::Diorama;
use super::materials::{finish, matt, raw, sampler};
use super::mesh::MeshData;
use super::mips;
use super::quality::{Quality, SoftwareRenderer};
use super::redraw::Redraw;
use super::relief::Relief;
use super::terrain::{Detail, GRID_LINE};
use grid::{Board, Cell};
use level::Underlay;

/// Height of the image above the ground, in metres: below all marks.
const LIFT: f32 = 0.012;

/// The image over the ground, if any.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct GroundImage(pub Option<ShownGroundImage>);

/// An image and its placement.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownGroundImage {
    /// The image.
    pub image: Handle<Image>,
    /// Its placement on the board.
    pub lies: Underlay,
    /// How it is drawn.
    pub style: ImageStyle,
}

/// How an image over the ground is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageStyle {
    /// For tracing: half transparent and bright everywhere.
    Tracing,
    /// As painted ground: with the light, the shade and the grid lines of the ground.
    Painted,
}

impl ImageStyle {
    /// Opacity, from 0 to 1.
    const fn opacity(self) -> f32 {
        match self {
            Self::Tracing => 0.55,
            Self::Painted => 0.92,
        }
    }
}

/// Marks the entity that draws the image.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct GroundImagePart;

/// Makes an engine image of `width` by `height` pixels from RGBA bytes.
pub fn drape_image(
    (width, height): (u32, u32),
    rgba: Vec<u8>,
    software: SoftwareRenderer,
) -> Image {
    let mut image = Image::new_uninit(
        Extent3d { width, height, depth_or_array_layers: 1 },
        TextureDimension::D2,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    let levels = mips::levels(width, height);
    image.texture_descriptor.mip_level_count = levels;
    image.data = Some(mips::chain(rgba, width, height, levels));
    image.sampler = sampler(software);
    image
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

/// A sheet over the part of the board that the image covers.
fn sheet(board: &Board, relief: &Relief, lies: &Underlay, style: ImageStyle) -> MeshData {
    let cells: Vec<Cell> = board.cells().collect();
    let parts: Vec<MeshData> =
        cells.into_par_iter().map(|cell| part(board, relief, lies, style, cell)).collect();
    let mut mesh = MeshData::new();
    mesh.reserve(parts.iter());
    parts.iter().for_each(|part| mesh.join(part));
    mesh
}

/// The part of the sheet over a cell.
fn part(
    board: &Board,
    relief: &Relief,
    lies: &Underlay,
    style: ImageStyle,
    cell: Cell,
) -> MeshData {
    let metres = |mm: i32| mm as f32 / 1000.0;
    let lines = match style {
        ImageStyle::Tracing => &[0.0, 1.0],
        ImageStyle::Painted => Detail::of(board).lines(),
    };
    let across = clipped(lines, f32::from(cell.x), (metres(lies.at.0), metres(lies.size.0)));
    let down = clipped(lines, f32::from(cell.y), (metres(lies.at.1), metres(lies.size.1)));
    let (height, mut mesh) = (relief.surface(cell), MeshData::new());
    for v in &down {
        for u in &across {
            let (x, z) = (f32::from(cell.x) + u, f32::from(cell.y) + v);
            let (mut color, mut sun) = (Vec3::ONE, 1.0);
            if style == ImageStyle::Painted {
                // Inside the cell, so that its neighbours do not count on its border.
                let probe = Vec3::new(x + (0.5 - u) * 0.03, height, z + (0.5 - v) * 0.03);
                let border = [u, v].into_iter().any(|at| *at <= 0.0 || *at >= 1.0);
                let line = if border { GRID_LINE } else { 1.0 };
                color = relief.light_at(x, z) * relief.openness(probe) * line;
                sun = relief.sunlight(probe);
            }
            let at = Vec3::new(x, height + LIFT, z);
            mesh.vertex(at, Vec3::Y, color.extend(1.0), uv(lies, x, z), sun);
        }
    }
    let wide = across.len() as u32;
    for j in 1..down.len() as u32 {
        for i in 1..wide {
            let (a, b) = ((j - 1) * wide + i - 1, j * wide + i - 1);
            mesh.indices.extend([a, b, b + 1, a, b + 1, a + 1]);
        }
    }
    mesh
}

/// The subdivision of a cell, as fractions from one border to the other, clipped at the borders of
/// the image: fewer than two lines outside it.
fn clipped(lines: &[f32], cell: f32, (start, length): (f32, f32)) -> Vec<f32> {
    let (from, to) = ((start - cell).max(0.0), (start + length - cell).min(1.0));
    if from >= to {
        return Vec::new();
    }
    let inside = lines.iter().copied().filter(|at| *at > from && *at < to);
    std::iter::once(from).chain(inside).chain([to]).collect()
}

/// Rebuilds the sheet when the image or the ground changed.
pub(super) fn lay(
    mut commands: Commands,
    (wanted, diorama, quality): (Res<GroundImage>, Res<Diorama>, Res<Quality>),
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
    let shown = wanted.0.as_ref().zip(diorama.board()).zip(diorama.relief());
    let Some(((ShownGroundImage { image, lies, style }, board), relief)) = shown else {
        return;
    };
    let data = sheet(board, relief, lies, *style);
    if data.is_empty() {
        return;
    }
    let painted = *style == ImageStyle::Painted;
    let mesh = if painted { finish(data, *quality, Quat::IDENTITY) } else { raw(data) };
    let material = StandardMaterial {
        base_color: Color::linear_rgba(1.0, 1.0, 1.0, style.opacity()),
        base_color_texture: Some(image.clone()),
        alpha_mode: AlphaMode::Blend,
        unlit: !painted || *quality == Quality::Low,
        depth_bias: 2.0,
        ..matt()
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
    use grid::{Hm, Light, Thing, ThingKind};

    fn lies(at: (i32, i32), size: (i32, i32)) -> Underlay {
        let file = "map.png".to_owned();
        Underlay { file, at, size, turn: 0, mirrored: false, in_play: true }
    }

    #[test]
    fn an_image_is_clipped_at_its_border_and_lies_on_the_ground() {
        let mut board = Board::new(6, 6);
        board.tile_mut(Cell::new(1, 1)).unwrap().elevation = Hm(4);
        let relief = Relief::new(&board);
        let placed = lies((500, 0), (2_000, 2_000));
        let traced = sheet(&board, &relief, &placed, ImageStyle::Tracing);
        // Half a column, a whole column and half a column, two rows each.
        assert_eq!((traced.positions.len(), traced.triangles()), (24, 12));
        let painted = sheet(&board, &relief, &placed, ImageStyle::Painted);
        for mesh in [&traced, &painted] {
            assert_eq!(mesh.fault(), None);
            let (low, high) = mesh.bounds().unwrap();
            assert!(low.distance(Vec3::new(0.5, LIFT, 0.0)) < 1e-3, "{low}");
            assert!(high.distance(Vec3::new(2.5, 2.0 + LIFT, 2.0)) < 1e-3, "{high}");
            assert!(mesh.uvs.iter().all(|v| v.min_element() > -1e-3 && v.max_element() < 1.001));
        }
        let far = lies((9_000, 0), (2_000, 2_000));
        assert!(sheet(&board, &relief, &far, ImageStyle::Tracing).is_empty());
    }

    #[test]
    fn a_painted_image_takes_the_light_of_the_ground_and_a_traced_one_is_bright() {
        let mut board = Board::new(24, 5);
        board.set_ambient(Light::Dark);
        board.add_thing(Thing::new(ThingKind::Lamp, Cell::new(0, 2)));
        let (relief, placed) = (Relief::new(&board), lies((0, 0), (24_000, 5_000)));
        let brightest = |mesh: &MeshData, x: f32| {
            let near = |at: &&(Vec3, Vec4)| (at.0.x - x).abs() < 0.5 && at.0.z < 1.0;
            let all: Vec<_> = mesh.positions.iter().copied().zip(mesh.colors.clone()).collect();
            all.iter().filter(near).map(|(_, c)| c.x).fold(0.0, f32::max)
        };
        let painted = sheet(&board, &relief, &placed, ImageStyle::Painted);
        let (lit, dark) = (brightest(&painted, 1.5), brightest(&painted, 22.5));
        assert!(lit > 1.2 * dark, "{lit} {dark}");
        let traced = sheet(&board, &relief, &placed, ImageStyle::Tracing);
        assert!(traced.colors.iter().all(|c| *c == Vec4::ONE));
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
