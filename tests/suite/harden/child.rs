//! Tests in a child process: when a test kills its process or takes all memory, it fails alone
//! instead of ending the whole run.

use std::process::Command;

/// A limit that the shell sets before the process starts.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// Address space in MiB: far more than needed, and little enough not to affect the computer.
    Memory(u64),
    /// Largest file that may be written, in KiB. A write beyond it fails as on a full disk.
    #[cfg(unix)]
    File(u64),
}

/// Command that runs a single test of this program. The test is marked as ignored, so that only
/// this runs it; `module` is its `module_path!()`.
pub fn of(module: &str, test: &str, limit: Option<Limit>) -> Command {
    let program = std::env::current_exe().expect("a test knows its program");
    let mut command = match limit.filter(|_| cfg!(unix)) {
        None => Command::new(program),
        Some(limit) => {
            let set = match limit {
                Limit::Memory(mib) => format!("ulimit -v {}", mib * 1024),
                // Ignores the signal, which would end the process. The unit of `ulimit` is 512
                // bytes.
                #[cfg(unix)]
                Limit::File(kib) => format!("trap '' XFSZ; ulimit -f {}", kib * 2),
            };
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("{set} && exec \"$0\" \"$@\"")]).arg(program);
            shell
        }
    };
    // Without the crate name, as the harness lists tests.
    let inside = module.split_once("::").map_or(module, |(_, inside)| inside);
    command.args(["--ignored", "--exact", &format!("{inside}::{test}")]);
    command.args(["--nocapture", "--test-threads=1"]);
    command
}

/// Peak memory of this process since [`forget_peak`], in KiB; 0 where the system does not report
/// it.
pub fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|l| l.split_whitespace().nth(1)).and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// Resets the peak memory.
pub fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
