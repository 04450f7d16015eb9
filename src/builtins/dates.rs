//! Dates: the calendar that clocks and people agree on.
//!
//! A stamp is a number of seconds since the start of 1970 in Greenwich. A date
//! is `date(Year, Month, Day, Hour, Minute, Second, Offset, Zone, _)`, where
//! Offset is the number of seconds that the place is west of Greenwich.

use std::fmt::Write;

use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::predicates;
use crate::term::alarm::Alarm;
use crate::term::cell::Cell;
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Date is that of the time Stamp in Zone: `'UTC'`, `local`, or seconds west of Greenwich.
    "stamp_date_time(+Stamp, -Date, +Zone) is semidet" => once stamp_date_time;
    /// Stamp is the time of Date, `date(Year, Month, Day)` or with nine arguments.
    "date_time_stamp(+Date, -Stamp) is semidet" => once date_time_stamp;
    /// Delivers to Sink the Time, a stamp or a date, as Format says: `%Y`, `%m`, `%d` and so on.
    "format_time(+Sink, +Format, +Time) is semidet" => once format_time;
};

/// A moment in a place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Moment {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: f64,
    /// Seconds west of Greenwich.
    offset: i64,
}

const DAY: i64 = 86_400;

/// The largest year, day or other field that is computed with.
const MAX_FIELD: u64 = 1_000_000_000;

/// Days from the start of 1970 to a day; months and days may be out of range.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = year + (month - 1).div_euclid(12);
    let month = (month - 1).rem_euclid(12) + 1;
    // Years that start in March have the leap day at their end.
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * month + 2) / 5;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year + day - 1 - 719_468
}

/// Year, month and day of a day counted from the start of 1970.
fn day_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    (year, month, day)
}

/// The latest time that is computed with.
const MAX_STAMP: f64 = 1e15;

impl Moment {
    /// The moment of a stamp in a place.
    fn of_stamp(stamp: f64, offset: i64) -> Moment {
        let stamp = stamp.clamp(-MAX_STAMP, MAX_STAMP);
        let whole = stamp.floor();
        let local = (whole as i64).saturating_sub(offset);
        let (year, month, day) = day_of(local.div_euclid(DAY));
        let seconds = local.rem_euclid(DAY);
        Moment {
            year,
            month,
            day,
            hour: seconds / 3600,
            minute: seconds / 60 % 60,
            second: (seconds % 60) as f64 + (stamp - whole),
            offset,
        }
    }

    fn stamp(self) -> f64 {
        let days = days_before(self.year, self.month, self.day);
        let seconds = days * DAY + self.hour * 3600 + self.minute * 60 + self.offset;
        seconds as f64 + self.second
    }

    /// Days since the first of January.
    fn day_of_year(self) -> i64 {
        days_before(self.year, self.month, self.day) - days_before(self.year, 1, 1)
    }

    /// Days since the last Sunday.
    fn weekday(self) -> i64 {
        (days_before(self.year, self.month, self.day) + 4).rem_euclid(7)
    }

