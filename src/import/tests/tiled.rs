//! Maps of Tiled.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use grid::{Cell, Dir, EdgeKind, Hm, Terrain, ThingKind};
use level::{Daylight, Level};

use super::samples::png;
use super::{Scratch, edge, has_note, made, refused};
use crate::ImportError;

const TILES: &str = r#"<tileset firstgid="1" name="overworld" tilewidth="16" tileheight="16">
    <image source="tiles.png" width="64" height="16"/>
    <tile id="0"><properties><property name="terrain" value="water"/>
        <property name="depth" type="float" value="1.5"/></properties></tile>
    <tile id="1" class="Wall"/>
    <tile id="2" type="barrel"><properties>
        <property name="elevation" type="int" value="2"/></properties></tile>
    <wangsets><wangset name="w"><wangcolor name="Sandy Beach" color="red"/>
        <wangtile tileid="3" wangid="1,1,1,0,0,0,1,1"/></wangset></wangsets>
</tileset>"#;

/// A map of 6 x 4 cells of 16 pixels.
pub(super) fn map(inside: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="6" height="4" tilewidth="16" tileheight="16"
 infinite="0">{TILES}{inside}</map>"#
    )
}

const GIDS: [u32; 24] =
    [1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0x8000_0004];

fn layer(data: &str) -> String {
    format!(r#"<layer id="1" name="base" width="6" height="4">{data}</layer>"#)
}

fn csv(name: &str, gids: &[u32]) -> String {
    let list: Vec<String> = gids.iter().map(u32::to_string).collect();
    let data = format!(r#"<data encoding="csv">{}</data>"#, list.join(","));
    layer(&data).replace("base", name)
}

fn terrain(level: &Level, x: i16, y: i16) -> Option<Terrain> {
    level.ground.tile(Cell::new(x, y)).map(|tile| tile.terrain)
}

#[test]
fn tiles_tell_terrain_height_and_things() {
    let made = made(&map(&csv("base", &GIDS)), None);
    let level = &made.level;
    let found: Vec<_> = (0..5).map(|x| terrain(level, x, 0)).collect();
    let earth = Some(Terrain::Earth);
    let wanted = [Some(Terrain::Water), Some(Terrain::Solid), earth, Some(Terrain::Sand), earth];
    assert_eq!(found, wanted);
    let water = level.ground.tile(Cell::new(0, 0)).unwrap();
    assert_eq!((water.depth, water.elevation), (Hm(3), Hm(-3)));
    let raised = level.ground.tile(Cell::new(2, 0)).unwrap();
    assert_eq!(raised.elevation, Hm::metres(2));
    assert_eq!(level.things.get(&Cell::new(2, 0)).map(|item| item.kind), Some(ThingKind::Barrel));
    assert_eq!(terrain(level, 5, 3), Some(Terrain::Sand));
    assert!(has_note(&made, "19 cells whose tiles name no terrain"), "{:?}", made.notes);
    assert!(has_note(&made, "are not drawn") && made.picture.is_none());
}

#[test]
fn upper_layers_win_and_layers_have_names() {
    let mut river = [0; 24];
    river[4] = 5;
    let two = [csv("base", &GIDS), csv("River", &river)].concat();
    let level = made(&map(&two), None).level;
    assert_eq!(
        (terrain(&level, 4, 0), terrain(&level, 3, 0)),
        (Some(Terrain::Water), Some(Terrain::Sand))
    );
    let hidden = two.replacen(r#"name="River""#, r#"name="River" visible="0""#, 1);
    assert_eq!(terrain(&made(&map(&hidden), None).level, 4, 0), Some(Terrain::Earth));
    let group = format!(r#"<group visible="0">{}</group>"#, csv("River", &river));
    let level = made(&map(&[csv("base", &GIDS), group].concat()), None).level;
    assert_eq!(terrain(&level, 4, 0), Some(Terrain::Earth));
}

#[test]
fn layers_are_read_in_all_their_forms() {
    let plain = made(&map(&csv("base", &GIDS)), None);
    let bytes: Vec<u8> = GIDS.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    zlib.write_all(&bytes).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&bytes).unwrap();
    let tiles = GIDS.map(|gid| format!("<tile gid=\"{gid}\"/>")).concat();
    let base64 = |kind: &str, bytes: &[u8]| {
        let text = STANDARD.encode(bytes);
        format!("<data encoding=\"base64\"{kind}>\n  {text}\n</data>")
    };
    for data in [
        format!("<data>{tiles}</data>"),
        base64("", &bytes),
        base64(" compression=\"zlib\"", &zlib.finish().unwrap()),
        base64(" compression=\"gzip\"", &gzip.finish().unwrap()),
    ] {
        assert_eq!(made(&map(&layer(&data)), None).level, plain.level, "{data}");
    }
    let mut long = ZlibEncoder::new(Vec::new(), Compression::default());
    long.write_all(&vec![0; 50_000_000]).unwrap();
    for data in [
        base64(" compression=\"zstd\"", &bytes),
        base64(" compression=\"zlib\"", &bytes),
        base64(" compression=\"zlib\"", &long.finish().unwrap()),
        base64("", &bytes[..50]),
        "<data encoding=\"csv\">1,2,x</data>".to_owned(),
        "<data encoding=\"csv\">1,2</data>".to_owned(),
        "<data encoding=\"rot13\"></data>".to_owned(),
    ] {
        let error = refused(&map(&layer(&data)));
        assert!(matches!(error, ImportError::Text { at: Some(_), .. }), "{data}: {error}");
    }
}

#[test]
fn endless_maps_are_cut_to_their_tiles() {
    let mut gids = [0_u32; 64];
    for y in 1..6 {
        for x in 2..8 {
            gids[y * 8 + x] = 4;
        }
    }
    let list = gids.map(|gid| gid.to_string()).join(",");
    let data = format!(r#"<chunk x="-8" y="16" width="8" height="8">{list}</chunk>"#);
    let data = format!(r#"<data encoding="csv">{data}</data>"#);
    let objects =
        r#"<objectgroup name="lights"><object x="-88" y="280"><point/></object></objectgroup>"#;
    let text = map(&[layer(&data), objects.to_owned()].concat());
    let level = made(&text.replace(r#"infinite="0""#, r#"infinite="1""#), None).level;
    assert_eq!((level.ground.width(), level.ground.height()), (6, 5));
    assert!(level.ground.cells().all(|c| terrain(&level, c.x, c.y) == Some(Terrain::Sand)));
    // The board begins at (-6, 17): the light is half a cell in.
    assert_eq!(level.things.keys().collect::<Vec<_>>(), [&Cell::new(0, 0)]);
}

#[test]
fn objects_become_walls_doors_lamps_and_things() {
    let objects = r##"
        <objectgroup name="Walls">
            <object x="16" y="16" width="64" height="32"/>
            <object x="0" y="0" class="fence"><polyline points="0,0 0,48"/></object>
        </objectgroup>
        <objectgroup name="doors">
            <object x="32" y="14" width="16" height="4"/>
            <object x="80" y="32"><properties><property name="locked" type="bool" value="true"/>
                <property name="secret" type="bool" value="true"/></properties></object>
        </objectgroup>
        <objectgroup name="lights"><object x="56" y="40"><properties>
            <property name="range" type="int" value="5"/>
            <property name="colour" type="color" value="#ff00ff00"/></properties></object>
        </objectgroup>
        <objectgroup name="other"><object x="40" y="24" class="Barrel"/><object x="1" y="1"/>
        </objectgroup>"##;
    let grass = csv("grass", &[5; 24]);
    let made = made(&map(&[grass, objects.to_owned()].concat()), None);
    let kind = |x, y, side| edge(&made.level, x, y, side).map(|edge| edge.kind);
    assert_eq!(kind(1, 1, Dir::N), Some(EdgeKind::Wall));
    assert_eq!(kind(2, 1, Dir::N), Some(EdgeKind::Door));
    assert_eq!(kind(0, 2, Dir::W), Some(EdgeKind::Fence));
    let secret = edge(&made.level, 4, 2, Dir::E).or(edge(&made.level, 4, 1, Dir::E)).unwrap();
    assert!(secret.locked && secret.secret && secret.kind == EdgeKind::Door, "{secret:?}");
    let things: Vec<_> = made.level.things.iter().map(|(c, item)| (*c, item.kind)).collect();
    assert_eq!(things, [(Cell::new(2, 1), ThingKind::Barrel), (Cell::new(3, 2), ThingKind::Lamp)]);
    assert!(has_note(&made, "1 object left out"));
}

#[test]
fn a_map_names_its_time_of_day_and_title() {
    let settings = r#"<properties><property name="light" value="Night"/>
        <property name="name" value="The Ford"/></properties>"#;
    let level = made(&map(&[settings.to_owned(), csv("grass", &[5; 24])].concat()), None).level;
    assert_eq!((level.light, level.name.as_str()), (Daylight::Night, "The Ford"));
}

#[test]
fn tilesets_and_pictures_are_read_from_the_folder() {
    let folder = Scratch::new("tiled");
    folder.file("sets/images/tiles.png", &png(64, 16));
    let set = TILES.replace(" firstgid=\"1\"", "").replace("tiles.png", "images/tiles.png");
    folder.file("sets/over.tsx", set.as_bytes());
    let outside = r#"<tileset firstgid="1" source="sets/over.tsx"/>"#;
    let text = map(&csv("base", &GIDS.map(|gid| gid.min(4)))).replace(TILES, outside);
    let found = made(&text, Some(&folder.0));
    assert_eq!(terrain(&found.level, 1, 0), Some(Terrain::Solid));
    let picture = image::load_from_memory(found.picture.as_ref().unwrap().bytes()).unwrap();
    assert_eq!((picture.width(), picture.height()), (96, 64));
    assert_eq!(picture.to_rgba8().get_pixel(20, 5).0, [90, 80, 70, 255]);
    let lost = made(&text.replace("sets/over", "../over"), Some(&folder.0));
    assert!(has_note(&lost, "outside the map's folder") && lost.picture.is_none());
}

/// The map of [`map`] with some objects, in JSON.
pub(super) const JSON: &str = r##"{"orientation": "orthogonal", "width": 6, "height": 4,
    "tilewidth": 16, "tileheight": 16, "infinite": false, "tiledversion": "1.10",
    "tilesets": [{"firstgid": 1, "name": "overworld", "tilewidth": 16, "tileheight": 16,
        "image": "tiles.png", "tiles": [
            {"id": 0, "properties": [{"name": "terrain", "type": "string", "value": "water"},
                {"name": "depth", "type": "float", "value": 1.5}]},
            {"id": 1, "type": "Wall"}],
        "wangsets": [{"name": "w", "colors": [{"name": "Sandy Beach", "color": "#ff0000"}],
            "wangtiles": [{"tileid": 3, "wangid": [1, 1, 1, 0, 0, 0, 1, 1]}]}]}],
    "layers": [{"type": "tilelayer", "name": "base", "width": 6, "height": 4, "visible": true,
        "data": [1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2147483652]},
        {"type": "group", "layers": [{"type": "objectgroup", "name": "walls", "objects": [
            {"x": 16, "y": 32, "polyline": [{"x": 0, "y": 0}, {"x": 64, "y": 0}]},
            {"x": 34, "y": 30, "width": 12, "height": 4, "type": "door",
                "properties": [{"name": "open", "type": "bool", "value": true}]}]}]}]}"##;

#[test]
fn maps_in_json_are_read_like_those_in_xml() {
    let level = made(JSON, None).level;
    let found: Vec<_> = [0, 1, 3].map(|x| terrain(&level, x, 0)).to_vec();
    let wanted = [Terrain::Water, Terrain::Solid, Terrain::Sand].map(Some);
    assert_eq!((found.as_slice(), terrain(&level, 5, 3)), (&wanted[..], Some(Terrain::Sand)));
    assert_eq!(level.ground.tile(Cell::new(0, 0)).map(|tile| tile.depth), Some(Hm(3)));
    let kind = |x| edge(&level, x, 2, Dir::N).map(|edge| (edge.kind, edge.open));
    assert_eq!(kind(1), Some((EdgeKind::Wall, false)));
    assert_eq!(kind(2), Some((EdgeKind::Door, true)));
    let data = |text: &str| JSON.replace("[1, 2, 3, 4, 5, 5", &format!("[{text}"));
    assert!(matches!(refused(&data("1")), ImportError::Text { at: None, .. }));
    assert!(matches!(refused(&data("\"<&>\", 2, 3, 4, 5, 5")), ImportError::Text { .. }));
}

#[test]
fn other_maps_are_refused() {
    let text = map(&csv("base", &GIDS));
    for (from, to) in [("orthogonal", "hexagonal"), ("orthogonal", "isometric")] {
        assert!(matches!(refused(&text.replace(from, to)), ImportError::Other { .. }));
    }
    let wide = text.replacen(r#"width="6""#, r#"width="300""#, 1);
    assert_eq!(refused(&wide), ImportError::Size { columns: 300, rows: 4 });
    assert!(matches!(refused(TILES), ImportError::Other { found: "a tileset of Tiled", .. }));
    let json = r#"{"tiledversion": "1.10", "tilewidth": 16}"#;
    assert!(matches!(refused(json), ImportError::Other { found: "a tileset of Tiled", .. }));
    let zero = text.replace(r#"tilewidth="16""#, r#"tilewidth="0""#);
    assert!(matches!(refused(&zero), ImportError::Value { .. }));
}
