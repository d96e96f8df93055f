//! Reads things and the light that they give.

use std::collections::BTreeMap;

use super::Decoder;
use super::props::Props;
use crate::MAX_THINGS;
use crate::model::Item;
use crate::reader::{Fields, round, suggestion};
use crate::syntax::{FieldEntry, Node, Value};
use crate::validate::Subject;
use grid::{Cell, Finish, Hm, Lamp, LampSetting, Material, Rgb, ThingKind};

/// Defaults for the light of a thing that usually gives none.
const PLAIN_LAMP: Lamp = Lamp { bright: 4, dim: 8, ..Lamp::POST };

impl Decoder {
    pub(super) fn things(&mut self, fields: &Fields<'_, '_>) -> BTreeMap<Cell, Item> {
        let props = self.props(fields);
        let mut things = BTreeMap::new();
        let Some(node) = fields.get("things") else { return things };
        for node in self.reader.list(node, "`things`", MAX_THINGS) {
            let names = ["kind", "at", "height", "turn", "material", "scale", "light"];
            let Some(fields) = self.reader.fields(node, "a thing", &names) else { continue };
            let kind = self.reader.need(&fields, "kind");
            let usual = kind.and_then(|node| self.usual_item(node, &props));
            let Some(at) = self.reader.need(&fields, "at") else { continue };
            let cells = self.reader.places(at, "a thing");
            let Some(item) = usual.and_then(|usual| self.item(usual, &fields)) else { continue };
            for (cell, at) in cells {
                if things.len() >= MAX_THINGS {
                    self.reader.wrong(at, format!("more than {MAX_THINGS} things"));
                    return things;
                }
                if let Some(there) = things.get(&cell) {
                    let name = Item::title(there);
                    let message =
                        format!("cell {cell} already holds a {name}; at most one per cell");
                    self.reader.wrong(at, message);
                    continue;
                }
                things.insert(cell, item.clone());
                self.marks.set(Subject::Thing(cell), at);
            }
        }
        things
    }

    /// The usual thing of a kind, or of a prop: `custom("cart")`.
    fn usual_item(&mut self, node: &Node<'_>, props: &Props) -> Option<Item> {
        let group = round(node).filter(|group| group.name == Some("custom"));
        let Some(group) = group else {
            let kind = self.reader.word(node, "thing", &ThingKind::ALL, |k| k.spec().name);
            return kind.map(Item::new);
        };
        let [FieldEntry { key: None, value }] = group.entries.as_slice() else {
            self.reader.wrong(node.at, "a prop is named as `custom(\"name\")`");
            return None;
        };
        let name = self.reader.text(value, "the name of a prop")?.value();
        let prop = props.get(&name);
        if prop.is_none() {
            let names: Vec<&str> = props.keys().map(String::as_str).collect();
            let help = suggestion(&name, names.iter().copied());
            let message = match names.as_slice() {
                [] => "the level has no `props`".to_owned(),
                _ => format!("no prop is called {name:?}; allowed: {}", names.join(", ")),
            };
            self.reader.wrong_with_help(value.at, message, help);
        }
        // What is wrong with a prop has already been reported.
        prop.cloned().flatten().map(Item::custom)
    }

    /// A thing with the properties given in the level; `None` if any is invalid.
    fn item(&mut self, usual: Item, fields: &Fields<'_, '_>) -> Option<Item> {
        let kind = usual.kind;
        let height = fields.get("height").map_or(Some(usual.height), |node| {
            self.reader.height(node, "height of a thing", Hm(1)..=Hm::metres(100))
        });
        let turn = fields.get("turn").map_or(Some(0), |node| {
            let turn = self.reader.whole(node, "quarter turns", 0..=3);
            turn.and_then(|turn| u8::try_from(turn).ok())
        });
        let material = fields.get("material").map_or(Some(None), |node| {
            let what = "material of this thing";
            if kind == ThingKind::Custom {
                self.reader.wrong(node.at, "the material of a prop is given with the prop");
                return None;
            }
            self.reader.word(node, what, kind.materials(), Material::name).map(Some)
        });
        let scale = fields.get("scale").map_or(Some(100), |node| self.scale(kind, node));
        let light =
            fields.get("light").map_or(Some(LampSetting::Usual), |node| self.light(kind, node));
        let finish = Finish { material: material?, scale: scale?, light: light? };
        Some(Item { height: height?, turn: turn?, finish: finish.for_kind(kind), ..usual })
    }

