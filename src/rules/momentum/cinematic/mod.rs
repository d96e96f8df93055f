//! Great feats: Cinematic Actions, alone and together, Bursts, and the Save as a reaction
//! (MO-135 to MO-163).
//!
//! Feats of the list are allowed as the list says. A referee may refuse one, set its check, and
//! allow one that is told freely.

mod effect;
mod pin;
mod price;
mod run;
mod save;

use crate::rules::command::Target;
use crate::rules::momentum::step::{Feat as FeatStep, FeatPhase, Step, of};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::roll::Test;
use crate::rules::ruleset::{Aim, Ctx, Entry, Forecast};
use crate::rules::state::Unit;
use crate::rules::{Key, Refusal, RuleId};

use super::check;
use super::data::{Content, FeatEffect, Skill};
use super::position::Position;

pub use effect::{candidates, check_target, weigh};
pub use pin::{KEEP, check_keep, holds_any, keep, pinned, release, settle, turn_ends};
pub use price::{Kind, price};
pub use run::run;
pub use save::{Peril, SAVE, SAVE_ANY, Saved, deal, offer, offer_against, place};

/// The feat that is told freely and needs a referee (MO-139).
pub const TOLD: &str = "feat";
/// The variant of a feat in which allies join (MO-150).
pub const TOGETHER: &str = "together";
/// The question whether an ally joins.
pub const JOIN: &str = "join";

/// A feat as one combatant would try it: of the list, or told freely.
#[derive(Clone, Copy)]
pub struct Feat<'a> {
    listed: Option<&'a super::data::Feat>,
}

impl<'a> Feat<'a> {
    /// The feat of that name.
    pub fn find(content: &'a Content, act: &str) -> Option<Self> {
        Self::of(content, (act != TOLD).then_some(act))
    }

    /// The feat of that name on the list, or the one told freely.
    fn of(content: &'a Content, listed: Option<&str>) -> Option<Self> {
        let Some(id) = listed else { return Some(Self { listed: None }) };
        let listed = content.cinematics.templates.iter().find(|f| f.id == *id);
        listed.map(|f| Self { listed: Some(f) })
    }

    /// All that can be done in one's own turn, in the order of the list.
    pub fn actions(content: &'a Content) -> impl Iterator<Item = Self> {
        let listed = content.cinematics.templates.iter().map(|f| Self { listed: Some(f) });
        let told = std::iter::once(Self { listed: None });
        listed.filter(|f| f.effect() != Some(FeatEffect::Save)).chain(told)
    }

    /// Its name in commands.
    pub fn act(self) -> Key {
        self.listed.map_or(Key::of(TOLD), |f| f.id.clone())
    }

    /// Its name as players read it.
    pub fn name(self) -> &'a str {
        self.listed.map_or("Told feat", |f| &f.name)
    }

    /// What it does, in a sentence.
    pub fn text(self) -> &'a str {
        self.listed
            .map_or("What you tell and the referee allows; the referee carries it out.", |f| {
                &f.text
            })
    }

    /// What it does when it succeeds; none for what the referee carries out.
    pub fn effect(self) -> Option<FeatEffect> {
        self.listed.map(|f| f.effect)
    }

    /// How it is aimed.
    pub fn aim(self) -> Aim {
        match self.effect() {
            Some(FeatEffect::StrikeAndPin | FeatEffect::Bribe(_)) => Aim::Unit,
            Some(FeatEffect::Door(_)) => Aim::Edge,
            Some(FeatEffect::Surge(_) | FeatEffect::Banish | FeatEffect::Save) | None => Aim::Own,
        }
    }

    /// What its check has to reach and the skills that fit, as the list or the referee has it
    /// (MO-140, MO-141).
    ///
    /// # Errors
    /// When the referee refuses it, or has not allowed what is told freely.
    pub fn check(self, position: Position<'_>, unit: &Unit) -> Result<(Vec<Skill>, i32), Refusal> {
        let referee = &position.ctx.state.scene.referee;
        let ruled = referee.permit(unit.id(), self.act().as_str());
        let refused = |text| Err(Refusal::new("refused_by_referee", text, "MO-139"));
        match (ruled.map(|p| &p.check), self.listed) {
            (Some(Some((skill, number))), _) => {
                let named = Skill::ALL.iter().find(|s| s.field() == skill.as_str());
                Ok((named.copied().into_iter().collect(), *number))
            }
            (Some(None), _) => refused("the referee does not allow it"),
            (None, Some(feat)) => {
                let level = position.numbers(unit.id()).map_or(0, |n| n.creature().entry.level);
                let number = position.content.cinematics.dc.of(feat.grade, level);
                Ok((feat.skills.clone(), number))
            }
            (None, None) => refused("what is told freely waits for the referee"),
        }
    }

    /// How its check would stand with the skill that suits best.
    pub fn forecast(self, position: Position<'_>, unit: &Unit) -> Option<Forecast> {
        let (skills, number) = self.check(position, unit).ok()?;
        let skill = check::best_skill(position, unit, &skills)?;
        let roll = check::stands(position, unit, skill, (self.name(), number), None);
        let test = Test { label: self.name().to_owned(), ..roll.test() };
        Some(Forecast::new(unit.id(), test.within(1, 20)))
    }

    /// True if it is worth a place in the action bar of a combatant.
    pub fn is_listed(self, position: Position<'_>, unit: &Unit) -> bool {
        let has = unit.pools.0.get(super::sheet::NM).is_some();
        let referee = &position.ctx.state.scene.referee;
        has && (self.listed.is_some() || referee.permit(unit.id(), TOLD).is_some())
    }

    /// Whether a combatant can try it at all at the moment.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_use(self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        let alone = price(position.content, unit, Kind::Action);
        let shared = || price(position.content, unit, Kind::Starter);
        alone.or_else(|e| shared().map_err(|_| e))?;
        self.check(position, unit)?;
        if !self.is_listed(position, unit) {
            return Err(Refusal::new("no_nm", "it has no Narrative Momentum", "MO-135"));
        }
        match self.effect() {
            Some(FeatEffect::Banish) => check_target(position, unit, self, &[]),
            _ => Ok(()),
        }
    }

    /// Whether there is anything to aim it at.
    ///
    /// # Errors
    /// That there is nothing.
    pub fn check_occasion(self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        let mut all = candidates(position, unit, self).into_iter();
        if all.any(|target| check_target(position, unit, self, &[target]).is_ok()) {
            return Ok(());
        }
        Err(Refusal::new("no_target", "nothing to aim it at", self.rule()))
    }

    const fn rule(self) -> &'static str {
        match self.listed {
            Some(feat) => match feat.effect {
                FeatEffect::StrikeAndPin => "MO-145",
                FeatEffect::Bribe(_) | FeatEffect::Door(_) => "MO-146",
                FeatEffect::Surge(_) => "MO-147",
                FeatEffect::Banish => "MO-148",
                FeatEffect::Save => "MO-149",
            },
            None => "MO-139",
        }
    }
}

