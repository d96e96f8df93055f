//! Carrying out the previewed command, the same for all acts. Acts that give up ask for
//! confirmation.

use grid::UnitId;
use rules::Command;
use rules::ruleset::Aim;

use super::{Effect, Input, Interaction, Mode, NO_TARGET, Options, TurnState};

/// What Enter, or the button *Do it*, would do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// It carries out the previewed command; the text says how else the player can do that.
    Ready(String),
    /// It carries out an act that gives up, which the player has already confirmed once.
    Again(String),
    /// Nothing yet; the text says what is missing.
    Missing(String),
}

impl Input {
    /// True for inputs that may carry out the previewed command, and for pointing, which changes
    /// nothing.
    pub(super) const fn may_confirm(&self) -> bool {
        matches!(
            self,
            Self::Hover(_)
                | Self::HoverBelow(_)
                | Self::Click(_)
                | Self::Confirm
                | Self::Act(_)
                | Self::Slot(_)
        )
    }

    /// True for inputs that only tell where the pointer is.
    pub(crate) const fn is_hover(&self) -> bool {
        matches!(self, Self::Hover(_) | Self::HoverFloor(_) | Self::HoverBelow(_))
    }
}

impl Interaction {
    /// Sends an act. One that gives up is sent only when confirmed twice.
    pub(super) fn carry_out(&mut self, command: Command, options: &Options) -> Vec<Effect> {
        let name = match &command {
            Command::Act { act, .. } if options.giving_up.contains(act) => {
                options.offer(act).map_or_else(|| act.to_string(), |offer| offer.name.clone())
            }
            _ => return self.send(command),
        };
        if self.give_up_asked.as_ref() == Some(&command) {
            return self.send(command);
        }
        self.give_up_asked = Some(command);
        vec![Effect::Notice(format!("{name}? Confirm once more."))]
    }

    /// The effect of a confirmation now; `None` while the player has nothing to decide.
    pub fn confirmation(&self, options: &Options) -> Option<Confirmation> {
        let unit = options.actor.filter(|_| options.stand == TurnState::Acting)?;
        if self.give_up_asked.is_some() {
            return Some(Confirmation::Again("It leaves the fight for good.".to_owned()));
        }
        let ready = |text: &str| Confirmation::Ready(text.to_owned());
        let missing = |text: &str| Confirmation::Missing(text.to_owned());
        Some(match &self.mode {
            Mode::Aiming { aim: Aim::Own, .. } => ready("Or click its own figure."),
            Mode::Aiming { aim: Aim::Several(several), target, .. } => {
                let (named, least) = (self.named.len(), usize::from(several.least.max(1)));
                if target.is_some() {
                    ready("Adds the target.")
                } else if named >= least {
                    Confirmation::Ready(format!("{named} of {} targets.", several.most))
                } else {
                    Confirmation::Missing(format!("Choose targets: {named} of {least}."))
                }
            }
            Mode::Aiming { target: Some(_), .. } => ready("Or click the target again."),
            Mode::Aiming { act, aim, .. } if options.is_aimless(act, *aim) => missing(NO_TARGET),
            Mode::Aiming { .. } => missing("Choose a target."),
            Mode::Facing { .. } if self.preview(options).is_some() => ready("Or click a cell."),
            Mode::Facing { .. } => missing("Choose a direction."),
            Mode::Idle | Mode::Moving => self.confirmed_move(unit, options),
        })
    }

    /// The same without an act: moves, and the keyboard cursor on a foe.
    fn confirmed_move(&self, unit: UnitId, options: &Options) -> Confirmation {
        let there = self.focus().and_then(|cell| self.move_command(unit, cell, options));
        let foe = self.cursor.and_then(|cell| options.body(cell, self.floor));
        if foe.is_some_and(|foe| options.foes.contains(&foe)) && self.mode == Mode::Idle {
            return Confirmation::Ready("Aims at the foe.".to_owned());
        }
        let hovered = self.hovered.and_then(|cell| options.body(cell, self.floor));
        if hovered.is_some_and(|foe| options.foes.contains(&foe)) && self.mode == Mode::Idle {
            return Confirmation::Missing("Click the foe to aim at it.".to_owned());
        }
        match there.or_else(|| self.route_command(unit)) {
            Some(_) => Confirmation::Ready("Or click the cell.".to_owned()),
            None => Confirmation::Missing("Choose an act or a cell.".to_owned()),
        }
    }
}
