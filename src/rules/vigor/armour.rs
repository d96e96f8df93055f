//! What stops damage: worn armour, which wears off, a shield that blocks, hide and scales (VG-204 to
//! VG-216).

use super::data::Armour;
use super::numbers::{ARMOUR, Numbers, OFF, WORN};

impl<'a> Numbers<'a> {
    /// The armour it wears and what is left of it, as long as that is anything (VG-208).
    pub fn armour(&self) -> Option<(&'a Armour, i32)> {
        self.sound(WORN)
    }

    /// Its shield, as long as anything is left of it.
    pub fn shield(&self) -> Option<(&'a Armour, i32)> {
        self.sound(OFF)
    }

    fn sound(&self, slot: &str) -> Option<(&'a Armour, i32)> {
        let item = self.unit.gear.0.get(slot)?;
        let armour = self.content.armour.get(item.as_str())?;
        let left = self.unit.carriers.item(slot)?.value(ARMOUR);
        (left > 0).then_some((armour, left))
    }
}