/// The feats, for lists and for what a referee may rule on.
pub fn listed(content: &Content) -> Vec<Entry> {
    let listed = content.cinematics.templates.iter().map(|f| Feat { listed: Some(f) });
    let all = listed.chain(std::iter::once(Feat { listed: None }));
    all.map(|f| Entry { id: f.act(), name: f.name().to_owned(), text: f.text().to_owned() })
        .collect()
}

/// The step of a feat, if a combatant may try it so.
///
/// # Errors
/// Why not.
pub fn plan(
    position: Position<'_>,
    unit: &Unit,
    feat: Feat<'_>,
    (targets, choice): (&[Target], &Key),
) -> Result<Step, Refusal> {
    let together = *choice == *TOGETHER;
    let kind = if together { Kind::Starter } else { Kind::Action };
    price(position.content, unit, kind)?;
    let (skills, number) = feat.check(position, unit)?;
    check_target(position, unit, feat, targets)?;
    let skill = match choice.as_str() {
        "" | TOGETHER => check::best_skill(position, unit, &skills),
        name => Some(*skills.iter().find(|s| s.field() == name).ok_or_else(|| {
            let text = format!("`{name}` does not fit; these do: {}", fields(&skills));
            Refusal::new("no_such_variant", text, "MO-140")
        })?),
    };
    let skill = skill.unwrap_or(Skill::Athletics);
    Ok(FeatStep {
        unit: unit.id(),
        feat: feat.listed.map(|f| f.id.clone()),
        targets: targets.to_vec(),
        skill,
        number,
        together,
        phase: FeatPhase::Pay,
    }
    .into())
}

fn fields(skills: &[Skill]) -> String {
    skills.iter().map(|s| s.field()).collect::<Vec<_>>().join(", ")
}

/// The answer of one who decides by what is likely: joins and saves that rather succeed.
pub fn policy(content: &Content, ctx: Ctx<'_>, prompt: &Prompt) -> Option<Answer> {
    let position = Position { content, ctx };
    let unit = prompt.unit.and_then(|id| ctx.unit(id))?;
    let likely = |feat: Feat<'_>, help: bool, least: i32| {
        let (skills, number) = feat.check(position, unit).ok()?;
        let skill = check::best_skill(position, unit, &skills)?;
        let help = help.then_some(("together", "MO-152"));
        let roll = check::stands(position, unit, skill, (feat.name(), number), help);
        Some(if super::roll::chance(&roll) >= least { Answer::YES } else { Answer::NO })
    };
    match prompt.kind.as_str() {
        SAVE => likely(Feat::find(content, SAVE)?, false, 500),
        JOIN => {
            let frames = ctx.state.queue.frames.iter().rev();
            let feat = frames.filter_map(of).find_map(|step| match step {
                Step::Feat(step) => Some(Feat::of(content, step.feat.as_ref().map(Key::as_str))),
                _ => None,
            });
            likely(feat??, true, 800)
        }
        _ => None,
    }
}

/// What sides can be asked about by feats.
pub fn askable() -> Vec<Entry> {
    let entry = |id, name: &str, text: &str| Entry {
        id: Key::of(id),
        name: name.to_owned(),
        text: text.to_owned(),
    };
    vec![
        entry(
            SAVE,
            "Cinematic Save",
            "Use RP and Narrative Momentum to undo what would fell or bind somebody?",
        ),
        entry(
            SAVE_ANY,
            "Cinematic Save from anything",
            "Use RP and Narrative Momentum to undo any other hit or harmful effect?",
        ),
        entry(JOIN, "Joining a feat", "Join an ally's Cooperative Cinematic Action?"),
    ]
}

/// The rule of a question that a feat raises.
const fn rule(id: &'static str) -> RuleId {
    RuleId::of(id)
}
