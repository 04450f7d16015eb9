//! Tasks in time: how much they need together, and tasks that exclude each other.

use super::int::Bound;
use super::prop::Prop;
use super::store::{Change, Conflict, PropId, Solver, VarId};

/// With more tasks than this, only pairs of tasks and known parts are looked at.
const MAX_INTERVALS: usize = 64;

/// The bounds of a task.
#[derive(Clone, Copy, Debug)]
struct Task {
    start: VarId,
    /// The least duration.
    duration: i64,
    /// The earliest start and the latest start.
    earliest: i64,
    latest: i64,
    /// What it needs.
    need: i64,
}

impl Task {
    /// The latest end.
    fn end(&self) -> i64 {
        self.latest + self.duration
    }
}

impl Solver {
    fn task(&self, start: VarId, duration: VarId, need: i64) -> Option<Task> {
        let (s, d) = (self.var(start), self.var(duration));
        if !s.is_narrow() || d.min == super::store::NO_MIN {
            return None;
        }
        Some(Task {
            start,
            duration: d.min,
            earliest: s.min,
            latest: s.max,
            need,
        })
    }

    /// The listed tasks, each start, duration, end and need, never need more
    /// than `z` together.
    pub fn cumulative(&mut self, prop: &Prop) -> Change {
        let limit = self.var(prop.z).max;
        loop {
            let before = self.counts.prunings;
            let mut tasks = Vec::new();
            for index in 0..prop.len as usize / 4 {
                let item = |offset| self.item(prop, 4 * index + offset);
                let (start, duration, need) = (item(0), item(1), item(3));
                if self.var(duration).min > 0 && limit != super::store::NO_MAX {
                    self.at_most(need, limit)?;
                }
                let need = self.var(need).min.max(0);
                if let Some(task) = self.task(start, duration, need)
                    && task.duration > 0
                    && need > 0
                {
                    tasks.push(task);
                }
            }
            self.fit_profile(&tasks, limit, prop)?;
            let exclusive: Vec<Task> = tasks
                .iter()
                .copied()
                .filter(|task| 2 * task.need > limit)
                .collect();
            self.find_edges(&exclusive)?;
            self.fit_energy(&tasks, limit)?;
            if self.counts.prunings == before {
                return Ok(());
            }
        }
    }

    /// Moves tasks away from where known parts of others need too much.
    fn fit_profile(&mut self, tasks: &[Task], limit: i64, prop: &Prop) -> Change {
        let mut changes: Vec<(i64, i64)> = Vec::new();
        for task in tasks {
            let (from, to) = (task.latest, task.earliest + task.duration);
            if from < to {
                changes.push((from, task.need));
                changes.push((to, -task.need));
            }
        }
        changes.sort_unstable();
        let mut segments: Vec<(i64, i64, i64)> = Vec::new();
        let (mut level, mut since, mut peak) = (0, 0, 0);
        for (time, change) in changes {
            if level > 0 && since < time {
                segments.push((since, time, level));
                peak = peak.max(level);
            }
            level += change;
            since = time;
        }
        if peak > limit {
            return Err(Conflict);
        }
        self.at_least(prop.z, peak)?;
        for task in tasks {
            self.avoid_segments(task, &segments, limit)?;
        }
        Ok(())
    }

    fn avoid_segments(&mut self, task: &Task, segments: &[(i64, i64, i64)], limit: i64) -> Change {
        let is_full = |from: i64, to: i64, level: i64| {
            let own = task.latest <= from && to <= task.earliest + task.duration;
            let others = if own { level - task.need } else { level };
            others + task.need > limit
        };
        // Segments are in order and do not overlap.
        let mut start = task.earliest;
        let first = segments.partition_point(|segment| segment.1 <= start);
        let later = segments[first..].iter();
        for &(from, to, level) in
            later.take_while(|segment| segment.0 < task.latest + task.duration)
        {
            if from < start + task.duration && start < to && is_full(from, to, level) {
                start = to;
            } else if from >= start + task.duration {
                break;
            }
        }
        self.at_least(task.start, start)?;
        let mut end = task.latest + task.duration;
        let last = segments.partition_point(|segment| segment.0 < end);
        for &(from, to, level) in segments[..last].iter().rev() {
            if from < end && end - task.duration < to && is_full(from, to, level) {
                end = from;
            } else if to <= end - task.duration {
                break;
            }
        }
        self.at_most(task.start, end - task.duration)
    }

