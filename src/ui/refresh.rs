//! Reads the state of the battle and computes what the panels and the board show.

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::state::state::{NextState, State as InState};
use bevy::window::RequestRedraw;

use battle::{BattleState, CurrentStatus, EventLog, Record, Refused, Rules};
use grid::{Cell, FloorAt, Hm, Place, SideId, UnitId};
use rules::engine;
use rules::fog;
use rules::odds;
use rules::state::{Placement, State};
use rules::{Command, Event, EventKind, Ruleset, Target, Waypoint};

use super::aim_floor;
use super::available_actions::{self, active, chosen};
use super::board::{self, Busy, Marks, Tag};
use super::caches::{Asked, Caches};
use super::hints;
use super::hud::sky::Sky;
use super::hud::{
    ActionsModel, CardModel, HandOverModel, MOST_NUMBERED, OrderModel, OrdersModel, PreviewModel,
    PromptModel, RefereeModel, ResultModel, RouteModel, SpotModel, SpotlightModel, objective, pips,
};
use super::inspect::{Facts, carded, inspected};
use super::interaction::{Mode, TurnState};
use super::learning::Learning;
use super::lens::{self, About, LENS_TIME, Lens, LensModel};
use super::linked_names;
use super::log_text::{self, LogLine};
use super::messages;
use super::names::Names;
use super::notice::{CurrentNotice, Notice};
use super::panels::Panels;
use super::screen::Screen;
use super::seating::Seats;
use super::selection::Selection;
use super::take_back;
use super::watching::Watching;
use super::why::{self, Reader};
use battle::undo::UndoHistory;
use settings::Settings;

/// The window's state that depends on the battle.
#[derive(SystemParam)]
pub(super) struct Table<'w> {
    selection: ResMut<'w, Selection>,
    seats: ResMut<'w, Seats>,
    names: ResMut<'w, Names>,
    panels: ResMut<'w, Panels>,
    caches: ResMut<'w, Caches>,
}

/// Updates names, order, log and result whenever the battle has changed.
pub(super) fn take_news(
    battle: Option<(Res<Rules>, Res<BattleState>, Res<CurrentStatus>, Res<EventLog>)>,
    (pasts, record, settings): (Option<Res<UndoHistory>>, Option<Res<Record>>, Res<Settings>),
    (watching, learning): (Option<Res<Watching>>, Option<Res<Learning>>),
    busy: Res<Busy>,
    (mut table, mut notice): (Table, ResMut<CurrentNotice>),
) {
    let Some((rules, snapshot, status, log)) = battle else { return };
    let viewer = table.seats.seating.viewer();
    // A replay has the complete log.
    let events = watching.as_ref().map_or(&log.0[..], |w| w.playback().events());
    // The panels report what has happened once the board has shown it.
    if busy.0 {
        return;
    }
    if !snapshot.is_changed() && !busy.is_changed() && table.caches.told == (events.len(), viewer) {
        return;
    }
    let table = &mut table;
    let state = &*snapshot.0;
    let description = rules.0.describe();
    *table.names = Names::of(state, &*rules.0);
    let (unseen, blank) =
        (available_actions::unseen(&*rules.0, state, viewer), description.blank_turns);
    let mut message = tell(table, state, events, viewer, (&unseen, blank));
    table.seats.secrets = available_actions::has_secrets(&*rules.0, state);
    table.panels.log.now = watching.is_some().then_some(log.0.len());
    table.panels.hints =
        hints::allowed(record.as_deref(), watching.as_deref(), learning.as_deref());
    table.panels.order = OrderModel::of(&*rules.0, state, &table.names, &unseen);
    table.panels.spotlight =
        SpotlightModel::of(&*rules.0, state, &table.names, |id| !unseen.contains(&id));
    let over = state.scene.verdict.is_some();
    let aftermath = over.then(|| engine::with_ctx(&*rules.0, state, |ctx| rules.0.aftermath(ctx)));
    let aftermath = aftermath.unwrap_or_default();
    let story = (&log.0[..], &aftermath[..]);
    let player = table.seats.seating.only_player();
    table.panels.result = ResultModel::of(state, story, &*rules.0, &table.names, player);
    table.panels.referee = RefereeModel::of(state, description, &table.names);
    let side = status.0.as_ref().and_then(|rest| available_actions::side_to_decide(rest, state));
    // Where nothing is hidden, the next player simply continues.
    if let Some(side) = side.filter(|side| table.seats.seating.must_change(*side))
        && !table.seats.secrets
    {
        table.seats.seating.sit(side);
        message = tell(table, state, events, Some(side), (&unseen, blank));
    }
    if message.is_some() {
        notice.0 = message;
    }
    // A player who has just sat down sees and gives the orders of their own side.
    table.panels.orders = table
        .seats
        .seating
        .viewer()
        .and_then(|side| OrdersModel::of(&*rules.0, state, side, &table.names));
    let viewer = table.seats.seating.viewer();
    table.panels.order.objective = objective::in_words(state, viewer, &table.names);
    table.panels.order.sky = Sky::of(&*rules.0, &state.scene.board);
    table.panels.log.reasons =
        reasons(table, (watching.as_deref(), record.as_deref()), (viewer, over));
    table.panels.log.undo_from = pasts
        .filter(|_| watching.is_none())
        .and_then(|pasts| take_back::since(&pasts, &table.seats, &settings, record.as_deref()));
    if over {
        (table.seats.last_side, table.panels.banner) = (None, None);
    } else if let Some(side) = side.filter(|side| table.seats.last_side != Some(*side)) {
        table.seats.last_side = Some(side);
        let (seating, names) = (&table.seats.seating, &table.names);
        let asked = !matches!(status.0, Some(engine::BattleStatus::Await(_)));
        let text = if watching.is_some() {
            format!("{}'s turn", names.side(side))
        } else {
            objective::whose_turn((seating, side), asked, names)
        };
        table.panels.banner = Some((side, text));
    }
    table.caches.stale = true;
}

