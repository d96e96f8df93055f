//! Use a Skill: a test for anything a player can think of; the referee decides its effect (EV-163,
//! EV-213, EV-421).

use rules::kit::acts::{Act, Label, Use};
use rules::oracle::{Oracle, Pause};
use rules::parameter::{Parameter, Setting};
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::{Key, Refusal};

use super::budget::{self, PLAIN};
use super::numbers::Numbers;
use super::plain;
use super::step::{Handle, Outcome, Plan, Step};

/// Its name in commands, its display name.
const USE: (&str, &str) = ("use_skill", "Use a Skill");
/// The parameter that names the skill.
const SKILL: &str = "skill";

/// Using a skill for something that no other act covers.
pub struct SkillUse<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
}

/// Whether there is a referee to decide its effect.
pub fn is_available(ctx: Ctx<'_>) -> bool {
    ctx.state.scene.referee.on
}

/// The test of a skill.
fn test(ctx: Ctx<'_>, me: Numbers<'_>, skill: &str) -> Test {
    me.test("to succeed", me.mark(ctx, skill, None))
}

impl SkillUse<'_> {
    fn skill(&self, how: Use<'_>) -> Result<Key, Refusal> {
        let none = || Refusal::new("no_skill", "there is no such skill", "EV-213");
        let first = || self.me.content.skills.ids().next().cloned();
        let named = how.with.name(SKILL).cloned().or_else(first);
        named.filter(|id| self.me.content.skills.get(id.as_str()).is_some()).ok_or_else(none)
    }
}

// Only the referee decides its effect, so the AI has nothing to estimate and never uses it.
impl Act<Step> for SkillUse<'_> {
    fn key(&self) -> Key {
        Key::of(USE.0)
    }

    fn label(&self) -> Label {
        Label {
            name: USE.1.to_owned(),
            text: "Rolls any skill; the referee decides the effect.".to_owned(),
            cost: PLAIN.words(),
            group: "action",
        }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check_plain(self.ctx, self.me)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let settings = self.me.content.skills.iter().map(|skill| Setting {
            id: skill.id.clone(),
            name: skill.name.clone(),
            refused: None,
        });
        plain::one_of(SKILL, "Skill", settings.collect()).into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let (unit, skill) = (self.me.unit.id(), self.skill(how)?);
        Ok(Plan::of(Handle::Skill { unit, skill }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let skill = self.skill(how).ok();
        let test = skill.map(|skill| test(self.ctx, self.me, skill.as_str()));
        test.map(|test| Forecast::new(self.me.unit.id(), test)).into_iter().collect()
    }
}

/// Uses a skill: the roll is reported, and nothing follows automatically.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn roll(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    skill: &Key,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let (how, test) = ((USE.0, USE.1, "EV-213"), test(ctx, me, skill.as_str()));
    let (events, _) = plain::tried(ctx, me, how, test, oracle)?;
    Ok(Outcome::done(events))
}
