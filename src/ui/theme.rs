//! The look of the panels: dark wood, parchment text, two type sizes, side marks.

use std::sync::Arc;

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Vec2};

use bevy_egui::egui;
use grid::SideId;
use settings::{Action, KeyMap};
use view::palette::{self, Colours, Pattern, SidePalette};

use super::board::Tone;

/// Size of ordinary text, in points.
pub const BODY: f32 = 14.0;
/// Size of headings, in points.
pub const HEADING: f32 = 19.0;
/// Space between neighbouring widgets, in points.
pub const GAP: f32 = 6.0;
/// Inner margin of panels, in points.
pub const MARGIN: i8 = 10;

/// Background of text and meters.
pub const WELL: Color32 = Color32::from_rgb(0x16, 0x10, 0x0c);
/// Background of panels.
pub const WOOD: Color32 = Color32::from_rgb(0x26, 0x1b, 0x14);
/// Background of buttons.
pub const PLANK: Color32 = Color32::from_rgb(0x3a, 0x2a, 0x1e);
/// Background of hovered buttons.
pub const PLANK_LIT: Color32 = Color32::from_rgb(0x55, 0x3e, 0x2b);
/// Separators.
pub const GRAIN: Color32 = Color32::from_rgb(0x5a, 0x44, 0x30);
/// Ordinary text.
pub const PARCHMENT: Color32 = Color32::from_rgb(0xe9, 0xdf, 0xc8);
/// Secondary text.
pub const FADED: Color32 = Color32::from_rgb(0xb0, 0xa2, 0x88);
/// Selection and emphasis.
pub const BRASS: Color32 = Color32::from_rgb(0xd9, 0xae, 0x55);
/// Harm, refusals and failures.
pub const RUST: Color32 = Color32::from_rgb(0xe0, 0x7a, 0x5f);
/// Success and health.
pub const MOSS: Color32 = Color32::from_rgb(0x8f, 0xb9, 0x6a);
/// Pools, which are spent.
pub const SLATE: Color32 = Color32::from_rgb(0x74, 0xa3, 0xc4);
/// The third part of a turn.
pub const PLUM: Color32 = Color32::from_rgb(0xb7, 0x8a, 0xc8);

/// Installs the game's fonts, icons, sizes, spacing and colours.
pub fn install(ctx: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    egui_phosphor::add_to_fonts(&mut fonts, egui_phosphor::Variant::Regular);
    ctx.set_fonts(fonts);
    ctx.set_theme(egui::Theme::Dark);
    ctx.all_styles_mut(style);
    // On slow machines press and release may be far apart and must still count as a click; nothing
    // here uses long presses.
    ctx.options_mut(|options| options.input_options.max_click_duration = 60.0);
}

/// Letters, digits and signs of the texts that change during a battle.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\
                       .,:;!?'\"()[]<>+-*/=%&#_ \u{2026}\u{2013}\u{2212}\u{00d7}\u{00b0}\u{00bd}";
/// The sizes of these texts, in points.
const SIZES: [f32; 14] =
    [9.0, 10.0, 11.0, 12.0, 13.0, BODY, 15.0, 16.0, 17.0, 18.0, HEADING, 22.0, 26.0, 34.0];

/// Sizes of ordinary text, in points.
const ORDINARY: std::ops::RangeInclusive<f32> = 11.0..=BODY;
/// The largest number of pixels per point with letters drawn at quarters of a pixel. With more
/// pixels the difference cannot be seen.
const QUARTERS: f32 = 1.5;

