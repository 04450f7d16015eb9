% Small classical programs.

main :-
    numlist(1, 30, List), nrev(List, Reversed), show(nrev, Reversed),
    tak(12, 8, 4, Tak), show(tak, Tak),
    ackermann(2, 3, Ack), show(ackermann, Ack),
    fib(20, Fib), show(fib, Fib),
    sieve(60, Primes), show(primes, Primes),
    gcd(1071, 462, Gcd), show(gcd, Gcd),
    collatz(27, Collatz), length(Collatz, Steps), show(collatz, Steps),
    qsort([27,74,17,33,94,18,46,83,65,2,32,53], Sorted), show(qsort, Sorted),
    send_more(Sum), show(send_more, Sum),
    aggregate_all(count, queens(6, _), Queens), show(queens, Queens),
    pascal(6, Row), show(pascal, Row),
    binary(37, Binary), show(binary, Binary),
    roman(1994, Roman), show(roman, Roman),
    palindromes([anna, otto, bob, prolog], Palindromes), show(palindromes, Palindromes),
    change(30, Ways), show(change, Ways),
    power_set([a,b,c], Sets), show(power_set, Sets),
    look_and_say(6, Say), show(look_and_say, Say),
    perfect(500, Perfect), show(perfect, Perfect),
    rotate([a,b,c,d,e], 2, Rotated), show(rotate, Rotated),
    dutch([r,w,b,w,r,b], Flag), show(dutch_flag, Flag),
    huffman([a-45,b-13,c-12,d-16,e-9,f-5], Codes), show(huffman, Codes).

show(Name, Value) :-
    write(Name), write(': '), write(Value), nl.

nrev([], []).
nrev([X|Xs], Ys) :- nrev(Xs, Zs), append(Zs, [X], Ys).

tak(X, Y, Z, A) :- X =< Y, !, A = Z.
tak(X, Y, Z, A) :-
    X1 is X - 1, Y1 is Y - 1, Z1 is Z - 1,
    tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3),
    tak(A1, A2, A3, A).

ackermann(0, N, R) :- !, R is N + 1.
ackermann(M, 0, R) :- !, M1 is M - 1, ackermann(M1, 1, R).
ackermann(M, N, R) :- N1 is N - 1, ackermann(M, N1, R1), M1 is M - 1, ackermann(M1, R1, R).

fib(N, N) :- N < 2, !.
fib(N, F) :- A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB.

sieve(Max, Primes) :- numlist(2, Max, Numbers), sift(Numbers, Primes).

sift([], []).
sift([P|Numbers], [P|Primes]) :-
    exclude([N]>>(0 is N mod P), Numbers, Rest),
    sift(Rest, Primes).

gcd(A, 0, A) :- !.
gcd(A, B, G) :- C is A mod B, gcd(B, C, G).

