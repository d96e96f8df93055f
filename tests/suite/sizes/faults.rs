//! Layout faults: overlapping, cut-off, covered and moved texts and widgets.

use bevy_egui::egui::{Order, Rect};

use super::window::{Frame, Widget, Words};

/// Tolerance for edges, in points: pixels are rounded.
const SLACK: f32 = 1.6;

/// True if a vertically scrolling part of the window clips what lies within `clip`.
fn scrolls_down(frame: &Frame, clip: Rect) -> bool {
    frame.bars.iter().any(|bar| {
        let tall = bar.rect.height() > bar.rect.width();
        tall && bar.rect.y_range().shrink(SLACK).intersects(clip.y_range())
            && clip.x_range().expand(14.0).contains(bar.rect.center().x)
            && clip.height() <= bar.rect.height() + 2.0 * SLACK
    })
}

/// As [`scrolls_down`], horizontally.
fn scrolls_across(frame: &Frame, clip: Rect) -> bool {
    frame.bars.iter().any(|bar| {
        let wide = bar.rect.width() > bar.rect.height();
        wide && bar.rect.x_range().shrink(SLACK).intersects(clip.x_range())
            && clip.y_range().expand(14.0).contains(bar.rect.center().y)
            && clip.width() <= bar.rect.width() + 2.0 * SLACK
    })
}

fn of_words(frame: &Frame, words: &Words) -> Option<String> {
    let Words { text, rect, clip } = words;
    let room = clip.intersect(frame.window).expand(SLACK);
    let text: String = text.chars().take(60).collect();
    let across = rect.left() >= room.left() && rect.right() <= room.right();
    let down = rect.top() >= room.top() && rect.bottom() <= room.bottom();
    if !across && !scrolls_across(frame, *clip) {
        return Some(format!("text cut off at the side: {text:?} {rect:?} in {clip:?}"));
    }
    if !down && !scrolls_down(frame, *clip) {
        return Some(format!("text cut off above or below: {text:?} {rect:?} in {clip:?}"));
    }
    None
}

fn of_widget(frame: &Frame, widget: &Widget) -> Option<String> {
    let Widget { name, rect, shown, .. } = widget;
    let scrolls = frame.bars.iter().any(|bar| bar.layer == widget.layer);
    if !scrolls && !frame.window.expand(SLACK).contains_rect(*rect) {
        return Some(format!("widget outside the window: {name:?} {rect:?}"));
    }
    if !scrolls && !shown.expand(SLACK).contains_rect(*rect) {
        return Some(format!("widget cut off: {name:?} {rect:?}, shown {shown:?}"));
    }
    let paused = frame.decision.contains("Paused");
    let modal = widget.above.is_some_and(|above| above.order >= Order::Foreground);
    let covered = widget.above.is_some_and(|above| above != widget.layer);
    if widget.enabled && shown.is_positive() && covered && !(modal && paused) {
        let above = widget.above;
        return Some(format!("widget covered: {name:?} {rect:?} by {above:?}"));
    }
    None
}

/// Texts of the same panel that overlap.
fn overlaps(frame: &Frame) -> impl Iterator<Item = String> + '_ {
    let within: Vec<&Words> = frame
        .words
        .iter()
        .filter(|words| words.clip.width() < frame.window.width() - 1.0)
        .collect();
    let mut found = Vec::new();
    for (n, one) in within.iter().enumerate() {
        for other in within.iter().take(n).filter(|other| other.clip == one.clip) {
            let both = one.rect.intersect(other.rect).intersect(one.clip);
            if both.width() > 3.0 && both.height() > 4.0 {
                found.push(format!(
                    "texts over each other: {:?} and {:?} {both:?}",
                    one.text, other.text
                ));
            }
        }
    }
    found.into_iter()
}

/// All faults of a frame.
pub fn of(frame: &Frame) -> Vec<String> {
    let words = frame.words.iter().filter_map(|words| of_words(frame, words));
    let widgets = frame.widgets.iter().filter_map(|widget| of_widget(frame, widget));
    words.chain(widgets).chain(overlaps(frame)).collect()
}

/// The widgets that have moved between two frames of one decision.
pub fn moved(before: &Frame, now: &Frame) -> Vec<String> {
    if before.decision != now.decision || (before.window, before.scale) != (now.window, now.scale) {
        return Vec::new();
    }
    let only = |frame: &Frame, widget: &Widget| {
        frame.widgets.iter().filter(|w| w.name == widget.name).count() == 1
    };
    let scrolled = |frame: &Frame, widget: &Widget| {
        frame.bars.iter().any(|bar| bar.layer == widget.layer)
            && !widget.shown.expand(SLACK).contains_rect(widget.rect)
    };
    let there = |widget: &Widget| {
        before
            .widgets
            .iter()
            .find(|other| other.name == widget.name && only(before, other))
            .cloned()
    };
    now.widgets
        .iter()
        .filter(|widget| only(now, widget) && !scrolled(now, widget))
        .filter_map(|widget| Some((there(widget)?, widget)))
        .filter(|(was, is)| was.rect.min.distance(is.rect.min) > SLACK)
        .map(|(was, is)| {
            format!("widget moved: {:?} from {:?} to {:?}", is.name, was.rect, is.rect)
        })
        .collect()
}
