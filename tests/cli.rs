//! The command line: arguments, exit statuses, and what goes to which stream.

mod common;

use common::{Luminy, Run, Scratch};
use std::io::{BufRead, BufReader, Read};
use std::time::Duration;

fn luminy(args: &[&str]) -> Run {
    Luminy::new(args).run()
}

/// Runs a file with the given text, whose name is put in front of `args`.
fn load(text: &str, args: &[&str]) -> Run {
    let scratch = Scratch::new();
    let file = scratch.file("program.pl", text);
    let mut all = vec![file.to_str().expect("a temporary path is UTF-8")];
    all.extend(args);
    Luminy::new(all).dir(scratch.path()).run()
}

#[track_caller]
fn assert_status(run: &Run, status: i32) {
    assert_eq!(
        run.status,
        Some(status),
        "\nstdout: {}\nstderr: {}",
        run.stdout,
        run.stderr
    );
}

#[track_caller]
fn assert_clean(run: &Run, stdout: &str) {
    assert_eq!(run.stdout, stdout, "\nstderr: {}", run.stderr);
    assert_eq!(run.stderr, "");
    assert_status(run, 0);
}

/// One line on standard error, which names `what`.
#[track_caller]
fn assert_one_line(run: &Run, what: &str) {
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains(what), "{}", run.stderr);
    assert!(
        run.status.is_some_and(|status| status != 0),
        "status {:?}",
        run.status
    );
}

#[test]
fn the_exit_status_tells_how_a_goal_ended() {
    assert_clean(&luminy(&["-e", "true"]), "");
    assert_status(&luminy(&["-e", "fail"]), 1);
    assert_status(&luminy(&["-e", "throw(oops)"]), 2);
    assert_status(&luminy(&["-e", "X is foo + 1"]), 2);
    assert_status(&luminy(&["-e", "no_such_predicate"]), 2);
    assert_status(&luminy(&["-g", "true", "-t", "halt"]), 0);
    assert_status(&luminy(&["-g", "fail", "-t", "halt"]), 1);
    assert_status(&luminy(&["-g", "throw(oops)", "-t", "halt"]), 2);
    assert_status(&luminy(&["-g", "true", "-t", "fail"]), 1);
}

#[test]
fn halt_sets_the_exit_status() {
    assert_status(&luminy(&["-e", "halt"]), 0);
    assert_status(&luminy(&["-e", "halt(3)"]), 3);
    assert_status(&luminy(&["-g", "halt(7)"]), 7);
    assert_status(&luminy(&["-g", "true", "-t", "halt(4)"]), 4);
    assert_status(&luminy(&["-e", "catch(halt(5), _, true)"]), 5);
}

#[test]
fn a_failed_goal_is_reported_on_standard_error() {
    let run = luminy(&["-e", "write(before), fail"]);
    assert_eq!(run.stdout, "before");
    assert!(!run.stderr.is_empty());
}

#[test]
fn an_uncaught_error_is_reported_on_standard_error() {
    let run = luminy(&["-e", "write(before), throw(my_ball)"]);
    assert_eq!(run.stdout, "before");
    assert!(run.stderr.contains("my_ball"), "{}", run.stderr);
    let run = luminy(&["-e", "no_such_predicate(1, 2)"]);
    assert!(run.stderr.contains("no_such_predicate/2"), "{}", run.stderr);
}

#[test]
fn goals_run_in_order_until_one_fails() {
    assert_clean(
        &luminy(&["-g", "write(a)", "-g", "write(b)", "-t", "halt"]),
        "ab",
    );
    let run = luminy(&[
        "-g", "write(a)", "-g", "fail", "-g", "write(c)", "-t", "halt",
    ]);
    assert_eq!(run.stdout, "a");
    assert_status(&run, 1);
}

#[test]
fn a_goal_may_end_with_a_full_stop_or_not() {
    assert_clean(&luminy(&["-e", "write(a)."]), "a");
    assert_clean(&luminy(&["-e", "write(a), write(b)"]), "ab");
}

#[test]
fn a_goal_with_a_syntax_error_is_an_error() {
    let run = luminy(&["-e", "write(a"]);
    assert_status(&run, 2);
    assert!(!run.stderr.is_empty());
}

