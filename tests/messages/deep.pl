main :- down(100).

down(0) :- atom_length(_, _).
down(N) :- N > 0, M is N - 1, down(M), write(N).
