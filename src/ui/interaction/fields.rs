//! Settings of the act being aimed other than its target: body
//! part and parameters. Also turning on the spot.

use rules::parameter::Parameter;
use rules::ruleset::Aim;
use rules::{Key, Part, Target, Value};

use super::{Effect, Interaction, Mode, Options, next_of};

impl Interaction {
    /// The parameters of the act being aimed.
    pub fn parameters<'a>(&self, options: &'a Options) -> &'a [Parameter] {
        let Mode::Aiming { act, .. } = &self.mode else { return &[] };
        options.offer(act).map(|offer| offer.parameters.as_slice()).unwrap_or_default()
    }

    /// Updates the aiming mode to the act's settings, which may change its kind of target.
    pub fn follow_settings(&mut self, options: &Options) {
        let Mode::Aiming { act, aim, target } = &mut self.mode else { return };
        let Some(offer) = options.offer(act) else { return };
        if offer.aim != *aim {
            (*aim, *target) = (offer.aim, None);
            self.named.clear();
        }
        if self.way != Key::default() && !offer.variants.iter().any(|v| v.choice == self.way) {
            self.way = Key::default();
        }
    }

    /// The value of a parameter of the act being aimed.
    pub fn value_of(&self, parameter: &Parameter) -> Value {
        self.with.get(parameter.id.as_str()).unwrap_or(&parameter.usual).clone()
    }

    /// The body parts to choose from, of the unit being aimed or pointed at.
    pub fn parts(&self, options: &Options) -> Vec<Target> {
        let Mode::Aiming { act, aim: Aim::Part, target } = &self.mode else { return Vec::new() };
        let pointed = self.focus().and_then(|cell| options.body(cell, self.floor));
        let unit = target.and_then(|target| target.unit()).or(pointed);
        unit.map_or_else(Vec::new, |unit| options.parts_of(act, unit).collect())
    }

    /// Index of the first field that is a parameter.
    fn first_parameter(&self) -> usize {
        usize::from(matches!(self.mode, Mode::Aiming { aim: Aim::Part, .. }))
    }

    /// Sets a parameter of the act being aimed.
    pub(super) fn set(&mut self, id: Key, value: Value, options: &Options) -> Vec<Effect> {
        let parameters = self.parameters(options);
        let Some(at) = parameters.iter().position(|parameter| parameter.id == id) else {
            return vec![Effect::Notice("This action has no such setting.".to_owned())];
        };
        if let Some(refusal) = parameters.get(at).and_then(|p| p.check(&value).err()) {
            return vec![Effect::Notice(refusal.to_string())];
        }
        self.field = at + self.first_parameter();
        self.with.set(id, value);
        Vec::new()
    }

    /// Aims at another part of the same body.
    pub(super) fn choose_part(&mut self, part: Part, options: &Options) -> Vec<Effect> {
        let parts = self.parts(options);
        let found = parts.into_iter().find(|t| matches!(t, Target::Part(_, p) if *p == part));
        match (&mut self.mode, found) {
            (Mode::Aiming { target, .. }, Some(found)) => {
                *target = Some(found);
                self.field = 0;
                self.looked_at = found.unit();
                Vec::new()
            }
            _ => vec![Effect::Notice("This action cannot target that part.".to_owned())],
        }
    }

    /// Selects the next field for the keys to change.
    pub(super) fn next_field(&mut self, options: &Options) -> Vec<Effect> {
        let floors = usize::from(self.floors(options).len() > 1);
        let count = self.first_parameter() + self.parameters(options).len() + floors;
        match (self.field + 1).checked_rem(count) {
            Some(next) => self.field = next,
            None => return vec![Effect::Notice("This action has no settings.".to_owned())],
        }
        Vec::new()
    }

    /// Sets the selected field to its next or previous value.
    pub(super) fn step_field(&mut self, up: bool, options: &Options) -> Vec<Effect> {
        let by = if up { 1 } else { -1 };
        let first = self.first_parameter();
        if self.field < first {
            let parts = self.parts(options);
            if let Mode::Aiming { target, .. } = &mut self.mode {
                let at = target.and_then(|t| parts.iter().position(|part| *part == t));
                *target = next_of(&parts, at, by).or(*target);
            }
            return Vec::new();
        }
        let parameter = self.parameters(options).get(self.field - first);
        let Some(parameter) = parameter else { return self.step_floor(up, options) };
        let value = parameter.step(&self.value_of(parameter), up);
        let id = parameter.id.clone();
        self.set(id, value, options)
    }

    /// The ways to aim at the floors of the cell being aimed or pointed at.
    fn floors(&self, options: &Options) -> Vec<Target> {
        let Mode::Aiming { act, target, .. } = &self.mode else { return Vec::new() };
        let cell = target.and_then(|target| target.cell()).or_else(|| self.focus());
        cell.map_or_else(Vec::new, |cell| options.floors_in(act, cell))
    }

    /// Aims at the next higher or lower floor of the same cell.
    fn step_floor(&mut self, up: bool, options: &Options) -> Vec<Effect> {
        let floors = self.floors(options);
        let Mode::Aiming { target, .. } = &mut self.mode else { return Vec::new() };
        let height = |target: &Target| target.floor().and_then(|at| at.floor);
        let now = target.map_or(self.floor, |target| height(&target));
        let at = floors.iter().position(|floor| height(floor) == now);
        let next = match (at, up) {
            (Some(at), true) => floors.get(at + 1),
            (Some(at), false) => at.checked_sub(1).and_then(|at| floors.get(at)),
            (None, _) => floors.first(),
        };
        let Some(next) = next else {
            let text = match floors.len() {
                0 | 1 => "This action has no settings.",
                _ => "No other floor to aim at.",
            };
            return vec![Effect::Notice(text.to_owned())];
        };
        (*target, self.floor) = (Some(*next), height(next));
        let floor = self.floor.map_or("the ground".to_owned(), |floor| format!("height {floor}"));
        vec![Effect::Notice(format!("Aims at {floor}."))]
    }

    /// Starts or cancels turning on the spot.
    pub(super) fn toggle_facing(&mut self, options: &Options) -> Vec<Effect> {
        if options.facing.is_none() {
            let text = "Facing does not matter under these rules.";
            return vec![Effect::Notice(text.to_owned())];
        }
        self.forget_aim();
        self.forget_route();
        self.mode = match self.mode {
            Mode::Facing { .. } => Mode::Idle,
            _ => Mode::Facing { to: None },
        };
        Vec::new()
    }
}
