//! Converts the events of an order to cues: what is shown for each, and when.

use std::collections::{BTreeMap, BTreeSet};

use grid::{Cell, FloorAt, Hm, Place, SideId, SupportKind, UnitId};
use rules::Key;
use rules::command::{Command, Target};
use rules::event::{BoardChange, Event, EventKind, LayerChange, MoveKind, Packet, Rolled, Sight};
use rules::look::{Force, Style};
use rules::ruleset::Ruleset;
use rules::state::{LayerState, Posture, Sighting, State, Status};
use sound::{Footing, Sound};
use ui::board::Tone;
use ui::log_text::condition_text;
use ui::names::Names;

use super::acts::UnderWay;
use super::{Anchor, Cue, CueKind, Gait, Ms, Score, words};

/// A step on foot.
const STEP: Ms = 170;
/// A step by flying or swimming, or a push.
const GLIDE: Ms = 150;
/// A leap: base, and extra per cell.
const LEAP: (Ms, Ms) = (260, 60);
/// A fall: base, and extra per half metre.
const FALL: (Ms, Ms) = (160, 45);
/// Going prone, and getting up.
pub(super) const DROP: Ms = 380;
/// Entering or leaving the board.
const APPEAR: Ms = 320;
/// Time for a word to rise and fade. The battle does not wait for it.
const WORD: Ms = 1300;
/// Delay between words over the same unit.
const WORD_APART: Ms = 330;
/// Pause after a blow or an important word, so that the player can take it in.
pub(super) const BEAT: Ms = 260;
/// Time that dice roll before they show their faces.
pub(in crate::app::stage) const ROLLING: Ms = 420;
/// Time to read the result before its consequences follow.
const READING: Ms = 430;
/// Time for which the panel of a roll stays visible.
const PANEL: Ms = 2600;
/// Start of a turn.
const TURN: Ms = 300;

/// Context of the composer besides the events.
pub(in crate::app::stage) struct View<'a> {
    /// Rules, for appearances and areas.
    pub rules: &'a dyn Ruleset,
    /// State of the battle after the events.
    pub state: &'a State,
    /// The order that led to them, if it is known.
    pub order: Option<&'a Command>,
    /// Display names.
    pub names: &'a Names,
    /// The viewing side; a spectator if `None`.
    pub viewer: Option<SideId>,
    /// Units whose miniatures are on the board now.
    pub shown: &'a BTreeSet<UnitId>,
    /// Units whose position the viewer does not know after the events.
    pub unseen: &'a BTreeSet<UnitId>,
    /// Reduced motion: no lunges, shaking and hops.
    pub reduced: bool,
}

/// Memory across orders: acts that a question interrupted, and lying units.
#[derive(Clone, Debug, Default)]
pub(in crate::app::stage) struct Memory {
    pub(super) acts: Vec<UnderWay>,
    /// Lying units, as far as shown.
    lying: BTreeMap<UnitId, bool>,
}

impl Memory {
    /// Records lying units from a state that is shown directly.
    pub(in crate::app::stage) fn settle(&mut self, state: &State) {
        self.lying =
            state.units.iter().map(|u| (u.id(), lies(u.status, u.placement.posture))).collect();
    }
}

const fn lies(status: Status, posture: Posture) -> bool {
    matches!(status, Status::Down | Status::Dead) || matches!(posture, Posture::Prone)
}

/// Composes the cues for these events, in order. Events that the viewer may not know about, and
/// events about units that it cannot see, leave no trace.
pub(in crate::app::stage) fn compose(
    events: &[Event],
    view: &View<'_>,
    memory: &mut Memory,
) -> Score {
    let mut composer = Composer::new(view, memory);
    for event in events.iter().filter(|event| event.is_seen_by(view.viewer)) {
        composer.add_event(&event.what);
    }
    composer.finish()
}

pub(super) struct Composer<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) memory: &'a mut Memory,
    on_board: BTreeSet<UnitId>,
    cues: Vec<Cue>,
    /// Start of the next cue.
    pub(super) now: Ms,
    /// Earliest time of the next word over each unit.
    word_free: BTreeMap<UnitId, Ms>,
    /// Start of the last step, for units carried along.
    last_step: Ms,
}

