//! Descriptors of this ruleset: the ladder of the Bonus Dice with what moved it (VG-4 to VG-7), and
//! the Vigor cost of a defense (VG-105).

use rules::Ctx;
use rules::Term;
use rules::command::Command;
use rules::display::{Ladder, LadderMove, Outlook, Presentation, Stake, Stakes, labels};
use rules::kit::acts;
use rules::path_preview::Remark;
use rules::prompt::Prompt;
use rules::ruleset::Forecast;
use rules::{RuleId, Sum};

use super::attack::{self, AttackRoll};
use super::data::Content;
use super::names::{DODGE, GUARDIAN, JOIN, OPENING, READY, STRUGGLE, VIGOR};
use super::numbers::Numbers;
use super::reactions::{self, DefenseOption, Incoming};
use super::step::{Attack, AttackStage, Step};
use super::tally;

impl Presentation for Content {
    fn outlook(&self, ctx: Ctx<'_>, command: &Command) -> Outlook {
        let actor = command.unit().and_then(|id| ctx.unit(id));
        let wounded = actor.and_then(|u| Numbers::of(self, u)).is_some_and(|n| n.is_wounded());
        let forecasts = acts::forecast(self, ctx, command);
        let ladders = forecasts.iter().filter_map(|forecast| ladder(forecast, wounded)).collect();
        Outlook { ladders, prices: Vec::new() }
    }

    fn stakes(&self, ctx: Ctx<'_>, prompt: &Prompt) -> Option<Stakes> {
        let (roll, total) = struck(self, ctx)?;
        let defender = ctx.unit(prompt.unit?)?;
        let vigor = defender.pools.0.value(VIGOR);
        let mut answers: Vec<Option<Stake>> = defenses(self, ctx, prompt)?
            .into_iter()
            .map(|DefenseOption { cost, chance, .. }| {
                let pool = "Vigor".to_owned();
                Some(Stake { pool, cost, left: vigor - cost, chance: Some(chance) })
            })
            .collect();
        answers.resize(prompt.choices.len(), None);
        let against = roll.test.against.total();
        let (label, against_label) = ("Attack".to_owned(), "Guard".to_owned());
        Some(Stakes { label, total, against_label, against, answers })
    }

    fn answers(&self, ctx: Ctx<'_>, prompt: &Prompt) -> Option<[String; 2]> {
        match prompt.about.as_str() {
            DODGE => Some([defense(self, ctx, prompt)?, "Take the hit".to_owned()]),
            GUARDIAN => Some([defense(self, ctx, prompt)?, "Stand aside".to_owned()]),
            READY => labels("Carry it out", "Keep it ready"),
            OPENING => labels("Strike", "Let it pass"),
            STRUGGLE => labels("Struggle", "Give way"),
            JOIN => labels("Join the fight", "Stay out of it"),
            _ => None,
        }
    }
}

/// The hit that may be defended against, and its total.
fn struck<'a>(content: &'a Content, ctx: Ctx<'a>) -> Option<(AttackRoll<'a>, i32)> {
    let frame = ctx.state.queue.frames.last()?;
    let Step::Attack(attack @ Attack { stage: AttackStage::Defend { total, .. }, .. }) =
        frame.step.get::<Step>()?
    else {
        return None;
    };
    let actor = ctx.unit(attack.unit)?;
    let weapon = Numbers::of(content, actor)?.weapon(attack.weapon.as_str())?;
    let roll = attack::prepare(content.at(ctx), actor, weapon, attack.target, &attack.options);
    Some((roll.ok()?, *total))
}

/// The defenses that a question offers.
fn defenses(content: &Content, ctx: Ctx<'_>, prompt: &Prompt) -> Option<Vec<DefenseOption>> {
    let (roll, total) = struck(content, ctx)?;
    let incoming = Incoming { roll: &roll, actor: roll.numbers.unit, total };
    Some(reactions::defense_options(content.at(ctx), &incoming, ctx.unit(prompt.unit?)?))
}

/// The name of the defense if a question offers only one.
fn defense(content: &Content, ctx: Ctx<'_>, prompt: &Prompt) -> Option<String> {
    defenses(content, ctx, prompt)?.first().map(|defense| defense.name.to_owned())
}

/// The ladder of a roll's Bonus Dice; `None` if it has none.
fn ladder(forecast: &Forecast, wounded: bool) -> Option<Ladder> {
    let (rungs, usual) = tally::ladder();
    let bonus: Vec<u16> =
        forecast.test.dice.iter().filter(|die| die.bursts).map(|die| die.sides).collect();
    let at = rungs.iter().position(|sides| Some(sides) == bonus.first())?;
    let mut moves: Vec<LadderMove> = ladder_moves(&forecast.test.terms).collect();
    if wounded {
        moves.push(LadderMove { rungs: -1, remark: Remark::new("wounded", "VG-14") });
    }
    Some(Ladder {
        target: forecast.target,
        name: "Bonus Dice".to_owned(),
        rungs: rungs.iter().map(|sides| format!("d{sides}")).collect(),
        usual,
        at,
        count: bonus.len(),
        moves,
    })
}

/// The Charges and Challenges among a roll's terms; they do not change its total (VG-13).
fn ladder_moves(terms: &Sum) -> impl Iterator<Item = LadderMove> {
    terms.terms().iter().filter(|term| term.value == 0).map(|term| {
        let Term { label, rule, .. } = term;
        let rungs = tally::rungs_of(label);
        LadderMove { rungs, remark: Remark { text: label.clone(), rule: RuleId::clone(rule) } }
    })
}

#[cfg(test)]
mod tests {
    use grid::UnitId;
    use rules::roll::Test;

    use super::super::data::Burst;
    use super::*;

    /// Two Challenges and a Charge: from the d10 one rung down, to the d8 (VG-5, VG-12).
    #[test]
    fn a_ladder_shows_its_rung_and_what_moved_it() {
        let mut tally = tally::Tally::new();
        tally.charge("steady aim", 1, "VG-325");
        tally.challenge("far", 2, "VG-136");
        let mut test = Test::of(20, tally.terms().clone(), "Guard", Sum::new());
        test.dice.extend(tally::bonus_dice(2, tally.on_action(), Burst::Unlimited));
        let ladder = ladder(&Forecast::new(UnitId(1), test), false).unwrap();
        assert_eq!(ladder.rungs, ["d4", "d6", "d8", "d10", "d12", "d20"]);
        assert_eq!((ladder.usual, ladder.at, ladder.count), (3, 2, 2));
        let rungs: Vec<i32> = ladder.moves.iter().map(|m| m.rungs).collect();
        assert_eq!(rungs, [1, -2]);
    }
}
