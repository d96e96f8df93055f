//! A macro that declares the steps of a ruleset.

use crate::Key;
use grid::UnitId;

/// The task of a kind of step.
pub trait Task {
    /// The combatant that acts or is affected; `None` for steps of the whole battle.
    fn unit(&self) -> Option<UnitId>;

    /// Distinguishes it from other steps of its kind for the same combatant: an act, an object.
    fn part(&self) -> Key {
        Key::default()
    }
}

/// Declares the steps of a ruleset: an enum with a struct for each kind and its name in saves.
///
/// ```ignore
/// steps! {
///     /// The steps of this ruleset.
///     pub enum Step {
///         /// A round begins.
///         RoundStart(RoundStart) = "round_start",
///     }
/// }
/// ```
///
/// Each struct is plain data and implements [`Task`]. The enum implements `From` for each of them,
/// and the methods `name`, `unit` and `is_same_task`; the ruleset still implements
/// [`StepData`](super::StepData), including the conversion from saves of version 2.
#[macro_export]
macro_rules! steps {
    ($(#[$meta:meta])* $vis:vis enum $Steps:ident {
        $($(#[$about:meta])* $Kind:ident($Data:ty) = $name:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        $vis enum $Steps {
            $($(#[$about])* #[serde(rename = $name)] $Kind($Data),)+
        }

        impl $Steps {
            /// The kind of step, as named in saves and messages.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$Kind(_) => $name,)+
                }
            }

            /// The combatant that acts or is affected.
            #[allow(dead_code, reason = "not every ruleset asks for it")]
            pub fn unit(&self) -> Option<grid::UnitId> {
                match self {
                    $(Self::$Kind(step) => $crate::step::Task::unit(step),)+
                }
            }

            /// Returns true if the other step has the same task for the same combatant, in whatever
            /// phase.
            pub fn is_same_task(&self, other: &Self) -> bool {
                use $crate::step::Task;
                let is_alike = match (self, other) {
                    $((Self::$Kind(a), Self::$Kind(b)) => a.part() == b.part(),)+
                    _ => false,
                };
                is_alike && self.unit() == other.unit()
            }
        }

        $(impl From<$Data> for $Steps {
            fn from(step: $Data) -> Self {
                Self::$Kind(step)
            }
        })+
    };
}
