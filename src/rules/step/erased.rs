//! A step of any ruleset, as stored by the core.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ciborium::Value;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::oracle::Pause;

use super::error::StepError;
use super::untyped::UntypedStep;

/// The steps of one ruleset: plain data that can be compared, written and read.
///
/// Saves contain the names of variants and fields: renaming one needs a `serde(alias)`.
pub trait StepData:
    Clone + Eq + Hash + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// The kind of step, for fault messages.
    fn name(&self) -> &str;

    /// Returns true if the other step has the same task for the same combatant, in whatever phase.
    /// An automatic step is dropped while its task is pending.
    fn is_same_task(&self, other: &Self) -> bool;

    /// Converts a step from a save of version 2; `None` if there is no such step.
    fn from_untyped(step: UntypedStep) -> Option<Self>;
}

impl StepData for UntypedStep {
    #[inline]
    fn name(&self) -> &str {
        self.kind.as_str()
    }

    fn is_same_task(&self, other: &Self) -> bool {
        self.kind == other.kind && self.act == other.act && self.unit == other.unit
    }

    fn from_untyped(step: UntypedStep) -> Option<Self> {
        Some(step)
    }
}

/// A step of some ruleset. Clones share the data.
///
/// A step read from a file holds only named values until the ruleset of the battle converts it into
/// its own type ([`Step::read`]).
#[derive(Clone)]
pub struct Step(Arc<dyn Erased>);

impl Step {
    /// A step of a ruleset.
    pub fn new<S: StepData>(step: S) -> Self {
        Self(Arc::new(Typed(step)))
    }

    /// Steps of a ruleset.
    pub fn all<S: StepData>(steps: Vec<S>) -> Vec<Self> {
        steps.into_iter().map(Self::new).collect()
    }

    /// The step in the ruleset's own type; `None` if it belongs to another ruleset or is not
    /// converted yet.
    pub fn get<S: StepData>(&self) -> Option<&S> {
        self.0.as_any().downcast_ref::<Typed<S>>().map(|typed| &typed.0)
    }

    /// The step in the ruleset's own type, for running it.
    ///
    /// # Errors
    /// [`Pause::Fault`] if it belongs to another ruleset, or is not converted yet.
    pub fn own<S: StepData>(&self) -> Result<&S, Pause> {
        self.get().ok_or_else(|| Pause::Fault(StepError::Foreign(self.name().to_owned())))
    }

    /// The kind of step, for messages.
    #[inline]
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// Like [`StepData::is_same_task`]; always false for steps of different rulesets.
    pub fn is_same_task(&self, other: &Self) -> bool {
        self.0.is_same_task(&*other.0)
    }

    /// Converts a step read from a file into the ruleset's own type. Leaves an already converted
    /// step unchanged.
    ///
    /// # Errors
    /// If the ruleset has no such step.
    pub fn read<S: StepData>(&mut self) -> Result<(), StepError> {
        if self.get::<S>().is_some() {
            return Ok(());
        }
        let foreign = || StepError::Foreign(self.name().to_owned());
        let Unread(value) = self.0.as_any().downcast_ref().ok_or_else(foreign)?;
        let step = match value.deserialized::<UntypedStep>() {
            Ok(old) => {
                let name = old.kind.to_string();
                S::from_untyped(old).ok_or(StepError::Unreadable(name))?
            }
            Err(_) => value
                .deserialized::<S>()
                .map_err(|error| StepError::Unreadable(error.to_string()))?,
        };
        *self = Self::new(step);
        Ok(())
    }

    /// The raw values of a step that is not converted yet.
    pub fn unread(&self) -> Option<&Value> {
        self.0.as_any().downcast_ref().map(|Unread(value)| value)
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl Eq for Step {}

impl Hash for Step {
    fn hash<H: Hasher>(&self, mut state: &mut H) {
        self.0.hash_into(&mut state);
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(&*self.0, serializer)
    }
}

/// Only from self-describing formats.
impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(Self(Arc::new(Unread(value))))
    }
}

/// The interface of a step to the core, which does not know its type.
trait Erased: fmt::Debug + erased_serde::Serialize + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn name(&self) -> &str;
    fn is_same_task(&self, other: &dyn Erased) -> bool;
    fn equals(&self, other: &dyn Erased) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

/// A step of a ruleset's own type.
struct Typed<S>(S);

impl<S: StepData> Erased for Typed<S> {
    #[inline]
    fn as_any(&self) -> &dyn Any {
        self
    }

    #[inline]
    fn name(&self) -> &str {
        self.0.name()
    }

    fn is_same_task(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0.is_same_task(&other.0))
    }

    fn equals(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.0.hash(&mut state);
    }
}

impl<S: fmt::Debug> fmt::Debug for Typed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<S: Serialize> Serialize for Typed<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.0.serialize(serializer)
    }
}

/// A step as read from a file, not converted yet.
#[derive(Debug)]
struct Unread(Value);

impl Erased for Unread {
    #[inline]
    fn as_any(&self) -> &dyn Any {
        self
    }

    #[inline]
    fn name(&self) -> &str {
        "unread step"
    }

    fn is_same_task(&self, _other: &dyn Erased) -> bool {
        false
    }

    fn equals(&self, other: &dyn Erased) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| self.0 == other.0)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        format!("{:?}", self.0).hash(&mut state);
    }
}

impl Serialize for Unread {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.0.serialize(serializer)
    }
}
