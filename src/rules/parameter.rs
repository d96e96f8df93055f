//! What an act leaves open beside its targets: how much power, which slot, which direction. An offer
//! declares it with its bounds; a command fills it in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::grid::Dir;

use super::Key;
use super::command::Refusal;

/// So many values may a command state.
pub(super) const MAX_VALUES: usize = 32;

/// So large may a number be, either way.
pub(super) const MAX_NUMBER: i32 = 1_000_000;

/// What a parameter is set to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// A number.
    Number(i32),
    /// One of several by its name.
    Name(Key),
    /// One of the eight directions.
    Direction(Dir),
}

/// What a command sets the parameters of its act to, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(BTreeMap<Key, Value>);

impl Values {
    /// Nothing set.
    pub const fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// True if nothing is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many are set.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Sets one.
    pub fn set(&mut self, id: Key, value: Value) {
        self.0.insert(id, value);
    }

    /// The same with one more set.
    #[must_use]
    pub fn with(mut self, id: &'static str, value: Value) -> Self {
        self.set(Key::of(id), value);
        self
    }

    /// What is set under that name.
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.0.get(id)
    }

    /// The number of that name, or this one if none is set.
    pub fn number(&self, id: &str, usual: i32) -> i32 {
        match self.get(id) {
            Some(Value::Number(n)) => *n,
            _ => usual,
        }
    }

    /// What was chosen under that name.
    pub fn name(&self, id: &str) -> Option<&Key> {
        match self.get(id) {
            Some(Value::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// The direction of that name.
    pub fn direction(&self, id: &str) -> Option<Dir> {
        match self.get(id) {
            Some(Value::Direction(dir)) => Some(*dir),
            _ => None,
        }
    }

    /// All that is set, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Value)> {
        self.0.iter()
    }
}

/// One of several that a parameter may be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in commands.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// Why it is not possible at the moment, if it is not.
    pub refused: Option<Refusal>,
}

/// What a parameter may be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// A whole number within these bounds, both included.
    Number {
        /// The lowest.
        least: i32,
        /// The highest that is possible at the moment.
        most: i32,
    },
    /// One of these.
    OneOf(Vec<Setting>),
    /// Any of the eight directions.
    Direction,
}

/// Something that an act leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in commands.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// What it may be set to.
    pub range: Range,
    /// What holds if a command does not set it.
    pub usual: Value,
}

impl Parameter {
    /// A number within bounds, usually the lowest.
    pub fn number(id: &'static str, name: &str, least: i32, most: i32) -> Self {
        let (range, usual) = (Range::Number { least, most }, Value::Number(least));
        Self { id: Key::of(id), name: name.to_owned(), range, usual }
    }

    /// Whether it may be set to that.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, value: &Value) -> Result<(), Refusal> {
        let wrong = |text: String| Err(Refusal::new("wrong_value", text, "HG-10"));
        match (&self.range, value) {
            (Range::Number { least, most }, Value::Number(n)) => {
                if (least..=most).contains(&n) {
                    return Ok(());
                }
                wrong(format!("{} is {n}, allowed is {least} to {most}", self.name))
            }
            (Range::OneOf(settings), Value::Name(name)) => {
                match settings.iter().find(|setting| setting.id == *name) {
                    Some(Setting { refused: Some(refusal), .. }) => Err(refusal.clone()),
                    Some(_) => Ok(()),
                    None => {
                        let all: Vec<&str> = settings.iter().map(|s| s.id.as_str()).collect();
                        wrong(format!("{} is one of {}", self.name, all.join(", ")))
                    }
                }
            }
            (Range::Direction, Value::Direction(_)) => Ok(()),
            (Range::Number { .. }, _) => wrong(format!("{} is a number", self.name)),
            (Range::OneOf(_), _) => wrong(format!("{} is a name", self.name)),
            (Range::Direction, _) => wrong(format!("{} is a direction", self.name)),
        }
    }

    /// The value before or after this one that is possible; this one at the ends of numbers, going
    /// round otherwise.
    pub fn step(&self, from: &Value, up: bool) -> Value {
        match (&self.range, from) {
            (Range::Number { least, most }, Value::Number(n)) => {
                let to = if up { n.saturating_add(1) } else { n.saturating_sub(1) };
                Value::Number(to.min(*most).max(*least))
            }
            (Range::OneOf(settings), Value::Name(name)) => {
                let open: Vec<&Key> =
                    settings.iter().filter(|s| s.refused.is_none()).map(|s| &s.id).collect();
                let next = round(&open, open.iter().position(|id| *id == name), up);
                Value::Name(next.map_or_else(|| name.clone(), |id| (*id).clone()))
            }
            (Range::Direction, Value::Direction(dir)) => {
                let at = Dir::ALL.iter().position(|d| d == dir);
                Value::Direction(round(&Dir::ALL, at, up).copied().unwrap_or(*dir))
            }
            _ => self.usual.clone(),
        }
    }
}

