% Tic-tac-toe, played perfectly.
%
% A board is a list of nine squares: x, o or e for an empty one. The value of a
% board for the player to move is 1 for a win, 0 for a draw and -1 for a loss,
% if both sides play their best from there on (the negamax rule).
%
% Run:  luminy examples/puzzles/tic_tac_toe.pl -g main -t halt
%
%   ?- best_move([x,e,e, e,o,e, e,e,x], o, Board, Value).

main :-
    write('x can win:'), nl,
    show_best([x,x,e, o,o,e, e,e,e], x),
    write('o must block:'), nl,
    show_best([x,x,e, e,o,e, e,e,e], o),
    write('the centre answers a corner:'), nl,
    show_best([x,e,e, e,e,e, e,e,e], o),
    write('a whole game:'), nl,
    play([x,e,e, e,e,e, e,e,e], o).

show_best(Board, Player) :-
    best_move(Board, Player, Next, Value),
    print_board(Next),
    write(value(Value)), nl.

%!  play(+Board, +Player) is det.
%
%   Prints the game from Board on, Player being the next to move.

play(Board, Player) :-
    print_board(Board),
    nl,
    (   over(Board, Result)
    ->  write(Result), nl
    ;   best_move(Board, Player, Next, _),
        other(Player, Opponent),
        play(Next, Opponent)
    ).

over(Board, won(Player)) :-
    won(Board, Player),
    !.
over(Board, draw) :-
    \+ member(e, Board).

%!  best_move(+Board, +Player, -Next, -Value) is semidet.
%
%   Next is the first of the boards that are best for Player.

best_move(Board, Player, Next, Value) :-
    findall(Move, move(Board, Player, Move), [Move|Moves]),
    value_after(Move, Player, Value0),
    best(Moves, Player, Move, Value0, Next, Value).

% Nothing is better than a win, so the search ends there.
best(_, _, Next, 1, Next, 1) :- !.
best([], _, Next, Value, Next, Value).
best([Move|Moves], Player, Next0, Value0, Next, Value) :-
    value_after(Move, Player, Value1),
    (   Value1 > Value0
    ->  best(Moves, Player, Move, Value1, Next, Value)
    ;   best(Moves, Player, Next0, Value0, Next, Value)
    ).

%!  value_after(+Board, +Player, -Value) is det.
%
%   Value of Board for Player, who has just moved.

value_after(Board, Player, Value) :-
    (   won(Board, Player)
    ->  Value = 1
    ;   \+ member(e, Board)
    ->  Value = 0
    ;   other(Player, Opponent),
        best_move(Board, Opponent, _, OpponentValue),
        Value is -OpponentValue
    ).

move([e|Squares], Player, [Player|Squares]).
move([Square|Squares0], Player, [Square|Squares]) :-
    move(Squares0, Player, Squares).

other(x, o).
other(o, x).

won([P,P,P,_,_,_,_,_,_], P) :- P \== e.
won([_,_,_,P,P,P,_,_,_], P) :- P \== e.
won([_,_,_,_,_,_,P,P,P], P) :- P \== e.
won([P,_,_,P,_,_,P,_,_], P) :- P \== e.
won([_,P,_,_,P,_,_,P,_], P) :- P \== e.
won([_,_,P,_,_,P,_,_,P], P) :- P \== e.
won([P,_,_,_,P,_,_,_,P], P) :- P \== e.
won([_,_,P,_,P,_,P,_,_], P) :- P \== e.

print_board([A,B,C,D,E,F,G,H,I]) :-
    print_row(A, B, C),
    print_row(D, E, F),
    print_row(G, H, I).

print_row(A, B, C) :-
    print_square(A),
    print_square(B),
    print_square(C),
    nl.

print_square(Square) :-
    (   Square == e
    ->  write(' .')
    ;   write(' '), write(Square)
    ).
