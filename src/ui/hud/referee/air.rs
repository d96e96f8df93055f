//! Atmosphere of the whole board on the referee's panel: weather, missing air, miasma.

use crate::names::capital;
use bevy_egui::egui;
use grid::{Atmosphere, Haze, MAX_MIASMA, Weather, WeatherKind};
use rules::referee::Ruling;

use super::parts::{asks, choice, number};

/// Shows the atmosphere and lets the referee change it. `draft` holds input not ruled yet.
pub(super) fn show(
    ui: &mut egui::Ui,
    now: Atmosphere,
    draft: &mut Option<Atmosphere>,
    rulings: &mut Vec<Ruling>,
) {
    let mut air = draft.unwrap_or(now);
    let mut kind = place_in(&WeatherKind::ALL, air.weather.kind());
    let mut rank = place_in(&Haze::RANKS, air.weather.rank());
    let mut miasma = i32::from(air.miasma);
    ui.horizontal_wrapped(|ui| {
        ui.label("Weather");
        choice(ui, "Weather", &mut kind, &WeatherKind::ALL.map(|kind| capital(kind.name())));
        if kind > 0 {
            choice(ui, "Weather strength", &mut rank, &Haze::RANKS.map(|r| capital(r.name())));
        }
        ui.checkbox(&mut air.airless, "No air");
        ui.label("Miasma");
        number(ui, "Miasma", &mut miasma, 0..=i32::from(MAX_MIASMA));
        let kind = WeatherKind::ALL.get(kind).copied().unwrap_or_default();
        air.weather = Weather::new(kind, Haze::RANKS.get(rank).copied().unwrap_or_default());
        air.miasma = u8::try_from(miasma).unwrap_or(now.miasma);
        *draft = (air != now).then_some(air);
        if asks(ui, air != now, "Set", "Set weather and air") {
            *draft = None;
            rulings.push(Ruling::Atmosphere { to: air });
        }
    });
}

/// Index of a value in a list; 0 if it is missing.
fn place_in<T: PartialEq>(all: &[T], value: T) -> usize {
    all.iter().position(|other| *other == value).unwrap_or_default()
}
