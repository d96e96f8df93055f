//! Acts in progress: how they travel from the actor to their targets.

use std::collections::BTreeSet;

use grid::{FloorAt, UnitId};
use rules::engine;
use rules::event::{Degree, Rolled};
use rules::look::{Force, Style};
use rules::{Key, Target, Values};
use sound::Sound;
use ui::aim_floor;
use ui::board::Tone;

use super::compose::{BEAT, Composer};
use super::{Anchor, CueKind, Missile, Ms};

/// Length of a lunge, and when the blow lands.
const LUNGE: (Ms, Ms) = (380, 170);
/// Time to draw a bow or raise a hand.
const LOOSE: Ms = 300;
/// Flight time of a projectile: base, and extra per cell.
const FLIGHT: (Ms, Ms) = (200, 26);
/// Longest flight time.
const LONGEST_FLIGHT: Ms = 750;
/// Length of a burst, and when it takes effect.
const BURST: (Ms, Ms) = (760, 280);
/// Dodging.
const DODGE: Ms = 380;
/// Maximum nesting of acts in progress.
const NESTED: usize = 8;
/// Melee range in cells; a unit strikes with its body only within it.
const ARM: u16 = 3;

/// An act that was declared and has not ended.
#[derive(Clone, Debug)]
pub(super) struct UnderWay {
    act: Key,
    unit: UnitId,
    targets: Vec<UnitId>,
    place: Option<FloorAt>,
    style: Style,
    force: Force,
    /// Units that it has reached.
    reached: BTreeSet<UnitId>,
    /// True once it was shown over its area.
    burst: bool,
}

