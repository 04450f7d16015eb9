% List comprehension: nested generators with a condition.
%
% What other languages write as [ (A,B,C) | A <- 1..20, B <- A..20, ... ] is a
% call of findall/3: the template comes first, then the generators from the
% outermost to the innermost one, then the condition.
%
% Run:  luminy examples/basics/comprehension.pl -g main -t halt
%
%   ?- pythagorean(20, Triples).
%      Triples = [3-4-5,5-12-13,6-8-10,8-15-17,9-12-15,12-16-20].

main :-
    squares(10, Squares),
    writeln(Squares),
    pythagorean(20, Triples),
    writeln(Triples),
    primes(50, Primes),
    writeln(Primes),
    dice(9, Throws),
    writeln(Throws),
    coins(20, Ways),
    length(Ways, Count),
    writeln(Count),
    word_pairs(Pairs),
    writeln(Pairs),
    products(Table),
    forall(member(Row, Table), writeln(Row)),
    by_length([ant, bee, mouse, horse, ox], Groups),
    writeln(Groups).

squares(Max, Squares) :-
    findall(Square, ( between(1, Max, N), Square is N * N ), Squares).

%!  pythagorean(+Max, -Triples) is det.
%
%   Triples are all A-B-C with A < B < C =< Max and A*A + B*B = C*C.

pythagorean(Max, Triples) :-
    findall(
        A-B-C,
        ( between(1, Max, A),
          between(A, Max, B),
          between(B, Max, C),
          A * A + B * B =:= C * C
        ),
        Triples
    ).

%!  primes(+Max, -Primes) is det.
%
%   A comprehension in the condition of another one.

primes(Max, Primes) :-
    findall(
        N,
        ( between(2, Max, N),
          \+ ( between(2, N, D), D * D =< N, N mod D =:= 0 )
        ),
        Primes
    ).

dice(Sum, Throws) :-
    findall(
        A+B,
        ( between(1, 6, A), between(1, 6, B), A + B =:= Sum ),
        Throws
    ).

%!  coins(+Amount, -Ways) is det.
%
%   Ways are all coins(Tens, Fives, Twos, Ones) that add up to Amount. Each
%   generator depends on what the ones before it have left over.

coins(Amount, Ways) :-
    findall(
        coins(Tens, Fives, Twos, Ones),
        ( MaxTens is Amount // 10,
          between(0, MaxTens, Tens),
          MaxFives is (Amount - 10 * Tens) // 5,
          between(0, MaxFives, Fives),
          MaxTwos is (Amount - 10 * Tens - 5 * Fives) // 2,
          between(0, MaxTwos, Twos),
          Ones is Amount - 10 * Tens - 5 * Fives - 2 * Twos
        ),
        Ways
    ).

word_pairs(Pairs) :-
    findall(
        Word,
        ( member(First, [sun, moon]),
          member(Second, [light, day, shine]),
          First-Second \== moon-day,
          atom_concat(First, Second, Word)
        ),
        Pairs
    ).

products(Table) :-
    findall(
        Row,
        ( between(1, 4, A),
          findall(Product, ( between(1, 4, B), Product is A * B ), Row)
        ),
        Table
    ).

%!  by_length(+Words, -Groups) is det.
%
%   setof/3 sorts, and without ^ it gives one answer for each Length.

by_length(Words, Groups) :-
    findall(
        Length-Group,
        setof(Word, word_length(Words, Word, Length), Group),
        Groups
    ).

word_length(Words, Word, Length) :-
    member(Word, Words),
    atom_length(Word, Length).
