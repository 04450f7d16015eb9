//! What an engine may reach.

use std::fs;
use std::path::PathBuf;

use luminy::api::capabilities::Capabilities;
use luminy::api::engine::Engine;
use luminy::api::error::Error;

use super::engine;

/// The formal part of the error that a goal raises.
fn formal(engine: &mut Engine, goal: &str) -> String {
    match engine.run_goal(goal) {
        Err(Error::Exception(exception)) => {
            let formal = exception.term.argument(0);
            formal.map_or(exception.text, |formal| formal.to_string())
        }
        other => panic!("{goal}: {other:?}"),
    }
}

/// A directory of its own for a test.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("luminy-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("inside")).expect("it can be made");
        fs::write(path.join("secret.pl"), "secret(1).").expect("it can be written");
        fs::write(path.join("inside/rules.pl"), "rule(1). rule(2).").expect("it can be written");
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn an_embedded_engine_reaches_nothing() {
    let mut engine = engine();
    for goal in [
        "open('/etc/passwd', read, _)",
        "open('new_file', write, _)",
        "consult('/etc/passwd')",
        "shell('true')",
        "getenv('HOME', _)",
        "get_time(_)",
        "delete_file('x')",
        "directory_files('.', _)",
        "sleep(1)",
    ] {
        let formal = formal(&mut engine, goal);
        assert!(formal.starts_with("permission_error"), "{goal}: {formal}");
    }
    assert!(
        engine
            .run_goal("statistics(runtime, _), X is random(10), integer(X)")
            .expect("it runs")
    );
}

#[test]
fn files_are_confined_to_a_directory() {
    let directory = Directory::new("read");
    let inside = directory.0.join("inside");
    let mut engine = Engine::builder()
        .capabilities(Capabilities::none().read(&inside))
        .build();
    engine.load_file("rules.pl").expect("it may be read");
    assert!(
        engine
            .run_goal("rule(2), exists_file('rules.pl')")
            .expect("it runs")
    );
    let outside = directory.0.join("secret.pl");
    let outside = outside.to_string_lossy();
    for goal in [
        "open('../secret.pl', read, _)".to_owned(),
        "open('../inside/../secret.pl', read, _)".to_owned(),
        format!("open('{outside}', read, _)"),
        "open('rules.pl', append, _)".to_owned(),
        "open('new.pl', write, _)".to_owned(),
        "delete_file('rules.pl')".to_owned(),
    ] {
        let formal = formal(&mut engine, &goal);
        assert!(formal.starts_with("permission_error"), "{goal}: {formal}");
    }
}

#[test]
fn files_are_written_where_that_is_granted() {
    let directory = Directory::new("write");
    let inside = directory.0.join("inside");
    let granted = Capabilities::none().read_write(&inside);
    let mut engine = Engine::builder().capabilities(granted).build();
    let goal = "open('new.txt', write, S), write(S, hello), close(S), open('new.txt', read, R), read_term(R, _, []), close(R)";
    let _ = engine.run_goal(goal);
    assert_eq!(
        fs::read_to_string(inside.join("new.txt")).expect("it was written"),
        "hello"
    );
    assert!(engine.run_goal("delete_file('new.txt')").expect("it runs"));
    assert!(!inside.join("new.txt").exists());
    let formal = formal(&mut engine, "open('../new.txt', write, _)");
    assert!(formal.starts_with("permission_error"), "{formal}");
}

#[cfg(unix)]
#[test]
fn symbolic_links_do_not_lead_out() {
    let directory = Directory::new("links");
    let inside = directory.0.join("inside");
    std::os::unix::fs::symlink("../secret.pl", inside.join("link.pl")).expect("it can be made");
    std::os::unix::fs::symlink("..", inside.join("up")).expect("it can be made");
    std::os::unix::fs::symlink("../not_there", inside.join("dangling")).expect("it can be made");
    let granted = Capabilities::none().read_write(&inside);
    let mut engine = Engine::builder().capabilities(granted).build();
    for goal in [
        "open('link.pl', read, _)",
        "open('up/secret.pl', read, _)",
        "open('up/new', write, _)",
        "open('link.pl', write, _)",
        "open('dangling', write, _)",
        "delete_file('up/secret.pl')",
        "directory_files(up, _)",
    ] {
        let formal = formal(&mut engine, goal);
        assert!(formal.starts_with("permission_error"), "{goal}: {formal}");
    }
    assert!(directory.0.join("secret.pl").exists() && !directory.0.join("not_there").exists());
    assert!(
        engine
            .run_goal("delete_file('link.pl')")
            .expect("the link itself may be deleted")
    );
}

