//! Preview of a command: odds, modifiers, warnings.

mod chances;
mod conditions;
mod route;
mod show;
mod spot;

use egui_phosphor::regular as icon;

use crate::board::{Spot, Tag, Tone};
use crate::names::Names;
use grid::{Body, Cell, Hm, Place, UnitId};
use rules::dice::{Chance, Likelihood};
use rules::display::{Ladder, Price};
use rules::engine;
use rules::event::{Event, EventKind, MoveKind};
use rules::object::Object;
use rules::odds::{self, Fold, Losses, Odds, Spread};
use rules::roll;
use rules::ruleset::{Ctx, Description, Forecast, Response, Ruleset};
use rules::state::{State, Status};
use rules::{Command, Key, Target};

pub(in crate::hud) use self::chances::hundredths;
use self::chances::outcome;
pub use self::chances::{Outcome, in_words, percent};
pub use self::route::{RouteLine, RouteModel, RouteStep, Struck};
pub use self::show::show;
pub(in crate::hud) use self::show::show_price;
pub use self::spot::{SpotFoe, SpotModel};
pub use crate::attack_options::AttackOption;

/// A unit's relation to the acting unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Party {
    /// The acting unit itself.
    Own,
    /// On the same side.
    Friend,
    /// On another side.
    #[default]
    Foe,
}

impl Party {
    fn of(state: &State, actor: Option<UnitId>, unit: UnitId) -> Self {
        match actor {
            Some(actor) if actor == unit => Self::Own,
            Some(actor) if !state.are_foes(actor, unit) => Self::Friend,
            _ => Self::Foe,
        }
    }

    /// The relation as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Own => "itself",
            Self::Friend => "friend",
            Self::Foe => "foe",
        }
    }

    /// The icon shown next to the name.
    pub const fn icon(self) -> &'static str {
        match self {
            Self::Own => icon::PERSON,
            Self::Friend => icon::HANDSHAKE,
            Self::Foe => icon::SWORD,
        }
    }
}

/// Breakdown of a number: label, total and terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// What the number is.
    pub label: String,
    /// Its total.
    pub total: i32,
    /// Its terms, each with its rule.
    pub terms: Vec<String>,
    /// Its terms in short: what each adds, and its label.
    pub chips: Vec<(i32, String)>,
}

/// The effect on one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TargetPreview {
    /// The target.
    pub unit: UnitId,
    /// Its name.
    pub name: String,
    /// Its relation to the acting unit.
    pub party: Party,
    /// True if it may lose something on any of its tracks.
    pub hurt: bool,
    /// Its position; `None` off the board.
    pub at: Option<Spot>,
    /// Chance that the roll against it succeeds, or that its own fails: "hit 75 % (65 % if
    /// parried)". `None` without a roll.
    pub hit: Option<String>,
    /// The same chance, bare: "75 %".
    pub chance: Option<String>,
    /// The same chance in percent, rounded, for the bar.
    pub hundredths: Option<u16>,
    /// What the dice must show: "7 or more on d10", "45 or less on d100".
    pub needs: Option<String>,
    /// The modifiers added to the roll.
    pub bonus: Share,
    /// The number to beat.
    pub against: Share,
    /// What changes that number, such as cover: whether it helps the acting unit, and its text.
    pub changes: Vec<(bool, String)>,
    /// The target number of the opponent's own test, where two tests are compared by degrees.
    pub theirs: Share,
    /// Outcomes of the roll where there are more than two: bands, degrees, margins.
    pub grades: Vec<Outcome>,
    /// The losses in short, and the chance of being put out of the fight.
    pub summary: Vec<String>,
    /// The losses on each track with their chances, from low to high.
    pub losses: Vec<Outcome>,
    /// Other possible outcomes: thresholds reached, changes of status.
    pub fates: Vec<Outcome>,
    /// The conditions that it may gain, the most likely first.
    pub conditions: Vec<Outcome>,
    /// Depth of a possible fall, if the act moves the target.
    pub falls: Option<Hm>,
    /// Remarks about its position, such as an edge it may be pushed over.
    pub notes: Vec<String>,
    /// Reactions that the act may meet, and what it does then: "Brute may take the blow: 60 % for
    /// 6 damage".
    pub responses: Vec<String>,
    /// The ladder of the dice in the roll, if they are on one.
    pub ladder: Option<Ladder>,
}

