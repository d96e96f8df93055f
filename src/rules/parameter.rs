//! Parameters of an act besides its targets: how much power, which slot, which direction. An offer
//! declares them with their bounds; a command fills them in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use grid::Dir;

use super::Key;
use super::refusal::Refusal;

/// Maximum number of values in a command.
pub(super) const MAX_VALUES: usize = 32;

/// Largest absolute value of a number in a command.
pub(super) const MAX_NUMBER: i32 = 1_000_000;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// A number.
    Number(i32),
    /// One of several options, by name.
    Name(Key),
    /// One of the eight directions.
    Direction(Dir),
}

/// The parameter values of a command, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(BTreeMap<Key, Value>);

impl Values {
    /// No values.
    #[inline]
    pub const fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// True if nothing is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the values, completed with those of `others`.
    #[must_use]
    pub fn or(mut self, others: Self) -> Self {
        for (id, value) in others.0 {
            self.0.entry(id).or_insert(value);
        }
        self
    }

    /// Number of values set.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Sets a value.
    pub fn set(&mut self, id: Key, value: Value) {
        self.0.insert(id, value);
    }

    /// Returns the values with one more set.
    #[must_use]
    pub fn with(mut self, id: &'static str, value: Value) -> Self {
        self.set(Key::of(id), value);
        self
    }

    /// The value with this name.
    pub fn get(&self, id: &str) -> Option<&Value> {
        self.0.get(id)
    }

    /// The number with this name; `usual` if it is not set.
    pub fn number(&self, id: &str, usual: i32) -> i32 {
        match self.get(id) {
            Some(Value::Number(n)) => *n,
            _ => usual,
        }
    }

    /// The option chosen under this name.
    #[inline]
    pub fn name(&self, id: &str) -> Option<&Key> {
        match self.get(id) {
            Some(Value::Name(name)) => Some(name),
            _ => None,
        }
    }

    /// The direction with this name.
    pub fn direction(&self, id: &str) -> Option<Dir> {
        match self.get(id) {
            Some(Value::Direction(dir)) => Some(*dir),
            _ => None,
        }
    }

    /// All values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, &Value)> {
        self.0.iter()
    }
}

/// One option of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in commands.
    pub id: Key,
    /// Its display name.
    pub name: String,
    /// Why it is not available at the moment; `None` if it is.
    pub refused: Option<Refusal>,
}

/// The allowed values of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// A whole number within these bounds, both inclusive.
    Number {
        /// The lowest.
        least: i32,
        /// The highest currently possible.
        most: i32,
    },
    /// One of these options.
    OneOf(Vec<Setting>),
    /// Any of the eight directions.
    Direction,
}

/// A parameter of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in commands.
    pub id: Key,
    /// Its display name.
    pub name: String,
    /// The allowed values.
    pub range: Range,
    /// The default if a command does not set it.
    pub usual: Value,
    /// What it does, in one sentence for players; empty if the name is enough.
    pub hint: &'static str,
}

impl Parameter {
    /// A number within bounds; the lowest is the default.
    pub fn number(id: &'static str, name: &str, least: i32, most: i32) -> Self {
        let (range, usual) = (Range::Number { least, most }, Value::Number(least));
        Self { id: Key::of(id), name: name.to_owned(), range, usual, hint: "" }
    }

    /// One of several settings, with its default.
    pub fn one_of(id: &'static str, name: &str, settings: Vec<Setting>, usual: Value) -> Self {
        let (range, name) = (Range::OneOf(settings), name.to_owned());
        Self { id: Key::of(id), name, range, usual, hint: "" }
    }

    /// The same parameter with a sentence on what it does.
    #[must_use]
    pub fn told(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }

    /// Checks whether it may be set to that value.
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
                wrong(format!("{} is {n}; allowed: {least} to {most}", self.name))
            }
            (Range::OneOf(settings), Value::Name(name)) => {
                match settings.iter().find(|setting| setting.id == *name) {
                    Some(Setting { refused: Some(refusal), .. }) => Err(refusal.clone()),
                    Some(_) => Ok(()),
                    None => {
                        let all: Vec<&str> = settings.iter().map(|s| s.id.as_str()).collect();
                        wrong(format!("{} must be one of {}", self.name, all.join(", ")))
                    }
                }
            }
            (Range::Direction, Value::Direction(_)) => Ok(()),
            (Range::Number { .. }, _) => wrong(format!("{} must be a number", self.name)),
            (Range::OneOf(_), _) => wrong(format!("{} must be a name", self.name)),
            (Range::Direction, _) => wrong(format!("{} must be a direction", self.name)),
        }
    }

    /// The next or previous possible value. Stops at the ends of a number range, wraps around
    /// otherwise.
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

/// The entry after or before an index, wrapping around.
fn round<T>(list: &[T], at: Option<usize>, up: bool) -> Option<&T> {
    let len = list.len();
    let next = match at {
        Some(at) if up => (at + 1).checked_rem(len)?,
        Some(at) => (at + len).checked_sub(1)?.checked_rem(len)?,
        None => 0,
    };
    list.get(next)
}

/// Checks that all values are among those the parameters declare.
///
/// # Errors
/// The first value that is not.
pub fn check(parameters: &[Parameter], values: &Values) -> Result<(), Refusal> {
    for (id, value) in values.iter() {
        let Some(parameter) = parameters.iter().find(|p| p.id == *id) else {
            let all: Vec<&str> = parameters.iter().map(|p| p.id.as_str()).collect();
            let text = match all.as_slice() {
                [] => format!("this act has no parameter `{id}`, nor any other"),
                all => format!("this act has no parameter `{id}`; it has {}", all.join(", ")),
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
        let hands = vec![setting("main", None), setting("off", Some(why)), setting("both", None)];
        Parameter::one_of("hand", "Hand", hands, Value::Name(Key::of("main")))
    }

    #[test]
    fn only_declared_values_pass() {
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
    fn values_that_are_set_win() {
        let set = Values::none().with("power", Value::Number(2));
        let others = Values::none().with("power", Value::Number(1)).with("reach", Value::Number(3));
        let all = set.or(others);
        assert_eq!((all.number("power", 0), all.number("reach", 0), all.len()), (2, 3, 2));
    }

    #[test]
    fn steps_stay_within_possible_values() {
        let power = Parameter::number("power", "Power", 1, 2);
        let up = |n| power.step(&Value::Number(n), true);
        assert_eq!((up(1), up(2)), (Value::Number(2), Value::Number(2)));
        assert_eq!(power.step(&Value::Number(1), false), Value::Number(1));
        let hand = |id, up| parts().step(&Value::Name(Key::of(id)), up);
        assert_eq!(hand("main", true), Value::Name(Key::of("both")), "skips a refused option");
        assert_eq!(hand("main", false), Value::Name(Key::of("both")), "wraps around");
    }
}
