//! The prompt as a person at a terminal sees it, through a pseudo-terminal.

#![cfg(unix)]

mod common;

use std::process::Command;
use std::time::{Duration, Instant};

use common::Scratch;
use rexpect::process::wait::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

/// How long an answer may take.
const LIMIT: u64 = 20_000;

/// A session at the prompt. Its files are in a directory of its own.
struct Talk {
    session: PtySession,
    scratch: Scratch,
}

impl Talk {
    fn new(args: &[&str]) -> Talk {
        Talk::in_directory(Scratch::new(), args)
    }

    fn in_directory(scratch: Scratch, args: &[&str]) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_luminy"));
        command
            .args(args)
            .current_dir(scratch.path())
            .env("HOME", scratch.path())
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CONFIG_HOME");
        let options = Options::new()
            .timeout_ms(Some(LIMIT))
            .strip_ansi_escape_codes(true);
        let session = spawn_with_options(command, options).expect("the terminal opens");
        let mut talk = Talk { session, scratch };
        talk.expect("?- ");
        talk
    }

    /// Waits for text; what came before it.
    #[track_caller]
    fn expect(&mut self, text: &str) -> String {
        match self.session.exp_string(text) {
            Ok(before) => before,
            Err(error) => panic!("waiting for {text:?}: {error}"),
        }
    }

    fn say(&mut self, line: &str) {
        self.session.send_line(line).expect("the process listens");
    }

    fn press(&mut self, keys: &str) {
        self.session.send(keys).expect("the process listens");
        self.session.flush().expect("the process listens");
    }

    fn control(&mut self, letter: char) {
        self.session
            .send_control(letter)
            .expect("the process listens");
    }

    /// Asks a query and waits for its answer and the next prompt.
    #[track_caller]
    fn ask(&mut self, query: &str, answer: &str) {
        self.say(query);
        self.expect(answer);
        self.expect("?- ");
    }

    #[track_caller]
    fn ends_with(mut self, status: i32) {
        self.session.exp_eof().expect("the process ends");
        let end = self.session.process().wait().expect("the process ends");
        assert!(
            matches!(end, WaitStatus::Exited(_, code) if code == status),
            "{end:?}"
        );
    }
}

#[test]
fn the_greeting_names_the_version() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luminy"));
    command
        .env("TERM", "xterm")
        .env("NO_COLOR", "1")
        .env_remove("HOME");
    let options = Options::new()
        .timeout_ms(Some(LIMIT))
        .strip_ansi_escape_codes(true);
    let mut session = spawn_with_options(command, options).expect("the terminal opens");
    session
        .exp_string(env!("CARGO_PKG_VERSION"))
        .expect("a greeting");
    session.exp_string(":help").expect("a hint");
    session.exp_string("?- ").expect("a prompt");
    session.send_line("X = 1.").expect("the process listens");
    session.exp_string("X = 1.").expect("an answer");
}

#[test]
fn answers_come_one_by_one() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("member(X, [a,b,c]).");
    talk.expect("X = a ");
    talk.press(";");
    talk.expect("X = a ;");
    talk.expect("X = b ");
    talk.press(" ");
    talk.expect("X = b ;");
    talk.expect("\nX = c.\r\n");
    talk.expect("?- ");
    talk.say("member(X, [a,b,c]).");
    talk.expect("X = a ");
    talk.press(".");
    talk.expect("X = a .");
    talk.expect("?- ");
    talk.say("member(X, [a,b,c]).");
    talk.expect("X = a ");
    talk.press("\r");
    talk.expect("X = a .");
    talk.ask("X = 1, Y = 2.", "\nX = 1,\r\nY = 2.\r\n");
}

#[test]
fn keys_ask_for_several_answers_or_all() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("between(1, 9, X).");
    talk.expect("X = 1 ");
    talk.press("2");
    talk.expect("X = 2 ;\r\n");
    talk.expect("X = 3 ");
    talk.press("a");
    talk.expect("\nX = 4 ;\r\nX = 5 ;\r\nX = 6 ;\r\nX = 7 ;\r\nX = 8 ;\r\nX = 9.\r\n");
    talk.say("between(1, 9, X).");
    talk.expect("X = 1 ");
    talk.press("h");
    talk.expect("next answer");
    talk.expect("X = 1 ");
    talk.press("\t");
    talk.expect("X = 2 ");
}

