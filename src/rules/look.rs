//! How acts look and sound. Used only for presentation; the rules ignore it.

/// How an act travels from the actor to the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// No visible effect except on the actor.
    #[default]
    Plain,
    /// A melee attack: a blow, a bite, a grip; the body moves along.
    Blow,
    /// A shot: an arrow, a bolt, a bullet.
    Shot,
    /// A thrown object.
    Throw,
    /// A force sent to the target, or appearing there.
    Cast,
}

/// The kind of force in an act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Force {
    /// Weapons, weight and muscle.
    #[default]
    Body,
    /// Heat and fire.
    Fire,
    /// Cold.
    Cold,
    /// Electricity.
    Shock,
    /// Poison, acid.
    Venom,
    /// Cleansing and protection.
    Light,
    /// Corruption.
    Dark,
    /// Effects on the mind.
    Mind,
    /// Healing.
    Life,
    /// Any other magic.
    Magic,
}

/// The look of an act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// How it travels.
    pub style: Style,
    /// Its kind of force.
    pub force: Force,
}

impl Look {
    /// A look.
    pub const fn new(style: Style, force: Force) -> Self {
        Self { style, force }
    }
}
