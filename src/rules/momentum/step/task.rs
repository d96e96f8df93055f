//! Shared code of steps of one kind.

/// Implements [`Task`](rules::step::Task) for steps identified by their unit alone.
macro_rules! of_unit {
    ($($Kind:ident),+ $(,)?) => {
        $(impl rules::step::Task for $Kind {
            fn unit(&self) -> Option<grid::UnitId> {
                Some(self.unit)
            }
        })+
    };
}

/// Implements [`Task`](rules::step::Task) for steps of the whole battle.
macro_rules! of_all {
    ($($Kind:ident),+ $(,)?) => {
        $(impl rules::step::Task for $Kind {
            fn unit(&self) -> Option<grid::UnitId> {
                None
            }
        })+
    };
}
