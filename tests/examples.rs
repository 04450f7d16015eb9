//! Each example prints what its `*.expected` file says.

mod common;

#[test]
fn examples_print_what_is_expected() {
    common::check_programs(&common::root().join("examples"));
}