/// Adds new events to the log; starts over when the viewer changes. Events about units
/// that the viewer does not currently see are shown blank where the rules require it. Returns the
/// messages among them.
fn tell(
    table: &mut Table<'_>,
    state: &State,
    events: &[Event],
    viewer: Option<SideId>,
    (unseen, blank): (&BTreeSet<UnitId>, bool),
) -> Option<Notice> {
    if table.caches.told.1 != viewer || table.caches.told.0 > events.len() {
        table.panels.log.lines.clear();
        table.caches.told = (0, viewer);
    }
    let told = table.caches.told.0;
    let is_unknown = |id| unseen.contains(&id);
    // An act that a question interrupts continues in its own line.
    let from = begin_of_turn(events, told);
    table.panels.log.lines.retain(|line| line.event < from);
    let told_now = events.iter().enumerate().skip(from).filter_map(|(place, event)| {
        fog::as_told(event, viewer, is_unknown, blank).map(|event| (place, event))
    });
    let (places, now): (Vec<usize>, Vec<Event>) = told_now.unzip();
    let fresh = now.get(places.partition_point(|place| *place < told)..).unwrap_or_default();
    let message = messages::of(fresh, told == 0);
    let mut lines = log_text::lines(&now, &mut table.names);
    let is_friend = |id| state.unit(id).is_none_or(|u| viewer.is_none_or(|side| u.side() == side));
    log_text::summarise(&mut lines, &now, &table.names, is_friend);
    let placed = lines.into_iter().map(|line| LogLine {
        event: places.get(line.event).copied().unwrap_or_default(),
        links: linked_names::places(&line.headline, line.about, &table.names),
        ..line
    });
    table.panels.log.lines.extend(placed);
    table.caches.told.0 = events.len();
    message
}

/// Index of the first event of the turn in which event `told` happened or will happen.
fn begin_of_turn(events: &[Event], told: usize) -> usize {
    let is_begin =
        |event: &Event| matches!(event.what, EventKind::TurnBegan { .. } | EventKind::Phase { .. });
    events.iter().take(told).rposition(is_begin).unwrap_or_default()
}