/// Draws all letters into the font's texture once for each scale, and those of ordinary text at
/// each quarter of a pixel. A new letter would be missing in the first frame that shows it, because
/// the texture reaches the graphics card a frame later.
pub fn warm_letters(ctx: &egui::Context) {
    let id = egui::Id::new("scale of the letters in the texture");
    let now = ctx.pixels_per_point().to_bits();
    // The fonts are installed from the second pass on.
    if ctx.cumulative_pass_nr() < 2 || ctx.data(|data| data.get_temp(id)) == Some(now) {
        return;
    }
    let pixels = ctx.pixels_per_point();
    let quarters = pixels <= QUARTERS;
    if ctx.global_style().visuals.text_options.subpixel_binning != quarters {
        // The texture is rebuilt in the next pass.
        ctx.all_styles_mut(|style| style.visuals.text_options.subpixel_binning = quarters);
        ctx.request_repaint();
        return;
    }
    ctx.data_mut(|data| data.insert_temp(id, now));
    ctx.fonts_mut(|fonts| {
        for size in SIZES {
            let format = egui::TextFormat::simple(FontId::proportional(size), PARCHMENT);
            let places = if quarters && ORDINARY.contains(&size) { 4u8 } else { 1 };
            let mut job = egui::text::LayoutJob::default();
            for letter in LETTERS.chars() {
                for place in 0..places {
                    let off = f32::from(place) * 0.25 / pixels;
                    job.append(&format!("{letter}\n"), off, format.clone());
                }
            }
            fonts.layout_job(job);
        }
    });
}

/// Keeps the contents of a scroll area off its vertical bar, whether the bar is shown or not.
pub fn keep_off_scroll_bar(ui: &mut egui::Ui) {
    ui.set_max_width((ui.available_width() - GAP).max(0.0));
}

fn style(style: &mut egui::Style) {
    let body = FontId::new(BODY, FontFamily::Proportional);
    style.text_styles = [
        (TextStyle::Small, body.clone()),
        (TextStyle::Body, body.clone()),
        (TextStyle::Button, body),
        (TextStyle::Monospace, FontId::new(BODY, FontFamily::Monospace)),
        (TextStyle::Heading, FontId::new(HEADING, FontFamily::Proportional)),
    ]
    .into();
    style.spacing.item_spacing = Vec2::splat(GAP);
    style.spacing.button_padding = Vec2::new(GAP + 2.0, GAP - 2.0);
    style.spacing.window_margin = Margin::same(MARGIN);
    style.spacing.menu_margin = Margin::same(MARGIN);
    style.spacing.interact_size = Vec2::new(28.0, 26.0);
    // Scroll bars are always visible: they show that there is more.
    style.spacing.scroll.dormant_handle_opacity = 0.5;
    style.spacing.scroll.floating_width = 4.0;
    style.always_scroll_the_only_direction = true;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.15;
    style.animation_time = 0.0;

    let round = CornerRadius::same(4);
    let visuals = &mut style.visuals;
    visuals.dark_mode = true;
    visuals.panel_fill = WOOD;
    visuals.window_fill = WOOD;
    visuals.window_stroke = Stroke::new(1.0, GRAIN);
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = round;
    visuals.extreme_bg_color = WELL;
    visuals.faint_bg_color = Color32::from_rgb(0x2c, 0x20, 0x18);
    visuals.weak_text_color = Some(FADED);
    visuals.warn_fg_color = BRASS;
    visuals.error_fg_color = RUST;
    visuals.hyperlink_color = BRASS;
    visuals.selection.bg_fill = Color32::from_rgb(0x6b, 0x50, 0x24);
    visuals.selection.stroke = Stroke::new(1.5, BRASS);
    let looks = [
        (&mut visuals.widgets.noninteractive, WOOD, GRAIN, PARCHMENT),
        (&mut visuals.widgets.inactive, PLANK, GRAIN, PARCHMENT),
        (&mut visuals.widgets.hovered, PLANK_LIT, BRASS, PARCHMENT),
        (&mut visuals.widgets.active, PLANK_LIT, BRASS, BRASS),
        (&mut visuals.widgets.open, PLANK_LIT, GRAIN, PARCHMENT),
    ];
    for (look, fill, edge, text) in looks {
        look.bg_fill = fill;
        look.weak_bg_fill = fill;
        look.bg_stroke = Stroke::new(1.0, edge);
        look.fg_stroke = Stroke::new(1.2, text);
        look.corner_radius = round;
        keep_size(look);
    }
}

