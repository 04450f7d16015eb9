a(X) :- X = < 4.
a(X) :- X = > 4.
a(X) :- X > = 4.
a(X) :- X ! = 4.
a(X) :- X \ = 4.
a(X) :- X =! 4.
a(X) :- X =\ 4.
a(X) :- X ~= 4.
a(X) :- X <> 4.
a(X) :- X == = 4.
a(X) :- X ==> 4.
a(X) :- X >== 4.
a(X) :- X ===> 4.
a(X) :- (X - > b ; c).
a(X) : - b(X).
# no comment
main :-
    b(_).
b(N) :-
    N > 1,
    A is N - 1,
    c(A).
c(_).