#[test]
fn sources_come_from_the_embedder() {
    let mut engine = Engine::builder()
        .sources(|name| match name {
            "shapes.pl" => {
                Some(":- module(shapes, [area/2]). area(square(S), A) :- A is S * S.".to_owned())
            }
            _ => None,
        })
        .build();
    engine.load_module("shapes").expect("it is there");
    assert!(engine.run_goal("area(square(3), 9)").expect("it runs"));
    assert!(engine.load_module("circles").is_err());
}

#[test]
fn each_capability_opens_one_door() {
    let mut clock = Engine::builder()
        .capabilities(Capabilities::none().clock())
        .build();
    assert!(clock.run_goal("get_time(T), T > 1000000").expect("it runs"));
    assert!(clock.run_goal("getenv('HOME', _)").is_err());
    let mut environment = Engine::builder()
        .capabilities(Capabilities::none().environment())
        .build();
    assert!(environment.run_goal("getenv('PATH', _)").expect("it runs"));
    assert!(environment.run_goal("shell('true')").is_err());
    let mut processes = Engine::builder()
        .capabilities(Capabilities::none().processes())
        .build();
    assert!(processes.run_goal("shell('true')").expect("it runs"));
}

/// Whatever others make of the names meanwhile: a directory and a link out of the
/// granted directory change places all the time, and nothing outside is seen or made.
#[cfg(unix)]
#[test]
fn links_that_are_swapped_in_do_not_lead_out() {
    let (inside, outside) = (Directory::new("swap_in"), Directory::new("swap_out"));
    fs::create_dir(inside.0.join("real")).expect("a directory is made");
    fs::write(inside.0.join("real/f.pl"), "found(inside).").expect("a file is written");
    fs::write(outside.0.join("f.pl"), "found(outside).").expect("a file is written");
    std::os::unix::fs::symlink(&outside.0, inside.0.join("link")).expect("a link is made");
    let is_over = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let swapper = {
        let (at, is_over) = (inside.0.clone(), is_over.clone());
        std::thread::spawn(move || {
            let names = ["real", "link"].map(|name| at.join(name));
            let place = at.join("place");
            let mut swaps = 0_u32;
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                for name in &names {
                    let swapped = fs::rename(name, &place).and_then(|()| fs::rename(&place, name));
                    swapped.expect("names are changed");
                    swaps += 1;
                }
            }
            swaps
        })
    };
    let mut engine = Engine::builder()
        .capabilities(Capabilities::none().read_write(&inside.0))
        .build();
    let goals = [
        "open('place/f.pl', read, S), read(S, T), close(S), T == found(outside)",
        "open('place/new', write, S), close(S), fail",
        "directory_files(place, Fs), memberchk('secret', Fs)",
        "delete_file('place/kept'), fail",
        "rename_file('place/kept', 'taken'), fail",
        "make_directory('place/made'), fail",
        "exists_file('place/secret')",
    ];
    fs::write(outside.0.join("secret"), "").expect("a file is written");
    fs::write(outside.0.join("kept"), "").expect("a file is written");
    let end = std::time::Instant::now() + std::time::Duration::from_secs(2);
    let mut reads = 0;
    while std::time::Instant::now() < end {
        for goal in goals {
            let goal = format!("catch(({goal}), error(_, _), fail)");
            assert!(
                !engine.run_goal(&goal).expect("errors are caught"),
                "{goal}"
            );
        }
        let read = "catch(( open('place/f.pl', read, S), close(S) ), error(_, _), fail)";
        reads += u32::from(engine.run_goal(read).expect("errors are caught"));
    }
    is_over.store(true, std::sync::atomic::Ordering::Relaxed);
    let swaps = swapper.join().expect("nothing panics");
    let left = ["f.pl", "inside", "kept", "secret", "secret.pl"];
    let mut found: Vec<String> = fs::read_dir(&outside.0)
        .expect("it is there")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    found.sort();
    assert_eq!(found, left);
    assert!(swaps > 100 && reads > 0, "{swaps} swaps, {reads} reads");
}