/// Makes a widget the same size with and without its frame: a button whose frame shows only under
/// the pointer must not push its neighbours.
fn keep_size(look: &mut egui::style::WidgetVisuals) {
    look.expansion = look.bg_stroke.width;
}

/// Black panels that hide the board, white borders and text, wide rings around selected widgets.
fn contrast(visuals: &mut egui::Visuals) {
    let (ink, paper) = (Color32::WHITE, Color32::BLACK);
    visuals.panel_fill = paper;
    visuals.window_fill = paper;
    visuals.window_stroke = Stroke::new(2.0, ink);
    visuals.extreme_bg_color = paper;
    visuals.faint_bg_color = Color32::from_gray(0x20);
    visuals.weak_text_color = Some(Color32::from_gray(0xe0));
    visuals.selection.bg_fill = Color32::from_rgb(0x50, 0x3c, 0x00);
    visuals.selection.stroke = Stroke::new(2.5, Color32::YELLOW);
    let widgets = &mut visuals.widgets;
    for (look, edge) in [
        (&mut widgets.noninteractive, 1.0),
        (&mut widgets.inactive, 2.0),
        (&mut widgets.hovered, 3.0),
        (&mut widgets.active, 3.0),
        (&mut widgets.open, 2.0),
    ] {
        look.bg_fill = paper;
        look.weak_bg_fill = paper;
        look.bg_stroke = Stroke::new(edge, ink);
        look.fg_stroke = Stroke::new(1.6, ink);
        keep_size(look);
    }
}

/// Stores the key bindings for [`key`].
pub fn name_keys(ctx: &egui::Context, keys: &KeyMap) {
    ctx.data_mut(|data| data.insert_temp(egui::Id::new(KEYS), Arc::new(keys.clone())));
}

/// The key of an action as shown on buttons; empty if unbound.
pub fn key(ui: &egui::Ui, action: Action) -> String {
    let keys = ui.data(|data| data.get_temp::<Arc<KeyMap>>(egui::Id::new(KEYS)));
    keys.map_or_else(|| KeyMap::default().short(action), |keys| keys.short(action))
}

/// Stores the side colours. High contrast also affects panels, borders and text.
pub fn set_colours(ctx: &egui::Context, colours: Colours) {
    ctx.all_styles_mut(style);
    if colours == Colours::Contrast {
        ctx.all_styles_mut(|style| contrast(&mut style.visuals));
    }
    ctx.data_mut(|data| data.insert_temp(egui::Id::new(COLOURS), colours));
}

/// Id under which the side colours are stored.
const COLOURS: &str = "colours of sides";
/// Id under which the colours of the level's sides are stored.
const SIDE_PALETTE: &str = "liveries";
/// Id under which the key bindings are stored.
const KEYS: &str = "keys of actions";

/// The frame of a panel at the window's edge.
pub fn panel_frame(style: &egui::Style) -> egui::Frame {
    egui::Frame::new()
        .fill(style.visuals.panel_fill)
        .inner_margin(Margin::same(MARGIN))
        .stroke(style.visuals.window_stroke)
}

/// The frame of a panel over the board.
pub fn plate_frame(style: &egui::Style) -> egui::Frame {
    // A hint of the board shows through, except in high contrast.
    let fill = match style.visuals.panel_fill {
        WOOD => Color32::from_rgba_unmultiplied(0x1e, 0x16, 0x11, 0xf0),
        plain => plain,
    };
    egui::Frame::new()
        .fill(fill)
        .inner_margin(Margin::same(8))
        .stroke(style.visuals.window_stroke)
        .corner_radius(CornerRadius::same(8))
}

/// The frame of a window over the board.
pub fn window_frame(style: &egui::Style) -> egui::Frame {
    panel_frame(style).corner_radius(CornerRadius::same(6))
}