#[test]
fn files_are_loaded_before_the_goals_run() {
    assert_clean(
        &load("main :- write(hello), nl.\n", &["-g", "main", "-t", "halt"]),
        "hello\n",
    );
    let scratch = Scratch::new();
    scratch.file("a.pl", "a(1).\n");
    scratch.file("b.pl", "b(X) :- a(X).\n");
    let run = Luminy::new(["a.pl", "b.pl", "-g", "b(X), write(X)", "-t", "halt"])
        .dir(scratch.path())
        .run();
    assert_clean(&run, "1");
    let run = Luminy::new(["-g", "a(X), write(X)", "-t", "halt", "a"])
        .dir(scratch.path())
        .run();
    assert_clean(&run, "1");
}

#[test]
fn a_missing_file_is_one_line() {
    assert_one_line(
        &luminy(&["no_such_file.pl", "-t", "halt"]),
        "no_such_file.pl",
    );
}

#[test]
fn a_directory_is_one_line() {
    let scratch = Scratch::new();
    let path = scratch.path().to_str().expect("a temporary path is UTF-8");
    assert_one_line(&luminy(&[path, "-t", "halt"]), path);
}

#[test]
fn a_file_that_is_not_utf_8_is_one_line() {
    let scratch = Scratch::new();
    let file = scratch.file("latin.pl", b"p('caf\xe9').\n");
    let path = file.to_str().expect("a temporary path is UTF-8");
    assert_one_line(&luminy(&[path, "-t", "halt"]), "latin.pl");
}

#[test]
#[cfg(unix)]
fn an_unreadable_file_is_one_line() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new();
    let file = scratch.file("secret.pl", "p.\n");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000))
        .expect("the mode can be set");
    // The super user may read everything.
    if std::fs::read(&file).is_err() {
        let path = file.to_str().expect("a temporary path is UTF-8");
        assert_one_line(&luminy(&[path, "-t", "halt"]), "secret.pl");
    }
}

#[test]
fn a_syntax_error_is_located_and_loading_goes_on() {
    let run = load(
        "p(1).\np(2.\np(3).\n",
        &["-g", "forall(p(X), write(X))", "-t", "halt"],
    );
    assert_eq!(run.stdout, "13");
    assert!(run.stderr.contains("program.pl:2"), "{}", run.stderr);
}

#[test]
fn all_errors_of_a_file_are_reported() {
    let run = load("p(1.\nq(1).\nr(.\n", &["-g", "q(1)", "-t", "halt"]);
    assert!(run.stderr.contains("program.pl:1"), "{}", run.stderr);
    assert!(run.stderr.contains("program.pl:3"), "{}", run.stderr);
}

#[test]
fn an_error_in_a_file_shows_in_the_exit_status() {
    let wrong = "p(1).\np(2.\n";
    assert_status(&load(wrong, &["-g", "p(1)", "-t", "halt"]), 2);
    assert_status(&load(wrong, &["-g", "p(1), halt"]), 2);
    assert_status(&load(wrong, &["-e", "p(1)"]), 2);
    assert_status(&load(wrong, &[]), 2);
    assert_status(&load(":- p(1).\n", &["-t", "halt"]), 2);
    // A status that the program chooses, and that of a goal, stand.
    assert_status(&load(wrong, &["-g", "p(1), halt(0)"]), 0);
    assert_status(&load(wrong, &["-g", "p(2)", "-t", "halt"]), 1);
    // A warning is no error.
    assert_status(&load("p(X).\n:- fail.\n", &["-t", "halt"]), 0);
}

#[test]
fn warnings_go_to_standard_error() {
    let run = load(
        "p(X, Y) :- q(Y).\nq(1).\n",
        &["-g", "write(out)", "-t", "halt"],
    );
    assert_eq!(run.stdout, "out");
    assert!(run.stderr.contains("program.pl:1"), "{}", run.stderr);
    assert!(run.stderr.contains('X'), "{}", run.stderr);
    assert_status(&run, 0);
    let run = load(
        "p(1).\nq(1).\np(2).\n",
        &["-g", "forall(p(X), write(X))", "-t", "halt"],
    );
    assert_eq!(run.stdout, "12");
    assert!(run.stderr.contains("p/1"), "{}", run.stderr);
    let run = load("p(_X) :- true.\np(_).\n", &["-g", "true", "-t", "halt"]);
    assert_clean(&run, "");
}

