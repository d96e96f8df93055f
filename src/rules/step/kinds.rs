//! The list of a ruleset's steps, written once.

use crate::grid::UnitId;
use crate::rules::Key;

/// What every kind of step tells of itself.
pub trait Task {
    /// The combatant that does it or to whom it happens; none for steps of the whole battle.
    fn unit(&self) -> Option<UnitId>;

    /// What tells it apart from others of its kind for the same combatant: an act, an object.
    fn part(&self) -> Key {
        Key::default()
    }
}

/// Declares the steps of a ruleset: an enum with a struct for each kind and the name under which
/// saves hold it.
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
/// Each struct is plain data and implements [`Task`]. The enum has `From` each of them, and the
/// methods `name`, `unit` and `is_same_task`; what is left to write is
/// [`StepData`](super::StepData), with what saves of version 2 hold.
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
            /// The kind of step, as saves and messages name it.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$Kind(_) => $name,)+
                }
            }

            /// The combatant that does it or to whom it happens.
            #[allow(dead_code, reason = "not every ruleset asks for it")]
            pub fn unit(&self) -> Option<$crate::grid::UnitId> {
                match self {
                    $(Self::$Kind(step) => $crate::rules::step::Task::unit(step),)+
                }
            }

            /// True if the other does the same thing for the same combatant, however far it is.
            pub fn is_same_task(&self, other: &Self) -> bool {
                use $crate::rules::step::Task;
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
