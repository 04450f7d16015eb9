% Eight queens by filling in a template.
%
% A solution is a list [1/Y1, 2/Y2, ..., 8/Y8]: one queen in each column X, in
% a row Y that is still to be found. The columns are fixed beforehand, so
% that no two queens can share one, and each row is chosen by membership in
% 1..8 and checked against the queens to the right of it.
%
% Run:  luminy examples/queens/template.pl -g main -t halt
%
%   ?- template(Qs), solution(Qs).
%      Qs = [1/4,2/2,3/7,4/3,5/6,6/8,7/5,8/1]
%   ;  ...

main :-
    template(Queens),
    solution(Queens),
    !,
    write(first(Queens)), nl,
    findall(Qs, (template(Qs), solution(Qs)), All),
    length(All, Count),
    write(solutions(Count)), nl.

%!  template(-Queens) is det.
%
%   Queens has one queen for each column; the rows are open.

template([1/_, 2/_, 3/_, 4/_, 5/_, 6/_, 7/_, 8/_]).

%!  solution(?Queens) is nondet.
%
%   No queen of Queens attacks another one.

solution([]).
solution([X/Y|Queens]) :-
    solution(Queens),
    member(Y, [1,2,3,4,5,6,7,8]),
    noattack(X/Y, Queens).

%!  noattack(+Queen, +Queens) is semidet.
%
%   Queen shares neither a row nor a diagonal with one of Queens.

noattack(_, []).
noattack(X/Y, [X1/Y1|Queens]) :-
    Y =\= Y1,
    Y1 - Y =\= X1 - X,
    Y1 - Y =\= X - X1,
    noattack(X/Y, Queens).
