//! Makes the table of the Prolog libraries that are embedded in the crate.
//!
//! Their terms are read here, with the crate's own reader, and packed, so that loading
//! a library need not read text. Comments are kept apart, for those who ask for help.

// What the reader consists of: a module that these come to use belongs here, too. The
// crate uses more of them than reading needs.
#[allow(dead_code)]
#[path = "src/atom/mod.rs"]
mod atom;
#[allow(dead_code)]
#[path = "src/error.rs"]
mod error;
#[allow(dead_code)]
#[path = "src/flags.rs"]
mod flags;
#[allow(dead_code)]
#[path = "src/number/mod.rs"]
mod number;
#[allow(dead_code)]
#[path = "src/ops.rs"]
mod ops;
#[allow(dead_code)]
#[path = "src/short.rs"]
mod short;
#[allow(dead_code)]
#[path = "src/syntax/mod.rs"]
mod syntax;
#[allow(dead_code)]
#[path = "src/term/mod.rs"]
mod term;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use atom::{Atom, AtomTable, known};
use flags::{FlagValue, Flags};
use ops::{OpType, Ops};
use syntax::reader::{ReadContext, ReadTerm, read_term};
use syntax::source::WholeText;
use term::cell::Cell;
use term::mem::Mem;
use term::packed::Packer;

/// The library that every engine has from the start.
const SYSTEM: &str = "system";

/// The heap that the terms of a library are read to may take so many bytes.
const MEMORY: u64 = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=lib");
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let out = Path::new(&out);
    let sources: Vec<Source> = names().into_iter().map(Source::new).collect();
    let mut operators = BTreeMap::new();
    let mut exports = BTreeMap::new();
    for source in &sources {
        let header = Reader::new(&operators).header(source);
        operators.insert(source.name.clone(), header.operators);
        exports.insert(source.name.clone(), header.predicates);
    }
    let mut table = String::from("/// The libraries.\npub const LIBRARIES: &[Library] = &[\n");
    for source in &sources {
        let name = &source.name;
        let pack = out.join(format!("{name}.pack"));
        let comments = out.join(format!("{name}.txt"));
        write(&pack, &Reader::new(&operators).pack(source));
        write(&comments, documentation(source).as_bytes());
        let _ = writeln!(
            table,
            "    Library {{ name: {name:?}, pack: include_bytes!({pack:?}), \
             comments: include_str!({comments:?}), exports: &{:?} }},",
            exports[name]
        );
    }
    table.push_str("];\n");
    table.push_str(&autoload_table(&sources, &exports));
    write(&out.join("libraries.rs"), table.as_bytes());
}

/// The predicates of libraries in the order in which they are looked for, each with
/// the first library that exports it.
fn autoload_table(sources: &[Source], exports: &BTreeMap<String, Vec<(String, usize)>>) -> String {
    let mut first = BTreeMap::new();
    for (number, source) in sources.iter().enumerate() {
        for (name, arity) in exports[&source.name]
            .iter()
            .filter(|_| source.name != SYSTEM)
        {
            first.entry((name.len(), name, *arity)).or_insert(number);
        }
    }
    let mut table = String::from(
        "/// What libraries export, with the number of the library.\n\
         const EXPORTS: &[Export] = &[\n",
    );
    for ((_, name, arity), library) in first {
        let _ = writeln!(
            table,
            "    Export {{ name: {name:?}, arity: {arity}, library: {library} }},"
        );
    }
    table.push_str("];\n");
    table
}

fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("OUT_DIR can be written");
}

/// The text of a library.
struct Source {
    name: String,
    /// The file of the library, then those of its folder, if it has one: the name of
    /// each part without `.pl`, and its text.
    parts: Vec<(String, String)>,
}

/// The names of the libraries.
fn names() -> Vec<String> {
    let files = files(Path::new("lib"));
    let name = |path: &PathBuf| Some(path.file_name()?.to_str()?.strip_suffix(".pl")?.to_owned());
    files.iter().filter_map(name).filter(is_wanted).collect()
}

/// Whether the features of the crate ask for a library.
fn is_wanted(name: &String) -> bool {
    env::var_os("CARGO_FEATURE_CLPFD").is_some() || !["clpfd", "gnu_fd"].contains(&&**name)
}

/// What is in a folder, in order of the names; nothing if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder of lib can be listed").path())
        .collect();
    files.sort();
    files
}

impl Source {
    fn new(name: String) -> Source {
        let lib = Path::new("lib");
        let mut paths = vec![lib.join(format!("{name}.pl"))];
        paths.extend(files(&lib.join(&name)));
        let part = |path: PathBuf| {
            let text = fs::read_to_string(&path).expect("a library is UTF-8");
            let name = path.strip_prefix(lib).expect("the path is below lib");
            let name = name.with_extension("").display().to_string();
            (name.replace('\\', "/"), text)
        };
        Source {
            parts: paths.into_iter().map(part).collect(),
            name,
        }
    }
}

/// An operator: priority, type, name.
type Operator = (i64, String, String);

/// What a library exports.
#[derive(Default)]
struct Header {
    predicates: Vec<(String, usize)>,
    operators: Vec<Operator>,
}

/// Reads the terms of a library as they are read when it is loaded: with the predefined
/// operators, those that it declares and those that it imports.
struct Reader<'a> {
    mem: Mem,
    atoms: AtomTable,
    ops: Ops,
    flags: Flags,
    /// The operators that libraries export.
    exported: &'a BTreeMap<String, Vec<Operator>>,
}