/// The colour of borders.
pub fn edge(ui: &egui::Ui) -> Color32 {
    ui.visuals().widgets.noninteractive.bg_stroke.color
}

/// The colour of secondary text.
pub fn faint(ui: &egui::Ui) -> Color32 {
    ui.visuals().weak_text_color()
}

/// The colour of a side, as on the bases of its miniatures.
pub fn side_colour(ui: &egui::Ui, side: SideId) -> Color32 {
    let [_, r, g, b] = palette::side_hex(colours(ui), look(ui, side)).to_be_bytes();
    Color32::from_rgb(r, g, b)
}

/// The index of a side's look in the sets of colours, as the level defines it.
pub fn look(ui: &egui::Ui, side: SideId) -> u8 {
    let side_palette = ui.data(|data| data.get_temp::<SidePalette>(egui::Id::new(SIDE_PALETTE)));
    side_palette.unwrap_or_default().of(side.0)
}

/// Stores the colours that the level gives its sides.
pub fn set_side_palette(ctx: &egui::Context, side_palette: SidePalette) {
    ctx.data_mut(|data| data.insert_temp(egui::Id::new(SIDE_PALETTE), side_palette));
}

/// The set of colours chosen by the player.
pub fn colours(ui: &egui::Ui) -> Colours {
    ui.data(|data| data.get_temp::<Colours>(egui::Id::new(COLOURS))).unwrap_or_default()
}

/// Shows a side's mark: colour and pattern, so that nothing depends on colour alone.
pub fn side_mark(ui: &mut egui::Ui, side: SideId, size: f32) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), egui::Sense::hover());
    paint_side_mark(ui, side, rect);
    response
}

/// Paints a side's mark at a place.
pub fn paint_side_mark(ui: &egui::Ui, side: SideId, rect: egui::Rect) {
    let size = rect.width();
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let (centre, radius) = (rect.center(), size * 0.5 - 1.0);
    painter.circle_filled(centre, radius, side_colour(ui, side));
    let line = Stroke::new((size * 0.13).max(1.5), WELL);
    match palette::side_look(colours(ui), look(ui, side)).pattern {
        Pattern::Plain => {}
        Pattern::Stripes => {
            for dx in [-0.35, 0.0, 0.35] {
                let x = centre.x + dx * size;
                let half = (radius * radius - (dx * size).powi(2)).max(0.0).sqrt();
                painter.vline(x, centre.y - half..=centre.y + half, line);
            }
        }
        Pattern::Checks => {
            let r = radius * 0.66;
            for (sx, sy) in [(-1.0, -1.0), (1.0, 1.0)] {
                let corner = centre + Vec2::new(sx * r, sy * r);
                painter.rect_filled(egui::Rect::from_two_pos(centre, corner), 0.0, WELL);
            }
        }
        Pattern::Dots => {
            let dot = size * 0.11;
            for (dx, dy) in [(-0.22, -0.22), (0.22, -0.22), (-0.22, 0.22), (0.22, 0.22)] {
                painter.circle_filled(centre + Vec2::new(dx * size, dy * size), dot, WELL);
            }
        }
    }
    painter.circle_stroke(centre, radius, Stroke::new(1.0, PARCHMENT));
}

