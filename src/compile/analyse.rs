//! Where variables live: how often, from where to where, and in how many chunks.
//!
//! A chunk is a stretch of goals over which X registers keep their values. A
//! variable of one chunk is temporary and lives in an X register; one of
//! several chunks is permanent and lives in the environment. Alternatives of a
//! disjunction are chunks of their own, since they start after a failure.

use std::ops::RangeInclusive;

use super::CompileError;
use super::normal::{CutScope, Goal, GoalKind, NormalClause, Var};
use crate::term::cell::{BoxHeader, Cell, Functor, Tag};

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
pub struct VarInfo {
    /// How often it occurs.
    pub count: u32,
    /// The goal of its first occurrence; the head is 0.
    pub first: u32,
    /// The goal of its last occurrence.
    pub last: u32,
    chunk: u32,
    /// Whether it occurs in several chunks.
    pub permanent: bool,
    /// The argument position where it is wanted by the call that ends its chunk.
    pub wanted: Option<u8>,
}

/// The result of the analysis.
#[derive(Debug)]
pub struct Facts {
    /// By variable.
    pub vars: Vec<VarInfo>,
    /// The goals in which each variable occurs, in order.
    places: Vec<Vec<u32>>,
    /// The Y slot of each permanent variable.
    pub slots: Vec<Option<u16>>,
    /// The number of Y slots.
    pub frame: u16,
    /// Whether there are so many variables that all live in the environment.
    pub big: bool,
    /// Whether so many registers are taken that intermediate values must not take
    /// those that variables need.
    pub crowded: bool,
}

impl Facts {
    /// Whether a variable occurs in one of these goals.
    pub fn occurs_in(&self, var: Var, goals: RangeInclusive<u32>) -> bool {
        let places = &self.places[var];
        let next = places.partition_point(|pos| pos < goals.start());
        places.get(next).is_some_and(|pos| pos <= goals.end())
    }

    /// The last goal before this one in which a variable occurs.
    pub fn last_before(&self, var: Var, goal: u32) -> u32 {
        let places = &self.places[var];
        let next = places.partition_point(|&pos| pos < goal);
        next.checked_sub(1).map_or(0, |last| places[last])
    }
}

/// Arguments and temporary variables beyond this number do not fit into the
/// registers that bit maps speak of.
const MAX_REGISTERS: usize = 60;

/// Analyses a clause and numbers its goals.
pub fn analyse(clause: &NormalClause) -> Result<Facts, CompileError> {
    // The goals are numbered through a shared reference by walking a copy of
    // the structure; see `Numbering`.
    let vars = vec![
        VarInfo {
            count: 0,
            first: 0,
            last: 0,
            chunk: 0,
            permanent: false,
            wanted: None
        };
        clause.variables
    ];
    let mut walk = Analysis {
        words: &clause.words,
        places: vec![Vec::new(); clause.variables],
        vars,
        pos: 0,
        chunk: 0,
        chunks: 1,
        level: clause.level,
        arguments: clause.head.len(),
    };
    for &arg in &clause.head {
        walk.term(arg);
    }
    for &(_, var) in &clause.kept {
        walk.occurrence(var);
    }
    walk.goals(&clause.body);
    walk.finish()
}

/// Numbers the goals of a body in the order of the analysis.
pub fn number(goals: &mut [Goal], pos: &mut u32) {
    for goal in goals {
        *pos += 1;
        goal.pos = *pos;
        match &mut goal.kind {
            GoalKind::Or(branches) => branches.iter_mut().for_each(|branch| number(branch, pos)),
            GoalKind::If(conditional) => {
                number(&mut conditional.condition, pos);
                number(&mut conditional.then, pos);
                number(&mut conditional.otherwise, pos);
            }
            GoalKind::Not(inner, ..) => number(inner, pos),
            _ => {}
        }
        goal.end = *pos;
    }
}

struct Analysis<'a> {
    words: &'a [u64],
    vars: Vec<VarInfo>,
    places: Vec<Vec<u32>>,
    pos: u32,
    /// The chunk of the current goal.
    chunk: u32,
    /// The number of chunks so far.
    chunks: u32,
    level: Var,
    /// The number of arguments of the head.
    arguments: usize,
}

