//! Tilesets: inside the map, or in files of its folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use roxmltree::Node;

use super::json;
use super::properties::Properties;
use super::terrain::{of_group, of_name};
use super::tiles::{TileLook, stem};
use super::xml::{self, MAX_XML, children, number, whole};
use crate::ImportError;
use crate::folder::{Folder, beside};
use crate::notes::Notes;

/// Maximum number of tilesets.
const MAX_TILESETS: usize = 64;

/// The bits of a tile's number that say how it is turned.
pub(super) const TURNS: u32 = 0xf000_0000;

/// A picture of tiles: the folder of the file that names it, and its name.
pub(super) type ImageName = (PathBuf, String);

/// A part of an image: corner and size in pixels.
pub(super) type Part = (u32, u32, u32, u32);

/// A tileset.
#[derive(Debug, Default)]
pub(super) struct Tileset {
    /// The number of its first tile.
    first: u32,
    looks: BTreeMap<u32, TileLook>,
    usual: TileLook,
    /// The picture of all tiles, or of single ones.
    image: Option<ImageName>,
    images: BTreeMap<u32, (ImageName, Option<Part>)>,
    /// Width and height of a tile, the border around all, and the space between them, in pixels.
    pub(super) tile: (u32, u32),
    pub(super) margin: u32,
    pub(super) spacing: u32,
    /// Tiles in a row of the picture; 0 if the file does not say.
    pub(super) columns: u32,
}