impl<'a> Composer<'a> {
    fn new(view: &'a View<'a>, memory: &'a mut Memory) -> Self {
        Self {
            view,
            memory,
            on_board: view.shown.clone(),
            cues: Vec::new(),
            now: 0,
            word_free: BTreeMap::new(),
            last_step: 0,
        }
    }

    fn finish(mut self) -> Score {
        self.end_of_acts();
        let length = self.now;
        self.cues.sort_by_key(|cue| cue.at);
        Score { cues: self.cues, length }
    }

    /// True if the viewer sees the unit on the board. A unit revealed by its own act is first put
    /// on the board.
    pub(super) fn sees(&mut self, unit: UnitId) -> bool {
        if self.on_board.contains(&unit) {
            return true;
        }
        let body = self.view.state.unit(unit).filter(|u| u.status.is_present());
        let Some(body) = body.filter(|_| !self.view.unseen.contains(&unit)) else { return false };
        let Some(cell) = body.placement.at.cell() else { return false };
        self.appear(unit, (cell, body.placement.feet));
        true
    }

    fn appear(&mut self, unit: UnitId, at: (Cell, Hm)) {
        self.on_board.insert(unit);
        self.add(APPEAR, CueKind::Appear { unit, at }, Some(Sound::Appear));
        self.now += APPEAR;
    }

    /// Adds a cue at the current time; the next cue does not wait for it.
    pub(super) fn add(&mut self, takes: Ms, kind: CueKind, sound: Option<Sound>) {
        self.cues.push(Cue { at: self.now, takes, kind, sound });
    }

    /// Like [`Self::add`], but left out with reduced motion; its sound stays.
    pub(super) fn gesture(&mut self, takes: Ms, kind: CueKind, sound: Option<Sound>) {
        match (self.view.reduced, sound) {
            (false, _) => self.add(takes, kind, sound),
            (true, Some(_)) => self.add(0, CueKind::Noise, sound),
            (true, None) => {}
        }
    }

    pub(super) fn word(&mut self, over: UnitId, text: impl Into<String>, tone: Tone) {
        let at = self.word_free.get(&over).copied().unwrap_or_default().max(self.now);
        self.word_free.insert(over, at + WORD_APART);
        let kind = CueKind::Word { over: Anchor::Unit(over), text: text.into(), tone };
        self.cues.push(Cue { at, takes: WORD, kind, sound: None });
    }

    pub(super) fn word_at(&mut self, at: FloorAt, text: impl Into<String>, tone: Tone) {
        let kind = CueKind::Word { over: Anchor::Floor(at), text: text.into(), tone };
        self.add(WORD, kind, None);
    }

    /// A word about a condition of an object.
    fn condition_at(&mut self, what: Target, text: String, tone: Tone) {
        if let Some(at) = self.floor_of_object(what) {
            self.word_at(at, text, tone);
        }
    }

