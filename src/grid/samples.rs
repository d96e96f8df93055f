//! Sample bodies and random boards for this module's tests.

use proptest::prelude::*;

use super::{
    Atmosphere, Board, Body, Cell, Climb, Deck, Dir, Edge, EdgeAt, EdgeKind, Haze, Hm, Material,
    Place, SideId, Terrain, Thing, ThingKind, UnitId, Weather, WeatherKind,
};

/// A 2 m tall body facing north, with its feet at height 0. Odd numbers are side A, even numbers
/// side B.
pub(crate) fn man(id: u32, x: i16, y: i16) -> Body {
    Body {
        id: UnitId(id),
        side: SideId(id.is_multiple_of(2).into()),
        at: Place::Cell(Cell::new(x, y)),
        size: 1,
        feet: Hm::ZERO,
        height: Hm(4),
        facing: Dir::N,
        blocking: true,
        prone: false,
        armed: true,
        threatens: true,
        sinks: false,
        sharing: None,
    }
}

/// Contents of a random cell: mostly low ground, occasionally an obstacle.
fn arb_cell() -> impl Strategy<Value = (Terrain, i32, Option<ThingKind>, Option<i32>)> {
    let terrain = prop_oneof![
        10 => Just(Terrain::Grass),
        2 => Just(Terrain::Sand),
        1 => Just(Terrain::Mire),
        1 => Just(Terrain::Water),
        1 => Just(Terrain::Embers),
        2 => Just(Terrain::Solid),
    ];
    let height = prop_oneof![8 => Just(0), 2 => Just(1), 2 => 2..8];
    let thing = prop_oneof![
        12 => Just(None),
        1 => Just(Some(ThingKind::Crate)),
        1 => Just(Some(ThingKind::Pillar)),
        1 => Just(Some(ThingKind::Bush)),
    ];
    let ceiling = prop_oneof![12 => Just(None), 1 => (2..6).prop_map(Some)];
    (terrain, height, thing, ceiling)
}

fn arb_edge() -> impl Strategy<Value = Option<Edge>> {
    let kind = prop::sample::select(EdgeKind::ALL.to_vec());
    prop_oneof![
        8 => Just(None),
        2 => (kind, any::<bool>())
            .prop_map(|(kind, open)| Some(Edge { open: open && kind.spec().opens, ..Edge::new(kind) })),
    ]
}

/// Decks over a random cell; mostly none.
fn arb_decks() -> impl Strategy<Value = Vec<Deck>> {
    let material = prop::sample::select(vec![Material::Wood, Material::Stone]);
    let climb = prop_oneof![3 => Just(Climb::Unmarked), 1 => Just(Climb::Ordinary)];
    let deck = (2i32..12, material, climb).prop_map(|(top, material, climb)| Deck {
        top: Hm(top),
        material,
        climb,
    });
    prop_oneof![
        5 => Just(Vec::new()),
        2 => deck.clone().prop_map(|deck| vec![deck]),
        1 => prop::collection::vec(deck, 2..4),
    ]
}

/// Matter above the ground on the north and the west edge of a random cell; mostly none.
fn arb_uppers() -> impl Strategy<Value = Vec<(bool, Hm, Edge)>> {
    let kind = prop::sample::select(EdgeKind::ALL.to_vec());
    let upper =
        (any::<bool>(), 2i32..12, kind, any::<bool>()).prop_map(|(north, floor, kind, open)| {
            (north, Hm(floor), Edge { open: open && kind.spec().opens, ..Edge::new(kind) })
        });
    prop_oneof![
        6 => Just(Vec::new()),
        2 => upper.clone().prop_map(|upper| vec![upper]),
        1 => prop::collection::vec(upper, 2..4),
    ]
}

/// Markings of a random cell: climbing grade (used if the cell is high), haze, rough water, no air,
/// decks.
fn arb_marks() -> impl Strategy<Value = (Climb, Haze, bool, bool, Vec<Deck>)> {
    let climb = prop::sample::select(Climb::ALL.to_vec());
    let haze = prop_oneof![6 => Just(Haze::None), 1 => prop::sample::select(Haze::ALL.to_vec())];
    (climb, haze, any::<bool>(), prop::bool::weighted(0.1), arb_decks())
}

fn arb_atmosphere() -> impl Strategy<Value = Atmosphere> {
    let kind = prop::sample::select(WeatherKind::ALL.to_vec());
    let rank = prop::sample::select(Haze::ALL.to_vec());
    (kind, rank, prop::bool::weighted(0.1), 0u8..4).prop_map(|(kind, rank, airless, miasma)| {
        Atmosphere { weather: Weather::new(kind, rank), airless, miasma }
    })
}

/// Random boards of up to 8 x 8 cells with heights, walls, doors and things.
pub(crate) fn arb_board() -> impl Strategy<Value = Board> {
    (2u16..=8, 2u16..=8).prop_flat_map(|(w, h)| {
        let n = usize::from(w) * usize::from(h);
        let cells = prop::collection::vec(arb_cell(), n);
        let edges = prop::collection::vec((arb_edge(), arb_edge(), arb_marks(), arb_uppers()), n);
        (cells, edges, arb_atmosphere()).prop_map(move |(cells, edges, air)| {
            let mut board = Board::new(w, h);
            board.set_atmosphere(air);
            let all: Vec<Cell> = board.cells().collect();
            for ((cell, (terrain, height, thing, ceiling)), (north, west, marks, uppers)) in
                all.into_iter().zip(cells).zip(edges)
            {
                if let Some(tile) = board.tile_mut(cell) {
                    *tile = terrain.tile();
                    tile.elevation = Hm(height);
                    tile.ceiling = ceiling.map(Hm);
                    let (climb, haze, rough_water, airless) = (marks.0, marks.1, marks.2, marks.3);
                    if height > 4 {
                        tile.climb = Climb::Ordinary.max(climb);
                    }
                    (tile.haze, tile.rough_water, tile.airless) = (haze, rough_water, airless);
                }
                board.set_edge(cell, Dir::N, north);
                board.set_edge(cell, Dir::W, west);
                for (north, floor, edge) in uppers {
                    let side = if north { Dir::N } else { Dir::W };
                    let at = EdgeAt { floor: Some(floor), ..EdgeAt::ground(cell, side) };
                    board.set_edge_at(at, Some(edge));
                }
                for deck in marks.4 {
                    board.add_deck(cell, deck);
                }
                if let Some(kind) = thing {
                    let height = kind.spec().height;
                    board.add_thing(Thing { height, ..Thing::new(kind, cell) });
                }
            }
            board
        })
    })
}

/// Up to `most` random bodies inside 8 x 8 cells, numbered from 1; some large, some in the air.
/// They may stand in solid cells or off smaller boards, which geometry must tolerate.
pub(crate) fn arb_bodies(most: usize) -> impl Strategy<Value = Vec<Body>> {
    let one = (0i16..8, 0i16..8, 1u8..=3, 0i32..8, 1i32..7, 0usize..8, any::<bool>());
    prop::collection::vec(one, 1..=most).prop_map(|list| {
        (1u32..)
            .zip(list)
            .map(|(id, (x, y, size, feet, height, facing, blocking))| Body {
                size,
                feet: Hm(feet),
                height: Hm(height),
                facing: Dir::N.turned(facing as u8),
                blocking,
                ..man(id, x, y)
            })
            .collect()
    })
}