/// Contents of the preview.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreviewModel {
    /// The command: "Sword", "Move".
    pub title: String,
    /// Extra lines, such as the cost of a move.
    pub notes: Vec<String>,
    /// How much probability the odds leave out, if they are not exact.
    pub left_out: Option<String>,
    /// Why the command is not allowed.
    pub refused: Option<String>,
    /// Things to consider before confirming.
    pub warnings: Vec<String>,
    /// The command's costs for the acting unit beyond its plain price.
    pub prices: Vec<Price>,
    /// The targets, enemies first.
    pub targets: Vec<TargetPreview>,
    /// Units in the area of the act that are not affected.
    pub spared: Vec<(Party, String)>,
    /// The path of a move.
    pub way: Option<RouteModel>,
    /// The situation at the end of the move.
    pub spot: Option<SpotModel>,
}

impl PreviewModel {
    /// The effect of a command in this state, computed by the code
    /// that carries it out. `notes` are added as they are.
    pub fn of(
        rules: &dyn Ruleset,
        state: &State,
        command: &Command,
        names: &Names,
        notes: Vec<String>,
    ) -> Self {
        let mut model = Self { title: title(command, names), notes, ..Self::default() };
        match engine::check(rules, state, command) {
            Err(refusal) => {
                model.refused = Some(refusal.to_string());
                return model;
            }
            Ok(plan) => {
                model.warnings =
                    plan.warnings.iter().map(|w| format!("{} [{}]", w.text, w.rule)).collect();
            }
        }
        let actor = command.unit().and_then(|id| state.unit(id));
        let known = actor.map(|actor| odds::as_previewed_by(rules, state, actor.side()));
        let known = known.as_ref().unwrap_or(state);
        let forecasts = engine::with_ctx(rules, known, |ctx| rules.forecast(ctx, command));
        let outlook =
            engine::with_ctx(rules, known, |ctx| rules.presentation().outlook(ctx, command));
        model.prices = outlook.prices;
        let mut order: Vec<UnitId> = forecasts.iter().map(|f| f.target).collect();
        if let Command::Act { unit, act, targets, .. } = command {
            for target in targets {
                if let Target::Unit(id) = target
                    && !order.contains(id)
                {
                    order.push(*id);
                }
                let note = Object::of(*target).and_then(|object| {
                    engine::with_ctx(rules, known, |ctx| {
                        object_note(rules, ctx, *unit, act, object)
                    })
                });
                model.notes.extend(note);
            }
        }
        // Moves have no target whose odds could be shown.
        let odds = match actor {
            Some(_) if matches!(command, Command::Act { .. }) => {
                Odds::of(rules, known, command, Moves::default()).map(Some)
            }
            _ => Ok(None),
        };
        let odds = match odds {
            Ok(odds) => odds,
            Err(error) => {
                model.notes.push(format!("No exact odds: {error}."));
                None
            }
        };
        let left_out = odds.as_ref().map_or(Likelihood::ZERO, Odds::missing);
        if !left_out.is_zero() {
            let share = percent(&left_out.high());
            model.left_out = Some(format!("Rare outcomes left out: {share}."));
        }
        let spreads = odds.as_ref().map_or_else(Vec::new, |odds| odds.spreads(known));
        let actor = command.unit();
        let mut gained = odds
            .as_ref()
            .map_or_else(Vec::new, |odds| conditions::gained(rules.describe(), known, odds, actor));
        // Units healed, hurt or afflicted by an area without a roll.
        let changed = spreads.iter().filter(|s| s.changes()).map(|s| s.unit);
        let afflicted = gained.iter().map(|(id, _)| *id).filter(|id| Some(*id) != actor);
        for id in changed.chain(afflicted) {
            if !order.contains(&id) {
                order.push(id);
            }
        }
        engine::with_ctx(rules, known, |ctx| {
            model.targets = order
                .into_iter()
                .map(|id| {
                    let forecast = forecasts.iter().find(|f| f.target == id);
                    let spread = spreads.iter().find(|s| s.unit == id);
                    let mut target = target_preview(rules, names.unit(id), forecast, spread);
                    target.unit = id;
                    target.party = Party::of(known, actor, id);
                    target.at = ctx.field.body(id).and_then(spot_of);
                    target.responses = responses(forecast, names);
                    target.ladder = outlook.ladders.iter().find(|l| l.target == id).cloned();
                    target.conditions = conditions::take(&mut gained, id, &target.fates);
                    if let Some(odds) = &odds {
                        tell_of_falls(ctx, odds, &mut target);
                    }
                    target
                })
                .collect();
            model.notes.extend(conditions::notes(&gained, names));
            model.targets.sort_by_key(|target| target.party != Party::Foe);
            let friends = model.targets.iter().filter(|t| t.party == Party::Friend && t.hurt);
            let warnings =
                friends.map(|friend| format!("This can hurt {}, a friend.", friend.name));
            model.warnings.extend(warnings);
            model.spared = spared(rules, ctx, command, &model.targets, names);
            // Without a roll or a loss there is nothing else to say about an act.
            let quiet = model.targets.iter().all(TargetPreview::is_quiet);
            model.notes.extend(quiet.then(|| words(rules, ctx, command)).flatten());
        });
        model
    }

