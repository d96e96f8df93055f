//! Skills: their scores, checks, and the opposed rolls of manoeuvres (TU-19, TU-121 to TU-125,
//! TU-129 to TU-139).

use rules::event::{Event, Rolled};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::roll::{Contest, Settle, Test, Tie, Winner};
use rules::state::{ActRecord, Unit};
use rules::{Key, Refusal, Sum};

use super::data::{Content, ContestTie, Rank, Score, Skill, by_rank};
use super::numbers::{ATTACKS, Numbers, SKILL};
use super::step::Manoeuvre;

impl Numbers<'_> {
    /// The rank of a skill; F for a unit that has lost its memories (TU-258).
    pub fn skill_rank(&self, skill: Skill) -> Rank {
        let rank = match skill {
            Skill::Athletics => self.sheet.athletics,
            Skill::Acrobatics => self.sheet.acrobatics,
            Skill::Perception => self.sheet.perception,
            Skill::Stealth => self.sheet.stealth,
            Skill::Medicine => self.sheet.medicine,
        };
        Rank::of(self.injured(Score::Skills, rank.value()).0)
    }

    /// The score of a skill (TU-19, TU-249, TU-258).
    pub fn skill(&self, skill: Skill) -> i32 {
        let rank = self.skill_rank(skill);
        let score = by_rank(&self.content.rules.skill_score, rank);
        if skill == Skill::Perception { self.injured(Score::Perception, score).0 } else { score }
    }

    /// The modifier of injuries and fatigue to every Skill Check; higher is worse (TU-238, TU-248,
    /// TU-310).
    fn clumsiness(&self) -> Sum {
        let mut sum = Sum::new();
        if let (worse, Some(injury)) = self.injured(Score::Check, 0) {
            let rule = rules::RuleId::new(injury.rule.as_str());
            let label = injury.name.to_lowercase();
            sum.push_term(rules::Term { label, value: -worse, rule });
        }
        sum.add("fatigued", i32::from(self.fatigue() >= 1), "TU-310");
        sum
    }

    /// A Skill Check with these modifiers (TU-122).
    pub fn check(&self, skill: Skill, modifiers: &[(&str, i32, &'static str)]) -> Test {
        let mut terms = self.clumsiness();
        for (label, value, rule) in modifiers {
            terms.add(*label, *value, rule);
        }
        let mut score = Sum::new();
        score.push(skill.name(), self.skill(skill), "TU-19");
        Test::of(10, terms, skill.name(), score).under()
    }

    /// This unit's side of an opposed roll (TU-129).
    pub fn contest(&self, skill: Skill) -> Test {
        let mut terms = Sum::new();
        terms.push(skill.name(), self.skill(skill), "TU-129");
        for term in self.clumsiness().terms() {
            terms.push_term(rules::Term { value: -term.value, ..term.clone() });
        }
        Test::of(10, terms, "the other's roll", Sum::new())
    }

    /// The better of Athletics and Acrobatics (TU-130).
    pub fn best_grip(&self) -> Skill {
        let higher = self.skill(Skill::Acrobatics) > self.skill(Skill::Athletics);
        if higher { Skill::Acrobatics } else { Skill::Athletics }
    }

    /// Checks whether a skill can be used for an Attack now (TU-121, TU-124).
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn check_skill(&self, skill: Skill) -> Result<(), Refusal> {
        super::budget::check_mode(self)?;
        if self.unit.pools.0.value(ATTACKS) <= 0 {
            return Err(Refusal::new("no_attacks", "no Attack is left", "TU-121"));
        }
        let used = self.unit.turn.acts.iter().any(|d| d.class == *SKILL && d.act == *skill.id());
        if used {
            return Err(Refusal::new("used_skill", "it has already used this skill", "TU-124"));
        }
        self.split_for_attack().map(drop)
    }
}

/// Pays an Attack for an act other than a strike, which may make the Turn Mixed (TU-52, TU-85,
/// TU-121).
pub fn pay(numbers: &Numbers<'_>, class: &'static str, act: Key, split: Option<i32>) -> Vec<Event> {
    let unit = numbers.unit;
    let mut events = Vec::new();
    if let Some(attacks) = split {
        events.extend(super::budget::mix(unit, numbers, attacks, 1));
    } else {
        let left = unit.pools.0.value(ATTACKS) - 1;
        events.extend(events::pool(unit, ATTACKS, left, "an Attack", "TU-121"));
    }
    let record = ActRecord { class: Key::of(class), act, amount: 1 };
    events.push(events::act_recorded(unit, record, None, "TU-52"));
    events
}

/// How the opposed rolls of a manoeuvre are compared (TU-132). The attacker is the unit that
/// grapples, shoves or holds.
pub fn settled(content: &Content, what: Manoeuvre) -> Settle {
    let escapes = what == Manoeuvre::BreakFree;
    let tie = match content.rules.contest_tie {
        ContestTie::Attacker if !escapes => Tie::Active,
        ContestTie::Defender if escapes => Tie::Active,
        ContestTie::StatusQuo | ContestTie::Attacker | ContestTie::Defender => Tie::Passive,
        ContestTie::Reroll => Tie::Again,
    };
    Settle { tie, ..Settle::TOTALS }
}

/// Rolls an opposed test; the acting side must roll higher (TU-131, TU-132).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn oppose(
    settle: Settle,
    (actor, active): (&Unit, &Test),
    (target, passive): (&Unit, &Test),
    rule: &'static str,
    oracle: &mut Oracle<'_>,
) -> Result<(Winner, Vec<Event>), Pause> {
    let faces = oracle.roll(active.throw_whole(i32::MAX))?;
    let score = active.score(&faces);
    let answer = oracle.roll(Contest { active, passive, settle }.answer(&score))?;
    let rolled = |test: &Test, faces, who: &Unit, other: &Unit| {
        let (who, target) = (Some(who.id()), Some(other.id()));
        Rolled { who, target, ..test.rolled("contest", faces) }
    };
    let mut own = rolled(active, faces, actor, target);
    let mut theirs = rolled(passive, answer, target, actor);
    let winner = Rolled::oppose(&mut own, &mut theirs, settle);
    Ok((winner, vec![events::rolled(own, rule), events::rolled(theirs, rule)]))
}
