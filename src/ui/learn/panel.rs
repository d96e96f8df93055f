//! The panel of a lesson, and the marks on other panels.

use egui::{Align2, Color32, Id, LayerId, Order, Rect, Stroke, pos2, vec2};

use crate::board::{PointedShape, PointedShapes, PointedSpots, Show};
use crate::hud::ActionsModel;
use crate::intent::{Go, Guide, Intent};
use crate::layout::Layout;
use crate::learning::Learning;
use crate::lens::Lens;
use crate::plates::last_place;
use crate::theme;
use bevy_egui::egui;
use grid::UnitId;
use lesson::{Awaits, LessonStep, Mark, Panel};

/// Height of the panel, in points.
pub const HEIGHT: f32 = 104.0;
/// Width of the continue button, in points.
const GO_ON: f32 = 78.0;
/// Size of the sentence, in points.
const SENTENCE: f32 = 16.0;
/// Colour of the marks: brighter than anything else on screen.
const GLOW: Color32 = Color32::from_rgb(0xff, 0xe4, 0x6b);
/// Width of the marks' lines, in points.
const LINE: f32 = 3.0;
/// Length of an arrow, in points.
const ARROW: f32 = 22.0;

/// What the panel shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuideModel {
    /// The lesson's title.
    pub title: String,
    /// Number of the step, from 1, and the number of steps.
    pub number: (usize, usize),
    /// The sentence.
    pub say: String,
    /// Where to find the act of the step, if it has no tile.
    pub hint: String,
    /// True if there is an earlier step to read again.
    pub can_back: bool,
    /// True if the player can continue to the next step.
    pub can_next: bool,
    /// True if the step can be shown.
    pub can_show: bool,
    /// True if the lesson has ended, or cannot continue.
    pub ended: bool,
}

impl GuideModel {
    /// The panel of a lesson, beside this action bar; `over` is true after its battle.
    pub fn of(learning: &Learning, actions: Option<&ActionsModel>, over: bool) -> Self {
        let lesson = &learning.lesson;
        let (place, count) = (learning.place(), lesson.steps.len());
        let reviews = learning.review.is_some();
        let step = learning.step();
        let waits = step.is_some_and(|step| step.until != Awaits::Next);
        let lost = over && !reviews && waits;
        let say = match step {
            _ if lost => "The battle ended too early. Try again?".to_owned(),
            Some(step) => step.say.clone(),
            None => "That was the lesson. Well played!".to_owned(),
        };
        Self {
            title: lesson.title.clone(),
            number: ((place + 1).min(count), count),
            say,
            hint: step.zip(actions).and_then(|(step, bar)| hint(step, bar)).unwrap_or_default(),
            can_back: place > 0,
            can_next: reviews || step.is_some_and(|step| step.until == Awaits::Next),
            can_show: !reviews && !lost && step.is_some_and(|step| waits && can_show(step)),
            ended: !reviews && (lost || learning.is_finished()),
        }
    }
}

/// True if a step can be shown: it has commands, or waits for a window action.
fn can_show(step: &LessonStep) -> bool {
    !step.acts.is_empty() || !step.until.glances().is_empty()
}

/// Where to find the act of a step, if it has no tile.
fn hint(step: &LessonStep, bar: &ActionsModel) -> Option<String> {
    let Some(Mark::Act(act)) = &step.mark else { return None };
    let on_tile = bar.actions.iter().any(|tile| tile.act == **act);
    let open = bar.more.iter().any(|listed| listed.act == **act);
    (!on_tile && !open)
        .then(|| "It is in the list of all acts: More, or G until it shows.".to_owned())
}

