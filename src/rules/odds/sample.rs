//! An even sample of the courses of a command, for callers that cannot wait for all of them.

use std::collections::BTreeMap;

use crate::command::Command;
use crate::dice::Likelihood;
use crate::engine::{CommandError, Fault};
use crate::ruleset::Ruleset;
use crate::state::State;

use super::course::Course;
use super::graph::Graph;
use super::walk::walk_all;

/// Number of allowed step runs for each course that is followed.
const RUNS_PER_COURSE: usize = 16;
/// Minimum number of courses followed.
const MIN_COURSES: u32 = 8;
/// Maximum number of throws followed for each course; a course with more is left out.
const MAX_THROWS: usize = 200;

/// The fractional part of the golden ratio, in units of 2^-32. Its multiples are spread evenly.
const GOLDEN: u32 = 0x9e37_79b9;

/// The courses of a command if about `most` step runs are enough; otherwise a sample of them, each
/// with its share of the sample as its chance. The same in every run.
///
/// # Errors
/// As [`courses`](super::courses).
pub fn sample(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
    most: usize,
) -> Result<Vec<Course<()>>, CommandError> {
    let mut graph = Graph::of(rules, state, command)?;
    graph.forget_events();
    if let Some(all) = walk_all(&mut graph, &(), most / 2)? {
        return Ok(all.list);
    }
    let count =
        u32::try_from(most / RUNS_PER_COURSE).unwrap_or(u32::MAX).clamp(MIN_COURSES, 1 << 16);
    Ok(drawn(&mut graph, count)?)
}

/// This number of courses, drawn evenly: at each throw they split in proportion to its results.
fn drawn(graph: &mut Graph<'_>, count: u32) -> Result<Vec<Course<()>>, Fault> {
    let mut ends: BTreeMap<usize, u32> = BTreeMap::new();
    let mut open: BTreeMap<usize, u32> = graph.first().map(|e| (e.to, count)).into_iter().collect();
    let mut left = MAX_THROWS.saturating_mul(count as usize);
    let mut at = 0_u32;
    while let Some((node, here)) = open.pop_first() {
        if graph.ways(node) == 0 {
            *ends.entry(node).or_insert(0) += here;
            continue;
        }
        left = left.saturating_sub(here as usize);
        if left == 0 {
            break;
        }
        at = at.wrapping_add(GOLDEN);
        for (way, some) in split(&graph.sizes(node), here, at).into_iter().enumerate() {
            if some == 0 {
                continue;
            }
            let Some((_, edge)) = graph.follow(node, way)? else { continue };
            let Some(edge) = graph.edge(edge) else { continue };
            *open.entry(edge.to).or_insert(0) += some;
        }
    }
    let course = |(node, some): (usize, u32)| {
        let state = graph.state(node)?.clone();
        Some(Course { chance: Likelihood::of(some.into(), count.into()), fold: (), state })
    };
    Ok(ends.into_iter().filter_map(course).collect())
}

/// Splits a number in proportion to sizes. `at`, in units of 2^-32, decides where whole numbers
/// fall.
fn split(sizes: &[u64], number: u32, at: u32) -> Vec<u32> {
    let total: u128 = sizes.iter().map(|size| u128::from(*size)).sum();
    let (mut sum, mut before) = (0_u128, 0_u32);
    let each = sizes.iter().map(|size| {
        sum += u128::from(*size);
        // The sizes at one throw sum to at most 2^63, so nothing overflows.
        let share = ((sum << 32) * u128::from(number)).checked_div(total).unwrap_or(0);
        let upto = u32::try_from((share + u128::from(at)) >> 32).unwrap_or(number);
        upto.saturating_sub(std::mem::replace(&mut before, upto))
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_split_in_proportion() {
        let half = 1 << 31;
        assert_eq!(split(&[1, 1, 2], 8, half), [2, 2, 4]);
        assert_eq!(split(&[5, 0, 5], 8, half), [4, 0, 4]);
        assert_eq!(split(&[], 8, half), [0; 0]);
        for at in [0, half, u32::MAX] {
            assert_eq!(split(&[3, 1, 7, 2], 5, at).iter().sum::<u32>(), 5, "{at}");
        }
    }

    #[test]
    fn one_falls_on_each_result_as_often_as_its_size_says() {
        let mut count = [0; 3];
        for n in 1..=1000_u32 {
            for (sum, some) in count.iter_mut().zip(split(&[1, 2, 7], 1, n.wrapping_mul(GOLDEN))) {
                *sum += some;
            }
        }
        for (found, wanted) in count.into_iter().zip([100_u32, 200, 700]) {
            assert!(found.abs_diff(wanted) <= 3, "{count:?}");
        }
    }
}
