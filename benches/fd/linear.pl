% Sums: SEND+MORE, magic squares, a knapsack, chains of comparisons.

problem(send_more, 10000, send(_)).
problem(magic3, 4000, magic3(_)).
problem(magic4_first, 1000, magic4(_)).
problem(knapsack12, 100, knapsack(_, _)).
problem(chain200, 400, chain200).
problem(contradiction, 1000, contradiction).

send([S,E,N,D,M,O,R,Y]) :-
    Vs = [S,E,N,D,M,O,R,Y],
    domain(Vs, 0, 9),
    different(Vs),
    1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E
        #= 10000*M + 1000*O + 100*N + 10*E + Y,
    M #\= 0,
    S #\= 0,
    label(Vs).

magic3([A,B,C,D,E,F,G,H,I]) :-
    Vs = [A,B,C,D,E,F,G,H,I],
    domain(Vs, 1, 9),
    different(Vs),
    A+B+C #= 15, D+E+F #= 15, G+H+I #= 15,
    A+D+G #= 15, B+E+H #= 15, C+F+I #= 15,
    A+E+I #= 15, C+E+G #= 15,
    A #< C, A #< G, A #< I, C #< G,
    label(Vs).

magic4(Vs) :-
    Vs = [A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P],
    domain(Vs, 1, 16),
    different(Vs),
    A+B+C+D #= 34, E+F+G+H #= 34, I+J+K+L #= 34, M+N+O+P #= 34,
    A+E+I+M #= 34, B+F+J+N #= 34, C+G+K+O #= 34, D+H+L+P #= 34,
    A+F+K+P #= 34, D+G+J+M #= 34,
    A #< D, A #< M, A #< P, D #< M,
    label(Vs).

knapsack(Xs, Loss) :-
    Xs = [A,B,C,D,E,F,G,H,I,J,K,L],
    domain(Xs, 0, 1),
    11*A+7*B+13*C+5*D+9*E+17*F+3*G+12*H+8*I+6*J+15*K+10*L #=< 50,
    20*A+13*B+24*C+8*D+15*E+31*F+4*G+22*H+13*I+9*J+27*K+17*L #= V,
    Loss #= 203 - V,
    label_min(Xs, Loss).

chain200 :-
    length(Xs, 200),
    domain(Xs, 1, 200),
    ascending(Xs).

ascending([_]).
ascending([X,Y|Xs]) :-
    X #< Y,
    ascending([Y|Xs]).

contradiction :-
    domain([X,Y], 0, 10000),
    \+ ( X #< Y, Y #< X ).
