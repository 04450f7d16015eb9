//! Values and errors of expressions.

use dashu_int::IBig;

use super::cells::Relation;
use super::context::ArithFlags;
use super::evaluables::Evaluable;
use super::fixture::{Fixture, show};
use super::root::root_and_remainder;
use crate::atom::known;
use crate::error::Ball;
use crate::number::Number;
use crate::term::cell::Cell;

#[track_caller]
fn check_with(flags: ArithFlags, cases: &[(&str, &str)]) {
    let mut fixture = Fixture::new();
    fixture.cx.flags = flags;
    for (text, expected) in cases {
        assert_eq!(fixture.eval(text), *expected, "{text}");
    }
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    check_with(ArithFlags::default(), cases);
}

#[test]
fn integers_grow_and_shrink() {
    check(&[
        ("(+ 9223372036854775807 1)", "9223372036854775808"),
        ("(- -9223372036854775808)", "9223372036854775808"),
        ("(abs -9223372036854775808)", "9223372036854775808"),
        ("(* -9223372036854775808 -1)", "9223372036854775808"),
        ("(// -9223372036854775808 -1)", "9223372036854775808"),
        ("(div -9223372036854775808 -1)", "9223372036854775808"),
        ("(mod -9223372036854775808 -1)", "0"),
        ("(rem -9223372036854775808 -1)", "0"),
        ("(- 9223372036854775808 1)", "9223372036854775807"),
        ("(* 9999999999 9999999999)", "99999999980000000001"),
        ("(succ 3)", "4"),
        ("(plus 1 2.0)", "3.0"),
    ]);
}

#[test]
fn division_rounds_as_its_name_says() {
    check(&[
        ("(/ 7 2)", "3.5"),
        ("(/ 4 2)", "2"),
        ("(// -7 2)", "-3"),
        ("(// 7 -2)", "-3"),
        ("(rem -7 2)", "-1"),
        ("(div -7 2)", "-4"),
        ("(div 7 -2)", "-4"),
        ("(div -7 -2)", "3"),
        ("(mod -7 2)", "1"),
        ("(mod 7 -2)", "-1"),
        ("(rdiv 2 4)", "1r2"),
        ("(rdiv 7 7)", "1"),
        ("(/ (rdiv 1 3) 2)", "1r6"),
        ("(/ 3 (rdiv 1 3))", "9"),
        ("(/ 9007199254740993 2)", "4503599627370496.0"),
        ("(/ (+ (** 10 400) 1) (** 10 399))", "10.0"),
        ("(/ (** 10 400) (** 10 399))", "10"),
        ("(gcd -4 6)", "2"),
        ("(gcd 0 0)", "0"),
        ("(lcm -4 6)", "12"),
        ("(lcm 0 3)", "0"),
    ]);
}

#[test]
fn division_by_zero_is_an_error() {
    check(&[
        ("(/ 1 0)", "zero_divisor"),
        ("(/ 1 0.0)", "zero_divisor"),
        ("(/ 0 0)", "undefined"),
        ("(/ 0 0.0)", "undefined"),
        ("(/ 0.0 0)", "undefined"),
        ("(/ (rdiv 1 3) 0)", "zero_divisor"),
        ("(// 0 0)", "zero_divisor"),
        ("(mod 1 0)", "zero_divisor"),
        ("(rem (<< 1 80) 0)", "zero_divisor"),
        ("(rdiv 1 0)", "zero_divisor"),
        ("(** 0.0 -1)", "zero_divisor"),
        ("(** 0 -1)", "zero_divisor"),
        ("(^ 0 -1)", "zero_divisor"),
    ]);
}

#[test]
fn strict_quotients_are_floats() {
    let flags = ArithFlags {
        iso: true,
        ..ArithFlags::default()
    };
    check_with(
        flags,
        &[
            ("(/ 8 2)", "4.0"),
            ("(/ 0 0)", "undefined"),
            ("\"a\"", "type(evaluable,term)"),
            ("(. a [])", "./2"),
        ],
    );
}

#[test]
fn rationals_on_demand() {
    let flags = ArithFlags {
        prefer_rationals: true,
        ..ArithFlags::default()
    };
    let cases = [
        ("(/ 7 2)", "7r2"),
        ("(^ 2 -1)", "1r2"),
        ("(** -2 -3)", "-1r8"),
    ];
    check_with(flags, &cases);
}

