//! Aiming: turns an act and a click into a command.

use grid::{Cell, FloorAt, UnitId};
use rules::ruleset::{Aim, Each, Several, Variant};
use rules::{Command, Key, Target, Values};

use super::{Effect, Interaction, Mode, Options, next_of};

impl Interaction {
    /// The command for an act in its chosen variant.
    pub(super) fn command(&self, unit: UnitId, act: &Key, target: Option<Target>) -> Command {
        let aimed = matches!(&self.mode, Mode::Aiming { act: aimed, .. } if aimed == act);
        let (choice, with) =
            if aimed { (self.way.clone(), self.with.clone()) } else { Default::default() };
        let named = self.named.iter().copied().filter(|_| aimed);
        let targets = named.chain(target).collect();
        Command::Act { unit, act: act.clone(), targets, choice, with }
    }

    /// Resets all aiming choices.
    pub(super) fn forget_aim(&mut self) {
        self.way = Key::default();
        self.named.clear();
        self.with = Values::default();
        self.field = 0;
    }

    /// The variants of the act being aimed.
    fn ways<'a>(&self, options: &'a Options) -> &'a [Variant] {
        let Mode::Aiming { act, .. } = &self.mode else { return &[] };
        options.offer(act).map(|offer| offer.variants.as_slice()).unwrap_or_default()
    }

    /// Chooses a variant of the act being aimed.
    pub(super) fn choose_way(&mut self, way: Key, options: &Options) -> Vec<Effect> {
        let known = self.ways(options).iter().find(|variant| variant.choice == way);
        match known.map(|variant| &variant.refused) {
            Some(Some(refusal)) => return vec![Effect::Notice(refusal.to_string())],
            Some(None) => self.way = way,
            None => self.way = Key::default(),
        }
        Vec::new()
    }

    /// Goes to the next available variant; the plain one counts too.
    pub(super) fn turn_way(&mut self, back: bool, options: &Options) -> Vec<Effect> {
        let open = self.ways(options).iter().filter(|variant| variant.refused.is_none());
        let plain = Key::default();
        let ways: Vec<&Key> = [&plain].into_iter().chain(open.map(|v| &v.choice)).collect();
        if ways.len() == 1 {
            return vec![Effect::Notice("No other variant available.".to_owned())];
        }
        let at = ways.iter().position(|way| **way == self.way);
        let next = next_of(&ways, at, if back { -1 } else { 1 }).cloned();
        self.way = next.unwrap_or_default();
        Vec::new()
    }

    pub(super) fn choose_act(&mut self, unit: UnitId, act: &Key, options: &Options) -> Vec<Effect> {
        let Some(offer) = options.offer(act) else { return Vec::new() };
        if let Some(refusal) = &offer.refused {
            return vec![Effect::Notice(refusal.to_string())];
        }
        if let Mode::Aiming { act: aimed, aim, target } = &self.mode
            && aimed == act
        {
            // Pressing the same key again confirms the preview.
            if matches!(aim, Aim::Several(_)) {
                return self.confirm(unit, options);
            }
            let target = match (aim, target) {
                (Aim::Own, _) => None,
                (_, Some(target)) => Some(*target),
                (_, None) => return Vec::new(),
            };
            return self.carry_out(self.command(unit, act, target), options);
        }
        self.forget_aim();
        self.forget_route();
        self.group = None;
        self.mode = Mode::Aiming { act: act.clone(), aim: offer.aim, target: None };
        Vec::new()
    }

    pub(super) fn confirm(&mut self, unit: UnitId, options: &Options) -> Vec<Effect> {
        match &self.mode {
            Mode::Aiming { act, aim: Aim::Several(several), target } => {
                let (act, several, target) = (act.clone(), *several, *target);
                self.confirm_several(unit, &act, several, target, options)
            }
            Mode::Facing { .. } => match self.preview(options) {
                Some(command) => self.send(command),
                None => vec![Effect::Notice("Choose a direction first.".to_owned())],
            },
            Mode::Aiming { act, aim: Aim::Own, .. } => {
                let command = self.command(unit, act, None);
                self.carry_out(command, options)
            }
            Mode::Aiming { act, target: Some(target), .. } => {
                let command = self.command(unit, act, Some(*target));
                self.carry_out(command, options)
            }
            _ => match self.focus() {
                Some(cell) => self.click(unit, cell, options),
                None => match self.route_command(unit) {
                    Some(command) => self.send(command),
                    None => Vec::new(),
                },
            },
        }
    }

    pub(super) fn click(&mut self, unit: UnitId, cell: Cell, options: &Options) -> Vec<Effect> {
        match self.mode.clone() {
            Mode::Aiming { act, aim, target } => {
                self.aim_at(unit, cell, &act, aim, target, options)
            }
            Mode::Facing { .. } => match options.direction_to(cell) {
                Some(facing) => self.send(Command::Face { unit, facing }),
                None => vec![Effect::Notice("Choose a cell to face.".to_owned())],
            },
            Mode::Moving => match self.move_command(unit, cell, options) {
                Some(command) => self.send(command),
                None => vec![Effect::Notice("That cell is out of reach this turn.".to_owned())],
            },
            Mode::Idle => match options.body(cell, self.floor) {
                Some(foe) if options.foes.contains(&foe) => {
                    self.looked_at = Some(foe);
                    let Some(act) = options.default_attack(foe) else {
                        let text = "No attack can be used on this foe now. \
                                    Select an action to see why.";
                        return vec![Effect::Notice(text.to_owned())];
                    };
                    let target = Some(Target::Unit(foe));
                    self.forget_aim();
                    self.mode = Mode::Aiming { act: act.clone(), aim: Aim::Unit, target };
                    Vec::new()
                }
                Some(_) => self.look_at(cell, options),
                None => match self.move_command(unit, cell, options) {
                    Some(command) => self.send(command),
                    None => {
                        self.looked_at = None;
                        vec![Effect::Notice("That cell is out of reach this turn.".to_owned())]
                    }
                },
            },
        }
    }

    /// Aims the current act at a unit chosen outside the board, such as by its portrait, without
    /// carrying it out; false if it cannot be aimed at that unit. This also reaches units that
    /// something on the board hides.
    pub(super) fn aim_at_unit(&mut self, unit: UnitId, options: &Options) -> bool {
        let Mode::Aiming { act, aim: Aim::Unit | Aim::Part, target } = &mut self.mode else {
            return false;
        };
        let listed = options.targets.get(act).map(Vec::as_slice).unwrap_or_default();
        let found = listed.iter().find(|target| target.unit() == Some(unit)).copied();
        let found = found.filter(|_| options.actor != Some(unit));
        *target = found.or(*target);
        found.is_some()
    }

    /// A click while aiming: the first previews a target, a second on the same target confirms it.
    pub(super) fn aim_at(
        &mut self,
        unit: UnitId,
        cell: Cell,
        act: &Key,
        aim: Aim,
        before: Option<Target>,
        options: &Options,
    ) -> Vec<Effect> {
        if aim == Aim::Own {
            if options.body(cell, self.floor) == Some(unit) {
                return self.carry_out(self.command(unit, act, None), options);
            }
            let name = options.offer(act).map_or(act.as_str(), |offer| offer.name.as_str());
            let text = format!("{name} needs no target. Press Do it, or click its own figure.");
            return vec![Effect::Notice(text)];
        }
        let here = options.targets_in(act, cell, self.floor);
        if let (Aim::Several(several), Some(first)) = (aim, here.first()) {
            return self.name(several, *first);
        }
        match (before.filter(|t| here.contains(t)), here.first()) {
            (Some(target), _) => self.carry_out(self.command(unit, act, Some(target)), options),
            (None, Some(first)) => {
                self.mode = Mode::Aiming { act: act.clone(), aim, target: Some(*first) };
                if let Some(foe) = first.unit() {
                    self.looked_at = Some(foe);
                }
                Vec::new()
            }
            (None, None) => {
                let target = match (aim, options.body(cell, self.floor)) {
                    (Aim::Unit | Aim::Several(Several { of: Each::Unit, .. }), Some(body)) => {
                        Target::Unit(body)
                    }
                    (Aim::Cell | Aim::Several(Several { of: Each::Cell, .. }), _) => {
                        match self.floor.filter(|_| options.aims_at_floors(act)) {
                            Some(floor) => Target::Floor(FloorAt::new(cell, floor)),
                            None => Target::Place(cell.into()),
                        }
                    }
                    _ => {
                        return vec![Effect::Notice(wrong_target(aim).to_owned())];
                    }
                };
                if before == Some(target) {
                    // Previewed although it was not listed: the rules allow it.
                    return self.carry_out(self.command(unit, act, Some(target)), options);
                }
                vec![Effect::Explain(self.command(unit, act, Some(target)))]
            }
        }
    }
}

/// Why a click without anything to aim at does nothing.
const fn wrong_target(aim: Aim) -> &'static str {
    match aim {
        Aim::Own => "This act needs no target.",
        Aim::Unit | Aim::Part => "No unit is there. Click a unit.",
        Aim::Cell => "Click a cell.",
        Aim::Edge => "No wall, door or edge to aim at is there.",
        Aim::Direction => "Click a cell in the direction to aim in.",
        Aim::Several(_) => "No target is there. Click one of the marked targets.",
    }
}
