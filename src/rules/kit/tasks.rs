//! Shared code for the step types of rulesets introduced after save version 2.

/// Implements [`Task`](crate::step::Task) for steps of one combatant, by their field `unit`, and
/// for steps of the whole battle. Used together with [`steps!`](crate::steps).
#[macro_export]
macro_rules! tasks {
    ($Steps:ident; of_unit: $($Own:ty),+; of_battle: $($All:ty),+) => {
        /// The result of running a step once.
        pub type Outcome = $crate::Outcome<$Steps>;
        /// The steps a command starts.
        pub type Plan = $crate::ruleset::Plan<$Steps>;

        impl $crate::step::StepData for $Steps {
            fn name(&self) -> &str {
                Self::name(self)
            }

            fn is_same_task(&self, other: &Self) -> bool {
                Self::is_same_task(self, other)
            }

            /// Saves of version 2 contain no steps of this ruleset.
            fn from_untyped(_: $crate::step::UntypedStep) -> Option<Self> {
                None
            }
        }

        $(impl $crate::step::Task for $Own {
            fn unit(&self) -> Option<grid::UnitId> {
                Some(self.unit)
            }
        })+

        $(impl $crate::step::Task for $All {
            fn unit(&self) -> Option<grid::UnitId> {
                None
            }
        })+
    };
}
pub use tasks;
