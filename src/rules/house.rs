//! House rules: the options of a ruleset, and those changed for a battle.

use std::collections::BTreeMap;

use super::modifier::RuleId;

/// Changed options by name, with their values as written in `rules.ron`.
pub type Changes = BTreeMap<String, String>;

/// Maximum number of changed options in a battle.
pub const MAX_CHANGES: usize = 500;

/// The values that an option can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// `true` or `false`.
    Switch,
    /// One of these names.
    OneOf(Vec<String>),
    /// A whole number, or a height in metres; the ruleset checks its range.
    Number,
    /// Anything else, written as in the file.
    Text,
}

/// A number or option that does not belong to a creature or weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// Its name, with that of its group if it has one: `prices.attack`.
    pub name: String,
    /// The heading above it.
    pub section: String,
    /// Its value, as written.
    pub value: String,
    /// Its allowed values.
    pub allowed: Allowed,
    /// A note on its values: their unit, or what they count. May be empty.
    pub note: String,
    /// The rules that it affects.
    pub rules: Vec<RuleId>,
}

impl RuleOption {
    /// The title and value as shown to players: "Flank bonus: 2".
    pub fn words(&self) -> String {
        let value = match self.value.as_str() {
            "true" => "yes",
            "false" => "no",
            value => value,
        };
        format!("{}: {value}", self.title())
    }

    /// Its name as shown to players: "Prices, attack".
    pub fn title(&self) -> String {
        let words = self.name.replace('_', " ").replace('.', ", ");
        let mut letters = words.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().collect::<String>() + letters.as_str()
        })
    }
}

/// The options of a ruleset, and those that differ from its data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HouseRules {
    /// Every option, in the order of the file, with the values in force.
    pub options: Vec<RuleOption>,
    /// The changed options, with their current values.
    pub changed: Changes,
}

impl HouseRules {
    /// No options.
    pub const NONE: Self = Self { options: Vec::new(), changed: Changes::new() };

    /// The option with this name, with or without its group.
    pub fn option(&self, name: &str) -> Option<&RuleOption> {
        let group =
            |option: &&RuleOption| option.name.split_once('.').map(|(_, own)| own.to_owned());
        let full = self.options.iter().find(|option| option.name == name);
        full.or_else(|| self.options.iter().find(|option| group(option).as_deref() == Some(name)))
    }

    /// The changed options, in the order of the file.
    pub fn changes(&self) -> impl Iterator<Item = &RuleOption> {
        let changed: Vec<&RuleOption> =
            self.changed.keys().filter_map(|n| self.option(n)).collect();
        self.options.iter().filter(move |option| changed.contains(option))
    }

    /// The changed options that a rule depends on.
    pub fn deciding<'a>(&'a self, rule: &'a RuleId) -> impl Iterator<Item = &'a RuleOption> {
        self.changes().filter(|option| option.rules.contains(rule))
    }
}
