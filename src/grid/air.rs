//! What fills the air over the whole board: weather, want of air, miasma; and the ranks by which
//! haze of any kind impairs sight.

use serde::{Deserialize, Serialize};

/// How much haze impairs sight: smoke, mist, undergrowth or falling weather. Rulesets price the
/// ranks (VG-281 to VG-292, EV-237, EV-238).
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
    /// Blizzard, dense smoke: hardly a hand before the eyes.
    Blinding,
}

impl Haze {
    /// Every rank, from clear air on.
    pub const ALL: [Self; 4] = [Self::None, Self::Light, Self::Heavy, Self::Blinding];

    /// The ranks that impair sight.
    pub const RANKS: [Self; 3] = [Self::Light, Self::Heavy, Self::Blinding];

    /// The name in files and messages.
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
    /// Nothing falls and nothing drifts.
    #[default]
    Clear,
    /// Rain.
    Rain,
    /// Falling snow.
    Snow,
    /// Mist over everything.
    Fog,
}

impl WeatherKind {
    /// All, from the usual on.
    pub const ALL: [Self; 4] = [Self::Clear, Self::Rain, Self::Snow, Self::Fog];

    /// The name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Rain => "rain",
            Self::Snow => "snow",
            Self::Fog => "fog",
        }
    }
}

/// The weather over the whole board: a kind, and the rank of haze that it makes under the open sky
/// (VG-292, EV-237). Clear weather has no rank, any other at least [`Haze::Light`].
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "Written", into = "Written")]
pub struct Weather {
    kind: WeatherKind,
    rank: Haze,
}

/// Weather as saves have it, sound or not.
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

    /// Weather of a kind and rank. Clear weather takes no rank; any other is at least light.
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

/// The highest rate of growth of a miasma.
pub const MAX_MIASMA: u8 = 20;

/// What fills the air over the whole board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Atmosphere {
    /// The weather under the open sky.
    pub weather: Weather,
    /// There is no air anywhere (VG-255, EV-398).
    pub airless: bool,
    /// The rate at which a miasma wears people down, at most [`MAX_MIASMA`]; 0 without one (EV-406).
    pub miasma: u8,
}

impl Atmosphere {
    /// What is out of the ordinary, in words: "heavy rain", "no air", "miasma 3". Empty under a
    /// clear sky.
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
    fn clear_weather_has_no_rank_and_any_other_has_one() {
        assert_eq!(Weather::new(WeatherKind::Clear, Haze::Heavy), Weather::CLEAR);
        let fog = Weather::new(WeatherKind::Fog, Haze::None);
        assert_eq!((fog.rank(), fog.words().as_str()), (Haze::Light, "light fog"));
        let read: Weather = ron::from_str("(kind: clear, rank: blinding)").unwrap();
        assert_eq!(read, Weather::CLEAR);
    }

    #[test]
    fn the_air_in_words() {
        let snow = Weather::new(WeatherKind::Snow, Haze::Blinding);
        let air = Atmosphere { weather: snow, airless: false, miasma: 3 };
        assert_eq!(air.words(), ["blinding snow", "miasma 3"]);
        assert!(Atmosphere::default().words().is_empty());
    }
}
