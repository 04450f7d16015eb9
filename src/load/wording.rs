//! The formal part of an error in words.

use super::explain::ErrorContext;
use super::nearest::{listed, nearest_library};
use crate::atom::known;
use crate::diagnostic::{Diagnostic, Severity, bytes_text};
use crate::engine::machine::Machine;
use crate::syntax::chars::is_symbol;
use crate::syntax::write_options::{Spacing, WriteOptions};
use crate::term::cell::{Cell, Functor};
use crate::term::text::end_within;
use crate::term::view::{Args, View};

/// The longest term that is shown in a message, in characters.
const MAX_SHOWN: usize = 80;

/// The longest text that is told in a message, in bytes.
const MAX_TEXT: usize = 4096;

fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Severity::Error, code, message)
}

/// What the name of a tabled predicate ends in where its clauses are kept.
pub const TABLED: &str = " tabled";

/// The libraries that come with the crate feature `clpfd` only.
const WITH_CLPFD: [&str; 2] = ["clpfd", "gnu_fd"];

impl Machine {
    /// A term as it is shown in a message: quoted, and not long.
    pub fn shown(&self, term: Cell) -> String {
        let names = self.mem.term_variables(term).into_iter().zip('A'..='Z');
        let options = WriteOptions {
            max_depth: 12,
            max_bits: 1 << 16,
            max_text: 4 * MAX_SHOWN,
            spacing: Spacing::NextArgument,
            variable_names: names
                .map(|(var, c)| (var, format!("_{c}").into()))
                .collect(),
            ..WriteOptions::writeq()
        };
        let text = self.written(term, &options);
        match text.char_indices().nth(MAX_SHOWN) {
            Some((at, _)) => format!("{}...", &text[..at]),
            None => text,
        }
    }

    /// The functor of `Name/Arity`, with or without a module.
    pub fn indicated(&self, term: Cell) -> Option<Functor> {
        let (_, plain) = self.strip_module(term, known::USER).ok()?;
        let args = self.mem.match_struct(plain, known::SLASH, 2)?;
        let name = self.mem.deref(args.get(&self.mem, 0));
        let arity = self.mem.deref(args.get(&self.mem, 1));
        let is_indicator = name.is_atom() && arity.is_small();
        is_indicator.then(|| Functor::new(name.atom_value(), arity.small_value().max(0) as usize))
    }

    /// `name/arity`, quoted as it is written in a program.
    pub fn functor_text(&self, functor: Functor) -> String {
        let tabled = self.text(functor.name()).strip_suffix(TABLED);
        let name = tabled.and_then(|name| self.atoms.find(name));
        let name = self.quoted_text(Cell::atom(name.unwrap_or(functor.name())));
        match name.chars().all(is_symbol) {
            true => format!("({name})/{}", functor.arity()),
            false => format!("{name}/{}", functor.arity()),
        }
    }