#[test]
fn long_lists_are_folded_and_opened() {
    let mut talk = Talk::new(&["-q"]);
    talk.ask(
        "numlist(1, 30, L).",
        "L = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... 20 more].",
    );
    talk.ask(":full", "28, 29, 30].");
    talk.ask("numlist(1, 21, _L), append(_L, T, L).", "... 11 more|T].");
    talk.ask("set_prolog_flag(toplevel_print_depth, 0).", "true.");
    talk.ask("numlist(1, 30, L).", "28, 29, 30].");
    talk.ask("set_prolog_flag(toplevel_print_depth, 10).", "true.");
    talk.say("numlist(1, 30, L), member(X, [a,b]).");
    talk.expect("... 20 more],\r\n");
    talk.expect("X = a ");
    talk.press("w");
    talk.expect("28, 29, 30],\r\n");
    talk.expect("X = a ");
    talk.press(";");
    talk.expect("... 20 more],\r\nX = b.");
    talk.expect("?- ");
    talk.ask("X is 10 ** 1200.", "X = 1000");
    talk.ask("X is -(10 ** 1200), Y = [X].", "000... 1101 more].");
    talk.ask(":full", "0000].");
    talk.ask("X is 10 ** 999, Y is X mod 7.", "0000,\r\nY = 6.");
}

#[test]
fn queries_go_on_over_lines() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("X = 1,");
    talk.expect("|    ");
    talk.say("Y = f(");
    talk.expect("|  ( ");
    talk.say("X).");
    talk.expect("\nX = 1,\r\nY = f(1).");
    talk.expect("?- ");
    talk.say("X = 'a.");
    talk.expect("|  ' ");
    talk.control('c');
    talk.expect("?- ");
    talk.ask("X = a. % done", "\nX = a.\r\n");
    talk.ask("X = 1. Y = 2.", "\nX = 1.\r\n\r\nY = 2.\r\n");
}

#[test]
fn an_interrupt_leads_back_to_the_prompt() {
    let mut talk = Talk::new(&["-q"]);
    talk.ask("assertz(p(1)).", "true.");
    talk.say("write(started), nl, repeat, fail.");
    talk.expect("\nstarted\r\n");
    let start = Instant::now();
    talk.control('c');
    talk.expect("% Interrupted");
    assert!(start.elapsed() < Duration::from_secs(2));
    talk.expect("?- ");
    talk.ask("p(X).", "\nX = 1.");
    talk.say("read(X).");
    talk.expect("|: ");
    talk.control('c');
    talk.expect("% Interrupted");
    talk.expect("?- ");
    talk.press("foo(bar");
    talk.control('c');
    talk.expect("?- ");
    talk.ask("X = still.", "\nX = still.");
}

#[test]
fn an_interrupted_query_can_go_on() {
    let scratch = Scratch::new();
    scratch.file(
        "program.pl",
        "count(N) :- nb_setval(n, N), N1 is N+1, count(N1).\n\
         wait(N) :- wait_deeper(N), true.\n\
         wait_deeper(N) :- nb_getval(n, M), ( M > N -> nl, write(done) ; wait_deeper(N) ), nl.\n",
    );
    let mut talk = Talk::in_directory(scratch, &["-q", "program.pl"]);
    talk.ask("nb_setval(n, 0).", "true.");
    talk.say("write(started), nl, count(0).");
    talk.expect("\nstarted\r\n");
    for _ in 0..2 {
        talk.control('c');
        talk.expect("% Interrupted after");
        talk.expect(" ms, in ");
        talk.expect("?- ");
        talk.say(":continue");
        talk.expect(":continue\r\n");
    }
    talk.control('c');
    talk.expect("?- ");
    talk.say(":stats");
    talk.expect("inferences");
    talk.expect("?- ");
    talk.say(":bt");
    talk.expect("no call of the program");
    talk.expect("?- ");
    talk.ask("nb_getval(n, N), N > 0, X = asked.", "X = asked.");
    talk.ask(":continue", "No query has been interrupted");
    talk.say("write(started), nl, wait(1000000000000).");
    talk.expect("\nstarted\r\n");
    talk.control('c');
    talk.expect("?- ");
    talk.ask(":bt", "in wait_deeper/1, program.pl:3");
    talk.say(":abort");
    talk.expect("?- ");
    talk.ask("X = after.", "X = after.");
}

