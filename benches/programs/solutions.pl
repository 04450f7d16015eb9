% Collecting: findall/3 of a million, bagof/3 and setof/3 by groups.

solutions(full, 1000000).
solutions(small, 1000).

bench(Size) :-
    solutions(Size, Count),
    findall(N-f(N, [N]), between(1, Count, N), All),
    last_of(All, Last),
    Some is Count // 10,
    findall(Group-Length, group_length(Some, Group, Length), Lengths),
    small_findalls(Some, 0, Sum),
    setof(Key, N^(between(1, Some, N), Key is (N * 7919) mod 1009), Keys),
    length(Keys, Distinct),
    write(Size), write(' '), write(Last), write(' '), write(Lengths), write(' '),
    write(Sum), write(' '), write(Distinct), nl.

last_of([Last], Last) :- !.
last_of([_|Xs], Last) :-
    last_of(Xs, Last).

group_length(Count, Group, Length) :-
    bagof(N, member_of_group(Count, Group, N), Ns),
    length(Ns, Length).

member_of_group(Count, Group, N) :-
    between(1, Count, N),
    Group is N mod 7.

small_findalls(0, Sum, Sum) :- !.
small_findalls(N, Sum0, Sum) :-
    findall(X, one_of_three(N, X), Xs),
    Xs = [A,_,B],
    Sum1 is (Sum0 + A * B) mod 1000003,
    N1 is N - 1,
    small_findalls(N1, Sum1, Sum).

one_of_three(N, N).
one_of_three(N, X) :- X is N + 1.
one_of_three(N, X) :- X is N + 2.