    /// The formal part of an error in words.
    pub(super) fn word(&mut self, formal: Cell, context: &ErrorContext) -> Diagnostic {
        let Some((functor, args)) = self.mem.callable(formal) else {
            return self.unknown_error(formal);
        };
        let args: Vec<Cell> = args.map_or(Vec::new(), |args| {
            args.iter(&self.mem)
                .map(|arg| self.mem.deref(arg))
                .collect()
        });
        match (functor.name(), &args[..]) {
            (known::INSTANTIATION_ERROR, []) => error(
                "E0302",
                "an argument has no value yet, but one is needed here",
            ),
            (known::UNINSTANTIATION_ERROR, [culprit]) => {
                let culprit = self.shown(*culprit);
                error(
                    "E0312",
                    format!("expected a variable without a value, found `{culprit}`"),
                )
            }
            (known::TYPE_ERROR | known::DOMAIN_ERROR | known::EXISTENCE_ERROR, [kind, ..])
                if self.mem.deref(*kind).is_var() =>
            {
                self.unknown_error(formal)
            }
            (known::TYPE_ERROR, [kind, culprit]) => {
                self.word_type(*kind, *culprit, context.expected.as_deref())
            }
            (known::DOMAIN_ERROR, [domain, culprit]) => self.word_domain(*domain, *culprit),
            (known::EXISTENCE_ERROR, [kind, culprit]) => self.word_existence(*kind, *culprit),
            (known::EXISTENCE_ERROR, [kind, number, term])
                if self.plain_text(*kind) == "argument" =>
            {
                let (number, term) = (self.shown(*number), self.shown(*term));
                error(
                    "E0306",
                    format!("there is no argument {number} in `{term}`"),
                )
            }
            (known::EXISTENCE_ERROR, [kind, culprit, _]) => self.word_existence(*kind, *culprit),
            (known::PERMISSION_ERROR, [action, kind, culprit]) => {
                self.word_permission(*action, *kind, *culprit)
            }
            (known::REPRESENTATION_ERROR, [limit]) => self.word_limit(*limit),
            (known::EVALUATION_ERROR, [what]) => self.word_evaluation(*what),
            (known::RESOURCE_ERROR, [what]) => self.word_resource(*what),
            (known::SYNTAX_ERROR, [kind]) => self.word_syntax(*kind, context),
            (known::SYSTEM_ERROR, [what]) => {
                let what = self.plain_text(*what);
                error("E0313", format!("system error: {what}"))
            }
            _ => match self.text(functor.name()) {
                "context_error" => self.word_condition(formal, &args),
                "assertion_error" | "assertion_failed" => self.word_assertion(&args),
                "format" if args.len() == 1 => {
                    let what = self.plain_text(args[0]);
                    error(
                        "E0316",
                        format!("the format and its arguments do not fit: {what}"),
                    )
                }
                "format_argument_type" if args.len() == 2 => self.word_format(args[0], args[1]),
                _ => self.unknown_error(formal),
            },
        }
    }

    /// An argument that a directive of a format cannot write.
    fn word_format(&self, directive: Cell, culprit: Cell) -> Diagnostic {
        let directive = self.plain_text(directive);
        let found = self.shown(culprit);
        let expected = match directive.as_str() {
            "a" => "an atom, a number or a string",
            "c" => "a character code",
            "d" | "D" | "r" | "R" | "I" => "an integer",
            "e" | "f" | "g" | "h" => "a number",
            "s" => "text",
            _ => "something else",
        };
        error(
            "E0316",
            format!("`~{directive}` of the format expects {expected}, found `{found}`"),
        )
    }

    /// A directive for conditional compilation that has no `:- if`.
    fn word_condition(&self, formal: Cell, args: &[Cell]) -> Diagnostic {
        match args
            .first()
            .map(|&arg| self.match_compound(arg, "no_if", 1))
        {
            Some(Some(args)) => {
                let name = self.plain_text(args.get(&self.mem, 0));
                error("E0110", format!("`:- {name}` without an `:- if` before it"))
            }
            _ => self.unknown_error(formal),
        }
    }

    fn word_assertion(&self, args: &[Cell]) -> Diagnostic {
        let goal = args.last().map_or(String::new(), |&goal| {
            let plain = self.strip_module(goal, known::USER);
            self.shown(plain.map_or(goal, |(_, plain)| plain))
        });
        let mut diagnostic = error("E0315", format!("the assertion `{goal}` does not hold"));
        if let [reason, _] = *args
            && reason != Cell::atom(known::FAIL)
        {
            diagnostic.message = format!("the assertion `{goal}` raised an error");
            diagnostic.notes.push(format!("`{}`", self.shown(reason)));
        }
        diagnostic
    }

    fn unknown_error(&self, formal: Cell) -> Diagnostic {
        error("E0300", format!("unknown error `{}`", self.shown(formal)))
    }

    /// Text as it is, unless it is very long; other terms quoted.
    pub fn plain_text(&self, term: Cell) -> String {
        let text = match self.mem.view(term) {
            View::Str(text) => text,
            View::Atom(atom) => self.text(atom),
            _ => return self.shown(term),
        };
        match end_within(text, MAX_TEXT) {
            end if end < text.len() => format!("{}...", &text[..end]),
            _ => text.to_owned(),
        }
    }