    fn add_event(&mut self, what: &EventKind) {
        match what {
            EventKind::TurnBegan { unit, .. } => {
                self.memory.acts.clear();
                if self.sees(*unit) {
                    self.add(TURN, CueKind::Turn(*unit), Some(Sound::Turn));
                    self.now += TURN;
                }
            }
            EventKind::Moved { unit, from, to, from_feet, to_feet, support, manner, .. } => {
                if let (Some(from), Some(to)) = (from.cell(), to.cell()) {
                    let way = ((from, *from_feet), (to, *to_feet));
                    self.moved(*unit, way, *support, *manner);
                }
            }
            EventKind::Stance { unit, posture, facing, .. } => {
                self.stance(*unit, *posture, *facing)
            }
            EventKind::Status { unit, from, to, .. } => self.status(*unit, *from, *to),
            EventKind::Declared { act, name, unit, targets, place } => {
                let place =
                    place.and_then(Place::cell).map(|cell| self.floor_aimed(*unit, act, cell));
                self.declared(act, name, *unit, targets, place);
            }
            EventKind::Redirected { from, to, .. } => self.redirected(*from, *to),
            EventKind::Cancelled { unit, .. } if self.sees(*unit) => {
                self.word(*unit, "fails", Tone::Bad);
                self.now += BEAT;
            }
            EventKind::Rolled(rolled) => self.rolled(rolled),
            EventKind::Hit { by, target, packets, total, .. } => {
                self.hit(*by, *target, packets, *total);
            }
            EventKind::Struck { by, what, total, left, .. } => {
                self.struck(*by, *what, *total, *left)
            }
            EventKind::Track { unit, id, from, to, .. } if to > from => {
                self.gained(*unit, id, to.saturating_sub(*from));
            }
            EventKind::Wear { unit, on, from, to, .. } if to < from && self.sees(*unit) => {
                let what = self.view.names.content(on.key());
                self.word(*unit, format!("{what} {}", to.saturating_sub(*from)), Tone::Bad);
            }
            EventKind::Layer { unit, id, change, .. } if self.sees(*unit) => {
                let what = self.view.names.content(id);
                let (text, tone) = match change {
                    LayerChange::Laid(_) | LayerChange::State(LayerState::On) => {
                        (what, Tone::Plain)
                    }
                    LayerChange::State(LayerState::Broken) => (format!("{what} breaks"), Tone::Bad),
                    LayerChange::State(LayerState::Recalled) | LayerChange::Gone => {
                        (format!("no longer {what}"), Tone::Faint)
                    }
                };
                self.word(*unit, text, tone);
            }
            EventKind::Afflicted { unit, condition, replaces: None } => {
                self.reaches(*unit);
                if self.sees(*unit) {
                    self.word(*unit, condition_text(condition, self.view.names), Tone::Plain);
                }
            }
            EventKind::Relieved { unit, condition, .. } if self.sees(*unit) => {
                let text = condition_text(condition, self.view.names);
                self.word(*unit, format!("no longer {text}"), Tone::Faint);
            }
            EventKind::ObjectAfflicted { what, condition, replaces: None, .. } => {
                self.condition_at(*what, condition_text(condition, self.view.names), Tone::Plain);
            }
            EventKind::ObjectRelieved { what, condition, .. } => {
                let text = condition_text(condition, self.view.names);
                self.condition_at(*what, format!("no longer {text}"), Tone::Faint);
            }
            EventKind::Spawned(unit) => {
                if let Some(cell) = unit.placement.at.cell()
                    && !self.view.unseen.contains(&unit.id())
                {
                    self.appear(unit.id(), (cell, unit.placement.feet));
                }
            }
            EventKind::Sighted { sighting, change } => self.sighted(sighting, *change),
            EventKind::Form { unit, sheet, .. } if self.sees(*unit) => {
                self.now += BEAT;
                self.word(*unit, self.view.names.content(&sheet.kind), Tone::Plain);
            }
            EventKind::Board(change) => self.board(change),
            EventKind::Over(verdict) => {
                let ours = self.view.viewer.is_none() || verdict.winner == self.view.viewer;
                let sound = if ours { Sound::Victory } else { Sound::Death };
                self.now += BEAT;
                self.add(0, CueKind::Noise, Some(sound));
            }
            _ => {}
        }
    }

    /// A unit comes into view or goes out of view.
    fn sighted(&mut self, sighting: &Sighting, change: Sight) {
        let (unit, known) = (sighting.unit, self.on_board.contains(&sighting.unit));
        match (change, sighting.at.cell()) {
            (Sight::Appears, Some(cell)) if !known => self.appear(unit, (cell, sighting.feet)),
            (Sight::Vanishes, _) if known => {
                self.on_board.remove(&unit);
                self.add(APPEAR / 2, CueKind::Vanish(unit), None);
                self.now += APPEAR / 2;
            }
            _ => {}
        }
    }

