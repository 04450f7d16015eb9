//! Column stops: where `format/2` fills a line with blanks.

/// Most texts take no more bytes.
const ROOM: usize = 64;

/// Text under construction, with the fill points of the column being made.
#[derive(Debug)]
pub struct Columns {
    text: String,
    /// The column where the text starts.
    start: usize,
    /// Where the column being made starts in the text.
    segment: usize,
    /// Where blanks may go in it, and what they are.
    fills: Vec<(usize, char)>,
    /// The last column stop.
    stop: usize,
}

impl Columns {
    /// An empty text that will be written at column `start`.
    pub fn new(start: usize) -> Columns {
        Columns {
            text: String::with_capacity(ROOM),
            start,
            segment: 0,
            fills: Vec::new(),
            stop: 0,
        }
    }

    /// The text so far, which is taken.
    pub fn take(&mut self) -> String {
        self.segment = 0;
        self.fills.clear();
        std::mem::take(&mut self.text)
    }

    /// The bytes of the text so far.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Appends text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends `count` times the character `c`.
    pub fn repeat(&mut self, c: char, count: usize) {
        self.text.extend(std::iter::repeat_n(c, count));
    }

    /// Ends `count` lines.
    pub fn end_lines(&mut self, count: usize) {
        self.repeat('\n', count);
        self.close(0);
    }

    /// Marks a point where the column may be filled with `c`.
    pub fn fill_with(&mut self, c: char) {
        self.fills.push((self.text.len(), c));
    }

    /// A column stop at `column`, or here.
    pub fn stop_at(&mut self, column: Option<usize>) {
        let here = self.column();
        let column = column.unwrap_or(here);
        if here < column {
            self.pad(column - here);
        }
        self.close(here.max(column));
    }

    /// A column stop `width` behind the last one.
    pub fn stop_after(&mut self, width: usize) {
        self.stop_at(Some(self.stop.saturating_add(width)));
    }

    fn close(&mut self, stop: usize) {
        self.stop = stop;
        self.segment = self.text.len();
        self.fills.clear();
    }

    /// The column behind the text.
    fn column(&self) -> usize {
        let (line, start) = match self.text.rfind('\n') {
            Some(at) => (&self.text[at + 1..], 0),
            None => (&self.text[..], self.start),
        };
        line.chars().fold(start, |column, c| match c {
            '\t' => (column | 7) + 1,
            '\r' => 0,
            '\u{8}' => column.saturating_sub(1),
            _ => column + 1,
        })
    }

    /// Distributes `count` characters over the fill points, what is left over
    /// at the last; without any, blanks follow the text.
    fn pad(&mut self, count: usize) {
        if self.fills.is_empty() {
            self.fills.push((self.text.len(), ' '));
        }
        let share = count / self.fills.len();
        let mut rest = count % self.fills.len();
        let mut filled = String::with_capacity(self.text.len() + count);
        let mut done = self.segment;
        filled.push_str(&self.text[..done]);
        let last = self.fills.len() - 1;
        for (index, &(at, c)) in self.fills.iter().enumerate() {
            filled.push_str(&self.text[done..at]);
            done = at;
            let extra = if index == last {
                std::mem::take(&mut rest)
            } else {
                0
            };
            filled.extend(std::iter::repeat_n(c, share + extra));
        }
        filled.push_str(&self.text[done..]);
        self.text = filled;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(build: impl FnOnce(&mut Columns)) -> String {
        let mut columns = Columns::new(0);
        build(&mut columns);
        columns.take()
    }

    #[test]
    fn a_column_is_filled_where_marked() {
        let right = column(|c| {
            c.fill_with(' ');
            c.push("abc");
            c.stop_at(Some(6));
            c.push("def");
        });
        assert_eq!(right, "   abcdef");
        let centre = column(|c| {
            c.fill_with('*');
            c.push("abc");
            c.fill_with('-');
            c.stop_at(Some(8));
        });
        assert_eq!(centre, "**abc---");
    }

    #[test]
    fn a_column_without_marks_is_filled_behind() {
        let text = column(|c| {
            c.push("x");
            c.stop_after(8);
            c.push("y");
            c.stop_after(4);
            c.push("z");
        });
        assert_eq!(text, "x       y   z");
    }

    #[test]
    fn a_stop_that_has_been_passed_changes_nothing() {
        let text = column(|c| {
            c.push("abcdef");
            c.stop_at(Some(3));
            c.push("ghi");
        });
        assert_eq!(text, "abcdefghi");
    }

    #[test]
    fn columns_start_where_the_line_is() {
        let mut columns = Columns::new(3);
        columns.push("a");
        columns.stop_at(Some(6));
        assert_eq!(columns.take(), "a  ");
        columns.push("b\nc");
        columns.stop_at(Some(3));
        assert_eq!(columns.take(), "b\nc  ");
    }
}
