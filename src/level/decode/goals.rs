//! Reads the goals.

use super::Decoder;
use crate::MAX_GOALS;
use crate::goals::{Goal, GoalKind};
use crate::model::Side;
use crate::reader::{Fields, round, suggestion};
use crate::syntax::{Node, Value};
use crate::validate::Subject;
use grid::SideId;

impl Decoder {
    pub(super) fn goals(&mut self, fields: &Fields<'_, '_>, sides: &[Side]) -> Vec<Goal> {
        let mut goals = Vec::new();
        let Some(node) = fields.get("goals") else {
            return vec![Goal { side: None, kind: GoalKind::LastSideStanding }];
        };
        self.marks.set(Subject::Field("goals"), node.at);
        for node in self.reader.list(node, "`goals`", MAX_GOALS) {
            self.marks.set(Subject::Goal(goals.len()), node.at);
            goals.extend(self.goal(node, sides, &Subject::Goal(goals.len())));
        }
        goals
    }

    /// A goal; `subject` is its place in the level.
    pub(super) fn goal(
        &mut self,
        node: &Node<'_>,
        sides: &[Side],
        subject: &Subject,
    ) -> Option<Goal> {
        let name = match &node.value {
            Value::Word(name) => Some(*name),
            _ => round(node).and_then(|g| g.name),
        };
        let allowed = GoalKind::NAMES.join(", ");
        let Some(name) = name else {
            self.reader.wrong(node.at, format!("a goal begins with its name; allowed: {allowed}"));
            return None;
        };
        let (what, names): (_, &[&str]) = match name {
            "last_side_standing" => ("`last_side_standing`", &["side"]),
            "hold" => ("`hold`", &["side", "region", "rounds"]),
            "reach" => ("`reach`", &["side", "region", "units"]),
            "defeat" => ("`defeat`", &["side", "unit"]),
            "survive" => ("`survive`", &["side", "rounds"]),
            _ => {
                let message = format!("unknown goal `{name}`; allowed: {allowed}");
                let help = suggestion(name, GoalKind::NAMES);
                self.reader.wrong_with_help(node.at, message, help);
                return None;
            }
        };
        if let (Value::Word(_), "last_side_standing") = (&node.value, name) {
            return Some(Goal { side: None, kind: GoalKind::LastSideStanding });
        }
        let fields = self.reader.fields(node, what, names)?;
        let side = match fields.get("side") {
            Some(node) => Some(self.side_by_name(node, sides)?),
            None => None,
        };
        let kind = match name {
            "hold" => GoalKind::Hold {
                region: self.goal_text(&fields, "region", subject)?,
                rounds: self.goal_number(&fields, "rounds", 99)?,
            },
            "reach" => GoalKind::Reach {
                region: self.goal_text(&fields, "region", subject)?,
                units: match fields.get("units") {
                    Some(_) => self.goal_number(&fields, "units", 200)?,
                    None => 1,
                },
            },
            "defeat" => GoalKind::Defeat { unit: self.goal_text(&fields, "unit", subject)? },
            "survive" => GoalKind::Survive { rounds: self.goal_number(&fields, "rounds", 99)? },
            _ => GoalKind::LastSideStanding,
        };
        Some(Goal { side, kind })
    }

    fn goal_text(
        &mut self,
        fields: &Fields<'_, '_>,
        name: &str,
        subject: &Subject,
    ) -> Option<String> {
        let node = self.reader.need(fields, name)?;
        self.marks.set(subject.clone(), node.at);
        self.reader.text(node, &format!("`{name}`")).map(|t| t.value())
    }

    fn goal_number(&mut self, fields: &Fields<'_, '_>, name: &str, max: u8) -> Option<u8> {
        let node = self.reader.need(fields, name)?;
        let number = self.reader.whole(node, &format!("`{name}`"), 1..=i64::from(max));
        number.and_then(|n| u8::try_from(n).ok())
    }

    pub(super) fn side_by_name(&mut self, node: &Node<'_>, sides: &[Side]) -> Option<SideId> {
        let name = self.reader.text(node, "name of a side")?.value();
        let found = sides.iter().position(|s| s.name == name);
        if found.is_none() {
            let names = || sides.iter().map(|s| s.name.as_str());
            let allowed: Vec<_> = names().map(|n| format!("{n:?}")).collect();
            let message = format!("no side is called {name:?}; allowed: {}", allowed.join(", "));
            self.reader.wrong_with_help(node.at, message, suggestion(&name, names()));
        }
        found.and_then(|i| u8::try_from(i).ok()).map(SideId)
    }
}
