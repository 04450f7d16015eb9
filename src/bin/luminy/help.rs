//! The commands of the prompt.

/// What `:help` prints.
pub const COMMANDS: &str = "\
A query ends with a full stop:   ?- member(X, [a,b]).
Files are loaded by              ?- [file].   or   :load file
Documentation is shown by        ?- help(append/3).   and   ?- apropos(sort).

:help            this text
:load FILE       load a file
:reload          load again what has changed
:edit [FILE]     edit a file, then load it
:add [CLAUSE]    add a clause to the program
:list [NAME/N]   show the clauses of the program or of a predicate
:time GOAL       run a goal and say what it took
:stats [on|off]  counts behind each answer
:set [FLAG VAL]  show or set flags
:full            the last answer in full
:bt              the calls that led to the last error
:explain CODE    what an error or warning means, such as E0301
:quit            leave (so does Ctrl-D)

After an answer: ; for the next one, Enter to stop, h for all keys.
Ctrl-C interrupts a query; :continue goes on with it.
";

/// The line of `:help` on a command.
pub fn help_line(name: &str) -> Option<&'static str> {
    COMMANDS.lines().find(|line| {
        let command = line
            .strip_prefix(':')
            .and_then(|rest| rest.split(' ').next());
        command == Some(name)
    })
}
