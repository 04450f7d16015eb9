% Terms, control and flags.

%!  subsumeschk(+General, +Specific) is semidet.
%
%   As subsumes_term/2.

subsumeschk(General, Specific) :-
    subsumes_term(General, Specific).

%!  term_order(@X, @Y, ?Order) is semidet.
%
%   As compare/3, with Order behind.

term_order(X, Y, Order) :-
    compare(Order, X, Y).

%!  prolog_flag(+Flag, -Old, +New) is det.
%
%   The flag Flag has been Old, and is New from now on.

prolog_flag(Flag, Old, New) :-
    current_prolog_flag(Flag, Old),
    set_prolog_flag(Flag, New).

%!  if(:Condition, :Then, :Else) is nondet.
%
%   Then is true for a solution of Condition; Else, if there is none.
%
%   ?- if(member(X, [1,2]), true, X = none).
%      X = 1 ; X = 2.

if(Condition, Then, Else) :-
    (   call(Condition)
    *-> call(Then)
    ;   call(Else)
    ).

%!  ord_member(+Element, +Set) is semidet.
%
%   As ord_memberchk/2.

ord_member(Element, Set) :-
    ord_memberchk(Element, Set).

%!  current_directory(-Old, +New) is det.
%
%   As working_directory/2.

current_directory(Old, New) :-
    working_directory(Old, New).

%!  datime(-DateTime) is det.
%
%   DateTime is `datime(Year, Month, Day, Hour, Minute, Second)` of now.

datime(datime(Year, Month, Day, Hour, Minute, Second)) :-
    get_time(Stamp),
    stamp_date_time(Stamp, date(Year, Month, Day, Hour, Minute, Seconds, _, _, _), local),
    Second is truncate(Seconds).