/// Why the computer gave its commands, as far as the side at the table may know.
fn reasons(
    table: &Table<'_>,
    (watching, record): (Option<&Watching>, Option<&Record>),
    (side, over): (Option<SideId>, bool),
) -> BTreeMap<usize, why::Reasons> {
    let record = watching.map(|watching| watching.playback().record()).or(record);
    let reader = Reader { side, over, secrets: table.seats.secrets };
    let lines = &table.panels.log.lines;
    record.map(|record| why::reasons(record, lines, reader, &table.names)).unwrap_or_default()
}

/// Tells the player why an order was refused.
pub(super) fn take_refusals(
    mut refused: MessageReader<Refused>,
    (selection, seats): (Res<Selection>, Res<Seats>),
    mut notice: ResMut<CurrentNotice>,
) {
    for Refused { command, refusal } in refused.read() {
        let by_player = match command.unit() {
            Some(unit) => selection.options.active.contains(&unit),
            None => match command {
                Command::Policy { side, .. } => seats.seating.is_human(*side),
                Command::Ruling(_) => true,
                _ => matches!(selection.options.stand, TurnState::Asked { .. }),
            },
        };
        if by_player {
            notice.0 = Some(Notice::refusal(refusal.to_string()));
        }
    }
}

/// What the tiles show of the turn: pips, chances, and whether it can be taken back.
fn fill_actions(table: &mut Table<'_>, rules: &dyn Ruleset, state: &State) {
    let can_take_back = table.panels.log.undo_from.is_some();
    let Some(actions) = &mut table.panels.actions else { return };
    actions.can_take_back = can_take_back;
    let (options, hand) = (&table.selection.options, &table.selection.hand);
    let actor = options.actor.and_then(|id| state.unit(id));
    actions.pips = actor.map_or_else(Vec::new, |unit| pips(options, unit, &table.names));
    let chances = available_actions::chances(rules, state, options, hand);
    for (part, chance) in actions.parts.iter_mut().zip(chances) {
        part.chance = chance;
    }
}

/// The open question; the same as before while there is no news.
fn question(
    table: &mut Table<'_>,
    rules: &dyn Ruleset,
    state: &State,
    news: bool,
) -> Option<PromptModel> {
    if !matches!(table.selection.options.stand, TurnState::Asked { .. }) {
        return None;
    }
    if !news && table.panels.prompt.is_some() {
        return table.panels.prompt.take();
    }
    let asked = state.queue.waiting.as_ref();
    asked.map(|prompt| PromptModel::of(rules, state, prompt, &table.names))
}

