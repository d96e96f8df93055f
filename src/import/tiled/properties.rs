//! Custom properties of maps, tiles and objects.

use roxmltree::Node;

use super::xml::children;

/// The custom properties of an element.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Properties<'a> {
    /// Those of an element.
    pub(super) fn of(node: &Node<'a, '_>) -> Self {
        let all = children(node, "properties").flat_map(|list| children(&list, "property"));
        let named = all.filter_map(|property| {
            // A text of several lines stands between the tags.
            let value = property.attribute("value").or_else(|| property.text());
            Some((property.attribute("name")?, value.unwrap_or_default().trim()))
        });
        Self(named.collect())
    }

    /// The property with this name, in any case; none if it is empty.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| *value).filter(|value| !value.is_empty())
    }

    /// The first of these properties that is a number.
    pub(super) fn number(&self, names: &[&str]) -> Option<f64> {
        let values = names.iter().filter_map(|name| self.text(name)?.parse::<f64>().ok());
        values.into_iter().find(|value| value.is_finite())
    }

    /// Whether a property is true.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.text(name).is_some_and(|value| value.eq_ignore_ascii_case("true") || value == "1")
    }
}