    /// What lies between two times needs no more than there is.
    fn fit_energy(&mut self, tasks: &[Task], limit: i64) -> Change {
        if tasks.len() > MAX_INTERVALS {
            return Ok(());
        }
        for from in tasks.iter().map(|task| task.earliest) {
            let mut inside: Vec<&Task> = tasks.iter().filter(|t| t.earliest >= from).collect();
            inside.sort_unstable_by_key(|task| task.end());
            let mut energy = 0i128;
            for task in inside {
                energy += i128::from(task.duration) * i128::from(task.need);
                if energy > i128::from(limit) * i128::from(task.end() - from) {
                    return Err(Conflict);
                }
            }
        }
        Ok(())
    }

    /// The listed tasks, each start and duration, exclude each other.
    pub fn disjoint(&mut self, _id: PropId, prop: &Prop) -> Change {
        loop {
            let before = self.counts.prunings;
            let count = prop.len as usize / 2;
            for first in 0..count {
                self.look_at(count - first)?;
                for second in first + 1..count {
                    self.exclude_pair(prop, first, second)?;
                }
            }
            let mut tasks = Vec::new();
            for index in 0..count {
                let (start, duration) =
                    (self.item(prop, 2 * index), self.item(prop, 2 * index + 1));
                if let Some(task) = self.task(start, duration, 1)
                    && task.duration > 0
                {
                    tasks.push(task);
                }
            }
            self.find_edges(&tasks)?;
            if self.counts.prunings == before {
                return Ok(());
            }
        }
    }

    /// Of two tasks, one is before the other.
    fn exclude_pair(&mut self, prop: &Prop, first: usize, second: usize) -> Change {
        let item = |solver: &Solver, index: usize| solver.item(prop, index);
        let (s1, d1) = (item(self, 2 * first), item(self, 2 * first + 1));
        let (s2, d2) = (item(self, 2 * second), item(self, 2 * second + 1));
        let first_can = self.ends_before(s1, d1, s2);
        let second_can = self.ends_before(s2, d2, s1);
        match (first_can, second_can) {
            (false, false) => Err(Conflict),
            (true, false) => self.put_before(s1, d1, s2),
            (false, true) => self.put_before(s2, d2, s1),
            (true, true) => Ok(()),
        }
    }

    /// The listed rectangles, each left edge, width, lower edge and height, do not
    /// overlap: of each two, one is beside or above the other.
    pub fn boxes(&mut self, prop: &Prop) -> Change {
        loop {
            let before = self.counts.prunings;
            let count = prop.len as usize / 4;
            for first in 0..count {
                self.look_at(2 * (count - first))?;
                for second in first + 1..count {
                    self.separate(prop, 4 * first, 4 * second)?;
                }
            }
            if self.counts.prunings == before {
                return Ok(());
            }
        }
    }

    /// Of the four ways in which two rectangles can be apart, the last one possible is
    /// taken. Where two are left along one side, neither starts within the other.
    fn separate(&mut self, prop: &Prop, first: usize, second: usize) -> Change {
        let mut possible = [None; 2];
        let mut count = 0;
        for side in [0, 2] {
            for (one, other) in [(first, second), (second, first)] {
                let start = self.item(prop, one + side);
                let width = self.item(prop, one + side + 1);
                let next = self.item(prop, other + side);
                if !self.ends_before(start, width, next) {
                    continue;
                }
                let Some(place) = possible.get_mut(count) else {
                    return Ok(());
                };
                *place = Some((start, width, next));
                count += 1;
            }
        }
        match possible {
            [None, _] => Err(Conflict),
            [Some((start, width, next)), None] => self.put_before(start, width, next),
            [Some((x, x_width, y)), Some((start, y_width, next))] if start == y && next == x => {
                self.keep_outside(x, x_width, y, y_width)?;
                self.keep_outside(y, y_width, x, x_width)
            }
            _ => Ok(()),
        }
    }