#[test]
fn a_goal_that_waits_for_input_can_go_on() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("read(X).");
    talk.expect("|: ");
    talk.control('c');
    talk.expect("in read/1");
    talk.expect("?- ");
    talk.say(":continue");
    talk.expect("|: ");
    talk.say("f(a).");
    talk.expect("X = f(a).");
    talk.expect("?- ");
}

#[test]
fn long_steps_are_interrupted() {
    let mut talk = Talk::new(&["-q"]);
    talk.say(
        "numlist(1, 400000, L0), reverse(L0, L), write(started), nl, repeat, msort(L, _), fail.",
    );
    talk.expect("\nstarted\r\n");
    talk.control('c');
    talk.expect("% Interrupted");
    talk.expect("?- ");
    talk.say("write(started), nl, repeat, X is 3 ** 3000000, X < 0.");
    talk.expect("\nstarted\r\n");
    talk.control('c');
    talk.expect("% Interrupted");
    talk.expect("?- ");
    talk.ask("X is (-3) ** 5 + 7 ** 3000000 mod 2.", "X = -242.");
}

#[test]
fn keys_may_be_typed_ahead() {
    let mut talk = Talk::new(&["-q"]);
    talk.press("member(X, [a,b,c]).\r;;Y = then.\r");
    talk.expect("X = a ;");
    talk.expect("X = b ;");
    talk.expect("X = c.\r\n");
    talk.expect("\nY = then.");
    talk.expect("?- ");
    // As terminals mark what is pasted.
    talk.press("\u{1b}[200~member(X, [a,b,c]).\n;;\nY = then.\u{1b}[201~\r");
    talk.expect("X = a ;\r\nX = b ;\r\nX = c.\r\n");
    talk.expect("\nY = then.");
    talk.expect("?- ");
    talk.press("p(X) :- X = 1.\ry");
    talk.expect("?- ");
    talk.ask("p(X).", "\nX = 1.");
    talk.press("member(X, [a,b,c]).\r;.");
    talk.expect("X = b .");
    talk.expect("?- ");
    talk.say(";");
    talk.expect("?- ");
    talk.ask("X = still.", "\nX = still.");
}

#[cfg(target_os = "linux")]
#[test]
fn lines_typed_ahead_are_no_keys() {
    let mut talk = Talk::new(&["-q"]);
    talk.press("member(X, [a,b,c]).\rappend(Y, _, [z]), Y == [z].\r");
    talk.expect("X = a .");
    talk.expect("Y = [z]");
    talk.expect("?- ");
    talk.press("member(X, [a,b,c]).\r;append(Y, _, [z]), Y == [z].\r");
    talk.expect("X = b .");
    talk.expect("Y = [z]");
    talk.expect("?- ");
}

#[test]
fn what_is_pasted_behind_an_answer_is_no_keys() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("member(X, [a,b,c]).");
    talk.expect("X = a ");
    // As terminals mark what is pasted.
    talk.press("\u{1b}[200~append(Y, _, [z]),\nY == [z].\n\u{1b}[201~");
    talk.expect("X = a .");
    talk.expect("?- ");
    talk.press("\r");
    talk.expect("Y = [z]");
    talk.expect("?- ");
}

