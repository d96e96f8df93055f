//! Acts at several targets, named one after the other: a click or the confirmation of a target names
//! it, another confirmation acts, going back takes the last one back.

use crate::grid::UnitId;
use crate::rules::ruleset::Several;
use crate::rules::{Command, Key, Target};

use super::{Effect, Interaction, Mode, Options};

impl Interaction {
    /// What those named so far and the one pointed at would come to.
    pub(super) fn preview_several(
        &self,
        unit: UnitId,
        act: &Key,
        several: Several,
        options: &Options,
    ) -> Option<Command> {
        let pointed = self.focus().and_then(|cell| options.targets_in(act, cell).first().copied());
        let next = pointed.filter(|target| several.takes(&self.named, target));
        let enough = self.named.len() + usize::from(next.is_some()) >= usize::from(several.least);
        (enough && (next.is_some() || !self.named.is_empty()))
            .then(|| self.command(unit, act, next))
    }

    /// Names one more.
    pub(super) fn name(&mut self, several: Several, target: Target) -> Vec<Effect> {
        if !several.takes(&self.named, &target) {
            let text = if self.named.len() >= usize::from(several.most) {
                format!(
                    "No more than {} are named. Confirm, or take the last one back.",
                    several.most
                )
            } else {
                format!("The same one is named at most {} times.", several.each)
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

    /// Names the target that keys have chosen; without one it acts at those that are named.
    pub(super) fn confirm_several(
        &mut self,
        unit: UnitId,
        act: &Key,
        several: Several,
        target: Option<Target>,
        options: &Options,
    ) -> Vec<Effect> {
        let under = self.cursor.and_then(|cell| options.targets_in(act, cell).first().copied());
        if let Some(target) = target.or(under) {
            return self.name(several, target);
        }
        if self.named.len() < usize::from(several.least) || self.named.is_empty() {
            let (least, named) = (several.least.max(1), self.named.len());
            let text = format!("At least {least} targets are named first; so far {named}.");
            return vec![Effect::Notice(text)];
        }
        let command = self.command(unit, act, None);
        self.send(command)
    }
}
