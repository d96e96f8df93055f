//! The numbers and options of a ruleset's `rules.ron`, each declared once with its bounds.

/// Declares the struct of a ruleset's `rules.ron`: integers, lists of integers and heights in half
/// metres with their bounds, and options with their types. The file documents each of them. The
/// struct gets a method `check`, which reports values out of bounds.
#[macro_export]
macro_rules! house_rules {
    (
        $(#[$about:meta])*
        $Rules:ident {
            numbers { $($number:ident: $range:expr,)* }
            rows { $($row:ident: [$length:literal] $each:expr,)* }
            heights { $($height:ident: $halves:expr,)* }
            choices { $($choice:ident: $Choice:ty,)* }
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, reason = "each is explained by its rule in `rules.ron`")]
        pub struct $Rules {
            $(pub $number: i32,)*
            $(pub $row: [i32; $length],)*
            $(
                #[serde(deserialize_with = "rules::content::metres")]
                pub $height: grid::Hm,
            )*
            $(pub $choice: $Choice,)*
        }

        impl $Rules {
            fn check(&self, r: &mut $crate::content::Reporter<'_>) {
                r.options([$((stringify!($number), self.$number, $range),)*]);
                $(r.options(self.$row.map(|n| (stringify!($row), n, $each)));)*
                r.heights([$((stringify!($height), self.$height, $halves),)*]);
            }
        }
    };
}
pub use house_rules;
