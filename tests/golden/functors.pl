% Terms taken apart and put together in line: each clause is one way in which functor/3
% or =../2 is known when the clause is compiled.

t(G) :-
    copy_term(G, Copy),
    (   catch(Copy, error(E, _), (print(E), nl))
    ->  numbervars(Copy, 0, _), print(Copy), nl
    ;   write(no), nl
    ).
a(T,N,A) :- functor(T,N,A).
b(T,N) :- functor(T,N,A), integer(A), write(A), nl.
c(T) :- functor(T,f,3).
d(T) :- functor(T,f,0).
e(T) :- functor(T,'[|]',2).
e2(T) :- functor(T,'.',2).
f(T,N) :- functor(T,N,3).
f2(T,N) :- functor(T,N,a).
f3(T,N) :- functor(T,N,-1).
g(T) :- T =.. [f,1,X], ( var(X) -> write(new) ; write(X) ), nl.
g2(T) :- T =.. [f].
g3(T) :- T =.. [f|_].
g4(T,X) :- T =.. [X].
g5(T) :- T =.. [1,2].
g6(T) :- T =.. ['[|]',a,b].
g7(X) :- X =.. [f,X].
h(T,N,A) :- ( functor(T,N,A) -> true ; true ), write(N/A), nl.
h2(T) :- \+ \+ functor(T,_,_).
k(T,T2) :- functor(T,N,A), functor(T2,N,A).
l(T) :- nonvar(T), functor(T,N,A), write(N-A), nl.
m(X) :- freeze(X,(write(woken),nl)), functor(X,foo,2).
m2(N) :- freeze(N,(write(woken),nl)), functor(g(a),N,_).
m3(N,Z) :- functor(g(a),N,A), Z = A, freeze(N,true).
main :- t(a(f(x),_,_)), t(a(_,f,2)), t(a(_,_,_)), t(a(1.5,_,_)), t(a("s",_,_)), t(a([a],_,_)), t(a(123456789012345678901234567890,_,0)), t(a(x,_,foo)),
 t(b(f(a,b),_)), t(b(_,_)), t(b([],_)), t(c(_)), t(c(f(1,2,3))), t(c(f(1,2))), t(c(3)), t(d(_)), t(d(f)), t(d(f(1))),t(e(_)),t(e2(_)),t(e([1])),
 t(f(_,_)),t(f(_,a)), t(f(g(1,2,3),_)),t(f2(_,a)),t(f2(a,a)),t(f3(_,a)),t(f3(a,a)),t(g(_)),t(g(f(1,2))),t(g(f(1))),t(g(3)),t(g2(_)),t(g2(f)),t(g3(_)),t(g3(f(x))),t(g4(_,_)),t(g4(a,_)),t(g4(_,a)),t(g5(_)),t(g5(a)),t(g6(_)),t(g6([a|b])),
 (g7(X), cyclic_term(X) -> write(cyclic) ; write(no)), nl, t(h(_,_,_)), t(h(a,_,_)),t(h(f(x),f,_)),t(h2(_)),t(h2(a)),t(k(f(a,b),_)),t(k(_,_)),t(l(_)),t(l(f(a))),t(m(_)),t(m2(_)),t(m2(g)),t(m3(_,_)).
