//! A viewer for the board's models: builds a small map in code
//! and shows it with every figure, thing, wall and marker.
//!
//! `cargo run --example diorama -- [--low | --high] [--cut] [--top] [--close X Y DISTANCE]
//! [--yaw DEGREES] [--size WIDTH HEIGHT] [--bare] [--screenshot FILE.png]`; with `--screenshot`,
//! it saves a picture and exits.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::winit::WinitSettings;
use highground::grid::{Board, Cell, Dir, Edge, EdgeKind, FloorAt, Hm, Terrain, Thing, ThingKind};
use highground::view::{
    BuildBoard, CameraRig, Diorama, Mini, Overlay, Pose, Quality, QualityChoice, ViewPlugin,
    WallCut,
};

#[derive(Resource, Clone, Default)]
struct Options {
    screenshot: Option<String>,
    quality: Option<Quality>,
    cut: bool,
    top: bool,
    bare: bool,
    size: Option<(u32, u32)>,
    yaw: Option<f32>,
    close: Option<(f32, f32, f32)>,
}

fn options() -> Options {
    let mut o = Options::default();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().and_then(|a| a.parse::<f32>().ok());
        match arg.as_str() {
            "--low" => o.quality = Some(Quality::Low),
            "--high" => o.quality = Some(Quality::High),
            "--cut" => o.cut = true,
            "--top" => o.top = true,
            "--bare" => o.bare = true,
            "--size" => {
                if let (Some(w), Some(h)) = (number(), number()) {
                    o.size = Some((w as u32, h as u32));
                }
            }
            "--yaw" => o.yaw = number().map(f32::to_radians),
            "--close" => {
                if let (Some(x), Some(y), Some(d)) = (number(), number(), number()) {
                    o.close = Some((x, y, d));
                }
            }
            "--screenshot" => o.screenshot = args.next(),
            other => warn!("unknown option {other}"),
        }
    }
    o
}

fn main() {
    let options = options();
    let (width, height) = options.size.unwrap_or((1280, 720));
    let choice = options.quality.map_or(QualityChoice::Automatic, QualityChoice::Fixed);
    let saving = options.screenshot.is_some();
    App::new()
        .add_plugins(
            DefaultPlugins
                .set(RenderPlugin {
                    // Every shader must be compiled before the screenshot.
                    synchronous_pipeline_compilation: saving,
                    ..default()
                })
                .set(WindowPlugin {
                    primary_window: Some(Window {
                        title: "Diorama".into(),
                        resolution: (width, height).into(),
                        ..default()
                    }),
                    ..default()
                }),
        )
        .insert_resource(if saving {
            WinitSettings::continuous()
        } else {
            WinitSettings::desktop_app()
        })
        .insert_resource(choice)
        .insert_resource(options)
        .add_plugins(ViewPlugin)
        .add_systems(Startup, set_up)
        .add_systems(PostUpdate, (aim, save))
        .run();
}

fn set_up(
    mut commands: Commands,
    options: Res<Options>,
    mut boards: MessageWriter<BuildBoard>,
    mut diorama: ResMut<Diorama>,
    mut overlay: ResMut<Overlay>,
) {
    let board = board();
    if options.cut {
        diorama.cut = WallCut::Cut;
    }
    if !options.bare {
        place_minis(&mut commands, &board);
        *overlay = marks();
    }
    boards.write(BuildBoard(Arc::new(board)));
}

/// Places the camera as given by the options, after the board has reset it.
fn aim(mut frame: Local<u32>, options: Res<Options>, mut rig: ResMut<CameraRig>) {
    *frame += 1;
    if *frame != 2 {
        return;
    }
    if let Some((x, z, distance)) = options.close {
        rig.focus = Vec3::new(x, rig.focus.y + 1.0, z);
        rig.distance = distance;
    }
    if let Some(yaw) = options.yaw {
        rig.yaw = yaw;
    }
    if options.top {
        *rig = rig.top_down();
    }
}

fn save(mut commands: Commands, mut frame: Local<u32>, options: Res<Options>) {
    *frame += 1;
    let Some(file) = &options.screenshot else { return };
    if *frame == 8 {
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(file.clone())).observe(
            |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            },
        );
    }
}