    /// The year and number of the week that starts on Monday and has most of
    /// its days in that year.
    fn iso_week(self) -> (i64, i64) {
        let days = days_before(self.year, self.month, self.day);
        let thursday = days - (days + 3).rem_euclid(7) + 3;
        let (year, _, _) = day_of(thursday);
        (year, (thursday - days_before(year, 1, 1)) / 7 + 1)
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// The zone's distance from Greenwich, as `+0100`.
fn zone_text(offset: i64, colon: &str) -> String {
    let sign = if offset > 0 { '-' } else { '+' };
    let minutes = offset.abs() / 60;
    format!("{sign}{:02}{colon}{:02}", minutes / 60, minutes % 60)
}

/// The text of `moment` as `format` says.
fn written(alarm: &Alarm, format: &str, moment: Moment) -> String {
    let mut out = String::new();
    let (mut chars, mut steps) = (format.chars(), 0);
    while let Some(c) = chars.next() {
        steps += 1;
        if alarm.rings_at(steps) {
            break;
        }
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut letter = chars.next().unwrap_or('%');
        // These ask for other conventions, of which there are none.
        if matches!(letter, 'E' | 'O' | '_') {
            letter = chars.next().unwrap_or('%');
        }
        // The zone with a colon is written `%:z`.
        if letter == ':' {
            chars.next();
        }
        if let Some(digits) = letter.to_digit(10) {
            chars.next();
            push_fraction(&mut out, moment, digits as usize);
        } else if let Some(longer) = longhand(letter) {
            out.push_str(&written(alarm, longer, moment));
        } else {
            push_field(&mut out, letter, moment);
        }
    }
    out
}

/// What a letter stands for that is made of others.
fn longhand(letter: char) -> Option<&'static str> {
    Some(match letter {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'r' => "%I:%M:%S %p",
        'R' => "%H:%M",
        'T' | 'X' => "%H:%M:%S",
        '+' => "%a %b %e %H:%M:%S %Z %Y",
        _ => return None,
    })
}

fn push_fraction(out: &mut String, moment: Moment, digits: usize) {
    let text = format!("{:.digits$}", moment.second.fract());
    out.push_str(text.split_once('.').map_or("", |parts| parts.1));
}

fn push_field(out: &mut String, letter: char, moment: Moment) {
    let pushed = match (number_field(letter, moment), letter) {
        (Some((value, width)), 'e' | 'k' | 'l') => write!(out, "{value:width$}"),
        (Some((value, width)), _) => write!(out, "{value:0width$}"),
        (None, _) => match text_field(letter, moment) {
            Some(text) => out.write_str(&text),
            None => write!(out, "%{letter}"),
        },
    };
    debug_assert!(pushed.is_ok(), "a string takes all text");
}

/// The number that a letter stands for, and its width.
fn number_field(letter: char, moment: Moment) -> Option<(i64, usize)> {
    let (week_year, week) = moment.iso_week();
    let (days, weekday) = (moment.day_of_year(), moment.weekday());
    Some(match letter {
        'C' => (moment.year.div_euclid(100), 2),
        'd' | 'e' => (moment.day, 2),
        'g' => (week_year.rem_euclid(100), 2),
        'G' => (week_year, 1),
        'H' | 'k' => (moment.hour, 2),
        'I' | 'l' => ((moment.hour + 11) % 12 + 1, 2),
        'j' => (days + 1, 3),
        'm' => (moment.month, 2),
        'M' => (moment.minute, 2),
        's' => (moment.stamp().floor() as i64, 1),
        'S' => (moment.second as i64, 2),
        'u' => ((weekday + 6) % 7 + 1, 1),
        'U' => ((days + 7 - weekday) / 7, 2),
        'V' => (week, 2),
        'w' => (weekday, 1),
        'W' => ((days + 7 - (weekday + 6) % 7) / 7, 2),
        'y' => (moment.year.rem_euclid(100), 2),
        'Y' => (moment.year, 1),
        _ => return None,
    })
}

/// The text that a letter stands for.
fn text_field(letter: char, moment: Moment) -> Option<String> {
    let month = MONTHS[(moment.month - 1).rem_euclid(12) as usize];
    let weekday = WEEKDAYS[moment.weekday() as usize];
    let half = if moment.hour < 12 { "AM" } else { "PM" };
    let zone = if moment.offset == 0 { "UTC" } else { "" };
    Some(match letter {
        'a' => weekday[..3].to_owned(),
        'A' => weekday.to_owned(),
        'b' | 'h' => month[..3].to_owned(),
        'B' => month.to_owned(),
        'f' => format!("{:06}", (moment.second.fract() * 1e6) as u64),
        'n' => "\n".to_owned(),
        'p' => half.to_owned(),
        'P' => half.to_lowercase(),
        't' => "\t".to_owned(),
        'z' => zone_text(moment.offset, ""),
        ':' => zone_text(moment.offset, ":"),
        'Z' => zone.to_owned(),
        '%' => "%".to_owned(),
        _ => return None,
    })
}

/// Seconds west of Greenwich of the zone in argument `index`.
fn zone_arg(m: &Machine, index: usize) -> Result<i64, Ball> {
    match m.view_arg(index) {
        View::Var(_) => Ok(0),
        View::Atom(atom) if m.text(atom) == "local" => Ok(-m.host.utc_offset()),
        View::Atom(_) => Ok(0),
        _ => match m.integer_arg(index)? {
            offset if offset.unsigned_abs() <= MAX_FIELD => Ok(offset),
            _ => Err(Ball::Representation(known::MAX_INTEGER)),
        },
    }
}

fn stamp_date_time(m: &mut Machine) -> Outcome {
    let stamp = m.to_float(m.arg(0))?;
    let offset = zone_arg(m, 2)?;
    let moment = Moment::of_stamp(stamp, offset);
    let zone = m.atom(if offset == 0 { "UTC" } else { "-" });
    let none = m.atom("-");
    let fields = [
        moment.year,
        moment.month,
        moment.day,
        moment.hour,
        moment.minute,
    ];
    let mut args: Vec<Cell> = fields.iter().map(|&field| Cell::small(field)).collect();
    args.push(m.mem.new_float(moment.second));
    args.extend([Cell::small(offset), zone, none]);
    let date = m.compound("date", &args);
    m.unify_arg(1, date)
}

/// The moment that a date or stamp stands for.
fn to_moment(m: &mut Machine, cell: Cell) -> Result<Moment, Ball> {
    if m.mem.number(cell).is_some() {
        return Ok(Moment::of_stamp(m.to_float(cell)?, 0));
    }
    let fields = [9, 3]
        .into_iter()
        .find_map(|arity| m.match_compound(cell, "date", arity));
    let Some(args) = fields else {
        return Err(match m.mem.deref(cell).is_var() {
            true => Ball::Instantiation,
            false => m.type_error("date", cell),
        });
    };
    let integer = |m: &Machine, index: usize, otherwise: i64| {
        let field = m.mem.deref(args.get(&m.mem, index.min(args.len() - 1)));
        if index >= args.len() || field.is_var() || field.is_atom() {
            return Ok(otherwise);
        }
        match m.to_i64(field)? {
            value if value.unsigned_abs() <= MAX_FIELD => Ok(value),
            _ => Err(Ball::Representation(known::MAX_INTEGER)),
        }
    };
    let second = match args.len() {
        9 => m.to_float(args.get(&m.mem, 5))?,
        _ => 0.0,
    };
    Ok(Moment {
        year: integer(m, 0, 1970)?,
        month: integer(m, 1, 1)?,
        day: integer(m, 2, 1)?,
        hour: integer(m, 3, 0)?,
        minute: integer(m, 4, 0)?,
        second,
        offset: integer(m, 6, 0)?,
    })
}

fn date_time_stamp(m: &mut Machine) -> Outcome {
    let moment = to_moment(m, m.term_arg(0))?;
    m.unify_number(1, &Number::Float(moment.stamp()))
}

fn format_time(m: &mut Machine) -> Outcome {
    let format = m.text_arg(1)?;
    let moment = to_moment(m, m.term_arg(2))?;
    let text = written(&m.mem.alarm, &format, moment);
    m.check_text(text.len() as u64)?;
    let sink = m.arg(0);
    if sink.is_compound() && m.handle_number(sink).is_none() {
        return m.deliver(sink, &text);
    }
    let port = m.output_port(Some(0), crate::stream::stream::StreamType::Text)?;
    m.put_text(port, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_agree() {
        for (days, date) in [(0, (1970, 1, 1)), (59, (1970, 3, 1)), (-1, (1969, 12, 31))] {
            assert_eq!(day_of(days), date);
            assert_eq!(days_before(date.0, date.1, date.2), days);
        }
        assert_eq!(day_of(days_before(2000, 2, 29)), (2000, 2, 29));
        assert_eq!(day_of(days_before(2023, 14, 1)), (2024, 2, 1));
    }

    #[test]
    fn times_are_written() {
        let alarm = Alarm::default();
        let moment = Moment::of_stamp(1_000_000_000.5, 0);
        assert_eq!(
            written(&alarm, "%F %T.%3f %a %j", moment),
            "2001-09-09 01:46:40.500 Sun 252"
        );
        assert_eq!(written(&alarm, "%V %u %d%%", moment), "36 7 09%");
        let east = Moment::of_stamp(0.0, -3600);
        assert_eq!(written(&alarm, "%H:%M %z", east), "01:00 +0100");
        assert_eq!(east.stamp(), 0.0);
    }
}
