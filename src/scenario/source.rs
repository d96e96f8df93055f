//! The scripted dice and answers of a step.

use std::collections::VecDeque;

use rules::dice::{Dice, Throw};
use rules::oracle::Source;
use rules::prompt::{Answer, Prompt};

use super::errors::{ContentError, ScriptedSourceError};

/// Supplies the scripted dice and answers; after those the battle waits.
#[derive(Clone, Debug, Default)]
pub struct ScriptedSource {
    faces: VecDeque<u16>,
    answers: VecDeque<String>,
    fault: Option<ScriptedSourceError>,
}

impl ScriptedSource {
    /// Dice and answers in the order in which they will be needed.
    pub fn new(faces: &[u16], answers: &[String]) -> Self {
        let (faces, answers) = (faces.iter().copied().collect(), answers.iter().cloned().collect());
        Self { faces, answers, fault: None }
    }

    /// What went wrong: dice or answers that do not fit or are left over.
    pub fn fault(&self) -> Option<ScriptedSourceError> {
        if self.fault.is_some() {
            return self.fault.clone();
        }
        let faces: Vec<u16> = self.faces.iter().copied().collect();
        match (faces.is_empty(), self.answers.is_empty()) {
            (true, true) => None,
            (false, _) => Some(ScriptedSourceError::DiceLeft(faces)),
            (true, false) => {
                Some(ScriptedSourceError::AnswersLeft(self.answers.iter().cloned().collect()))
            }
        }
    }
}

impl Source for ScriptedSource {
    fn faces(&mut self, throw: &Throw, _dice: &mut Dice) -> Option<Vec<u16>> {
        let wanted = throw.falling(self.faces.front().copied());
        if self.faces.len() < wanted {
            return None;
        }
        let faces: Vec<u16> = self.faces.drain(..wanted).collect();
        if throw.admits(&faces) {
            return Some(faces);
        }
        let dice = dice_in_words(throw);
        self.fault.get_or_insert(ScriptedSourceError::Faces { dice, faces });
        None
    }

    fn answer(&mut self, prompt: &Prompt) -> Option<Answer> {
        let name = self.answers.pop_front()?;
        match choice(prompt, &name) {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.fault.get_or_insert(error.into());
                None
            }
        }
    }
}

/// The dice of a throw: `d10 + d6`.
pub fn dice_in_words(throw: &Throw) -> String {
    let dice: Vec<String> = throw.dice.iter().map(|d| format!("d{}", d.sides)).collect();
    dice.join(" + ")
}

/// The choice with that name.
///
/// # Errors
/// When the prompt has no such choice; lists the choices that it has.
pub fn choice(prompt: &Prompt, name: &str) -> Result<Answer, ContentError> {
    let found = prompt.choices.iter().position(|c| c.id == *name);
    found.and_then(|i| u16::try_from(i).ok()).map(Answer).ok_or_else(|| {
        let allowed = prompt.choices.iter().map(|c| c.id.to_string()).collect();
        let (question, answer) = (prompt.kind.to_string(), name.to_owned());
        ContentError::NoAnswer { question, answer, allowed }
    })
}