/// Shows the panel.
pub fn show(ui: &mut egui::Ui, model: &GuideModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let (number, count) = model.number;
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = |ui: &mut egui::Ui, on: bool, (text, name): (&str, &str), hover: &str| {
                let button = ui.add_enabled(on, egui::Button::new(text));
                theme::named(button, name).on_hover_text(hover).clicked()
            };
            if button(
                ui,
                true,
                ("Leave", "Leave the lesson"),
                "Leave the lesson and go to the menu.",
            ) {
                intents.push(Intent::Go(Go::Menu));
            }
            if model.ended {
                if button(ui, true, ("Other lessons", "Other lessons"), "Choose another lesson.") {
                    intents.push(Intent::Go(Go::Lessons));
                }
                if button(ui, true, ("Start again", "Start again"), "Begin this lesson again.") {
                    intents.push(Intent::Go(Go::Rematch));
                }
            }
            // One place for both, so that nothing moves when neither is shown.
            let place = egui::vec2(GO_ON, ui.spacing().interact_size.y);
            let layout = egui::Layout::centered_and_justified(egui::Direction::LeftToRight);
            ui.allocate_ui_with_layout(place, layout, |ui| {
                ui.set_min_size(place);
                let next = ("Next", "Next step");
                let show = ("Show me", "Show me");
                if model.can_next && button(ui, true, next, "Go on (Enter).") {
                    intents.push(Intent::Guide(Guide::Next));
                } else if model.can_show && button(ui, true, show, "Do this step for me.") {
                    intents.push(Intent::Guide(Guide::Show));
                }
            });
            if button(ui, model.can_back, ("Back", "Step before"), "Show the previous step.") {
                intents.push(Intent::Guide(Guide::Back));
            }
            // In a narrow window the title is cut off, not the buttons.
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.label(theme::faded(format!("{number} of {count}")));
                let title = egui::RichText::new(&model.title).color(theme::BRASS);
                ui.add(egui::Label::new(title).truncate());
            });
        });
    });
    let say = egui::RichText::new(&model.say).size(SENTENCE);
    ui.add(egui::Label::new(say).wrap());
    if !model.hint.is_empty() {
        ui.label(theme::faded(&model.hint));
    }
    intents
}

/// The rectangle that a mark refers to, if it is on a visible panel.
pub fn place_of(
    ctx: &egui::Context,
    mark: &Mark,
    layout: &Layout,
    actions: Option<&ActionsModel>,
) -> Option<Rect> {
    match mark {
        Mark::Cells(_) | Mark::Unit(_) => None,
        Mark::Act(act) => {
            let actions = actions?;
            let shown = actions.actions.iter().chain(&actions.more);
            let mut name =
                shown.filter(|shown| shown.act == **act).map(|shown| shown.name.as_str());
            theme::place_of(ctx, name.next_back().unwrap_or("More"))
        }
        Mark::Button(name) => theme::place_of(ctx, name),
        Mark::Panel(panel) => Some(match panel {
            Panel::Goal => layout.round,
            Panel::Order => layout.order,
            Panel::Log => layout.log,
            Panel::Sheet => layout.sheet,
            Panel::OtherSheet => layout.other,
            Panel::Tiles => layout.tiles,
            Panel::Decide => layout.decide,
            Panel::Preview => last_place(ctx, Id::new("preview")).unwrap_or(layout.preview),
            Panel::Lenses => {
                let name = |lens: Lens| format!("Lens: {}", lens.name());
                let buttons = Lens::ALL.map(|lens| theme::place_of(ctx, &name(lens)));
                buttons.into_iter().flatten().reduce(Rect::union)?
            }
        }),
    }
}

/// Marks the part of a panel that the step refers to.
pub fn mark(
    ctx: &egui::Context,
    learning: &Learning,
    layout: &Layout,
    actions: Option<&ActionsModel>,
) {
    let meant = learning.step().and_then(|step| step.mark.as_ref());
    let Some(rect) = meant.and_then(|mark| place_of(ctx, mark, layout, actions)) else { return };
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::new("mark of a lesson")));
    let rect = rect.expand(LINE);
    for (line, colour) in [(LINE + 3.0, theme::WELL), (LINE, GLOW)] {
        painter.rect_stroke(rect, 8.0, Stroke::new(line, colour), egui::StrokeKind::Middle);
    }
    // From above if there is room, or else from below.
    let window = ctx.viewport_rect();
    let (tip, down) = if rect.top() - window.top() > ARROW + 8.0 {
        (rect.center_top() - vec2(0.0, LINE + 2.0), -ARROW)
    } else {
        (rect.center_bottom() + vec2(0.0, LINE + 2.0), ARROW)
    };
    arrow(&painter, tip, down);
}

