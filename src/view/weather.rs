//! Weather and miasma over the board: rain and snow outside roofs, sheets of fog.
//!
//! Precipitation is one mesh that repeats every few metres of height. Moving it down by one period
//! and back looks like endless falling.

use bevy::light::NotShadowCaster;
use bevy::math::{Vec2, Vec3, Vec4};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::atlas::Patch;
use super::diorama::Diorama;
use super::materials::{Materials, raw};
use super::mesh::MeshData;
use super::palette::srgb;
use super::quality::Quality;
use super::redraw::Redraw;
use super::relief::Relief;
use grid::{Board, Cell, Haze, WeatherKind};

/// Vertical period of the precipitation mesh, in metres.
const PERIOD: f32 = 2.0;
/// Number of periods above the ground.
const REPEATS: u8 = 4;
/// Maximum number of streaks or flakes on a board; large boards get fewer per cell.
const MOST: usize = 24_000;

/// True if precipitation is animated; otherwise it hangs still.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallingWeather(pub bool);

impl Default for FallingWeather {
    fn default() -> Self {
        Self(true)
    }
}

/// Marks the precipitation entity, with its speed in metres per second.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Falling(f32);

/// Precipitation of one kind of weather.
struct Drops {
    color: Vec3,
    alpha: f32,
    /// Width and height of a drop, in metres.
    size: Vec2,
    /// Drops per cell, by rank.
    count: [u8; 3],
    /// Speed in metres per second.
    speed: f32,
}

fn drops(kind: WeatherKind) -> Option<Drops> {
    match kind {
        WeatherKind::Clear | WeatherKind::Fog => None,
        WeatherKind::Rain => Some(Drops {
            color: srgb(0x00b8_c8d8),
            alpha: 0.34,
            size: Vec2::new(0.018, 0.55),
            count: [2, 4, 7],
            speed: 8.0,
        }),
        WeatherKind::Snow => Some(Drops {
            color: srgb(0x00f4_f6fa),
            alpha: 0.85,
            size: Vec2::new(0.06, 0.06),
            count: [2, 5, 9],
            speed: 0.8,
        }),
    }
}

/// List index of a rank; `None` for clear air.
fn step(rank: Haze) -> Option<usize> {
    Haze::RANKS.iter().position(|other| *other == rank)
}