#[test]
fn powers_follow_the_standard() {
    check(&[
        ("(** 2 3)", "8"),
        ("(** 2 -1)", "0.5"),
        ("(** 2.0 3)", "8.0"),
        ("(** 0 0)", "1"),
        ("(^ 2 -1)", "type(float,2)"),
        ("(^ -2 -1)", "type(float,-2)"),
        ("(^ 1 -5)", "1"),
        ("(^ -1 -3)", "-1"),
        ("(^ -1 -2)", "1"),
        ("(^ 0 0)", "1"),
        ("(^ 2.0 3)", "8.0"),
        ("(^ 2 2.0)", "4.0"),
        ("(** -8 0.5)", "undefined"),
        ("(** 10.0 15)", "1000000000000000.0"),
        ("(** 2.0 5000)", "float_overflow"),
        ("(^ 2 100)", "1267650600228229401496703205376"),
        ("(mod (^ 3 50) 7)", "2"),
        ("(** (rdiv 1 2) -2)", "4"),
        ("(^ (rdiv 2 3) 3)", "8r27"),
        ("(** 2 (rdiv 1 2))", "1.4142135623730951"),
        ("(^ 4 (rdiv 1 2))", "2"),
        ("(^ (rdiv 4 9) (rdiv -1 2))", "3r2"),
        ("(^ -8 (rdiv 2 3))", "4"),
        ("(** -8.0 (rdiv 1 3))", "-2.0"),
        ("(** -8.0 (rdiv 1 2))", "undefined"),
        ("(^ 0 (rdiv 1 2))", "0"),
        ("(^ 0 (rdiv -1 2))", "zero_divisor"),
        ("(powm 2 10 1000)", "24"),
        ("(powm 4 3 1)", "0"),
        ("(powm 2 -1 7)", "domain(not_less_than_zero,-1)"),
        ("(powm 2 10 0)", "domain(not_less_than_one,0)"),
    ]);
}

#[test]
fn gigantic_results_are_refused_at_once() {
    check(&[
        ("(** 2 (** 10 10))", "memory"),
        ("(** 2 (** 10 12))", "memory"),
        ("(** 10 (** 10 10))", "memory"),
        ("(** 7 (** 10 30))", "memory"),
        ("(** (rdiv 1 3) (** 10 20))", "memory"),
        ("(<< 1 (<< 1 62))", "memory"),
        ("(>> 1 (- (<< 1 70)))", "memory"),
        ("(** 0 (** 10 20))", "0"),
        ("(** -1 (+ (** 10 20) 1))", "-1"),
        ("(** 2 (- (** 10 20)))", "0.0"),
        ("(<< 0 (<< 1 70))", "0"),
        ("(* (<< 1 100000000) (<< 1 100000000))", "memory"),
    ]);
}

#[test]
fn bits_are_those_of_two_s_complement() {
    check(&[
        ("(/\\ 5 3)", "1"),
        ("(\\/ 5 3)", "7"),
        ("(xor 5 3)", "6"),
        ("(\\ 5)", "-6"),
        ("(\\ (<< 1 70))", "-1180591620717411303425"),
        ("(/\\ -1 (<< 1 70))", "1180591620717411303424"),
        ("(<< 1 64)", "18446744073709551616"),
        ("(<< 4 -1)", "2"),
        ("(>> -1 64)", "-1"),
        ("(>> -5 1)", "-3"),
        ("(>> (- (<< 1 70)) 69)", "-2"),
        ("(>> (- (+ (<< 1 70) 1)) 70)", "-2"),
        ("(>> -1 (<< 1 70))", "-1"),
        ("(>> 5 (<< 1 70))", "0"),
        ("(>> (<< 1 70) 71)", "0"),
        ("(>> (- (<< 1 70)) 80)", "-1"),
        ("(msb 1000)", "9"),
        ("(msb (<< 1 100))", "100"),
        ("(msb 0)", "domain(not_less_than_one,0)"),
        ("(lsb 12)", "2"),
        ("(popcount (- (<< 1 100) 1))", "100"),
        ("(popcount -1)", "domain(not_less_than_zero,-1)"),
        ("(getbit 5 2)", "1"),
        ("(getbit 5 (<< 1 70))", "0"),
    ]);
}