#[test]
fn programs_read_what_was_typed_ahead() {
    let mut talk = Talk::new(&["-q"]);
    talk.press("read(X).\rfoo.\rY = then.\r");
    talk.expect("X = foo.\r\n");
    talk.expect("\nY = then.");
    talk.expect("?- ");
    // As terminals mark what is pasted.
    talk.press("\u{1b}[200~read(X), read(Y).\nf(\n1). bar.\nZ = then.\u{1b}[201~\r");
    talk.expect("|: f(\r\n|: 1). bar.\r\n");
    talk.expect("X = f(1),\r\nY = bar.\r\n");
    talk.expect("\nZ = then.");
    talk.expect("?- ");
    talk.press("get_char(X), get_char(Y).\rab\rread_term(Z, []).\rc. W = d.\r");
    talk.expect("X = a,\r\nY = b.\r\n");
    talk.expect("Z = c.\r\n");
    talk.expect("W = d.\r\n");
    talk.expect("?- ");
    talk.press("get_char(X).\rabc\rget_char(X).\rde\r");
    talk.expect("X = a.");
    talk.expect("X = d.");
    talk.expect("?- ");
    talk.press("[user].\rp(1).\rp(2).\rend_of_file.\rfindall(X, p(X), L).\r");
    talk.expect("L = [1, 2].");
    talk.expect("?- ");
}

#[test]
fn what_a_program_asks_stands_before_the_answer() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("write('Your name? '), read(X), write(hello(X)), nl.");
    talk.expect("\nYour name? |: ");
    talk.say("ann.");
    talk.expect("ann.\r\nhello(ann)\r\n");
    talk.expect("X = ann.");
    talk.expect("?- ");
    talk.say("read(X).");
    talk.expect("|: ");
    talk.control('d');
    talk.expect("X = end_of_file.");
    talk.expect("?- ");
}

#[test]
fn a_missing_full_stop_is_hinted_at() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("X = 1");
    talk.expect("full stop");
    talk.expect("|    ");
    talk.say(".");
    talk.expect("\nX = 1.");
    talk.expect("?- ");
    talk.say("foo(X) :- bar(X)");
    talk.expect("|    ");
    talk.say(".");
    talk.expect("This is a clause");
    talk.press("n");
    talk.expect("?- ");
    talk.say("X = 1,");
    talk.expect("|    ");
    talk.ask("Y = 2.", "Y = 2.");
}

#[test]
fn what_is_loaded_is_said() {
    let scratch = Scratch::new();
    scratch.file(
        "program.pl",
        ":- initialization(write(loading)).\np(1).\np(2).\nq.\n",
    );
    let mut talk = Talk::in_directory(scratch, &[]);
    talk.ask(
        "[program].",
        "% Loaded program.pl: 2 predicates, 3 clauses.",
    );
    talk.scratch
        .file("slips.pl", "a(.\nb :- c(X).\nb(c d).\nb.\n");
    talk.ask(
        "[slips].",
        "% Loaded slips.pl: 1 predicate, 2 clauses, 2 errors, 1 warning.",
    );
    talk.ask(
        "make.",
        "\n% No file has changed since it was loaded.\r\ntrue.",
    );
    let nothing = "\n% No file has changed since it was loaded.\r\n\r\n";
    talk.ask(":reload", nothing);
    std::thread::sleep(Duration::from_millis(20));
    talk.scratch.file("slips.pl", "b.\n");
    let loaded = "\n% Loaded slips.pl: 1 predicate, 1 clause.\r\n";
    talk.ask(":reload", &format!("{loaded}\r\n"));
    std::thread::sleep(Duration::from_millis(20));
    talk.scratch.file("slips.pl", "b.\n");
    talk.ask("make.", &format!("{loaded}true."));
    talk.ask("X = 1.", "\nX = 1.");
}

#[test]
fn the_greeting_stands_on_its_own_line() {
    let scratch = Scratch::new();
    scratch.file("program.pl", ":- initialization(write(loading)).\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_luminy"));
    command
        .arg("program.pl")
        .current_dir(scratch.path())
        .env("HOME", scratch.path())
        .env("NO_COLOR", "1");
    let options = Options::new().timeout_ms(Some(LIMIT));
    let mut session = spawn_with_options(command, options).expect("the terminal opens");
    session.exp_string("loading\r\nLuminy").expect("a new line");
}

