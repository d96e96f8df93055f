//! A ruleset's content at one moment of a battle.

/// Declares what the rules of a ruleset read: its content, and the battle as it is. Each ruleset
/// implements its reading of the board on this type.
#[macro_export]
macro_rules! moment {
    ($(#[$about:meta])* $Moment:ident of $Content:ty) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub struct $Moment<'a> {
            /// The content.
            pub content: &'a $Content,
            /// The battle and its board.
            pub ctx: $crate::Ctx<'a>,
        }

        impl<'a> From<(&'a $Content, $crate::Ctx<'a>)> for $Moment<'a> {
            fn from((content, ctx): (&'a $Content, $crate::Ctx<'a>)) -> Self {
                Self { content, ctx }
            }
        }
    };
}
pub use moment;
