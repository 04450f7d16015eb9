% Symbolic differentiation.
%
% Run:  luminy examples/basics/derivative.pl -g main -t halt
%
%   ?- derivative(x^2 + 3*x, x, D).
%      D = 2*x + 3.

main :-
    forall(example(Formula), print_derivative(Formula)).

example(5).
example(x).
example(x^2 + 3*x).
example(x^3 - 2*x^2 + 7).
example((x + 1) * (x - 1)).
example(1 / x).
example(sin(2*x)).
example(exp(x^2)).
example(log(x) * x).
example(-cos(a*x)).

print_derivative(Formula) :-
    derivative(Formula, x, Derivative),
    write(Formula), write('  ->  '), write(Derivative), nl.

%!  derivative(+Formula, +Variable, -Derivative) is det.
%
%   Derivative is Formula differentiated by the atom Variable and simplified.

derivative(Formula, Variable, Derivative) :-
    d(Formula, Variable, Derivative0),
    !,
    simplified(Derivative0, Derivative).

%!  d(+Formula, +Variable, -Derivative) is nondet.
%
%   The first answer is meant: the clause for constants comes first.

d(X, X, 1).
d(C, X, 0) :-
    constant(C, X).
d(-A, X, -DA) :-
    d(A, X, DA).
d(A + B, X, DA + DB) :-
    d(A, X, DA),
    d(B, X, DB).
d(A - B, X, DA - DB) :-
    d(A, X, DA),
    d(B, X, DB).
d(A * B, X, A * DB + DA * B) :-
    d(A, X, DA),
    d(B, X, DB).
d(A / B, X, (DA * B - A * DB) / B^2) :-
    d(A, X, DA),
    d(B, X, DB).
d(A ^ N, X, N * A^(N - 1) * DA) :-
    constant(N, X),
    d(A, X, DA).
d(exp(A), X, exp(A) * DA) :-
    d(A, X, DA).
d(log(A), X, DA / A) :-
    d(A, X, DA).
d(sin(A), X, cos(A) * DA) :-
    d(A, X, DA).
d(cos(A), X, -(sin(A) * DA)) :-
    d(A, X, DA).

%!  constant(+Formula, +Variable) is semidet.
%
%   Variable does not occur in Formula.

constant(Formula, Variable) :-
    Formula \== Variable,
    Formula =.. [_|Arguments],
    constants(Arguments, Variable).

constants([], _).
constants([Formula|Formulas], Variable) :-
    constant(Formula, Variable),
    constants(Formulas, Variable).

%!  simplified(+Formula0, -Formula) is det.
%
%   Simplifies the arguments first, then what they are combined to.

simplified(Formula0, Formula) :-
    Formula0 =.. [Functor|Arguments0],
    all_simplified(Arguments0, Arguments),
    Formula1 =.. [Functor|Arguments],
    (   rule(Formula1, Formula2)
    ->  Formula = Formula2
    ;   Formula = Formula1
    ).

all_simplified([], []).
all_simplified([Formula0|Formulas0], [Formula|Formulas]) :-
    simplified(Formula0, Formula),
    all_simplified(Formulas0, Formulas).

rule(A + B, C) :- number(A), number(B), C is A + B.
rule(A - B, C) :- number(A), number(B), C is A - B.
rule(A * B, C) :- number(A), number(B), C is A * B.
rule(0 + A, A).
rule(A + 0, A).
rule(A - 0, A).
rule(0 - A, -A).
rule(0 * _, 0).
rule(_ * 0, 0).
rule(1 * A, A).
rule(A * 1, A).
rule(A * (B * F), C * F) :- number(A), number(B), C is A * B.
rule(-0, 0).
rule(-(-A), A).
rule(0 / _, 0).
rule(A / 1, A).
rule(A ^ 1, A).
rule(_ ^ 0, 1).
