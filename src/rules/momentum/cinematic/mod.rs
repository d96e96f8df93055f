//! Feats: Cinematic Actions, alone and cooperative, Bursts, and the Save as a reaction (MO-135 to
//! MO-163).
//!
//! Listed feats are allowed as listed. A referee may refuse one, set its check, or allow an
//! improvised one.

mod effect;
mod pin;
mod price;
mod run;
mod save;

use crate::step::{Feat as FeatStep, FeatPhase, Step, of};
use rules::command::Target;
use rules::prompt::{Answer, Prompt};
use rules::roll::Test;
use rules::ruleset::{Aim, Ctx, Entry, Forecast};
use rules::state::Unit;
use rules::{Key, Refusal, RuleId};

use super::check;
use super::data::{Content, FeatEffect, Skill};
use super::position::Position;

pub use effect::{candidates, check_target, estimate};
pub use pin::{KEEP, check_keep, holds_any, keep, pinned, release, settle, turn_ends};
pub use price::{Kind, price};
pub use run::run;
pub use save::{SAVE, SAVE_ANY, Saved, Threat, deal, offer, offer_against, place};

/// The improvised feat, which needs a referee (MO-139).
pub const IMPROVISED: &str = "feat";
/// The variant of a feat that allies may join (MO-150).
pub const TOGETHER: &str = "together";
/// Prompt kind: whether an ally joins.
pub const JOIN: &str = "join";

/// A feat that a combatant can attempt: listed or improvised.
#[derive(Clone, Copy)]
pub struct Feat<'a> {
    listed: Option<&'a super::data::Feat>,
}

impl<'a> Feat<'a> {
    /// The feat with this name.
    pub fn find(content: &'a Content, act: &str) -> Option<Self> {
        Self::of(content, (act != IMPROVISED).then_some(act))
    }

    /// The listed feat with this ID, or the improvised one.
    fn of(content: &'a Content, listed: Option<&str>) -> Option<Self> {
        let Some(id) = listed else { return Some(Self { listed: None }) };
        let listed = content.cinematics.templates.iter().find(|f| f.id == *id);
        listed.map(|f| Self { listed: Some(f) })
    }

    /// The feats available on the actor's own turn, in list order.
    pub fn actions(content: &'a Content) -> impl Iterator<Item = Self> {
        let listed = content.cinematics.templates.iter().map(|f| Self { listed: Some(f) });
        let improvised = std::iter::once(Self { listed: None });
        listed.filter(|f| f.effect() != Some(FeatEffect::Save)).chain(improvised)
    }

    /// Its name in commands.
    pub fn act(self) -> Key {
        self.listed.map_or(Key::of(IMPROVISED), |f| f.id.clone())
    }

    /// Its display name.
    pub fn name(self) -> &'a str {
        self.listed.map_or("Improvised feat", |f| &f.name)
    }

    /// One sentence on what it does.
    pub fn text(self) -> &'a str {
        self.listed.map_or("Describe a feat; the referee allows and resolves it.", |f| &f.text)
    }

    /// Its effect on success. `None` if the referee carries it out.
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

    /// The number that its check has to reach and the suitable skills, from the list or the referee
    /// (MO-140, MO-141).
    ///
    /// # Errors
    /// If the referee refuses it, or has not allowed an improvised feat.
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
            (None, None) => refused("an improvised feat needs the referee's permission"),
        }
    }

    /// The forecast of its check with the best skill.
    pub fn forecast(self, position: Position<'_>, unit: &Unit) -> Option<Forecast> {
        let (skills, number) = self.check(position, unit).ok()?;
        let skill = check::best_skill(position, unit, &skills)?;
        let roll = check::build_roll(position, unit, skill, (self.name(), number), None);
        let test = Test { label: self.name().to_owned(), ..roll.test() };
        let most = position.content.rules.most_to_succeed();
        Some(Forecast::new(unit.id(), test.within(1, most)))
    }

    /// True if it belongs in a combatant's action bar.
    pub fn is_listed(self, position: Position<'_>, unit: &Unit) -> bool {
        let has = unit.pools.0.get(super::sheet::NM).is_some();
        let referee = &position.ctx.state.scene.referee;
        has && (self.listed.is_some() || referee.permit(unit.id(), IMPROVISED).is_some())
    }

    /// Whether a combatant can attempt it now.
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

    /// Whether it has a possible target.
    ///
    /// # Errors
    /// If it has none.
    pub fn check_occasion(self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        let mut all = candidates(position, unit, self).into_iter();
        if all.any(|target| check_target(position, unit, self, &[target]).is_ok()) {
            return Ok(());
        }
        Err(Refusal::new("no_target", "no valid target", self.rule()))
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

/// The feats, for lists and for referee rulings.
pub fn listed(content: &Content) -> Vec<Entry> {
    let listed = content.cinematics.templates.iter().map(|f| Feat { listed: Some(f) });
    let all = listed.chain(std::iter::once(Feat { listed: None }));
    all.map(|f| Entry { id: f.act(), name: f.name().to_owned(), text: f.text().to_owned() })
        .collect()
}

/// The step of a feat, if a combatant may attempt it.
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
            let text = format!("`{name}` does not fit; use one of {}", fields(&skills));
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

/// The automatic answer to prompts about feats: join and save when success is likely. A controller
/// does not help its victim's allies (MO-278).
pub fn policy(content: &Content, ctx: Ctx<'_>, prompt: &Prompt) -> Option<Answer> {
    let position = Position { content, ctx };
    let unit = prompt.unit.and_then(|id| ctx.unit(id)).filter(|u| u.side() == prompt.side)?;
    let likely = |feat: Feat<'_>, help: bool, least: i32| {
        let (skills, number) = feat.check(position, unit).ok()?;
        let skill = check::best_skill(position, unit, &skills)?;
        let help = help.then_some(("together", "MO-152"));
        let roll = check::build_roll(position, unit, skill, (feat.name(), number), help);
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

/// The standing orders about feats.
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
            "Use RP and Narrative Momentum to undo a hit that would fell or disable a unit?",
        ),
        entry(
            SAVE_ANY,
            "Cinematic Save from any harm",
            "Use RP and Narrative Momentum to undo any other hit or harmful effect?",
        ),
        entry(JOIN, "Join feats", "Join an ally's Cooperative Cinematic Action?"),
    ]
}

/// The rule of a prompt about feats.
const fn rule(id: &'static str) -> RuleId {
    RuleId::of(id)
}
