//! The file set of a ruleset, built in or from a folder, and the content made from it.

use std::path::Path;

use super::source::Source;
use super::{fields, options};
use crate::house::{Changes, HouseRules};
use files::Problem;

/// The content of a ruleset as declared by [`content!`], for generic code.
pub trait ContentSet: Sized + 'static {
    /// The built-in content.
    fn built_in() -> &'static Self;

    /// The built-in content with some options of `rules.ron` changed, or fields of entries in the
    /// other files: `abilities/slash/damage`.
    ///
    /// # Errors
    /// If an option or entry does not exist or cannot have that value.
    fn with_options(options: &Changes) -> Result<Self, Vec<Problem>> {
        Self::built_in().changed(options)
    }

    /// This content with such changes, on top of earlier ones.
    ///
    /// # Errors
    /// If an option or entry does not exist or cannot have that value.
    fn changed(&self, options: &Changes) -> Result<Self, Vec<Problem>>;

    /// The options of `rules.ron`, and which of them were changed.
    fn house_rules(&self) -> &HouseRules;

    /// Loads the content of a folder.
    ///
    /// # Errors
    /// All problems in the files, each with its location.
    fn load(folder: &Path) -> Result<Self, Vec<Problem>>;

    /// A hash of everything that can affect a battle.
    fn fingerprint(&self) -> u64;
}

