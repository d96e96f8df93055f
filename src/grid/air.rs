//! Board-wide atmosphere (weather, airlessness, miasma),
//! and the ranks by which any haze impairs sight.

use serde::{Deserialize, Serialize};

/// How much haze impairs sight: smoke, mist, undergrowth or precipitation. Rulesets price the ranks
/// (VG-281 to VG-292, EV-237, EV-238).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Haze {
    /// Clear air.
    #[default]
    None,
    /// Thin smoke, light rain, mist.
    Light,
    /// Thick foliage, heavy snow.
    Heavy,
    /// Blizzard, dense smoke: almost nothing can be seen.
    Blinding,
}

impl Haze {
    /// Every rank, starting with clear air.
    pub const ALL: [Self; 4] = [Self::None, Self::Light, Self::Heavy, Self::Blinding];

    /// The ranks that impair sight.
    pub const RANKS: [Self; 3] = [Self::Light, Self::Heavy, Self::Blinding];

    /// Name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Light => "light",
            Self::Heavy => "heavy",
            Self::Blinding => "blinding",
        }
    }
}

/// The kinds of weather.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum WeatherKind {
    /// No precipitation and no fog.
    #[default]
    Clear,
    /// Rain.
    Rain,
    /// Falling snow.
    Snow,
    /// Fog everywhere.
    Fog,
}

impl WeatherKind {
    /// Every kind, starting with the default.
    pub const ALL: [Self; 4] = [Self::Clear, Self::Rain, Self::Snow, Self::Fog];

    /// Name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Rain => "rain",
            Self::Snow => "snow",
            Self::Fog => "fog",
        }
    }
}

/// Weather for the whole board: a kind, and its rank of haze under the open sky (VG-292, EV-237).
/// Clear weather has no rank; any other has at least [`Haze::Light`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "Written", into = "Written")]
pub struct Weather {
    kind: WeatherKind,
    rank: Haze,
}

/// Weather as stored in saves, not validated.
#[derive(Serialize, Deserialize)]
struct Written {
    kind: WeatherKind,
    rank: Haze,
}

impl From<Written> for Weather {
    fn from(w: Written) -> Self {
        Self::new(w.kind, w.rank)
    }
}

impl From<Weather> for Written {
    fn from(w: Weather) -> Self {
        Self { kind: w.kind, rank: w.rank }
    }
}

impl Weather {
    /// Clear weather.
    pub const CLEAR: Self = Self { kind: WeatherKind::Clear, rank: Haze::None };

    /// Weather of a kind and rank. Drops the rank of
    /// clear weather; raises any other to at least light.
    pub fn new(kind: WeatherKind, rank: Haze) -> Self {
        match kind {
            WeatherKind::Clear => Self::CLEAR,
            _ => Self { kind, rank: rank.max(Haze::Light) },
        }
    }

    /// Its kind.
    pub const fn kind(self) -> WeatherKind {
        self.kind
    }

    /// How much it impairs sight under the open sky.
    pub const fn rank(self) -> Haze {
        self.rank
    }

    /// "clear", "light rain", "blinding snow".
    pub fn words(self) -> String {
        match self.rank {
            Haze::None => self.kind.name().to_owned(),
            rank => format!("{} {}", rank.name(), self.kind.name()),
        }
    }
}

/// Highest growth rate of a miasma.
pub const MAX_MIASMA: u8 = 20;

/// Board-wide atmosphere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Atmosphere {
    /// The weather under the open sky.
    pub weather: Weather,
    /// The whole board is airless (VG-255, EV-398).
    pub airless: bool,
    /// The rate at which a miasma wears units down, at most [`MAX_MIASMA`]; 0 for none (EV-406).
    pub miasma: u8,
}

impl Atmosphere {
    /// Anything out of the ordinary, in words: "heavy rain",
    /// "no air", "miasma 3". Empty under a clear sky.
    pub fn words(self) -> Vec<String> {
        let weather = (self.weather != Weather::CLEAR).then(|| self.weather.words());
        let airless = self.airless.then(|| "no air".to_owned());
        let miasma = (self.miasma > 0).then(|| format!("miasma {}", self.miasma));
        weather.into_iter().chain(airless).chain(miasma).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_clear_weather_has_no_rank() {
        assert_eq!(Weather::new(WeatherKind::Clear, Haze::Heavy), Weather::CLEAR);
        let fog = Weather::new(WeatherKind::Fog, Haze::None);
        assert_eq!((fog.rank(), fog.words().as_str()), (Haze::Light, "light fog"));
        let read: Weather = ron::from_str("(kind: clear, rank: blinding)").unwrap();
        assert_eq!(read, Weather::CLEAR);
    }

    #[test]
    fn atmosphere_in_words() {
        let snow = Weather::new(WeatherKind::Snow, Haze::Blinding);
        let air = Atmosphere { weather: snow, airless: false, miasma: 3 };
        assert_eq!(air.words(), ["blinding snow", "miasma 3"]);
        assert!(Atmosphere::default().words().is_empty());
    }
}