#[test]
fn rounding_is_exact() {
    check(&[
        ("(round 2.5)", "3"),
        ("(round -2.5)", "-3"),
        ("(round 0.49999999999999994)", "0"),
        ("(integer (rdiv 1 2))", "1"),
        ("(integer (rdiv -1 2))", "-1"),
        ("(integer (rdiv 4 3))", "1"),
        ("(ceiling -0.5)", "0"),
        ("(floor (rdiv -1 3))", "-1"),
        ("(truncate (rdiv -5 3))", "-1"),
        ("(truncate 1.0e20)", "100000000000000000000"),
        ("(truncate -9223372036854775808.0)", "-9223372036854775808"),
        ("(truncate 9223372036854775808.0)", "9223372036854775808"),
        ("(truncate inf)", "undefined"),
        ("(float_integer_part -2.5)", "-2.0"),
        ("(float_fractional_part -2.5)", "-0.5"),
        ("(float_fractional_part -2.0)", "-0.0"),
        ("(float_fractional_part (rdiv -5 3))", "-2r3"),
        (
            "(float 123456789012345678901234567890)",
            "1.2345678901234568e29",
        ),
        ("(float (** 10 400))", "float_overflow"),
        ("(+ 1.0 (** 10 400))", "float_overflow"),
        ("(rationalize 0.1)", "1r10"),
        ("(rationalize 0.25)", "1r4"),
        ("(rational 0.25)", "1r4"),
        ("(rational 0.1)", "3602879701896397r36028797018963968"),
        ("(rational 1.0e30)", "1000000000000000019884624838656"),
        ("(numerator (rdiv 2 6))", "1"),
        ("(denominator (rdiv 2 -6))", "3"),
        ("(numerator 0.5)", "type(rational,0.5)"),
    ]);
}

#[test]
fn float_functions_have_errors_not_nan() {
    check(&[
        ("(sqrt 4)", "2.0"),
        ("(sqrt -1)", "undefined"),
        ("(log 0)", "undefined"),
        ("(log 0.0)", "undefined"),
        ("(log -1)", "undefined"),
        ("(log 2 8)", "3.0"),
        ("(log 1 8)", "zero_divisor"),
        ("(log2 8)", "3.0"),
        ("(acos 2)", "undefined"),
        ("(asin 1)", "1.5707963267948966"),
        ("(atan2 0 0.0)", "undefined"),
        ("(atan2 0.0 -1)", "3.141592653589793"),
        ("(atan 1 0)", "1.5707963267948966"),
        ("(exp 1000)", "float_overflow"),
        ("(exp -1000)", "0.0"),
        ("(* 1.0e308 10.0)", "float_overflow"),
        ("(cot 0)", "undefined"),
        ("(acot 0)", "1.5707963267948966"),
        ("(+ (cosh 0.0) (+ (sinh 0.0) (asinh 0.0)))", "1.0"),
        ("(acosh 0.5)", "undefined"),
        ("(- inf inf)", "undefined"),
        ("(/ 1 inf)", "0.0"),
        ("(nexttoward 1 2)", "1.0000000000000002"),
        ("(copysign 2.0 -0.0)", "-2.0"),
        ("(- 0.0)", "-0.0"),
        ("(- 0)", "0"),
        ("(sign -2.5)", "-1.0"),
        ("(sign (rdiv -1 3))", "-1"),
        ("(abs -0.0)", "0.0"),
    ]);
}

#[test]
fn flags_allow_infinity_and_nan() {
    let flags = ArithFlags {
        float_overflow_infinity: true,
        float_zero_div_infinity: true,
        float_undefined_nan: true,
        ..ArithFlags::default()
    };
    check_with(
        flags,
        &[
            ("(* 1.0e308 -10.0)", "-inf"),
            ("(float (- (** 10 400)))", "-inf"),
            ("(/ -1 0.0)", "-inf"),
            ("(/ 1 0)", "inf"),
            ("(// 1 0)", "zero_divisor"),
            ("(/ 0 0.0)", "NaN"),
            ("(sqrt -1)", "NaN"),
            ("(log 0)", "NaN"),
        ],
    );
}

