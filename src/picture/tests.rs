use std::collections::BTreeMap;

use std::collections::BTreeSet;

use tiny_skia::Pixmap;

use super::*;
use grid::{Board, Cell, Dir, Edge, EdgeKind, Hm, SideId, Terrain, Thing, ThingKind};
use level::SideColour;
use rules::state::Scene;

fn drawn(board: Board) -> Vec<u8> {
    let state = State::new(Scene::new(board, Vec::new(), Vec::new()), Vec::new(), 1);
    plan(&state, SideColours::default(), &BTreeMap::new()).unwrap()
}

fn picture(board: Board) -> Pixmap {
    Pixmap::decode_png(&drawn(board)).unwrap()
}

/// Mean brightness of the pixels in the middle of a cell, 0 to 255.
fn brightness(picture: &Pixmap, scale: u32, cell: (u32, u32)) -> u32 {
    let from = |c: u32| c * scale + scale / 2 + scale / 4;
    let (x0, y0) = (from(cell.0), from(cell.1));
    let mut sum = 0;
    for y in y0..y0 + scale / 2 {
        for x in x0..x0 + scale / 2 {
            let p = picture.pixel(x, y).unwrap();
            sum += (u32::from(p.red()) + u32::from(p.green()) + u32::from(p.blue())) / 3;
        }
    }
    sum / (scale / 2 * (scale / 2))
}

#[test]
fn boards_of_every_size_fit_into_a_picture() {
    for (width, height) in [(1, 1), (4, 4), (256, 4), (256, 256)] {
        let picture = picture(Board::new(width, height));
        assert!(picture.width() <= 3_000 && picture.height() <= 3_000);
        assert!(picture.width() >= 12 && picture.height() >= 12);
    }
}

#[test]
fn a_wall_of_rock_casts_its_shadow_to_the_south_east() {
    let mut board = Board::new(6, 6);
    let tile = board.tile_mut(Cell::new(2, 2)).unwrap();
    *tile = Terrain::Grass.tile();
    tile.elevation = Hm::metres(4);
    let picture = picture(board);
    let (lit, shaded) = (brightness(&picture, 48, (1, 1)), brightness(&picture, 48, (3, 3)));
    assert!(shaded + 10 < lit, "{shaded} against {lit}");
}

#[test]
fn everything_a_board_can_hold_is_drawn() {
    let mut board = Board::new(24, 20);
    let plain = drawn(board.clone());
    for (x, terrain) in (0..).zip(Terrain::ALL) {
        *board.tile_mut(Cell::new(x, 0)).unwrap() = terrain.tile();
    }
    for (x, kind) in (0..).zip(ThingKind::ALL) {
        let height = kind.spec().height;
        board.add_thing(Thing { height, ..Thing::new(kind, Cell::new(x, 2)) });
    }
    for (x, kind) in (0..).zip(EdgeKind::ALL) {
        board.set_edge(Cell::new(x, 4), Dir::N, Some(Edge::new(kind)));
        board.set_edge(Cell::new(x, 6), Dir::W, Some(Edge { open: true, ..Edge::new(kind) }));
    }
    let full = drawn(board.clone());
    assert_ne!(plain, full);
    let deck = level::DeckItem::USUAL.deck(Hm(6));
    assert!(board.add_deck(Cell::new(9, 9), deck));
    assert_ne!(full, drawn(board));
}

/// PR-36 and PR-37: a map of 30 m by 20 m gives a picture of 30 x 20 squares, all of the same size;
/// each extra metre adds a square.
#[test]
fn a_metre_is_a_square_of_the_picture() {
    let size = |width, height| {
        let picture = picture(Board::new(width, height));
        (picture.width(), picture.height())
    };
    let (width, height) = size(30, 20);
    let side = size(31, 20).0 - width;
    assert_eq!(size(30, 21).1 - height, side, "squares are as wide as they are high");
    // The frame around the squares is half a square wide on each side.
    assert_eq!(width, 31 * side);
    assert!(height >= 21 * side && side >= 20);
}

#[test]
fn sides_have_the_colours_of_their_level() {
    let unit = "Level(format: 1, name: \"A\", palette: {'.': (terrain: grass)}, rows: [\"....\", \
                \"....\", \"....\", \"....\"], sides: [(name: \"A\", units: [(role: knight, at: (0, 0))]), \
                (name: \"B\", units: [(role: knight, at: (3, 3))])])";
    let mut level = Level::parse("a.ron", unit).unwrap();
    let pictures: BTreeSet<Vec<u8>> = SideColour::ALL
        .into_iter()
        .map(|colour| {
            level.sides[0].colour = colour;
            assert_eq!(level.side_colours().of(SideId(0)), colour);
            thumbnail(&level, 160).unwrap().rgba
        })
        .collect();
    assert_eq!(pictures.len(), SideColour::ALL.len());
}

/// Sums of the colours of a brush's pixels along a line of pixels.
fn tones(brush: &Brush, line: impl Iterator<Item = (usize, usize)>) -> Vec<u32> {
    let (width, rgba) = (brush.size().0 as usize, brush.rgba());
    let tone = |(x, y): (usize, usize)| {
        let at = 4 * (y * width + x);
        rgba[at..at + 3].iter().map(|part| u32::from(*part)).sum()
    };
    line.map(tone).collect()
}

#[test]
fn light_is_round_and_fades() {
    let mut brush = Brush::new(400, 400, 20.0, 0.0).unwrap();
    brush.block((0.0, 0.0), 20.0, 20.0, 0x808080);
    let dark = tones(&brush, std::iter::once((0, 0)))[0];
    brush.glow(((10.0, 10.0), 6.0), (20.0, 20.0), |_| true, brush::Tint(0xffe2a0, 0.8));
    let across = tones(&brush, (200..340).map(|x| (x, 200)));
    assert!(across.is_sorted_by(|near, far| near >= far), "{across:?}");
    assert!(across.windows(2).all(|two| two[0] - two[1] < 12), "{across:?}");
    assert!(across[0] > dark + 60 && across[130] == dark);
    // A corner of the square around the light.
    assert_eq!(tones(&brush, std::iter::once((300, 300))), [dark]);
}

#[test]
fn darkness_has_soft_edges() {
    let mut board = Board::new(8, 4);
    for cell in board.cells().filter(|cell| cell.x >= 4).collect::<Vec<_>>() {
        board.tile_mut(cell).unwrap().light = grid::Light::Dark;
    }
    let mut brush = Brush::new(320, 160, 40.0, 0.0).unwrap();
    brush.block((0.0, 0.0), 8.0, 4.0, 0xffffff);
    air::draw(&mut brush, &board);
    let across = tones(&brush, (0..320).map(|x| (x, 80)));
    assert!(across.is_sorted_by(|west, east| west >= east), "{across:?}");
    assert!(across.windows(2).all(|two| two[0] - two[1] < 40), "{across:?}");
    assert_eq!(across[0], 3 * 255);
    assert_eq!(across[0..140], [3 * 255; 140], "cells are bright up to their middle");
    assert!(across[319] < 350);
}
