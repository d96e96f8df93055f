//! Writing levels and pictures.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use level::Level;

use super::samples::png;
use super::{Scratch, made, uvtt};
use crate::{Format, ImportError, free_path, load, recognise_file, save};

fn map() -> String {
    uvtt::map(&format!(r#""image": "{}""#, STANDARD.encode(png(24, 16))))
}

#[test]
fn the_picture_lies_beside_the_level() {
    let folder = Scratch::new("beside");
    let file = folder.file("old_mill.dd2vtt", map().as_bytes());
    assert_eq!(recognise_file(&file), Some(Format::UniversalVtt));
    let imported = load(&file).unwrap();
    assert_eq!(imported.level.name, "Old mill");
    let path = folder.0.join("mill.ron");
    let saved = save(&imported, &path).unwrap();
    assert_eq!(saved.picture, Some(folder.0.join("mill.png")));
    assert_eq!(std::fs::read(folder.0.join("mill.png")).unwrap(), png(24, 16));
    let level = Level::load(&path).unwrap();
    assert_eq!(level.underlay.unwrap().file, "mill.png");
    // Importing again replaces the level and its own picture.
    save(&imported, &path).unwrap();
}

#[test]
fn nothing_else_is_replaced() {
    let folder = Scratch::new("replace");
    let imported = made(&map(), None);
    let other = folder.file("notes.ron", b"(my: notes)");
    assert!(save(&imported, &other).unwrap_err().message.contains("is no level"));
    folder.file("mill.png", b"mine");
    let problem = save(&imported, &folder.0.join("mill.ron")).unwrap_err();
    assert!(problem.message.contains("a picture already"), "{problem}");
    assert!(!folder.0.join("mill.ron").exists());
    assert_eq!(std::fs::read(folder.0.join("mill.png")).unwrap(), b"mine");
    assert_eq!(free_path(&folder.0, "Mill"), Some(folder.0.join("mill_2.ron")));
    assert_eq!(free_path(&folder.0, "../!"), Some(folder.0.join("map.ron")));
    assert!(save(&imported, &folder.0.join("none/a.ron")).is_err());
}

#[test]
fn strange_names_keep_the_picture_in_the_folder() {
    let folder = Scratch::new("names");
    let imported = made(&map(), None);
    let saved = save(&imported, &folder.0.join("a:b.ron")).unwrap();
    assert_eq!(saved.picture, Some(folder.0.join("map.png")));
}

#[test]
fn problems_name_the_file_and_the_place() {
    let folder = Scratch::new("problems");
    let problem = load(&folder.file("a.dd2vtt", b"{\n\"resolution\": 5,")).unwrap_err();
    assert!(problem.file.ends_with("a.dd2vtt") && problem.at.is_some_and(|at| at.line == 2));
    let problem = load(&folder.file("b.dd2vtt", b"hello")).unwrap_err();
    assert_eq!(problem.message, ImportError::Unknown.to_string());
    assert!(load(&folder.0.join("none.dd2vtt")).is_err());
    assert_eq!(recognise_file(&folder.file("c.ron", map().as_bytes())), None);
}
