% A multiplication of which only the parity of the digits is known:
%
%       O E E
%         E E  *
%     ---------
%     E O E E
%     E O E
%     ---------  +
%     O O E E
%
% Digits are tried from the right, carries computed as soon as they are known.

rounds(full, 700).
rounds(small, 3).

bench(Size) :-
    rounds(Size, Rounds),
    (   between(1, Rounds, _),
        multiplication(_, _, _),
        fail
    ;   findall(A*B=C, multiplication(A, B, C), Solutions)
    ),
    write(Size), write(' '), write(Solutions), nl.

multiplication(A, B, Product) :-
    even(A0), even(A1), odd(A2),
    nonzero_even(B0),
    times([A0,A1,A2], B0, 0, [P0,P1,P2,P3]),
    is_even(P0), is_even(P1), is_odd(P2), is_even(P3), P3 > 0,
    nonzero_even(B1),
    times([A0,A1,A2], B1, 0, [Q0,Q1,Q2|Q]),
    none_but_zero(Q),
    is_even(Q0), is_odd(Q1), is_even(Q2), Q2 > 0,
    plus_digits([P1,P2,P3], [Q0,Q1,Q2], 0, [R1,R2,R3|R]),
    none_but_zero(R),
    is_even(R1), is_odd(R2), is_odd(R3),
    A is A0 + 10 * A1 + 100 * A2,
    B is B0 + 10 * B1,
    Product is P0 + 10 * R1 + 100 * R2 + 1000 * R3.

none_but_zero([]).
none_but_zero([0|Zeros]) :-
    none_but_zero(Zeros).

times([], _, Carry, [Carry]).
times([D|Ds], Factor, Carry, [E|Es]) :-
    Value is D * Factor + Carry,
    E is Value mod 10,
    Carry1 is Value // 10,
    times(Ds, Factor, Carry1, Es).

plus_digits([], [], Carry, [Carry]).
plus_digits([D|Ds], [E|Es], Carry, [F|Fs]) :-
    Value is D + E + Carry,
    F is Value mod 10,
    Carry1 is Value // 10,
    plus_digits(Ds, Es, Carry1, Fs).

is_even(D) :- even(D), !.

is_odd(D) :- odd(D), !.

even(0).
even(2).
even(4).
even(6).
even(8).

nonzero_even(2).
nonzero_even(4).
nonzero_even(6).
nonzero_even(8).

odd(1).
odd(3).
odd(5).
odd(7).
odd(9).
