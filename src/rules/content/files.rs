//! The files of a ruleset as a whole: as they are built in, in a folder, and what they add up to.

use std::collections::BTreeMap;

use serde::Serialize;

use super::options;
use super::source::Source;
use crate::files::Problem;

/// Declares the files of a ruleset, to be used in its `data` folder: a struct `Files` with one
/// [`Source`] for each, named as the file without its ending.
macro_rules! content_files {
    ($ruleset:literal: $($field:ident),* $(,)?) => {
        /// One text for each file of the ruleset.
        #[derive(Clone, Debug)]
        pub(super) struct Files {
            $(pub(super) $field: $crate::rules::content::Source,)*
        }

        impl Files {
            /// The files as they were when the program was built.
            pub(super) fn built_in() -> Self {
                Self { $($field: $crate::rules::content::Source {
                    name: concat!("assets/rulesets/", $ruleset, "/", stringify!($field), ".ron")
                        .to_owned(),
                    text: include_str!(concat!(
                        "../../../../assets/rulesets/", $ruleset, "/", stringify!($field), ".ron"
                    ))
                    .to_owned(),
                },)* }
            }

            /// The files of a folder.
            fn read(folder: &std::path::Path) -> Result<Self, Vec<$crate::files::Problem>> {
                let mut problems = Vec::new();
                let files = Self { $($field: $crate::rules::content::Source::read(
                    &folder.join(concat!(stringify!($field), ".ron")),
                    &mut problems,
                ),)* };
                if problems.is_empty() { Ok(files) } else { Err(problems) }
            }

            /// Every file, to break one at a time in tests.
            #[cfg(test)]
            pub(super) fn all_mut(&mut self) -> Vec<&mut $crate::rules::content::Source> {
                vec![$(&mut self.$field,)*]
            }
        }
    };
}
pub(crate) use content_files;

/// Changes some options of `rules.ron`, each to a value as it is written there.
///
/// # Errors
/// When there is no such option or it cannot have that value.
pub fn change_options(
    rules: &mut Source,
    options: &BTreeMap<String, String>,
) -> Result<(), Vec<Problem>> {
    for (name, value) in options {
        rules.text = options::replace(&rules.text, name, value).map_err(|p| vec![p])?;
    }
    Ok(())
}

/// A number that changes when anything in the content changes (XXH3, 64 bit).
///
/// # Errors
/// When it cannot be written down; `file` is named then.
pub fn fingerprint(content: &impl Serialize, file: &Source) -> Result<u64, Vec<Problem>> {
    match postcard::to_stdvec(content) {
        Ok(bytes) => Ok(xxhash_rust::xxh3::xxh3_64(&bytes)),
        Err(e) => Err(vec![Problem::new(&file.name, format!("cannot be hashed: {e}"))]),
    }
}