    fn word_type(&mut self, kind: Cell, culprit: Cell, expected: Option<&str>) -> Diagnostic {
        if kind == Cell::atom(known::EVALUABLE) {
            return self.word_evaluable(culprit);
        }
        let found = self.shown(culprit);
        if kind == Cell::atom(known::CALLABLE) {
            return error(
                "E0303",
                format!("`{found}` cannot be called: it is no goal"),
            );
        }
        let expected = expected.map_or_else(|| self.expected(kind), str::to_owned);
        let kind = self.plain_text(kind);
        let mut diagnostic = error("E0303", format!("expected {expected}, found `{found}`"));
        if matches!(self.mem.view(culprit), View::Str(_)) {
            diagnostic.help = text_help(&kind, &found);
        }
        if kind == "module" && culprit.is_compound() {
            diagnostic.help = Some("a rule is written `Head :- Body`".to_owned());
        }
        diagnostic
    }

    /// What a type or domain of an error is called in a sentence.
    fn expected(&self, kind: Cell) -> String {
        let args = |name, arity| self.match_compound(kind, name, arity);
        let shown = |args: Args, index| self.shown(args.get(&self.mem, index));
        if let Some(args) = args("between", 2) {
            let low = self.mem.deref(args.get(&self.mem, 0));
            let what = if low.is_small() {
                "an integer"
            } else {
                "a number"
            };
            return format!("{what} from {} to {}", shown(args, 0), shown(args, 1));
        }
        let choices = args("oneof", 1).and_then(|args| self.mem.list_items(args.get(&self.mem, 0)));
        match choices {
            Some(items) if !items.is_empty() => {
                let items: Vec<String> = items
                    .into_iter()
                    .map(|item| format!("`{}`", self.shown(item)))
                    .collect();
                match items.len() {
                    1 => items[0].clone(),
                    _ => format!("one of {}", listed(&items, "and")),
                }
            }
            _ => described(&self.plain_text(kind)),
        }
    }

    fn word_evaluable(&mut self, culprit: Cell) -> Diagnostic {
        let Some(functor) = self.indicated(culprit) else {
            let found = self.shown(culprit);
            return error("E0304", format!("`{found}` is no arithmetic expression"));
        };
        let name = self.text(functor.name()).to_owned();
        if functor.arity() > 0 {
            let what = self.functor_text(functor);
            let mut diagnostic = error("E0304", format!("arithmetic has no function {what}"));
            diagnostic.help = self.nearest_evaluable(functor);
            return diagnostic;
        }
        error("E0304", format!("the atom `{name}` is no number"))
    }

    fn word_domain(&mut self, domain: Cell, culprit: Cell) -> Diagnostic {
        let expected = self.expected(domain);
        let found = self.shown(culprit);
        error("E0305", format!("expected {expected}, found `{found}`"))
    }

    fn word_existence(&mut self, kind: Cell, culprit: Cell) -> Diagnostic {
        let found = self.shown(culprit);
        let kind = self.plain_text(kind);
        match kind.as_str() {
            "procedure" => error("E0301", format!("no predicate {found}")),
            "source_sink" if found.starts_with("library(") => {
                let name = found.trim_start_matches("library(").trim_end_matches(')');
                let diagnostic = error("E0306", format!("there is no library {name}"));
                match WITH_CLPFD.contains(&name) && !cfg!(feature = "clpfd") {
                    true => diagnostic.help("it needs the crate feature `clpfd`"),
                    false => {
                        let near = nearest_library(name);
                        Diagnostic {
                            help: near.map(|near| format!("did you mean `library({near})`?")),
                            ..diagnostic
                        }
                    }
                }
            }
            "source_sink" | "file" => error(
                "E0306",
                format!("there is no file {}", self.plain_text(culprit)),
            ),
            "variable" if self.plain_text(culprit).starts_with('$') => error(
                "E0306",
                format!("there is no value of `{}`", self.plain_text(culprit)),
            )
            .help("`$X` is the value of X in the last answer that gave it one"),
            _ => {
                let kind = kind.replace('_', " ");
                error("E0306", format!("there is no {kind} `{found}`"))
            }
        }
    }

