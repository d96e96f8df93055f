//! Reasons in words, and the conditions under which they may be read.

use super::*;
use battle::Controller;
use battle::ai::{Reply, SidePlan};
use grid::{Cell, UnitId};
use rules::{Key, Waypoint};

use crate::log_text::Tone;

const ADA: UnitId = UnitId(1);
const BO: UnitId = UnitId(2);
const BLUE: SideId = SideId(0);
const RED: SideId = SideId(1);

fn names() -> Names {
    let mut names = Names::default();
    names.learn(ADA, "Ada");
    names.learn(BO, "Bo");
    names
}

fn act(name: &'static str, target: UnitId) -> Command {
    let targets = vec![Target::Unit(target)];
    let (act, choice, with) = (Key::of(name), Key::default(), rules::Values::none());
    Command::Act { unit: ADA, act, targets, choice, with }
}

fn plan(command: Command) -> Promise {
    Promise::beginning_with(command)
}

#[test]
fn a_plan_reads_like_a_sentence() {
    let path = vec![Waypoint::from(Cell::new(1, 2)), Waypoint::from(Cell::new(2, 3))];
    let walk = Command::Move { unit: ADA, path, manner: Key::default() };
    let hit = Effect { target: BO, chance: 652, harm: 12, fells: 350, mends: 0 };
    let outlook = Outlook { own: -30, theirs: -500, fells: 400, falls: 20 };
    let plan = Promise {
        then: Some(act("slash", BO)),
        effects: vec![hit],
        outlook: Some(outlook),
        ..plan(walk)
    };
    // 500 of 1250 thousandths are 40 %; 30 are less than a twentieth.
    assert_eq!(
        in_words(&plan, &names()),
        "Move to (2,3), then slash on Bo: 65 % to harm Bo by about 12, 35 % to take it out. Then \
         the other side loses 40 % of a fighter's health, there is little danger; 40 % to take an \
         enemy out."
    );
    let agreed = SidePlan { focus: Some(BO), awaits: true };
    assert_eq!(
        in_words(&Promise { agreed, ..self::plan(act("slash", BO)) }, &names()),
        "Slash on Bo. Its side strikes Bo first. Its side lets the foes come."
    );
    let heals = Effect { target: ADA, chance: 1000, harm: 0, fells: 0, mends: 5 };
    let mend = Promise { effects: vec![heals], ..self::plan(act("mend", ADA)) };
    assert_eq!(in_words(&mend, &names()), "Mend on Ada: sure to heal Ada by about 5.");
    let dodge = Promise {
        reply: Some(Reply { unit: Some(BO), label: "Dodge".to_owned() }),
        effects: vec![Effect { chance: 300, fells: 0, ..hit }],
        ..self::plan(Command::Answer(rules::prompt::Answer(1)))
    };
    assert_eq!(in_words(&dodge, &names()), "Bo: Dodge: 30 % to harm Bo by about 12.");
}

/// A whole life is 1250 thousandths.
#[test]
fn a_hint_speaks_of_the_players_own_side() {
    let agreed = SidePlan { focus: Some(BO), awaits: false };
    let outlook = Outlook { own: -700, theirs: -3070, fells: 110, falls: 60 };
    let hint = Promise { agreed, outlook: Some(outlook), ..plan(act("slash", BO)) };
    assert_eq!(
        as_hint(&hint, &names()),
        "Slash on Bo. Your side strikes Bo first. Then the foes lose about 2½ fighters' worth of \
         health, your side loses 55 % of a fighter's health; 11 % to take a foe out; 6 % to lose \
         one of your own."
    );
    let known =
        [(0, "0 %"), (1249, "95 %"), (1250, "about one"), (1900, "about 1½"), (2500, "about 2 ")];
    for (worth, begins) in known {
        assert!(health(worth).starts_with(begins), "{worth}: {}", health(worth));
        assert_eq!(health(-worth), health(worth));
    }
}