#[test]
fn a_failing_directive_is_reported_and_loading_goes_on() {
    let run = load(
        "p(1).\n:- fail.\n:- throw(oops).\np(2).\n:- write(loaded).\n",
        &["-g", "true", "-t", "halt"],
    );
    assert_eq!(run.stdout, "loaded");
    assert!(run.stderr.contains("program.pl:2"), "{}", run.stderr);
    assert!(run.stderr.contains("program.pl:3"), "{}", run.stderr);
    assert!(run.stderr.contains("oops"), "{}", run.stderr);
}

#[test]
fn a_builtin_cannot_be_redefined_by_a_clause() {
    let run = load(
        "p(1).\natom_length(a, 7).\np(2).\n",
        &["-g", "forall(p(X), write(X))", "-t", "halt"],
    );
    assert_eq!(run.stdout, "12");
    assert!(run.stderr.contains("atom_length/2"), "{}", run.stderr);
}

#[test]
fn a_library_predicate_can_be_redefined_silently() {
    let text = "append(mine).\nappend(_, _, mine).\nlast(_, mine).\n";
    let run = load(
        text,
        &[
            "-g",
            "append(a, b, X), last([1], Y), write(X-Y)",
            "-t",
            "halt",
        ],
    );
    assert_clean(&run, "mine-mine");
}

#[test]
fn arguments_after_two_dashes_are_in_the_flag_argv() {
    let program =
        "main :- current_prolog_flag(argv, A), append(_, [x, '-g', '3'], A), write(ok).\n";
    assert_clean(
        &load(program, &["-g", "main", "-t", "halt", "--", "x", "-g", "3"]),
        "ok",
    );
}

#[test]
fn a_first_line_for_the_shell_is_skipped() {
    let text =
        "#!/usr/bin/env luminy\n:- initialization(main, main).\nmain :- write(script), nl.\n";
    assert_clean(&load(text, &[]), "script\n");
    let text = "#!/usr/bin/env luminy\n:- initialization(main, main).\nmain(A) :- print(A).\n";
    assert_clean(&load(text, &["x", "-g"]), "[x,'-g']");
    assert_clean(&load(text, &["--", "x"]), "[x]");
}

#[test]
fn a_main_program_sets_the_exit_status() {
    let text = |body: &str| format!(":- initialization(main, main).\nmain :- {body}.\n");
    assert_clean(&load(&text("write(done)"), &[]), "done");
    assert_status(&load(&text("fail"), &[]), 1);
    assert_status(&load(&text("throw(oops)"), &[]), 2);
    assert_status(&load(&text("halt(6)"), &[]), 6);
}