    fn word_permission(&mut self, action: Cell, kind: Cell, culprit: Cell) -> Diagnostic {
        let (action, kind) = (self.plain_text(action), self.plain_text(kind));
        let name = self.plain_text(culprit);
        let missing = self.host.missing(&action, &kind, &name);
        let diagnostic = match (action.as_str(), kind.as_str()) {
            ("open", "source_sink") if missing.is_some() => {
                error("E0307", format!("no permission to open the file {name}"))
            }
            _ => self.word_denied(&action, &kind, culprit),
        };
        match missing {
            Some(needed) => diagnostic.help(format!(
                "the host has not granted this: `Capabilities::none().{needed}`, or `luminy` without `--sandbox`"
            )),
            None => diagnostic,
        }
    }

    fn word_denied(&mut self, action: &str, kind: &str, culprit: Cell) -> Diagnostic {
        let found = self.shown(culprit);
        match (action, kind) {
            ("modify", "static_procedure") => self.word_static(culprit),
            ("access", "private_procedure") => {
                let diagnostic = error("E0307", format!("the clauses of {found} cannot be read"));
                let functor = self.indicated(culprit);
                match functor.and_then(|functor| self.db.system_predicate(functor)) {
                    Some(_) => diagnostic,
                    None => diagnostic.help(format!("declare `:- dynamic {found}.`")),
                }
            }
            ("open", "source_sink") => {
                let path = self.plain_text(culprit);
                error("E0307", format!("the file {path} cannot be opened"))
            }
            ("access", "time") => error("E0307", "no permission to read the clock, or to wait"),
            ("access", "random_seed") => error(
                "E0307",
                "no permission to start random numbers from outside",
            ),
            ("execute", "shell_command") => error(
                "E0307",
                format!("no permission to run the command `{found}`"),
            ),
            ("input", "stream") => error("E0307", format!("`{found}` is no stream to read from")),
            ("output", "stream") => error("E0307", format!("`{found}` is no stream to write to")),
            ("input", "past_end_of_stream") => error(
                "E0307",
                format!("the end of the stream `{found}` has been read already"),
            ),
            _ => {
                let kind = kind.replace('_', " ");
                error(
                    "E0307",
                    format!("no permission to {action} the {kind} `{found}`"),
                )
            }
        }
    }

    /// A predicate that is not dynamic was to be changed.
    fn word_static(&mut self, culprit: Cell) -> Diagnostic {
        let found = self.shown(culprit);
        let Some(functor) = self.indicated(culprit) else {
            return error("E0307", format!("`{found}` cannot be changed"));
        };
        if self.is_of_host(functor) {
            return error(
                "E0308",
                format!("{found} is a predicate of the host, in Rust, and cannot be changed"),
            )
            .help("choose another name");
        }
        if self.db.system_predicate(functor).is_some() {
            return error(
                "E0308",
                format!("{found} is a predicate of the system and cannot be changed"),
            )
            .help("choose another name");
        }
        let id = self.db.find(known::USER, functor);
        if id.is_some_and(|id| self.db.predicate(id).traits.sealed) {
            return error(
                "E0307",
                format!("{found} is protected by the host and cannot be changed"),
            );
        }
        error(
            "E0307",
            format!("{found} cannot be changed while the program runs: it is not dynamic"),
        )
        .help(format!("declare `:- dynamic {found}.` before its clauses"))
    }

    fn word_limit(&mut self, limit: Cell) -> Diagnostic {
        let limit = self.plain_text(limit);
        let message = match limit.as_str() {
            "max_variables" => "a clause has too many variables that are needed behind calls",
            "max_nesting" => "a cut stands in too many control constructs inside each other",
            "max_arity" => "a term or predicate has too many arguments",
            "character_code" | "in_character_code" => "this is the code of no character",
            "character" | "in_character" => "this is no character",
            "max_integer" => "this integer is too large",
            "min_integer" => "this integer is too small",
            _ => return error("E0309", format!("the limit `{limit}` is exceeded")),
        };
        error("E0309", message)
    }

    fn word_evaluation(&mut self, what: Cell) -> Diagnostic {
        let what = self.plain_text(what);
        let message = match what.as_str() {
            "zero_divisor" => "division by zero",
            "undefined" => "this expression has no value",
            "float_overflow" => "the result is too large for a floating-point number",
            "int_overflow" => "the result is too large for an integer",
            "underflow" => "the result is too small for a floating-point number",
            _ => return error("E0310", format!("arithmetic fails: {what}")),
        };
        error("E0310", message)
    }