/// Recomputes the player's options, the preview and the board's
/// highlights when one of them may have changed.
pub(super) fn think(
    battle: Option<(Res<Rules>, Res<BattleState>, Res<CurrentStatus>)>,
    (watching, record, learning): (
        Option<Res<Watching>>,
        Option<Res<Record>>,
        Option<Res<Learning>>,
    ),
    (busy, facts): (Res<Busy>, Facts),
    screen: Res<InState<Screen>>,
    mut next: ResMut<NextState<Screen>>,
    mut table: Table,
    mut marks: ResMut<Marks>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some((rules, snapshot, status)) = battle else { return };
    if busy.0 {
        // The old highlights no longer apply.
        let (covered, veil) = (marks.covered, marks.veil.clone());
        let tags = objective::tags(&snapshot.0);
        marks.set_if_neq(Marks { covered, veil, tags, ..Marks::default() });
        // Nor do the odds: another act may be shown now.
        if table.panels.preview.is_some() {
            table.panels.preview = None;
        }
        return;
    }
    if !table.caches.stale && !snapshot.is_changed() && !busy.is_changed() {
        return;
    }
    let table = &mut table;
    table.caches.stale = false;
    let (rules, state, rest) = (&*rules.0, &*snapshot.0, status.0.as_ref());
    let news = snapshot.is_changed() || status.is_changed() || busy.is_changed();
    let gathered = look_round(table, rules, (state, rest), &facts, news);
    preview(table, rules, state, news || gathered);
    table.panels.cards = cards(table, rules, (state, rest), &facts);
    let meant = table.selection.hand.looked_at.or(table.selection.options.actor);
    if let Some(referee) = &mut table.panels.referee {
        referee.meant = meant;
    }
    // A unit that has just got a card is inspected in the next frame.
    let inspected = inspected(&table.selection, &table.seats.seating, (state, rest));
    if inspected.iter().any(|id| !facts.knows(*id)) {
        table.caches.stale = true;
        redraw.write(RequestRedraw);
    }
    // The same goes for where it can move, when a battle has just begun.
    let options = &table.selection.options;
    let actor = options.actor.filter(|_| options.stand == TurnState::Acting);
    if actor.is_some_and(|id| facts.reach(id).is_none()) {
        (table.caches.stale, table.caches.asked) = (true, None);
        redraw.write(RequestRedraw);
    }
    let selection = &mut *table.selection;
    let taught = learning.map(|learning| learning.acts()).unwrap_or_default();
    selection.hand.keep_tiles(&selection.options, &taught);
    table.panels.actions =
        ActionsModel::of(&table.selection.options, &table.selection.hand, &table.names);
    fill_actions(table, rules, state);
    table.panels.prompt = question(table, rules, state, news);
    table.panels.hand_over = hand_over(table, state, rest);
    table.panels.playback = watching
        .as_ref()
        .zip(record)
        .map(|(watching, record)| watching.model(record.commands.len(), &snapshot, &table.names));
    look_through(table, rules, state, snapshot.is_changed());
    if table.panels.lens.as_ref().is_some_and(|lens| !lens.is_ready()) {
        table.caches.stale = true;
        redraw.write(RequestRedraw);
    }
    let viewer = table.seats.seating.viewer();
    if news || table.caches.veil.0 != viewer {
        table.caches.veil = (viewer, available_actions::out_of_view(rules, state, viewer));
    }
    aim(table, rules, state, news);
    marks.set_if_neq(mark(table, rules, state));
    if watching.is_some() {
        return;
    }
    // The aftermath may still ask; with several players the hand-over takes place at the board.
    let over =
        state.scene.verdict.is_some() && table.selection.options.stand != TurnState::HandOver;
    if over && !busy.0 && *screen.get() == Screen::Battle {
        next.set(Screen::Result);
    }
    // A referee may continue a battle that was over.
    if !over && *screen.get() == Screen::Result {
        next.set(Screen::Battle);
    }
}

/// Recomputes the player's options if they may have changed. Returns true if it did.
fn look_round(
    table: &mut Table<'_>,
    rules: &dyn Ruleset,
    (state, rest): (&State, Option<&engine::BattleStatus>),
    facts: &Facts,
    news: bool,
) -> bool {
    let act = match &table.selection.hand.mode {
        Mode::Aiming { act, .. } => Some((act.clone(), table.selection.hand.with.clone())),
        Mode::Idle | Mode::Moving | Mode::Facing { .. } => None,
    };
    let asked = Asked {
        seating: table.seats.seating.clone(),
        chosen: table.selection.hand.chosen,
        act,
        route: table.selection.hand.route.clone(),
    };
    if !news && table.caches.asked.as_ref() == Some(&asked) {
        return false;
    }
    let actor = chosen(&active(rest, state, &asked.seating), asked.chosen);
    let reach = actor.and_then(|id| facts.reach(id));
    let options = available_actions::options(rules, state, rest, &asked, reach);
    table.caches.asked = Some(asked);
    if options.active != table.selection.options.active
        || options.stand != table.selection.options.stand
    {
        table.selection.hand.reset();
    }
    table.selection.hand.follow_settings(&options);
    if let Mode::Aiming { act, .. } = &table.selection.hand.mode
        && options.offer(act).is_none_or(|o| o.refused.is_some())
    {
        table.selection.hand.mode = Mode::Idle;
    }
    table.selection.options = options;
    true
}

