% Global variables.

%!  g_assign(+Name, +Value) is det.
%
%   The global variable Name has a copy of Value from now on.
%
%   ?- g_assign(count, 5), g_inc(count), g_read(count, Count).
%      Count = 6.

g_assign(Name, Value) :-
    nb_setval(Name, Value).

%!  g_assignb(+Name, +Value) is det.
%
%   As g_assign/2, until backtracking.

g_assignb(Name, Value) :-
    b_setval(Name, Value).

%!  g_link(+Name, +Value) is det.
%
%   The global variable Name has Value itself, until backtracking.

g_link(Name, Value) :-
    b_setval(Name, Value).

%!  g_read(+Name, ?Value) is semidet.
%
%   Value is that of the global variable Name, 0 at first.

g_read(Name, Value) :-
    must_be(atom, Name),
    (   nb_current(Name, Value0)
    ->  Value = Value0
    ;   Value = 0
    ).

%!  g_inc(+Name) is det.
%!  g_inc(+Name, ?Value) is semidet.
%
%   Adds one to the global variable Name; Value is what it is then.

g_inc(Name) :-
    g_inc(Name, _).

g_inc(Name, Value) :-
    g_read(Name, Old),
    New is Old + 1,
    nb_setval(Name, New),
    Value = New.

%!  g_inco(+Name, ?Value) is semidet.
%
%   Value is that of the global variable Name, to which one is added.

g_inco(Name, Value) :-
    g_read(Name, Old),
    New is Old + 1,
    nb_setval(Name, New),
    Value = Old.

%!  g_dec(+Name) is det.
%!  g_dec(+Name, ?Value) is semidet.
%
%   Takes one from the global variable Name; Value is what it is then.

g_dec(Name) :-
    g_dec(Name, _).

g_dec(Name, Value) :-
    g_read(Name, Old),
    New is Old - 1,
    nb_setval(Name, New),
    Value = New.
