:- module(date,
          [ date_time_value/3,
            parse_time/2,
            parse_time/3,
            day_of_the_week/2,
            day_of_the_year/2
          ]).

% Parts of dates, and dates as text.

%!  date_time_value(?Field, +DateTime, ?Value) is nondet.
%
%   Value is what Field says of the term DateTime, as stamp_date_time/3 makes it: `year`,
%   `month`, `day`, `hour`, `minute`, `second`, `utc_offset`, `date`, `time` and so on.
%
%   ?- once(date_time_value(month, date(2026,11,30), Month)).
%      Month = 11.

date_time_value(year, date(Y,_,_,_,_,_,_,_,_), Y).
date_time_value(month, date(_,M,_,_,_,_,_,_,_), M).
date_time_value(day, date(_,_,D,_,_,_,_,_,_), D).
date_time_value(hour, date(_,_,_,H,_,_,_,_,_), H).
date_time_value(minute, date(_,_,_,_,Mn,_,_,_,_), Mn).
date_time_value(second, date(_,_,_,_,_,S,_,_,_), S).
date_time_value(utc_offset, date(_,_,_,_,_,_,Offset,_,_), Offset).
date_time_value(time_zone, date(_,_,_,_,_,_,_,Zone,_), Zone) :-
    Zone \== (-).
date_time_value(daylight_saving, date(_,_,_,_,_,_,_,_,Saving), Saving) :-
    Saving \== (-).
date_time_value(date, date(Y,M,D,_,_,_,_,_,_), date(Y,M,D)).
date_time_value(time, date(_,_,_,H,Mn,S,_,_,_), time(H,Mn,S)).
date_time_value(year, date(Y,_,_), Y).
date_time_value(month, date(_,M,_), M).
date_time_value(day, date(_,_,D), D).
date_time_value(date, date(Y,M,D), date(Y,M,D)).

%!  day_of_the_week(+Date, -Day) is det.
%
%   Day is the day of the week of `date(Year, Month, Day)`: 1 is Monday, 7 Sunday.
%
%   ?- day_of_the_week(date(2026,11,30), Day).
%      Day = 1.

day_of_the_week(date(Year, Month, Day), Weekday) :-
    days_since_epoch(Year, Month, Day, Days),
    Weekday is (Days + 3) mod 7 + 1.

%!  day_of_the_year(+Date, -Day) is det.
%
%   Day is the number of `date(Year, Month, Day)` in its year, from 1.
%
%   ?- day_of_the_year(date(2026,2,1), Day).
%      Day = 32.

day_of_the_year(date(Year, Month, Day), Number) :-
    days_since_epoch(Year, Month, Day, Days),
    days_since_epoch(Year, 1, 1, First),
    Number is Days - First + 1.

% Days from the first of January 1970. The year is counted from March, so that the
% leap day is its last.
days_since_epoch(Year0, Month, Day, Days) :-
    must_be(integer, Year0),
    must_be(between(1, 12), Month),
    must_be(between(1, 31), Day),
    (   Month > 2
    ->  Year = Year0
    ;   Year is Year0 - 1
    ),
    FromMarch is (Month + 9) mod 12,
    DayOfYear is (153 * FromMarch + 2) // 5 + Day - 1,
    Days is 365 * Year + Year div 4 - Year div 100 + Year div 400 + DayOfYear - 719468.

%!  parse_time(+Text, -Stamp) is semidet.
%!  parse_time(+Text, ?Format, -Stamp) is semidet.
%
%   Stamp is the time that Text says, in seconds since the start of 1970. Format is
%   `iso_8601`, as in `2026-11-30T12:00:00Z`, or `rfc_1123`, as in
%   `Mon, 30 Nov 2026 12:00:00 GMT`.
%
%   ?- parse_time('1970-01-02', Stamp).
%      Stamp = 86400.0.

parse_time(Text, Stamp) :-
    parse_time(Text, _, Stamp).

parse_time(Text, Format, Stamp) :-
    text_to_string(Text, String),
    string_codes(String, Codes),
    (   Format = iso_8601,
        phrase(iso(Year, Month, Day, Seconds), Codes)
    ;   Format = rfc_1123,
        phrase(rfc(Year, Month, Day, Seconds), Codes)
    ),
    !,
    days_since_epoch(Year, Month, Day, Days),
    Stamp is float(86400 * Days + Seconds).

iso(Year, Month, Day, Seconds) -->
    digits(4, Year),
    (   "-"
    ->  digits(2, Month),
        "-",
        digits(2, Day)
    ;   digits(2, Month),
        digits(2, Day)
    ),
    (   iso_separator
    ->  clock(Time),
        zone(Offset),
        { Seconds is Time - Offset }
    ;   { Seconds = 0 }
    ).

iso_separator --> "T".
iso_separator --> " ".

clock(Seconds) -->
    digits(2, Hour),
    (   ":"
    ->  digits(2, Minute),
        (   ":"
        ->  digits(2, Whole),
            fraction(Fraction)
        ;   { Whole = 0, Fraction = 0 }
        )
    ;   digits(2, Minute)
    ->  (   digits(2, Whole)
        ->  fraction(Fraction)
        ;   { Whole = 0, Fraction = 0 }
        )
    ;   { Minute = 0, Whole = 0, Fraction = 0 }
    ),
    { Seconds is 3600 * Hour + 60 * Minute + Whole + Fraction }.

fraction(Fraction) -->
    ( "." ; "," ),
    !,
    digits(Digits),
    { Digits \== [],
      append(`0.`, Digits, Codes),
      number_codes(Fraction, Codes)
    }.
fraction(0) -->
    [].

zone(0) -->
    "Z",
    !.
zone(Offset) -->
    sign(Sign),
    !,
    digits(2, Hours),
    (   ":"
    ->  digits(2, Minutes)
    ;   digits(2, Minutes)
    ->  []
    ;   { Minutes = 0 }
    ),
    { Offset is Sign * (3600 * Hours + 60 * Minutes) }.
zone(0) -->
    [].

sign(1) --> "+".
sign(-1) --> "-".

rfc(Year, Month, Day, Seconds) -->
    rfc_weekday,
    integer(Day),
    rfc_separator,
    [A,B,C],
    { atom_codes(Name, [A,B,C]),
      month_number(Name, Month)
    },
    rfc_separator,
    digits(4, Year),
    " ",
    clock(Time),
    " ",
    rfc_zone(Offset),
    { Seconds is Time - Offset }.

rfc_weekday --> [_,_,_], ", ", !.
rfc_weekday --> [].

rfc_separator --> " ".
rfc_separator --> "-".

rfc_zone(0) --> "GMT", !.
rfc_zone(0) --> "UTC", !.
rfc_zone(Offset) --> zone(Offset).

month_number(Name, Number) :-
    nth1(Number, ['Jan','Feb','Mar','Apr','May','Jun','Jul','Aug','Sep','Oct','Nov','Dec'], Name),
    !.

digits(Count, Number) -->
    { length(Codes, Count) },
    Codes,
    { forall(member(C, Codes), code_type(C, digit)),
      number_codes(Number, Codes)
    }.
