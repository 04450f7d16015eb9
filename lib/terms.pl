:- module(terms,
          [ variant/2,
            subsumes/2,
            subsumes_chk/2,
            term_subsumer/3,
            term_size/2,
            term_factorized/3,
            mapargs/3,
            mapsubterms/3,
            mapsubterms_var/3,
            foldsubterms/4,
            foldsubterms/5,
            same_functor/2,
            same_functor/3,
            same_functor/4,
            nonground/2
          ]).

% Relations between terms, and predicates that go through the arguments or all
% subterms of a term.

:- meta_predicate
    mapargs(2, ?, ?),
    mapsubterms(2, ?, -),
    mapsubterms_var(2, ?, -),
    foldsubterms(3, ?, +, -),
    foldsubterms(4, ?, -, +, -).

%!  variant(@X, @Y) is semidet.
%
%   X and Y are the same but for the names of their variables.
%
%   ?- variant(f(A,B,A), f(C,D,C)).
%      true.

variant(X, Y) :-
    X =@= Y.

%!  subsumes(?General, +Specific) is semidet.
%
%   Specific is an instance of General, and is made the same by binding
%   variables of General only.
%
%   ?- subsumes(f(X,Y), f(a,Z)).
%      X = a, Y = Z.

subsumes(General, Specific) :-
    subsumes_term(General, Specific),
    General = Specific.

%!  subsumes_chk(@General, @Specific) is semidet.
%
%   Specific is an instance of General.
%
%   ?- subsumes_chk(f(_), f(a)).
%      true.

subsumes_chk(General, Specific) :-
    subsumes_term(General, Specific).

%!  term_subsumer(@X, @Y, -General) is det.
%
%   General is the most specific term that has both X and Y as instances.
%
%   ?- term_subsumer(f(a,a,c), f(b,b,c), General).
%      General = f(X,X,c).

term_subsumer(X, Y, General) :-
    subsumer(X, Y, General, [], _).

%   Equal pairs of different subterms become the same variable. Pairs holds
%   pair(X, Y, Variable) for those met.

subsumer(X, Y, General, Pairs0, Pairs) :-
    (   X == Y
    ->  General = X,
        Pairs = Pairs0
    ;   compound(X),
        compound(Y),
        functor(X, Name, Arity),
        functor(Y, Name, Arity)
    ->  functor(General, Name, Arity),
        argument_subsumers(1, Arity, X, Y, General, Pairs0, Pairs)
    ;   known_pair(Pairs0, X, Y, General)
    ->  Pairs = Pairs0
    ;   Pairs = [pair(X,Y,General)|Pairs0]
    ).

argument_subsumers(N, Arity, X, Y, General, Pairs0, Pairs) :-
    (   N > Arity
    ->  Pairs = Pairs0
    ;   arg(N, X, XArgument),
        arg(N, Y, YArgument),
        arg(N, General, Argument),
        subsumer(XArgument, YArgument, Argument, Pairs0, Pairs1),
        N1 is N + 1,
        argument_subsumers(N1, Arity, X, Y, General, Pairs1, Pairs)
    ).

known_pair([pair(X0,Y0,Variable0)|Pairs], X, Y, Variable) :-
    (   X0 == X,
        Y0 == Y
    ->  Variable = Variable0
    ;   known_pair(Pairs, X, Y, Variable)
    ).

%!  term_size(@Term, -Size) is det.
%
%   Size is the number of cells that the compound terms in Term take: for each
%   one more than its arguments.
%
%   ?- term_size(f(a,g(b)), Size).
%      Size = 5.

term_size(Term, Size) :-
    subterm_size(Term, 0, Size).

subterm_size(Term, Size0, Size) :-
    (   compound(Term)
    ->  functor(Term, _, Arity),
        Size1 is Size0 + Arity + 1,
        arguments_size(Arity, Term, Size1, Size)
    ;   Size = Size0
    ).

arguments_size(N, Term, Size0, Size) :-
    (   N =:= 0
    ->  Size = Size0
    ;   arg(N, Term, Argument),
        subterm_size(Argument, Size0, Size1),
        N1 is N - 1,
        arguments_size(N1, Term, Size1, Size)
    ).

%!  term_factorized(@Term, -Skeleton, -Bindings) is det.
%
%   Skeleton is Term with each compound subterm that occurs more than once
%   replaced by a variable, and Bindings holds Variable = Subterm for these.
%
%   ?- term_factorized(f(g(a),g(a),b), Skeleton, Bindings).
%      Skeleton = f(X,X,b), Bindings = [X=g(a)].

term_factorized(Term, Skeleton, Bindings) :-
    compound_subterms(Term, Subterms, []),
    msort(Subterms, Sorted),
    repeated(Sorted, Repeated),
    number_pairs(Repeated, Pairs),
    skeleton(Term, Pairs, Skeleton),
    used_bindings(Pairs, Pairs, Skeleton, Bindings).