/// The entry after a place, or before it, going round.
fn round<T>(list: &[T], at: Option<usize>, up: bool) -> Option<&T> {
    let len = list.len();
    let next = match at {
        Some(at) if up => (at + 1).checked_rem(len)?,
        Some(at) => (at + len).checked_sub(1)?.checked_rem(len)?,
        None => 0,
    };
    list.get(next)
}

/// Whether these values are among what parameters declare.
///
/// # Errors
/// The first that is not.
pub fn check(parameters: &[Parameter], values: &Values) -> Result<(), Refusal> {
    for (id, value) in values.iter() {
        let Some(parameter) = parameters.iter().find(|p| p.id == *id) else {
            let all: Vec<&str> = parameters.iter().map(|p| p.id.as_str()).collect();
            let text = match all.as_slice() {
                [] => format!("the act has no `{id}` to set, and nothing else"),
                all => format!("the act has no `{id}` to set, but {}", all.join(", ")),
            };
            return Err(Refusal::new("no_such_parameter", text, "HG-10"));
        };
        parameter.check(value)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Parameter {
        let setting = |id, refused| Setting { id: Key::of(id), name: id.to_owned(), refused };
        let why = Refusal::new("held", "the other hand is full", "T-1");
        Parameter {
            id: Key::of("hand"),
            name: "Hand".to_owned(),
            range: Range::OneOf(vec![
                setting("main", None),
                setting("off", Some(why)),
                setting("both", None),
            ]),
            usual: Value::Name(Key::of("main")),
        }
    }

    #[test]
    fn values_are_those_that_are_declared() {
        let all = [Parameter::number("power", "Power", 1, 3), parts()];
        let code = |values: Values| check(&all, &values).map_err(|r| r.code.to_string());
        let power = |n| Values::default().with("power", Value::Number(n));
        assert_eq!(code(power(3)), Ok(()));
        assert_eq!(code(power(4)), Err("wrong_value".to_owned()));
        assert_eq!(code(power(0)), Err("wrong_value".to_owned()));
        let hand = |id| Values::default().with("hand", Value::Name(Key::of(id)));
        assert_eq!(code(hand("both")), Ok(()));
        assert_eq!(code(hand("off")), Err("held".to_owned()));
        assert_eq!(code(hand("tail")), Err("wrong_value".to_owned()));
        let odd = Values::default().with("power", Value::Direction(Dir::N));
        assert_eq!(code(odd), Err("wrong_value".to_owned()));
        let other = Values::default().with("haste", Value::Number(1));
        assert_eq!(code(other), Err("no_such_parameter".to_owned()));
    }

    #[test]
    fn steps_stay_within_what_is_possible() {
        let power = Parameter::number("power", "Power", 1, 2);
        let up = |n| power.step(&Value::Number(n), true);
        assert_eq!((up(1), up(2)), (Value::Number(2), Value::Number(2)));
        assert_eq!(power.step(&Value::Number(1), false), Value::Number(1));
        let hand = |id, up| parts().step(&Value::Name(Key::of(id)), up);
        assert_eq!(hand("main", true), Value::Name(Key::of("both")), "past what is refused");
        assert_eq!(hand("main", false), Value::Name(Key::of("both")), "round at the end");
    }
}
