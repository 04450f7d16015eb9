% SEND + MORE = MONEY: each letter is a digit.
%
% Run:  luminy examples/constraints/send_more.pl -g main -t halt
%
%   ?- puzzle([S,E,N,D], [M,O,R,E], [M,O,N,E,Y]), label([S,E,N,D,M,O,R,Y]).
%      S = 9, E = 5, N = 6, D = 7, M = 1, O = 0, R = 8, Y = 2.

:- use_module(library(clpfd)).
:- use_module(report).

main :-
    puzzle(A, B, C),
    append([A,B,C], Letters),
    maplist(fd_dom, A, Domains),
    write('S, E, N and D before the search': Domains), nl,
    with_nodes(label(Letters)),
    write(A+B=C), nl.

%!  puzzle(-A, -B, -C) is det.
%
%   The digits A and B are two numbers whose sum has the digits C.

puzzle([S,E,N,D], [M,O,R,E], [M,O,N,E,Y]) :-
    Letters = [S,E,N,D,M,O,R,Y],
    Letters ins 0..9,
    all_different(Letters),
    number([S,E,N,D], Send),
    number([M,O,R,E], More),
    number([M,O,N,E,Y], Money),
    Send + More #= Money,
    S #\= 0,
    M #\= 0.

%!  number(+Digits, -Number) is det.
%
%   Number is an expression for the number that Digits are.

number(Digits, Number) :-
    foldl([D,N,10*N+D]>>true, Digits, 0, Number).