    /// What it is about: the command, the units affected, and where a move ends.
    pub fn subject(&self) -> (&str, Vec<UnitId>, Option<Cell>) {
        let targets = self.targets.iter().map(|target| target.unit).collect();
        (&self.title, targets, self.spot.as_ref().map(|spot| spot.at.cell))
    }

    /// Labels on the board for the path, the enemies at its end, and the targets.
    pub fn tags(&self) -> Vec<Tag> {
        let way = self.way.iter().flat_map(RouteModel::tags);
        let spot = self.spot.iter().flat_map(SpotModel::tags);
        way.chain(spot).chain(self.targets.iter().filter_map(TargetPreview::tag)).collect()
    }
}

impl TargetPreview {
    /// True if nothing is rolled against it and it loses nothing.
    const fn is_quiet(&self) -> bool {
        self.hit.is_none() && self.needs.is_none() && !self.hurt
    }

    /// The odds as a label next to the target.
    fn tag(&self) -> Option<Tag> {
        let mut lines = Vec::new();
        let tone = if self.party == Party::Foe { Tone::Good } else { Tone::Bad };
        if let Some(chance) = &self.chance {
            lines.push((tone, format!("{} {chance}", self.party.icon())));
        }
        if let Some(depth) = self.falls {
            lines.push((tone, format!("{} {depth}", icon::ARROW_LINE_DOWN)));
        }
        let at = self.at.filter(|_| !lines.is_empty())?;
        Some(Tag { at, below: true, lines })
    }
}

/// The object that an act is aimed at, and the expected number of uses that break or open it. Acts
/// that do neither name edges themselves.
fn object_note(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    unit: UnitId,
    act: &Key,
    object: Object,
) -> Option<String> {
    let board = ctx.field.board();
    let breach = rules.breach(ctx, unit, object).filter(|breach| breach.act == *act);
    let name = match object {
        Object::Thing(id) => board.thing(id)?.title(),
        Object::Edge(_) => breach.as_ref().and(object.kind(board))?.replace('_', " "),
    };
    Some(match breach.map(|breach| breach.uses) {
        None => format!("At the {name}."),
        Some(1) => format!("At the {name}: likely to give way at once."),
        Some(uses) => format!("At the {name}: gives way after about {uses} uses."),
    })
}

