//! How a ruleset is made of its content.

/// The ways to make a ruleset of its content: the one it was built with, that with options changed, or
/// that of a folder. The ruleset has the fields `content` and `description`.
macro_rules! made_of_content {
    ($Ruleset:ident, $Content:ty, $describe:expr) => {
        impl $Ruleset {
            /// With the content it was built with.
            pub fn built_in() -> Self {
                Self::new(<$Content>::built_in().clone())
            }

            /// With the content it was built with and some options of `rules.ron` changed, each to a
            /// value as it is written there.
            ///
            /// # Errors
            /// When there is no such option or it cannot have that value.
            pub fn with_options(
                options: &std::collections::BTreeMap<String, String>,
            ) -> Result<Self, Vec<$crate::files::Problem>> {
                <$Content>::with_options(options).map(Self::new)
            }

            /// With the content of a folder.
            ///
            /// # Errors
            /// Everything that is wrong with the files, each with its place.
            pub fn load(folder: &std::path::Path) -> Result<Self, Vec<$crate::files::Problem>> {
                <$Content>::load(folder).map(Self::new)
            }

            fn new(content: $Content) -> Self {
                let description = $describe(&content);
                Self { content: std::sync::Arc::new(content), description }
            }
        }
    };
}

pub(crate) use made_of_content;
