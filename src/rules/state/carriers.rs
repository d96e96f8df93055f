//! What bears harm beside a body: items with meters of their own, and layers over the body.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::Key;

use super::clock::Expiry;
use super::unit::Meters;

/// Which of the things that a combatant has beside its body. The body itself has its tracks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    /// The item in that slot of its gear: worn armor, a shield, a weapon (VG-205).
    Item(Key),
    /// The layer of that name (EV-281).
    Layer(Key),
}

impl Carrier {
    /// The slot or the name of the layer.
    pub const fn key(&self) -> &Key {
        match self {
            Self::Item(key) | Self::Layer(key) => key,
        }
    }
}

/// How a layer is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum LayerState {
    /// Over the body.
    #[default]
    On,
    /// Put aside for now, with its meters as they are.
    Recalled,
    /// Nothing is left of it; it may be restored (EV-286).
    Broken,
}

impl LayerState {
    /// It as players read it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::On => "in place",
            Self::Recalled => "put aside",
            Self::Broken => "broken",
        }
    }
}

/// Something over a body that takes harm in its place: a ward, a spirit that stands before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layer {
    /// Its name in the ruleset. A combatant has one layer of a name.
    pub id: Key,
    /// How it is.
    pub state: LayerState,
    /// What it can take.
    pub meters: Meters,
    /// Who laid it on, if somebody did.
    pub source: Option<UnitId>,
    /// When it ends.
    pub expiry: Expiry,
}

/// What a combatant has beside its body that bears harm. In which order harm goes through it is
/// the ruleset's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Carriers {
    /// The meters of items, by the slot of the gear in which they are. Items without are left out.
    items: BTreeMap<Key, Meters>,
    /// The layers, in the order in which they were first laid on.
    layers: Vec<Layer>,
}

impl Carriers {
    /// The meters of the item in a slot, if it has some.
    pub fn item(&self, slot: &str) -> Option<&Meters> {
        self.items.get(slot)
    }

    /// The items that have meters, by slot.
    pub fn items(&self) -> impl Iterator<Item = (&Key, &Meters)> {
        self.items.iter()
    }

    /// The layer of that name, in whatever state.
    pub fn layer(&self, id: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.id == *id)
    }

    /// All layers, in the order in which they were first laid on.
    pub fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.layers.iter()
    }

    /// The layers that are over the body.
    pub fn standing(&self) -> impl Iterator<Item = &Layer> {
        self.layers.iter().filter(|layer| layer.state == LayerState::On)
    }

    /// The meters of an item or a layer, if it is there and has some.
    pub fn meters(&self, of: &Carrier) -> Option<&Meters> {
        match of {
            Carrier::Item(slot) => self.item(slot.as_str()),
            Carrier::Layer(id) => self.layer(id.as_str()).map(|layer| &layer.meters),
        }
    }

    /// The meters of an item or a layer, to change them.
    pub fn meters_mut(&mut self, of: &Carrier) -> Option<&mut Meters> {
        match of {
            Carrier::Item(slot) => self.items.get_mut(slot),
            Carrier::Layer(id) => self.layer_mut(id).map(|layer| &mut layer.meters),
        }
    }

    /// The layer of that name, to change it.
    pub fn layer_mut(&mut self, id: &Key) -> Option<&mut Layer> {
        self.layers.iter_mut().find(|layer| layer.id == *id)
    }

    /// The layer at a position in their order, to change it.
    pub fn layer_at_mut(&mut self, position: usize) -> Option<&mut Layer> {
        self.layers.get_mut(position)
    }

    /// An item with these meters comes into a slot; without meters it leaves nothing here.
    pub fn put(&mut self, slot: &Key, meters: &Meters) {
        if meters.is_empty() {
            self.items.remove(slot);
        } else {
            self.items.insert(slot.clone(), meters.clone());
        }
    }

    /// A layer comes over the body, in place of one of the same name.
    pub fn lay(&mut self, layer: &Layer) {
        match self.layer_mut(&layer.id) {
            Some(known) => known.clone_from(layer),
            None => self.layers.push(layer.clone()),
        }
    }

    /// A layer ends.
    pub fn lift(&mut self, id: &Key) {
        self.layers.retain(|layer| layer.id != *id);
    }
}
