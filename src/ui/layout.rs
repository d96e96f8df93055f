//! Where the panels of a battle lie over the board.

use bevy_egui::egui::{Pos2, Rect, pos2, vec2};

use super::panels::Folds;

/// Space between panels, and to the edge of the window, in points.
const GAP: f32 = 8.0;
/// Height of the panel with round and objective, in points.
const TOP: f32 = 76.0;
/// The same where it is too narrow for a long objective in one row, in points.
const TALL_TOP: f32 = 92.0;
/// Width from which on an objective has one row, in points.
const ONE_ROW: f32 = 230.0;
/// Height of the turn order, in points.
const ORDER: f32 = 54.0;
/// Height of the tiles, in points.
const TILES: f32 = 104.0;
/// Height of the buttons beside the tiles, in points.
const BOTTOM: f32 = 118.0;
/// Height of a folded sheet, in points.
const SHEET: f32 = 134.0;
/// Width of an unfolded sheet, in points.
const WHOLE_SHEET: f32 = 264.0;
/// Width of the lens buttons with a gap, in points.
const LENSES: f32 = 80.0;
/// Height of the folded log, in points.
const LAST_LINES: f32 = 74.0;
/// Minimum width of the free part in the middle.
const LEAST_CLEAR: f32 = 240.0;
/// Width of the buttons that carry out a command and end the turn, in points.
const DECIDE: f32 = 200.0;
/// Maximum height of a question, as a share of the window's; it scrolls beyond that.
const QUESTION: f32 = 0.5;

/// Width of the menu's main buttons, in points.
const NAVIGATION: f32 = 196.0;
/// Height of the strip of levels in the menu, in points.
const LEVELS: f32 = 138.0;
/// Height of the settings for rules and sides in the menu, in points.
const CHOICES: f32 = 138.0;
/// Greatest height of the description of a level in the menu, in points.
const DETAILS: f32 = 460.0;

/// Layout of the menu's panels. The chosen level stays in view between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenuLayout {
    /// The title and the main buttons.
    pub navigation: Rect,
    /// The description of the chosen level.
    pub details: Rect,
    /// The levels.
    pub levels: Rect,
    /// Rules, sides and the start button.
    pub choices: Rect,
    /// The free part, for the board.
    pub clear: Rect,
}

impl MenuLayout {
    /// The layout in a window of this size, in points.
    pub fn of(window: Rect) -> Self {
        let inner = window.shrink(GAP);
        let navigation = inner.with_max_x(inner.min.x + NAVIGATION);
        let right = inner.with_min_x(navigation.max.x + GAP);
        let choices = right.with_min_y(right.max.y - CHOICES);
        let levels = right.with_max_y(choices.min.y - GAP).with_min_y(choices.min.y - GAP - LEVELS);
        let above = right.with_max_y(levels.min.y - GAP);
        let wide = (above.width() * 0.36).clamp(240.0, 380.0);
        let details = above.with_min_x(above.max.x - wide);
        let details = details.with_max_y(details.max.y.min(details.min.y + DETAILS));
        let clear = above.with_max_x(details.min.x - GAP);
        Self { navigation, details, levels, choices, clear }
    }
}

/// Height of the result's table around its rows, and of a row, in points.
const AROUND_ROWS: f32 = 150.0;
const ROW: f32 = 25.0;

/// Height of the headline over a finished battle, in points.
const HEADLINE: f32 = 84.0;

/// Layout of the panels over a finished battle. The final board stays in view between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultLayout {
    /// How it ended.
    pub headline: Rect,
    /// Units, statistics and what to do next.
    pub table: Rect,
    /// The free part, for the board.
    pub clear: Rect,
}

impl ResultLayout {
    /// The layout beside the log, in a window of this size, in points, for a table with this number
    /// of rows; without one, for a question beside the table.
    pub fn of(window: Rect, log: Rect, rows: Option<usize>) -> Self {
        let inner = window.shrink(GAP).with_max_x(log.min.x - GAP);
        let most = (window.height() * 0.42).clamp(220.0, 380.0);
        let wanted = rows.map_or(most, |rows| ROW.mul_add(rows as f32, AROUND_ROWS).min(most));
        let table = inner.with_min_y(inner.max.y - wanted);
        let headline = inner.with_max_y(inner.min.y + HEADLINE);
        let clear = inner.with_min_y(headline.max.y + GAP).with_max_y(table.min.y - GAP);
        Self { headline, table, clear }
    }
}