/// Recomputes the preview if another command is previewed or the battle has advanced.
fn preview(table: &mut Table<'_>, rules: &dyn Ruleset, state: &State, news: bool) {
    let command = table.selection.hand.preview(&table.selection.options);
    let stays = stays(table).filter(|_| command.is_none());
    if !news && command == table.caches.previewed && stays == table.caches.stays {
        return;
    }
    table.caches.stays = stays;
    if let Some(unit) = stays.and_then(|id| state.unit(id)) {
        let here = unit.placement.at.cell().map(|cell| {
            let Placement { feet, support, .. } = unit.placement;
            (cell, feet, support)
        });
        let spot = |end| SpotModel::of(rules, state, unit.id(), end, &table.names);
        table.panels.preview = Some(PreviewModel {
            title: format!("{}: current position", table.names.unit(unit.id())),
            spot: here.and_then(spot),
            ..PreviewModel::default()
        });
        table.caches.previewed = None;
        return;
    }
    table.panels.preview = command.as_ref().map(|command| {
        let notes = notes(table, state, command);
        let mut model = PreviewModel::of(rules, state, command, &table.names, notes);
        match command {
            Command::Act { act, .. } => {
                if let Some(offer) = table.selection.options.offer(act) {
                    model.title.clone_from(&offer.name);
                }
            }
            Command::Move { unit, path, .. } => {
                let (unit, names) = (*unit, &table.names);
                let way =
                    RouteModel::of(rules, state, unit, path, &table.selection.hand.stops, names);
                let end = way.end().map(|pace| (pace.room.cell, pace.room.feet, pace.support));
                model.spot = end.and_then(|end| SpotModel::of(rules, state, unit, end, names));
                model.way = Some(way);
            }
            _ => {}
        }
        model
    });
    table.caches.previewed = command;
}

/// The active unit, while the player points at its current position.
fn stays(table: &Table<'_>) -> Option<UnitId> {
    let focus = table.selection.hand.focus().filter(|_| table.selection.hand.mode == Mode::Idle)?;
    let acts = table.selection.options.stand == TurnState::Acting
        && table.selection.options.actor_at == Some(focus);
    table.selection.options.actor.filter(|_| acts)
}

/// Recomputes the lens if it may have changed.
fn look_through(table: &mut Table<'_>, rules: &dyn Ruleset, state: &State, news: bool) {
    let covered = table.selection.options.stand == TurnState::HandOver;
    let Some(lens) = table.selection.lens.filter(|_| !covered) else {
        table.panels.lens = None;
        return;
    };
    let hovered = table.selection.pointed_body();
    let looked_at = hovered
        .or(table.selection.hand.looked_at)
        .filter(|id| table.selection.options.foes.contains(id));
    let about = About {
        viewer: table.seats.seating.viewer(),
        actor: table.selection.options.actor,
        foe: looked_at.filter(|_| lens == Lens::Cover),
        focus: table.selection.hand.focus().filter(|_| lens.is_from_a_cell()),
    };
    let known = table.panels.lens.as_ref().is_some_and(|model| model.lens == lens);
    if news || !known || table.caches.lens_about != about {
        let before = (lens, table.panels.lens.take());
        let near = table.selection.hand.focus().or(table.selection.options.actor_at);
        let begun = LensModel::begin(before, rules, state, &about, &table.names, near);
        table.panels.lens = Some(begun);
        table.caches.lens_about = about;
    }
    if let Some(model) = &mut table.panels.lens {
        model.go_on(rules, state, &about, &table.names, LENS_TIME);
        model.point_at(table.selection.hand.focus(), rules, state, &about, &table.names);
    }
}

/// Recomputes the floors beyond the range of the act being aimed, if it may have changed.
fn aim(table: &mut Table<'_>, rules: &dyn Ruleset, state: &State, news: bool) {
    let (hand, options) = (&table.selection.hand, &table.selection.options);
    let aimed = match &hand.mode {
        Mode::Aiming { act, .. } => options.actor.map(|unit| (unit, act.clone())),
        Mode::Idle | Mode::Moving | Mode::Facing { .. } => None,
    };
    if !news && table.caches.beyond.0 == aimed {
        return;
    }
    let cells = aimed.as_ref().map(|(unit, act)| lens::beyond(rules, state, *unit, act));
    table.caches.beyond = (aimed, cells.unwrap_or_default());
}