/// Draws marks on the board, over the panels that may cover it: an outline and an arrow each.
pub fn outline<'a>(ctx: &egui::Context, places: impl IntoIterator<Item = &'a PointedShape>) {
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::new("marks on the board")));
    for PointedShape { corners, tip } in places {
        for (line, colour) in [(LINE + 3.0, theme::WELL), (LINE, GLOW)] {
            let stroke = Stroke::new(line, colour);
            painter.add(egui::Shape::closed_line(corners.clone(), stroke));
        }
        arrow(&painter, *tip, -ARROW);
    }
}

/// What to bring into view once when a step begins: what it refers to together with the unit due to
/// act, or that unit alone.
pub fn brought_into_view(
    ctx: &egui::Context,
    learning: &Learning,
    (meant, places): (&PointedSpots, &PointedShapes),
    (clear, actor): (Rect, Option<UnitId>),
) -> Option<Show> {
    let id = Id::new("step of a lesson that was brought into view");
    let here = (learning.lesson.id.clone(), learning.place());
    let mark = learning.step().and_then(|step| step.mark.as_ref());
    let first = meant.lesson.first().map(|first| first.spot.cell);
    // The marks follow once the board has shown what happened.
    let awaited = matches!(mark, Some(Mark::Cells(_) | Mark::Unit(_))) && first.is_none();
    if awaited || ctx.data(|data| data.get_temp(id)) == Some(here.clone()) {
        return None;
    }
    ctx.data_mut(|data| data.insert_temp(id, here));
    let seen = |corners: &[egui::Pos2]| corners.iter().all(|corner| clear.contains(*corner));
    let all = places.lesson.len() == meant.lesson.len()
        && places.lesson.iter().all(|place| seen(&place.corners));
    match (first, actor) {
        (Some(cell), Some(unit)) => Some(Show::Aimed(unit, cell)),
        (Some(cell), None) => (!all).then_some(Show::Cell(cell)),
        (None, Some(unit)) => Some(Show::Turn(unit)),
        (None, None) => None,
    }
}

/// An arrow that points at `tip` from above (`length` below 0) or from below.
fn arrow(painter: &egui::Painter, tip: egui::Pos2, length: f32) {
    let end = tip + vec2(0.0, length);
    let half = ARROW * 0.5;
    let points = vec![tip, pos2(end.x - half, end.y), pos2(end.x + half, end.y)];
    let edge = Stroke::new(2.0, theme::WELL);
    painter.add(egui::Shape::convex_polygon(points, GLOW, edge));
}

