//! Checks whether a window can open at all. The window system would end the program without a
//! message to the player, so the display is tested first.

use std::env;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::time::Duration;

/// Maximum time for a display on another computer to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// First port of X11 displays on other computers.
const FIRST_PORT: u16 = 6000;

/// Why no window can open, if that is certain. Only X11 and Wayland can be tested.
pub(super) fn missing() -> Option<String> {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return None;
    }
    let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    if set("WAYLAND_SOCKET").is_some() {
        return None;
    }
    let (wayland, x11) = (set("WAYLAND_DISPLAY"), set("DISPLAY"));
    if wayland.is_none() && x11.is_none() {
        return Some("no display: neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned());
    }
    let answers = wayland.as_deref().is_some_and(wayland_answers)
        || x11.as_deref().and_then(Address::of).is_some_and(|at| at.answers());
    if answers {
        return None;
    }
    let tried = [("WAYLAND_DISPLAY", wayland), ("DISPLAY", x11)];
    let tried = tried.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
    Some(format!("no display answers: {}", tried.collect::<Vec<_>>().join(", ")))
}

/// The address of an X11 server.
#[derive(Debug, PartialEq, Eq)]
enum Address {
    /// On this computer, by number.
    Here(u16),
    /// On another one: host and port.
    There(String, u16),
    /// A socket on this computer.
    Socket(PathBuf),
}

impl Address {
    /// The address in a value of `DISPLAY` such as `:0`, `unix:1.0`, `host:10.0` or the path of a
    /// socket. `None` if it is none of these.
    fn of(name: &str) -> Option<Self> {
        if name.starts_with('/') {
            return Some(Self::Socket(PathBuf::from(name)));
        }
        let (host, rest) = name.rsplit_once(':')?;
        let number: u16 = rest.split('.').next()?.parse().ok()?;
        match host.rsplit('/').next().unwrap_or_default() {
            "" | "unix" => Some(Self::Here(number)),
            host => Some(Self::There(host.to_owned(), FIRST_PORT.checked_add(number)?)),
        }
    }

    fn answers(&self) -> bool {
        match self {
            Self::Here(number) => here_answers(*number),
            Self::Socket(path) => socket::answers(path),
            Self::There(host, port) => {
                let found = (host.as_str(), *port).to_socket_addrs();
                found
                    .into_iter()
                    .flatten()
                    .any(|at| TcpStream::connect_timeout(&at, PATIENCE).is_ok())
            }
        }
    }
}

fn here_answers(number: u16) -> bool {
    let path = PathBuf::from(format!("/tmp/.X11-unix/X{number}"));
    let port = FIRST_PORT.saturating_add(number);
    socket::answers(&path) || Address::There("localhost".to_owned(), port).answers()
}

fn wayland_answers(name: &str) -> bool {
    let folder = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).unwrap_or_default();
    socket::answers(&folder.join(name))
}

#[cfg(unix)]
mod socket {
    use std::path::Path;

    /// Whether a server listens at a local socket, by path or, on Linux, by abstract name.
    pub(super) fn answers(path: &Path) -> bool {
        use std::os::unix::net::UnixStream;
        UnixStream::connect(path).is_ok() || by_name(path)
    }

    #[cfg(target_os = "linux")]
    fn by_name(path: &Path) -> bool {
        use std::os::linux::net::SocketAddrExt;
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::net::{SocketAddr, UnixStream};
        let address = SocketAddr::from_abstract_name(path.as_os_str().as_bytes());
        address.is_ok_and(|address| UnixStream::connect_addr(&address).is_ok())
    }

    #[cfg(not(target_os = "linux"))]
    fn by_name(_path: &Path) -> bool {
        false
    }
}

#[cfg(not(unix))]
mod socket {
    /// There are no local sockets to test.
    pub(super) fn answers(_path: &std::path::Path) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays_are_read_as_the_window_system_does() {
        assert_eq!(Address::of(":0"), Some(Address::Here(0)));
        assert_eq!(Address::of("unix:12.1"), Some(Address::Here(12)));
        assert_eq!(Address::of("tcp/far:10.0"), Some(Address::There("far".to_owned(), 6010)));
        let socket = Address::Socket(PathBuf::from("/private/launchd:0"));
        assert_eq!(Address::of("/private/launchd:0"), Some(socket));
        assert_eq!(Address::of("nonsense"), None);
        assert_eq!(Address::of("far:65000"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_display_that_leads_nowhere_does_not_answer() {
        assert!(!socket::answers(std::path::Path::new("/no/such/socket")));
    }
}
