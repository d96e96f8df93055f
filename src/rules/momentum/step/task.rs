//! What steps of one kind have in common.

/// Implements [`Task`](crate::rules::step::Task) for steps identified by their unit alone.
macro_rules! of_unit {
    ($($Kind:ident),+ $(,)?) => {
        $(impl crate::rules::step::Task for $Kind {
            fn unit(&self) -> Option<crate::grid::UnitId> {
                Some(self.unit)
            }
        })+
    };
}

/// Implements [`Task`](crate::rules::step::Task) for steps of the whole battle.
macro_rules! of_all {
    ($($Kind:ident),+ $(,)?) => {
        $(impl crate::rules::step::Task for $Kind {
            fn unit(&self) -> Option<crate::grid::UnitId> {
                None
            }
        })+
    };
}
