//! A ruleset's content at one moment of a battle.

/// Declares the type that a ruleset's rules read: its content and the current battle. Each ruleset
/// implements its queries on this type.
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

        impl $Content {
            /// The content at this moment.
            pub const fn at<'a>(&'a self, ctx: $crate::Ctx<'a>) -> $Moment<'a> {
                $Moment { content: self, ctx }
            }
        }
    };
}
pub use moment;
