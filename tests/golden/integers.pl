% Relations of library(clpfd) between integers are plain arithmetic; here they meet variables,
% domains and other values as well, alone, in conditions and behind each other.

:- use_module(library(clpfd)).
s(A,B,S) :- S #= A+B.
s2(A,B,S,T) :- S #= A+B, T #= S*2, T #> 3.
s3(A,B,S) :- S #= A+B, K is S+1, write(k(K)), nl.
s4(A,B,S,L) :- S #= A+B, L = [S,A].
u(X,Y) :- ( integer(X) -> Y is X+1 ; true ), write(Y), nl.
u2(X,Y) :- ( integer(X) -> X > 1 ; Y = 2 ), q(Y).
q(Y) :- ( var(Y) -> write(v) ; write(Y) ), nl.
u3(X,Y) :- ( integer(X), integer(Y) -> X < Y ; write(no), nl ).
u4(X,Y) :- ( integer(X) -> X < Y ; true ).
relations :- t(s(1,2,_)), t(s(1,2,3)), t(s(1,2,4)), t(s(1,_,4)), t(s(_,_,_)), t(s(1,2,a)), t(s(1,2,3.0)), t(s(a,2,_)),
 t((X in 0..5, s(1,2,X))), t((X2 in 0..2, s(1,2,X2))), t((freeze(F,(write(woken(F)),nl)), s3(1,2,F))),
 t((freeze(F1,(write(woken(F1)),nl,fail)), s3(1,2,F1))), t(s2(1,2,_,_)), t(s2(1,2,S,S)), t(s2(0,0,S1,S1)), t(s2(0,1,_,_)), t(s2(_,1,_,_)), t(s2(1,2,3,6)), t(s2(1,2,3,_)), t(s2(1,2,_,6)), t(s2(1,2,_,7)),
 t(s4(1,2,_,_)), t(s4(1,_,_,_)), t(s4(1,_,5,_)), t(s4(1,2,4,_)),
 t(u(1,_)), t(u(_,7)), t(u2(2,_)), t(u2(_,_)), t(u2(1,_)), t(u3(1,2)), t(u3(2,1)), t(u3(_,1)), t(u3(1.0,1)), t(u4(1,_)), t(u4(1,2.0)), t(u4(1,a)), t(u4(_,a)), t(s(100000000000000000000,1,_)), t(s(100000000000000000000,1,100000000000000000001)),t(s(100000000000000000000,1,7)), t(s(9223372036854775807,1,_)).
gt(X,Y,R) :- ( X #> Y -> R = yes ; R = no ).
b(X,Y,R) :- ( X #> Y, Y #> 0 -> R = yes(X,Y) ; R = no(X,Y) ), true.
c(X,Y,Z,R) :- call_of(Z), ( X #=< Y+1, X #\= 3 -> call_of(X), R = yes(X,Y,Z) ; call_of(Y), R = no(X,Y,Z) ), call_of(R).
d(X,R) :- ( X #> 3 -> ( X #> 5 -> R = big ; X #= 5 -> R = five ; R = four ) ; R = small ).
e(X,Y) :- ( X #> Y -> true ), Y #= 2.
f(X,R) :- ( X #= Y+1 -> R = Y ; R = none ).
g(X) :- ( X #> 3 -> fail ; true ).
h(X, R) :- ( X #> 0 -> N #= X+1, R = N ; N = 5, R = N ), ( N #> 6 -> true ; true ).
loop(0, A, A).
loop(N, A0, A) :- N > 0, ( N #> 100 -> A1 = A0 ; A1 #= A0+1 ), N1 is N-1, loop(N1, A1, A).
conditions :- forall(member(X-Y,[1-2,2-1,2-2,a-1,1-a,1.0-2,100000000000000000000-5,5-100000000000000000000]), (t(gt(X,Y,_)),t(b(X,Y,_)),t(c(X,Y,z,_)),t(e(X,Y)))),
  t(gt(_,1,_)), t(gt(1,_,_)), t(gt(_,_,_)), t((A in 0..3, gt(A,2,_))), t((A1 in 0..2, gt(A1,2,_))), t((A2 in 3..4, gt(A2,2,_))),
  t(b(_,1,_)), t(b(1,_,_)), t(b(_,_,_)), t((B in 0..3, b(B,2,_))), t((B1 in 0..2, b(B1,2,_))), t((B2 in 3..4, b(B2,2,_))),
  t(c(_,1,_,_)), t(c(1,_,_,_)), t(c(_,_,_,_)), t((C in 0..3, c(C,2,w,_))), t((C1 in 5..6, c(C1,2,w,_))),
  forall(between(0,8,X), t(d(X,_))), t(d(_,_)), t((D in 4..9, d(D,_))), t((D2 in 4..5, d(D2,_))), t(e(_,_)), t(e(3,_)), t(e(1,_)), t(e(_,2)),
  t(f(1,_)), t(f(_,_)), t(g(1)), t(g(4)), t(g(_)), t((G in 0..3, g(G))), t(h(1,_)), t(h(0,_)), t(h(_,_)), t(h(9,_)), t(loop(1000,0,_)), t(loop(1000,_,_)).
call_of(_).
i(X,Y) :- ( X #> B -> X #< (X-(B-Y)) ).
j(X,Y) :- ( X #> B -> call_of(Y), Y-1 #> B ).
k(X,Y) :- (-1-(Y+Y)) #= X, \+ ( X #>= Y, -(Y) #>= X ).
t(G) :-
    (   catch(G, error(E, _), true)
    ->  (   nonvar(E) ->  print(raised(E))
        ;   copy_term(G, Copy, Gs), numbervars(Copy-Gs, 0, _), print(Copy-Gs)
        )
    ;   write(no)
    ),
    nl.
later :- t(i(-2,3)), t(i(3,-1)), t(j(-2,3)), t(j(9,-2)), t((K in 0..2, k(K,1))), t((L in -5..2, k(L,1))), t(k(-3,1)).
% Else parts that say something else than the tests.
l(C,D) :- ( integer(C), integer(D) -> C < 3, C >= D ; write(else), nl ).
l2(C,D) :- ( integer(C), integer(D) -> C < 3, Y is D+1, Y > C ; write(else), nl ).
m(A,C,D) :- ( ( integer(A) -> A > 1 ; D = C ) -> true ; true ), call_of(D).
m2(A,C) :- ( ( integer(A) -> A > 1 ; D = C ) -> true ; true ), ( nonvar(D) -> print(D) ; print(new) ), nl.
n(C,D) :- ( integer(D) -> C < 3 ; throw(error(no_integer,_)) ), C #>= D.
n(_,_) :- write(second), nl.
else_parts :-
    t(l(5,_)), t(l(5,a)), t(l(2,1)), t(l(4,1)), t(l(a,1)), t(l2(5,_)), t(l2(1,1)),
    t(m(a,2,_)), t(m(3,2,_)), t(m(0,2,_)), t(m2(a,2)), t(m2(3,2)), t(m2(0,2)),
    t(n(5,_)), t(n(2,1)), t(n(5,1)).
main :- relations, conditions, later, else_parts.