#[test]
fn what_is_wrong_with_a_main_program_is_placed() {
    let text = |body: &str| format!(":- initialization(main, main).\n\nmain(_) :- {body}.\n");
    for (body, said) in [
        (
            "throw(oops)",
            "error[E0300]: nothing caught the exception `oops`\n",
        ),
        (
            "X is foo, write(X)",
            "error[E0304]: the atom `foo` is no number\n",
        ),
        ("fail", "warning[W0211]: main/1 failed\n"),
    ] {
        let run = load(&text(body), &[]);
        assert!(run.stderr.starts_with(said), "{}", run.stderr);
        assert!(run.stderr.contains("program.pl:3:"), "{}", run.stderr);
    }
    let run = load("\nmain :- fail.\n", &["-g", "main", "-t", "halt"]);
    let said = "warning[W0211]: the goal main failed\n";
    assert!(run.stderr.starts_with(said), "{}", run.stderr);
    assert!(run.stderr.contains("program.pl:2:"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn output_that_nobody_reads_ends_the_program_quietly() {
    let goal = "repeat, write(hello), nl, fail";
    let mut child = Luminy::new(["-e", goal]).spawn();
    let mut reader = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line comes");
    drop(reader);
    let status = common::wait(&mut child, Duration::from_secs(60));
    assert_eq!((line.as_str(), status), ("hello\n", Some(141)));
    let mut said = String::new();
    let mut errors = child.stderr.take().expect("stderr is piped");
    errors.read_to_string(&mut said).expect("stderr is text");
    assert_eq!(said, "");
}

#[test]
fn commands_on_a_pipe_are_understood() {
    let input = ":help\nX = 1.\n  :explain W999\n:bt\nX = 2.\n:quit\nX = 3.\n";
    let run = Luminy::new(["-q"]).input(input).run();
    assert_status(&run, 0);
    assert!(run.stdout.contains("\n:load FILE "), "{}", run.stdout);
    assert!(run.stdout.contains("code W999."), "{}", run.stdout);
    assert!(run.stdout.contains("X = 2."), "{}", run.stdout);
    assert!(!run.stdout.contains("X = 3."), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}'), "{}", run.stdout);
    assert!(run.stderr.contains(":bt is only for"), "{}", run.stderr);
}

#[test]
fn syntax_errors_on_a_pipe_show_their_line() {
    let input = "X = 1.\nX is 1+.\nY = 2.\nY = 3. foo(b c).\n";
    let run = Luminy::new(["-q"]).input(input).run();
    assert_eq!(run.stdout, "X = 1.\n\nY = 2.\n\nY = 3.\n\n");
    for said in [
        "query:2:7",
        "2 | X is 1+.\n  |       ^^\n",
        "query:4:14",
        " foo(b c).\n",
    ] {
        assert!(run.stderr.contains(said), "{said}\n{}", run.stderr);
    }
}

#[test]
fn digits_in_groups_are_explained_in_strict_mode() {
    let run = luminy(&["--iso", "-e", "X = 1_000"]);
    assert!(run.stderr.contains("write `1000`"), "{}", run.stderr);
}

#[test]
fn initialization_goals_run_after_the_file_is_loaded() {
    let text = ":- initialization((p(X), write(X))).\n:- write(first).\np(second).\n";
    assert_clean(&load(text, &["-t", "halt"]), "firstsecond");
}

#[test]
fn the_version_is_that_of_the_package() {
    let run = luminy(&["--version"]);
    assert!(
        run.stdout.contains(env!("CARGO_PKG_VERSION")),
        "{}",
        run.stdout
    );
    assert_status(&run, 0);
}

#[test]
fn an_unknown_option_is_an_error() {
    let run = luminy(&["--no-such-option"]);
    assert_status(&run, 2);
    assert!(run.stderr.contains("--no-such-option"), "{}", run.stderr);
}

#[test]
fn quiet_says_nothing_on_its_own() {
    assert_clean(&luminy(&["-q", "-e", "write(a)"]), "a");
    assert_clean(&luminy(&["--quiet", "-g", "write(a)", "-t", "halt"]), "a");
}

#[test]
fn iso_mode_reads_text_as_codes() {
    assert_clean(
        &luminy(&["--iso", "-e", "X = \"a\", X == [97], write(ok)"]),
        "ok",
    );
    assert_clean(&luminy(&["-e", "X = \"a\", string(X), write(ok)"]), "ok");
}

#[test]
fn a_goal_can_read_standard_input() {
    let run = Luminy::new([
        "-g",
        "read(X), get_char(C), read(Y), writeq(X/C/Y)",
        "-t",
        "halt",
    ]);
    assert_clean(&run.input("foo(bar).\nbaz.\n").run(), "foo(bar)/'\\n'/baz");
    let run = Luminy::new(["-e", "get_char(C), get_char(D), writeq(C-D)"])
        .input("a")
        .run();
    assert_clean(&run, "a-end_of_file");
}

#[test]
fn output_is_flushed_before_the_end() {
    assert_clean(&luminy(&["-e", "write(no_newline), halt"]), "no_newline");
    let run = luminy(&["-e", "write(out), write(user_error, err), throw(x)"]);
    assert_eq!(run.stdout, "out");
    assert!(run.stderr.starts_with("err"), "{}", run.stderr);
}

#[test]
fn a_reader_that_goes_away_ends_the_program() {
    let goal = "repeat, write(line), nl, fail";
    let mut child = Luminy::new(["-g", goal, "-t", "halt"]).spawn();
    let mut reader = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line can be read");
    assert_eq!(line, "line\n");
    drop(reader);
    let status = common::wait(&mut child, Duration::from_secs(10));
    assert!(status.is_some(), "the program goes on writing");
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_a_batch_run() {
    let goal = "write(ready), nl, flush_output, repeat, fail";
    let mut child = Luminy::new(["-g", goal, "-t", "halt"]).spawn();
    let mut reader = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line can be read");
    assert_eq!(line, "ready\n");
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill can be run").success());
    assert_eq!(common::wait(&mut child, Duration::from_secs(10)), Some(130));
}

#[test]
fn files_are_loaded_as_options_say() {
    let scratch = Scratch::new();
    let program = ":- initialization(main, main).\nmain :- write(ran), nl.\n";
    scratch.file("program.pl", program);
    scratch.file("start.pl", "started.\n");
    let run = |args: &[&str], input: &str| {
        let luminy = Luminy::new(args).dir(scratch.path());
        luminy.input(input).run()
    };
    assert_clean(&run(&["-s", "program.pl"], ""), "ran\n");
    assert_clean(&run(&["-l", "program.pl"], "main.\n"), "ran\ntrue.\n\n");
    let started = run(&["-f", "start.pl"], "started.\n");
    assert_clean(&started, "true.\n\n");
    assert_clean(&run(&["-f", "none", "-g", "true"], ""), "");
}

#[test]
fn codes_of_messages_are_explained() {
    for args in [["--explain", "E0301"], ["explain", "E0301"]] {
        let run = luminy(&args);
        assert!(
            run.stdout.starts_with("E0301: A predicate is called"),
            "{}",
            run.stdout
        );
        assert!(
            run.stdout.lines().all(|line| line.chars().count() <= 100),
            "{}",
            run.stdout
        );
        assert_status(&run, 0);
    }
    let run = luminy(&["--explain", "E9999"]);
    assert_eq!(
        run.stderr,
        "error: no error or warning has the code E9999\n"
    );
    assert_status(&run, 2);
}

#[test]
fn flags_of_a_file_end_with_it() {
    let text = ":- set_prolog_flag(double_quotes, codes).\np(\"ab\").\n";
    let scratch = Scratch::new();
    scratch.file("program.pl", text);
    let input = "[program].\np(X).\nX = \"ab\".\n";
    let run = Luminy::new(["-q"]).dir(scratch.path()).input(input).run();
    assert_clean(&run, "true.\n\nX = [97, 98].\n\nX = \"ab\".\n\n");
}

#[test]
fn programs_that_read_answers_get_them_whole() {
    let run = Luminy::new(["-q"]).input("numlist(1, 100, L).\n").run();
    assert!(run.stdout.contains("98, 99, 100].") && !run.stdout.contains("..."));
}

#[test]
fn the_listing_shows_the_program_only() {
    let run = load("p(1).\n:- dynamic q/1.\n", &["-g", "listing", "-t", "halt"]);
    assert_clean(&run, "p(1).\n\n:- dynamic q/1.\n\n\n");
}

#[test]
fn what_is_documented_is_listed_in_columns() {
    let run = luminy(&["-e", "apropos(sort)"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("sort/2 "), "{}", run.stdout);
    assert!(
        lines.iter().all(|line| line.chars().count() <= 100),
        "{}",
        run.stdout
    );
}

#[test]
fn answers_are_lines_of_json() {
    let scratch = Scratch::new();
    let file = scratch.file("p.pl", "p(1). p(2).\n");
    let file = file.to_str().expect("a temporary path is UTF-8");
    let queries = "p(X).\np(3).\natom_length(X, _).\nX = .\ndif(X, a).\n";
    let run = Luminy::new(["--json", file]).input(queries).run();
    assert_status(&run, 0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[0],
        r#"{"status":"answer","values":{"X":1},"text":"X = 1","goals":[],"last":false}"#
    );
    assert!(lines[1].contains(r#""last":true"#), "{}", lines[1]);
    assert_eq!(lines[2], r#"{"status":"false"}"#);
    assert!(lines[3].contains(r#""kind":"exception""#) && lines[3].contains(r#""code":"E0"#));
    assert!(
        lines[4].contains(r#""kind":"syntax""#) && lines[4].contains(r#""line":4"#),
        "{}",
        lines[4]
    );
    assert!(
        lines[5].contains(r#""goals":["dif(X, a)"]"#),
        "{}",
        lines[5]
    );
    assert_eq!(lines.len(), 6);
}

#[test]
fn all_output_of_json_is_lines_of_json() {
    let scratch = Scratch::new();
    let file = scratch.file("p.pl", ":- write(loading), nl.\np(X, Y) :- q(X).\nq(1).\n");
    let file = file.to_str().expect("a temporary path is UTF-8");
    let queries = "write(hello), nl, write(\"a\\\\b\").\nmember(X, [1,2]), write(X).\nmember(X, [1,2]), X < 2.\n";
    let run = Luminy::new(["--json", file]).input(queries).run();
    assert_status(&run, 0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], r#"{"status":"output","text":"loading\n"}"#);
    assert!(
        lines[1].starts_with(r#"{"status":"diagnostic","diagnostic":{"code":"W0201""#),
        "{}",
        lines[1]
    );
    assert_eq!(lines[2], r#"{"status":"output","text":"hello\na\\b"}"#);
    assert!(lines[3].contains(r#""text":"true""#), "{}", lines[3]);
    assert_eq!(lines[4], r#"{"status":"output","text":"1"}"#);
    assert!(lines[5].contains(r#""text":"X = 1""#), "{}", lines[5]);
    assert_eq!(lines[6], r#"{"status":"output","text":"2"}"#);
    assert!(lines[7].contains(r#""text":"X = 2""#), "{}", lines[7]);
    assert!(lines[8].contains(r#""last":false"#), "{}", lines[8]);
    assert_eq!(lines[9], r#"{"status":"false"}"#);
    assert_eq!(lines.len(), 10);
    assert_eq!(run.stderr, "");
}

#[test]
fn answers_and_queries_of_json_have_limits() {
    let queries =
        "between(1, inf, X).\nX = 1.\nrepeat, fail.\nlength(_, 100000000).\natom_length(a, N).\n";
    let options = [
        "--json",
        "--sandbox",
        "--max-answers",
        "2",
        "--time-limit=100ms",
        "--memory-limit",
        "64M",
    ];
    let run = Luminy::new(options).input(queries).run();
    assert_status(&run, 0);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[1].contains(r#""text":"X = 2""#), "{}", lines[1]);
    assert_eq!(lines[2], r#"{"status":"stopped"}"#);
    assert!(lines[3].contains(r#""last":true"#), "{}", lines[3]);
    let time = r#""resource":"time","limit":0.1,"#;
    assert!(lines[4].contains(time), "{}", lines[4]);
    let memory = r#""resource":"memory","limit":67108864,"#;
    assert!(lines[5].contains(memory), "{}", lines[5]);
    assert!(lines[6].contains(r#""text":"N = 1""#), "{}", lines[6]);
}

#[test]
fn json_runs_goals_and_tells_how_it_ends() {
    let run = Luminy::new(["--json", "-g", "write(hi)"])
        .input("X = 1.\nhalt(3).\n")
        .run();
    assert_status(&run, 3);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[0], r#"{"status":"output","text":"hi"}"#);
    assert!(lines[1].contains(r#""text":"X = 1""#), "{}", lines[1]);
    assert_eq!(lines[2], r#"{"status":"halt","code":3}"#);
    let failed = Luminy::new(["--json", "-e", "fail"])
        .input("X = 1.\n")
        .run();
    assert_status(&failed, 1);
    assert!(
        failed.stdout.contains(r#""code":"W0211""#),
        "{}",
        failed.stdout
    );
    let missing = Luminy::new(["--json", "no_such_file"])
        .input("X = 1.\n")
        .run();
    assert_status(&missing, 2);
    assert!(
        missing.stdout.contains(r#""text":"X = 1""#),
        "{}",
        missing.stdout
    );
    let none = Luminy::new(["--json", "--max-answers", "0"])
        .input("")
        .run();
    assert_status(&none, 2);
}

#[test]
fn a_file_that_is_stopped_is_an_error() {
    let scratch = Scratch::new();
    let file = scratch.file("p.pl", "a :- a.\n:- a.\nb.\n");
    let file = file.to_str().expect("a temporary path is UTF-8");
    let run = luminy(&["--step-limit", "10k", file, "-t", "halt"]);
    assert_status(&run, 2);
    assert_one_line(&run, &format!("loading {file} has used all the steps"));
}

#[test]
fn goals_alone_are_named_in_messages() {
    let run = luminy(&["-e", "atom_length(X, Y)"]);
    assert!(
        run.stderr.contains("raised by atom_length/2"),
        "{}",
        run.stderr
    );
    let quiet = "leash(-all), visible(+all), nospy(p/1), det(p/1), expects_dialect(swi), \
                 set_prolog_flag(stack_limit, 1000), set_prolog_flag(toplevel_print_anon, false), \
                 set_prolog_flag(answer_write_options, [max_depth(10)])";
    let run = luminy(&["-e", quiet]);
    assert_status(&run, 0);
    assert_eq!(run.stderr, "");
}

#[test]
fn the_command_line_limits_goals_and_files() {
    let loops = luminy(&[
        "--step-limit",
        "50k",
        "-e",
        "catch(( repeat, fail ), _, true)",
    ]);
    assert_one_line(
        &loops,
        "error[E0317]: the query has used all the steps it was given: 50000",
    );
    assert_status(&loops, 2);
    let slow = luminy(&["--sandbox", "--time-limit", "0.1", "-e", "repeat, fail"]);
    assert_one_line(&slow, "used all the time it was given: 100ms");
    let large = luminy(&["--memory-limit", "16M", "-e", "length(_, 100000000)"]);
    assert_one_line(&large, "used all the memory it was given: 16 MB");
    let file = load(
        ":- repeat, fail.\n",
        &["--time-limit", "100ms", "-e", "true"],
    );
    assert!(
        file.stderr
            .contains("used all the time it was given: 100ms"),
        "{}",
        file.stderr
    );
    assert_one_line_of_help(
        &luminy(&["--time-limit", "soon"]),
        "expected a time such as",
    );
}

#[track_caller]
fn assert_one_line_of_help(run: &Run, what: &str) {
    assert!(run.stderr.contains(what), "{}", run.stderr);
    assert_status(run, 2);
}

#[test]
fn a_query_marks_the_goal_that_raises_an_error_if_it_is_one_of_several() {
    let several = luminy(&["-e", "X = 1, atom_length(f(X), _)"]);
    assert!(
        several.stderr.contains("        ^^^^^^^^^^^^^^^^^^^^"),
        "{}",
        several.stderr
    );
    let alone = luminy(&["-e", "atom_length(f(x), _)"]);
    assert!(!alone.stderr.contains('^'), "{}", alone.stderr);
}

#[test]
fn a_sandbox_reads_its_directory_and_nothing_else() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path().join("inside")).expect("it can be made");
    scratch.file("inside/other.pl", "other(1).\n");
    let file = scratch.file(
        "inside/p.pl",
        ":- consult(other). p :- other(1), write(hello), nl.\n",
    );
    let secret = scratch.file("secret.pl", "secret(1).\n");
    let file = file.to_str().expect("a temporary path is UTF-8");
    assert_clean(
        &luminy(&["--sandbox", file, "-g", "p", "-t", "halt"]),
        "hello\n",
    );
    let secret = secret.to_str().expect("a temporary path is UTF-8");
    for goal in [
        format!("open('{secret}', read, _)"),
        "open('../secret.pl', read, _)".to_owned(),
        "open('new.pl', write, _)".to_owned(),
        "shell(true)".to_owned(),
        "getenv('HOME', _)".to_owned(),
    ] {
        let run = luminy(&["--sandbox", file, "-e", &goal]);
        assert_status(&run, 2);
        let is_denied = ["permission", "cannot be opened"].iter();
        let mut is_denied = is_denied.map(|words| run.stderr.contains(words));
        assert!(is_denied.any(|is| is), "{goal}: {}", run.stderr);
    }
}

#[test]
fn the_time_of_a_short_goal_has_no_rate() {
    let run = luminy(&["-e", "time(true)"]);
    assert!(run.stderr.contains(" seconds\n"), "{}", run.stderr);
    assert!(!run.stderr.contains("per second"), "{}", run.stderr);
}

/// Deep recursion where the host gives less memory than the limit is raised as an error.
#[cfg(target_os = "linux")]
#[test]
fn recursion_ends_with_an_error_where_the_host_refuses_memory() {
    let scratch = Scratch::new();
    let file = scratch.file("deep.pl", "d(N) :- M is N + 1, d(M), e(N).\ne(_).\n");
    let goal = "catch(d(0), error(resource_error(R), _), true), write(R), nl";
    let command = format!(
        "ulimit -v 300000; exec '{}' '{}' -g '{goal}' -g '{goal}' -t halt",
        env!("CARGO_BIN_EXE_luminy"),
        file.display()
    );
    let shell = std::process::Command::new("sh")
        .args(["-c", &command])
        .output();
    let output = shell.expect("there is a shell");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "memory\nmemory\n");
}