impl Analysis<'_> {
    fn occurrence(&mut self, var: Var) {
        let (pos, chunk) = (self.pos, self.chunk);
        let info = &mut self.vars[var];
        if info.count == 0 {
            info.first = pos;
            info.chunk = chunk;
        } else if info.chunk != chunk {
            info.permanent = true;
        }
        info.count += 1;
        info.last = pos;
        if self.places[var].last() != Some(&pos) {
            self.places[var].push(pos);
        }
    }

    fn term(&mut self, cell: Cell) {
        let mut todo = vec![cell];
        while let Some(cell) = todo.pop() {
            if cell.tag() == Tag::Ref {
                self.occurrence((cell.0 >> 3) as usize);
            } else {
                push_arguments(self.words, cell, &mut todo);
            }
        }
    }

    fn new_chunk(&mut self) {
        self.chunk = self.chunks;
        self.chunks += 1;
    }

    fn goals(&mut self, goals: &[Goal]) {
        for goal in goals {
            self.pos += 1;
            self.goal(goal);
        }
    }

    fn goal(&mut self, goal: &Goal) {
        match &goal.kind {
            GoalKind::Cut(CutScope::Local(level)) => self.occurrence(*level),
            GoalKind::Cut(CutScope::Clause) if self.chunk != 0 => {
                // The level is saved when the environment is made.
                let (pos, chunk) = (self.pos, self.chunk);
                let info = &mut self.vars[self.level];
                *info = VarInfo {
                    count: info.count + 2,
                    first: 0,
                    last: pos,
                    chunk,
                    permanent: true,
                    wanted: None,
                };
            }
            GoalKind::Cut(_) | GoalKind::Fail => {}
            GoalKind::Call(_, args) => {
                for (index, &arg) in args.iter().enumerate() {
                    self.want(arg, index);
                    self.term(arg);
                }
                self.new_chunk();
            }
            GoalKind::Builtin(_, _, args) => args.iter().for_each(|&arg| self.term(arg)),
            GoalKind::Unify(a, b)
            | GoalKind::Is(a, b)
            | GoalKind::Compare(_, a, b)
            | GoalKind::Same(_, a, b) => {
                self.term(*a);
                self.term(*b);
            }
            GoalKind::Type(_, a) => self.term(*a),
            GoalKind::Or(branches) => self.disjunction(branches),
            GoalKind::If(_) => self.conditional(goal),
            GoalKind::Not(inner, level, cut) => {
                self.levels(*level, *cut);
                let start = self.chunk;
                self.goals(inner);
                self.cut_to(*level);
                self.chunk = start;
                if goal.breaks {
                    self.new_chunk();
                }
            }
        }
    }

    /// Notes that the call which ends this chunk wants a variable as its argument.
    fn want(&mut self, arg: Cell, index: usize) {
        if arg.tag() == Tag::Ref {
            let info = &mut self.vars[(arg.0 >> 3) as usize];
            if info.wanted.is_none() && (info.count == 0 || info.chunk == self.chunk) {
                info.wanted = Some(index as u8);
            }
        }
    }

    fn levels(&mut self, level: Var, inner: Option<Var>) {
        self.occurrence(level);
        if let Some(inner) = inner {
            self.occurrence(inner);
        }
    }

    /// The cut that follows a condition needs its level behind the last goal of it.
    fn cut_to(&mut self, level: Var) {
        self.occurrence(level);
        self.vars[level].last = self.pos + 1;
    }

    fn disjunction(&mut self, branches: &[Vec<Goal>]) {
        for (index, branch) in branches.iter().enumerate() {
            if index > 0 {
                self.new_chunk();
            }
            self.goals(branch);
        }
        self.new_chunk();
    }

    fn conditional(&mut self, goal: &Goal) {
        let GoalKind::If(conditional) = &goal.kind else {
            return;
        };
        let start = self.chunk;
        self.levels(conditional.level, conditional.inner);
        self.goals(&conditional.condition);
        self.cut_to(conditional.level);
        self.goals(&conditional.then);
        self.chunk = start;
        if super::normal::breaks(&conditional.condition) {
            self.new_chunk();
        }
        self.goals(&conditional.otherwise);
        self.chunk = start;
        if goal.breaks {
            self.new_chunk();
        }
    }

    fn finish(mut self) -> Result<Facts, CompileError> {
        // Permanent variables of the first chunk wait there for their environment.
        let temporaries = self
            .vars
            .iter()
            .filter(|info| info.count > 1 && (!info.permanent || info.chunk == 0))
            .count();
        let registers = temporaries + self.arguments;
        let big = registers > MAX_REGISTERS;
        if big {
            self.vars
                .iter_mut()
                .for_each(|info| info.permanent = info.count > 1);
        }
        let mut permanents: Vec<Var> = (0..self.vars.len())
            .filter(|&var| self.vars[var].permanent)
            .collect();
        // Those used longest come first, so that the environment can be trimmed.
        permanents.sort_by_key(|&var| std::cmp::Reverse(self.vars[var].last));
        let frame = u16::try_from(permanents.len()).map_err(|_| CompileError::TooManyVariables)?;
        let mut slots = vec![None; self.vars.len()];
        for (slot, &var) in permanents.iter().enumerate() {
            slots[var] = Some(slot as u16);
        }
        Ok(Facts {
            vars: self.vars,
            places: self.places,
            slots,
            frame,
            big,
            crowded: registers > MAX_REGISTERS / 2,
        })
    }
}

/// Pushes the arguments of a compound on a work list, the first on top.
pub fn push_arguments(words: &[u64], cell: Cell, todo: &mut Vec<Cell>) {
    let at = (cell.offset() / 8) as usize;
    let range = match cell.tag() {
        Tag::Lst => at..at + 2,
        Tag::Str => at + 1..at + 1 + Functor(words[at]).arity(),
        _ => return,
    };
    todo.extend(range.rev().map(|i| Cell(words[i])));
}

/// The words of a boxed value in an image, header first.
pub fn box_words(words: &[u64], cell: Cell) -> &[u64] {
    let at = (cell.offset() / 8) as usize;
    let count = BoxHeader(words[at]).words();
    &words[at..=at + count]
}