/// A river valley with a bridge, a keep, a hill and a patch of every terrain.
fn board() -> Board {
    let mut b = Board::new(24, 18);
    for c in b.cells() {
        let (terrain, elevation) = ground(i32::from(c.x), i32::from(c.y));
        if let Some(tile) = b.tile_mut(c) {
            *tile = terrain.tile();
            tile.elevation = Hm(elevation);
        }
    }
    for (kind, x, y) in [
        (ThingKind::Barrel, 1, 7),
        (ThingKind::Crate, 2, 6),
        (ThingKind::Crate, 7, 8),
        (ThingKind::Boulder, 9, 3),
        (ThingKind::Boulder, 16, 11),
        (ThingKind::Pillar, 20, 1),
        (ThingKind::Pillar, 22, 1),
        (ThingKind::Bush, 8, 6),
        (ThingKind::Bush, 14, 12),
        (ThingKind::Bush, 19, 11),
        (ThingKind::Tree, 9, 1),
        (ThingKind::Tree, 6, 1),
        (ThingKind::Tree, 7, 4),
        (ThingKind::Tree, 0, 12),
        (ThingKind::Tree, 9, 13),
        (ThingKind::Tree, 10, 16),
        (ThingKind::Tree, 16, 2),
        (ThingKind::Tree, 22, 11),
        (ThingKind::Tree, 15, 16),
        (ThingKind::DeadTree, 5, 12),
        (ThingKind::DeadTree, 1, 15),
        (ThingKind::Barricade, 16, 8),
        (ThingKind::Barricade, 16, 10),
        (ThingKind::Table, 18, 3),
        (ThingKind::Statue, 21, 3),
        (ThingKind::Campfire, 4, 7),
        (ThingKind::Lamp, 16, 7),
        (ThingKind::Lever, 20, 7),
    ] {
        put(&mut b, kind, Cell::new(x, y), kind.spec().height, x as u8);
    }
    for y in 9..=10 {
        for x in 9..16 {
            let cell = Cell::new(x, y);
            let bed = b.tile(cell).filter(|t| t.depth > Hm::ZERO).map(|t| t.elevation);
            if let Some(bed) = bed {
                put(&mut b, ThingKind::Bridge, cell, Hm(2) - bed, 0);
            }
        }
    }
    keep(&mut b);
    for x in 4..8 {
        b.set_edge(Cell::new(x, 14), Dir::N, Some(Edge::new(EdgeKind::Fence)));
    }
    b
}

/// Terrain and elevation of a cell.
fn ground(x: i32, y: i32) -> (Terrain, i32) {
    let river = 11 + ((y as f32 * 0.45).sin() * 1.8) as i32;
    let wet = x >= river && x < river + 3;
    match (x, y) {
        _ if wet && x == river + 1 => (Terrain::Water, -2),
        _ if wet => (Terrain::Shallows, 1),
        (0..=3, 0..=2) => (Terrain::Rock, 9),
        (8, 3) => (Terrain::Stone, 4),
        (7, 3) => (Terrain::Stone, 5),
        (0..=7, 0..=5) => (Terrain::Grass, 6),
        (20.., 0..=4) => (Terrain::Wood, 5),
        (17.., 0..=5) => (Terrain::Stone, 3),
        (20..=21, 8) => (Terrain::Solid, 2),
        (_, 9..=10) => (Terrain::Path, 2),
        (3, 11..=12) => (Terrain::Embers, 2),
        (22.., 16..) => (Terrain::Ice, 5),
        (21.., 15..) => (Terrain::Snow, 5),
        (18.., 13..) => (Terrain::Sand, 2),
        (0..=2, 16..) => (Terrain::Mire, 2),
        (0..=4, 14..) => (Terrain::Mud, 2),
        (6, 13..) => (Terrain::Reeds, 2),
        (8, 15..) => (Terrain::Earth, 2),
        (15, 14..) => (Terrain::Gravel, 2),
        (16, 14..) => (Terrain::Rubble, 2),
        _ => (Terrain::Grass, 2),
    }
}

fn put(b: &mut Board, kind: ThingKind, cell: Cell, height: Hm, turn: u8) {
    b.add_thing(Thing { height, turn, ..Thing::new(kind, cell) });
}

/// Walls of every kind around a courtyard.
fn keep(b: &mut Board) {
    let mut set = |x: i16, y: i16, side: Dir, kind: EdgeKind, open: bool| {
        b.set_edge(Cell::new(x, y), side, Some(Edge { open, ..Edge::new(kind) }));
    };
    for y in 0..6 {
        let kind = if y == 4 || y == 1 { EdgeKind::Window } else { EdgeKind::Wall };
        set(17, y, Dir::W, kind, y == 1);
    }
    for x in 17..24 {
        let (kind, open) = match x {
            18 => (EdgeKind::Door, false),
            20 => (EdgeKind::Gate, false),
            22 => (EdgeKind::Door, true),
            _ => (EdgeKind::Wall, false),
        };
        set(x, 5, Dir::S, kind, open);
    }
    for x in 20..24 {
        if x != 21 {
            set(x, 4, Dir::S, EdgeKind::LowWall, false);
        }
    }
    for x in 21..24 {
        set(x, 13, Dir::N, EdgeKind::Planks, false);
    }
}