compound_subterms(Term, Subterms0, Subterms) :-
    (   compound(Term)
    ->  Subterms0 = [Term|Subterms1],
        Term =.. [_|Arguments],
        arguments_subterms(Arguments, Subterms1, Subterms)
    ;   Subterms0 = Subterms
    ).

arguments_subterms([], Subterms, Subterms).
arguments_subterms([Argument|Arguments], Subterms0, Subterms) :-
    compound_subterms(Argument, Subterms0, Subterms1),
    arguments_subterms(Arguments, Subterms1, Subterms).

repeated([], []).
repeated([X|Xs], Repeated) :-
    without_leading(Xs, X, Ys),
    (   Ys == Xs
    ->  Repeated = Repeated1
    ;   Repeated = [X|Repeated1]
    ),
    repeated(Ys, Repeated1).

without_leading([Y|Ys], X, Zs) :-
    Y == X,
    !,
    without_leading(Ys, X, Zs).
without_leading(Zs, _, Zs).

number_pairs([], []).
number_pairs([Subterm|Subterms], [Subterm-_|Pairs]) :-
    number_pairs(Subterms, Pairs).

skeleton(Term, Pairs, Skeleton) :-
    (   \+ compound(Term)
    ->  Skeleton = Term
    ;   variable_of(Pairs, Term, Variable)
    ->  Skeleton = Variable
    ;   inner_skeleton(Term, Pairs, Skeleton)
    ).

inner_skeleton(Term, Pairs, Skeleton) :-
    Term =.. [Name|Arguments],
    skeletons(Arguments, Pairs, Skeletons),
    Skeleton =.. [Name|Skeletons].

skeletons([], _, []).
skeletons([Term|Terms], Pairs, [Skeleton|Skeletons]) :-
    skeleton(Term, Pairs, Skeleton),
    skeletons(Terms, Pairs, Skeletons).

variable_of([Subterm-Variable0|Pairs], Term, Variable) :-
    (   Subterm == Term
    ->  Variable = Variable0
    ;   variable_of(Pairs, Term, Variable)
    ).

%   A subterm that only repeats inside a larger one that repeats has no use.

used_bindings(Pairs, AllPairs, Skeleton, Bindings) :-
    binding_skeletons(Pairs, AllPairs, Bindings0),
    used_once_or_more(Bindings0, Skeleton+Bindings0, Bindings).

binding_skeletons([], _, []).
binding_skeletons([Subterm-Variable|Pairs], AllPairs, [Variable=Skeleton|Bs]) :-
    inner_skeleton(Subterm, AllPairs, Skeleton),
    binding_skeletons(Pairs, AllPairs, Bs).

used_once_or_more([], _, []).
used_once_or_more([Variable=Term|Bindings0], Context, Bindings) :-
    variable_count(Context, Variable, 0, Count),
    (   Count =:= 2
    ->  Variable = Term,
        Bindings = Bindings1
    ;   Bindings = [Variable=Term|Bindings1]
    ),
    used_once_or_more(Bindings0, Context, Bindings1).

%   The binding itself is one of the occurrences.

variable_count(Term, Variable, Count0, Count) :-
    (   Term == Variable
    ->  Count is Count0 + 1
    ;   compound(Term)
    ->  Term =.. [_|Arguments],
        variable_counts(Arguments, Variable, Count0, Count)
    ;   Count = Count0
    ).

variable_counts([], _, Count, Count).
variable_counts([Term|Terms], Variable, Count0, Count) :-
    variable_count(Term, Variable, Count0, Count1),
    variable_counts(Terms, Variable, Count1, Count).

%!  mapargs(:Goal, ?X, ?Y) is nondet.
%
%   X and Y have the same name and arity, and Goal holds for each two arguments
%   at the same place.
%
%   ?- mapargs(succ, f(1,2), Y).
%      Y = f(2,3).

mapargs(Goal, X, Y) :-
    same_functor(X, Y, Arity),
    map_arguments(1, Arity, Goal, X, Y).

map_arguments(N, Arity, Goal, X, Y) :-
    (   N =< Arity
    ->  arg(N, X, XArgument),
        arg(N, Y, YArgument),
        call(Goal, XArgument, YArgument),
        N1 is N + 1,
        map_arguments(N1, Arity, Goal, X, Y)
    ;   true
    ).

%!  mapsubterms(:Goal, +Term, -Mapped) is det.
%
%   Mapped is Term with each subterm X for which call(Goal, X, Y) is true
%   replaced by Y. Larger subterms are tried first, and what has been replaced
%   is not looked into. Variables are left as they are.
%
%   ?- mapsubterms([a,b]>>true, f(a,g(a,c)), T).
%      T = f(b,g(b,c)).