#[test]
fn what_is_denied_says_what_would_grant_it() {
    let mut engine = engine();
    for (goal, needed) in [
        ("open('/etc/passwd', read, _)", "read(DIRECTORY)"),
        ("delete_file('a.txt')", "read_write(DIRECTORY)"),
        ("consult('rules.pl')", "read(DIRECTORY)"),
        ("make_directory(a)", "read_write(DIRECTORY)"),
        ("get_time(_)", "clock()"),
        ("sleep(1)", "clock()"),
        ("getenv('HOME', _)", "environment()"),
        ("shell(true)", "processes()"),
        ("set_random(seed(random))", "random_seed()"),
    ] {
        let Err(Error::Exception(found)) = engine.run_goal(goal) else {
            panic!("{goal} is granted");
        };
        let help = found.diagnostic.help.unwrap_or_default();
        assert!(
            help.contains(&format!("`Capabilities::none().{needed}`")),
            "{goal}: {help}"
        );
    }
    let thrown =
        engine.run_goal("throw(error(permission_error(modify, static_procedure, p/1), _))");
    let Err(Error::Exception(found)) = thrown else {
        panic!("nothing is thrown");
    };
    assert!(
        !found
            .diagnostic
            .help
            .unwrap_or_default()
            .contains("Capabilities")
    );
}

/// The formal part of the error that a goal raises, the message and the help.
fn denied(engine: &mut Engine, goal: &str) -> (String, String, String) {
    let formal = formal(engine, goal);
    let error = engine.run_goal(goal).expect_err("it is denied");
    let diagnostic = &error.diagnostics()[0];
    let help = diagnostic.help.clone().unwrap_or_default();
    (formal, diagnostic.message.clone(), help)
}

#[test]
fn what_is_denied_names_its_object_and_what_would_grant_it() {
    let mut engine = engine();
    for (goal, expected, words, needed) in [
        (
            "sleep(1)",
            "permission_error(access, time, clock)",
            "no permission to read the clock, or to wait",
            "clock()",
        ),
        (
            "get_time(_)",
            "permission_error(access, time, clock)",
            "no permission to read the clock, or to wait",
            "clock()",
        ),
        (
            "shell(ls)",
            "permission_error(execute, shell_command, ls)",
            "no permission to run the command `ls`",
            "processes()",
        ),
        (
            "getenv(a, _)",
            "permission_error(access, environment_variable, a)",
            "no permission to access the environment variable `a`",
            "environment()",
        ),
        (
            "exists_file(f)",
            "permission_error(access, file, f)",
            "no permission to access the file `f`",
            "read(DIRECTORY)",
        ),
        (
            "exists_directory(d)",
            "permission_error(access, directory, d)",
            "no permission to access the directory `d`",
            "read(DIRECTORY)",
        ),
        (
            "working_directory(D, D)",
            "permission_error(access, directory, '.')",
            "no permission to access the directory `'.'`",
            "read(DIRECTORY)",
        ),
        (
            "delete_file(f)",
            "permission_error(delete, file, f)",
            "no permission to delete the file `f`",
            "read_write(DIRECTORY)",
        ),
        (
            "tmp_file(a, _)",
            "permission_error(create, file, a)",
            "no permission to create the file `a`",
            "read_write(DIRECTORY)",
        ),
        (
            "open(f, read, _)",
            "permission_error(open, source_sink, f)",
            "no permission to open the file f",
            "read(DIRECTORY)",
        ),
        (
            "consult(f)",
            "permission_error(open, source_sink, f)",
            "no permission to open the file f",
            "read(DIRECTORY)",
        ),
        (
            "set_random(seed(random))",
            "permission_error(access, random_seed, random)",
            "no permission to start random numbers from outside",
            "random_seed()",
        ),
    ] {
        let (formal, message, help) = denied(&mut engine, goal);
        assert_eq!(formal, expected, "{goal}");
        assert_eq!(message, words, "{goal}");
        let grant = format!("`Capabilities::none().{needed}`");
        assert!(help.contains(&grant), "{goal}: {help}");
    }
    let report = engine
        .load_file("rules.pl")
        .expect_err("it is denied")
        .report();
    assert!(
        report.contains("rules.pl") && !report.contains("exists_file"),
        "{report}"
    );
}

#[test]
fn time_stands_still_without_the_clock() {
    let mut engine = engine();
    let goal = "member(K, [runtime, process_runtime, system_time, walltime, real_time]), \
                statistics(K, V), V \\== [0, 0] \
                ; member(K, [cputime, process_cputime, thread_cputime, epoch, process_epoch]), statistics(K, V), V =\\= 0 \
                ; (V is cputime ; V is realtime), V =\\= 0";
    assert!(!engine.exists(goal).expect("it runs"));
    // What the engine counts itself goes on, the same in each run.
    let goal = "statistics(inferences, X), length(_, 100), statistics(inferences, Y), X < Y";
    assert!(engine.run_goal(goal).expect("it runs"));
}