/// What an act does, in the words of the rules.
fn words(rules: &dyn Ruleset, ctx: Ctx<'_>, command: &Command) -> Option<String> {
    let Command::Act { unit, act, .. } = command else { return None };
    let offer = rules.offers(ctx, *unit).into_iter().find(|offer| offer.act == *act)?;
    Some(offer.text).filter(|text| !text.is_empty())
}

fn spot_of(body: &Body) -> Option<Spot> {
    Some(Spot { cell: body.anchor()?, size: body.size, height: Some(body.feet) })
}

/// An edge at least this deep next to a pushed target is worth a note.
const EDGE: Hm = Hm::metres(2);

/// Units moved in one outcome, and how deep each falls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Moves(Vec<(UnitId, Option<Hm>)>);

impl Fold for Moves {
    fn take(&mut self, event: &Event) {
        let EventKind::Moved { unit, from_feet, to_feet, manner, .. } = &event.what else { return };
        let falls = *manner == MoveKind::Fall && to_feet < from_feet;
        let depth = falls.then(|| *from_feet - *to_feet);
        match self.0.iter_mut().find(|(id, _)| id == unit) {
            Some((_, deepest)) => *deepest = depth.max(*deepest),
            None => self.0.push((*unit, depth)),
        }
    }
}

/// Notes how deep a target may fall, or the edge next to a target that is moved but does not fall.
fn tell_of_falls(ctx: Ctx<'_>, odds: &Odds<Moves>, target: &mut TargetPreview) {
    let mut moved = false;
    for (_, depth) in odds.folds(target.unit).flat_map(|m| &m.0).filter(|m| m.0 == target.unit) {
        moved = true;
        target.falls = target.falls.max(*depth);
    }
    let room = ctx.field.body(target.unit).and_then(Body::room);
    if let Some(depth) = target.falls {
        target.notes.push(format!("may fall {depth}"));
    } else if moved
        && let Some(ledge) = room.and_then(|room| ctx.field.ledge(target.unit, room, EDGE))
    {
        let where_to = route::where_to(ledge);
        target.notes.push(format!("next to an edge: {} down {where_to}", ledge.depth));
    }
}

/// Units in the area of an act that are not affected, as far as the actor's side knows of them.
fn spared(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    command: &Command,
    targets: &[TargetPreview],
    names: &Names,
) -> Vec<(Party, String)> {
    let Command::Act { unit, act, targets: aimed, with, .. } = command else { return Vec::new() };
    let Some(side) = ctx.state.commander(*unit) else { return Vec::new() };
    let area = rules.area(ctx, *unit, (act, with), aimed.first().copied());
    let mut cells: Vec<_> = area.into_iter().filter_map(Place::cell).collect();
    cells.sort_unstable();
    let inside = |body: &&Body| body.cells().any(|cell| cells.binary_search(&cell).is_ok());
    let bodies = ctx.field.bodies().iter().filter(inside).map(|body| body.id);
    bodies
        .filter(|id| targets.iter().all(|target| target.unit != *id))
        .filter(|id| rules.is_known(ctx, side, *id))
        .filter(|id| ctx.unit(*id).is_some_and(|u| u.status != Status::Dead))
        .map(|id| (Party::of(ctx.state, Some(*unit), id), names.unit(id)))
        .collect()
}

