% The towers of Hanoi.
%
% A tower of N disks moves from one peg to another over a third one, one disk
% at a time, and never a larger disk onto a smaller one.
%
% Run:  luminy examples/basics/hanoi.pl -g main -t halt
%
%   ?- moves(2, left, right, middle, Moves).
%      Moves = [left-middle,left-right,middle-right].

main :-
    moves(3, left, right, middle, Moves),
    print_moves(Moves, 1),
    moves(10, left, right, middle, Many),
    length(Many, Count),
    write(Count), write(' moves for ten disks'), nl.

%!  moves(+N, +From, +To, +Over, -Moves) is det.
%
%   Moves are pairs of pegs that take a tower of N disks From a peg To another.

moves(N, From, To, Over, Moves) :-
    phrase(tower(N, From, To, Over), Moves).

tower(0, _, _, _) -->
    [].
tower(N, From, To, Over) -->
    { N > 0, Above is N - 1 },
    tower(Above, From, Over, To),
    [From-To],
    tower(Above, Over, To, From).

print_moves([], _).
print_moves([From-To|Moves], N) :-
    write(N), write('. '), write(From), write(' to '), write(To), nl,
    N1 is N + 1,
    print_moves(Moves, N1).