/// Files may contain any number.
#[test]
fn extreme_promises_are_told_too() {
    for worth in [i64::MIN, i64::MAX] {
        for chance in [i32::MIN, i32::MAX] {
            let outlook = Outlook { own: worth, theirs: worth, fells: chance, falls: chance };
            let effect = Effect { target: BO, chance, harm: chance, fells: chance, mends: chance };
            let plan = Promise {
                effects: vec![effect],
                outlook: Some(outlook),
                ..plan(Command::EndTurn { unit: ADA })
            };
            assert!(in_words(&plan, &names()).starts_with("End the turn"));
        }
    }
}

fn line(event: usize, weight: Weight) -> LogLine {
    LogLine {
        headline: String::new(),
        details: Vec::new(),
        weight,
        tone: Tone::Plain,
        about: None,
        links: Vec::new(),
        event,
    }
}

/// A record in which Red gave two commands: the first readies an act.
fn record() -> Record {
    let controllers = vec![Controller::Human, Controller::COMPUTER];
    let key = Key::of("precision");
    let mut record = Record::new(key, 0, String::new(), 1, controllers, <_>::default());
    let why =
        |events, plan| Some(Box::new(Why { events, side: RED, plans: vec![plan], memory: None }));
    let readied = Promise { secret: true, ..plan(act("riposte", ADA)) };
    for (events, plan) in [((2, 4), readied), ((6, 9), plan(act("slash", ADA)))] {
        let command = plan.command.clone();
        let why = why(events, plan);
        record.commands.push(battle::record::RecordedCommand { command, hash: 0, why });
    }
    record
}

#[test]
fn reasons_belong_to_the_first_line_of_their_command() {
    use Weight::{Bookkeeping, Detail, Heading, Main};
    let weights = [(1, Main), (2, Heading), (3, Detail), (5, Main), (6, Bookkeeping), (7, Main)];
    let lines: Vec<LogLine> = weights.iter().map(|(event, w)| line(*event, *w)).collect();
    let spectator = Reader { side: None, over: false, secrets: true };
    let told = reasons(&record(), &lines, spectator, &names());
    assert_eq!(told[&2], [["Riposte on Ada."]], "the command had no better line");
    assert_eq!(told[&5], [["Slash on Ada."]], "not the bookkeeping before it");
    assert_eq!(told.len(), 2);
}

/// The question interrupted the act of the line before; the reasons of both are there.
#[test]
fn reasons_for_an_answer_belong_to_the_interrupted_act() {
    let mut record = record();
    let reply = Some(Reply { unit: Some(BO), label: "Dodge".to_owned() });
    let answer = Promise { reply, ..plan(Command::Answer(rules::prompt::Answer(0))) };
    let why = Why { events: (9, 12), side: RED, plans: vec![answer.clone()], memory: None };
    let (command, why) = (answer.command, Some(Box::new(why)));
    record.commands.push(battle::record::RecordedCommand { command, hash: 0, why });
    let spectator = Reader { side: None, over: false, secrets: true };
    let lines = [line(2, Weight::Main), line(6, Weight::Main), line(10, Weight::Detail)];
    let told = reasons(&record, &lines, spectator, &names());
    assert_eq!(told[&1], [["Slash on Ada."], ["Bo: Dodge."]]);
    let lines = [line(6, Weight::Main), line(10, Weight::Main)];
    assert_eq!(reasons(&record, &lines, spectator, &names())[&1], [["Bo: Dodge."]]);
}

/// A readied act stays secret during the battle, and so does everything where sides see different
/// things.
#[test]
fn plans_of_others_are_read_only_where_nothing_is_hidden() {
    let lines = [line(2, Weight::Main), line(6, Weight::Main)];
    let count = |side, over, secrets| {
        reasons(&record(), &lines, Reader { side, over, secrets }, &names()).len()
    };
    assert_eq!(count(Some(BLUE), false, false), 1, "not what is readied");
    assert_eq!(count(Some(BLUE), false, true), 0);
    assert_eq!(count(Some(BLUE), true, true), 2, "after the battle");
    assert_eq!(count(Some(RED), false, true), 2, "of the own side");
    assert_eq!(count(None, false, true), 2, "a spectator sees all");
}