/// Where a tile is shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum TileImage<'a> {
    /// By an image of its own.
    Whole(&'a ImageName),
    /// By this part of an image.
    Part(&'a ImageName, Part),
    /// In the image of its tileset, by its number.
    Sheet(&'a ImageName),
}

impl Tileset {
    /// The picture of a tile.
    pub(super) fn image(&self, id: u32) -> Option<TileImage<'_>> {
        match self.images.get(&id) {
            Some((name, Some(part))) => Some(TileImage::Part(name, *part)),
            Some((name, None)) => Some(TileImage::Whole(name)),
            None => self.image.as_ref().map(TileImage::Sheet),
        }
    }

    fn fill(&mut self, node: &Node<'_, '_>, from: &Path) {
        let pixels = |name| u32::try_from(whole(node, name)).unwrap_or_default();
        self.tile = (pixels("tilewidth"), pixels("tileheight"));
        (self.margin, self.spacing, self.columns) =
            (pixels("margin"), pixels("spacing"), pixels("columns"));
        let source = |node: &Node<'_, '_>| {
            let image = children(node, "image").next()?;
            image.attribute("source").map(str::to_owned)
        };
        self.image = source(node).map(|name| (from.to_owned(), name));
        let properties = Properties::of(node);
        let image = self.image.as_ref().map(|(_, name)| stem(name));
        let names = [node.attribute("name"), image].into_iter().flatten();
        let set = properties.text("terrain").and_then(of_name);
        self.usual.shared = set.or_else(|| names.into_iter().find_map(of_group));
        for tile in children(node, "tile") {
            let id = number(&tile, "id") as u32;
            let look = TileLook { shared: self.usual.shared, ..TileLook::of(&tile) };
            self.looks.insert(id, look);
            if let Some(name) = source(&tile) {
                let side = |name| u32::try_from(whole(&tile, name)).unwrap_or_default();
                let part = (side("x"), side("y"), side("width"), side("height"));
                let part = Some(part).filter(|part| part.2 > 0 && part.3 > 0);
                self.images.insert(id, ((from.to_owned(), name), part));
            }
        }
        self.name_by_colours(node);
        self.name_by_corners(node);
    }

    fn name(&mut self, id: u32, name: Option<&str>) {
        let look = self.looks.entry(id).or_insert(self.usual);
        look.own = look.own.or_else(|| name.and_then(of_name));
    }

    /// Terrain sets: each tile lists the colours along its sides and corners.
    fn name_by_colours(&mut self, node: &Node<'_, '_>) {
        let sets = children(node, "wangsets").flat_map(|list| children(&list, "wangset"));
        for set in sets {
            let colours: Vec<&str> = children(&set, "wangcolor")
                .map(|colour| colour.attribute("name").unwrap_or_default())
                .collect();
            for tile in children(&set, "wangtile") {
                let list = tile.attribute("wangid").unwrap_or_default();
                let numbers = list.split(',').filter_map(|n| n.trim().parse::<usize>().ok());
                let most = commonest(numbers.filter_map(|n| n.checked_sub(1)));
                let name = most.and_then(|n| colours.get(n)).copied();
                self.name(number(&tile, "tileid") as u32, name);
            }
        }
    }

    /// Terrain types of older versions: each tile lists those of its four corners.
    fn name_by_corners(&mut self, node: &Node<'_, '_>) {
        let types = children(node, "terraintypes").flat_map(|list| children(&list, "terrain"));
        let names: Vec<&str> =
            types.map(|terrain| terrain.attribute("name").unwrap_or_default()).collect();
        for tile in children(node, "tile") {
            let Some(list) = tile.attribute("terrain") else { continue };
            let most = commonest(list.split(',').filter_map(|n| n.trim().parse().ok()));
            let name = most.and_then(|n: usize| names.get(n)).copied();
            self.name(number(&tile, "id") as u32, name);
        }
    }
}

/// The number that occurs most often; the first of several.
fn commonest(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let list: Vec<usize> = numbers.take(16).collect();
    let count = |n: &usize| list.iter().filter(|other| *other == n).count();
    list.iter().rev().max_by_key(|n| count(n)).copied()
}

/// All tilesets of a map.
#[derive(Debug, Default)]
pub(super) struct Tilesets(Vec<Tileset>);

impl Tilesets {
    /// Reads those inside the map and those it names.
    pub(super) fn read(
        root: &Node<'_, '_>,
        folder: &Folder,
        notes: &mut Notes,
    ) -> Result<Self, ImportError> {
        let mut sets = Vec::new();
        for node in children(root, "tileset") {
            if sets.len() >= MAX_TILESETS {
                return Err(xml::error(&node, format!("more than {MAX_TILESETS} tilesets")));
            }
            let first = u32::try_from(whole(&node, "firstgid")).unwrap_or_default();
            let mut set = Tileset { first, ..Tileset::default() };
            match node.attribute("source") {
                None => set.fill(&node, Path::new("")),
                Some(name) => {
                    if let Err(message) = fill_from_file(&mut set, name, folder) {
                        notes.add(format!("The tileset {name:?} was left out: {message}"));
                    }
                }
            }
            sets.push(set);
        }
        sets.sort_by_key(|set| set.first);
        Ok(Self(sets))
    }

    /// The tileset of a tile, and the tile's number in it.
    pub(super) fn find(&self, gid: u32) -> Option<(usize, &Tileset, u32)> {
        let number = gid & !TURNS;
        let after = self.0.partition_point(|set| set.first <= number);
        let index = after.checked_sub(1).filter(|_| number > 0)?;
        let set = self.0.get(index)?;
        Some((index, set, number - set.first))
    }

    /// What a tile means; none for no tile.
    pub(super) fn look(&self, gid: u32) -> Option<TileLook> {
        let (_, set, id) = self.find(gid)?;
        Some(set.looks.get(&id).copied().unwrap_or(set.usual))
    }
}

fn fill_from_file(set: &mut Tileset, name: &str, folder: &Folder) -> Result<(), String> {
    let bytes = folder.read(Path::new(""), name, MAX_XML)?;
    let told = |error: ImportError| error.problem(name).to_string();
    let rewritten = json::as_xml(&bytes).map_err(told)?;
    let text = match &rewritten {
        Some(text) => text,
        None => xml::text(&bytes).map_err(told)?,
    };
    let document = xml::document(text).map_err(told)?;
    let root = document.root_element();
    if !root.has_tag_name("tileset") {
        return Err("it is no tileset".to_owned());
    }
    let path = beside(Path::new(""), name).unwrap_or_default();
    set.fill(&root, path.parent().unwrap_or(Path::new("")));
    Ok(())
}
