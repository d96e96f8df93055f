//! The order in which wounds are taken from the three tracks (EV-258 to EV-261).

/// The track that the next wound comes from.
pub fn next_track(left: [i32; 3], lost: [i32; 3], from: usize) -> Option<usize> {
    (from..3).find(|track| lost.get(*track) < left.get(*track))
}

/// Whether these wounds take everything even if the next Heavy ones among them are blocked.
pub fn takes_all(left: [i32; 3], mut lost: [i32; 3], wounds: &[usize], mut blocks: i32) -> bool {
    for from in wounds {
        match next_track(left, lost, *from) {
            Some(1) if blocks > 0 => blocks -= 1,
            Some(track) => lost.iter_mut().skip(track).take(1).for_each(|lost| *lost += 1),
            None => break,
        }
    }
    lost[2] >= left[2]
}