/// The floors that units of a side watch with readied acts; of all sides for a viewer without one.
/// Other sides do not know of them.
fn watched(state: &State, viewer: Option<SideId>) -> Vec<FloorAt> {
    let own = |owner| {
        let unit = state.unit(owner).filter(|unit| unit.is_active());
        unit.is_some_and(|unit| viewer.is_none_or(|side| unit.side() == side))
    };
    let armed = state.scene.armed.iter().filter(|armed| own(armed.owner));
    let board = &state.scene.board;
    // Ground that is watched below a deck is named by its height.
    let ground = |at: FloorAt| at.point(board).map(|room| room.feet);
    let floors = armed.flat_map(|armed| {
        let named = armed.floor.is_some();
        let floors = armed.floors(board).into_iter();
        floors.map(move |at| (named, at))
    });
    let named = |(named, at): (bool, FloorAt)| FloorAt {
        floor: if named { at.floor.or(ground(at)) } else { at.floor },
        ..at
    };
    let floors: BTreeSet<FloorAt> = floors.map(named).collect();
    floors.into_iter().collect()
}

/// Notes on the cost of a move and where it ends.
fn notes(table: &Table<'_>, state: &State, command: &Command) -> Vec<String> {
    let Command::Move { unit, path, .. } = command else { return Vec::new() };
    let end = path.last().and_then(Waypoint::cell);
    let way = end.and_then(|end| table.selection.hand.way_to(end, &table.selection.options));
    let from = state.unit(*unit).map(|u| u.placement.feet);
    let (Some(way), Some(from)) = (way, from) else { return Vec::new() };
    let mut notes = Vec::new();
    let rise = way.feet - from;
    if rise != Hm::ZERO {
        let word = if rise > Hm::ZERO { "higher" } else { "lower" };
        notes.push(format!("Ends {} {word}, at height {}", rise.abs(), way.feet));
    }
    if way.tier > 0 {
        notes.push("Uses more of the turn than an ordinary move".to_owned());
    }
    let heights = end.and_then(|end| table.selection.options.ways.get(&end)).map_or(0, Vec::len);
    if heights > 1 {
        notes.push("Page Up and Page Down change the height".to_owned());
    }
    notes
}

/// The cards of the active or asked unit, and of the unit under the pointer or selected.
fn cards(
    table: &Table<'_>,
    rules: &dyn Ruleset,
    (state, rest): (&State, Option<&engine::BattleStatus>),
    facts: &Facts,
) -> Vec<CardModel> {
    let ids = carded(&table.selection, (state, rest), table.selection.options.actor);
    // Leave out what the viewing side does not know, and show what it has not learned as it would
    // assume it.
    let viewer = table.seats.seating.viewer();
    let known = viewer.map(|side| odds::as_known_by(rules, state, side));
    engine::with_ctx(rules, known.as_ref().unwrap_or(state), |ctx| {
        let card = |id: &UnitId| {
            let card = CardModel::of(rules, ctx, &table.names, (*id, viewer))?;
            let situation =
                facts.situation(*id, &table.names, |other| table.selection.shows(other));
            Some(CardModel { situation: situation.unwrap_or_default(), ..card })
        };
        ids.iter().filter_map(card).collect()
    })
}

fn hand_over(
    table: &Table<'_>,
    state: &State,
    rest: Option<&engine::BattleStatus>,
) -> Option<HandOverModel> {
    let rest = rest.filter(|_| table.selection.options.stand == TurnState::HandOver)?;
    let side = available_actions::side_to_decide(rest, state)?;
    // Without the unit's name: the player who still sits there may not know that it exists.
    let why = match rest {
        engine::BattleStatus::Await(_) => "It is your turn.",
        _ => "You have to answer a question.",
    };
    Some(HandOverModel { side, name: table.names.side(side), why: why.to_owned() })
}

/// The number of an answer, on the cell that represents it.
fn answer_tag(cell: Cell, n: u16) -> Tag {
    let lines = vec![(board::Tone::Plain, n.saturating_add(1).to_string())];
    Tag { at: cell.into(), below: false, lines }
}

