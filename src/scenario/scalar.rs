//! Small values of scenario files with their own notation.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use grid::{Cell, Dir, EdgeAt, FloorAt, Hm};
use rules::Part;
use rules::dice::{Chance, Likelihood};

/// The largest height in a scenario, in metres up or down.
const MAX_METRES: i64 = 200;

/// A height in metres, whole or with `.5`.
pub type Metres = rules::content::Metres<MAX_METRES>;

/// A cell, with the height of the feet where it matters: `(3, 4)` or `(3, 4, 1.5)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    /// Absolute height of the feet.
    pub feet: Option<Hm>,
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SpotVisitor;
        impl<'de> Visitor<'de> for SpotVisitor {
            type Value = Spot;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell such as (3, 4), or (3, 4, 1.5) with the height of the feet")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Spot, A::Error> {
                let mut number = || {
                    let found = seq.next_element::<i16>()?;
                    found.ok_or_else(|| A::Error::custom("a cell has two numbers"))
                };
                let cell = Cell::new(number()?, number()?);
                let feet = seq.next_element::<Metres>()?.map(|m| m.0);
                Ok(Spot { cell, feet })
            }
        }
        deserializer.deserialize_tuple(3, SpotVisitor)
    }
}

/// The target of an act: `"B"`, `(3, 4)`, `(3, 4, 3.0)` for the floor of the cell at that height,
/// `(3, 4, "E")` for that side of the cell, `(3, 4, "E", 3.0)` for it on a floor at that height,
/// `(3, 4, "hatch", 3.0)` for the hatch in the deck at that height, `(3, 4, "thing")` for the
/// object there, `("towards", "NE")` for a direction, or `("B", "head")` for a part of B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A combatant.
    Unit(String),
    /// A cell.
    Cell(Cell),
    /// A floor of a cell, by its height.
    Floor(FloorAt),
    /// A side of a cell, on the ground or on a floor above it.
    Edge(EdgeAt),
    /// The object in a cell.
    Thing(Cell),
    /// One of the eight directions from the actor.
    Direction(Dir),
    /// A part of a combatant's body.
    Part(String, Part),
}

/// The third value of a tuple that begins with a cell.
#[derive(serde::Deserialize)]
#[serde(
    untagged,
    expecting = "the height of a floor in metres in steps of 0.5, or N, E, S, W, hatch or thing"
)]
enum Third {
    Height(Metres),
    Word(String),
}

/// The first value of a tuple.
#[derive(serde::Deserialize)]
#[serde(untagged, expecting = "a column such as 3, the name of a combatant, or \"towards\"")]
enum First {
    Column(i16),
    Name(String),
}

impl<'de> Deserialize<'de> for Aim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AimVisitor;
        impl<'de> Visitor<'de> for AimVisitor {
            type Value = Aim;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a combatant such as \"B\", a cell such as (3, 4), a floor of it (3, 4, 3.0), \
                     a side (3, 4, \"E\"), one on a floor (3, 4, \"E\", 3.0), the object there \
                     (3, 4, \"thing\"), a direction (\"towards\", \"NE\") or a part of a body (\"B\", \"head\")",
                )
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Aim, E> {
                Ok(Aim::Unit(name.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Aim, A::Error> {
                let x = match seq.next_element::<First>()? {
                    Some(First::Column(x)) => x,
                    Some(First::Name(name)) => {
                        let Some(what) = seq.next_element::<String>()? else {
                            return Err(A::Error::custom("a direction or part has two texts"));
                        };
                        if name == "towards" {
                            let dir = direction(&what).map(Aim::Direction);
                            return dir.ok_or_else(|| A::Error::custom(no_direction(&what)));
                        }
                        let part = Part::new(&what).map_err(A::Error::custom)?;
                        return Ok(Aim::Part(name, part));
                    }
                    None => return Err(A::Error::custom("a cell has two numbers")),
                };
                let Some(y) = seq.next_element::<i16>()? else {
                    return Err(A::Error::custom("a cell has two numbers"));
                };
                let cell = Cell::new(x, y);
                let word = match seq.next_element::<Third>()? {
                    None => return Ok(Aim::Cell(cell)),
                    Some(Third::Height(metres)) => {
                        return Ok(Aim::Floor(FloorAt::new(cell, metres.0)));
                    }
                    Some(Third::Word(word)) => word,
                };
                let side = match word.as_str() {
                    "thing" => return Ok(Aim::Thing(cell)),
                    "N" => Ok(Dir::N),
                    "E" => Ok(Dir::E),
                    "S" => Ok(Dir::S),
                    "W" => Ok(Dir::W),
                    "hatch" => Ok(EdgeAt::hatch(cell, Hm::ZERO).side),
                    other => Err(A::Error::custom(format!(
                        "`{other}` is not part of a cell; allowed: N, E, S, W, hatch or thing"
                    ))),
                }?;
                let floor = seq.next_element::<Metres>()?.map(|metres| metres.0);
                Ok(Aim::Edge(EdgeAt { cell, side, floor }))
            }
        }
        deserializer.deserialize_any(AimVisitor)
    }
}

/// The direction with that name: `N`, `NE`, ...
pub fn direction(name: &str) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| format!("{dir:?}") == name)
}

/// The message for an invalid direction name.
fn no_direction(name: &str) -> String {
    format!("`{name}` is not a direction; allowed: N, NE, E, SE, S, SW, W or NW")
}

/// The value of a parameter: a number, or the name of a choice or direction.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(untagged, expecting = "a whole number, or the name of a choice or direction in quotes")]
pub enum Set {
    /// A number.
    Number(i32),
    /// A name.
    Name(String),
}

