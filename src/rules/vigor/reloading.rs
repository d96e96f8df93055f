//! Weapons that must be reloaded after each shot (VG-93).

use rules::Key;
use rules::event::{Event, EventKind};
use rules::state::Carrier;

use super::data::Weapon;
use super::names::{LOADED, MAIN, SIDE};
use super::numbers::Numbers;

impl Numbers<'_> {
    /// Whether the weapon in a slot has been shot and not reloaded (VG-93).
    fn is_empty(&self, slot: &str) -> bool {
        let meter = self.unit.carriers.item(slot).and_then(|meters| meters.get(LOADED));
        meter.is_some_and(|meter| meter.value <= 0)
    }

    /// The slots of the weapons in hand; a second one may be at the belt (VG-92).
    fn hands(&self) -> impl Iterator<Item = &'static str> {
        let second = self.holds_second();
        [MAIN, SIDE].into_iter().filter(move |slot| *slot == MAIN || second)
    }

    /// The slot of a weapon at hand that must be reloaded, preferably one in hand.
    pub fn unloaded(&self) -> Option<&'static str> {
        let empty = |slot: &&'static str| self.is_empty(slot);
        self.hands().find(empty).or_else(|| [MAIN, SIDE].into_iter().find(empty))
    }

    /// Whether a weapon must be reloaded before it can be shot again.
    pub fn must_reload(&self, weapon: &Weapon) -> bool {
        let own = weapon.base.as_ref().unwrap_or(&weapon.id);
        let holds = |slot: &&str| self.unit.gear.0.get(*slot) == Some(own);
        weapon.reloads && self.hands().filter(holds).all(|slot| self.is_empty(slot))
    }

    /// A shot unloads a weapon that must be reloaded.
    pub fn after_shot(&self, weapon: &Weapon) -> Option<Event> {
        let own = weapon.base.as_ref().unwrap_or(&weapon.id);
        let loaded = |slot: &&str| self.unit.gear.0.get(*slot) == Some(own) && !self.is_empty(slot);
        let slot = self.hands().find(loaded).filter(|_| weapon.reloads)?;
        let item = Carrier::Item(Key::of(slot));
        let what = EventKind::wear(self.unit, &item, LOADED, 0, "it is shot")?;
        Some(Event::new(what, &["VG-93"]))
    }
}
