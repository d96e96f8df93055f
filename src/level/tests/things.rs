//! Things with material, scale and light: what is read and written, and what is refused.

use crate::{Item, Level, MAX_LIGHTS, Severity};
use files::At;
use grid::{
    Body, Cell, Finish, Footing, Hm, Lamp, LampSetting, Light, Material, Prop, PropBox, PropPaint,
    Rgb, Terrain, ThingKind,
};

/// A level with this line of things at line 5.
fn with(things: &str) -> String {
    format!(
        "Level(format: 1, name: \"T\",\n\
         palette: {{ '.': (terrain: grass) }},\n\
         rows: [\"........\", \"........\", \"........\", \"........\"],\n\
         light: night,\n\
         things: [{things}],\n\
         sides: [(name: \"A\", units: [(role: knight, at: (0, 0))]),\n\
         (name: \"B\", units: [(role: knight, at: (7, 3))])])"
    )
}

/// The thing of a level with one, at (3, 2).
#[track_caller]
fn read(thing: &str) -> (Level, Item) {
    let level = Level::parse("t.ron", &with(&format!("({thing}, at: (3, 2))"))).unwrap();
    let item = level.things[&Cell::new(3, 2)].clone();
    (level, item)
}

/// The only error of a thing, at the mark `@`.
#[track_caller]
fn refused(marked: &str, part: &str) {
    let line = format!("things: [({marked}, at: (3, 2))],");
    let column = line.find('@').unwrap() + 1;
    let text = with(&format!("({}, at: (3, 2))", marked.replace('@', "")));
    let found = Level::parse("t.ron", &text).expect_err("it must be refused");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].at, Some(At { line: 5, column }), "{}", found[0]);
    assert!(found[0].to_string().contains(part), "{}", found[0]);
}

#[test]
fn what_a_thing_has_of_its_own_is_read_and_written() {
    for (text, finish) in [
        (
            "kind: table, material: stone",
            Finish { material: Some(Material::Stone), ..Finish::USUAL },
        ),
        ("kind: table, material: wood, scale: 1", Finish::USUAL),
        ("kind: boulder, scale: 1.35", Finish { scale: 135, ..Finish::USUAL }),
        ("kind: lamp, light: none", Finish { light: LampSetting::Out, ..Finish::USUAL }),
        ("kind: table, light: none", Finish::USUAL),
        ("kind: lamp, light: (bright: 6)", Finish::USUAL),
    ] {
        let (level, item) = read(text);
        assert_eq!(item.finish, finish, "{text}");
        let again = Level::parse("t.ron", &level.to_text()).unwrap();
        assert_eq!(again, level, "{}", level.to_text());
    }
}

#[test]
fn light_that_is_left_open_is_as_usual() {
    let light = |text: &str| {
        let (level, item) = read(text);
        assert_eq!(Level::parse("t.ron", &level.to_text()).unwrap(), level);
        item.finish.lamp_of(item.kind).unwrap()
    };
    let plain = Lamp { bright: 4, dim: 8, ..Lamp::POST };
    assert_eq!(light("kind: statue, light: ()"), plain);
    assert_eq!(light("kind: statue, light: (bright: 2.0)"), Lamp { bright: 2, dim: 4, ..plain });
    assert_eq!(light("kind: campfire, light: (dim: 3)"), Lamp { bright: 3, dim: 3, ..Lamp::FIRE });
    let own = light("kind: lamp, light: (bright: 0, dim: 9, colour: \"#0102fA\", flicker: true)");
    assert_eq!(own, Lamp { bright: 0, dim: 9, colour: Rgb(1, 2, 250), flicker: true });
    assert_eq!(light("kind: lamp, light: (colour: violet)").colour, Rgb(0xb7, 0x7d, 0xff));
}