fn target_preview(
    rules: &dyn Ruleset,
    name: String,
    forecast: Option<&Forecast>,
    spread: Option<&Spread>,
) -> TargetPreview {
    let share = |label: &str, terms: &[rules::Term]| Share {
        label: label.to_owned(),
        total: terms.iter().fold(0, |sum, t| sum.saturating_add(t.value)),
        terms: terms.iter().map(ToString::to_string).collect(),
        chips: terms.iter().map(|t| (t.value, t.label.clone())).collect(),
    };
    let description = rules.describe();
    let tracks: Vec<(String, &Losses)> =
        spread.map_or_else(Vec::new, |s| tracks_to_tell(description, s));
    let resists = forecast.filter(|forecast| forecast.withstands);
    let fails = resists.and_then(Forecast::chance).map(|chance| Chance::from_integer(1) - chance);
    // The roll alone has a chance even if the exact odds of the whole are unknown.
    let hit = match spread {
        _ if resists.is_some() => fails.map(Likelihood::from),
        Some(spread) => spread.roll,
        None => forecast.and_then(Forecast::chance).map(Likelihood::from),
    };
    let words = |chance| match resists {
        Some(roll) => format!("fails to resist {}, needs {}", in_words(chance), roll.in_words()),
        None => format!("hit {}{}", in_words(chance), reacted(forecast)),
    };
    // Without a roll it goes without saying that nothing is lost.
    let rolled = hit.is_some() || forecast.is_some();
    let told = tracks.iter().filter(|(_, losses)| rolled || losses.changes());
    let losses = told.flat_map(|(noun, losses)| {
        losses.each().map(move |(loss, chance)| outcome(loss_text(loss, noun), chance))
    });
    let fates = spread.into_iter().flat_map(|s| s.after.iter().map(|after| (s.before, after)));
    let fates =
        fates.filter(|(before, (after, _))| *after != before).map(|(_, (after, chance))| {
            let text = match after {
                Status::Active => "back in the fight",
                Status::Down => "down",
                Status::Dead => "dead",
                Status::Gone => "leaves the board",
                Status::Surrendered => "surrenders",
            };
            outcome(text.to_owned(), *chance)
        });
    let marks = spread.map_or_else(Vec::new, |s| s.marks(description));
    let marks = marks.into_iter().map(|(mark, chance)| outcome(mark.text.clone(), chance));
    TargetPreview {
        name,
        chance: hit.map(in_words),
        hundredths: hit.map(|chance| chances::hundredths(&chance.low())),
        hit: hit.map(words),
        needs: forecast.map(Forecast::in_words),
        bonus: forecast.map_or_else(Share::default, |f| share("Modifier", f.bonus())),
        against: forecast.map_or_else(Share::default, |f| share(&f.against_label(), f.against())),
        changes: forecast.map_or_else(Vec::new, changes),
        theirs: forecast.and_then(Forecast::theirs).map_or_else(Share::default, |test| {
            let needs = test.needs();
            let dice = roll::words::counted(&test.dice, test.count);
            let needs = needs.map_or(dice, |n| roll::words::needed_on(n, &test.dice, test.count));
            share(&format!("Opponent needs {needs}, {}", test.label), test.against.terms())
        }),
        hurt: tracks.iter().any(|(_, losses)| losses.most() > 0),
        grades: forecast.map_or_else(Vec::new, |forecast| {
            let grades = forecast.grades().into_iter();
            grades.map(|(text, chance)| outcome(text, chance.into())).collect()
        }),
        summary: spread.map_or_else(Vec::new, |s| summary(s, &tracks)),
        losses: losses.collect(),
        fates: marks.chain(fates).collect(),
        ..TargetPreview::default()
    }
}

/// What changes the number that a roll is compared with: its terms beside the first, which is the
/// base value.
fn changes(forecast: &Forecast) -> Vec<(bool, String)> {
    let test = &forecast.test;
    // Bands have one sum for both sides, without a base value.
    if !test.bands.is_empty() {
        return Vec::new();
    }
    let high_helps = test.compare == roll::Compare::AtMost;
    let terms = forecast.against().iter().skip(1).filter(|term| term.value != 0);
    let told = |term: &rules::Term| format!("{:+} {}", term.value, term.label);
    terms.map(|term| ((term.value > 0) == high_helps, told(term))).collect()
}

/// The chance if the target reacts, in brackets, if the viewer knows that it can (MO-434).
fn reacted(forecast: Option<&Forecast>) -> String {
    let reacted = forecast.and_then(|forecast| forecast.reacted.as_ref());
    let words = reacted.map(|r| format!(" ({} {})", in_words(r.chance), r.words));
    words.unwrap_or_default()
}

