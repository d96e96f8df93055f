//! Reads weather and the rest of the atmosphere.

use super::Decoder;
use crate::reader::{Fields, round};
use crate::syntax::Node;
use crate::validate::Subject;
use grid::{Atmosphere, Haze, MAX_MIASMA, Weather, WeatherKind};

impl Decoder {
    /// Weather, airlessness and miasma, all optional.
    pub(super) fn atmosphere(&mut self, fields: &Fields<'_, '_>) -> Atmosphere {
        for name in ["weather", "airless", "miasma"] {
            if let Some(node) = fields.get(name) {
                self.marks.set(Subject::Field(name), node.at);
            }
        }
        let weather = fields.get("weather").and_then(|node| self.weather(node));
        let airless = fields.get("airless").and_then(|node| self.reader.flag(node, "`airless`"));
        let miasma = fields.get("miasma").and_then(|node| {
            let rate = self.reader.whole(node, "`miasma`", 0..=i64::from(MAX_MIASMA))?;
            u8::try_from(rate).ok()
        });
        Atmosphere {
            weather: weather.unwrap_or_default(),
            airless: airless.unwrap_or_default(),
            miasma: miasma.unwrap_or_default(),
        }
    }

    /// A kind only, which means light, or `(kind: ..., rank: ...)`.
    pub(super) fn weather(&mut self, node: &Node<'_>) -> Option<Weather> {
        if round(node).is_none() {
            let kind = self.reader.word(node, "weather", &WeatherKind::ALL, WeatherKind::name)?;
            return Some(Weather::new(kind, Haze::Light));
        }
        let fields = self.reader.fields(node, "the weather", &["kind", "rank"])?;
        let kind = self.reader.need(&fields, "kind")?;
        let kind = self.reader.word(kind, "weather", &WeatherKind::ALL, WeatherKind::name)?;
        let rank = match fields.get("rank") {
            Some(node) => self.reader.word(node, "rank of weather", &Haze::RANKS, Haze::name)?,
            None => Haze::Light,
        };
        Some(Weather::new(kind, rank))
    }
}