fn place_minis(commands: &mut Commands, board: &Board) {
    let mut place = |role: &'static str, side: u8, x: i16, y: i16, facing: Dir, pose: Pose| {
        let size = if role == "beast" { 2 } else { 1 };
        let cell = Cell::new(x, y);
        let feet = board.footing(cell, Hm(4)).unwrap_or_default();
        let mini = Mini { pose, ..Mini::new(role, side, size, cell, feet, facing) };
        commands.spawn(mini);
    };
    let stand = Pose::Standing;
    for (role, x, y) in [
        ("knight", 8, 9),
        ("archer", 6, 5),
        ("mage", 5, 8),
        ("healer", 4, 10),
        ("scout", 9, 11),
        ("brute", 8, 10),
        ("captain", 6, 9),
        ("hound", 7, 11),
    ] {
        place(role, 0, x, y, Dir::E, stand);
    }
    for (role, x, y) in [
        ("captain", 19, 9),
        ("knight", 15, 9),
        ("guard", 15, 10),
        ("mage", 19, 5),
        ("archer", 18, 6),
        ("scout", 17, 12),
        ("bear", 17, 10),
    ] {
        place(role, 1, x, y, Dir::W, stand);
    }
    place("toad", 2, 1, 16, Dir::SE, stand);
    place("knight", 2, 3, 13, Dir::E, stand);
    place("healer", 3, 20, 14, Dir::NW, stand);
    place("guard", 3, 19, 15, Dir::W, stand);
    place("guard", 1, 14, 9, Dir::W, Pose::Prone);
    place("scout", 0, 10, 8, Dir::S, Pose::Down);
    // Creatures that only some rulesets have.
    for (role, side, x, y) in [
        ("golem", 1u8, 21i16, 9i16),
        ("hollow", 1, 20, 7),
        ("wisp", 1, 21, 6),
        ("crystal_wisp", 1, 22, 7),
        ("entropic_wisp", 1, 22, 9),
        ("rat", 1, 20, 11),
        ("horse", 0, 3, 7),
    ] {
        place(role, side, x, y, if side == 0 { Dir::E } else { Dir::W }, stand);
    }
    for (role, side, x, y, size, altitude) in
        [("beast", 1u8, 12i16, 5i16, 2u8, 5i32), ("hawk", 0, 6, 12, 1, 7)]
    {
        let cell = Cell::new(x, y);
        let ground = board.footing(cell, Hm(4)).unwrap_or_default();
        let mini = Mini::new(role, side, size, cell, ground + Hm(altitude), Dir::SW);
        commands.spawn(Mini { altitude: Hm(altitude), ..mini });
    }
    // Evokers with their Personas.
    for (role, companion, x, y) in [
        ("mage", "cinderwing", 2i16, 10i16),
        ("mage", "rimeback", 1, 12),
        ("healer", "dawnmoth", 3, 12),
    ] {
        let cell = Cell::new(x, y);
        let feet = board.footing(cell, Hm(4)).unwrap_or_default();
        let companion = Some(companion.into());
        commands.spawn(Mini { companion, ..Mini::new(role, 0, 1, cell, feet, Dir::SE) });
    }
    let ghost = Mini::new("captain", 0, 1, Cell::new(9, 7), Hm(2), Dir::NE);
    commands.spawn(Mini { ghost: true, ..ghost });
}

fn marks() -> Overlay {
    let disc = |x: i16, y: i16, r: i32| -> Vec<Cell> {
        let middle = Cell::new(x, y);
        (0..18)
            .flat_map(|y| (0..24).map(move |x| Cell::new(x, y)))
            .filter(|c| {
                let (dx, dy) = (i32::from(c.x - middle.x), i32::from(c.y - middle.y));
                dx * dx + dy * dy <= r * r
            })
            .filter(|c| ground(i32::from(c.x), i32::from(c.y)).0 != Terrain::Water)
            .collect()
    };
    Overlay {
        reach: disc(6, 9, 2),
        run: disc(6, 9, 4),
        path: [(6, 9), (7, 9), (8, 8), (9, 7)].map(Cell::from).to_vec(),
        waypoints: vec![Cell::new(7, 9)],
        perils: vec![Cell::new(8, 8)],
        targets: vec![Cell::new(15, 9).into()],
        area: disc(19, 11, 1).into_iter().map(Into::into).collect(),
        threat: [(13, 12), (14, 13), (15, 12), (15, 13)].map(Cell::from).to_vec(),
        zone: (12..18).map(|y| Cell::new(23, y)).filter(|c| c.y < 15).collect(),
        exits: (10..12).map(|y| (Cell::new(0, y), Dir::W)).collect(),
        lying: vec![Cell::new(8, 10)],
        selected: Some((Cell::new(6, 9), 1)),
        watched: disc(11, 13, 1).into_iter().map(FloorAt::from).collect(),
        hover: Some(Cell::new(9, 7).into()),
        ..Overlay::default()
    }
}
