//! The data that panels are drawn from, as parameters of the drawing system.

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy_egui::egui;

use battle::CurrentStatus;
use grid::UnitId;
use settings::KeyMap;

use crate::annotations;
use crate::board::{
    Annotations, Busy, Floats, Labels, LensTexts, PointedShapes, PointedSpots, Rolling, Show,
    StatusArcs,
};
use crate::deployment::Deploying;
use crate::floating;
use crate::hud::{self, ToolsModel};
use crate::intent::Intent;
use crate::layout::Layout;
use crate::learn::{self, GuideModel};
use crate::learning::{Learning, Lessons};
use crate::names::Names;
use crate::notice::CurrentNotice;
use crate::panels::Panels;
use crate::plates::plate;
use crate::selection::Selection;
use crate::theme;
use crate::tips::{self, Around, CurrentTip};
use crate::unit_status;

/// The data that the panels of a battle are drawn from.
#[derive(SystemParam)]
pub(crate) struct BattleView<'w> {
    pub(super) selection: Res<'w, Selection>,
    pub(super) names: Res<'w, Names>,
    pub(super) panels: Res<'w, Panels>,
    pub(super) notice: Res<'w, CurrentNotice>,
    pub(super) deploying: Option<Res<'w, Deploying>>,
}

impl BattleView<'_> {
    /// The tool panels available now, and the open one.
    pub(super) fn tools(&self) -> ToolsModel {
        self.panels.tools(self.selection.open)
    }
}

/// The data that the panel of a lesson is drawn from.
#[derive(SystemParam)]
pub(crate) struct Guided<'w> {
    pub(super) learning: Option<Res<'w, Learning>>,
    pub(super) lessons: Res<'w, Lessons>,
    pub(super) meant: Res<'w, PointedSpots>,
    pub(super) places: Res<'w, PointedShapes>,
    pub(super) show: MessageWriter<'w, Show>,
    pub(super) status: Option<Res<'w, CurrentStatus>>,
    pub(super) tip: Res<'w, CurrentTip>,
    pub(super) busy: Res<'w, Busy>,
}

impl Guided<'_> {
    /// Height of the panel plus the space below it, in points; 0 without a lesson.
    pub(super) fn height(&self) -> f32 {
        if self.learning.is_some() { learn::HEIGHT + theme::GAP } else { 0.0 }
    }

    /// Draws the panel of the lesson in the upper part of `clear`, and the marks of its step.
    pub(super) fn show(
        &mut self,
        root: &egui::Ui,
        layout: &Layout,
        clear: egui::Rect,
        (actions, actor): (Option<&hud::ActionsModel>, Option<UnitId>),
    ) -> Vec<Intent> {
        let Some(learning) = &self.learning else { return Vec::new() };
        let ctx = root.ctx();
        learn::outline(ctx, &self.places.lesson);
        let (marks, view) = ((&*self.meant, &*self.places), (layout.clear, actor));
        let shown = (!self.busy.0).then(|| learn::brought_into_view(ctx, learning, marks, view));
        self.show.write_batch(shown.flatten());
        learn::mark(ctx, learning, layout, actions);
        let over = learn::is_over(self.status.as_deref());
        let model = GuideModel::of(learning, actions, over);
        plate(ctx, "lesson", learn::place(clear), |ui| learn::show(ui, &model))
    }
}

impl Guided<'_> {
    /// Draws the tip, if there is one.
    pub(super) fn tip(
        &self,
        ctx: &egui::Context,
        layout: &Layout,
        panels: &Panels,
        keys: &KeyMap,
    ) -> Vec<Intent> {
        let Some(tip) = &self.tip.shown else { return Vec::new() };
        let around =
            Around { layout, actions: panels.actions.as_ref(), places: &self.places, keys };
        tips::show(ctx, tip, &around)
    }
}

/// Texts over the board.
#[derive(SystemParam)]
pub(crate) struct OverBoard<'w> {
    pub(super) labels: Res<'w, Labels>,
    pub(super) answers: Res<'w, LensTexts>,
    pub(super) floats: Res<'w, Floats>,
    pub(super) rolling: Res<'w, Rolling>,
    pub(super) notes: Res<'w, Annotations>,
    pub(super) arcs: Res<'w, StatusArcs>,
}

impl OverBoard<'_> {
    /// Shows all of it except the roll in progress. `top` is the upper end of the area that panels
    /// leave free.
    pub(super) fn show(&self, root: &egui::Ui, names: &Names, (area, top): (egui::Rect, f32)) {
        let taken = unit_status::show(root, &self.arcs, area);
        let words = annotations::show(root, &self.notes, area, taken);
        floating::show_labels(root, names, &self.labels, (area, top));
        floating::show_answers(root, &self.answers, area, &words);
        floating::show_floats(root, &self.floats, area);
    }

    /// Notes on cells, and the answers of a lens.
    pub(super) fn show_notes(&self, root: &egui::Ui, area: egui::Rect, taken: Vec<egui::Rect>) {
        let words = annotations::show(root, &self.notes, area, taken);
        floating::show_answers(root, &self.answers, area, &words);
    }
}
