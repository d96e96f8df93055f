//! A combatant with the content and the typed sheet behind its numbers.

/// Declares the combatant of a ruleset together with its content and its typed sheet. Each ruleset
/// implements its numbers on this type.
#[macro_export]
macro_rules! numbers {
    ($(#[$about:meta])* $Numbers:ident of $Content:ty, $Sheet:ty) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Numbers<'a> {
            /// The content.
            pub content: &'a $Content,
            /// The combatant.
            pub unit: &'a $crate::state::Unit,
            /// Its typed sheet.
            pub sheet: &'a $Sheet,
        }

        impl<'a> $Numbers<'a> {
            /// The numbers of a combatant; `None` if its sheet is not of this ruleset.
            pub fn of(content: &'a $Content, unit: &'a $crate::state::Unit) -> Option<Self> {
                unit.form.sheet.get::<$Sheet>().map(|sheet| Self { content, unit, sheet })
            }
        }
    };
}
pub use numbers;
