//! The single source of dice and decisions.
//!
//! A rule asks the [`Oracle`] for dice and decisions and reads as straight-line code. Everything
//! given is stored in the step's transcript. If something is missing, the rule stops with a
//! [`Pause`] and no effect; later the same step runs again from its start and gets the same dice
//! and answers. Play, scripted tests and exact odds differ only in the [`Source`].

use serde::{Deserialize, Serialize};

use super::dice::{Dice, Throw};
use super::policy::Policies;
use super::prompt::{Answer, Prompt};
use super::step::StepError;

/// A roll or decision given to a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Given {
    /// The faces of the dice, in the order of the throw.
    Faces(Vec<u16>),
    /// A decision.
    Answer(Answer),
    /// A decision made by the side's standing order.
    Ordered(Answer),
}

/// Why a step pauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// It waits for dice that the source does not roll.
    Dice(Throw),
    /// It waits for a player's decision.
    Ask(Box<Prompt>),
    /// It is not a step of the ruleset.
    Fault(StepError),
}

/// Where dice and decisions come from.
pub trait Source {
    /// The faces of a throw; `None` pauses the resolution.
    fn faces(&mut self, throw: &Throw, dice: &mut Dice) -> Option<Vec<u16>>;

    /// The answer to a prompt; `None` pauses the resolution until a player answers.
    fn answer(&mut self, prompt: &Prompt) -> Option<Answer>;
}

/// A rule's access to the source while one step runs.
pub struct Oracle<'a> {
    transcript: &'a mut Vec<Given>,
    at: usize,
    dice: &'a mut Dice,
    source: &'a mut dyn Source,
    policies: &'a Policies,
    ordered: Vec<(Prompt, Answer)>,
    last_ordered: bool,
}

impl<'a> Oracle<'a> {
    /// An oracle that first replays the transcript, and lets standing orders answer.
    pub fn new(
        transcript: &'a mut Vec<Given>,
        dice: &'a mut Dice,
        source: &'a mut dyn Source,
        policies: &'a Policies,
    ) -> Self {
        let (ordered, last_ordered) = (Vec::new(), false);
        Self { transcript, at: 0, dice, source, policies, ordered, last_ordered }
    }

    /// The questions of this run answered by standing orders, in order.
    pub(super) fn into_ordered(self) -> Vec<(Prompt, Answer)> {
        self.ordered
    }

    /// True if a standing order answered the latest question.
    pub const fn was_ordered(&self) -> bool {
        self.last_ordered
    }

    /// Rolls dice.
    ///
    /// # Errors
    /// [`Pause::Dice`] if the source does not roll them.
    pub fn roll(&mut self, throw: Throw) -> Result<Vec<u16>, Pause> {
        if let Some(Given::Faces(faces)) = self.transcript.get(self.at) {
            self.at += 1;
            return Ok(faces.clone());
        }
        match self.source.faces(&throw, self.dice) {
            Some(faces) => {
                self.transcript.truncate(self.at);
                self.transcript.push(Given::Faces(faces.clone()));
                self.at += 1;
                Ok(faces)
            }
            None => Err(Pause::Dice(throw)),
        }
    }

    /// Rolls one die and returns its face.
    ///
    /// # Errors
    /// As [`Self::roll`].
    pub fn roll_one(&mut self, throw: Throw) -> Result<i32, Pause> {
        self.roll(throw).map(|faces| faces.first().copied().map_or(0, i32::from))
    }

    /// Asks for a decision; a standing order of the side answers without asking. An answer that is
    /// not among the choices counts as the default.
    ///
    /// # Errors
    /// [`Pause::Ask`] if there is no answer yet.
    pub fn ask(&mut self, prompt: Prompt) -> Result<Answer, Pause> {
        let allowed = |answer: Answer| {
            if usize::from(answer.0) < prompt.choices.len() {
                answer
            } else {
                Answer(prompt.default)
            }
        };
        self.last_ordered = false;
        match self.transcript.get(self.at) {
            Some(Given::Answer(answer)) => {
                self.at += 1;
                return Ok(allowed(*answer));
            }
            Some(Given::Ordered(answer)) => {
                let answer = allowed(*answer);
                self.at += 1;
                self.note_order(prompt, answer);
                return Ok(answer);
            }
            _ => {}
        }
        if let Some(answer) = self.policies.answer(&prompt) {
            self.transcript.truncate(self.at);
            self.transcript.push(Given::Ordered(answer));
            self.at += 1;
            self.note_order(prompt, answer);
            return Ok(answer);
        }
        match self.source.answer(&prompt) {
            Some(answer) => {
                let answer = allowed(answer);
                self.transcript.truncate(self.at);
                self.transcript.push(Given::Answer(answer));
                self.at += 1;
                Ok(answer)
            }
            None => Err(Pause::Ask(Box::new(prompt))),
        }
    }

