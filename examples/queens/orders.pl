% The permutation program with its goals and clauses in other orders.
%
% The logic is the same in all variants: the same 92 boards are solutions. What
% changes is the order in which they are found and how much work it takes. The
% work is counted in calls of noattack/3 until the first solution and until
% all of them are found, so the numbers are the same on every machine.
%
% Run:  luminy examples/queens/orders.pl -g main -t halt

main :-
    print_line(variant, 'first solution', first, all, solutions),
    forall(variant(Variant), report(Variant)),
    safe_before_permutation.

print_line(Variant, Solution, First, All, Count) :-
    format("~w~t~14|~w~t~34|~t~w~42|~t~w~52|~t~w~63|~n",
           [Variant, Solution, First, All, Count]).

report(Variant) :-
    reset_checks,
    once(solution(Variant, Queens)),
    checks(First),
    reset_checks,
    findall(Qs, solution(Variant, Qs), Solutions),
    checks(All),
    length(Solutions, Count),
    print_line(Variant, Queens, First, All, Count).

variant(program_2).
variant(check_first).
variant(del_swapped).
variant(by_insertion).
variant(interleaved).

%!  solution(+Variant, -Queens) is nondet.
%
%   Queens is a solution as Variant finds it.

% program_2: safe/1 tests the rest of the board before its first queen, so
% that the last columns are looked at first.
solution(program_2, Queens) :-
    permutation([1,2,3,4,5,6,7,8], Queens),
    safe(Queens).

% check_first: the two goals in safe/1 are swapped, so that the first queen is
% tested before the rest. Here this saves a little.
solution(check_first, Queens) :-
    permutation([1,2,3,4,5,6,7,8], Queens),
    safe_first(Queens).

% del_swapped: the clauses of del/3 are swapped: the last element is taken
% first, and the solutions come in the opposite order.
solution(del_swapped, Queens) :-
    permutation_last([1,2,3,4,5,6,7,8], Queens),
    safe(Queens).

% by_insertion: the tail is permuted before the head is put into it.
solution(by_insertion, Queens) :-
    permutation_insert([1,2,3,4,5,6,7,8], Queens),
    safe(Queens).

% interleaved: the test follows each choice instead of the whole permutation.
% This is more than a change of order, and by far the cheapest.
solution(interleaved, Queens) :-
    extend([1,2,3,4,5,6,7,8], [], Queens).

permutation([], []).
permutation(List, [First|Permutation]) :-
    del(First, List, Rest),
    permutation(Rest, Permutation).

permutation_last([], []).
permutation_last(List, [Last|Permutation]) :-
    del_last(Last, List, Rest),
    permutation_last(Rest, Permutation).

permutation_insert([], []).
permutation_insert([First|List], Permutation) :-
    permutation_insert(List, Permutation0),
    del(First, Permutation, Permutation0).

del(Element, [Element|List], List).
del(Element, [First|List], [First|Rest]) :-
    del(Element, List, Rest).

del_last(Element, [First|List], [First|Rest]) :-
    del_last(Element, List, Rest).
del_last(Element, [Element|List], List).

safe([]).
safe([Queen|Queens]) :-
    safe(Queens),
    noattack(Queen, Queens, 1).

safe_first([]).
safe_first([Queen|Queens]) :-
    noattack(Queen, Queens, 1),
    safe_first(Queens).

extend([], Queens, Queens).
extend(Rows0, Queens0, Queens) :-
    del(Row, Rows0, Rows),
    noattack(Row, Queens0, 1),
    extend(Rows, [Row|Queens0], Queens).

noattack(Row, Rows, Distance) :-
    count_check,
    noattack_(Rows, Row, Distance).

noattack_([], _, _).
noattack_([Row1|Rows], Row, Distance) :-
    Row1 - Row =\= Distance,
    Row - Row1 =\= Distance,
    Distance1 is Distance + 1,
    noattack(Row, Rows, Distance1).

%!  safe_before_permutation is det.
%
%   Shows that the two goals of solution/1 cannot be swapped: safe/1 would have
%   to compute with rows that nobody has chosen yet.

safe_before_permutation :-
    Queens = [_,_,_,_,_,_,_,_],
    catch(
        ( safe(Queens), permutation([1,2,3,4,5,6,7,8], Queens) ),
        error(Error, _),
        ( write('safe before permutation: '), write(Error), nl )
    ).

% The counter survives backtracking.

reset_checks :-
    nb_setval(checks, 0).

count_check :-
    nb_getval(checks, N0),
    N is N0 + 1,
    nb_setval(checks, N).

checks(N) :-
    nb_getval(checks, N).
