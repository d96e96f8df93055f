//! Legend under the board: the sides with their rings and the number of units still in the fight,
//! then light, weather and the signs for dark cells, roofs and decks, as far as the board has them.

use grid::{Board, Cell, Light, Material, SideId, Weather};
use level::SideColours;
use rules::state::State;

use super::air;
use super::brush::{Brush, Tint};
use super::colours::{FACE, WORDS};
use super::letters;
use super::tokens::base;

/// Height of a row in cells.
const ROW: f32 = 1.1;

/// Height of a capital in cells.
const CAPITAL: f32 = 0.42;

/// The sign before the text of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LegendMark {
    Side(SideId),
    /// The light of cells, or of the whole board.
    Light(Light),
    Weather(Weather),
    Roof,
    Deck,
    /// For what a plan does not draw: missing air and miasma.
    Air,
}

/// Height of the whole legend in cells.
pub fn height(state: &State) -> f32 {
    rows(state).len() as f32 * ROW
}

/// Sign and text of each row.
fn rows(state: &State) -> Vec<(LegendMark, String)> {
    let mut rows = Vec::new();
    for (number, side) in (0u8..).zip(&state.scene.sides) {
        let id = SideId(number);
        let all = state.of_side(id).count();
        let able = state.of_side(id).filter(|u| u.is_active()).count();
        let won = state.scene.verdict.as_ref().is_some_and(|v| v.winner == Some(id));
        let won = if won { ", winner" } else { "" };
        rows.push((LegendMark::Side(id), format!("{}: {able} of {all}{won}", side.name)));
    }
    rows.extend(sky(&state.scene.board));
    rows
}

/// The rows about light, weather, roofs and decks.
fn sky(board: &Board) -> Vec<(LegendMark, String)> {
    let mut rows = Vec::new();
    let ambient = board.ambient();
    match ambient {
        Light::Bright => {}
        Light::Dim => rows.push((LegendMark::Light(ambient), "Dusk".to_owned())),
        Light::Dark => rows.push((LegendMark::Light(ambient), "Night".to_owned())),
    }
    for (light, text) in [(Light::Dim, "Dim"), (Light::Dark, "Dark")] {
        if light != ambient && board.cells().any(|cell| board.light(cell) == light) {
            rows.push((LegendMark::Light(light), text.to_owned()));
        }
    }
    let air = board.atmosphere();
    for words in air.words() {
        let weather = air.weather != Weather::CLEAR && words == air.weather.words();
        rows.push((
            if weather { LegendMark::Weather(air.weather) } else { LegendMark::Air },
            words,
        ));
    }
    let roofed = |cell: Cell| board.tile(cell).is_some_and(|t| t.ceiling.is_some());
    if board.cells().any(roofed) {
        rows.push((LegendMark::Roof, "Roof".to_owned()));
    }
    if board.has_decks() {
        rows.push((LegendMark::Deck, "Deck".to_owned()));
    }
    rows
}

/// Draws the legend with its upper edge at `top`.
pub fn draw(brush: &mut Brush, state: &State, colours: SideColours, top: f32) {
    for (i, (sign, text)) in rows(state).into_iter().enumerate() {
        let middle = top + (i as f32 + 0.5) * ROW;
        brush.placed((0.5, middle), 0.0, 0.42, |brush| match sign {
            LegendMark::Side(side) => {
                base(brush, colours.of(side));
                brush.disc((0.0, 0.0), 0.6, FACE);
            }
            // A patch of pale ground under the sign.
            other => {
                brush.block((-0.9, -0.9), 1.8, 1.8, 0x9a9484);
                brush.placed((-0.9, -0.9), 0.0, 1.8, |brush| patch(brush, other));
            }
        });
        letters::write(brush, &text, (1.3, middle - CAPITAL / 2.0), CAPITAL, Tint(WORDS, 1.0));
    }
}

/// The sign of a row on a patch of one by one.
fn patch(brush: &mut Brush, sign: LegendMark) {
    match sign {
        LegendMark::Side(_) => {}
        LegendMark::Light(light) => brush.block((0.0, 0.0), 1.0, 1.0, air::veil(light)),
        LegendMark::Weather(weather) => {
            air::sky(brush, weather.kind(), weather.rank(), Cell::new(0, 0));
        }
        LegendMark::Roof => air::roof(brush, (0.0, 0.0)),
        LegendMark::Deck => air::deck(brush, (0.0, 0.0), Material::Wood),
        LegendMark::Air => brush.ring((0.5, 0.5), 0.3, 0.1, WORDS),
    }
}
