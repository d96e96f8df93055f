//! A roll at the edge of the board: the dice, their sum, and the number to beat.

use egui::{CornerRadius, FontId, Pos2, Rect, Stroke, StrokeKind, Vec2};

use egui_phosphor::regular as icon;

use crate::board::{Duel, DuelSide, RollModel};
use crate::theme;
use bevy_egui::egui;

/// Edge length of a die on screen, in points.
const DIE: f32 = 42.0;
/// Degrees up to this number are drawn as signs.
const MOST_DOTS: u32 = 6;
/// Maximum number of dice drawn; beyond it only the sum is shown.
const SHOWN: usize = 6;

impl RollModel {
    /// The face that a die shows: its own, or a passing face while it tumbles.
    fn face(&self, place: usize, tumbling: Option<u32>) -> u16 {
        let Some((sides, face)) = self.dice.get(place).copied() else { return 0 };
        let Some(tick) = tumbling else { return face };
        let mixed = (tick + 1).wrapping_mul(0x9e37_79b9) ^ (place as u32).wrapping_mul(0x85eb_ca6b);
        let passing = (mixed >> 16) % u32::from(sides.max(1));
        u16::try_from(passing + 1).unwrap_or(face)
    }

    /// The sum in one line: "13 + 5 = 18".
    fn sum(&self) -> String {
        let shown: i32 = self.dice.iter().map(|die| i32::from(die.1)).sum();
        match self.added {
            0 if shown == self.total || self.dice.len() < 2 => format!("{}", self.total),
            0 => format!("keeps {}", self.total),
            n if n < 0 => format!("{} - {} = {}", self.kept, n.unsigned_abs(), self.total),
            n => format!("{} + {n} = {}", self.kept, self.total),
        }
    }
}

impl RollModel {
    /// Lines below the sum: the opposed result, bursting dice, rerolled faces.
    fn remarks(&self) -> Vec<String> {
        let opposed = self.opposed.iter().filter(|_| self.duel.is_none());
        let opposed = opposed.map(|theirs| format!("against {theirs}"));
        let bursts = match self.bursts {
            0 => None,
            1 => Some("burst once".to_owned()),
            n => Some(format!("burst {n} times")),
        };
        let before: Vec<String> = self.before.iter().map(u16::to_string).collect();
        let before = (!before.is_empty()).then(|| format!("rerolled from {}", before.join(", ")));
        opposed.chain(bursts).chain(before).collect()
    }
}

/// Shows a roll. `tumbling` counts the faces shown so far while the dice tumble.
pub fn show(ui: &mut egui::Ui, model: &RollModel, tumbling: Option<u32>) {
    ui.vertical(|ui| {
        ui.label(&model.title);
        ui.horizontal(|ui| {
            for place in 0..model.dice.len().min(SHOWN) {
                let sides = model.dice.get(place).map_or(0, |die| die.0);
                let rejected = model.dice.len() == 2
                    && tumbling.is_none()
                    && i32::from(model.face(place, None)) != model.kept
                    && model.dice.iter().any(|die| i32::from(die.1) == model.kept);
                die(ui, sides, model.face(place, tumbling), tumbling, rejected);
            }
            ui.vertical(|ui| {
                let against = model.against.as_ref().map(|mark| format!("against {mark}"));
                match tumbling {
                    Some(_) => {
                        let needs = model.needs.as_ref().map(|needs| format!("{needs} needed"));
                        ui.label(egui::RichText::new("...").heading());
                        ui.label(theme::faded(against.unwrap_or_default()));
                        ui.label(theme::faded(needs.unwrap_or_default()));
                    }
                    None => {
                        let (colour, mark) = if model.good {
                            (theme::MOSS, icon::CHECK)
                        } else {
                            (theme::RUST, icon::X)
                        };
                        ui.label(egui::RichText::new(model.sum()).heading());
                        let verdict = format!("{mark} {}", model.verdict);
                        for line in against.into_iter().chain(model.remarks()) {
                            ui.label(line);
                        }
                        ui.colored_label(colour, verdict);
                    }
                }
            });
        });
        if let Some(duel) = model.duel.as_ref().filter(|_| tumbling.is_none()) {
            show_duel(ui, duel);
        }
    });
}