/// The rectangle of the panel: at the top of the free part of the window.
pub fn place(clear: Rect) -> Rect {
    Align2::CENTER_TOP.anchor_size(clear.center_top(), vec2(clear.width(), HEIGHT))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use crate::board::PointedSpot;
    use crate::hud::ActionModel;
    use grid::{Cell, Hm};
    use lesson::{Lesson, Seen, ViewAction};
    use registry::RulesetId;
    use rules::Key;
    use rules::state::State;

    use super::*;

    fn learning() -> (Learning, State) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/lessons/precision.ron");
        let lesson = Lesson::load(&path).unwrap();
        let setup = lesson.setup(RulesetId::Precision.built_in()).unwrap();
        let state = State::new(setup.scene, setup.units, setup.seed);
        (Learning::new(Arc::new(lesson)), state)
    }

    fn take(learning: &mut Learning, state: &State, glance: ViewAction) {
        let lesson = Arc::clone(&learning.lesson);
        let seen = Seen { state, news: &[], glances: &[glance] };
        learning.progress.take(&lesson, &seen, 0);
    }

    #[test]
    fn the_panel_follows_the_steps() {
        let (mut learning, state) = learning();
        let first = GuideModel::of(&learning, None, false);
        let count = learning.lesson.steps.len();
        assert_eq!(first.number, (1, count));
        assert!(first.can_next && !first.can_back && !first.ended);
        take(&mut learning, &state, ViewAction::Next);
        let looks = GuideModel::of(&learning, None, false);
        assert!(!looks.can_next && looks.can_back, "the step waits for the view");
        assert!(looks.can_show && !first.can_show, "turning the view can be shown");
        learning.review = Some(0);
        let again = GuideModel::of(&learning, None, false);
        assert_eq!((again.say, again.can_next), (first.say, true));
        learning.review = None;
        let lost = GuideModel::of(&learning, None, true);
        assert!(lost.ended && !lost.can_show, "the battle is over, and the step waits");
    }

    #[test]
    fn a_covered_cell_is_brought_into_view_once() {
        let (mut learning, _) = learning();
        let ctx = egui::Context::default();
        let spot = PointedSpot { spot: Cell::new(5, 2).into(), over: Hm(1) };
        let corners = |y: f32| {
            let all = [pos2(10.0, y), pos2(20.0, y), pos2(20.0, y + 8.0), pos2(10.0, y + 8.0)];
            let place = PointedShape { corners: all.to_vec(), tip: pos2(15.0, y) };
            PointedShapes { lesson: vec![place], ..PointedShapes::default() }
        };
        let clear = Rect::from_min_max(pos2(0.0, 100.0), pos2(300.0, 400.0));
        let look = |learning: &Learning, places: &PointedShapes| {
            let meant = PointedSpots { lesson: vec![spot], ..PointedSpots::default() };
            brought_into_view(&ctx, learning, (&meant, places), (clear, None))
        };
        let cell = Some(Show::Cell(Cell::new(5, 2)));
        assert_eq!(look(&learning, &corners(95.0)), cell, "a panel covers it");
        assert_eq!(look(&learning, &corners(95.0)), None, "the player may look elsewhere");
        learning.review = Some(1);
        assert_eq!(look(&learning, &corners(200.0)), None, "it is in view");
        learning.review = Some(2);
        assert_eq!(look(&learning, &PointedShapes::default()), cell, "outside");
        learning.review = Some(3);
        let (meant, places) =
            (PointedSpots { lesson: vec![spot], ..Default::default() }, corners(200.0));
        let both = brought_into_view(&ctx, &learning, (&meant, &places), (clear, Some(UnitId(1))));
        assert_eq!(both, Some(Show::Aimed(UnitId(1), Cell::new(5, 2))), "with the unit that acts");
    }

    #[test]
    fn an_act_without_a_tile_is_found_in_the_list_of_all_acts() {
        let (mut learning, _) = learning();
        let marks = |step: &LessonStep| step.mark == Some(Mark::Act("numbing_dart".to_owned()));
        learning.review = learning.lesson.steps.iter().position(marks);
        assert!(learning.review.is_some());
        let mut bar = ActionsModel::default();
        assert!(GuideModel::of(&learning, Some(&bar), false).hint.contains("More"));
        bar.more = vec![ActionModel {
            act: Key::of("numbing_dart"),
            number: 1,
            name: String::new(),
            text: String::new(),
            cost: String::new(),
            icon: "",
            part: 0,
            refused: None,
            aimless: false,
            chosen: false,
        }];
        assert_eq!(GuideModel::of(&learning, Some(&bar), false).hint, "");
    }

    #[test]
    fn a_lesson_ends_when_only_reading_is_left() {
        let (mut learning, state) = learning();
        let last = learning.lesson.steps.len() - 1;
        let mut lesson = Lesson::clone(&learning.lesson);
        lesson.steps.drain(..last);
        learning.lesson = Arc::new(lesson);
        let won = GuideModel::of(&learning, None, true);
        assert!(won.ended && won.can_next && won.say.starts_with("Victory"), "{won:?}");
        take(&mut learning, &state, ViewAction::Next);
        let done = GuideModel::of(&learning, None, true);
        assert!(done.ended && !done.can_next);
        assert_eq!(done.number, (1, 1));
    }
}
