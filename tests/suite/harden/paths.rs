//! Hostile paths: whatever a file says, the game reads and writes nothing outside a level's folder
//! and never waits for a pipe without a writer.

use std::fs;
use std::path::Path;

use highground::battle::{Record, Save};
use highground::editor::underlay::{PictureError, open_picture};
use highground::files::{Problem, read_text, write_safely};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::scenario;

use super::super::shipped;
use super::folder::Folder;

/// Paths that a level must not name.
const OUTSIDE: [&str; 14] = [
    "/etc/passwd.png",
    "//server/share/x.png",
    "../secret.png",
    "a/../../secret.png",
    "maps/../../../secret.png",
    "./x.png",
    "C:/x.png",
    "C:x.png",
    "\\\\\\\\server\\\\x.png",
    "..\\\\secret.png",
    "maps/ .. /x.png",
    "file:///etc/x.png",
    "~/x.png/..",
    "x\\u{0}.png",
];

#[test]
fn levels_name_no_picture_outside_of_their_folder() {
    let folder = Folder::new("outside");
    let level = fs::read_to_string(&shipped::paths()[0]).unwrap();
    let with = |file: &str| {
        let picture = format!("palette: {{\n    picture: (file: \"{file}\", size: (8.0, 4.0)),");
        let (head, tail) = picture.split_once('\n').unwrap();
        folder.file("level.ron", level.replacen(head, &format!("{}\n    {head}", tail.trim()), 1))
    };
    let good = Level::load(&with("maps/good.png")).unwrap();
    assert!(good.underlay.is_some(), "the test puts a picture into the level");
    for file in OUTSIDE {
        let problems = Level::load(&with(file)).unwrap_err();
        let said = problems.iter().map(ToString::to_string).collect::<String>();
        assert!(said.contains("picture") && said.contains("level.ron:"), "{file}: {said}");
    }
    let long = "x".repeat(300) + ".png";
    assert!(Level::load(&with(&long)).is_err());
    for file in ["/etc/passwd.png", "../secret.png", "a/../../secret.png"] {
        let opened = open_picture(&folder.0, file);
        assert!(matches!(opened, Err(PictureError::Path(_))), "{file}: {opened:?}");
    }
}

/// Links and devices in a level's folder, under names that a level may use, are not accepted as
/// pictures.
#[cfg(unix)]
#[test]
fn links_and_devices_are_no_pictures() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    let level = folder.0.join("level");
    fs::create_dir_all(level.join("folder.png")).unwrap();
    folder.file("secret.png", b"\x89PNG\r\n\x1a\n");
    symlink(folder.0.join("secret.png"), level.join("link.png")).unwrap();
    symlink(&folder.0, level.join("up")).unwrap();
    symlink("/dev/zero", level.join("zero.png")).unwrap();
    symlink("loop.png", level.join("loop.png")).unwrap();
    pipe(&level.join("pipe.png"));
    for file in ["link.png", "up/secret.png", "zero.png"] {
        assert_eq!(open_picture(&level, file), Err(PictureError::Outside), "{file}");
    }
    for file in ["pipe.png", "folder.png", "loop.png", "missing.png"] {
        let opened = open_picture(&level, file);
        assert!(matches!(opened, Err(PictureError::File(_))), "{file}: {opened:?}");
    }
}

/// Only regular files are read: no endless devices, no pipes without a writer.
#[cfg(unix)]
#[test]
fn devices_are_no_files() {
    let folder = Folder::new("devices");
    let waiting = folder.0.join("pipe.ron");
    pipe(&waiting);
    let devices = [waiting.as_path(), Path::new("/dev/zero"), Path::new("/dev/tty"), &folder.0];
    for path in devices.into_iter().filter(|path| path.exists()) {
        let refused = |problem: Option<&Problem>| {
            let text = problem.map_or_else(String::new, ToString::to_string);
            assert!(text.contains("a file is needed"), "{}: {text}", path.display());
        };
        refused(read_text(path).err().as_ref());
        refused(Level::load(path).err().as_deref().and_then(<[_]>::first));
        refused(Record::load(path).err().as_ref());
        refused(Save::read(path).err().as_ref());
        refused(highground::battle::save::card(path).err().as_ref());
        assert!(!Save::is_at(path));
        if !path.is_dir() {
            refused(scenario::load(path).err().as_deref().and_then(<[_]>::first));
        }
    }
}

/// A pipe, device or folder is never replaced by a file.
#[cfg(unix)]
#[test]
fn devices_are_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::new("replaced");
    let (waiting, inner) = (folder.0.join("pipe.ron"), folder.0.join("folder.ron"));
    pipe(&waiting);
    fs::create_dir(&inner).unwrap();
    for path in [&waiting, &inner] {
        let text = write_safely(path, b"text").unwrap_err().to_string();
        assert!(text.contains("a file is needed"), "{text}");
    }
    assert!(fs::metadata(&waiting).unwrap().file_type().is_fifo() && inner.is_dir());
    assert_eq!(folder.names(), ["folder.ron", "pipe.ron"]);
}

/// A ruleset whose file is a pipe or a device.
#[cfg(unix)]
#[test]
fn rulesets_are_made_of_files() {
    for id in RulesetId::ALL {
        let folder = Folder::new(&format!("pipes-{}", id.name()));
        let to = folder.0.join("rulesets").join(id.name());
        fs::create_dir_all(&to).unwrap();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/rulesets").join(id.name());
        for file in fs::read_dir(from).unwrap().flatten() {
            fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
        assert!(id.load(&folder.0).is_ok());
        fs::remove_file(to.join("rules.ron")).unwrap();
        pipe(&to.join("rules.ron"));
        let problems = id.load(&folder.0).err().unwrap();
        let text = problems.first().map_or_else(String::new, ToString::to_string);
        assert!(text.contains("a file is needed"), "{text}");
    }
}

#[cfg(unix)]
fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo {}", path.display());
}