#[test]
fn extremes_compare_by_value() {
    check(&[
        ("(max 1 1.0)", "1.0"),
        ("(max 1.0 1)", "1.0"),
        ("(min 1 1.0)", "1.0"),
        ("(max nan 1)", "1"),
        ("(min 1 nan)", "1"),
        ("(max 0 -0.0)", "0"),
        ("(max -0.0 0.0)", "0.0"),
        ("(min 0 -0.0)", "-0.0"),
        (
            "(max 9007199254740993 9007199254740992.0)",
            "9007199254740993",
        ),
        ("(max 2 (rdiv 3 2))", "2"),
    ]);
}

#[test]
fn what_is_not_evaluable_is_an_error() {
    check(&[
        ("(+ foo 1)", "foo/0"),
        ("(+ 1 a)", "a/0"),
        ("(+ 1 (f _))", "f/1"),
        ("(+ 1 _)", "instantiation"),
        ("(+ _ (f 1))", "instantiation"),
        ("[]", "[]/0"),
        ("(mod 7 2.0)", "type(integer,2.0)"),
        ("(mod 7.5 2)", "type(integer,7.5)"),
        ("(<< 1 1.0)", "type(integer,1.0)"),
        ("(\\/ 1 1.0)", "type(integer,1.0)"),
        ("(\\ 1.0)", "type(integer,1.0)"),
        ("(mod (rdiv 1 2) 2)", "type(integer,1r2)"),
        ("(rdiv 1.0 2)", "type(rational,1.0)"),
        ("(// (<< 1 80) 2.0)", "type(integer,2.0)"),
    ]);
}

#[test]
fn one_character_is_worth_its_code() {
    check(&[
        ("\"a\"", "97"),
        ("(+ \"a\" \"b\")", "195"),
        ("\"ab\"", "type(character,term)"),
        ("(. 97 [])", "97"),
        ("(. a [])", "97"),
        ("(. _ [])", "instantiation"),
        ("(. 1.5 [])", "type(character,1.5)"),
        ("(. 1 (. 2 []))", "./2"),
        ("(eval (+ 1 2))", "3"),
    ]);
}

#[test]
fn constants_and_random_numbers() {
    check(&[
        ("pi", "3.141592653589793"),
        ("e", "2.718281828459045"),
        ("inf", "inf"),
        ("epsilon", "2.220446049250313e-16"),
        ("max_tagged_integer", "1152921504606846975"),
        ("min_tagged_integer", "-1152921504606846976"),
        ("cputime", "0.0"),
        ("realtime", "0"),
        ("(random 1)", "0"),
        ("(random 0)", "domain(not_less_than_one,0)"),
        ("(random 1.5)", "type(integer,1.5)"),
        (
            "(random (- (<< 1 80)))",
            "domain(not_less_than_one,-1208925819614629174706176)",
        ),
    ]);
    let mut fixture = Fixture::new();
    for _ in 0..1000 {
        let small = Number::from_digits(&fixture.eval("(random 7)"), 10).unwrap();
        assert!((0..7).contains(&small.as_i64().unwrap()));
        let large = Number::from_digits(&fixture.eval("(random (<< 1 100))"), 10).unwrap();
        assert!(!large.is_negative() && large.bit_length() <= 100);
    }
}

#[test]
fn roots_leave_a_remainder() {
    let fixture = Fixture::new();
    let root = |index: i64, text: &str| {
        let value = Number::from_digits(text, 10).unwrap();
        root_and_remainder(&fixture.cx, &Number::Int(index), &value)
            .map(|(root, rest)| (show(&root), show(&rest)))
    };
    let pair = |a: &str, b: &str| Ok((a.to_string(), b.to_string()));
    assert_eq!(root(2, "10"), pair("3", "1"));
    assert_eq!(root(3, "-30"), pair("-3", "-3"));
    assert_eq!(root(1, "-30"), pair("-30", "0"));
    assert_eq!(root(5, "100000000000000000000"), pair("10000", "0"));
    assert_eq!(root(1000, "5"), pair("1", "4"));
    assert_eq!(root(100, "0"), pair("0", "0"));
    assert!(root(2, "-4").is_err());
    assert!(root(0, "4").is_err());
}

