//! Material and size of a thing, applied to its model.

use bevy::math::{Affine3A, Vec3};

use super::atlas::Patch;
use super::mesh::MeshData;
use super::palette::{hex, srgb};
use grid::{Material, Prop, Thing, ThingKind};

/// How a material looks: the patch of its textured faces with its tint, and the colour of faces
/// without texture.
struct Look {
    patch: Patch,
    tint: Vec3,
    plain: Vec3,
}

fn look(material: Material) -> Look {
    let (patch, tint, plain) = match material {
        Material::Wood => (Patch::Timber, 0x00ff_ffff, hex::WOOD),
        Material::Stone => (Patch::Grit, hex::COPING, 0x009a_a09c),
        Material::Metal => (Patch::Plain, 0x0079_838f, 0x0079_838f),
        Material::Glass => (Patch::Plain, 0x00a6_dcec, 0x00a6_dcec),
        Material::Foliage => (Patch::Leaves, hex::LEAF, hex::LEAF),
    };
    Look { patch, tint: srgb(tint), plain: srgb(plain) }
}

fn brightness(color: Vec3) -> f32 {
    color.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}

/// Recolours a model in the material of its thing, if that is not usual for its kind.
pub fn recolour(mesh: &mut MeshData, thing: &Thing) {
    let Some(material) = thing.finish.material else { return };
    let (old, new) = (look(thing.kind.spec().material), look(material));
    for ((color, uv), sun) in mesh.colors.iter_mut().zip(&mut mesh.uvs).zip(&mesh.sun) {
        let Some(patch) = Patch::holding(*uv) else { continue };
        let own = brightness(color.truncate());
        let (tone, tint) = match patch {
            Patch::Plain => (own / brightness(old.plain), new.plain),
            Patch::Grit => (own / brightness(srgb(hex::COPING)), new.tint),
            _ => (own, new.tint),
        };
        if patch != Patch::Plain {
            *uv = patch.moved(*uv, new.patch);
        }
        let new = tint * tone.clamp(0.2, 1.9);
        // Light shines through in its own colour.
        let shown = if *sun < 0.0 { new.lerp(color.truncate(), 0.5) } else { new };
        *color = shown.extend(color.w);
    }
}

/// Scales a model in plan. Its height stays as it is.
pub fn scale(mesh: &mut MeshData, thing: &Thing) {
    let wide = plan_scale(thing);
    if (wide - 1.0).abs() < 1e-3 {
        return;
    }
    let mut scaled = MeshData::new();
    scaled.append(mesh, Affine3A::from_scale(Vec3::new(wide, 1.0, wide)));
    *mesh = scaled;
}

/// The factor by which a thing's model is wider than usual.
pub fn plan_scale(thing: &Thing) -> f32 {
    if thing.kind == ThingKind::Bridge { 1.0 } else { f32::from(thing.finish.scale) / 100.0 }
}

/// Distance from the middle of the cell to the farthest side of a box, in metres.
pub fn reach(prop: &Prop) -> f32 {
    let sides = prop.boxes.iter().flat_map(|b| [b.from[0], b.from[1], b.to[0], b.to[1]]);
    f32::from(sides.map(i16::unsigned_abs).max().unwrap_or_default()) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::things::model;
    use grid::{Cell, Finish};

    fn made(kind: ThingKind, finish: Finish) -> MeshData {
        model(&Thing { finish, ..Thing::new(kind, Cell::new(3, 4)) })
    }

    #[test]
    fn every_material_of_every_kind_looks_different_and_is_a_sound_model() {
        for kind in ThingKind::ALL.into_iter().filter(|kind| *kind != ThingKind::Bridge) {
            let usual = made(kind, Finish::USUAL);
            for material in kind.materials().iter().skip(1) {
                let mesh = made(kind, Finish { material: Some(*material), ..Finish::USUAL });
                assert_eq!(mesh.fault(), None, "{kind:?} {material:?}");
                assert_eq!(mesh.positions, usual.positions);
                let other = mesh.colors.iter().zip(&usual.colors).filter(|(a, b)| a != b).count();
                assert!(other * 10 > mesh.colors.len(), "{kind:?} {material:?}: {other}");
                let inside = mesh.uvs.iter().all(|uv| Patch::holding(*uv).is_some());
                assert!(inside, "{kind:?} {material:?}");
            }
        }
    }

    #[test]
    fn a_scale_widens_the_model_and_keeps_its_height() {
        for scale in [50, 150] {
            let usual = made(ThingKind::Crate, Finish::USUAL).bounds().unwrap();
            let scaled = made(ThingKind::Crate, Finish { scale, ..Finish::USUAL });
            assert_eq!(scaled.fault(), None);
            let scaled = scaled.bounds().unwrap();
            let factor = f32::from(scale) / 100.0;
            assert!((scaled.1.x - usual.1.x * factor).abs() < 1e-4);
            assert!((scaled.1.y - usual.1.y).abs() < 1e-4);
        }
    }
}
