//! What an engine remembers beside clauses: values that survive backtracking.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::atom::Atom;
use crate::fd::copy::Network;
use crate::number::Number;
use crate::term::image::Image;

/// The global variables and their kin.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    /// The values that `nb_setval/2` has set.
    pub values: Arc<FxHashMap<Atom, Arc<Image>>>,
    /// What is demanded of the variables in these values.
    networks: Arc<FxHashMap<Atom, Arc<Network>>>,
    /// How often values have been set.
    changes: i64,
    /// When the values of variables with long ones have been set, counted in `changes`.
    stamps: FxHashMap<Atom, i64>,
    /// The bytes of these values.
    pub bytes: u64,
    /// The values that `flag/3` has set.
    pub counters: FxHashMap<Atom, Number>,
    /// The last number of the symbols of each base that `gensym/2` has made.
    pub symbols: FxHashMap<Atom, u64>,
    /// The values of the variables of earlier queries at the prompt, by their names.
    pub answers: FxHashMap<Box<str>, Image>,
    /// The conversions that `char_conversion/2` has set.
    pub conversions: FxHashMap<char, char>,
    /// When `statistics/2` was last asked for a time, in milliseconds.
    pub questions: FxHashMap<Atom, i64>,
    /// The heap offset of the cell that backtrackable global variables hang
    /// from. It is older than every choice point of the running query, and a
    /// root of the garbage collector; 0 if there is none.
    pub root: u64,
}

/// Values of so many words are kept on the heap once they are built.
const LONG: usize = 32;

impl Globals {
    /// Sets a global variable for good.
    pub fn set(&mut self, name: Atom, value: Image, network: Option<Network>) {
        if network.is_some() || self.networks.contains_key(&name) {
            self.set_network(name, network);
        }
        self.changes += 1;
        if value.words.len() >= LONG || self.stamps.contains_key(&name) {
            self.stamps.insert(name, self.changes);
        }
        let size = |image: &Image| 8 * image.words.len() as u64;
        self.bytes += size(&value);
        let old = Arc::make_mut(&mut self.values).insert(name, Arc::new(value));
        self.bytes -= old.map_or(0, |old| size(&old));
    }

    fn set_network(&mut self, name: Atom, network: Option<Network>) {
        let networks = Arc::make_mut(&mut self.networks);
        let old = networks.remove(&name);
        self.bytes -= old.map_or(0, |old| old.bytes());
        if let Some(network) = network {
            self.bytes += network.bytes();
            networks.insert(name, Arc::new(network));
        }
    }

    /// What is demanded of the variables in the value of a global variable, whose image
    /// is then that of a list of these with the value behind them.
    pub fn network(&self, name: Atom) -> Option<Arc<Network>> {
        self.networks.get(&name).cloned()
    }

    /// The terms in what is demanded of variables.
    pub fn demanded(&self) -> impl Iterator<Item = &Image> {
        self.networks.values().flat_map(|network| network.images())
    }

    /// Tells all atoms in the names of what there is, and all values.
    pub fn each_atom(&self, atom: &mut dyn FnMut(Atom), term: &mut dyn FnMut(&Image)) {
        let names = self.values.keys().chain(self.counters.keys());
        let names = names
            .chain(self.symbols.keys())
            .chain(self.questions.keys());
        names.for_each(|&name| atom(name));
        self.values.values().for_each(|image| term(image));
        self.answers.values().for_each(&mut *term);
        self.demanded().for_each(term);
    }

    /// When a long value has been set, if the variable has one.
    pub fn stamp(&self, name: Atom) -> Option<i64> {
        self.stamps.get(&name).copied()
    }

    /// Takes the value of a global variable away.
    pub fn unset(&mut self, name: Atom) {
        self.stamps.remove(&name);
        if self.networks.contains_key(&name) {
            self.set_network(name, None);
        }
        if let Some(old) = Arc::make_mut(&mut self.values).remove(&name) {
            self.bytes -= 8 * old.words.len() as u64;
        }
    }
}