/// A chance: exactly `"7/10"`, `"0"` or `"1"`, or a range `"0.4831 to 0.4832"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likely {
    /// The lower bound.
    pub low: Chance,
    /// The upper bound.
    pub high: Chance,
}

impl Likely {
    /// True if a chance is as expected: exactly, or within the range.
    pub fn is_met_by(&self, chance: Likelihood) -> bool {
        self.low <= chance.low() && chance.high() <= self.high
    }
}

impl fmt::Display for Likely {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.low == self.high {
            true => write!(f, "{}", self.low),
            false => write!(f, "{} to {}", self.low, self.high),
        }
    }
}

impl<'de> Deserialize<'de> for Likely {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let ends = match text.split_once(" to ") {
            Some((low, high)) => chance(low).zip(chance(high)),
            None => chance(&text).map(|exact| (exact, exact)),
        };
        match ends {
            Some((low, high)) if low <= high => Ok(Self { low, high }),
            _ => Err(D::Error::custom(format!(
                "{text:?} is not a chance; write it as \"7/10\", or as \"0.69 to 0.71\""
            ))),
        }
    }
}

/// A chance as a fraction, or with at most nine decimals.
fn chance(text: &str) -> Option<Chance> {
    let number = |s: &str| s.trim().parse::<u64>().ok().map(u128::from);
    let (part, whole) = match (text.split_once('/'), text.trim().split_once('.')) {
        (Some((part, whole)), _) => (number(part)?, number(whole)?),
        (None, Some((whole, decimals))) if (1..=9).contains(&decimals.len()) => {
            let unit = 10_u128.pow(u32::try_from(decimals.len()).ok()?);
            (number(whole)?.checked_mul(unit)? + number(decimals)?, unit)
        }
        (None, _) => (number(text)?, 1),
    };
    (whole > 0 && part <= whole).then(|| Chance::new(part, whole))
}

/// A map that keeps its order and has unique keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderedMap<T>(pub Vec<(String, T)>);

impl<T> Default for OrderedMap<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OrderedMap<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OrderedMapVisitor<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for OrderedMapVisitor<T> {
            type Value = OrderedMap<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("entries in braces such as { \"A\": (role: \"knight\") }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OrderedMap<T>, A::Error> {
                let mut list: Vec<(String, T)> = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    if list.iter().any(|(known, _)| *known == key) {
                        return Err(A::Error::custom(format!("`{key}` is listed twice")));
                    }
                    list.push((key, map.next_value()?));
                }
                Ok(OrderedMap(list))
            }
        }
        deserializer.deserialize_map(OrderedMapVisitor(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use files::parse_ron;

    #[test]
    fn notations_are_read() {
        let spots: Vec<Spot> = parse_ron("t", "[(1, -2), (3, 4, 1.5)]").unwrap();
        assert_eq!(spots[0], Spot { cell: Cell::new(1, -2), feet: None });
        assert_eq!(spots[1], Spot { cell: Cell::new(3, 4), feet: Some(Hm(3)) });
        let aims: Vec<Aim> = parse_ron("t", "[\"B\", (3, 4)]").unwrap();
        assert_eq!(aims, [Aim::Unit("B".into()), Aim::Cell(Cell::new(3, 4))]);
        let more = "[(\"towards\", \"NE\"), (\"B\", \"head\"), (3, 4, \"E\")]";
        let aims: Vec<Aim> = parse_ron("t", more).unwrap();
        let head = Part::new("head").unwrap();
        let edge = Aim::Edge(EdgeAt::ground(Cell::new(3, 4), Dir::E));
        assert_eq!(aims, [Aim::Direction(Dir::NE), Aim::Part("B".into(), head), edge]);
        let chances: Vec<Likely> = parse_ron("t", "[\"6/10\", \"1\"]").unwrap();
        assert_eq!(chances[0].to_string(), "3/5");
        assert_eq!(chances[1].to_string(), "1");
        let between: Likely = parse_ron("t", "\"0.59 to 3/5\"").unwrap();
        assert_eq!(between.to_string(), "59/100 to 3/5");
        assert!(
            between.is_met_by(Likelihood::of(3, 5)) && !chances[1].is_met_by(Likelihood::of(3, 5))
        );
        assert!(!chances[0].is_met_by(Likelihood::of(3, 5).widened(Likelihood::of(1, 100))));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(parse_ron::<Metres>("t", "0.3").is_err());
        assert!(parse_ron::<Metres>("t", "1000").is_err());
        assert!(parse_ron::<Spot>("t", "(1)").is_err());
        assert!(parse_ron::<Likely>("t", "\"11/10\"").is_err());
        assert!(parse_ron::<Likely>("t", "\"1/0\"").is_err());
        assert!(parse_ron::<Likely>("t", "\"0.6 to 0.5\"").is_err());
        assert!(parse_ron::<Aim>("t", "(\"towards\", \"up\")").is_err());
        assert!(parse_ron::<Aim>("t", "(\"B\", \"Left Arm\")").is_err());
        let told = |text| parse_ron::<Aim>("t", text).unwrap_err().message;
        assert!(told("(99999, 1)").contains("a column such as 3"), "{}", told("(99999, 1)"));
        assert!(parse_ron::<Set>("t", "1.5").is_err_and(|p| p.message.contains("a whole number")));
        let twice = parse_ron::<OrderedMap<i32>>("t", "{\"A\": 1, \"A\": 2}");
        assert!(twice.is_err_and(|p| p.message.contains("twice")));
    }
}
