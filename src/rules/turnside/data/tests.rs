//! Tests of the built-in content and of the loader.

use super::*;

/// TU-1, TU-2: C minus 2 is E, E minus 2 is F, and nothing is above A.
#[test]
fn ranks_stop_at_both_ends() {
    let less = |rank: Rank, n: i32| Rank::of(rank.value() - n);
    assert_eq!(
        (less(Rank::C, 2), less(Rank::E, 2), less(Rank::A, -1)),
        (Rank::E, Rank::F, Rank::A)
    );
}

#[test]
fn faults_in_the_files_are_named() {
    let spoilt = |from: &str, to: &str| {
        let mut files = Files::built_in();
        for source in files.all_mut() {
            source.text = source.text.replace(from, to);
        }
        let problems = assemble(&files).unwrap_err();
        problems.iter().map(ToString::to_string).collect::<String>()
    };
    assert!(
        spoilt("main: Some(\"maul\")", "main: Some(\"mall\")")
            .contains("there is no weapon `mall`")
    );
    let seven = spoilt("\"TU-229\", tier: Minor", "\"TU-229\", tier: Massive");
    assert!(seven.contains("damaged_pelvis"), "{seven}");
    assert!(spoilt("(4, 5, 6, 7, 8, 9)", "(0, 5, 6, 7, 8, 9)").contains("`movement` is 0"));
}
