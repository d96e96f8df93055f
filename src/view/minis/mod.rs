//! Painted miniatures: a figure per role on a round base that shows its side by colour and pattern.
//! Figures face north (towards -z) and stand on y = 0; the base lies below them.

mod base;
mod creatures;
mod fighters;
mod light_armour;
mod monsters;
mod parts;
mod spirits;

use bevy::math::Vec3;

use super::mesh::MeshData;
use super::occlusion::wash;
use super::palette::SideLook;

pub use base::{BASE_HEIGHT, base, base_radius, stem};

/// Roles with a figure of their own; others use the guard.
pub const ROLES: [&str; 21] = [
    "knight",
    "archer",
    "mage",
    "healer",
    "scout",
    "brute",
    "captain",
    "beast",
    "hound",
    "guard",
    "bear",
    "hawk",
    "toad",
    "golem",
    "hollow",
    "wisp",
    "rat",
    "behemoth",
    "horse",
    "crystal_wisp",
    "entropic_wisp",
];

/// Spirits with a figure, which hover beside another figure.
pub const SPIRITS: [&str; 3] = ["cinderwing", "rimeback", "dawnmoth"];

/// True if there is a spirit of that name.
pub fn has_spirit(name: &str) -> bool {
    SPIRITS.contains(&name)
}

/// The spirit of that name in the colours of a side, around its own middle; empty if there is none.
pub fn spirit(name: &str, look: SideLook, size: u8) -> MeshData {
    let mut m = spirits::spirit(name, look).unwrap_or_default();
    let scale = f32::from(size.max(1));
    for p in &mut m.positions {
        *p *= scale;
    }
    wash(&mut m, 0.85);
    m.shade(|_, n| 0.92 + 0.14 * n.y.max(0.0));
    m
}

/// The figure of a role in the colours of a side, without its base. `size` is the edge length of
/// the footprint in cells; the figure is enlarged when its own model is smaller than that.
pub fn figure(role: &str, look: SideLook, size: u8) -> MeshData {
    let mut m = match role {
        "knight" => fighters::knight(look),
        "archer" => light_armour::archer(look),
        "mage" => light_armour::mage(look),
        "healer" => light_armour::healer(look),
        "scout" => light_armour::scout(look),
        "brute" => fighters::brute(look),
        "captain" => fighters::captain(look),
        "beast" | "drake" => creatures::drake(look),
        "hound" | "wisp_hound" | "spirit_wolf" => creatures::hound(look),
        "bear" => creatures::bear(look),
        "hawk" => creatures::hawk(look),
        "toad" => creatures::toad(look),
        "golem" => monsters::golem(look),
        "hollow" => monsters::hollow(look),
        "wisp" => monsters::wisp(look),
        "crystal_wisp" => monsters::crystal_wisp(look),
        "entropic_wisp" => monsters::entropic_wisp(look),
        "rat" => monsters::rat(look),
        "behemoth" => monsters::behemoth(look),
        "horse" | "courser" => monsters::horse(look),
        _ => fighters::guard(look),
    };
    let own = if matches!(role, "beast" | "drake") { 2.0 } else { 1.0 };
    let scale = f32::from(size.max(1)) / own;
    for p in &mut m.positions {
        *p *= scale;
    }
    wash(&mut m, 0.72);
    // Drybrushing: lighter where a face points up, darker towards the feet.
    m.shade(|p, n| (0.92 + 0.14 * n.y.max(0.0)) * (0.80 + 0.20 * (p.y / (0.5 * scale)).min(1.0)));
    m.shade(|_, n| 1.0 + 0.06 * n.dot(Vec3::new(-0.4, 0.6, -0.2)).max(0.0));
    m
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{Colours, side_look};

    fn figure(role: &str, side: u8, size: u8) -> MeshData {
        super::figure(role, side_look(Colours::Usual, side), size)
    }

    #[test]
    fn figures_are_valid_bounded_and_stand_on_their_base() {
        for role in ROLES {
            let size = if role == "beast" { 2 } else { 1 };
            let m = figure(role, 0, size);
            assert_eq!(m.fault(), None, "{role}");
            assert!((150..7000).contains(&m.triangles()), "{role} {}", m.triangles());
            let (lo, hi) = m.bounds().unwrap();
            let reach = f32::from(size) * 0.65;
            assert!(lo.y > -0.12, "{role} {lo}");
            assert!(hi.y > 0.35 && hi.y < 2.6, "{role} {hi}");
            assert!(
                lo.x > -reach && hi.x < reach && lo.z > -reach && hi.z < reach,
                "{role} {lo} {hi}"
            );
        }
    }

    #[test]
    fn figures_differ_in_silhouette_seen_from_the_side() {
        // Widths of the silhouette at eight heights: at least two of them must differ clearly.
        let outline = |role: &str| {
            let m = figure(role, 0, 1);
            let mut widths = [0.0f32; 9];
            for p in &m.positions {
                let band = ((p.y / 0.25) as usize).min(8);
                widths[band] = widths[band].max(p.x.abs());
            }
            widths
        };
        let all: Vec<_> = ROLES.iter().map(|r| (*r, outline(r))).collect();
        for (i, (a, wa)) in all.iter().enumerate() {
            for (b, wb) in &all[..i] {
                let differing = wa.iter().zip(wb).filter(|(x, y)| (*x - *y).abs() > 0.05).count();
                assert!(differing >= 2, "{a} {b}");
            }
        }
    }

    #[test]
    fn spirits_are_small_valid_and_unlike_each_other() {
        let spirit = |name| super::spirit(name, side_look(Colours::Usual, 0), 1);
        let mut extents: Vec<Vec3> = Vec::new();
        for name in SPIRITS {
            let m = spirit(name);
            assert_eq!(m.fault(), None, "{name}");
            assert!((200..7000).contains(&m.triangles()), "{name} {}", m.triangles());
            let (lo, hi) = m.bounds().unwrap();
            let own = hi - lo;
            assert!(own.max_element() < 1.2 && own.min_element() > 0.25, "{name} {own}");
            assert!(extents.iter().all(|other| (own - *other).length() > 0.1), "{name} {own}");
            extents.push(own);
        }
        assert!(!has_spirit("knight") && spirit("knight").is_empty());
    }

    #[test]
    fn sides_colour_the_figure() {
        let (a, b) = (figure("mage", 0, 1), figure("mage", 1, 1));
        assert_eq!(a.positions, b.positions);
        assert_ne!(a.colors, b.colors);
    }

    #[test]
    fn larger_footprints_enlarge_the_figure() {
        let high = |size: u8| figure("guard", 0, size).bounds().unwrap().1.y;
        assert!((high(2) - 2.0 * high(1)).abs() < 1e-4);
    }
}
