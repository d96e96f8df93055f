//! The files that a map names: only those in its own folder or below.

use std::path::{Component, Path, PathBuf};

/// The folder of a map. Nothing outside it is read.
pub(crate) struct Folder(Option<PathBuf>);

impl Folder {
    /// The folder at a path; none for maps without files.
    pub(crate) fn new(path: Option<&Path>) -> Self {
        Self(path.and_then(|path| path.canonicalize().ok()))
    }

    /// Reads a file of at most `most` bytes. `from` is the folder of the file that names it, inside
    /// this one; `name` is written with `/`.
    pub(crate) fn read(&self, from: &Path, name: &str, most: u64) -> Result<Vec<u8>, String> {
        let home = self.0.as_deref().ok_or("there is no folder to read it from")?;
        let path = home.join(beside(from, name).ok_or("it is outside the map's folder")?);
        let real = path.canonicalize().map_err(|e| files::failed(&path, &e).message)?;
        // A link may lead out.
        if !real.starts_with(home) {
            return Err("it is outside the map's folder".to_owned());
        }
        files::read_bytes(&real, most).map_err(|problem| problem.message)
    }
}

/// The path of a file relative to the map's folder; none if it leads out.
pub(crate) fn beside(from: &Path, name: &str) -> Option<PathBuf> {
    let foreign = |c: char| c.is_control() || matches!(c, '\\' | ':');
    if name.is_empty() || name.contains(foreign) {
        return None;
    }
    let mut inside = PathBuf::new();
    for part in from.join(name).components() {
        match part {
            Component::Normal(part) => inside.push(part),
            Component::CurDir => {}
            Component::ParentDir => {
                if !inside.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        let of = |from: &str, name: &str| beside(Path::new(from), name);
        assert_eq!(of("", "tiles/a.tsx"), Some(PathBuf::from("tiles/a.tsx")));
        assert_eq!(of("tiles", "../a.png"), Some(PathBuf::from("a.png")));
        for outside in ["../a.png", "/etc/passwd", "C:/a.png", "a\\b.png", "", "a/../../b.png"] {
            assert_eq!(of("", outside), None, "{outside}");
        }
        assert_eq!(of("tiles", "../../a.png"), None);
    }

    #[test]
    fn only_files_of_the_folder_are_read() {
        let root = std::env::temp_dir().join(format!("highground-beside-{}", std::process::id()));
        std::fs::create_dir_all(root.join("map/tiles")).unwrap();
        std::fs::write(root.join("map/tiles/a.txt"), "inside").unwrap();
        std::fs::write(root.join("secret.txt"), "outside").unwrap();
        let folder = Folder::new(Some(&root.join("map")));
        let read = |name: &str| folder.read(Path::new(""), name, 100);
        assert_eq!(read("tiles/a.txt"), Ok(b"inside".to_vec()));
        assert!(read("../secret.txt").is_err() && read("tiles").is_err());
        assert!(folder.read(Path::new(""), "tiles/a.txt", 3).is_err());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("secret.txt"), root.join("map/link")).unwrap();
            assert!(read("link").unwrap_err().contains("outside"));
        }
        assert!(Folder::new(None).read(Path::new(""), "a", 9).is_err());
        std::fs::remove_dir_all(&root).unwrap();
    }
}
