% A table as text is read, summed up by dates, and written again.

:- use_module(library(csv)).
:- use_module(library(date)).
:- use_module(library(assoc)).
:- use_module(library(nb_set)).

main :-
    written('accounts.csv'),
    csv_read_file('accounts.csv', [_|Rows], [functor(entry), arity(3)]),
    forall(member(Row, Rows), ( print(Row), nl )),
    foldl(added, Rows, t, Totals),
    assoc_to_list(Totals, Pairs),
    forall(member(Name-Total, Pairs), format("~w~t~12||~t~2f~10+|~n", [Name, Total])),
    weekdays(Rows),
    csv_write_file('totals.csv', [row(name,total),row('Smith, J',1.5),row('say "hi"',2)]),
    read_file_to_string('totals.csv', Text, []),
    print(Text), nl,
    short(Rows).

written(File) :-
    setup_call_cleanup(
        open(File, write, Stream),
        format(Stream, "date,name,amount~n2026-11-30,rent,800~n~w~n2026-12-06,food,12.5~n",
               ['2026-12-01,"food, drink",30']),
        close(Stream)).

added(entry(_, Name, Amount), Totals0, Totals) :-
    (   get_assoc(Name, Totals0, Old)
    ->  true
    ;   Old = 0
    ),
    New is Old + Amount,
    put_assoc(Name, Totals0, New, Totals).

weekdays(Rows) :-
    empty_nb_set(Days),
    forall(( member(entry(Text, _, _), Rows), parse_time(Text, Stamp) ),
           ( stamp_date_time(Stamp, DateTime, 'UTC'),
             date_time_value(date, DateTime, Date),
             day_of_the_week(Date, Day),
             add_nb_set(Day, Days)
           )),
    nb_set_to_list(Days, List),
    print(List), nl.

% What takes too long is given up.
short(Rows) :-
    call_with_depth_limit(member(entry(_, rent, Amount), Rows), 10, _),
    print(Amount), nl,
    catch(call_with_time_limit(0.05, endless), Ball, true),
    print(Ball), nl,
    call_with_inference_limit(endless, 10000, Result),
    print(Result), nl,
    call_with_depth_limit(deep(100), 50, Depth),
    print(Depth), nl.

endless :-
    endless.

deep(0).
deep(N) :-
    N > 0,
    N1 is N - 1,
    deep(N1).
