//! How rows of the table are written.
//!
//! `y = sin(x): "(D)D" => partials [cos(x)], on [(-10.0, 10.0)];` names the result and the
//! operands, lists the descriptors (the float twin has the same row), gives the partials, and says
//! where tests compare with differences. `at [0.0] is [1.0]` pins the partials at a point, and
//! `note "…"` speaks of singular points. A formula that another row of the same name does not have
//! needs a stem of its own: `r = log(base, x) as "log_base": …`.

macro_rules! row {
    (partials [$($p:expr),*]) => { Row::Partials(vec![$(Expr::from($p)),*]) };
    (guarded [$($p:expr),*]) => { Row::Guarded(vec![$(Expr::from($p)),*]) };
    (helper [$($p:expr),*]) => { Row::Helper(vec![$(Expr::from($p)),*]) };
    (select [$t:expr]) => { Row::Select(Expr::from($t)) };
    (same []) => { Row::Same };
}

macro_rules! rules {
    ($table:ident, $owners:expr; $(
        $r:ident = $name:tt($($x:ident $(~ $t:ident)?),*) $(as $stem:tt)?: $($descriptor:literal)+ =>
            $kind:ident [$($p:expr),* $(,)?], on [$($domain:expr),*]
            $(, at [$($at:expr),*] is [$($is:expr),*])* $(, note $note:literal)?;
    )*) => {$({
        let $r = &Expr::Result;
        let mut _operand = 0..;
        $(
            let _i: u8 = _operand.next().unwrap_or(0);
            let $x = &Expr::Arg(_i);
            $(let $t = &Expr::Tangent(_i);)?
            let _ = $x;
        )*
        let _ = $r;
        let row = row!($kind [$($p),*]);
        for owner in $owners {
            for descriptor in [$($descriptor),+] {
                $table.push(Rule {
                    owner,
                    name: rules!(@name $name),
                    stem: rules!(@stem $name $($stem)?),
                    descriptor,
                    operands: &[$(stringify!($x)),*],
                    row: row.clone(),
                    domain: &[$($domain),*],
                    pins: &[$(Pin { operands: &[$($at),*], partials: &[$($is),*] }),*],
                    note: concat!($($note)?),
                    lossy: false,
                });
            }
        }
    })*};
    (@name $name:ident) => { stringify!($name) };
    (@name $name:literal) => { $name };
    (@stem $name:tt $stem:tt) => { $stem };
    (@stem $name:tt) => { rules!(@name $name) };
}

/// Rows without a formula: a name and its descriptors.
macro_rules! plain {
    ($table:ident, $owners:expr, $row:expr, lossy $lossy:literal, $note:literal; $($name:tt $($descriptor:literal)+;)*) => {
        for owner in $owners {
            $($(
                $table.push(Rule {
                    owner,
                    name: rules!(@name $name),
                    stem: rules!(@name $name),
                    descriptor: $descriptor,
                    operands: &[],
                    row: $row,
                    domain: &[],
                    pins: &[],
                    note: $note,
                    lossy: $lossy,
                });
            )+)*
        }
    };
}
