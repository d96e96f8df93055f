//! Light, weather and air of the whole board, in words.

use egui_phosphor::regular as icon;

use crate::names::capital;
use crate::theme;
use bevy_egui::egui;
use grid::{Atmosphere, Board, Cell, Feature, Light, Weather, WeatherKind};
use rules::ruleset::Ruleset;

/// Anything unusual about light, weather and air.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sky {
    /// The kind of weather.
    pub kind: WeatherKind,
    /// The brightness outside.
    pub light: Light,
    /// In one line: "Dusk, heavy rain"; empty on a clear day.
    pub brief: String,
    /// The same with its effects under the ruleset, line by line.
    pub lines: Vec<String>,
}

/// Light and air in one line: "Dusk, heavy rain"; empty on a clear day.
pub fn brief(light: Light, air: Atmosphere) -> String {
    let light = match light {
        Light::Bright => None,
        Light::Dim => Some("dusk".to_owned()),
        Light::Dark => Some("night".to_owned()),
    };
    let words: Vec<String> = light.into_iter().chain(air.words()).collect();
    capital(&words.join(", "))
}

impl Sky {
    /// The sky over a board under a ruleset.
    pub fn of(rules: &dyn Ruleset, board: &Board) -> Self {
        let (light, air) = (board.ambient(), board.atmosphere());
        let clear = Atmosphere::default();
        let of = |feature: Feature, part: Atmosphere| {
            let words = capital(&part.words().join(", "));
            if words.is_empty() {
                return None;
            }
            let name = &rules.describe().name;
            Some(match (rules.supports(feature), rules.feature_remark(feature)) {
                (false, _) => format!("{words}: no effect in {name}"),
                (true, None) => words,
                (true, Some(remark)) => format!("{words}: {} ({})", remark.text, remark.rule),
            })
        };
        let lit = brief(light, clear);
        let parts = [
            of(Feature::Weather, Atmosphere { weather: air.weather, ..clear }),
            of(Feature::Airless, Atmosphere { airless: air.airless, ..clear }),
            of(Feature::Miasma, Atmosphere { miasma: air.miasma, ..clear }),
        ];
        let lit = (!lit.is_empty()).then_some(lit);
        let mut lines: Vec<String> = lit.into_iter().chain(parts.into_iter().flatten()).collect();
        if air.weather != Weather::CLEAR && board.cells().any(|c| is_roofed(board, c)) {
            lines.push("Roofs keep the weather out.".to_owned());
        }
        Self { kind: air.weather.kind(), light, brief: brief(light, air), lines }
    }
}

fn is_roofed(board: &Board, cell: Cell) -> bool {
    board.tile(cell).is_some_and(|tile| tile.ceiling.is_some())
}

/// Shows the sky in one line, and all about it on hover. Nothing on a clear day.
pub fn show(ui: &mut egui::Ui, sky: &Sky) {
    if sky.brief.is_empty() {
        return;
    }
    let sign = match (sky.kind, sky.light) {
        (WeatherKind::Rain, _) => icon::CLOUD_RAIN,
        (WeatherKind::Snow, _) => icon::CLOUD_SNOW,
        (WeatherKind::Fog, _) => icon::CLOUD_FOG,
        (WeatherKind::Clear, Light::Dark) => icon::MOON,
        (WeatherKind::Clear, Light::Dim) => icon::SUN_HORIZON,
        (WeatherKind::Clear, Light::Bright) => icon::WIND,
    };
    let text = theme::faded(format!("{sign} {}", sky.brief)).size(13.0);
    ui.add(egui::Label::new(text).truncate()).on_hover_text(sky.lines.join("\n"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Haze, Hm};
    use registry::RulesetId;

    #[test]
    fn the_sky_is_told_with_what_the_ruleset_makes_of_it() {
        let mut board = Board::new(4, 4);
        let precision = RulesetId::Precision.built_in();
        let evoker = RulesetId::Evoker.built_in();
        assert_eq!(Sky::of(&*precision, &board), Sky::default());
        board.set_ambient(Light::Dim);
        let weather = Weather::new(WeatherKind::Rain, Haze::Heavy);
        board.set_atmosphere(Atmosphere { weather, airless: false, miasma: 2 });
        let sky = Sky::of(&*precision, &board);
        assert_eq!(sky.brief, "Dusk, heavy rain, miasma 2");
        let name = &precision.describe().name;
        let none = |what: &str| format!("{what}: no effect in {name}");
        assert_eq!(sky.lines, ["Dusk".to_owned(), none("Heavy rain"), none("Miasma 2")]);
        board.tile_mut(Cell::new(1, 1)).unwrap().ceiling = Some(Hm(6));
        let lines = Sky::of(&*evoker, &board).lines;
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines[1].ends_with("(EV-237)") && lines[2].ends_with("(EV-406)"), "{lines:?}");
    }
}
