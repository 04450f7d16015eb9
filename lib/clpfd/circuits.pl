% Circuits and permutations.

%!  circuit(?Xs) is semidet.
%
%   Xs holds for each position the position after it on one circuit through all
%   of them.
%
%   ?- circuit([2,X,Y]).
%      X = 3, Y = 1.

circuit(Xs) :-
    check_variables(Xs),
    (   Xs == []
    ->  true
    ;   length(Xs, N),
        Xs ins 1..N,
        (   N =:= 1
        ->  true
        ;   no_loops(Xs, 1)
        ),
        '$fd_list'(circuit, Xs, 0, 0, circuit(Xs))
    ).

no_loops([], _).
no_loops([X|Xs], N) :-
    X #\= N,
    N1 is N + 1,
    no_loops(Xs, N1).

%!  subcircuit(?Xs) is semidet.
%
%   As circuit/1, but positions that are their own successors are left out.
%
%   ?- subcircuit([X,1,Y]), X #= 2.
%      X = 2, Y = 3.

subcircuit(Xs) :-
    check_variables(Xs),
    length(Xs, N),
    (   N =:= 0
    ->  true
    ;   Xs ins 1..N,
        all_distinct(Xs),
        length(Orders, N),
        Orders ins 0..N,
        First in 1..N,
        suborders(Xs, 1, First, Orders, Orders)
    ).

%   The positions on the circuit are numbered from First on; the others have
%   the number 0. First is the least position on the circuit, or 1.

suborders([], _, _, [], _).
suborders([X|Xs], I, First, [O|Os], Orders) :-
    X #= I #<==> Out,
    O #= 0 #<==> Out,
    I #= First #/\ #\ Out #<==> Start,
    O #= 1 #<==> Start,
    #\ Out #==> First #=< I,
    element(X, Orders, Next),
    #\ Out #/\ X #\= First #==> Next #= O + 1,
    N is I + 1,
    (   Xs == []
    ->  everyone_out(Orders, All),
        All #==> First #= 1
    ;   true
    ),
    suborders(Xs, N, First, Os, Orders).

everyone_out([], 1).
everyone_out([O|Os], All) :-
    everyone_out(Os, All0),
    O #= 0 #/\ All0 #<==> All.

%!  inverse(?Xs, ?Ys) is semidet.
%
%   The lists Xs and Ys are permutations inverse to each other.
%
%   ?- inverse([2,X,1], [Y,Z,W]).
%      X = 3, Y = 3, Z = 1, W = 2.

inverse(Xs, Ys) :-
    check_variables(Xs),
    check_variables(Ys),
    length(Xs, N),
    length(Ys, N),
    append(Xs, Ys, Both),
    '$fd_list'(inverse, Both, 0, 0, inverse(Xs,Ys)).

%!  assignment(?Xs, ?Ys) is semidet.
%
%   The same as inverse/2.
%
%      A = 2, B = 1.

assignment(Xs, Ys) :-
    inverse(Xs, Ys).