/// Layout of a battle's panels. It depends only on the size of the window and on which panels are
/// folded, so that nothing moves while the player decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Round, turn and objective.
    pub round: Rect,
    /// The turn order.
    pub order: Rect,
    /// The buttons for the log, the orders, help and the menu.
    pub menu: Rect,
    /// The log.
    pub log: Rect,
    /// The sheet of the active unit.
    pub sheet: Rect,
    /// The sheet of another unit.
    pub other: Rect,
    /// The rest of the turn, and the tiles.
    pub tiles: Rect,
    /// The buttons that carry out a command and end the turn.
    pub decide: Rect,
    /// The largest rectangle of the list of all acts, or of the settings of the act being aimed; it
    /// grows upward from the tiles.
    pub more: Rect,
    /// The largest rectangle of the preview; it grows downward.
    pub preview: Rect,
    /// The largest rectangle of a question; it grows upward from the bottom.
    pub question: Rect,
    /// Top left corner of the lens buttons.
    pub lenses: Pos2,
    /// The free part in the middle.
    pub clear: Rect,
}

impl Layout {
    /// The layout in a window of this size, in points.
    pub fn of(window: Rect, folds: Folds) -> Self {
        let inner = window.shrink(GAP);
        let side = (window.width() * 0.19).clamp(190.0, 250.0);
        let right_width = (window.width() * 0.21).clamp(220.0, 280.0);
        let top = if side < ONE_ROW { TALL_TOP } else { TOP };
        let round = Rect::from_min_size(inner.min, vec2(side, top));
        let menu_size = vec2(right_width, 46.0);
        let menu = Rect::from_min_size(pos2(inner.max.x - menu_size.x, inner.min.y), menu_size);
        let order = Rect::from_min_max(
            pos2(round.max.x + GAP, inner.min.y),
            pos2(menu.min.x - GAP, inner.min.y + ORDER),
        );
        let decide = Rect::from_min_max(inner.max - vec2(DECIDE, BOTTOM), inner.max);
        let short = Rect::from_min_max(
            pos2(inner.min.x, inner.max.y - SHEET),
            inner.left_bottom() + vec2(side, 0.0),
        );
        let whole = Rect::from_min_max(
            pos2(inner.min.x, round.max.y + GAP),
            pos2(inner.min.x + WHOLE_SHEET, decide.min.y - GAP),
        );
        let sheet = if folds.sheet { whole } else { short };
        let other = if folds.sheet {
            sheet.translate(vec2(WHOLE_SHEET + GAP + LENSES, 0.0))
        } else {
            sheet.translate(vec2(0.0, -SHEET - GAP))
        };
        let tiles = Rect::from_min_max(
            pos2(short.max.x + GAP, inner.max.y - TILES),
            pos2(decide.min.x - GAP, inner.max.y),
        );
        let log_bottom = if folds.log { decide.min.y - GAP } else { menu.max.y + GAP + LAST_LINES };
        let log =
            Rect::from_min_max(pos2(menu.min.x, menu.max.y + GAP), pos2(inner.max.x, log_bottom));
        let highest = menu.max.y + 2.0 * GAP + LAST_LINES;
        let bottom = decide.min.y - GAP;
        let preview = Rect::from_min_max(pos2(menu.min.x, highest), pos2(inner.max.x, bottom));
        // The whole log takes the place on the right: the preview moves to the left, so that the
        // middle of the board stays in view.
        let left = if folds.sheet { whole.max.x + GAP + LENSES } else { tiles.min.x };
        let room = menu.min.x - GAP - (left + preview.width() + GAP);
        let (by, clear_left, clear_right) = match folds.log {
            true if room > LEAST_CLEAR => {
                (left - preview.min.x, left + preview.width() + GAP, menu.min.x - GAP)
            }
            true => (-right_width - GAP, tiles.min.x, preview.min.x - right_width - 2.0 * GAP),
            false if folds.sheet => (0.0, left, preview.min.x - GAP),
            false => (0.0, tiles.min.x, preview.min.x - GAP),
        };
        let preview = preview.translate(vec2(by, 0.0));
        // Beside the preview, not below it.
        let more = Rect::from_min_max(
            pos2(clear_left, order.max.y + GAP),
            pos2(tiles.max.x.min(clear_right), tiles.min.y - GAP),
        );
        // The unfolded sheet takes the place on the left.
        let beside = if folds.sheet { WHOLE_SHEET + GAP } else { 0.0 };
        let lenses = pos2(inner.min.x + beside, round.max.y + GAP);
        let clear = Rect::from_min_max(
            pos2(clear_left, order.max.y + GAP),
            pos2(clear_right, tiles.min.y - GAP),
        );
        // Beside the unfolded sheet and the unfolded log.
        let question_left = if folds.sheet { whole.max.x + GAP } else { tiles.min.x };
        let question = Rect::from_min_max(
            pos2(question_left, inner.max.y - window.height() * QUESTION),
            pos2(menu.min.x - GAP, inner.max.y),
        );
        Self {
            round,
            order,
            menu,
            log,
            sheet,
            other,
            tiles,
            decide,
            more,
            preview,
            question,
            lenses,
            clear,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Window sizes in points; the first is the smallest that scaling allows.
    const SIZES: [(f32, f32); 5] =
        [(960.0, 540.0), (1024.0, 600.0), (1280.0, 720.0), (1920.0, 1080.0), (2560.0, 1440.0)];

    fn window((wide, tall): (f32, f32)) -> Rect {
        Rect::from_min_size(Pos2::ZERO, vec2(wide, tall))
    }

    fn panels(layout: &Layout) -> [(&'static str, Rect); 10] {
        [
            ("round", layout.round),
            ("order", layout.order),
            ("menu", layout.menu),
            ("log", layout.log),
            ("sheet", layout.sheet),
            ("other", layout.other),
            ("tiles", layout.tiles),
            ("decide", layout.decide),
            ("more", layout.more),
            ("preview", layout.preview),
        ]
    }

    #[test]
    fn three_quarters_of_the_window_show_the_board() {
        let size = window((1280.0, 720.0));
        let layout = Layout::of(size, Folds::default());
        // Except the sheet of another unit, the list of acts and the preview, which are shown only
        // on request.
        let asked = ["other", "more", "preview"];
        let always = panels(&layout).into_iter().filter(|(name, _)| !asked.contains(name));
        let covered: f32 = always.map(|(_, rect)| rect.area()).sum();
        assert!(covered <= size.area() / 4.0, "{covered} of {}", size.area());
    }

    #[test]
    fn the_list_of_acts_and_the_preview_may_grow() {
        for (wide, tall) in [(1280.0, 720.0), (1440.0, 900.0)] {
            let layout = Layout::of(window((wide, tall)), Folds::default());
            for place in [layout.more, layout.preview] {
                assert!(place.height() > 0.6 * tall, "{wide} x {tall}: {place:?}");
            }
        }
    }

    #[test]
    fn the_chosen_level_stays_in_view_beside_the_menu() {
        for size in SIZES {
            let layout = MenuLayout::of(window(size));
            let MenuLayout { navigation, details, levels, choices, clear } = layout;
            let all = [navigation, details, levels, choices, clear];
            for (n, rect) in all.iter().enumerate() {
                assert!(
                    window(size).contains_rect(*rect) && rect.is_positive(),
                    "{size:?}: {rect:?}"
                );
                for other in all.iter().take(n) {
                    assert!(!rect.intersect(*other).is_positive(), "{size:?}: {rect:?} {other:?}");
                }
            }
            assert!(clear.height() > 200.0 && clear.width() > 400.0, "{size:?}: {clear:?}");
        }
    }

    #[test]
    fn the_final_board_stays_in_view_beside_the_result() {
        for size in SIZES {
            let folds = Folds { log: true, ..Folds::default() };
            let log = Layout::of(window(size), folds).log;
            let ResultLayout { headline, table, clear } = ResultLayout::of(window(size), log, None);
            for rect in [headline, table, clear] {
                assert!(
                    window(size).contains_rect(rect) && rect.is_positive(),
                    "{size:?}: {rect:?}"
                );
                assert!(!rect.intersect(log).is_positive(), "{size:?}: {rect:?}");
            }
            assert!(clear.height() > 180.0 && clear.width() > 500.0, "{size:?}: {clear:?}");
            // A short table leaves more of the board free.
            let [short, long] =
                [4, 20].map(|rows| ResultLayout::of(window(size), log, Some(rows)).table);
            assert!(short.height() >= 200.0 && short.height() <= table.height(), "{size:?}");
            assert_eq!(long, table, "{size:?}");
        }
    }

    #[test]
    fn a_question_covers_neither_sheet_nor_log_nor_most_of_the_board() {
        for size in SIZES {
            for (log, sheet) in [(false, false), (true, false), (false, true), (true, true)] {
                let layout = Layout::of(window(size), Folds { log, sheet, all: false });
                let question = layout.question;
                assert!(window(size).contains_rect(question), "{size:?}: {question:?}");
                assert!(question.width() > 400.0, "{size:?}: {question:?}");
                for other in [layout.sheet, layout.log, layout.order, layout.round] {
                    assert!(!question.intersect(other).is_positive(), "{size:?}: {question:?}");
                }
            }
        }
    }

    #[test]
    fn panels_lie_within_the_window_and_beside_each_other() {
        for size in SIZES {
            for log in [false, true] {
                let folds = Folds { log, ..Folds::default() };
                let layout = Layout::of(window(size), folds);
                let panels = panels(&layout);
                for (n, (name, rect)) in panels.iter().enumerate() {
                    assert!(rect.is_positive(), "{name} at {size:?}: {rect:?}");
                    assert!(window(size).contains_rect(*rect), "{name} at {size:?}: {rect:?}");
                    for (other, its) in panels.iter().take(n) {
                        let over = rect.intersect(*its);
                        assert!(!over.is_positive(), "{name} over {other} at {size:?}: {over:?}");
                    }
                }
                assert!(layout.clear.width() > 200.0, "{size:?}");
            }
        }
    }
}
