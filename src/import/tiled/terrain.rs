//! Words of tiles and layers as terrain.

use grid::Terrain;

/// Words that mean a terrain, besides its own name.
const SYNONYMS: [(&str, Terrain); 54] = [
    ("lawn", Terrain::Grass),
    ("meadow", Terrain::Grass),
    ("field", Terrain::Grass),
    ("plain", Terrain::Grass),
    ("plains", Terrain::Grass),
    ("forest", Terrain::Grass),
    ("dirt", Terrain::Earth),
    ("soil", Terrain::Earth),
    ("ground", Terrain::Earth),
    ("road", Terrain::Path),
    ("trail", Terrain::Path),
    ("street", Terrain::Path),
    ("beach", Terrain::Sand),
    ("desert", Terrain::Sand),
    ("dune", Terrain::Sand),
    ("pebbles", Terrain::Gravel),
    ("scree", Terrain::Gravel),
    ("cave", Terrain::Rock),
    ("bedrock", Terrain::Rock),
    ("floor", Terrain::Stone),
    ("paving", Terrain::Stone),
    ("pavement", Terrain::Stone),
    ("cobble", Terrain::Stone),
    ("cobblestone", Terrain::Stone),
    ("brick", Terrain::Stone),
    ("bricks", Terrain::Stone),
    ("marble", Terrain::Stone),
    ("plank", Terrain::Wood),
    ("planks", Terrain::Wood),
    ("wooden", Terrain::Wood),
    ("parquet", Terrain::Wood),
    ("bog", Terrain::Mud),
    ("swamp", Terrain::Mud),
    ("marsh", Terrain::Mud),
    ("quicksand", Terrain::Mire),
    ("reed", Terrain::Reeds),
    ("tallgrass", Terrain::Reeds),
    ("frozen", Terrain::Ice),
    ("ford", Terrain::Shallows),
    ("shallow", Terrain::Shallows),
    ("puddle", Terrain::Shallows),
    ("river", Terrain::Water),
    ("lake", Terrain::Water),
    ("sea", Terrain::Water),
    ("ocean", Terrain::Water),
    ("pond", Terrain::Water),
    ("lava", Terrain::Embers),
    ("magma", Terrain::Embers),
    ("fire", Terrain::Embers),
    ("debris", Terrain::Rubble),
    ("ruins", Terrain::Rubble),
    ("wall", Terrain::Solid),
    ("walls", Terrain::Solid),
    ("cliff", Terrain::Solid),
];

/// Words that tell nothing where they stand among others: "stone floor".
const GENERAL: [&str; 4] = ["floor", "ground", "field", "plain"];

/// The terrain of one word.
pub(super) fn of_word(word: &str) -> Option<Terrain> {
    let synonym = |(known, _): &&(&str, Terrain)| *known == word;
    Terrain::from_name(word).or_else(|| SYNONYMS.iter().find(synonym).map(|(_, terrain)| *terrain))
}

/// The terrain that a name tells: a wall first, then the last word that is no general one, as in
/// "grass_to_sand" or "stone_floor".
pub(super) fn of_name(name: &str) -> Option<Terrain> {
    let words = words(name);
    let known: Vec<(&str, Terrain)> =
        words.iter().filter_map(|word| Some((word.as_str(), of_word(word)?))).collect();
    let solid = known.iter().find(|(_, terrain)| *terrain == Terrain::Solid);
    let plain = known.iter().rev().find(|(word, _)| !GENERAL.contains(word));
    solid.or(plain).or(known.last()).map(|(_, terrain)| *terrain)
}

/// As [`of_name`], for the name of a layer or tileset, where "ground" and the like tell nothing.
pub(super) fn of_group(name: &str) -> Option<Terrain> {
    let tells = |word: &String| of_word(word).is_some() && !GENERAL.contains(&word.as_str());
    if words(name).iter().any(tells) { of_name(name) } else { None }
}

/// The words of a name in lower case. Digits and signs separate words, and so do capitals after
/// small letters.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for c in name.chars().take(200) {
        let new = !c.is_alphabetic() || (small && c.is_uppercase());
        if new {
            words.push(String::new());
        }
        small = c.is_lowercase();
        if c.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_terrain() {
        for (name, terrain) in [
            ("water", Some(Terrain::Water)),
            ("Deep Water 03.png", Some(Terrain::Water)),
            ("stone_floor", Some(Terrain::Stone)),
            ("WoodenFloor2", Some(Terrain::Wood)),
            ("floor", Some(Terrain::Stone)),
            ("dirtTiles", Some(Terrain::Earth)),
            ("wall-top", Some(Terrain::Solid)),
            ("brick wall", Some(Terrain::Solid)),
            ("solid", Some(Terrain::Solid)),
            ("lava", Some(Terrain::Embers)),
            ("overworld", None),
            ("", None),
        ] {
            assert_eq!(of_name(name), terrain, "{name}");
        }
    }

    #[test]
    fn general_words_tell_nothing_about_a_layer() {
        for name in ["Ground", "floor 1", "Tiles"] {
            assert_eq!(of_group(name), None, "{name}");
        }
        assert_eq!(of_group("Ground water"), Some(Terrain::Water));
    }

    #[test]
    fn no_synonym_is_a_name_of_its_own() {
        for (n, (word, _)) in SYNONYMS.iter().enumerate() {
            assert_eq!(Terrain::from_name(word), None, "{word}");
            assert!(SYNONYMS.iter().take(n).all(|(other, _)| other != word), "{word}");
        }
    }
}
