//! Writes props.

use grid::{Prop, PropBox, PropPaint};

/// A length in centimetres, as metres with two decimals.
fn metres(cm: i16) -> String {
    let (sign, cm) = (if cm < 0 { "-" } else { "" }, cm.unsigned_abs());
    format!("{sign}{}.{:02}", cm / 100, cm % 100)
}

/// A box.
pub(super) fn box_text(one: &PropBox) -> String {
    let point = |p: [i16; 3]| p.map(metres).join(", ");
    let paint = match one.paint {
        PropPaint::Material(material) => format!("material: {}", material.name()),
        PropPaint::Colour(colour) => match colour.name() {
            Some(name) => format!("colour: {name}"),
            None => format!("colour: \"{colour}\""),
        },
    };
    format!("(from: ({}), to: ({}), {paint})", point(one.from), point(one.to))
}

/// The fields of a prop other than its boxes.
pub(super) fn facts(prop: &Prop) -> Vec<String> {
    let footing = Prop::FOOTINGS.iter().find(|(_, footing)| *footing == prop.footing);
    let cover = match prop.cover_cm {
        0 => "none".to_owned(),
        cm => metres(cm.into()),
    };
    // A prop is at most 100 m high.
    let height = i16::try_from(prop.height.0.saturating_mul(50)).unwrap_or(i16::MAX);
    vec![
        format!("height: {}", metres(height)),
        format!("footing: {}", footing.map_or("blocks", |(name, _)| *name)),
        format!("material: {}", prop.material.name()),
        format!("cover: {cover}"),
    ]
}