#[test]
fn the_calls_of_the_last_error_can_be_seen() {
    let scratch = Scratch::new();
    let depth = 9;
    let mut text = format!("p{depth} :- X is foo, write(X).\n");
    for at in 0..depth {
        text += &format!("p{at} :- p{}, true, true.\np{at} :- fail.\n", at + 1);
    }
    scratch.file("program.pl", text.replace("true, true", "write(x), fail"));
    let mut talk = Talk::in_directory(scratch, &["-q", "program.pl"]);
    talk.ask(":bt", "no error");
    talk.ask("p0.", "more calls");
    talk.ask(":bt", "called from p0/0, program.pl");
    talk.ask(":explain e0304", "arithmetic cannot compute");
    talk.ask(":explain W999", "No error or warning has the code W999.");
    talk.ask(":explain", "Name a code");
    talk.ask(":help :bt", "the calls that led to the last error");
    talk.ask(":help stats", "counts behind each answer");
    talk.ask(":time", "Say what to run: :time GOAL");
    talk.ask("X = $Nope.", "there is no value of `$Nope`");
}

#[test]
fn slips_in_queries_are_noticed() {
    let mut talk = Talk::new(&["-q"]);
    talk.ask(
        "member(_X, [1]), _X > 0.",
        "marked as occurring once, but occurs twice",
    );
    talk.ask("X = 1, X is X + 1.", "this never holds");
    talk.ask("quit.", ":quit ");
    let said = {
        talk.say("atom_length(abc).");
        talk.expect("atom_length/2 exists");
        talk.expect("?- ")
    };
    assert!(!said.contains(":add"), "{said}");
    talk.say("hello");
    talk.expect("|    ");
    talk.say("member(X, [1]).");
    talk.expect("query:1:5");
    talk.expect("?- ");
    talk.ask("X = 'a\\(b'.", "`\\(` is no escape");
    talk.ask("X = 1.0e400.", "too large for a floating-point number");
    talk.ask("atom_length(X, Y).", "`X` or `Y` has no value yet");
}

#[test]
fn the_end_of_input_leaves() {
    let mut talk = Talk::new(&["-q"]);
    talk.ask("X = 1.", "X = 1.");
    talk.control('d');
    talk.ends_with(0);
    let mut talk = Talk::new(&["-q"]);
    talk.say("halt(3).");
    talk.ends_with(3);
    let mut talk = Talk::new(&["-q"]);
    talk.say(":quit");
    talk.ends_with(0);
}

#[test]
fn words_are_completed() {
    let scratch = Scratch::new();
    scratch.file("program.pl", "p(file).\n");
    let mut talk = Talk::in_directory(scratch, &["-q"]);
    talk.press("atom_len\t");
    talk.expect("atom_length");
    talk.say("(abc, N).");
    talk.expect("\nN = 3.");
    talk.expect("?- ");
    talk.press("Longname = 1, X = Lon\t");
    talk.expect("X = Longname");
    talk.say(".");
    talk.expect("\nLongname = X, X = 1.");
    talk.expect("?- ");
    talk.press("consult('prog\t");
    talk.expect("program.pl");
    talk.say("), p(X).");
    talk.expect("\nX = file.");
    talk.expect("?- ");
    talk.press("set_prolog_flag(answer_s\t");
    talk.expect("answer_stats");
    talk.say(", on).");
    talk.expect("?- ");
    talk.ask("true.", "inferences");
}

#[test]
fn history_outlives_the_session() {
    let mut talk = Talk::new(&["-q"]);
    talk.ask("X = remembered.", "\nX = remembered.");
    talk.control('d');
    talk.session.exp_eof().expect("the process ends");
    let mut talk = Talk::in_directory(talk.scratch, &["-q"]);
    talk.press("\u{1b}[A");
    talk.expect("X = remembered.");
    talk.press("\r");
    talk.expect("\nX = remembered.\r\n");
}

#[test]
fn a_clause_at_the_prompt_can_be_added() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("p(X) :- X = 1.");
    talk.expect("clause");
    talk.press("y");
    talk.expect("?- ");
    talk.ask("p(X).", "\nX = 1.");
    talk.say("q(X) :- X = 1.");
    talk.expect("clause");
    talk.press("n");
    talk.expect("?- ");
    talk.ask("q(X).", "q/1");
    talk.ask("parent(tom, bob).", ":add");
    talk.say(":add");
    talk.expect("?- ");
    talk.ask("parent(tom, X).", "\nX = bob.");
}

