//! Models of props: things that a level defines itself, made of boxes.

use bevy::math::Vec3;

use super::atlas::Patch;
use super::mesh::{MeshData, Paint};
use super::palette::{hex, srgb};
use super::relief::metres;
use super::shapes::block;
use grid::{Material, Prop, PropPaint, Thing};

/// The surface of a box.
fn paint(paint: PropPaint) -> Paint {
    match paint {
        PropPaint::Colour(colour) => Paint::plain(srgb(colour.hex())),
        PropPaint::Material(Material::Wood) => Paint::on(Vec3::ONE, Patch::Timber),
        PropPaint::Material(Material::Stone) => Paint::on(srgb(hex::COPING), Patch::Grit),
        PropPaint::Material(Material::Metal) => Paint::plain(srgb(0x0079_838f)),
        PropPaint::Material(Material::Glass) => Paint::plain(srgb(0x00a6_dcec)),
        PropPaint::Material(Material::Foliage) => Paint::on(srgb(hex::LEAF) * 1.25, Patch::Leaves),
    }
}

/// Adds the boxes of a prop, stretched to the height of the thing.
pub fn prop(m: &mut MeshData, thing: &Thing, prop: &Prop) {
    let stretch = metres(thing.height) / metres(prop.height).max(0.1);
    for one in &prop.boxes {
        let corner = |p: [i16; 3]| {
            let [x, z, y] = p.map(|cm| f32::from(cm) / 100.0);
            Vec3::new(x, y * stretch, z)
        };
        let (from, to) = (corner(one.from), corner(one.to));
        block(m, (from + to) / 2.0, (to - from) / 2.0, 0.012, paint(one.paint));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finish::reach;
    use crate::things::model;
    use grid::{Cell, Hm, PropBox, Rgb, ThingKind};
    use std::sync::Arc;

    #[test]
    fn a_prop_looks_as_its_boxes_say_and_stretches_with_its_height() {
        let mut cart = Prop::plain("cart");
        cart.boxes.push(PropBox {
            from: [-60, -10, 100],
            to: [-50, 10, 150],
            paint: PropPaint::Colour(Rgb(255, 0, 0)),
        });
        let prop = Some(Arc::new(cart));
        for (height, top) in [(Hm(2), 1.5), (Hm(4), 3.0)] {
            let kind = ThingKind::Custom;
            let thing = Thing { height, prop: prop.clone(), ..Thing::new(kind, Cell::new(2, 2)) };
            let mesh = model(&thing);
            assert_eq!(mesh.fault(), None);
            let (low, high) = mesh.bounds().unwrap();
            assert!((low.x + 0.6).abs() < 1e-4 && (high.x - 0.4).abs() < 1e-4, "{low} {high}");
            assert!((high.y - top).abs() < 1e-4, "{high}");
            let red = mesh.colors.iter().filter(|c| c.x > 0.5 && c.y < 0.1).count();
            assert!(red > 0 && red < mesh.colors.len());
        }
        assert!((reach(prop.as_ref().unwrap()) - 0.6).abs() < 1e-4);
    }
}
