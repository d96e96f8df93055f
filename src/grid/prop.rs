//! Things that a level defines itself, made of boxes.

use serde::{Deserialize, Serialize};

use super::lamp::Rgb;
use super::matter::Material;
use super::terrain::Rough;
use super::things::Footing;
use super::units::Hm;

/// What a box of a prop looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PropPaint {
    /// The surface of a material.
    Material(Material),
    /// One colour.
    Colour(Rgb),
}

/// A box of a prop. Its corners are in centimetres east and south of the middle of the cell and
/// above its floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PropBox {
    /// The north-western lower corner.
    pub from: [i16; 3],
    /// The south-eastern upper corner.
    pub to: [i16; 3],
    /// Its surface.
    pub paint: PropPaint,
}

impl PropBox {
    /// Largest distance from the middle of the cell, in centimetres.
    pub const FAR: i16 = 75;
    /// Largest height above the floor, in centimetres.
    pub const HIGH: i16 = 1_000;

    /// True if it is within its bounds and has a volume.
    pub fn is_valid(&self) -> bool {
        let plan = -Self::FAR..=Self::FAR;
        let bounds = [plan.clone(), plan, 0..=Self::HIGH];
        let corners = self.from.iter().zip(&self.to).zip(bounds);
        corners
            .into_iter()
            .all(|((from, to), bounds)| from < to && bounds.contains(from) && bounds.contains(to))
    }
}

/// A kind of thing made of boxes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Prop {
    /// Its name.
    pub name: String,
    /// Its boxes: 1 to [`Self::MAX_BOXES`]. They are for looks only.
    pub boxes: Vec<PropBox>,
    /// Height of its matter above the floor. The boxes of a thing of another height are stretched.
    pub height: Hm,
    /// How bodies interact with it.
    pub footing: Footing,
    /// Its material.
    pub material: Material,
    /// Edge length of its square matter in centimetres, at most 100; 0 if it stops nothing.
    pub cover_cm: u8,
}

impl Prop {
    /// Maximum number of boxes.
    pub const MAX_BOXES: usize = 24;
    /// Maximum length of a name, in characters.
    pub const MAX_NAME: usize = 24;
    /// The footings with their names in files.
    pub const FOOTINGS: [(&'static str, Footing); 3] = [
        ("blocks", Footing::Blocks),
        ("platform", Footing::Platform),
        ("through", Footing::Through(Rough::Light)),
    ];

    /// A crate with this name, as a starting point.
    pub fn plain(name: &str) -> Self {
        let material = Material::Wood;
        let first = PropBox {
            from: [-40, -40, 0],
            to: [40, 40, 100],
            paint: PropPaint::Material(material),
        };
        Self {
            name: name.to_owned(),
            boxes: vec![first],
            height: Hm(2),
            footing: Footing::Platform,
            material,
            cover_cm: 80,
        }
    }

    /// The cover that follows from its boxes: the edge length of a square in the middle of the
    /// cell, as wide as the boxes.
    pub fn usual_cover_cm(boxes: &[PropBox]) -> u8 {
        let sides = boxes.iter().flat_map(|b| [b.from[0], b.from[1], b.to[0], b.to[1]]);
        let far = sides.map(i16::unsigned_abs).max().unwrap_or_default();
        u8::try_from((2 * far).min(100)).unwrap_or(100)
    }

    /// What is wrong with it, as the text of a problem.
    pub fn fault(&self) -> Option<String> {
        let Self { name, boxes, height, footing, cover_cm, .. } = self;
        let letters = name.chars().count();
        let plain = !name.chars().any(char::is_control) && name.trim() == name;
        if !(1..=Self::MAX_NAME).contains(&letters) || !plain {
            return Some(format!(
                "a name of {letters} characters; allowed: 1 to {}",
                Self::MAX_NAME
            ));
        }
        if !(1..=Self::MAX_BOXES).contains(&boxes.len()) {
            return Some(format!("{} boxes; allowed: 1 to {}", boxes.len(), Self::MAX_BOXES));
        }
        if let Some(n) = boxes.iter().position(|b| !b.is_valid()) {
            return Some(format!(
                "box {} is turned inside out, or beyond 0.75 m from the middle or 10 m of height",
                n + 1
            ));
        }
        if !(Hm(1)..=Hm::metres(100)).contains(height) || *cover_cm > 100 {
            return Some("a height of 0.5 to 100 m and cover up to 1 m are allowed".to_owned());
        }
        let known = Self::FOOTINGS.iter().any(|(_, other)| other == footing);
        (!known).then(|| "its footing is none of blocks, platform and through".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_props_are_found() {
        let plain = Prop::plain("cart");
        assert_eq!(plain.fault(), None);
        assert_eq!(Prop::usual_cover_cm(&plain.boxes), 80);
        let with = |boxes: Vec<PropBox>| Prop { boxes, ..plain.clone() }.fault();
        let first = plain.boxes[0];
        assert!(with(Vec::new()).is_some() && with(vec![first; 25]).is_some());
        assert_eq!(with(vec![first; 24]), None);
        for wrong in [
            PropBox { from: [40, -40, 0], ..first },
            PropBox { from: [-76, -40, 0], ..first },
            PropBox { to: [40, 40, 1_001], ..first },
            PropBox { from: [-40, -40, -1], ..first },
        ] {
            assert!(with(vec![first, wrong]).unwrap().starts_with("box 2"), "{wrong:?}");
        }
        for name in ["", " cart", "a name that is far too long", "a\nb"] {
            assert!(Prop { name: name.to_owned(), ..plain.clone() }.fault().is_some(), "{name:?}");
        }
        assert!(Prop { cover_cm: 101, ..plain.clone() }.fault().is_some());
        let footing = Footing::Through(Rough::Heavy);
        assert!(Prop { footing, ..plain }.fault().is_some());
    }
}