collatz(1, [1]) :- !.
collatz(N, [N|Ns]) :- ( N mod 2 =:= 0 -> M is N // 2 ; M is 3 * N + 1 ), collatz(M, Ns).

qsort([], []).
qsort([P|Xs], Sorted) :-
    partition([X]>>(X < P), Xs, Low, High),
    qsort(Low, SortedLow), qsort(High, SortedHigh),
    append(SortedLow, [P|SortedHigh], Sorted).

send_more(S) :-
    Digits0 = [0,2,3,4,5,6,7,8,9],
    M = 1,
    select(D, Digits0, Digits1), select(E, Digits1, Digits2),
    0 =\= D + E,
    Y is (D + E) mod 10, select(Y, Digits2, Digits3), C1 is (D + E) // 10,
    select(N, Digits3, Digits4),
    R is (10 + E - N - C1) mod 10, select(R, Digits4, Digits5), C2 is (N + R + C1) // 10,
    select(O, Digits5, Digits6),
    N is (E + O + C2) mod 10, C3 is (E + O + C2) // 10,
    select(S0, Digits6, _), S0 =\= 0,
    O is (S0 + M + C3) mod 10, M is (S0 + M + C3) // 10,
    !,
    S = ([S0,E,N,D]+[M,O,R,E]=[M,O,N,E,Y]).

queens(N, Qs) :- numlist(1, N, Rows), select_queens(Rows, [], Qs).

select_queens([], Qs, Qs).
select_queens(Rows, Placed, Qs) :-
    select(Q, Rows, Rest), \+ attacked(Placed, Q, 1),
    select_queens(Rest, [Q|Placed], Qs).

attacked([Q1|_], Q, D) :- D =:= abs(Q1 - Q).
attacked([_|Qs], Q, D) :- D1 is D + 1, attacked(Qs, Q, D1).

pascal(0, [1]) :- !.
pascal(N, [1|Row]) :- M is N - 1, pascal(M, Row0), pairwise(Row0, Row).

pairwise([X], [X]) :- !.
pairwise([X,Y|Rest], [Z|Zs]) :- Z is X + Y, pairwise([Y|Rest], Zs).

binary(0, '') :- !.
binary(N, Atom) :- M is N // 2, binary(M, Atom0), B is N mod 2, atom_concat(Atom0, B, Atom).

roman(0, '') :- !.
roman(N, Roman) :-
    numeral(Value, Name), N >= Value, !,
    M is N - Value, roman(M, Rest), atom_concat(Name, Rest, Roman).

numeral(1000, m). numeral(900, cm). numeral(500, d). numeral(400, cd).
numeral(100, c). numeral(90, xc). numeral(50, l). numeral(40, xl).
numeral(10, x). numeral(9, ix). numeral(5, v). numeral(4, iv). numeral(1, i).

palindromes(Words, Palindromes) :-
    include([Word]>>(atom_chars(Word, Chars), reverse(Chars, Chars)), Words, Palindromes).

change(Amount, Ways) :- aggregate_all(count, coins(Amount, [20,10,5,2,1], _), Ways).

coins(0, [], []) :- !.
coins(Amount, [Coin|Coins], [Coin*N|Rest]) :-
    Max is Amount // Coin, between(0, Max, N),
    Left is Amount - N * Coin, coins(Left, Coins, Rest).

power_set([], [[]]).
power_set([X|Xs], Sets) :-
    power_set(Xs, Sets0),
    findall([X|Set], member(Set, Sets0), With),
    append(Sets0, With, Sets).

look_and_say(1, [1]) :- !.
look_and_say(N, Say) :- M is N - 1, look_and_say(M, Say0), say(Say0, Say).

say([], []).
say([X|Xs], [Count,X|Say]) :- run(Xs, X, 1, Count, Rest), say(Rest, Say).

run([X|Xs], X, C0, C, Rest) :- !, C1 is C0 + 1, run(Xs, X, C1, C, Rest).
run(Rest, _, C, C, Rest).

perfect(Max, Perfect) :-
    findall(N, ( between(2, Max, N), aggregate_all(sum(D), divisor(N, D), N) ), Perfect).

divisor(N, D) :- Max is N // 2, between(1, Max, D), N mod D =:= 0.

rotate(List, N, Rotated) :- length(Front, N), append(Front, Back, List), append(Back, Front, Rotated).

dutch(List, Flag) :-
    include(==(r), List, Rs), include(==(w), List, Ws), include(==(b), List, Bs),
    append([Rs, Ws, Bs], Flag).

huffman(Weights, Codes) :-
    findall(W-leaf(S), member(S-W, Weights), Leaves),
    keysort(Leaves, Sorted),
    tree(Sorted, Tree),
    findall(S-Code, code(Tree, Code, S), Pairs),
    msort(Pairs, Codes).

tree([_-Tree], Tree) :- !.
tree([W1-T1,W2-T2|Rest], Tree) :-
    W is W1 + W2, keysort([W-node(T1,T2)|Rest], Sorted), tree(Sorted, Tree).

code(leaf(S), '', S).
code(node(L, _), Code, S) :- code(L, Code0, S), atom_concat('0', Code0, Code).
code(node(_, R), Code, S) :- code(R, Code0, S), atom_concat('1', Code0, Code).
