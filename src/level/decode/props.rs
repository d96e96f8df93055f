//! Reads props: kinds of things that a level defines itself, made of boxes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Decoder;
use crate::MAX_PROPS;
use crate::reader::{Fields, round};
use crate::syntax::{FieldEntry, Node, Value};
use grid::{Hm, Material, Prop, PropBox, PropPaint};

/// Props by name; `None` for those with a fault.
pub(super) type Props = BTreeMap<String, Option<Arc<Prop>>>;

impl Decoder {
    /// The props of the level.
    pub(super) fn props(&mut self, fields: &Fields<'_, '_>) -> Props {
        let mut props = Props::new();
        let Some(node) = fields.get("props") else { return props };
        for entry in self.reader.map(node, "`props`") {
            let Some(key) = &entry.key else { continue };
            let Some(name) = self.reader.text(key, "the name of a prop") else { continue };
            let name = name.value();
            if props.len() >= MAX_PROPS {
                self.reader.wrong(key.at, format!("more than {MAX_PROPS} props"));
                return props;
            }
            let mut prop = self.prop(&name, &entry.value);
            if let Some(fault) = prop.as_ref().and_then(Prop::fault) {
                self.reader.wrong(key.at, format!("the prop {name:?} has {fault}"));
                prop = None;
            }
            if props.insert(name.clone(), prop.map(Arc::new)).is_some() {
                self.reader.wrong(key.at, format!("the prop {name:?} is given twice"));
            }
        }
        props
    }

    fn prop(&mut self, name: &str, node: &Node<'_>) -> Option<Prop> {
        let names = ["boxes", "height", "footing", "material", "cover"];
        let fields = self.reader.fields(node, "a prop", &names)?;
        let material = fields.get("material").map_or(Some(Material::Wood), |node| {
            self.reader.word(node, "material", &Material::ALL, Material::name)
        });
        let height = fields.get("height").map_or(Some(Hm(2)), |node| {
            self.reader.height(node, "height of a prop", Hm(1)..=Hm::metres(100))
        });
        let footing = fields.get("footing").map_or(Some(Prop::FOOTINGS[0]), |node| {
            self.reader.word(node, "footing", &Prop::FOOTINGS, |(name, _)| name)
        });
        let list = self.reader.need(&fields, "boxes");
        let mut boxes = Vec::new();
        let mut sound = true;
        if let Some(list) = list {
            for node in self.reader.list(list, "`boxes`", Prop::MAX_BOXES) {
                let read = self.prop_box(node, material.unwrap_or(Material::Wood));
                sound &= read.is_some();
                boxes.extend(read);
            }
        }
        if list.is_some() && sound && boxes.is_empty() {
            self.reader.wrong(node.at, "a prop needs at least one box");
            return None;
        }
        let cover_cm = match fields.get("cover") {
            None => Some(Prop::usual_cover_cm(&boxes)),
            Some(Node { value: Value::Word("none"), .. }) => Some(0),
            Some(node) => {
                let cover = self.reader.centimetres(node, "cover of a prop (or `none`)", 5..=100);
                cover.and_then(|cm| u8::try_from(cm).ok())
            }
        };
        list.filter(|_| sound)?;
        Some(Prop {
            name: name.to_owned(),
            boxes,
            height: height?,
            footing: footing?.1,
            material: material?,
            cover_cm: cover_cm?,
        })
    }

    fn prop_box(&mut self, node: &Node<'_>, material: Material) -> Option<PropBox> {
        let fields = self.reader.fields(node, "a box", &["from", "to", "colour", "material"])?;
        let from = self.reader.need(&fields, "from").and_then(|node| self.point(node));
        let to = self.reader.need(&fields, "to").and_then(|node| self.point(node));
        let paint = match (fields.get("colour"), fields.get("material")) {
            (Some(node), Some(_)) => {
                self.reader.wrong(node.at, "a box has a `colour` or a `material`, not both");
                None
            }
            (Some(node), None) => self.colour(node).map(PropPaint::Colour),
            (None, Some(node)) => self
                .reader
                .word(node, "material", &Material::ALL, Material::name)
                .map(PropPaint::Material),
            (None, None) => Some(PropPaint::Material(material)),
        };
        let read = PropBox { from: from?, to: to?, paint: paint? };
        if !read.is_valid() {
            let message = "the corners of a box: `from` is west, north and below of `to` in all \
                           three numbers";
            self.reader.wrong(node.at, message);
            return None;
        }
        Some(read)
    }

    /// A corner of a box: `(east, south, up)` in metres.
    fn point(&mut self, node: &Node<'_>) -> Option<[i16; 3]> {
        let entries = round(node).filter(|g| g.name.is_none()).map(|g| g.entries.as_slice());
        let Some(
            [
                FieldEntry { key: None, value: x },
                FieldEntry { key: None, value: y },
                FieldEntry { key: None, value: z },
            ],
        ) = entries
        else {
            let message = "the corner of a box is `(east, south, up)` in metres";
            self.reader.wrong(node.at, message);
            return None;
        };
        let far = PropBox::FAR;
        let x = self.reader.centimetres(x, "metres east of the middle", -far..=far);
        let y = self.reader.centimetres(y, "metres south of the middle", -far..=far);
        let z = self.reader.centimetres(z, "metres above the floor", 0..=PropBox::HIGH);
        Some([x?, y?, z?])
    }
}