    /// `x` starts neither so late that it cannot end before `y` starts, nor before `y` ends.
    fn keep_outside(&mut self, x: VarId, x_width: VarId, y: VarId, y_width: VarId) -> Change {
        let last = self.max(y).sub(&self.min(x_width));
        let next = self.min(y).add(&self.min(y_width));
        if last == Bound::Sup || next == Bound::Inf {
            return Ok(());
        }
        self.exclude_range(x, &last.plus(1), &next.plus(-1))
    }

    /// Whether what starts at `start` and takes `duration` can end when `next` starts.
    #[inline]
    fn ends_before(&self, start: VarId, duration: VarId, next: VarId) -> bool {
        if start == next {
            return self.min(duration) <= Bound::small(0);
        }
        let (from, takes, to) = (self.var(start), self.var(duration), self.var(next));
        if from.is_narrow() && takes.is_narrow() && to.is_narrow() {
            return from.min + takes.min <= to.max;
        }
        self.min(start).add(&self.min(duration)) <= self.max(next)
    }

    fn put_before(&mut self, start: VarId, duration: VarId, next: VarId) -> Change {
        let end = self.min(start).add(&self.min(duration));
        self.at_least_bound(next, &end)?;
        if self.max(next) == Bound::Sup {
            return Ok(());
        }
        let latest = self.max(next).sub(&self.min(duration));
        self.at_most_bound(start, &latest)?;
        let longest = self.max(next).sub(&self.min(start));
        self.at_most_bound(duration, &longest)
    }

    /// Tasks that exclude each other: which must be last, or first, of some.
    fn find_edges(&mut self, tasks: &[Task]) -> Change {
        if tasks.len() < 2 || tasks.len() > MAX_INTERVALS {
            return Ok(());
        }
        for (task, start) in last_ones(tasks)? {
            self.at_least(task.start, start)?;
        }
        // The same with time running backwards.
        let mirrored: Vec<Task> = tasks
            .iter()
            .map(|task| Task {
                earliest: -task.end(),
                latest: -(task.earliest + task.duration),
                ..*task
            })
            .collect();
        for (task, start) in last_ones(&mirrored)? {
            self.at_most(task.start, -start - task.duration)?;
        }
        Ok(())
    }
}

/// Tasks that come after all tasks of an interval, and when they start at the earliest.
fn last_ones(tasks: &[Task]) -> Result<Vec<(Task, i64)>, Conflict> {
    let mut later = Vec::new();
    let mut ends: Vec<i64> = tasks.iter().map(Task::end).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut by_start: Vec<&Task> = tasks.iter().collect();
    by_start.sort_unstable_by_key(|task| std::cmp::Reverse(task.earliest));
    for end in ends {
        // Intervals from the latest start down, all up to `end`.
        let (mut work, mut finish) = (0, i64::MIN);
        for (index, task) in by_start.iter().enumerate() {
            if task.end() <= end {
                work += task.duration;
                finish = finish.max(task.earliest + work);
            }
            let from = task.earliest;
            if by_start
                .get(index + 1)
                .is_some_and(|next| next.earliest == from)
                || work == 0
            {
                continue;
            }
            if from + work > end {
                return Err(Conflict);
            }
            for other in tasks.iter().filter(|other| other.end() > end) {
                let first = from.min(other.earliest);
                if first + work + other.duration > end && other.earliest < finish {
                    later.push((*other, finish));
                }
            }
        }
    }
    Ok(later)
}
