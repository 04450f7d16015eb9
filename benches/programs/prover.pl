% A connection prover with iterative deepening: unification with occurs check,
% paths as lists, deep backtracking.
%
% A matrix is a list of clauses, a clause a list of literals, -A the negation of A.
% The proof of a theorem refutes its negation.

theorems(full, 15, [identity, inverse, squares, barber, dwarfs, chain(18), pigeons]).
theorems(small, 1, [identity, barber, chain(4)]).

bench(Size) :-
    theorems(Size, Rounds, Theorems),
    (   between(1, Rounds, _),
        proofs(Theorems, _),
        fail
    ;   proofs(Theorems, Results)
    ),
    write(Size), write(' '), write(Results), nl.

proofs([], []).
proofs([Name|Names], [Name-Depth-Steps|Results]) :-
    problem(Name, Matrix),
    proved(Matrix, 1, Depth, Proof),
    steps(Proof, 0, Steps),
    proofs(Names, Results).

% The first clause of a matrix is the goal.
proved([Goal|Matrix], Limit, Depth, Proof) :-
    (   copy_term(Goal, Literals),
        all_proved(Literals, [], Limit, [Goal|Matrix], Proof)
    ->  Depth = Limit
    ;   Deeper is Limit + 1,
        proved([Goal|Matrix], Deeper, Depth, Proof)
    ).

all_proved([], _, _, _, []).
all_proved([Literal|Literals], Path, Limit, Matrix, [Proof|Proofs]) :-
    literal_proved(Literal, Path, Limit, Matrix, Proof),
    all_proved(Literals, Path, Limit, Matrix, Proofs).

literal_proved(Literal, Path, _, _, closed) :-
    opposite(Literal, Opposite),
    on_path(Opposite, Path).
literal_proved(Literal, Path, Limit, Matrix, extended(Proofs)) :-
    Limit > 0,
    \+ repeated(Literal, Path),
    opposite(Literal, Opposite),
    clause_of(Matrix, Clause),
    copy_term(Clause, Copy),
    chosen(Copy, Opposite, Literals),
    Less is Limit - 1,
    all_proved(Literals, [Literal|Path], Less, Matrix, Proofs).

opposite(-A, A) :- !.
opposite(A, -A).

on_path(Literal, [Other|_]) :-
    unify_with_occurs_check(Literal, Other).
on_path(Literal, [_|Path]) :-
    on_path(Literal, Path).

repeated(Literal, [Other|_]) :-
    Literal == Other,
    !.
repeated(Literal, [_|Path]) :-
    repeated(Literal, Path).

clause_of([Clause|_], Clause).
clause_of([_|Matrix], Clause) :-
    clause_of(Matrix, Clause).

chosen([Other|Literals], Literal, Literals) :-
    unify_with_occurs_check(Literal, Other).
chosen([Other|Literals], Literal, [Other|Rest]) :-
    chosen(Literals, Literal, Rest).

steps(closed, N, N).
steps([], N, N).
steps(extended(Proofs), N0, N) :-
    N1 is N0 + 1,
    steps(Proofs, N1, N).
steps([Proof|Proofs], N0, N) :-
    steps(Proof, N0, N1),
    steps(Proofs, N1, N).

% With a left identity and left inverses, the left identity is one on the right.
problem(identity, [
    [-product(a, e, a)],
    [product(e, X1, X1)],
    [product(i(X2), X2, e)],
    [-product(A, B, AB), -product(B, C, BC), -product(A, BC, D), product(AB, C, D)],
    [-product(E, F, EF), -product(F, G, FG), -product(EF, G, H), product(E, FG, H)]
]).
% With a left identity and left inverses, there are right inverses.
problem(inverse, [
    [-product(a, _, e)],
    [product(e, X1, X1)],
    [product(i(X2), X2, e)],
    [-product(A, B, AB), -product(B, C, BC), -product(A, BC, D), product(AB, C, D)],
    [-product(E, F, EF), -product(F, G, FG), -product(EF, G, H), product(E, FG, H)]
]).
% If every square is the identity, the product commutes.
problem(squares, [
    [-product(b, a, c)],
    [product(a, b, c)],
    [product(e, X1, X1)],
    [product(X2, e, X2)],
    [product(X3, X3, e)],
    [-product(A, B, AB), -product(B, C, BC), -product(A, BC, D), product(AB, C, D)],
    [-product(E, F, EF), -product(F, G, FG), -product(EF, G, H), product(E, FG, H)]
]).
% Nobody shaves exactly those who do not shave themselves.
problem(barber, [
    [shaves(b, X), shaves(X, X)],
    [-shaves(b, Y), -shaves(Y, Y)]
]).
% Whoever digs is a dwarf or tired; a dwarf with a beard sings; and so on.
problem(dwarfs, [
    [-happy(_)],
    [-digs(X), dwarf(X), tired(X)],
    [-dwarf(Y), -beard(Y), sings(Y)],
    [-tired(Z), sleeps(Z), yawns(Z)],
    [-sings(U), happy(friend(U)), happy(U)],
    [-sleeps(V), happy(V)],
    [-yawns(W), happy(W), sleeps(W)],
    [digs(gloin)],
    [beard(_)]
]).
% P(0), and P(X) implies P(s(X)): P holds at N.
problem(chain(N), [[-p(Term)], [p(0)], [-p(X), p(s(X))], [-p(Y), p(t(Y))]]) :-
    numeral(N, Term).
% Three pigeons in two holes.
problem(pigeons, [
    [in(1, a), in(1, b)],
    [in(2, a), in(2, b)],
    [in(3, a), in(3, b)],
    [-in(1, X), -in(2, X)],
    [-in(1, Y), -in(3, Y)],
    [-in(2, Z), -in(3, Z)]
]).

numeral(0, 0) :- !.
numeral(N, s(Term)) :-
    N1 is N - 1,
    numeral(N1, Term).
