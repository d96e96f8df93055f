//! Drawing in cell coordinates: (0, 0) is the north-west corner of the board, one unit is one cell.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8,
    Rect, Stroke, StrokeDash, Transform,
};

use super::colours;
use super::error::PictureError;

/// A point on the board, in cells.
pub type Spot = (f32, f32);

/// A colour `0xRRGGBB` with an opacity from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Tint(pub u32, pub f32);

impl From<u32> for Tint {
    fn from(hex: u32) -> Self {
        Self(hex, 1.0)
    }
}

/// A picture being drawn.
pub struct Brush {
    pixmap: Pixmap,
    scale: f32,
    frame: f32,
    turn: Transform,
}

impl Brush {
    /// An empty picture in pixels, with `scale` pixels per cell and the board's corner `frame`
    /// cells from its own. `None` if there is not enough memory.
    pub fn new(width: u32, height: u32, scale: f32, frame: f32) -> Option<Self> {
        let mut pixmap = Pixmap::new(width, height)?;
        let [r, g, b] = colours::split(colours::TABLE);
        pixmap.fill(Color::from_rgba(r, g, b, 1.0)?);
        Some(Self { pixmap, scale, frame, turn: Transform::identity() })
    }

    /// Draws with everything moved to `at`, rotated clockwise by `degrees` and scaled by `size`.
    pub fn placed(&mut self, at: Spot, degrees: f32, size: f32, draw: impl FnOnce(&mut Self)) {
        let before = self.turn;
        self.turn = before.pre_translate(at.0, at.1).pre_rotate(degrees).pre_scale(size, size);
        draw(self);
        self.turn = before;
    }

    fn transform(&self) -> Transform {
        let offset = self.frame * self.scale;
        Transform::from_row(self.scale, 0.0, 0.0, self.scale, offset, offset).pre_concat(self.turn)
    }

    /// Fills a path.
    pub fn fill(&mut self, path: Option<Path>, tint: impl Into<Tint>) {
        let Some(path) = path else { return };
        let (paint, transform) = (paint(tint.into()), self.transform());
        self.pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
    }

    /// Strokes a path; with dashes and gaps of `dash` cells unless that is 0.
    pub fn stroke(&mut self, path: Option<Path>, width: f32, dash: f32, tint: impl Into<Tint>) {
        let Some(path) = path else { return };
        let dash = if dash > 0.0 { StrokeDash::new(vec![dash, dash], 0.0) } else { None };
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        let stroke = Stroke { width, line_cap, line_join, dash, ..Stroke::default() };
        let (paint, transform) = (paint(tint.into()), self.transform());
        self.pixmap.stroke_path(&path, &paint, &stroke, transform, None);
    }

    /// A filled circle.
    pub fn disc(&mut self, at: Spot, radius: f32, tint: impl Into<Tint>) {
        self.fill(PathBuilder::from_circle(at.0, at.1, radius), tint);
    }

    /// A circle outline.
    pub fn ring(&mut self, at: Spot, radius: f32, width: f32, tint: impl Into<Tint>) {
        self.stroke(PathBuilder::from_circle(at.0, at.1, radius), width, 0.0, tint);
    }

    /// A filled rectangle from its north-west corner.
    pub fn block(&mut self, at: Spot, width: f32, height: f32, tint: impl Into<Tint>) {
        let rect = Rect::from_xywh(at.0, at.1, width, height);
        self.fill(rect.map(PathBuilder::from_rect), tint);
    }

    /// A line through points.
    pub fn line(&mut self, spots: &[Spot], width: f32, tint: impl Into<Tint>) {
        self.stroke(path(spots, false), width, 0.0, tint);
    }

    /// A filled polygon.
    pub fn area(&mut self, spots: &[Spot], tint: impl Into<Tint>) {
        self.fill(path(spots, true), tint);
    }

    /// Colours every pixel of a board of `columns` by `rows` cells with `colour` of its position.
    pub fn pixels(&mut self, columns: f32, rows: f32, colour: impl Fn(Spot) -> [f32; 3]) {
        let first = (self.frame * self.scale) as usize;
        let (across, down) = ((columns * self.scale) as usize, (rows * self.scale) as usize);
        let (width, scale) = (self.pixmap.width() as usize, self.scale);
        for (y, row) in
            self.pixmap.pixels_mut().chunks_mut(width).skip(first).take(down).enumerate()
        {
            for (x, pixel) in row.iter_mut().skip(first).take(across).enumerate() {
                let at = ((x as f32 + 0.5) / scale, (y as f32 + 0.5) / scale);
                let [r, g, b] = colour(at).map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
                *pixel = PremultipliedColorU8::from_rgba(r, g, b, 255).unwrap_or(*pixel);
            }
        }
    }

