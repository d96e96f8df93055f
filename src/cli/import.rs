//! `highground import`: turns a map of another program into a level.

use serde::Serialize;

use import::Imported;
use level::Level;

use super::args::Import;
use super::session::{Outcome, Session};

/// What came over.
#[derive(Serialize)]
struct Contents {
    columns: u16,
    rows: u16,
    walls: usize,
    openings: usize,
    things: usize,
    lights: usize,
}

#[derive(Serialize)]
struct ImportJson<'a> {
    ok: bool,
    file: String,
    name: &'a str,
    picture: Option<String>,
    #[serde(flatten)]
    contents: Contents,
    notes: &'a [String],
}

/// Converts a map, and writes the level and its picture.
pub(super) fn run(session: &mut Session, args: &Import) -> Outcome {
    files::check_target(&args.output)?;
    let mut imported = import::load(&args.file)?;
    if let Some(name) = &args.name {
        imported.level.name.clone_from(name);
    }
    let Imported { level, notes, .. } = &imported;
    let contents = Contents::of(level);
    let saved = import::save(&imported, &args.output)?;
    let file = saved.level.display().to_string();
    let picture = saved.picture.map(|path| path.display().to_string());
    if args.json {
        let name = &level.name;
        session.out.json(&ImportJson { ok: true, file, name, picture, contents, notes });
        return Ok(true);
    }
    session.out.line(format!("{file}: {:?}, {}", level.name, contents.text()));
    if let Some(picture) = picture {
        session.out.line(format!("{picture}: its picture"));
    }
    for note in notes {
        session.out.line(format!("note: {note}"));
    }
    Ok(true)
}

impl Contents {
    fn of(level: &Level) -> Self {
        let openings = level.edges.values().filter(|edge| edge.kind.spec().opens).count();
        let lights = level.things.values().filter(|item| item.is_lit()).count();
        Self {
            columns: level.ground.width(),
            rows: level.ground.height(),
            walls: level.edges.len() - openings,
            openings,
            things: level.things.len() - lights,
            lights,
        }
    }

    fn text(&self) -> String {
        let Self { columns, rows, walls, openings, things, lights } = self;
        format!(
            "{columns} x {rows} cells; edges of wall: {walls}, doors and windows: {openings}, \
             things: {things}, lights: {lights}"
        )
    }
}
