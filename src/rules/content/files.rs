//! The files of a ruleset as a whole: as they are built in, in a folder, and what they add up to.

use std::collections::BTreeMap;

use std::path::Path;

use super::options;
use super::source::Source;
use crate::files::Problem;

/// The content of a ruleset as [`content!`] makes it, for those who do not know which.
pub trait Stock: Sized {
    /// The content that the program was built with.
    fn built_in() -> &'static Self;

    /// The same with some options of `rules.ron` changed.
    ///
    /// # Errors
    /// When there is no such option or it cannot have that value.
    fn with_options(options: &BTreeMap<String, String>) -> Result<Self, Vec<Problem>>;

    /// The content of a folder.
    ///
    /// # Errors
    /// Everything that is wrong with the files, each with its place.
    fn load(folder: &Path) -> Result<Self, Vec<Problem>>;

    /// A number that changes when anything in it changes that a battle can depend on.
    fn fingerprint(&self) -> u64;
}

/// Declares the content of a ruleset, to be used in its `data` folder: what each file holds, and
/// what is worked out from several of them. `reference.ron`, the rules in words, is always there.
///
/// It makes a struct `Files` with one [`Source`] for each file, and the struct `Content` with a field
/// for everything. Two functions accompany the declaration: `complete(&mut Content, &Files, &mut
/// Vec<Problem>)` computes what `worked_out` lists once every file could be read (neither is needed
/// without such fields), and `check(&Content, &Files) -> Vec<Problem>` reports what does not fit
/// together; the reference is checked here.
macro_rules! content {
    ($(#[$about:meta])* $ruleset:literal { $($files:tt)* }) => {
        $crate::rules::content::content! {
            $(#[$about])*
            $ruleset { $($files)* }
            worked_out {}
        }

        fn complete(_: &mut Content, _: &Files, _: &mut Vec<$crate::files::Problem>) {}
    };
    (
        $(#[$about:meta])*
        $ruleset:literal {
            $($(#[$doc:meta])* $vis:vis $field:ident: $type:ty = $file:literal,)*
        }
        worked_out {
            $($(#[$more_doc:meta])* $more_vis:vis $more:ident: $more_type:ty,)*
        }
    ) => {
        /// One text for each file of the ruleset.
        #[derive(Clone, Debug)]
        pub(super) struct Files {
            $(pub(super) $field: $crate::rules::content::Source,)*
            pub(super) reference: $crate::rules::content::Source,
        }

        impl Files {
            /// The files as they were when the program was built.
            pub(super) fn built_in() -> Self {
                Self {
                    $($field: $crate::rules::content::Source {
                        name: concat!("assets/rulesets/", $ruleset, "/", $file, ".ron").to_owned(),
                        text: include_str!(concat!(
                            "../../../../assets/rulesets/", $ruleset, "/", $file, ".ron"
                        ))
                        .to_owned(),
                    },)*
                    reference: $crate::rules::content::Source {
                        name: concat!("assets/rulesets/", $ruleset, "/reference.ron").to_owned(),
                        text: include_str!(concat!(
                            "../../../../assets/rulesets/", $ruleset, "/reference.ron"
                        ))
                        .to_owned(),
                    },
                }
            }

            /// The files of a folder.
            fn read(folder: &std::path::Path) -> Result<Self, Vec<$crate::files::Problem>> {
                let mut problems = Vec::new();
                let mut read = |file: &str| {
                    $crate::rules::content::Source::read(&folder.join(file), &mut problems)
                };
                let files = Self {
                    $($field: read(concat!($file, ".ron")),)*
                    reference: read("reference.ron"),
                };
                if problems.is_empty() { Ok(files) } else { Err(problems) }
            }

            /// Every file, to break one at a time in tests.
            #[cfg(test)]
            pub(super) fn all_mut(&mut self) -> Vec<&mut $crate::rules::content::Source> {
                vec![$(&mut self.$field,)* &mut self.reference]
            }
        }

        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Content {
            $($(#[$doc])* $vis $field: $type,)*
            $($(#[$more_doc])* $more_vis $more: $more_type,)*
            /// The rules in words.
            pub reference: $crate::rules::content::Reference,
            fingerprint: u64,
        }

        static BUILT_IN: std::sync::LazyLock<Content> =
            std::sync::LazyLock::new(|| match assemble(&Files::built_in()) {
                Ok(content) => content,
                // Not input: the files are part of the program, and a test reads them.
                Err(problems) => unreachable!("built-in content: {problems:?}"),
            });

        impl Content {
            /// The content that the program was built with.
            pub fn built_in() -> &'static Self {
                &BUILT_IN
            }

            /// The content that the program was built with, with some options of `rules.ron`
            /// changed, each to a value as it is written there.
            ///
            /// # Errors
            /// When there is no such option or it cannot have that value.
            pub fn with_options(
                options: &std::collections::BTreeMap<String, String>,
            ) -> Result<Self, Vec<$crate::files::Problem>> {
                let mut files = Files::built_in();
                $crate::rules::content::change_options(&mut files.rules, options)?;
                assemble(&files)
            }

            /// Reads the files of a folder.
            ///
            /// # Errors
            /// Every problem found: files that are missing, text that is not RON or has other
            /// fields, and, when all files can be read, names that lead nowhere and numbers out of
            /// range.
            pub fn load(folder: &std::path::Path) -> Result<Self, Vec<$crate::files::Problem>> {
                assemble(&Files::read(folder)?)
            }

            /// A number that changes when anything in the content changes that a battle can depend
            /// on or a player can read, the reference aside. Records carry it.
            pub const fn fingerprint(&self) -> u64 {
                self.fingerprint
            }
        }

        #[cfg(test)]
        #[test]
        fn each_broken_file_is_named() {
            for n in 0..Files::built_in().all_mut().len() {
                let mut files = Files::built_in();
                let mut all = files.all_mut();
                all[n].text.insert(0, '(');
                let name = all[n].name.clone();
                let problems = assemble(&files).expect_err("a bracket too many");
                assert!(problems.iter().all(|p| p.to_string().contains(&name)), "{problems:?}");
            }
        }

        impl $crate::rules::content::Stock for Content {
            fn built_in() -> &'static Self {
                Self::built_in()
            }

            fn with_options(
                options: &std::collections::BTreeMap<String, String>,
            ) -> Result<Self, Vec<$crate::files::Problem>> {
                Self::with_options(options)
            }

            fn load(folder: &std::path::Path) -> Result<Self, Vec<$crate::files::Problem>> {
                Self::load(folder)
            }

            fn fingerprint(&self) -> u64 {
                self.fingerprint
            }
        }

        /// Reads and checks the texts of all files.
        pub(super) fn assemble(files: &Files) -> Result<Content, Vec<$crate::files::Problem>> {
            let mut problems = Vec::new();
            $(let $field: Option<$type> =
                $crate::rules::content::read_one(&files.$field, &mut problems);)*
            let reference = $crate::rules::content::read_one(&files.reference, &mut problems);
            let read = || {
                Some(Content {
                    $($field: $field?,)*
                    $($more: Default::default(),)*
                    reference: reference?,
                    fingerprint: 0,
                })
            };
            let Some(mut content) = read() else { return Err(problems) };
            complete(&mut content, files, &mut problems);
            if problems.is_empty() {
                problems = check(&content, files);
                problems.extend($crate::rules::content::check_all(&[(&files.reference, &|r| {
                    $crate::rules::content::check_reference(r, &content.reference)
                })]));
            }
            if !problems.is_empty() {
                return Err(problems);
            }
            let mut fingerprint = $crate::rules::content::Fingerprint::default();
            $(fingerprint.add(&content.$field, &files.$field)?;)*
            $(fingerprint.add(&content.$more, &files.rules)?;)*
            content.fingerprint = fingerprint.finish();
            Ok(content)
        }
    };
}
pub(crate) use content;

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