#[test]
fn light_of_its_own_lights_the_board_and_none_leaves_it_dark() {
    let around = |text: &str| {
        let board = read(text).0.board();
        [3, 4, 5, 6, 7].map(|x| board.light(Cell::new(x, 2)))
    };
    use Light::{Bright, Dark, Dim};
    assert_eq!(around("kind: crate"), [Dark; 5]);
    let own = around("kind: crate, light: (bright: 1, dim: 3)");
    assert_eq!(own, [Bright, Bright, Dim, Dim, Dark]);
    assert_eq!(around("kind: crate, light: (bright: 0, dim: 1)"), [Dim, Dim, Dark, Dark, Dark]);
    assert_eq!(around("kind: lamp"), [Bright; 5]);
    assert_eq!(around("kind: lamp, light: none"), [Dark; 5]);
}

#[test]
fn mistakes_are_refused_where_they_are() {
    refused("kind: crate, material: @glass", "allowed: wood, stone, metal");
    refused("kind: bush, material: @wood", "allowed: foliage");
    refused("kind: crate, scale: @0.45", "found 0.45 as scale; allowed: 0.5 to 1.5");
    refused("kind: crate, scale: @0.72", "multiple of 0.05");
    refused("kind: crate, scale: @large", "found `large` as scale");
    refused("kind: bridge, height: 1.0, scale: @0.5", "a bridge has no scale");
    refused("kind: lamp, light: @dim", "`none` or `(bright: 4");
    refused("kind: lamp, light: (bright: @21)", "whole numbers from 0 to 20");
    refused("kind: lamp, light: (bright: 2, dim: @41)", "whole numbers from 0 to 40");
    refused("kind: lamp, light: @(bright: 5, dim: 4)", "at least as far as bright light");
    refused("kind: lamp, light: @(bright: 0)", "reaches at least 1 m");
    refused("kind: lamp, light: (colour: @pink)", "unknown colour `pink`; allowed: warm, fire");
    refused("kind: lamp, light: (colour: @\"#12\")", "\"#rrggbb\"");
    refused("kind: lamp, light: (@shine: 3)", "the light of a thing has no `shine`");
}

#[test]
fn too_many_lights_are_refused() {
    let mut level = Level::blank("Lights", 30, 30, Terrain::Grass);
    let lit = LampSetting::Own(Lamp::CRYSTAL);
    let finish = Finish { light: lit, ..Finish::USUAL };
    for (n, cell) in
        level.ground.cells().take(MAX_LIGHTS + 1).collect::<Vec<_>>().iter().enumerate()
    {
        let told = |level: &Level| {
            let found = level.validate();
            found.iter().any(|f| f.severity == Severity::Error && f.message.contains("give light"))
        };
        assert!(n < MAX_LIGHTS || !told(&level));
        level.things.insert(*cell, Item { finish, ..Item::new(ThingKind::Table) });
        assert!(n < MAX_LIGHTS || told(&level));
    }
}

/// A level with this prop and a thing that is it.
fn with_prop(prop: &str) -> String {
    let things = with("(kind: custom(\"cart\"), at: (3, 2))");
    things.replace("light: night,", &format!("props: {{ \"cart\": ({prop}) }},"))
}

#[test]
fn props_are_read_with_their_defaults_and_written() {
    let text = with_prop("boxes: [(from: (-0.4, -0.35, 0), to: (0.2, 0.3, 1.25))]");
    let level = Level::parse("t.ron", &text).unwrap();
    let item = &level.things[&Cell::new(3, 2)];
    let prop = item.prop.as_ref().unwrap();
    let one = PropBox {
        from: [-40, -35, 0],
        to: [20, 30, 125],
        paint: PropPaint::Material(Material::Wood),
    };
    assert_eq!(prop.boxes, [one]);
    assert_eq!((prop.height, prop.footing, prop.cover_cm), (Hm(2), Footing::Blocks, 80));
    assert_eq!((item.kind, item.height), (ThingKind::Custom, Hm(2)));
    assert_eq!(Level::parse("t.ron", &level.to_text()).unwrap(), level);
    let board = level.board();
    let (_, thing) = board.thing_in(Cell::new(3, 2)).unwrap();
    assert_eq!((thing.title().as_str(), thing.width_cm()), ("cart", 80));
}

