//! Small closed outlines: pillars and the like.

use grid::{Finish, ThingKind};
use level::Item;

use super::geometry::{Point, bounds};

/// A larger outline is a wall, in cells.
const LARGEST: f64 = 1.3;

/// An outline narrower than this is a piece of wall, in cells.
const NARROWEST: f64 = 0.25;

/// Largest gap between the ends of a closed outline, as a share of its length.
const GAP: f64 = 0.34;

/// The middle of a small closed outline, and a pillar of about its size.
pub(crate) fn pillar(points: &[Point]) -> Option<(Point, Item)> {
    let (low, high) = bounds(points)?;
    let (width, height) = (high.x - low.x, high.y - low.y);
    let (narrow, wide) = (width.min(height), width.max(height));
    let closes = points.first()?.apart(*points.last()?) <= wide * GAP;
    let fits = wide <= LARGEST && narrow >= NARROWEST;
    (points.len() >= 4 && closes && fits).then(|| {
        let usual = f64::from(ThingKind::Pillar.spec().width_cm) / 100.0;
        let step = f64::from(Finish::SCALE_STEP);
        let scale = (wide / usual * 100.0 / step).round() * step;
        let (least, most) = Finish::SCALES;
        let scale = scale.clamp(f64::from(least), f64::from(most)) as u8;
        let finish = Finish { scale, ..Finish::USUAL };
        (low.middle(high), Item { finish, ..Item::new(ThingKind::Pillar) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(radius: f64, share: f64) -> Vec<Point> {
        let turn = std::f64::consts::TAU * share;
        let spot = |i: u32| f64::from(i) / 16.0 * turn;
        (0..=16)
            .map(|i| Point::new(4.5 + radius * spot(i).cos(), 3.5 + radius * spot(i).sin()))
            .collect()
    }

    #[test]
    fn small_rings_are_pillars() {
        let (middle, item) = pillar(&ring(0.4, 1.0)).unwrap();
        assert!(middle.apart(Point::new(4.5, 3.5)) < 0.01);
        assert_eq!((item.kind, item.finish.scale), (ThingKind::Pillar, 100));
        assert_eq!(pillar(&ring(0.6, 1.0)).map(|(_, item)| item.finish.scale), Some(150));
    }

    #[test]
    fn large_open_and_thin_outlines_are_walls() {
        assert_eq!(pillar(&ring(2.0, 1.0)), None);
        assert_eq!(pillar(&ring(0.4, 0.5)), None);
        let thin = [(1.0, 1.0), (2.0, 1.0), (2.0, 1.1), (1.0, 1.1), (1.0, 1.0)];
        assert_eq!(pillar(&thin.map(|(x, y)| Point::new(x, y))), None);
        assert_eq!(pillar(&[]), None);
    }
}