/// Shows two rolls one below the other: the unit, the dice with their target, and the degrees as
/// dots. The margin is below.
fn show_duel(ui: &mut egui::Ui, duel: &Duel) {
    let grid = egui::Grid::new("two rolls by degrees").num_columns(4).spacing([12.0, 2.0]);
    grid.show(ui, |ui| {
        for side in [&duel.own, &duel.theirs] {
            let colour = if side.passed { theme::MOSS } else { theme::RUST };
            ui.label(&side.who);
            ui.label(egui::RichText::new(side.shown.to_string()).strong().size(17.0));
            ui.label(theme::faded(format!("under {}", side.mark)));
            ui.colored_label(colour, degrees(side));
            ui.end_row();
        }
    });
    let (text, colour) = match duel.margin {
        Some(n) if n > 0 => (format!("ahead by {n}"), theme::MOSS),
        Some(n) if n < 0 => (format!("behind by {}", n.unsigned_abs()), theme::RUST),
        _ => ("even".to_owned(), theme::faint(ui)),
    };
    ui.colored_label(colour, format!("{} {text}", icon::SCALES));
}

/// The degrees of one side as signs, then as a number.
fn degrees(side: &DuelSide) -> String {
    let count = side.degrees.unsigned_abs();
    let (dot, word) = if side.passed { (icon::CHECK_FAT, "success") } else { (icon::X, "failure") };
    let dots = dot.repeat(count.min(MOST_DOTS) as usize);
    match count {
        0 => format!("bare {word}"),
        n => format!("{dots} {n}"),
    }
}

/// Draws a die with its face; its outline shows the number of sides.
fn die(ui: &mut egui::Ui, sides: u16, face: u16, tumbling: Option<u32>, rejected: bool) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(DIE), egui::Sense::hover());
    let painter = ui.painter();
    let turn = tumbling.map_or(0.0, |tick| (tick % 6) as f32 * 0.35 - 0.9);
    let (fill, ink) =
        if rejected { (theme::WELL, theme::FADED) } else { (theme::PARCHMENT, theme::WELL) };
    let edge = Stroke::new(1.5, theme::BRASS);
    match sides {
        6 => {
            let square = Rect::from_center_size(rect.center(), Vec2::splat(DIE * 0.8));
            painter.rect(square, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
        }
        _ => {
            let (corners, start) = match sides {
                4 => (3, -90.0),
                8 | 10 | 100 => (4, -90.0),
                12 => (5, -90.0),
                20 => (6, -90.0),
                _ => (8, -67.5),
            };
            let points = polygon(rect.center(), DIE * 0.5, corners, f32::to_radians(start) + turn);
            painter.add(egui::Shape::convex_polygon(points, fill, edge));
        }
    }
    let sunk = if sides == 4 { DIE * 0.1 } else { 0.0 };
    painter.text(
        rect.center() + egui::vec2(0.0, sunk),
        egui::Align2::CENTER_CENTER,
        face.to_string(),
        FontId::proportional(theme::HEADING),
        ink,
    );
    let text = format!("d{sides}: {face}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
}

fn polygon(middle: Pos2, radius: f32, corners: u32, start: f32) -> Vec<Pos2> {
    let corner = |i: u32| {
        let angle = start + std::f32::consts::TAU * i as f32 / corners as f32;
        middle + egui::vec2(angle.cos(), angle.sin()) * radius
    };
    (0..corners).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> RollModel {
        RollModel {
            dice: vec![(20, 13)],
            kept: 13,
            added: 5,
            total: 18,
            against: Some("Evasion 15".to_owned()),
            ..RollModel::default()
        }
    }

    #[test]
    fn tumbling_dice_show_their_own_faces_and_stop_on_the_result() {
        let model = model();
        let passing: std::collections::BTreeSet<u16> =
            (0..40).map(|tick| model.face(0, Some(tick))).collect();
        assert!(passing.len() > 5 && passing.iter().all(|face| (1..=20).contains(face)));
        assert_eq!(model.face(0, None), 13);
        assert_eq!(model.face(7, None), 0, "there is no such die");
    }

    #[test]
    fn the_sum_is_told_in_one_line() {
        assert_eq!(model().sum(), "13 + 5 = 18");
        assert_eq!(RollModel { added: -2, total: 11, ..model() }.sum(), "13 - 2 = 11");
        assert_eq!(RollModel { added: 0, total: 13, ..model() }.sum(), "13");
    }

    #[test]
    fn remarks_name_the_opposed_roll_and_bursts() {
        let opposed = Some("Bo: 25, 2 degrees of success".to_owned());
        let model = RollModel { opposed, bursts: 2, before: vec![88], ..model() };
        assert_eq!(
            model.remarks(),
            ["against Bo: 25, 2 degrees of success", "burst 2 times", "rerolled from 88"]
        );
    }
}
