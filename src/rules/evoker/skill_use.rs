//! Use a Skill: a test for whatever a player thinks of; the referee says what comes of it (EV-163,
//! EV-213, EV-421).

use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::parameter::{Parameter, Range, Setting};
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::{Key, Refusal, Value};

use super::budget::{self, Price};
use super::conditions::unfocus;
use super::numbers::Numbers;
use super::rolling::{self, Rolls};
use super::step::{Handle, Outcome, Plan, Step};

/// Its name in commands, its display name.
const USE: (&str, &str) = ("use_skill", "Use a Skill");
/// The parameter that names the skill.
const SKILL: &str = "skill";

/// Using a skill for something that no other act is for, as an act of a combatant.
pub struct SkillUse<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
}

/// Whether a referee is there to say what comes of it.
pub fn there(ctx: Ctx<'_>) -> bool {
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

impl Act<Step> for SkillUse<'_> {
    fn key(&self) -> Key {
        Key::of(USE.0)
    }

    fn label(&self) -> Label {
        Label {
            name: USE.1.to_owned(),
            text: "Rolls any skill; the referee says what comes of it.".to_owned(),
            cost: Price::of(1, None).words(),
            group: "action",
        }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &Price::of(1, None))?;
        budget::check_calm(self.me)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let settings = self.me.content.skills.iter().map(|skill| Setting {
            id: skill.id.clone(),
            name: skill.name.clone(),
            refused: None,
        });
        let settings: Vec<Setting> = settings.collect();
        let usual = settings.first().map(|first| Value::Name(first.id.clone()));
        let parameter = usual.map(|usual| Parameter {
            id: Key::of(SKILL),
            name: "Skill".to_owned(),
            range: Range::OneOf(settings),
            usual,
        });
        parameter.into_iter().collect()
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

/// A skill is used: the roll is told, and nothing follows from it by itself.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn roll(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    skill: &Key,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let unit = me.unit;
    let act = (Key::of(USE.0), USE.1);
    let price = Price::of(1, None);
    let mut events = budget::declare(ctx, unit, act, &price, (Vec::new(), None), "EV-213");
    let test = test(ctx, me, skill.as_str());
    let Rolls { faces, score: _, events: before } = rolling::roll(ctx, me, &test, oracle)?;
    events.extend(before);
    events.push(events::tested(&test, (USE.0, unit, None), faces, "EV-213"));
    events.extend(unfocus(unit));
    Ok(Outcome::done(events))
}
