//! Names of content: roles, acts, conditions, pools.

use std::borrow::Borrow;
use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// The snake-case name of a piece of content, cheap to clone. Equal names are equal keys.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
#[serde(transparent)]
pub struct Key(SmolStr);

impl Key {
    /// The key for a name.
    #[inline]
    pub fn new(name: &str) -> Self {
        Self(SmolStr::new(name))
    }

    /// The key for a name known at compile time; no allocation.
    #[inline]
    pub const fn of(name: &'static str) -> Self {
        Self(SmolStr::new_static(name))
    }

    /// The name.
    #[inline]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Borrow<str> for Key {
    #[inline]
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for Key {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Key {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl From<&str> for Key {
    fn from(name: &str) -> Self {
        Self::new(name)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}
