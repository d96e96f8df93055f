//! How acts look and sound. Nothing in a battle is decided by it; whoever shows a battle reads it.

/// How an act goes from the one who does it to whom it is meant for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// Nothing is to be seen of it beside the one who does it.
    #[default]
    Plain,
    /// A blow, a bite, a grip: the body goes along.
    Blow,
    /// Something is shot: an arrow, a bolt, a bullet.
    Shot,
    /// Something is thrown.
    Throw,
    /// A force is sent, or takes hold where it is meant to.
    Cast,
}

/// What is at work in an act.
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
    /// What cleanses and protects.
    Light,
    /// What corrupts.
    Dark,
    /// What works on the mind.
    Mind,
    /// What heals.
    Life,
    /// Any other magic.
    Magic,
}

/// How an act looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// How it gets there.
    pub style: Style,
    /// What is at work.
    pub force: Force,
}

impl Look {
    /// A look.
    pub const fn new(style: Style, force: Force) -> Self {
        Self { style, force }
    }
}
