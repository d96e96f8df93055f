//! Credits and licences.

use crate::intent::Intent;
use crate::theme;
use bevy_egui::egui;

/// Libraries that the game uses, with their licences. A test compares the list with `Cargo.toml`.
pub const LIBRARIES: [(&str, &str); 34] = [
    ("base64", "MIT or Apache-2.0"),
    ("bevy", "MIT or Apache-2.0"),
    ("bevy_egui", "MIT"),
    ("ciborium", "Apache-2.0"),
    ("clap", "MIT or Apache-2.0"),
    ("csv", "MIT or Unlicense"),
    ("directories", "MIT or Apache-2.0"),
    ("egui-file-dialog", "MIT"),
    ("egui-phosphor", "MIT or Apache-2.0"),
    ("erased-serde", "MIT or Apache-2.0"),
    ("fastnoise-lite", "MIT"),
    ("flate2", "MIT or Apache-2.0"),
    ("image", "MIT or Apache-2.0"),
    ("image-webp", "MIT or Apache-2.0"),
    ("indicatif", "MIT"),
    ("mimalloc", "MIT"),
    ("num-rational", "MIT or Apache-2.0"),
    ("num-traits", "MIT or Apache-2.0"),
    ("pathfinding", "MIT or Apache-2.0"),
    ("postcard", "MIT or Apache-2.0"),
    ("rand", "MIT or Apache-2.0"),
    ("rand_pcg", "MIT or Apache-2.0"),
    ("rayon", "MIT or Apache-2.0"),
    ("ron", "MIT or Apache-2.0"),
    ("roxmltree", "MIT or Apache-2.0"),
    ("serde", "MIT or Apache-2.0"),
    ("serde_json", "MIT or Apache-2.0"),
    ("smol_str", "MIT or Apache-2.0"),
    ("thiserror", "MIT or Apache-2.0"),
    ("tiny-skia", "BSD-3-Clause"),
    ("xxhash-rust", "BSL-1.0"),
    ("divan", "MIT or Apache-2.0, for benchmarks"),
    ("egui_kittest", "MIT or Apache-2.0, for tests"),
    ("proptest", "MIT or Apache-2.0, for tests"),
];

/// Shows the credits.
pub fn show(ui: &mut egui::Ui) -> Vec<Intent> {
    egui::ScrollArea::vertical().id_salt("credits").auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        ui.heading(format!("High Ground {}", env!("CARGO_PKG_VERSION")));
        ui.label("Tactical skirmishes on a 3D battle map.");
        ui.label("Code, texts, models, images and sounds by the High Ground contributors, under the MIT licence or the Apache License 2.0, at your option.");
        ui.add_space(theme::GAP);
        ui.label(theme::faded("The five rulesets follow open rule texts in facts and numbers; the wording is our own. Icons: Phosphor (MIT). Fonts: Ubuntu (Ubuntu Font Licence) and Noto Emoji (OFL), as bundled with egui."));
        ui.add_space(theme::GAP);
        ui.heading("Made with");
        let grid = egui::Grid::new("libraries").num_columns(2).striped(true).spacing([16.0, 2.0]);
        grid.show(ui, |ui| {
            for (name, licence) in LIBRARIES {
                ui.label(name);
                ui.label(theme::faded(licence));
                ui.end_row();
            }
        });
        ui.label(theme::faded("and their own dependencies."));
    });
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_of_the_package_is_named() {
        let manifest = include_str!("../../../../Cargo.toml");
        let (mut wanted, mut inside) = (Vec::new(), false);
        for line in manifest.lines() {
            if line.starts_with('[') {
                inside = line == "[workspace.dependencies]";
            }
            let name = line.split_once(" = ").map(|(name, _)| name);
            let name = name.filter(|_| !line.contains("path = "));
            wanted.extend(name.filter(|name| inside && !name.contains(['#', ' ', '"'])));
        }
        assert!(wanted.len() > 20, "{wanted:?}");
        for name in &wanted {
            assert!(LIBRARIES.iter().any(|(known, _)| known == name), "{name} is not in the list");
        }
        assert_eq!(wanted.len(), LIBRARIES.len());
    }
}
