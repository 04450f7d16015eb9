:- module(dcg_high_order,
          [ sequence//2,
            sequence//3,
            sequence//5,
            optional//2,
            foreach//2,
            foreach//3
          ]).

% Grammars made of other grammars: sequences, options and repetitions.

:- meta_predicate
    sequence(3, ?, ?, ?),
    sequence(3, //, ?, ?, ?),
    sequence(//, 3, //, //, ?, ?, ?),
    optional(//, //, ?, ?),
    foreach(0, //, ?, ?),
    foreach(0, //, //, ?, ?).

%!  sequence(:Element, ?List)// is nondet.
%
%   A sequence of what call(Element, X) describes, for each X of List. The
%   longest sequence comes first.
%
%   ?- phrase(sequence([X,[X|S],S]>>true, Xs), [a], Rest).
%      Xs = [a], Rest = []
%   ;  Xs = [], Rest = [a].

sequence(Element, List) -->
    elements(List, Element).

elements([X|Xs], Element) -->
    call(Element, X),
    elements(Xs, Element).
elements([], _) -->
    [].

%!  sequence(:Element, :Separator, ?List)// is nondet.
%
%   As sequence//2, with Separator between the elements. Once a separator has
%   been read an element must follow.
%
%   ?- phrase(sequence([X,[X|S],S]>>atom(X), [','], Xs), [a,',',b]).
%      Xs = [a,b].

sequence(Element, Separator, List) -->
    (   { List == [] }
    ->  []
    ;   { var(List) },
        \+ call(Element, _)
    ->  { List = [] }
    ;   { List = [X|Xs] },
        separated(X, Xs, Element, Separator)
    ).

%   The cut drops what else the element could have been.

separated(X, Xs, Element, Separator) -->
    call(Element, X),
    (   { Xs \== [] },
        Separator
    ->  !,
        { Xs = [Y|Ys] },
        separated(Y, Ys, Element, Separator)
    ;   { Xs = [] }
    ).

%!  sequence(:Start, :Element, :Separator, :End, ?List)// is semidet.
%
%   As sequence//3, with Start before and End after the elements.
%
%   ?- phrase(sequence(['('], [X,[X|S],S]>>atom(X), [','], [')'], Xs),
%             ['(',a,',',b,')']).
%      Xs = [a,b].

sequence(Start, Element, Separator, End, List) -->
    Start,
    sequence_to_end(List, Element, Separator, End),
    !.

sequence_to_end(List, Element, Separator, End) -->
    (   { List == [] }
    ->  End
    ;   { var(List) },
        End
    ->  { List = [] }
    ;   { List = [X|Xs] },
        separated(X, Xs, Element, Separator),
        End
    ).

%!  optional(:Match, :Default)// is det.
%
%   What Match describes or, if there is no such text, what Default does.
%
%   ?- phrase(optional([a], { X = no }), []).
%      X = no.

optional(Match, Default) -->
    (   Match
    ->  []
    ;   Default
    ).

%!  foreach(:Generator, :Element)// is det.
%
%   The instances of Element for the solutions of Generator, one after the
%   other.
%
%   ?- phrase(foreach(member(X, [a,b]), [X,X]), Xs).
%      Xs = [a,a,b,b].

foreach(Generator, Element) -->
    foreach(Generator, Element, []).

%!  foreach(:Generator, :Element, :Separator)// is det.
%
%   As foreach//2, with Separator between the instances.
%
%   ?- phrase(foreach(member(X, [a,b,c]), [X], [-]), Xs).
%      Xs = [a,-,b,-,c].

foreach(Generator, Element, Separator) -->
    { findall(Element, Generator, Elements) },
    instances(Elements, Separator).

instances([], _) -->
    [].
instances([Element|Elements], Separator) -->
    Element,
    more_instances(Elements, Separator).

more_instances([], _) -->
    [].
more_instances([Element|Elements], Separator) -->
    Separator,
    Element,
    more_instances(Elements, Separator).
