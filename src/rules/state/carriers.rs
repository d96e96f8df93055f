//! Carriers of harm besides the body: items with their own meters, and layers over the body.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Key;
use grid::UnitId;

use super::clock::Expiry;
use super::meters::Meters;

/// A carrier of harm of a combatant other than its body. The body itself has tracks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    /// The item in a gear slot: worn armor, a shield, a weapon (VG-205).
    Item(Key),
    /// A layer, by name (EV-281).
    Layer(Key),
}

impl Carrier {
    /// The gear slot or the layer's name.
    pub const fn key(&self) -> &Key {
        match self {
            Self::Item(key) | Self::Layer(key) => key,
        }
    }
}

/// The state of a layer.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum LayerState {
    /// Over the body, taking harm.
    #[default]
    On,
    /// Put aside for now, keeping its meters.
    Recalled,
    /// Used up; it may be restored (EV-286).
    Broken,
}

impl LayerState {
    /// The state, as shown to players.
    pub const fn words(self) -> &'static str {
        match self {
            Self::On => "in place",
            Self::Recalled => "put aside",
            Self::Broken => "broken",
        }
    }
}

/// Something over a body that takes harm in its place: a ward, a guarding spirit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layer {
    /// Its name in the ruleset. A combatant has at most one layer per name.
    pub id: Key,
    /// Its state.
    pub state: LayerState,
    /// Its meters.
    pub meters: Meters,
    /// The combatant that put it on, if any.
    pub source: Option<UnitId>,
    /// When it ends.
    pub expiry: Expiry,
}

/// The carriers of harm of a combatant other than its body. The order in which they absorb harm is
/// up to the ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Carriers {
    /// The meters of items, by gear slot. Items without meters are left out.
    items: BTreeMap<Key, Meters>,
    /// The layers, in the order in which they were first put on.
    layers: Vec<Layer>,
}

impl Carriers {
    /// The meters of the item in a slot, if it has any.
    #[inline]
    pub fn item(&self, slot: &str) -> Option<&Meters> {
        self.items.get(slot)
    }

    /// The items that have meters, by slot.
    pub fn items(&self) -> impl Iterator<Item = (&Key, &Meters)> {
        self.items.iter()
    }

    /// The layer with this name, in any state.
    pub fn layer(&self, id: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.id == *id)
    }

    /// All layers, in the order in which they were first put on.
    pub fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.layers.iter()
    }

    /// The layers that are in place.
    #[inline]
    pub fn standing(&self) -> impl Iterator<Item = &Layer> {
        self.layers.iter().filter(|layer| layer.state == LayerState::On)
    }

    /// The meters of an item or layer, if it exists and has any.
    pub fn meters(&self, of: &Carrier) -> Option<&Meters> {
        match of {
            Carrier::Item(slot) => self.item(slot.as_str()),
            Carrier::Layer(id) => self.layer(id.as_str()).map(|layer| &layer.meters),
        }
    }

    /// Mutable meters of an item or layer.
    pub fn meters_mut(&mut self, of: &Carrier) -> Option<&mut Meters> {
        match of {
            Carrier::Item(slot) => self.items.get_mut(slot),
            Carrier::Layer(id) => self.layer_mut(id).map(|layer| &mut layer.meters),
        }
    }

    /// The layer with this name, mutable.
    pub fn layer_mut(&mut self, id: &Key) -> Option<&mut Layer> {
        self.layers.iter_mut().find(|layer| layer.id == *id)
    }

    /// The layer at an index, mutable.
    pub fn layer_at_mut(&mut self, position: usize) -> Option<&mut Layer> {
        self.layers.get_mut(position)
    }

    /// Puts an item with these meters into a slot; without meters the entry is removed.
    pub fn put(&mut self, slot: &Key, meters: &Meters) {
        if meters.is_empty() {
            self.items.remove(slot);
        } else {
            self.items.insert(slot.clone(), meters.clone());
        }
    }

    /// Puts on a layer, replacing one with the same name.
    pub fn lay(&mut self, layer: &Layer) {
        match self.layer_mut(&layer.id) {
            Some(known) => known.clone_from(layer),
            None => self.layers.push(layer.clone()),
        }
    }

    /// Removes a layer.
    pub fn lift(&mut self, id: &Key) {
        self.layers.retain(|layer| layer.id != *id);
    }
}