/// Paints a meter: a bar with its name and numbers. `value` may be below 0 or above `max`.
pub fn meter(ui: &mut egui::Ui, name: &str, value: i32, max: i32, fill: Color32) -> egui::Response {
    let share = if max > 0 { value.clamp(0, max) as f32 / max as f32 } else { 0.0 };
    let text = format!("{name} {value} / {max}");
    let size = Vec2::new(ui.available_width().max(60.0), BODY + 6.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, WELL);
    let mut part = rect.shrink(1.0);
    part.set_width(part.width() * share);
    painter.rect_filled(part, 3.0, fill.gamma_multiply(0.55));
    painter.text(
        rect.left_center() + Vec2::new(GAP, 0.0),
        egui::Align2::LEFT_CENTER,
        &text,
        TextStyle::Body.resolve(ui.style()),
        // A meter where less is better is usually empty.
        if value <= 0 && fill != RUST { RUST } else { PARCHMENT },
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
    response
}

/// Paints a small meter as a row of boxes after its icon, full from the left; its name and numbers
/// on hover.
pub fn boxes(
    ui: &mut egui::Ui,
    (icon, name): (&str, &str),
    (value, max): (i32, i32),
    fill: Color32,
) -> egui::Response {
    let (edge, gap, count) = (11.0, 2.0, max.clamp(1, 20));
    let start = edge + 2.0 * gap;
    let size = Vec2::new(start + (edge + gap) * count as f32 - gap, edge + 2.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let font = egui::FontId::proportional(edge + gap);
    ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, icon, font, fill);
    for place in 0..count {
        let min = rect.min + Vec2::new(start + (edge + gap) * place as f32, 1.0);
        let one = egui::Rect::from_min_size(min, Vec2::splat(edge));
        let inside = if place < value { fill.gamma_multiply(0.8) } else { WELL };
        let stroke = Stroke::new(1.0, fill);
        ui.painter().rect(one, 2.0, inside, stroke, egui::StrokeKind::Inside);
    }
    let text = format!("{name} {value} / {max}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
    response.on_hover_text(text)
}

/// Secondary text.
pub fn faded(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).weak()
}

/// Gives a button an accessible name for scripts and screen
/// readers: its text without icons, keys and costs.
pub fn named(response: egui::Response, name: &str) -> egui::Response {
    let enabled = response.enabled();
    let drawn = Drawn { rect: response.rect, pass: response.ctx.cumulative_pass_nr() };
    response.ctx.data_mut(|data| data.insert_temp(egui::Id::new((DRAWN, name)), drawn));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, enabled, name));
    response
}

/// Where a named button was last drawn.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    rect: egui::Rect,
    pass: u64,
}

/// Id under which the places of named buttons are stored.
const DRAWN: &str = "place of a button";

/// The rectangle of a named button, if it is shown now.
pub fn place_of(ctx: &egui::Context, name: &str) -> Option<egui::Rect> {
    let drawn = ctx.data(|data| data.get_temp::<Drawn>(egui::Id::new((DRAWN, name))))?;
    (drawn.pass + 1 >= ctx.cumulative_pass_nr()).then_some(drawn.rect)
}

/// The colour of a text over the board.
pub const fn tone_colour(tone: Tone) -> Color32 {
    match tone {
        Tone::Plain => PARCHMENT,
        Tone::Name => BRASS,
        Tone::Good => MOSS,
        Tone::Bad | Tone::Harm => RUST,
        Tone::Faint => FADED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, 0 to 1 (sRGB, as the web's contrast guidelines measure it).
    fn luminance(colour: Color32) -> f32 {
        let [r, g, b, _] = colour.to_array().map(|channel| {
            let c = f32::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The contrast of two colours, 1 to 21.
    fn ratio(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn high_contrast_covers_backgrounds_borders_and_text() {
        let ctx = egui::Context::default();
        install(&ctx);
        for (colours, least) in [(Colours::Usual, 4.5), (Colours::Contrast, 14.0)] {
            set_colours(&ctx, colours);
            let style = ctx.global_style();
            let (visuals, plate) = (&style.visuals, plate_frame(&style));
            assert!(ratio(visuals.weak_text_color(), plate.fill) >= least, "{colours:?}");
            for look in [&visuals.widgets.inactive, &visuals.widgets.hovered] {
                assert!(ratio(look.fg_stroke.color, look.bg_fill) >= least, "{colours:?}");
            }
            if colours == Colours::Contrast {
                assert!(plate.fill.is_opaque() && plate.stroke.width >= 2.0);
                assert!(ratio(plate.stroke.color, plate.fill) >= least);
            }
        }
    }
}
