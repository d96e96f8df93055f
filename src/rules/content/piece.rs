//! Content shown to players: an ID, a name and a text, followed by specific fields.

use super::shelf::ContentEntry;

/// An entry with a name and a text for players.
pub trait Piece: ContentEntry {
    /// Display name.
    fn name(&self) -> &str;

    /// One plain sentence.
    fn text(&self) -> &str;
}

/// Declares structs of content. Each gets `id`, `name` and `text` before its own fields, rejects
/// unknown fields in files, and implements [`Piece`].
#[macro_export]
macro_rules! pieces {
    ($(
        $(#[$about:meta])*
        pub struct $Name:ident {
            $($(#[$doc:meta])* pub $field:ident: $type:ty,)*
        }
    )+) => {
        $(
            $(#[$about])*
            #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
            #[serde(deny_unknown_fields)]
            pub struct $Name {
                /// Name in files and commands.
                pub id: $crate::Key,
                /// Display name.
                pub name: String,
                /// One plain sentence.
                pub text: String,
                $($(#[$doc])* pub $field: $type,)*
            }

            $crate::content::entries!($Name);

            impl $crate::content::Piece for $Name {
                fn name(&self) -> &str {
                    &self.name
                }

                fn text(&self) -> &str {
                    &self.text
                }
            }
        )+
    };
}
pub use pieces;
