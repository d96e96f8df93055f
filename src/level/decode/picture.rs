//! Reads the picture under the board.

use super::Decoder;
use crate::model::Underlay;
use crate::picture::{PLACES, SIZES, picture_path};
use crate::reader::{Fields, round};
use crate::syntax::{FieldEntry, Node};
use crate::validate::Subject;

impl Decoder {
    pub(super) fn picture(&mut self, fields: &Fields<'_, '_>) -> Option<Underlay> {
        let node = fields.get("picture")?;
        self.marks.set(Subject::Field("picture"), node.at);
        let names = ["file", "at", "size", "turn", "mirrored", "in_play"];
        let fields = self.reader.fields(node, "`picture`", &names)?;
        let file = self.picture_file(&fields);
        let at = match fields.get("at") {
            Some(node) => self.lengths_in_metres(node, "place of the picture", PLACES),
            None => Some((0, 0)),
        };
        let size = self.reader.need(&fields, "size");
        let size = size.and_then(|n| self.lengths_in_metres(n, "size of the picture", SIZES));
        let turn = match fields.get("turn") {
            Some(node) => self.reader.whole(node, "quarter turns", 0..=3),
            None => Some(0),
        };
        let mut flag = |name: &'static str| match fields.get(name) {
            Some(node) => self.reader.flag(node, &format!("`{name}`")),
            None => Some(false),
        };
        let (mirrored, in_play) = (flag("mirrored"), flag("in_play"));
        Some(Underlay {
            file: file?,
            at: at?,
            size: size?,
            turn: u8::try_from(turn?).ok()?,
            mirrored: mirrored?,
            in_play: in_play?,
        })
    }

    fn picture_file(&mut self, fields: &Fields<'_, '_>) -> Option<String> {
        let node = self.reader.need(fields, "file")?;
        self.marks.set(Subject::Field("picture"), node.at);
        let file = self.reader.text(node, "file of a picture")?.value();
        match picture_path(&file) {
            Ok(_) => Some(file),
            Err(error) => {
                self.reader.wrong(node.at, error.to_string());
                None
            }
        }
    }

    /// Two lengths in metres, returned in millimetres.
    fn lengths_in_metres(
        &mut self,
        node: &Node<'_>,
        what: &str,
        (least, most): (i32, i32),
    ) -> Option<(i32, i32)> {
        let entries = round(node).filter(|g| g.name.is_none()).map(|g| g.entries.as_slice());
        let Some([FieldEntry { key: None, value: a }, FieldEntry { key: None, value: b }]) =
            entries
        else {
            self.reader.wrong(node.at, format!("the {what} needs two lengths: `(32.0, 24.5)`"));
            return None;
        };
        let a = self.reader.millimetres(a, what, least..=most);
        let b = self.reader.millimetres(b, what, least..=most);
        Some((a?, b?))
    }
}