    fn note_order(&mut self, prompt: Prompt, answer: Answer) {
        self.last_ordered = true;
        self.ordered.push((prompt, answer));
    }
}

/// Play: dice from the battle's generator, decisions from players.
#[derive(Debug, Default)]
pub struct Play;

impl Source for Play {
    fn faces(&mut self, throw: &Throw, dice: &mut Dice) -> Option<Vec<u16>> {
        Some(dice.throw(throw))
    }

    fn answer(&mut self, _prompt: &Prompt) -> Option<Answer> {
        None
    }
}

/// Play without players: every prompt gets its default answer.
#[derive(Debug, Default)]
pub struct PlayByDefault;

impl Source for PlayByDefault {
    fn faces(&mut self, throw: &Throw, dice: &mut Dice) -> Option<Vec<u16>> {
        Some(dice.throw(throw))
    }

    fn answer(&mut self, prompt: &Prompt) -> Option<Answer> {
        Some(Answer(prompt.default))
    }
}

/// Exact odds: every throw and every prompt pauses the resolution, so that each result can be
/// followed separately.
#[derive(Debug, Default)]
pub struct Branching;

impl Source for Branching {
    fn faces(&mut self, _throw: &Throw, _dice: &mut Dice) -> Option<Vec<u16>> {
        None
    }

    fn answer(&mut self, _prompt: &Prompt) -> Option<Answer> {
        None
    }
}

/// Tests: dice in scripted order, and answers by kind of prompt.
///
/// A throw with no scripted dice left, or with faces it cannot show, is recorded as a fault; so are
/// dice left over at the end.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    faces: std::collections::VecDeque<u16>,
    answers: std::collections::VecDeque<super::Key>,
    fault: Option<String>,
}

impl Scripted {
    /// Dice and answers in the order in which they will be requested. Answers are names of choices.
    pub fn new(
        faces: impl IntoIterator<Item = u16>,
        answers: impl IntoIterator<Item = super::Key>,
    ) -> Self {
        Self {
            faces: faces.into_iter().collect(),
            answers: answers.into_iter().collect(),
            fault: None,
        }
    }

    /// The first fault, if any: dice or answers that ran out, did not fit, or are left over.
    pub fn fault(&self) -> Option<String> {
        self.fault.clone().or_else(|| match (self.faces.len(), self.answers.len()) {
            (0, 0) => None,
            (dice, answers) => {
                Some(format!("{dice} scripted dice and {answers} scripted answers were not used"))
            }
        })
    }

    /// Number of dice not yet requested.
    pub fn dice_left(&self) -> usize {
        self.faces.len()
    }
}

impl Source for Scripted {
    fn faces(&mut self, throw: &Throw, _dice: &mut Dice) -> Option<Vec<u16>> {
        let n = throw.falling(self.faces.front().copied()).min(self.faces.len());
        let faces: Vec<u16> = self.faces.drain(..n).collect();
        if !throw.admits(&faces) {
            self.fault.get_or_insert_with(|| {
                format!("the throw of {:?} cannot show the scripted {faces:?}", throw.dice)
            });
            // Continue with the lowest faces, so that the fault is reported instead of hanging.
            return Some(vec![1; throw.dice.len()]);
        }
        Some(faces)
    }

    fn answer(&mut self, prompt: &Prompt) -> Option<Answer> {
        let Some(id) = self.answers.pop_front() else {
            return Some(Answer(prompt.default));
        };
        let position = prompt.choices.iter().position(|c| c.id == id);
        match position.and_then(|p| u16::try_from(p).ok()) {
            Some(p) => Some(Answer(p)),
            None => {
                self.fault.get_or_insert_with(|| {
                    format!("prompt `{}` has no choice `{id}`", prompt.kind)
                });
                Some(Answer(prompt.default))
            }
        }
    }
}