    fn moved(
        &mut self,
        unit: UnitId,
        (from, to): ((Cell, Hm), (Cell, Hm)),
        support: SupportKind,
        manner: MoveKind,
    ) {
        if !self.on_board.contains(&unit) {
            // Its path begins where it came into view, if it did.
            if self.view.unseen.contains(&unit) {
                return;
            }
            self.appear(unit, from);
        }
        let cells = Ms::from(from.0.x.abs_diff(to.0.x).max(from.0.y.abs_diff(to.0.y)));
        let rise = from.1.0.abs_diff(to.1.0);
        let in_water = support == SupportKind::Water;
        let (gait, takes) = match manner {
            MoveKind::Walk if in_water => (Gait::Swim, GLIDE),
            // A step up or down takes slightly longer.
            MoveKind::Walk => (Gait::Walk, STEP + 20 * rise.min(6)),
            MoveKind::Fly => (Gait::Fly, GLIDE),
            MoveKind::Leap => (Gait::Leap, LEAP.0 + LEAP.1 * cells.max(1)),
            MoveKind::Forced | MoveKind::Carried => (Gait::Slide, GLIDE),
            MoveKind::Fall => (Gait::Fall, FALL.0 + FALL.1 * rise.min(16)),
            MoveKind::Teleport | MoveKind::Placed => {
                self.add(APPEAR / 2, CueKind::Vanish(unit), Some(Sound::Appear));
                self.now += APPEAR / 2;
                self.add(APPEAR / 2, CueKind::Appear { unit, at: to }, None);
                self.now += APPEAR / 2;
                return;
            }
        };
        let sound = match gait {
            Gait::Walk | Gait::Slide => Some(Sound::Step(self.footing(to.0, support))),
            Gait::Swim => Some(Sound::Step(Footing::Water)),
            Gait::Fly => Some(Sound::Wings),
            Gait::Leap => Some(Sound::Leap),
            Gait::Fall => None,
        };
        // A carried unit moves together with its carrier.
        let along = manner == MoveKind::Carried && self.now > self.last_step;
        let at = if along { self.last_step } else { self.now };
        self.cues.push(Cue { at, takes, kind: CueKind::Step { unit, from, to, gait }, sound });
        self.last_step = at;
        self.now = self.now.max(at + takes);
        if gait == Gait::Fall {
            let splash = Sound::Step(Footing::Water);
            self.add(0, CueKind::Noise, Some(if in_water { splash } else { Sound::BodyFall }));
        }
    }

    fn footing(&self, cell: Cell, support: SupportKind) -> Footing {
        let ground = self.view.state.scene.board.tile(cell).map(|tile| Footing::of(tile.terrain));
        match support {
            SupportKind::Thing => Footing::Wood,
            SupportKind::Water => Footing::Water,
            _ => ground.unwrap_or(Footing::Grass),
        }
    }

    fn stance(&mut self, unit: UnitId, posture: Posture, facing: grid::Dir) {
        if !self.sees(unit) {
            return;
        }
        self.add(0, CueKind::Face { unit, facing }, None);
        self.lie(unit, posture == Posture::Prone, false);
    }

    fn status(&mut self, unit: UnitId, from: Status, to: Status) {
        if !self.sees(unit) {
            return;
        }
        let (text, tone) = words::status(to);
        match to {
            Status::Down | Status::Dead => {
                let worse = from == Status::Down;
                self.word(unit, text, tone);
                if worse {
                    self.add(DROP, CueKind::Drop { unit, out: true }, Some(Sound::Death));
                    self.memory.lying.insert(unit, true);
                } else {
                    self.lie(unit, true, true);
                }
                self.now += BEAT;
            }
            Status::Active => {
                let posture = self.view.state.unit(unit).map(|u| u.placement.posture);
                self.word(unit, text, tone);
                self.lie(unit, posture == Some(Posture::Prone), false);
                self.now += BEAT;
            }
            Status::Gone => {
                self.add(APPEAR, CueKind::Vanish(unit), Some(Sound::Appear));
                self.now += APPEAR;
                self.on_board.remove(&unit);
            }
            Status::Surrendered => self.word(unit, text, tone),
        }
    }

    /// A unit goes down or gets up, unless it already has.
    fn lie(&mut self, unit: UnitId, lying: bool, out: bool) {
        let before = self.memory.lying.insert(unit, lying).unwrap_or(!lying);
        if before == lying && !out {
            return;
        }
        let (kind, sound) = match (lying, out) {
            (true, true) => (CueKind::Drop { unit, out }, Sound::Death),
            (true, false) => (CueKind::Drop { unit, out }, Sound::BodyFall),
            (false, _) => (CueKind::GetUp(unit), Sound::Rise),
        };
        self.add(DROP, kind, Some(sound));
        self.now += DROP;
    }