/// Deterministic random number from 0 to 1 for a cell and an index.
fn chance(cell: Cell, n: usize) -> f32 {
    let mut x =
        (u64::from(cell.x as u16) << 32) | (u64::from(cell.y as u16) << 16) | (n as u64 & 0xffff);
    x = (x ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (x >> 40) as f32 / (1_u64 << 24) as f32
}

/// Builds the precipitation of a board; empty under a clear sky.
pub fn falling(board: &Board, relief: &Relief) -> MeshData {
    let mut mesh = MeshData::new();
    let weather = board.atmosphere().weather;
    let Some((drops, rank)) = drops(weather.kind()).zip(step(weather.rank())) else { return mesh };
    let open: Vec<Cell> = board.cells().filter(|c| !board.is_sheltered(*c)).collect();
    let wanted = usize::from(drops.count.get(rank).copied().unwrap_or_default());
    let most = MOST / usize::from(REPEATS);
    // On large boards some cells get fewer.
    let share = (most as f32 / (open.len() * wanted).max(1) as f32).min(1.0);
    for cell in open {
        let floor = relief.surface(cell);
        let light = relief.light_at(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
        let color = drops.color * light.max(Vec3::splat(0.45));
        for n in 0..wanted {
            if chance(cell, 5 * n + 4) >= share {
                continue;
            }
            let [x, y, z, turn] = [0, 1, 2, 3].map(|i| chance(cell, 5 * n + i));
            let foot = Vec3::new(f32::from(cell.x) + x, floor - PERIOD, f32::from(cell.y) + z);
            let (sin, cos) = (turn * std::f32::consts::PI).sin_cos();
            let half = Vec3::new(cos, 0.0, sin) * drops.size.x / 2.0;
            for repeat in 0..=REPEATS {
                let from = foot + Vec3::Y * (y + f32::from(repeat)) * PERIOD;
                let fade = 1.0 - f32::from(repeat) / (f32::from(REPEATS) + 2.0);
                let up = Vec3::Y * drops.size.y;
                let corners = [from - half, from + half, from + half + up, from - half + up];
                mesh.shaded4(corners, [color.extend(drops.alpha * fade); 4], Patch::Plain);
            }
        }
    }
    mesh
}

/// Adds the sheets of fog and miasma over a board, if it has either.
pub fn sheets(mesh: &mut MeshData, board: &Board, relief: &Relief) {
    let air = board.atmosphere();
    if air.weather.kind() == WeatherKind::Fog
        && let Some(rank) = step(air.weather.rank())
    {
        let alpha = [0.13, 0.22, 0.34].get(rank).copied().unwrap_or_default();
        let open = |c: &Cell| !board.is_sheltered(*c);
        for height in [0.35, 0.95, 1.6, 2.3] {
            sheet(mesh, board, relief, (srgb(0x00d8_dde2), alpha, height), open);
        }
    }
    if air.miasma > 0 {
        let air_in = |c: &Cell| !board.is_solid(*c);
        let alpha = 0.10 + 0.01 * f32::from(air.miasma);
        sheet(mesh, board, relief, (srgb(0x0074_3f8c), alpha, 0.25), air_in);
        sheet(mesh, board, relief, (srgb(0x0055_7a3a), alpha, 0.7), air_in);
    }
}

fn sheet(
    mesh: &mut MeshData,
    board: &Board,
    relief: &Relief,
    (color, alpha, height): (Vec3, f32, f32),
    covers: impl Fn(&Cell) -> bool,
) {
    for cell in board.cells().filter(covers) {
        let (x, z) = (f32::from(cell.x), f32::from(cell.y));
        let y = relief.surface(cell) + height;
        let light = relief.light_at(x + 0.5, z + 0.5).max(Vec3::splat(0.4));
        let at = |x: f32, z: f32| -> Vec4 {
            let drift = 1.0 + 0.8 * relief.broad_noise(x + 7.0 * height, z);
            (color * light).extend((alpha * drift).clamp(0.0, 1.0))
        };
        let corners = [(x, z), (x, z + 1.0), (x + 1.0, z + 1.0), (x + 1.0, z)];
        mesh.shaded4(
            corners.map(|(x, z)| Vec3::new(x, y, z)),
            corners.map(|(x, z)| at(x, z)),
            Patch::Plain,
        );
    }
}

/// Rebuilds the precipitation when the board changes.
pub(super) fn rain(
    mut commands: Commands,
    diorama: Res<Diorama>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut last: Local<u64>,
    parts: Query<Entity, With<Falling>>,
    mut redraw: ResMut<Redraw>,
) {
    let Some((board, relief)) = diorama.board().zip(diorama.relief()) else { return };
    if std::mem::replace(&mut *last, diorama.version()) == diorama.version() {
        return;
    }
    for part in &parts {
        commands.entity(part).despawn();
    }
    let mesh = falling(board, relief);
    let Some(drops) = drops(board.atmosphere().weather.kind()).filter(|_| !mesh.is_empty()) else {
        return;
    };
    commands.spawn((
        Falling(drops.speed),
        Mesh3d(meshes.add(raw(mesh))),
        MeshMaterial3d(materials.overlay.clone()),
        Transform::IDENTITY,
        NotShadowCaster,
    ));
    redraw.ask();
}

/// Animates the precipitation if frames are cheap and motion is wanted.
pub(super) fn fall(
    time: Res<Time>,
    wanted: Res<FallingWeather>,
    quality: Res<Quality>,
    mut parts: Query<(&Falling, &mut Transform)>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    if !wanted.0 || *quality == Quality::Low {
        return;
    }
    for (falling, mut place) in &mut parts {
        place.translation.y = -(time.elapsed_secs_wrapped() * falling.0).rem_euclid(PERIOD);
        redraws.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Atmosphere, Hm, Weather};

    fn board(kind: WeatherKind, rank: Haze) -> Board {
        let mut board = Board::new(6, 4);
        let weather = Weather::new(kind, rank);
        board.set_atmosphere(Atmosphere { weather, ..Atmosphere::default() });
        board
    }

    fn mesh(board: &Board) -> MeshData {
        falling(board, &Relief::new(board))
    }

    #[test]
    fn rain_falls_outside_roofs_and_thicker_with_its_rank() {
        assert!(mesh(&Board::new(6, 4)).is_empty());
        assert!(mesh(&board(WeatherKind::Fog, Haze::Heavy)).is_empty());
        let counts = Haze::RANKS.map(|rank| mesh(&board(WeatherKind::Rain, rank)).triangles());
        assert!(counts.is_sorted_by(|a, b| a < b), "{counts:?}");
        let mut roofed = board(WeatherKind::Snow, Haze::Light);
        let whole = mesh(&roofed);
        assert_eq!(whole.fault(), None);
        for x in 0..6 {
            roofed.tile_mut(Cell::new(x, 0)).unwrap().ceiling = Some(Hm(6));
        }
        let (low, _) = mesh(&roofed).bounds().unwrap();
        assert!(low.z > 0.9 && mesh(&roofed).triangles() * 4 == whole.triangles() * 3);
    }

    #[test]
    fn precipitation_on_large_boards_is_limited() {
        let mut large = Board::new(200, 200);
        let weather = Weather::new(WeatherKind::Snow, Haze::Blinding);
        large.set_atmosphere(Atmosphere { weather, ..Atmosphere::default() });
        let quads = mesh(&large).triangles() / 2;
        assert!((MOST / 2..MOST * 3 / 2).contains(&quads), "{quads}");
    }

    #[test]
    fn fog_and_miasma_lie_in_sheets() {
        let mut all = board(WeatherKind::Fog, Haze::Light);
        let relief = Relief::new(&all);
        let count = |board: &Board| {
            let mut mesh = MeshData::new();
            sheets(&mut mesh, board, &relief);
            mesh.triangles()
        };
        assert_eq!(count(&Board::new(6, 4)), 0);
        let fog = count(&all);
        assert_eq!(fog, 4 * 2 * 6 * 4);
        all.set_atmosphere(Atmosphere { miasma: 2, ..all.atmosphere() });
        assert_eq!(count(&all), fog + 2 * 2 * 6 * 4);
    }
}