#[test]
fn a_clause_can_be_added_to_a_predicate_of_a_file() {
    let scratch = Scratch::new();
    scratch.file("program.pl", "p(1).\np(2).\n");
    let mut talk = Talk::in_directory(scratch, &["-q", "program.pl"]);
    talk.ask("once(p(_)).", "true.");
    talk.ask(":add p(3).", "% Added: p(3).");
    talk.ask("findall(X, p(X), L).", "L = [1, 2, 3].");
    talk.ask("assertz(p(4)).", "not dynamic");
    talk.ask(":add atom_length(a, 1).", "predicate of the system");
    talk.ask("help(p).", "p/1 is defined in program.pl:1 (3 clauses).");
}

#[test]
fn clauses_can_be_typed_in() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("[user].");
    talk.expect("|: ");
    talk.say("bar(1).");
    talk.say("bar(2).");
    talk.say("end_of_file.");
    talk.expect("true.");
    talk.expect("?- ");
    talk.ask("findall(X, bar(X), L).", "L = [1, 2].");
}

#[test]
fn files_are_loaded_edited_and_reloaded() {
    let scratch = Scratch::new();
    let file = scratch.file("program.pl", "p(1).\n");
    let mut talk = Talk::in_directory(scratch, &["-q", "program.pl"]);
    talk.ask("p(X).", "\nX = 1.");
    std::fs::write(&file, "p(2).\n").expect("the file can be written");
    talk.ask(
        ":load program.pl",
        "\n% Loaded program.pl: 1 predicate, 1 clause.\r\n\r\n",
    );
    talk.ask("p(X).", "\nX = 2.");
    talk.ask(":list p/1", "p(2).");
    talk.ask(":nonsense", "no command :nonsense");
}

#[test]
fn a_declaration_of_a_table_goes_with_its_file() {
    let scratch = Scratch::new();
    let file = scratch.file("program.pl", ":- table p/1.\np(X) :- p(X).\np(1).\n");
    let mut talk = Talk::in_directory(scratch, &["-q", "program.pl"]);
    talk.ask("p(X).", "\nX = 1.");
    talk.ask(":load program.pl", "1 predicate, 2 clauses.");
    std::fs::write(&file, "p(2).\n").expect("the file can be written");
    talk.ask(":load program.pl", "1 predicate, 1 clause.");
    talk.ask("p(X).", "\nX = 2.");
}

#[test]
fn an_uncaught_error_is_shown_once() {
    let mut talk = Talk::new(&["-q"]);
    talk.say("X is foo + 1.");
    talk.expect("error");
    talk.expect("`foo`");
    let after = talk.expect("?- ");
    assert!(!after.contains("error"), "{after}");
}

#[test]
fn colours_are_used_unless_they_are_refused() {
    let coloured = raw_output(&[]);
    assert!(coloured.contains("\u{1b}[36mX"), "{coloured:?}");
    let plain = raw_output(&[("NO_COLOR", "1")]);
    assert!(!plain.contains("\u{1b}[36m"), "{plain:?}");
}

/// All that a short session writes, escape sequences included.
fn raw_output(variables: &[(&str, &str)]) -> String {
    let scratch = Scratch::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_luminy"));
    command
        .arg("-q")
        .env("TERM", "xterm")
        .env("HOME", scratch.path())
        .env_remove("NO_COLOR");
    for (name, value) in variables {
        command.env(name, value);
    }
    let options = Options::new().timeout_ms(Some(LIMIT));
    let mut session = spawn_with_options(command, options).expect("the terminal opens");
    session.exp_string("?- ").expect("a prompt");
    session.send_line("X = 1.").expect("the process listens");
    let shown = session.exp_string("\nX = 1.").expect("an answer");
    session.send_line("halt.").expect("the process listens");
    session.exp_eof().expect("the process ends");
    shown
}
