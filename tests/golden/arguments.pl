% arg/3 whose number is known when the clause is compiled, when it is called, or never.

p(N,T,A) :- arg(N,T,A).
q(N,T,R) :- arg(N,T,A), R = got(A).
r(N,T) :- arg(N,T,f(X,Y)), write(X-Y), nl.
s(T) :- N = 2, arg(N,T,A), write(A), nl.
fz(T) :- freeze(A, (write(woken(A)),nl)), N = 1, arg(N,T,A), A > 0, write(done), nl.
t(G) :- findall(G, catch(G,error(E,_),(write(E),nl,fail)), L), write(L), nl.
main :- t(p(1,f(a,b),_)), t(p(_,f(a,b),_)), t(p(3,f(a,b),_)), t(p(0,[a|b],_)), t(p(2,[a|b],_)), t((p(-1,f(a),_),fail)), t((p(a,f(a),_),fail)), t((p(1,a,_),fail)), t((p(1,_,_),fail)),
  t(q(2,f(a,b),_)), t(q(_,f(a,b),_)), t(p(100000000000000000000,f(a),_)), t(r(1,g(f(1,2)))), t(s(h(1,2))), t(s(h(1))), t(fz(k(5))), t(p(1,f(x),x)), t(p(1,f(x),y)), t((p(1.0,f(x),_),fail)).