/// The reactions that an act may meet, as far as the viewer knows (MO-434).
fn responses(forecast: Option<&Forecast>, names: &Names) -> Vec<String> {
    let all = forecast.into_iter().flat_map(|forecast| &forecast.responses);
    all.map(|Response { by, words, then }| {
        let then = match then {
            Some((chance, 0)) => format!(": {} for no damage", in_words(*chance)),
            Some((chance, damage)) => format!(": {} for {damage} damage", in_words(*chance)),
            None => String::new(),
        };
        format!("{} may {words}{then}", names.unit(*by))
    })
    .collect()
}

/// The tracks to show, each with its noun: the body, and others that may change.
fn tracks_to_tell<'a>(description: &Description, spread: &'a Spread) -> Vec<(String, &'a Losses)> {
    let changes = spread.tracks.iter().any(Losses::changes);
    let told = spread.tracks.iter().filter(|losses| {
        // If nothing is lost, the body alone is shown.
        losses.changes() || !changes && description.is_sole_body(losses.track.as_str())
    });
    told.map(|losses| (noun(description, &losses.track), losses)).collect()
}

/// The name of a track inside a sentence: "health", "HP".
fn noun(description: &Description, track: &Key) -> String {
    let spec = description.track(track.as_str());
    let short = spec.filter(|spec| spec.name.chars().all(char::is_uppercase));
    short.map_or_else(|| description.track_name(track), |spec| spec.name.clone())
}

/// The effect on a unit in one line: the chance of a hit, losses, being put out of the fight.
pub(super) fn in_short(description: &Description, spread: &Spread) -> String {
    let hit = spread.roll.map(|chance| format!("hit {}", in_words(chance)));
    // Very unlikely losses would only make the answers longer.
    let mut tracks = tracks_to_tell(description, spread);
    tracks.retain(|(_, losses)| losses.mean().one_decimal() != "0");
    let out = chances::hundredths(&spread.knocked_out().high()) > 0;
    let mut lines = summary(spread, &tracks);
    if !out && !lines.is_empty() {
        lines.pop();
    }
    if lines.is_empty() {
        lines.push("no loss".to_owned());
    }
    hit.into_iter().chain(lines).collect::<Vec<_>>().join(", ")
}

fn loss_text(loss: i32, noun: &str) -> String {
    match loss {
        0 => format!("no {noun} lost"),
        n if n < 0 => format!("gains {} {noun}", n.unsigned_abs()),
        n => format!("loses {n} {noun}"),
    }
}

/// One line per track with its losses, and the chance of being put out of the fight.
fn summary(spread: &Spread, tracks: &[(String, &Losses)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (noun, losses) in tracks {
        let (least, most) = (losses.least(), losses.most());
        if most > 0 && least == most {
            lines.push(format!("loses {most} {noun}"));
        } else if most > 0 {
            let mean = losses.mean().one_decimal();
            lines.push(format!("loses {least} to {most} {noun}, {mean} on average"));
        }
    }
    let out = spread.knocked_out();
    if !lines.is_empty() || !out.is_zero() {
        let what = if spread.before == Status::Active { "out of the fight" } else { "dead" };
        lines.push(format!("{what}: {}", in_words(out)));
    }
    lines
}

/// The name of what a command does.
fn title(command: &Command, names: &Names) -> String {
    match command {
        Command::Move { .. } => "Move".to_owned(),
        Command::Act { act, .. } => names.content(act),
        Command::Answer(_) => "Answer".to_owned(),
        Command::Face { facing, .. } => format!("Turn to face {}", facing.word()),
        Command::Hold { .. } => "Hold the turn".to_owned(),
        Command::EndTurn { .. } => "End turn".to_owned(),
        Command::Policy { about, .. } => format!("Standing order: {}", names.content(about)),
        Command::Ruling(_) => "Referee's ruling".to_owned(),
    }
}