impl Reader<'_> {
    fn new(exported: &BTreeMap<String, Vec<Operator>>) -> Reader<'_> {
        let mut atoms = AtomTable::new();
        let mut flags = Flags::new(&mut atoms);
        flags.put(known::DOUBLE_QUOTES, FlagValue::Atom(known::CODES));
        Reader {
            mem: Mem::new(MEMORY),
            ops: Ops::predefined(&mut atoms),
            flags,
            atoms,
            exported,
        }
    }

    /// What a library exports.
    fn header(&mut self, source: &Source) -> Header {
        let mut header = Header::default();
        self.each_term(source.parts.first(), |reader, _, read| {
            if let Some([_, exports]) = reader.directive(read.term, "module") {
                reader.note_exports(exports, &mut header);
            }
        });
        header
    }

    fn note_exports(&self, exports: Cell, header: &mut Header) {
        let items = self.mem.list_items(exports);
        for item in items.expect("a module exports a list") {
            if let Some(operator) = self.operator(item) {
                header.operators.push(operator);
            }
            for (name, extra) in [(known::SLASH, 0), (known::DOUBLE_SLASH, 2)] {
                if let Some([name, arity]) = self.arguments(item, name) {
                    let arity = usize::try_from(arity.small_value());
                    let arity = arity.expect("an arity is a small number");
                    let name = self.atoms.text(name.atom_value()).to_owned();
                    header.predicates.push((name, arity + extra));
                }
            }
        }
    }

    /// The packed terms of a library.
    fn pack(&mut self, source: &Source) -> Vec<u8> {
        let mut packer = Packer::default();
        let mut current = &source.name;
        self.each_term(&source.parts, |reader, part, read| {
            if part != current {
                current = part;
                let name = reader.atoms.intern(&format!("library({part})"));
                packer.part(name);
            }
            let names: Vec<(Atom, Cell)> = read
                .variables
                .iter()
                .map(|variable| (reader.atoms.intern(&variable.name), variable.cell))
                .collect();
            let lines = (read.start.line, read.end.line);
            packer.term(&reader.mem, read.term, lines, &names);
        });
        packer.finish(&self.atoms)
    }

    /// Calls `each` with each term of the parts.
    fn each_term<'s>(
        &mut self,
        parts: impl IntoIterator<Item = &'s (String, String)>,
        mut each: impl FnMut(&mut Self, &'s String, &ReadTerm),
    ) {
        for (part, text) in parts {
            let mut text = WholeText::new(text);
            loop {
                let top = self.mem.heap_used();
                let mut context =
                    ReadContext::plain(&mut self.mem, &mut self.atoms, &self.ops, &self.flags);
                let read = match read_term(&mut text, &mut context) {
                    Ok(Some(read)) => read,
                    Ok(None) => break,
                    Err(ball) => panic!("lib/{part}.pl: {ball:?}"),
                };
                each(self, part, &read);
                self.obey(read.term);
                self.mem.truncate(top);
            }
        }
    }

    /// Declares the operators that a directive is about.
    fn obey(&mut self, term: Cell) {
        let mut operators = Vec::new();
        if let Some([_, exports]) = self.directive(term, "module") {
            let mut header = Header::default();
            self.note_exports(exports, &mut header);
            operators = header.operators;
        } else if let Some([goal]) = self.arguments(term, known::NECK) {
            operators.extend(self.operator(goal));
        }
        if let Some([library]) = self.directive(term, "use_module")
            && let Some([name]) = self.named_arguments(library, "library")
        {
            let name = self.atoms.text(name.atom_value());
            operators.extend(self.exported.get(name).into_iter().flatten().cloned());
        }
        for (priority, op_type, name) in operators {
            let op_type = OpType::from_atom(self.atoms.intern(&op_type));
            let op_type = op_type.expect("an operator of a library has a type");
            let name = self.atoms.intern(&name);
            let added = self.ops.add(priority, op_type, name);
            added.expect("an operator of a library can be declared");
        }
    }

    /// The operator that a term `op(Priority, Type, Name)` declares.
    fn operator(&self, term: Cell) -> Option<Operator> {
        let [priority, op_type, name] = self.named_arguments(term, "op")?;
        let text = |cell: Cell| self.atoms.text(cell.atom_value()).to_owned();
        Some((priority.small_value(), text(op_type), text(name)))
    }

    /// The arguments of the goal of a directive with this name.
    fn directive<const N: usize>(&self, term: Cell, name: &str) -> Option<[Cell; N]> {
        let [goal] = self.arguments(term, known::NECK)?;
        self.named_arguments(goal, name)
    }

    fn named_arguments<const N: usize>(&self, term: Cell, name: &str) -> Option<[Cell; N]> {
        self.arguments(term, self.atoms.find(name)?)
    }

    fn arguments<const N: usize>(&self, term: Cell, name: Atom) -> Option<[Cell; N]> {
        let arguments = self.mem.match_struct(term, name, N)?;
        Some(std::array::from_fn(|index| {
            self.mem.deref(arguments.get(&self.mem, index))
        }))
    }
}

/// The comments that document predicates, which start with `%!`.
fn documentation(source: &Source) -> String {
    let mut comments = String::new();
    for line in source.parts.iter().flat_map(|(_, text)| text.lines()) {
        let is_inside = !comments.is_empty() && !comments.ends_with("\n\n");
        if line.starts_with("%!") || line.starts_with('%') && is_inside {
            comments.push_str(line);
            comments.push('\n');
        } else if is_inside {
            comments.push('\n');
        }
    }
    comments
}