    /// Lays a colour over a board of `columns` by `rows` cells, at each position with the opacity
    /// `cover` from 0 to 1.
    pub fn veil(&mut self, board: Spot, hex: u32, cover: impl Fn(Spot) -> f32) {
        let over = colours::split(hex);
        self.change(((0.0, 0.0), board), |at, under| {
            let cover = cover(at);
            (cover > 0.0).then(|| colours::mix(under, over, cover))
        });
    }

    /// A round light that fades towards its rim, where `reaches` returns true on a board of
    /// `columns` by `rows` cells. It brightens and tints lit areas, and leaves dark things dark.
    pub fn glow(
        &mut self,
        (at, radius): (Spot, f32),
        board: Spot,
        reaches: impl Fn(Spot) -> bool,
        Tint(hex, cover): Tint,
    ) {
        let light = colours::split(hex);
        let first = ((at.0 - radius).max(0.0), (at.1 - radius).max(0.0));
        let last = ((at.0 + radius).min(board.0), (at.1 + radius).min(board.1));
        self.change((first, last), |(x, y), under| {
            let near = 1.0 - (x - at.0).hypot(y - at.1) / radius;
            let lit = |n: usize| match under[n] {
                dark if dark < 0.5 => 2.0 * dark * light[n],
                bright => 1.0 - 2.0 * (1.0 - bright) * (1.0 - light[n]),
            };
            let cover = cover * near * near * (3.0 - 2.0 * near);
            let lit = [0, 1, 2].map(lit);
            (near > 0.0 && reaches((x, y))).then(|| colours::mix(under, lit, cover))
        });
    }

    /// Changes the pixels between two positions on the board to `colour` of position and colour,
    /// unless that is `None`.
    fn change(
        &mut self,
        (first, last): (Spot, Spot),
        colour: impl Fn(Spot, [f32; 3]) -> Option<[f32; 3]>,
    ) {
        let (width, scale, frame) = (self.pixmap.width() as usize, self.scale, self.frame);
        let pixel = |cells: f32| ((cells.max(0.0) + frame) * scale) as usize;
        let (left, right) = (pixel(first.0), pixel(last.0));
        let (top, bottom) = (pixel(first.1), pixel(last.1));
        let rows = self.pixmap.pixels_mut().chunks_mut(width).enumerate();
        for (y, row) in rows.take(bottom).skip(top) {
            for (x, pixel) in row.iter_mut().enumerate().take(right).skip(left) {
                let position = |n: usize| (n as f32 + 0.5) / scale - frame;
                let under =
                    [pixel.red(), pixel.green(), pixel.blue()].map(|c| f32::from(c) / 255.0);
                if let Some(mixed) = colour((position(x), position(y)), under) {
                    let [r, g, b] = mixed.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
                    *pixel = PremultipliedColorU8::from_rgba(r, g, b, 255).unwrap_or(*pixel);
                }
            }
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.pixmap.width(), self.pixmap.height())
    }

    /// RGBA bytes of all pixels, by rows from the top.
    pub fn rgba(&self) -> Vec<u8> {
        let plain = self.pixmap.pixels().iter().map(|p| p.demultiply());
        plain.flat_map(|c| [c.red(), c.green(), c.blue(), c.alpha()]).collect()
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// When there is not enough memory to write it.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        self.pixmap.encode_png().map_err(|e| PictureError::Png(e.to_string()))
    }
}

fn paint(Tint(hex, cover): Tint) -> Paint<'static> {
    let [r, g, b] = colours::split(hex);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(Color::from_rgba(r, g, b, cover.clamp(0.0, 1.0)).unwrap_or(Color::BLACK));
    paint
}

/// A path through points, back to the first if it is closed.
pub fn path(spots: &[Spot], closed: bool) -> Option<Path> {
    let (first, rest) = spots.split_first()?;
    let mut builder = PathBuilder::new();
    builder.move_to(first.0, first.1);
    for spot in rest {
        builder.line_to(spot.0, spot.1);
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

/// A ring segment between two radii and two angles, in radians clockwise from north.
pub fn wedge(at: Spot, radii: (f32, f32), angles: (f32, f32)) -> Vec<Spot> {
    const PARTS: u16 = 6;
    let point = |radius: f32, part: u16| {
        let angle = angles.0 + (angles.1 - angles.0) * f32::from(part) / f32::from(PARTS);
        (at.0 + radius * angle.sin(), at.1 - radius * angle.cos())
    };
    let outer = (0..=PARTS).map(|part| point(radii.1, part));
    outer.chain((0..=PARTS).rev().map(|part| point(radii.0, part))).collect()
}