#[test]
fn long_roots_are_found_fast() {
    let fixture = Fixture::new();
    for (base, exponent, index) in [(7u8, 30_000usize, 3i64), (3, 100_100, 1001), (5, 99_999, 9)] {
        let value = IBig::from(base).pow(exponent);
        let exact = IBig::from(base).pow(exponent / index as usize);
        for offset in [-1, 0, 1] {
            let value = Number::from_big(&value + offset);
            let (root, rest) =
                root_and_remainder(&fixture.cx, &Number::Int(index), &value).unwrap();
            let expected = &exact - IBig::from(i64::from(offset < 0));
            assert_eq!(root, Number::from_big(expected));
            assert_eq!(offset < 0, rest != Number::Int(i64::from(offset)));
        }
    }
}

#[test]
fn deep_expressions_evaluate() {
    const DEPTH: i64 = 2_000_000;
    for left in [true, false] {
        let mut fixture = Fixture::new();
        let mut cell = Cell::small(0);
        for _ in 0..DEPTH {
            let one = Cell::small(1);
            let args = if left { [cell, one] } else { [one, cell] };
            cell = fixture.mem.new_struct(known::PLUS, &args);
        }
        assert_eq!(fixture.evaluator().eval(cell), Ok(Number::Int(DEPTH)));
    }
}

#[test]
fn cyclic_expressions_are_refused() {
    let mut fixture = Fixture::new();
    let var = fixture.mem.new_var();
    let sum = fixture.mem.new_struct(known::PLUS, &[Cell::small(1), var]);
    fixture.mem.bind(var, sum);
    let result = fixture.evaluator().eval(sum);
    assert!(matches!(result, Err(Ball::Type(known::EVALUABLE, _))));
    let list = fixture.mem.new_var();
    let cell = fixture.mem.new_list(list, Cell::NIL);
    fixture.mem.bind(list, cell);
    assert!(fixture.evaluator().eval(cell).is_err());
}

#[test]
fn cells_at_the_edge_of_their_range() {
    let mut fixture = Fixture::new();
    for text in ["1152921504606846975", "-1152921504606846976"] {
        let cell = fixture.term(text);
        assert!(cell.is_small());
        for name in ["+", "-"] {
            let name = fixture.atoms.intern(name);
            let next = fixture.mem.new_struct(name, &[cell, Cell::small(1)]);
            let value = fixture.evaluator().eval(next).unwrap();
            let result = fixture.evaluator().eval_cell(next).unwrap();
            assert_eq!(fixture.mem.number(result), Some(value));
        }
    }
}

#[test]
fn the_machine_s_entries_take_expressions() {
    let mut fixture = Fixture::new();
    let find = |f: &Fixture, name: &str, arity| {
        let atom = f.atoms.find(name).unwrap();
        f.cx.evaluables.find(atom, arity).unwrap()
    };
    let (plus, minus) = (find(&fixture, "+", 2), find(&fixture, "-", 1));
    let power = find(&fixture, "powm", 3);
    assert_eq!((plus.name(), plus.arity()), ("+", 2));
    let sum = fixture.term("(+ 1 2)");
    let mut evaluator = fixture.evaluator();
    assert_eq!(evaluator.apply2(plus, sum, sum), Ok(Cell::small(6)));
    assert_eq!(evaluator.apply1(minus, sum), Ok(Cell::small(-3)));
    let args = [sum, sum, Cell::small(10)];
    assert_eq!(evaluator.apply_cells(power, &args), Ok(Cell::small(7)));
    assert_eq!(
        evaluator.holds(Relation::Less, sum, Cell::small(4)),
        Ok(true)
    );
    let nan = Cell::atom(fixture.atoms.intern("nan"));
    let mut evaluator = fixture.evaluator();
    assert_eq!(evaluator.holds(Relation::Equal, nan, nan), Ok(false));
    assert_eq!(evaluator.holds(Relation::NotEqual, nan, nan), Ok(true));
}

#[test]
fn every_row_has_a_name_of_its_own() {
    let mut fixture = Fixture::new();
    for evaluable in Evaluable::all() {
        let name = fixture.atoms.intern(evaluable.name());
        let found = fixture.cx.evaluables.find(name, evaluable.arity());
        assert_eq!(found, Some(evaluable), "{}", evaluable.name());
        assert!(evaluable.doc().ends_with('.'));
    }
}