impl Composer<'_> {
    pub(super) fn declared(
        &mut self,
        act: &Key,
        name: &str,
        unit: UnitId,
        targets: &[UnitId],
        place: Option<FloorAt>,
    ) {
        let (style, force) = self.look(unit, act);
        let declared = UnderWay {
            act: act.clone(),
            unit,
            targets: targets.to_vec(),
            place,
            style,
            force,
            reached: BTreeSet::new(),
            burst: false,
        };
        self.memory.acts.push(declared);
        if self.memory.acts.len() > NESTED {
            self.memory.acts.remove(0);
        }
        if self.sees(unit) {
            self.word(unit, name, Tone::Name);
            self.now += BEAT / 2;
        }
    }

    /// Redirects the acts in progress that are aimed at `from` to `to`.
    pub(super) fn redirected(&mut self, from: UnitId, to: UnitId) {
        for under_way in &mut self.memory.acts {
            for target in under_way.targets.iter_mut().filter(|t| **t == from) {
                *target = to;
            }
        }
    }

    /// A roll by a target to resist an act: shows the act first.
    pub(super) fn before_resist_roll(&mut self, who: UnitId) {
        let meets = |a: &UnderWay| a.unit != who && a.targets.contains(&who);
        if let Some(i) = self.memory.acts.iter().rposition(meets) {
            self.send(i, who, false);
        }
    }

    /// Direct result of a roll: an attack hits or misses its target, or a target resists.
    pub(super) fn after_roll(&mut self, rolled: &Rolled) {
        let Some(who) = rolled.who else { return };
        if rolled.against.is_none() {
            return;
        }
        let own = |a: &UnderWay| a.unit == who;
        let attack = self.memory.acts.iter().rposition(own);
        match (attack, rolled.target) {
            (Some(i), Some(target)) => {
                let missed = !rolled.degree.succeeded();
                self.send(i, target, missed);
                let special = matches!(rolled.degree, Degree::Critical | Degree::Fumble);
                if let Some(band) = rolled.band().filter(|_| special && self.sees(target)) {
                    self.word(target, band.name.clone(), Tone::Harm);
                }
                if missed && self.sees(target) {
                    self.gesture(
                        DODGE,
                        CueKind::Dodge { unit: target, from: who },
                        Some(Sound::Dodge),
                    );
                    self.word(target, "miss", Tone::Faint);
                    self.now += BEAT;
                }
            }
            _ => {
                let met = |a: &UnderWay| a.reached.contains(&who);
                if rolled.degree.succeeded() && self.memory.acts.iter().any(met) {
                    self.word(who, "resists", Tone::Faint);
                }
            }
        }
    }

    /// A hit by one unit on another: shows the act reaching it, unless that was already shown.
    /// Returns the force and style of the act.
    pub(super) fn delivered(&mut self, by: UnitId, target: UnitId) -> (Force, Style) {
        let own = |a: &UnderWay| a.unit == by;
        let Some(i) = self.memory.acts.iter().rposition(own) else {
            return (Force::Body, Style::Plain);
        };
        self.send(i, target, false);
        self.memory.acts.get(i).map_or((Force::Body, Style::Plain), |a| (a.force, a.style))
    }

    /// A unit is affected without a hit: shows the act responsible, if any.
    pub(super) fn reaches(&mut self, unit: UnitId) {
        let aimed =
            |a: &UnderWay| a.targets.contains(&unit) || a.unit == unit && a.targets.is_empty();
        if let Some(i) = self.memory.acts.iter().rposition(aimed) {
            self.send(i, unit, false);
        }
    }

    /// Something appears on the board: shows the act responsible, if any.
    pub(super) fn show_source(&mut self) {
        if let Some(i) = self.memory.acts.len().checked_sub(1) {
            self.break_out(i);
        }
    }

    /// The floor of an object or edge.
    pub(super) fn floor_of_object(&self, what: Target) -> Option<FloorAt> {
        match what {
            Target::Edge(at) => Some(FloorAt { cell: at.cell, floor: at.floor }),
            Target::Thing(id) => {
                self.view.state.scene.board.thing(id).map(|thing| thing.cell.into())
            }
            Target::Place(_) | Target::Floor(_) => what.floor(),
            Target::Unit(_) | Target::Part(..) | Target::Direction(_) => None,
        }
    }

    pub(super) fn struck(&mut self, by: UnitId, what: Target, total: i32, left: i32) {
        let Some(at) = self.floor_of_object(what) else { return };
        // Burning things are damaged without an act.
        let act = self.memory.acts.iter().rev().find(|a| a.unit == by);
        if let Some((style, force)) = act.map(|a| (a.style, a.force)).filter(|_| self.sees(by)) {
            self.deliver(by, Anchor::Floor(at), style, force, false);
        }
        let sound = if left <= 0 { Sound::Break } else { Sound::HitWood };
        self.add(0, CueKind::Noise, Some(sound));
        self.word_at(at, format!("-{total}"), Tone::Harm);
        self.now += BEAT;
    }

    /// Also shows acts without any result yet at the end of the order, such as laying a zone or a
    /// call. Acts in progress stay, because a question may have interrupted them.
    pub(super) fn end_of_acts(&mut self) {
        for i in 0..self.memory.acts.len() {
            let waits = self.memory.acts.get(i).is_some_and(|a| {
                a.style == Style::Cast && !a.burst && a.reached.is_empty() && a.place.is_some()
            });
            if waits {
                self.break_out(i);
            }
        }
    }

    /// Shows how an act reaches a unit, once.
    fn send(&mut self, i: usize, target: UnitId, missed: bool) {
        let Some(act) = self.memory.acts.get_mut(i) else { return };
        if !act.reached.insert(target) {
            return;
        }
        let (unit, style, force) = (act.unit, act.style, act.force);
        let area = act.place.is_some() || act.targets.len() > 1;
        if style == Style::Cast && area {
            self.break_out(i);
            return;
        }
        if !self.sees(unit) || !self.sees(target) {
            return;
        }
        if unit == target {
            self.affect_self(unit, force, style);
        } else {
            self.deliver(unit, Anchor::Unit(target), style, force, missed);
        }
    }

    /// A unit affects itself.
    fn affect_self(&mut self, unit: UnitId, force: Force, style: Style) {
        if style != Style::Cast {
            return;
        }
        let cells = self.floor_of(unit).into_iter().collect();
        let kindly = is_kindly(force);
        self.add(BURST.0, CueKind::Burst { force, cells, kindly }, Some(Sound::Cast(force)));
        self.now += BURST.1;
    }

    fn deliver(&mut self, unit: UnitId, at: Anchor, style: Style, force: Force, missed: bool) {
        let far = self.distance(unit, at);
        // A wielded weapon may have another attack for distant targets.
        let style = if style == Style::Blow && far > ARM { Style::Shot } else { style };
        match style {
            Style::Plain => {
                self.gesture(LOOSE, CueKind::Loose { unit, at }, None);
                self.now += LOOSE / 2;
            }
            Style::Blow => {
                self.gesture(LUNGE.0, CueKind::Lunge { unit, at }, Some(Sound::Swing));
                self.now += LUNGE.1;
            }
            Style::Shot => self.fly(unit, at, Missile::Arrow, Sound::Bow, missed),
            Style::Throw => self.fly(unit, at, Missile::Blade, Sound::Throw, missed),
            Style::Cast if far > 1 => {
                self.fly(unit, at, Missile::Bolt(force), Sound::Cast(force), missed);
                if !missed {
                    self.arrive(at, force);
                }
            }
            Style::Cast => {
                self.gesture(LOOSE, CueKind::Loose { unit, at }, Some(Sound::Cast(force)));
                self.now += LOOSE / 2;
                self.arrive(at, force);
            }
        }
    }

    fn fly(&mut self, from: UnitId, to: Anchor, missile: Missile, sound: Sound, missed: bool) {
        self.gesture(LOOSE, CueKind::Loose { unit: from, at: to }, None);
        self.now += LOOSE / 2;
        let far = Ms::from(self.distance(from, to));
        let takes = (FLIGHT.0 + FLIGHT.1 * far).min(LONGEST_FLIGHT);
        self.add(takes, CueKind::Fly { missile, from, to, missed }, Some(sound));
        self.now += takes;
    }

    /// A force takes effect at its target.
    fn arrive(&mut self, at: Anchor, force: Force) {
        let cell = match at {
            Anchor::Unit(unit) => self.floor_of(unit),
            Anchor::Floor(at) => Some(at),
        };
        let cells = cell.into_iter().collect();
        self.add(BURST.0, CueKind::Burst { force, cells, kindly: is_kindly(force) }, None);
        self.now += BEAT / 3;
    }

    /// Shows an act over its whole area, once.
    fn break_out(&mut self, i: usize) {
        let Some(act) = self.memory.acts.get_mut(i) else { return };
        if std::mem::replace(&mut act.burst, true) {
            return;
        }
        let (unit, force, place) = (act.unit, act.force, act.place);
        let (key, targets) = (act.act.clone(), act.targets.clone());
        act.reached.extend(targets.iter().copied());
        if !self.sees(unit) {
            return;
        }
        let at = place.map(Anchor::Floor);
        let kindly = is_kindly(force);
        let (rules, state) = (self.view.rules, self.view.state);
        let target = place.map(Target::from);
        let area = engine::with_ctx(rules, state, |ctx| {
            rules.area(ctx, unit, (&key, &Values::none()), target)
        });
        let area = area.into_iter().filter_map(|place| place.cell());
        let aimed = target.or_else(|| targets.first().map(|id| Target::Unit(*id)));
        let floor = aim_floor::height(state, unit, aimed);
        let mut cells = aim_floor::on(&state.scene.board, area, floor);
        if kindly || cells.is_empty() {
            // Helpful acts are shown on the units that they help.
            let seen = targets.into_iter().filter(|t| self.is_on_board(*t));
            cells = seen.filter_map(|t| self.floor_of(t)).collect();
        }
        if cells.is_empty() {
            cells.extend(place);
        }
        match at {
            Some(at) if self.distance(unit, at) > 1 => {
                self.fly(unit, at, Missile::Bolt(force), Sound::Cast(force), false);
            }
            _ => {
                let at = at.unwrap_or(Anchor::Unit(unit));
                self.gesture(LOOSE, CueKind::Loose { unit, at }, Some(Sound::Cast(force)));
                self.now += LOOSE / 2;
            }
        }
        self.add(BURST.0, CueKind::Burst { force, cells, kindly }, Some(Sound::Impact(force)));
        self.now += BURST.1;
    }

    fn distance(&self, from: UnitId, to: Anchor) -> u16 {
        let to = match to {
            Anchor::Unit(unit) => self.cell_of(unit),
            Anchor::Floor(at) => Some(at.cell),
        };
        match (self.cell_of(from), to) {
            (Some(a), Some(b)) => a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)),
            _ => 1,
        }
    }
}

const fn is_kindly(force: Force) -> bool {
    matches!(force, Force::Light | Force::Life)
}
