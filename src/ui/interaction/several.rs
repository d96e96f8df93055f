//! Acts with several targets. Clicking or confirming a target adds it, a further
//! confirmation carries out the act, and stepping back removes the last target.

use grid::UnitId;
use rules::ruleset::Several;
use rules::{Command, Key, Target};

use super::{Effect, Interaction, Mode, Options};

impl Interaction {
    /// Previews the chosen targets plus the one pointed at.
    pub(super) fn preview_several(
        &self,
        unit: UnitId,
        act: &Key,
        several: Several,
        options: &Options,
    ) -> Option<Command> {
        let pointed = self
            .focus()
            .and_then(|cell| options.targets_in(act, cell, self.floor).first().copied());
        let next = pointed.filter(|target| several.takes(&self.named, target));
        let enough = self.named.len() + usize::from(next.is_some()) >= usize::from(several.least);
        (enough && (next.is_some() || !self.named.is_empty()))
            .then(|| self.command(unit, act, next))
    }

    /// Adds a target.
    pub(super) fn name(&mut self, several: Several, target: Target) -> Vec<Effect> {
        if !several.takes(&self.named, &target) {
            let text = if self.named.len() >= usize::from(several.most) {
                let targets = if several.most == 1 { "target" } else { "targets" };
                format!("At most {} {targets}. Confirm, or remove the last one.", several.most)
            } else if several.each == 1 {
                "Each target can be chosen only once.".to_owned()
            } else {
                format!("The same target can be chosen at most {} times.", several.each)
            };
            return vec![Effect::Notice(text)];
        }
        self.named.push(target);
        self.cursor = None;
        if let Mode::Aiming { target, .. } = &mut self.mode {
            *target = None;
        }
        if let Some(unit) = target.unit() {
            self.looked_at = Some(unit);
        }
        Vec::new()
    }

    /// Adds the target selected by keys. Without one, carries out the act on the chosen targets.
    pub(super) fn confirm_several(
        &mut self,
        unit: UnitId,
        act: &Key,
        several: Several,
        target: Option<Target>,
        options: &Options,
    ) -> Vec<Effect> {
        let under =
            self.cursor.and_then(|cell| options.targets_in(act, cell, self.floor).first().copied());
        if let Some(target) = target.or(under) {
            return self.name(several, target);
        }
        if self.named.len() < usize::from(several.least) || self.named.is_empty() {
            let (least, named) = (several.least.max(1), self.named.len());
            let text = format!("Choose at least {least} targets first; {named} so far.");
            return vec![Effect::Notice(text)];
        }
        let command = self.command(unit, act, None);
        self.carry_out(command, options)
    }
}