/// Declares the content of a ruleset, for its `data` folder: the content of each file, and what is
/// derived from several of them. `reference.ron`, the rule texts, is always included.
///
/// Creates a struct `Files` with one [`Source`] per file, and the struct `Content` with one field
/// per file. The module with the declaration provides `check(&Content, &Files) -> Vec<Problem>`,
/// which reports inconsistencies, and, if there are `worked_out` fields, `complete(&mut Content,
/// &Files, &mut Vec<Problem>)`, which computes them after all files have been read.
#[macro_export]
macro_rules! content {
    ($(#[$about:meta])* $ruleset:literal { $($files:tt)* }) => {
        $crate::content::content! {
            $(#[$about])*
            $ruleset { $($files)* }
            worked_out {}
        }

        fn complete(_: &mut Content, _: &Files, _: &mut Vec<files::Problem>) {}
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
        /// The texts of the ruleset's files.
        #[derive(Clone, Debug)]
        pub(super) struct Files {
            $(pub(super) $field: $crate::content::Source,)*
            pub(super) reference: $crate::content::Source,
        }

        impl Files {
            /// The built-in files.
            pub(super) fn built_in() -> Self {
                Self {
                    $($field: $crate::content::Source {
                        name: concat!("assets/rulesets/", $ruleset, "/", $file, ".ron").to_owned(),
                        text: include_str!(concat!(
                            "../../../../assets/rulesets/", $ruleset, "/", $file, ".ron"
                        ))
                        .to_owned(),
                    },)*
                    reference: $crate::content::Source {
                        name: concat!("assets/rulesets/", $ruleset, "/reference.ron").to_owned(),
                        text: include_str!(concat!(
                            "../../../../assets/rulesets/", $ruleset, "/reference.ron"
                        ))
                        .to_owned(),
                    },
                }
            }

            /// The files of a folder.
            fn read(folder: &std::path::Path) -> Result<Self, Vec<files::Problem>> {
                let mut problems = Vec::new();
                let mut read = |file: &str| {
                    $crate::content::Source::read(&folder.join(file), &mut problems)
                };
                let files = Self {
                    $($field: read(concat!($file, ".ron")),)*
                    reference: read("reference.ron"),
                };
                if problems.is_empty() { Ok(files) } else { Err(problems) }
            }

            /// Every file.
            pub(super) fn all_mut(&mut self) -> Vec<&mut $crate::content::Source> {
                vec![$(&mut self.$field,)* &mut self.reference]
            }
        }

        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Content {
            $($(#[$doc])* $vis $field: $type,)*
            $($(#[$more_doc])* $more_vis $more: $more_type,)*
            /// The rule texts.
            pub reference: $crate::content::Reference,
            fingerprint: u64,
            house_rules: $crate::house::HouseRules,
            files: $crate::content::Origin<Files>,
        }

        static BUILT_IN: std::sync::LazyLock<Content> =
            std::sync::LazyLock::new(|| match assemble(&Files::built_in()) {
                Ok(content) => content,
                // Not user input: the files are part of the program, and a test reads them.
                Err(problems) => unreachable!("built-in content: {problems:?}"),
            });

        impl Content {
            /// The built-in content.
            pub fn built_in() -> &'static Self {
                &BUILT_IN
            }

            /// Reads the files of a folder.
            ///
            /// # Errors
            /// All problems found: missing files, invalid RON or wrong fields and, if all files can
            /// be read, unknown names and numbers out of range.
            pub fn load(folder: &std::path::Path) -> Result<Self, Vec<files::Problem>> {
                assemble(&Files::read(folder)?)
            }

            /// A hash of everything in the content that can affect a battle or is shown to players,
            /// except for the reference. Stored in saves and replays.
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

        impl $crate::content::ContentSet for Content {
            fn built_in() -> &'static Self {
                Self::built_in()
            }

            fn changed(
                &self,
                options: &$crate::house::Changes,
            ) -> Result<Self, Vec<files::Problem>> {
                let mut files = self.files.copy();
                $crate::content::change_options(files.all_mut(), options)?;
                let mut content = assemble(&files).map_err(|problems| {
                    $crate::content::blame_options(problems, &files.rules, options)
                })?;
                content.house_rules.changed = self.house_rules.changed.clone();
                content.house_rules.changed.extend(options.clone());
                Ok(content)
            }

            fn house_rules(&self) -> &$crate::house::HouseRules {
                &self.house_rules
            }

            fn load(folder: &std::path::Path) -> Result<Self, Vec<files::Problem>> {
                Self::load(folder)
            }

            fn fingerprint(&self) -> u64 {
                self.fingerprint
            }
        }

        /// Parses and checks the texts of all files.
        pub(super) fn assemble(files: &Files) -> Result<Content, Vec<files::Problem>> {
            let mut problems = Vec::new();
            $(let $field: Option<$type> =
                $crate::content::read_one(&files.$field, &mut problems);)*
            let reference = $crate::content::read_one(&files.reference, &mut problems);
            let read = || {
                Some(Content {
                    $($field: $field?,)*
                    $($more: Default::default(),)*
                    reference: reference?,
                    fingerprint: 0,
                    house_rules: $crate::house::HouseRules {
                        options: $crate::content::list_options(&files.rules.text),
                        changed: Default::default(),
                    },
                    files: $crate::content::Origin::of(files),
                })
            };
            let Some(mut content) = read() else { return Err(problems) };
            complete(&mut content, files, &mut problems);
            if problems.is_empty() {
                problems = check(&content, files);
                problems.extend($crate::content::check_all(&[(&files.reference, &|r| {
                    $crate::content::check_reference(r, &content.reference)
                })]));
            }
            if !problems.is_empty() {
                return Err(problems);
            }
            let mut fingerprint = $crate::content::Fingerprint::default();
            $(fingerprint.add(&content.$field, &files.$field)?;)*
            $(fingerprint.add(&content.$more, &files.rules)?;)*
            content.fingerprint = fingerprint.finish();
            Ok(content)
        }
    };
}
pub use content;

/// Changes some options of `rules.ron`, or fields of entries in other files, named `file/id/field`.
/// Values are written as in the files.
///
/// # Errors
/// If a file, an entry or an option does not exist, or cannot have that value.
pub fn change_options(mut files: Vec<&mut Source>, options: &Changes) -> Result<(), Vec<Problem>> {
    for (name, value) in options {
        let mut parts = name.splitn(3, '/');
        let first = parts.next().unwrap_or_default();
        let entry = parts.next().zip(parts.next());
        let wanted = format!("/{}.ron", if entry.is_some() { first } else { "rules" });
        let Some(source) = files.iter_mut().find(|source| source.name.ends_with(&wanted)) else {
            let text = format!("the ruleset has no file `{first}.ron`");
            return Err(vec![Problem::new("data", text)]);
        };
        let changed = match entry {
            Some((id, field)) => fields::replace(&source.text, id, field, value),
            None => options::replace(&source.text, name, value),
        };
        source.text = changed.map_err(|problem| vec![problem])?;
    }
    Ok(())
}

/// The problems of content with changed options, with the option that each comes from instead of a
/// place in the ruleset's own files, which have no problems without the changes.
pub fn blame_options(problems: Vec<Problem>, rules: &Source, changes: &Changes) -> Vec<Problem> {
    let blamed = |problem: Problem| {
        let at = problem.at.filter(|_| problem.file == rules.name);
        let names = at.and_then(|at| options::on_line(&rules.text, at.line));
        let named = names.and_then(|names| changes.iter().find(|(name, _)| names.contains(name)));
        // A single change is the reason wherever its problem shows.
        let only = || changes.iter().next().filter(|_| changes.len() == 1);
        match named.or_else(only) {
            Some((name, value)) => options::blame(problem, name, value),
            None => problem,
        }
    };
    problems.into_iter().map(blamed).collect()
}
