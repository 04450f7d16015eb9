:- initialization(no_such_goal(1)).
:- fail.
:- dynamc(counter/1).
:- X = 1.
parent(Tom, mary).
parent(bob, Mary).
likes(X, Y) :- food(Y), hungry(Z).
size(List, Lenght) :- length(List, Length).
once_more(_X, _X).
parent(carl, dora).
atom_length(a, 1).
atom_length(b, 1).
rule -> body.
rule : body.
3 :- foo.
X :- foo.
food(apple).
:- width(a).
width(A) :- B is A + 1, write(B).

long_line(One, Two) :- append(_, [first, second, third], _), append(_, [first, second, third], _), append(_, [first, second, third], _), append(_, [first, second, third], Three), true.
