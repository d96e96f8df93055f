//! Draws lines of sight and short labels over the board.

use super::board::{Annotations, Sees};
use super::theme;
use bevy_egui::egui::{self, Align2, Pos2, Rect, Stroke, Vec2};

/// Gap between a unit's feet and its label, in logical pixels.
const BELOW: f32 = 10.0;
/// Padding around a label, in logical pixels.
const SPACE: Vec2 = Vec2::new(4.0, 2.0);

/// Draws the lines of sight, then the labels on top. Labels avoid the
/// `taken` rectangles and each other. Returns the rectangles of the labels.
pub(super) fn show(
    root: &egui::Ui,
    notes: &Annotations,
    board: Rect,
    mut taken: Vec<Rect>,
) -> Vec<Rect> {
    let before = taken.len();
    let painter = root.painter().with_clip_rect(board);
    for (from, to, sees) in &notes.threads {
        show_thread(&painter, [*from, *to], *sees);
    }
    let font = egui::FontId::proportional(theme::BODY - 2.0);
    for (at, below, lines) in notes.tags.iter().filter(|(at, ..)| board.contains(*at)) {
        let words: Vec<_> = lines
            .iter()
            .map(|(tone, text)| {
                let colour = theme::tone_colour(*tone);
                (painter.layout_no_wrap(text.clone(), font.clone(), colour), colour)
            })
            .collect();
        let width = words.iter().map(|(words, _)| words.size().x).fold(0.0, f32::max);
        let height: f32 = words.iter().map(|(words, _)| words.size().y).sum();
        let anchor = if *below { Align2::CENTER_TOP } else { Align2::CENTER_CENTER };
        let wanted = anchor.anchor_size(*at, egui::vec2(width, height)).expand2(SPACE);
        let wanted = wanted.translate(Vec2::new(0.0, if *below { BELOW } else { 0.0 }));
        let rect = free_of(&taken, board, kept_in(board, wanted));
        taken.push(rect);
        painter.rect_filled(rect, 3.0, theme::WELL.gamma_multiply(0.92));
        let mut top = rect.top() + SPACE.y;
        for (words, colour) in words {
            let size = words.size();
            painter.galley(egui::pos2(rect.center().x - size.x / 2.0, top), words, colour);
            top += size.y;
        }
    }
    taken.split_off(before)
}

/// Moves a label sideways and up until it lies entirely inside the board.
fn kept_in(board: Rect, rect: Rect) -> Rect {
    let left = (board.left() - rect.left()).max(0.0);
    let right = (board.right() - rect.right()).min(0.0);
    let up = (board.bottom() - rect.bottom()).min(0.0);
    rect.translate(Vec2::new(left + right, up))
}

/// Sideways moves of a label count this many times as much as moves down.
const SIDEWAYS: f32 = 1.5;

/// Moves a label down until it overlaps none of the `taken` rectangles, or sideways within the
/// board if that is nearer: in a column of units, a label far below would seem to belong to
/// another. Earlier labels keep their place.
fn free_of(taken: &[Rect], board: Rect, wanted: Rect) -> Rect {
    let moved = |away: fn(Rect, Rect) -> Vec2| {
        let mut rect = wanted;
        while let Some(other) = taken.iter().find(|other| other.intersects(rect)) {
            rect = rect.translate(away(*other, rect));
        }
        rect
    };
    let mut best = moved(|other, rect| Vec2::new(0.0, other.bottom() - rect.top() + 1.0));
    let mut least = best.top() - wanted.top();
    let right = moved(|other, rect| Vec2::new(other.right() - rect.left() + 1.0, 0.0));
    let left = moved(|other, rect| Vec2::new(other.left() - rect.right() - 1.0, 0.0));
    for rect in [right, left].into_iter().filter(|rect| board.contains_rect(*rect)) {
        let by = SIDEWAYS * (rect.left() - wanted.left()).abs();
        if by < least {
            (best, least) = (rect, by);
        }
    }
    best
}

fn show_thread(painter: &egui::Painter, line: [Pos2; 2], sees: Sees) {
    let dark = Stroke::new(4.0, theme::WELL.gamma_multiply(0.7));
    let light = Stroke::new(1.6, theme::BRASS);
    if sees == Sees::Both {
        painter.line_segment(line, dark);
        painter.line_segment(line, light);
        return;
    }
    for stroke in [dark, light] {
        painter.extend(egui::Shape::dashed_line(&line, stroke, 8.0, 6.0));
    }
    let [from, to] = line;
    let (tail, head) = if sees == Sees::Ahead { (from, to) } else { (to, from) };
    let along = (head - tail).normalized() * 12.0;
    let across = along.rot90() * 0.45;
    let tip = [head, head - along + across, head - along - across];
    painter.add(egui::Shape::convex_polygon(tip.to_vec(), theme::BRASS, dark));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_at_the_edge_stay_in_the_window() {
        let board = Rect::from_min_max(Pos2::ZERO, Pos2::new(200.0, 100.0));
        let rect = |x: f32, y: f32| Rect::from_min_size(Pos2::new(x, y), Vec2::new(40.0, 14.0));
        assert_eq!(kept_in(board, rect(50.0, 50.0)), rect(50.0, 50.0));
        assert_eq!(kept_in(board, rect(-19.0, 50.0)), rect(0.0, 50.0));
        assert_eq!(kept_in(board, rect(190.0, 95.0)), rect(160.0, 86.0));
    }

    #[test]
    fn labels_move_down_to_free_space() {
        let rect = |top: f32, bottom: f32| {
            Rect::from_min_max(Pos2::new(0.0, top), Pos2::new(20.0, bottom))
        };
        let board = Rect::from_min_max(Pos2::new(-5.0, 0.0), Pos2::new(200.0, 200.0));
        let wanted = rect(5.0, 15.0);
        assert_eq!(free_of(&[], board, wanted), wanted);
        assert_eq!(free_of(&[rect(30.0, 40.0)], board, wanted), wanted);
        // Badges lie below an arc; the label goes below the badges.
        let taken = [rect(12.0, 20.0), rect(21.0, 33.0)];
        assert_eq!(free_of(&taken, board, wanted), rect(34.0, 44.0));
        // In a long column it goes beside it, if there is room.
        let taken = [rect(12.0, 30.0), rect(31.0, 60.0)];
        let beside = wanted.translate(Vec2::new(21.0, 0.0));
        assert_eq!(free_of(&taken, board, wanted), beside);
        assert_eq!(free_of(&taken, board.with_max_x(30.0), wanted), rect(61.0, 71.0));
    }
}