#[test]
fn what_a_prop_says_of_units_and_cover_holds_on_the_board() {
    let facts = |more: &str| {
        let text = with_prop(&format!("boxes: [(from: (-0.5, -0.5, 0), to: (0.5, 0.5, 1))]{more}"));
        let board = Level::parse("t.ron", &text).unwrap().board();
        let stands = board.footing(Cell::new(3, 2), Hm(4));
        let eyes = |x| grid::Eye::At(Cell::new(x, 2), Hm(1));
        let body = Body {
            id: grid::UnitId(0),
            side: grid::SideId(0),
            at: Cell::new(1, 2).into(),
            size: 1,
            feet: Hm::ZERO,
            height: Hm(1),
            facing: grid::Dir::E,
            blocking: true,
            prone: false,
            armed: false,
            threatens: false,
            sinks: false,
            sharing: None,
        };
        (stands, grid::sees(&board, &body, eyes(5)))
    };
    assert_eq!(facts(""), (None, false));
    assert_eq!(facts(", footing: platform, height: 1.5"), (Some(Hm(3)), false));
    assert_eq!(facts(", footing: through, cover: none"), (Some(Hm(0)), true));
}

#[test]
fn mistakes_in_props_are_refused_where_they_are() {
    let told = |marked: &str, part: &str| {
        let line = format!("props: {{ \"cart\": ({marked}) }},");
        let column = line.find('@').unwrap() + 1;
        let found = Level::parse("t.ron", &with_prop(&marked.replace('@', "")));
        let found = found.expect_err("it must be refused");
        let at = Some(At { line: 4, column });
        let first = found.iter().find(|problem| problem.at == at);
        let first = first.unwrap_or_else(|| panic!("{found:#?}"));
        assert!(first.to_string().contains(part), "{first}");
    };
    let fine = "from: (0, 0, 0), to: (0.1, 0.1, 0.1)";
    told("boxes: [(from: (@-0.76, 0, 0), to: (0.1, 0.1, 0.1))]", "from -0.75 to 0.75");
    told("boxes: [(from: (0, 0, 0), to: (0.1, 0.1, @10.5))]", "from 0 to 10");
    told("boxes: [(from: (0, 0, 0), to: (0.1, @0.123, 0.1))]", "at most two decimals");
    told("boxes: [@(from: (0.2, 0, 0), to: (0.1, 0.1, 0.1))]", "west, north and below");
    told("boxes: [(from: @(0, 0), to: (0.1, 0.1, 0.1))]", "(east, south, up)");
    told(&format!("boxes: [({fine}, material: wood, colour: @red)]"), "not both");
    told(&format!("boxes: [({fine}, @shine: 1)]"), "a box has no `shine`");
    told(&format!("boxes: [({fine})], footing: @hover"), "allowed: blocks, platform, through");
    told(&format!("boxes: [({fine})], cover: @1.5"), "cover of a prop");
    let many = format!("({fine}), ").repeat(24);
    told(&format!("boxes: [{many}@({fine})]"), "25 entries, allowed: 24");
    // A wrong prop is the only fault, although a thing is made of it.
    let wrong = with_prop("boxes: [(from: (0, 0, 0), to: (0.1, 0.123, 0.1))]");
    let found = Level::parse("t.ron", &wrong).expect_err("it must be refused");
    assert_eq!(found.len(), 1, "{found:?}");
    let unknown = with("(kind: custom(\"cart\"), at: (3, 2))");
    let found = Level::parse("t.ron", &unknown).expect_err("there is no such prop");
    assert!(found[0].to_string().contains("the level has no `props`"), "{found:?}");
    let typo = with_prop(&format!("boxes: [({fine})]")).replace("custom(\"cart", "custom(\"card");
    let found = Level::parse("t.ron", &typo).expect_err("there is no such prop");
    assert!(found[0].to_string().contains("did you mean `cart`?"), "{found:?}");
}

#[test]
fn two_props_with_one_name_are_an_error() {
    let mut level = Level::blank("Props", 8, 8, Terrain::Grass);
    for (x, height) in [(1, Hm(2)), (2, Hm(3))] {
        let prop = Prop { height, ..Prop::plain("cart") };
        level.things.insert(Cell::new(x, 1), Item::custom(std::sync::Arc::new(prop)));
    }
    let found = level.validate();
    let twice = found.iter().filter(|f| f.message.contains("two props are called \"cart\""));
    assert_eq!(twice.count(), 1);
}
