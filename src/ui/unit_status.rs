//! Status at the feet of each unit: an arc for the rest of each track of the body or its
//! protection, and badges for conditions.

use super::board::{Left, StatusArc, StatusArcs};
use super::theme;
use bevy_egui::egui::{self, Color32, FontId, Pos2, Rect, Stroke, Vec2};

/// Minimum width of an arc on screen to leave room for badges, in logical pixels.
const ROOM_FOR_BADGES: f32 = 26.0;
/// Maximum number of badges; further ones are only counted.
const MOST: usize = 3;
/// Height of their text, in logical pixels.
const LETTERS: f32 = 13.0;
const SPACE: Vec2 = Vec2::new(3.0, 0.5);

/// Draws the status displays. Returns the areas that other text
/// should avoid: the lowest part of each arc, and the badges.
pub(super) fn show(root: &egui::Ui, arcs: &StatusArcs, board: Rect) -> Vec<Rect> {
    let painter = root.painter().with_clip_rect(board);
    let mut taken = Vec::new();
    for StatusArc { arcs, vitals } in &arcs.0 {
        let Some(outermost) = arcs.last() else { continue };
        let wide = arcs.first().map_or(0.0, |arc| width(arc));
        // Several arcs are thinner, to keep them apart.
        let thick = if arcs.len() > 1 { wide * 0.05 } else { wide * 0.08 }.clamp(2.0, 5.0);
        for (arc, left) in arcs.iter().zip(&vitals.left) {
            painter.line(arc.clone(), Stroke::new(thick + 2.0, theme::WELL));
            painter.line(filled(arc, left.hundredths), Stroke::new(thick, colour(*left)));
            taken.push(lowest_part(arc).expand(thick / 2.0 + 1.0));
        }
        let Some(lowest) = outermost.get(outermost.len() / 2).filter(|_| wide >= ROOM_FOR_BADGES)
        else {
            continue;
        };
        let below = *lowest + Vec2::new(0.0, thick + 2.0);
        taken.extend(show_badges(&painter, below, &vitals.badges));
    }
    taken
}

/// Width of an arc on screen.
fn width(arc: &[Pos2]) -> f32 {
    arc.first().zip(arc.last()).map_or(0.0, |(a, b)| a.distance(*b))
}

/// The bounds of an arc's middle half.
fn lowest_part(arc: &[Pos2]) -> Rect {
    let quarter = arc.len() / 4;
    Rect::from_points(arc.get(quarter..arc.len() - quarter).unwrap_or_default())
}

/// Draws badges in a row below a point; returns their bounds.
fn show_badges(painter: &egui::Painter, below: Pos2, badges: &[String]) -> Option<Rect> {
    let more = badges.len().saturating_sub(MOST);
    let rest = (more > 0).then(|| format!("+{more}"));
    let font = FontId::proportional(LETTERS);
    let words: Vec<_> = badges
        .iter()
        .take(MOST)
        .cloned()
        .chain(rest)
        .map(|word| painter.layout_no_wrap(word, font.clone(), theme::PARCHMENT))
        .collect();
    let wide = |word: &egui::Galley| word.size().x + 2.0 * SPACE.x + 2.0;
    let all: f32 = words.iter().map(|word| wide(word)).sum();
    let mut left = below.x - all / 2.0;
    let mut taken: Option<Rect> = None;
    for word in words {
        let size = word.size() + 2.0 * SPACE;
        let rect = Rect::from_min_size(Pos2::new(left, below.y), size);
        left += wide(&word);
        taken = Some(taken.map_or(rect, |taken| taken.union(rect)));
        painter.rect_filled(rect.expand(1.0), 5.0, theme::BRASS);
        painter.rect_filled(rect, 4.0, theme::WELL);
        painter.galley(rect.min + SPACE, word, theme::PARCHMENT);
    }
    taken.map(|taken| taken.expand(1.0))
}

/// The first part of an arc, for the percentage left.
fn filled(arc: &[Pos2], left: u8) -> Vec<Pos2> {
    let whole = arc.len().saturating_sub(1) as f32 * f32::from(left.min(100)) / 100.0;
    let mut points: Vec<Pos2> = arc.iter().copied().take(whole as usize + 1).collect();
    if let (Some(last), Some(next)) = (points.last().copied(), arc.get(points.len())) {
        points.push(last.lerp(*next, whole.fract()));
    }
    points
}

/// Colour for what is left; the length shows the same. Protection
/// has its own colour and lies outside what it protects.
const fn colour(left: Left) -> Color32 {
    match left {
        Left { protects: true, .. } => theme::SLATE,
        Left { hundredths: 51.., .. } => theme::MOSS,
        Left { hundredths: 26..=50, .. } => theme::BRASS,
        Left { .. } => theme::RUST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_is_filled_from_the_left() {
        let arc: Vec<Pos2> = (0..=4).map(|x| Pos2::new(x as f32 * 10.0, 0.0)).collect();
        let end = |left: u8| filled(&arc, left).last().copied();
        assert_eq!(end(0), Some(Pos2::new(0.0, 0.0)));
        assert_eq!(end(30), Some(Pos2::new(12.0, 0.0)));
        assert_eq!(end(50), Some(Pos2::new(20.0, 0.0)));
        assert_eq!(end(100), Some(Pos2::new(40.0, 0.0)));
        assert!(filled(&[], 50).is_empty());
    }

    #[test]
    fn the_lowest_part_of_an_arc_is_kept_free() {
        let arc: Vec<Pos2> = (-8..=8).map(|x| Pos2::new(x as f32, 64.0 - (x * x) as f32)).collect();
        let free = Rect::from_min_max(Pos2::new(-4.0, 48.0), Pos2::new(4.0, 64.0));
        assert_eq!(lowest_part(&arc), free);
    }

    #[test]
    fn what_is_left_has_three_colours() {
        assert_eq!(
            [100, 51, 50, 26, 25, 0].map(|hundredths| colour(Left { hundredths, protects: false })),
            [theme::MOSS, theme::MOSS, theme::BRASS, theme::BRASS, theme::RUST, theme::RUST,]
        );
        assert_eq!(colour(Left { hundredths: 10, protects: true }), theme::SLATE);
    }
}