fn mark(table: &Table<'_>, rules: &dyn Ruleset, state: &State) -> Marks {
    let (hand, options) = (&table.selection.hand, &table.selection.options);
    let model = table.panels.preview.as_ref();
    let mut marks = Marks {
        actor: options.actor,
        looked_at: hand.looked_at,
        focus: hand.focus().map(|cell| {
            let at = FloorAt { cell, floor: hand.end_height() };
            FloorAt { cell, floor: at.deck(&state.scene.board) }
        }),
        covered: options.stand == TurnState::HandOver,
        veil: table.caches.veil.1.clone(),
        watched: watched(state, table.seats.seating.viewer()),
        tags: objective::tags(state),
        beyond: table.caches.beyond.1.clone(),
        ..Marks::default()
    };
    if let Some(lens) = &table.panels.lens {
        let shaded = lens.cells.iter().filter(|cell| cell.shade > 0);
        let actor = options.actor.and_then(|id| state.unit(id));
        let level = actor.filter(|_| lens.lens.is_on_a_floor()).map(|unit| unit.placement.feet);
        let floor = |cell: Cell| {
            level.map_or(cell.into(), |feet| aim_floor::nearest(&state.scene.board, cell, feet))
        };
        marks.shades = shaded.map(|cell| (floor(cell.cell), cell.shade)).collect();
        (marks.ramp, marks.quiet) = (lens.lens.ramp(), true);
    }
    if let TurnState::Asked { default, .. } = options.stand {
        let prompt = table.panels.prompt.as_ref().filter(|prompt| prompt.about.is_some());
        marks.actor = prompt.and_then(|prompt| prompt.units.first().copied()).or(marks.actor);
        let spot = |(cell, n): (&Cell, &u16)| (Target::Place((*cell).into()), *n);
        let spots: Vec<(Target, u16)> = options.answers.iter().map(spot).collect();
        marks.target = spots.iter().find(|(_, n)| *n == default).map(|(target, _)| *target);
        // Many cells form an area to choose from; few are targets with numbers.
        if spots.len() > MOST_NUMBERED {
            marks.reach = options.answers.keys().map(|cell| (*cell, Hm::ZERO, 0)).collect();
        } else {
            marks.targets = spots.iter().map(|(target, _)| *target).collect();
            marks.tags.extend(options.answers.iter().map(|(cell, n)| answer_tag(*cell, *n)));
        }
    }
    if options.stand != TurnState::Acting {
        return marks;
    }
    if let Some(model) = model {
        marks.tags.extend(model.tags());
        marks.threads = model.spot.as_ref().map_or_else(Vec::new, SpotModel::threads);
    }
    if let Some(way) = model.and_then(|model| model.way.as_ref()) {
        marks.ghost = way.end().map(|pace| (pace.room.cell, pace.room.feet));
        marks.waypoints = way.waypoints();
        marks.perils = way.perils();
    }
    match (&hand.mode, &table.caches.previewed) {
        (Mode::Aiming { act, .. }, previewed) => {
            let listed = options.targets.get(act).map(Vec::as_slice).unwrap_or_default();
            let on_floor = |target| aim_floor::meant(state, options.actor, listed, target);
            marks.targets = listed.iter().copied().map(on_floor).collect();
            if let (Some(Command::Act { targets, with, .. }), Some(actor)) =
                (previewed, options.actor)
            {
                let target = targets.last().copied();
                marks.target = target.map(on_floor);
                marks.named = hand.named.iter().copied().map(on_floor).collect();
                let area = engine::with_ctx(rules, state, |ctx| {
                    rules.area(ctx, actor, (act, with), target)
                });
                let cells = area.into_iter().filter_map(Place::cell);
                let floor = aim_floor::height(state, actor, marks.target);
                marks.area = aim_floor::on(&state.scene.board, cells, floor);
            }
        }
        (Mode::Facing { .. }, Some(Command::Face { facing, .. })) => {
            marks.target = Some(Target::Direction(*facing));
        }
        (Mode::Facing { .. }, _) => {}
        (Mode::Idle | Mode::Moving, previewed) => {
            marks.reach = options
                .ways
                .keys()
                .filter_map(|cell| options.way(*cell, hand.end_height()).map(|w| (*cell, w)))
                .map(|(cell, way)| (cell, way.feet, way.tier))
                .collect();
            match previewed {
                Some(Command::Move { path, .. }) => {
                    let start = options.actor_at.map(Waypoint::from);
                    marks.path = start.into_iter().chain(path.iter().copied()).collect();
                }
                Some(Command::Act { targets, .. }) => marks.target = targets.first().copied(),
                _ => {}
            }
        }
    }
    marks
}
