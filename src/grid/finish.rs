//! Properties of a single thing: material, scale and light.

use serde::{Deserialize, Serialize};

use super::lamp::{Lamp, LampSetting};
use super::matter::Material;
use super::things::ThingKind;

/// How one thing differs from others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Finish {
    /// Its material, if not the usual one.
    pub material: Option<Material>,
    /// Size in plan, in percent of its kind: [`Self::SCALES`]. Its height is not affected.
    pub scale: u8,
    /// The light that it gives.
    pub light: LampSetting,
}

impl Default for Finish {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Finish {
    /// The usual values of its kind.
    pub const USUAL: Self = Self { material: None, scale: 100, light: LampSetting::Usual };

    /// Smallest and largest scale, in percent.
    pub const SCALES: (u8, u8) = (50, 150);

    /// The scales differ by multiples of this, in percent.
    pub const SCALE_STEP: u8 = 5;

    /// The material of a thing of this kind.
    pub fn material_of(self, kind: ThingKind) -> Material {
        self.material.unwrap_or(kind.spec().material)
    }

    /// What a thing of this kind is called: "stone table", or "table" if its material is usual.
    pub fn title(self, kind: ThingKind) -> String {
        let name = kind.spec().name.replace('_', " ");
        match self.material {
            Some(material) => format!("{} {name}", material.adjective()),
            None => name,
        }
    }

    /// The light that a thing of this kind gives.
    pub fn lamp_of(self, kind: ThingKind) -> Option<Lamp> {
        match self.light {
            LampSetting::Usual => kind.lamp(),
            LampSetting::Out => None,
            LampSetting::Own(lamp) => Some(lamp),
        }
    }

    /// The same, with values that are usual for the kind replaced by [`Self::USUAL`], so that equal
    /// things compare equal.
    #[must_use]
    pub fn for_kind(self, kind: ThingKind) -> Self {
        let material = self.material.filter(|m| *m != kind.spec().material);
        let usual = self.lamp_of(kind) == kind.lamp();
        let light = if usual { LampSetting::Usual } else { self.light };
        Self { material, light, ..self }
    }

    /// Why a thing of this kind cannot have these properties, as the text of a problem.
    pub fn fault(self, kind: ThingKind) -> Option<String> {
        let name = kind.spec().name;
        let (low, high) = Self::SCALES;
        if let Some(material) = self.material.filter(|m| !kind.materials().contains(m)) {
            let allowed: Vec<_> = kind.materials().iter().map(|m| m.name()).collect();
            let allowed = allowed.join(", ");
            return Some(format!("a {name} of {}; allowed: {allowed}", material.name()));
        }
        if self.scale != 100 && !kind.scales() {
            return Some(format!("a {name} has no scale"));
        }
        if !(low..=high).contains(&self.scale) || !self.scale.is_multiple_of(Self::SCALE_STEP) {
            return Some(format!("a scale of {} %; allowed: {low} to {high}", self.scale));
        }
        match self.light {
            LampSetting::Own(lamp) if !lamp.is_valid() => Some(format!(
                "light of {} and {} m; allowed: up to {} m bright, and dim farther up to {} m",
                lamp.bright,
                lamp.dim,
                Lamp::MAX_BRIGHT,
                Lamp::MAX_DIM
            )),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finish_is_usual_where_it_says_what_its_kind_is_anyway() {
        let wood = Finish { material: Some(Material::Wood), ..Finish::USUAL };
        assert_eq!(wood.for_kind(ThingKind::Crate), Finish::USUAL);
        assert_eq!(wood.for_kind(ThingKind::Altar), wood);
        let lit = Finish { light: LampSetting::Own(Lamp::POST), ..Finish::USUAL };
        assert_eq!(lit.for_kind(ThingKind::Lamp), Finish::USUAL);
        assert_eq!(lit.for_kind(ThingKind::Campfire), lit);
        let out = Finish { light: LampSetting::Out, ..Finish::USUAL };
        assert_eq!(out.for_kind(ThingKind::Crate), Finish::USUAL);
        assert_eq!(out.for_kind(ThingKind::Lamp).lamp_of(ThingKind::Lamp), None);
    }

    #[test]
    fn faults_name_what_is_allowed() {
        let of = |material| Finish { material: Some(material), ..Finish::USUAL };
        let text = of(Material::Glass).fault(ThingKind::Crate).unwrap();
        assert!(text.contains("wood, stone, metal"), "{text}");
        let scaled = |scale| Finish { scale, ..Finish::USUAL };
        assert_eq!(scaled(75).fault(ThingKind::Crate), None);
        for (scale, kind) in
            [(45, ThingKind::Crate), (72, ThingKind::Crate), (75, ThingKind::Bridge)]
        {
            assert!(scaled(scale).fault(kind).is_some(), "{scale} {kind:?}");
        }
        let far = Lamp { bright: 2, dim: Lamp::MAX_DIM + 1, ..Lamp::POST };
        let lit = Finish { light: LampSetting::Own(far), ..Finish::USUAL };
        assert!(lit.fault(ThingKind::Table).is_some());
    }
}