    fn rolled(&mut self, rolled: &Rolled) {
        // Rolls of unseen units are not shown in the panel either.
        if rolled.who.is_some_and(|who| !self.sees(who)) {
            return;
        }
        if let Some(who) = rolled.who {
            self.before_resist_roll(who);
        }
        if let Some(model) = words::roll(rolled, self.view.names) {
            let good = model.good;
            self.add(PANEL, CueKind::Roll(model), Some(Sound::DiceRoll));
            self.now += ROLLING;
            self.add(0, CueKind::Noise, Some(if good { Sound::Good } else { Sound::Bad }));
            self.now += READING;
        }
        self.after_roll(rolled);
    }

    fn hit(&mut self, by: Option<UnitId>, target: UnitId, packets: &[Packet], total: i32) {
        let force = by.map(|by| self.delivered(by, target));
        if !self.sees(target) {
            return;
        }
        let stopped = packets.iter().any(|p| p.terms.iter().any(|t| t.value < 0));
        let sound = match force {
            Some((force, _)) if force != Force::Body => Sound::Impact(force),
            _ if stopped || total <= 0 => Sound::HitArmour,
            _ => Sound::HitFlesh,
        };
        let by = by.filter(|by| self.on_board.contains(by));
        self.gesture(BEAT + 60, CueKind::Flinch { unit: target, by }, Some(sound));
        let text = if total > 0 { format!("-{total}") } else { "no damage".to_owned() };
        self.word(target, text, if total > 0 { Tone::Harm } else { Tone::Faint });
        self.now += BEAT;
    }

    fn gained(&mut self, unit: UnitId, track: &Key, amount: i32) {
        self.reaches(unit);
        if !self.sees(unit) {
            return;
        }
        let text = if self.view.rules.describe().is_sole_body(track.as_str()) {
            format!("+{amount}")
        } else {
            let name = self.view.names.content(track).to_lowercase();
            format!("+{amount} {name}")
        };
        let tone = if self.view.names.is_burden(track) { Tone::Bad } else { Tone::Good };
        self.word(unit, text, tone);
        self.now += BEAT;
    }

    fn board(&mut self, change: &BoardChange) {
        match change {
            BoardChange::Edge { from, to, .. } => {
                let sound = if to.is_none() { Sound::Break } else { Sound::Door };
                if from.is_some() || to.is_some() {
                    self.add(0, CueKind::Noise, Some(sound));
                    self.now += BEAT;
                }
            }
            BoardChange::ThingGone(_) => {
                self.add(0, CueKind::Noise, Some(Sound::Break));
                self.now += BEAT;
            }
            BoardChange::VolumeAdded { .. } => self.show_source(),
            BoardChange::VolumeGone(_)
            | BoardChange::Atmosphere { .. }
            | BoardChange::Light { .. }
            | BoardChange::ThingMoved { .. }
            | BoardChange::Laid(_)
            | BoardChange::Taken(_) => {}
        }
    }

    /// Appearance of a unit's act.
    pub(super) fn look(&self, unit: UnitId, act: &Key) -> (Style, Force) {
        let body = self.view.state.unit(unit);
        let look = body.map(|body| self.view.rules.look(body, act)).unwrap_or_default();
        (look.style, look.force)
    }

    /// Cell of a unit after the events.
    pub(super) fn cell_of(&self, unit: UnitId) -> Option<Cell> {
        self.view.state.unit(unit)?.placement.at.cell()
    }

    /// The floor of a unit after the events, or the floor over which it flies.
    pub(super) fn floor_of(&self, unit: UnitId) -> Option<FloorAt> {
        let placement = &self.view.state.unit(unit)?.placement;
        Some(self.view.state.scene.board.floor_below(placement.at.cell()?, placement.feet))
    }

    /// The floor of a cell at which a unit aims an act, if the order names one.
    fn floor_aimed(&self, unit: UnitId, act: &Key, cell: Cell) -> FloorAt {
        let Some(Command::Act { unit: by, act: ordered, targets, .. }) = self.view.order else {
            return cell.into();
        };
        let mut floors = targets.iter().filter_map(|target| target.floor());
        let aimed = floors.find(|at| at.cell == cell && *by == unit && ordered == act);
        let floor = aimed.and_then(|at| at.deck(&self.view.state.scene.board));
        FloorAt { cell, floor }
    }

    pub(super) fn is_on_board(&self, unit: UnitId) -> bool {
        self.on_board.contains(&unit)
    }
}
