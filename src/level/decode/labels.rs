//! Reads labels and pins.

use std::collections::BTreeMap;

use super::Decoder;
use crate::MAX_LABELS;
use crate::model::Label;
use crate::reader::Fields;
use crate::validate::Subject;
use grid::Cell;

impl Decoder {
    pub(super) fn labels(&mut self, fields: &Fields<'_, '_>) -> BTreeMap<Cell, Label> {
        let mut labels = BTreeMap::new();
        let Some(node) = fields.get("labels") else { return labels };
        for node in self.reader.list(node, "`labels`", MAX_LABELS) {
            let names = ["at", "text", "note", "pin", "private"];
            let Some(fields) = self.reader.fields(node, "a label", &names) else { continue };
            let at = self.reader.need(&fields, "at");
            let cell = at.and_then(|node| self.reader.cell(node, "a label"));
            let text = self.reader.need(&fields, "text");
            let text = text.and_then(|node| self.reader.text(node, "text of a label"));
            let note = fields.get("note").map(|node| self.reader.text(node, "note of a label"));
            let pin = fields.get("pin").map(|node| self.reader.flag(node, "`pin`"));
            let private = fields.get("private").map(|node| self.reader.flag(node, "`private`"));
            let (Some(cell), Some(text)) = (cell, text) else { continue };
            if labels.contains_key(&cell) {
                let message = format!("cell {cell} already has a label; at most one per cell");
                self.reader.wrong(node.at, message);
                continue;
            }
            self.marks.set(Subject::Label(cell), node.at);
            labels.insert(
                cell,
                Label {
                    text: text.value(),
                    note: note.flatten().map(|note| note.value()).unwrap_or_default(),
                    pin: pin.flatten().unwrap_or_default(),
                    private: private.flatten().unwrap_or_default(),
                },
            );
        }
        labels
    }
}
