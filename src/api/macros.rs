//! Macros that write terms and rows.

/// A [`Term`](crate::api::term::Term) in the syntax of Prolog, with Rust values in
/// braces.
///
/// There are atoms (`tom`), variables (`X`; each `_` is another one), numbers and
/// strings, compounds, lists (`[H|T]`), and one operator between two of these
/// (`N-1`, `M:goal(X)`); operands with operators of their own stand in parentheses. A
/// value in braces is of any type that is [`IntoTerm`](crate::api::convert::IntoTerm),
/// a term among them; it becomes a term and never text. Atoms that Rust cannot read as
/// names are written as values: `{Atom("b c")}`.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::values::Atom;
/// use luminy::term;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let (user, items) = ("o'neill", vec![3, 4]);
/// let goal = term!(allowed({user}, read, [1, 2 | {items}], Size - "kb"));
/// assert_eq!(goal.to_string(), r#"allowed("o'neill", read, [1, 2, 3, 4], Size-"kb")"#);
/// assert_eq!(term!((a + b) * {Atom("c d")}), "(a+b)*'c d'".parse()?);
///
/// let mut engine = Engine::builder().build();
/// let goal = term!(append([a], [b | T], [X, Y, c]));
/// assert_eq!(engine.query_term(&goal)?.count(), 1);
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! term {
    // The items of a list or compound, one token after the other: what is finished,
    // the tokens of the item that is not, and the rest.
    (@items [$($done:expr,)*] []) => { [$($done,)*] };
    (@items [$($done:expr,)*] [$($now:tt)+]) => { [$($done,)* $crate::term!($($now)+)] };
    (@items [$($done:expr,)*] [$($now:tt)+] , $($rest:tt)*) => {
        $crate::term!(@items [$($done,)* $crate::term!($($now)+),] [] $($rest)*)
    };
    (@items [$($done:expr,)*] [$($now:tt)*] $next:tt $($rest:tt)*) => {
        $crate::term!(@items [$($done,)*] [$($now)* $next] $($rest)*)
    };
    (@list [$($done:expr,)*] [$($now:tt)+]) => {
        $crate::api::term::Term::list([$($done,)* $crate::term!($($now)+)])
    };
    (@list [$($done:expr,)*] [$($now:tt)+] | $($tail:tt)+) => {
        $crate::api::term::Term::partial_list(
            [$($done,)* $crate::term!($($now)+)],
            $crate::term!($($tail)+),
        )
    };
    (@list [$($done:expr,)*] [$($now:tt)+] , $($rest:tt)+) => {
        $crate::term!(@list [$($done,)* $crate::term!($($now)+),] [] $($rest)+)
    };
    (@list [$($done:expr,)*] [$($now:tt)*] $next:tt $($rest:tt)*) => {
        $crate::term!(@list [$($done,)*] [$($now)* $next] $($rest)*)
    };
    // What stands behind an operator.
    (@operand $name:ident($($arguments:tt)+)) => { $crate::term!($name($($arguments)+)) };
    (@operand $value:literal) => { $crate::term!($value) };
    (@operand $right:tt) => { $crate::term!($right) };
    // Terms without an operator.
    (_) => { $crate::api::term::Term::variable("_") };
    ([]) => { $crate::api::term::Term::list([]) };
    ([$($items:tt)+]) => { $crate::term!(@list [] [] $($items)+) };
    ({$value:expr}) => { $crate::api::convert::to_term($value) };
    (($($inner:tt)+)) => { $crate::term!($($inner)+) };
    ($name:ident) => { $crate::api::term::Term::of_name(stringify!($name)) };
    ($name:ident($($arguments:tt)+)) => {
        $crate::api::term::Term::compound(
            stringify!($name),
            $crate::term!(@items [] [] $($arguments)+),
        )
    };
    ($value:literal) => { $crate::api::convert::to_term($value) };
    // An operator between two of them.
    ($name:ident($($arguments:tt)+) $operator:tt $($right:tt)+) => {
        $crate::api::term::Term::compound(
            stringify!($operator),
            [$crate::term!($name($($arguments)+)), $crate::term!(@operand $($right)+)],
        )
    };
    ($left:tt $operator:tt $($right:tt)+) => {
        $crate::api::term::Term::compound(
            stringify!($operator),
            [$crate::term!($left), $crate::term!(@operand $($right)+)],
        )
    };
}

/// A struct that answers are read as, and that facts are made of: each field with the
/// variable whose value it takes.
///
/// Nothing has to be derived for that. With feature `serde`, types that derive
/// `Deserialize` are read by [`records`](crate::api::engine::Engine) as well.
///
/// ```
/// use luminy::api::engine::Engine;
///
/// luminy::record! {
///     /// A way from one place to another.
///     #[derive(Debug, PartialEq)]
///     pub struct Road {
///         /// Where it ends.
///         pub to: String = "To",
///         /// How long it is.
///         pub km: u32 = "Km",
///     }
/// }
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.load_str("road(oslo, bergen, 463). road(oslo, hamar, 126).")?;
/// let roads = engine.query("road(oslo, To, Km), Km < 200")?.rows::<Road>()?;
/// let roads: Vec<Road> = roads.collect::<Result<_, _>>()?;
/// assert_eq!(roads, [Road { to: "hamar".to_owned(), km: 126 }]);
///
/// engine.add_facts("planned/2", roads)?;
/// assert!(engine.run_goal("planned(\"hamar\", 126)")?);
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $visible:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_visible:vis $field:ident: $type:ty = $variable:literal),+ $(,)?
    }) => {
        $(#[$meta])*
        $visible struct $name {
            $($(#[$field_meta])* $field_visible $field: $type,)+
        }

        impl $crate::api::row::FromRow for $name {
            const COLUMNS: Option<usize> = None;
            const VARIABLES: &'static [&'static str] = &[$($variable),+];

            fn from_row(
                row: $crate::api::row::Row<'_>,
            ) -> Result<Self, $crate::api::convert::Mismatch> {
                Ok($name { $($field: row.get($variable)?,)+ })
            }
        }

        impl $crate::api::row::IntoRow for $name {
            const COLUMNS: usize = [$($variable),+].len();

            fn into_row(
                self,
                to: &mut $crate::api::build::Builder<'_>,
                row: &mut Vec<$crate::api::build::Built>,
            ) {
                $(row.push($crate::api::convert::IntoTerm::into_term(self.$field, to));)+
            }
        }
    };
}
