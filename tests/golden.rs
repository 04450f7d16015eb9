//! Each program in `tests/golden` prints what its `*.expected` file says.

mod common;

#[test]
fn programs_print_what_is_expected() {
    common::check_programs(&common::root().join("tests/golden"));
}