    fn word_resource(&mut self, what: Cell) -> Diagnostic {
        let what = self.plain_text(what);
        match what.as_str() {
            "memory" => {
                let most = bytes_text(self.mem.budget.limit);
                error(
                    "E0311",
                    format!("the program needs more memory than the {most} it may use"),
                )
            }
            "nested_queries" => error("E0311", "queries are nested too deeply"),
            "goal_expansions" => error("E0311", "a goal is expanded again and again"),
            _ => error("E0311", format!("not enough {}", what.replace('_', " "))),
        }
    }

    fn word_syntax(&mut self, kind: Cell, context: &ErrorContext) -> Diagnostic {
        let kind = self.plain_text(kind);
        let message = match &context.message {
            Some(message) => message.clone(),
            None => format!("syntax error: {}", kind.replace('_', " ")),
        };
        let mut diagnostic = error(syntax_code(&kind), message);
        diagnostic.help = context.help.clone();
        diagnostic
    }
}

/// The code of a kind of syntax error.
pub fn syntax_code(kind: &str) -> &'static str {
    match kind {
        "operator_expected" => "E0101",
        "end_of_clause_expected" | "end_of_file" => "E0102",
        "unbalanced_brackets" | "end_of_clause" => "E0103",
        "unclosed_quote" | "end_of_file_in_quoted" | "end_of_file_in_block_comment" => "E0104",
        "operator_clash" => "E0105",
        "cannot_start_term" | "list_rest" => "E0106",
        "illegal_number" | "illegal_character" | "illegal_character_code" => "E0107",
        "undefined_char_escape" | "unclosed_char_escape" | "illegal_quoted_character" => "E0108",
        _ => "E0100",
    }
}

/// What a type or domain of an error is called in a sentence.
fn described(name: &str) -> String {
    let text = match name {
        "integer" => "an integer",
        "atom" => "an atom",
        "atomic" => "an atom, a number or a string",
        "in_byte" => "a byte or -1",
        "in_character" => "a character or `end_of_file`",
        "order" => "one of `<`, `=` and `>`",
        "evaluable" => "an arithmetic expression",
        "predicate_indicator" => "a predicate as `Name/Arity`",
        "not_less_than_zero" | "nonneg" => "a number that is not negative",
        "not_less_than_one" | "positive_integer" => "a number above zero",
        "consistent_labeling_options" => "labeling options that do not contradict each other",
        "pair" => "a pair `Key-Value`",
        "unique_key_pairs" => "pairs whose keys all differ",
        "bool" | "boolean" => "`true` or `false`",
        "operator_priority" => "an operator priority from 0 to 1200",
        "operator_specifier" => "one of `xfx`, `xfy`, `yfx`, `fx`, `fy`, `xf` and `yf`",
        "source_sink" => "the name of a file",
        "stream_or_alias" => "a stream",
        "io_mode" => "one of `read`, `write`, `append` and `update`",
        "non_empty_list" => "a list with items",
        "list_or_partial_list" => "a list",
        "character_code_list" => "a list of character codes",
        "character_code" => "a character code",
        "text" => "text: an atom, a string, a list of characters or codes",
        _ => return with_article(&name.replace('_', " ")),
    };
    text.to_owned()
}

/// What to do with a string where something else is expected.
fn text_help(kind: &str, found: &str) -> Option<String> {
    match kind {
        "list" => Some(
            "text in double quotes is a string: `string_chars/2` and `string_codes/2` make \
             lists of it"
                .to_owned(),
        ),
        "atom" | "callable" => {
            let inside = found.trim_matches('"');
            Some(format!("an atom stands in single quotes: `'{inside}'`"))
        }
        "integer" | "number" | "evaluable" => {
            Some("`number_string/2` reads a number from a string".to_owned())
        }
        _ => None,
    }
}

fn with_article(noun: &str) -> String {
    let is_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    let article = if is_vowel { "an" } else { "a" };
    format!("{article} {noun}")
}
