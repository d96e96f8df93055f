//! The scripted dice and answers of a step.

use std::collections::VecDeque;

use crate::rules::dice::{Dice, Throw};
use crate::rules::oracle::Source;
use crate::rules::prompt::{Answer, Prompt};

/// Supplies the scripted dice and answers; after those the battle waits.
#[derive(Clone, Debug, Default)]
pub struct Script {
    faces: VecDeque<u16>,
    answers: VecDeque<String>,
    fault: Option<String>,
}

impl Script {
    /// Dice and answers in the order in which they will be needed.
    pub fn new(faces: &[u16], answers: &[String]) -> Self {
        let (faces, answers) = (faces.iter().copied().collect(), answers.iter().cloned().collect());
        Self { faces, answers, fault: None }
    }

    /// What went wrong: dice or answers that do not fit or are left over.
    pub fn fault(&self) -> Option<String> {
        if self.fault.is_some() {
            return self.fault.clone();
        }
        let faces: Vec<u16> = self.faces.iter().copied().collect();
        match (faces.is_empty(), self.answers.is_empty()) {
            (true, true) => None,
            (false, _) => Some(format!("dice left over: {faces:?}")),
            (true, false) => Some(format!("answers left over: {:?}", self.answers)),
        }
    }
}

impl Source for Script {
    fn faces(&mut self, throw: &Throw, _dice: &mut Dice) -> Option<Vec<u16>> {
        let wanted = throw.dice.len();
        if self.faces.len() < wanted {
            return None;
        }
        let faces: Vec<u16> = self.faces.drain(..wanted).collect();
        if throw.admits(&faces) {
            return Some(faces);
        }
        let dice: Vec<String> = throw.dice.iter().map(|d| format!("d{}", d.sides)).collect();
        self.fault.get_or_insert_with(|| {
            format!("{} cannot show the scripted {faces:?}", dice.join(" + "))
        });
        None
    }

    fn answer(&mut self, prompt: &Prompt) -> Option<Answer> {
        let name = self.answers.pop_front()?;
        choice(prompt, &name).map_err(|text| self.fault.get_or_insert(text).clone()).ok()
    }
}

/// The choice with that name.
///
/// # Errors
/// When the prompt has no such choice; lists the choices that it has.
pub fn choice(prompt: &Prompt, name: &str) -> Result<Answer, String> {
    let found = prompt.choices.iter().position(|c| c.id == *name);
    found.and_then(|i| u16::try_from(i).ok()).map(Answer).ok_or_else(|| {
        let all: Vec<&str> = prompt.choices.iter().map(|c| c.id.as_str()).collect();
        format!("the question `{}` has no answer `{name}`; it has {}", prompt.kind, all.join(", "))
    })
}