mapsubterms(Goal, Term, Mapped) :-
    map_subterms(Term, no_variables, Goal, Mapped).

%!  mapsubterms_var(:Goal, +Term, -Mapped) is det.
%
%   As mapsubterms/3, calling Goal for variables as well.
%
%   ?- mapsubterms_var([X,v]>>var(X), f(_,a), T).
%      T = f(v,a).

mapsubterms_var(Goal, Term, Mapped) :-
    map_subterms(Term, variables, Goal, Mapped).

map_subterms(Term, Variables, Goal, Mapped) :-
    (   var(Term),
        Variables == no_variables
    ->  Mapped = Term
    ;   call(Goal, Term, Mapped0)
    ->  Mapped = Mapped0
    ;   compound(Term)
    ->  functor(Term, Name, Arity),
        functor(Mapped, Name, Arity),
        map_arguments_subterms(1, Arity, Variables, Goal, Term, Mapped)
    ;   Mapped = Term
    ).

map_arguments_subterms(N, Arity, Variables, Goal, Term, Mapped) :-
    (   N =< Arity
    ->  arg(N, Term, Argument),
        arg(N, Mapped, MappedArgument),
        map_subterms(Argument, Variables, Goal, MappedArgument),
        N1 is N + 1,
        map_arguments_subterms(N1, Arity, Variables, Goal, Term, Mapped)
    ;   true
    ).

%!  foldsubterms(:Goal, +Term, +S0, -S) is semidet.
%
%   S is S0 after call(Goal, X, S1, S2) for each subterm X of Term, from left to
%   right, for which this is true. Such a subterm is not looked into.
%
%   ?- foldsubterms([X,S0,S]>>(integer(X), S is S0 + X), f(1,g(2),a), 0, Sum).
%      Sum = 3.

foldsubterms(Goal, Term, S0, S) :-
    (   call(Goal, Term, S0, S1)
    ->  S = S1
    ;   compound(Term)
    ->  Term =.. [_|Arguments],
        fold_arguments(Arguments, Goal, S0, S)
    ;   S = S0
    ).

fold_arguments([], _, S, S).
fold_arguments([Argument|Arguments], Goal, S0, S) :-
    foldsubterms(Goal, Argument, S0, S1),
    fold_arguments(Arguments, Goal, S1, S).

%!  foldsubterms(:Goal, +Term, -Mapped, +S0, -S) is semidet.
%
%   As foldsubterms/4, with call(Goal, X, Y, S1, S2), and Mapped is Term with Y
%   for each such X.
%
%   ?- foldsubterms([X,v(N),N,M]>>(X == a, succ(N, M)), f(a,b,a), T, 1, N).
%      T = f(v(1),b,v(2)), N = 3.

foldsubterms(Goal, Term, Mapped, S0, S) :-
    (   call(Goal, Term, Mapped0, S0, S1)
    ->  Mapped = Mapped0,
        S = S1
    ;   compound(Term)
    ->  Term =.. [Name|Arguments],
        fold_map_arguments(Arguments, Goal, MappedArguments, S0, S),
        Mapped =.. [Name|MappedArguments]
    ;   Mapped = Term,
        S = S0
    ).

fold_map_arguments([], _, [], S, S).
fold_map_arguments([Argument|Arguments], Goal, [Mapped|Mappeds], S0, S) :-
    foldsubterms(Goal, Argument, Mapped, S0, S1),
    fold_map_arguments(Arguments, Goal, Mappeds, S1, S).

%!  same_functor(?X, ?Y) is semidet.
%
%   X and Y have the same name and arity. One of them must be known.
%
%   ?- same_functor(f(a,b), Y).
%      Y = f(_,_).

same_functor(X, Y) :-
    same_functor(X, Y, _, _).

%!  same_functor(?X, ?Y, ?Arity) is semidet.
%
%   As same_functor/2, and that arity is Arity.
%
%   ?- same_functor(f(a,b), f(c,d), Arity).
%      Arity = 2.

same_functor(X, Y, Arity) :-
    same_functor(X, Y, _, Arity).

%!  same_functor(?X, ?Y, ?Name, ?Arity) is semidet.
%
%   As same_functor/3, and their name is Name.
%
%   ?- same_functor(X, Y, f, 1).
%      X = f(_), Y = f(_).

same_functor(X, Y, Name, Arity) :-
    (   nonvar(X)
    ->  functor(X, Name, Arity),
        functor(Y, Name, Arity)
    ;   functor(Y, Name, Arity),
        functor(X, Name, Arity)
    ).

%!  nonground(@Term, -Variable) is semidet.
%
%   Variable is the first variable in Term.
%
%   ?- nonground(f(a, X), Y), X == Y.
%      X = Y.

nonground(Term, Variable) :-
    term_variables(Term, [Variable|_]).