    /// A scale as a share of the usual size, in percent.
    fn scale(&mut self, kind: ThingKind, node: &Node<'_>) -> Option<u8> {
        if !kind.scales() {
            self.reader.wrong(node.at, format!("a {} has no scale", kind.spec().name));
            return None;
        }
        let (low, high) = (i32::from(Finish::SCALES.0), i32::from(Finish::SCALES.1));
        let thousandths = self.reader.factor(node, "scale", low * 10..=high * 10)?;
        let step = i32::from(Finish::SCALE_STEP) * 10;
        if thousandths % step != 0 {
            self.reader.wrong(node.at, "a scale is a multiple of 0.05");
            return None;
        }
        u8::try_from(thousandths / 10).ok()
    }

    /// `none`, or distances and appearance of the light; omitted ones are as usual.
    fn light(&mut self, kind: ThingKind, node: &Node<'_>) -> Option<LampSetting> {
        if matches!(node.value, Value::Word("none")) {
            return Some(LampSetting::Out);
        }
        if round(node).is_none() {
            let message = "the light of a thing is `none` or `(bright: 4, dim: 8, colour: warm, \
                           flicker: true)`, each part optional";
            self.reader.wrong(node.at, message);
            return None;
        }
        let names = ["bright", "dim", "colour", "flicker"];
        let fields = self.reader.fields(node, "the light of a thing", &names)?;
        let usual = kind.lamp().unwrap_or(PLAIN_LAMP);
        let mut metres = |name: &'static str, what: &str, most: u8| {
            fields.get(name).map_or(Some(None), |node| {
                let metres = self.reader.whole(node, what, 0..=i64::from(most));
                metres.and_then(|metres| u8::try_from(metres).ok()).map(Some)
            })
        };
        let bright = metres("bright", "metres of bright light", Lamp::MAX_BRIGHT);
        let dim = metres("dim", "metres of dim light", Lamp::MAX_DIM);
        let colour = fields.get("colour").map_or(Some(usual.colour), |node| self.colour(node));
        let flicker = fields
            .get("flicker")
            .map_or(Some(usual.flicker), |node| self.reader.flag(node, "`flicker`"));
        let (bright, dim) = match (bright?, dim?) {
            (Some(bright), Some(dim)) => (bright, dim),
            (Some(bright), None) => (bright, bright.saturating_mul(2)),
            (None, Some(dim)) => (usual.bright.min(dim), dim),
            (None, None) => (usual.bright, usual.dim),
        };
        let lamp = Lamp { bright, dim, colour: colour?, flicker: flicker? };
        if !lamp.is_valid() {
            let message = format!(
                "light that is dim up to {dim} m and bright up to {bright} m; dim light reaches at \
                 least 1 m and at least as far as bright light"
            );
            self.reader.wrong(node.at, message);
            return None;
        }
        Some(LampSetting::Own(lamp))
    }

    /// A colour by its name, or as `"#rrggbb"`.
    pub(super) fn colour(&mut self, node: &Node<'_>) -> Option<Rgb> {
        if let Value::Text(text) = &node.value {
            let colour = text.value().parse().ok();
            if colour.is_none() {
                self.reader.wrong(node.at, "a colour in quotes is written \"#rrggbb\"");
            }
            return colour;
        }
        let names = Rgb::NAMED.map(|(name, _)| name);
        let name = self.reader.word(node, "colour", &names, |name| name)?;
        Rgb::from_name(name)
    }
}
