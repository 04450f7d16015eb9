% Finite automata.

%!  automaton(?Xs, +Nodes, +Arcs) is semidet.
%
%   A finite automaton accepts the list Xs. Nodes holds terms source(Node) and
%   sink(Node), Arcs terms arc(Node, Integer, Node).
%
%   ?- automaton([X], [source(a),sink(b)], [arc(a,5,b)]).
%      X = 5.

automaton(Xs, Nodes, Arcs) :-
    accepted(Xs, _, Xs, Nodes, Arcs, [], [], _, automaton(Xs,Nodes,Arcs)).

%!  automaton(?Xs, ?Template, ?Signature, +Nodes, +Arcs, ?Counters, ?Initials, ?Finals) is semidet.
%
%   As automaton/3 for the list Signature, with counters. An arc may be
%   arc(Node, Integer, Node, Expressions): then the new values of the counters
%   are Expressions over Counters and Template, which stands for the element of
%   Xs. The counters start as Initials and end as Finals.
%
%   ?- automaton([1,1], _, [1,1], [source(a),sink(a)], [arc(a,1,a,[C+1])], [C], [0], [N]).
%      N = 2.

automaton(Xs, Template, Signature, Nodes, Arcs, Counters, Initials, Finals) :-
    accepted(Xs, Template, Signature, Nodes, Arcs, Counters, Initials, Finals, tuples_in).

%   Goal is what shows that the states follow each other: a call without counters, or
%   `tuples_in` for the rows themselves, for the counters depend on the arcs taken.

accepted(Xs, Template, Signature, Nodes, Arcs, Counters, Initials, Finals, Goal) :-
    must_be(list, Xs),
    check_variables(Signature),
    must_be(list, Nodes),
    must_be(list, Arcs),
    must_be(list, Counters),
    must_be(list, Initials),
    nodes_of(Nodes, Arcs, Names),
    marked_nodes(Nodes, source, Names, Sources),
    marked_nodes(Nodes, sink, Names, Sinks),
    arc_rows(Arcs, Names, 1, Counters, Rows, Updates),
    keys_domain(Sources, From),
    State in From,
    steps(Signature, State, Last, Steps),
    (   Goal == tuples_in
    ->  '$fd_tuples_in'(Steps, Rows, tuples_in(Steps,Rows))
    ;   '$fd_tuples_in'(Steps, Rows, Goal)
    ),
    count_steps(Steps, Xs, updates(Template,Counters,Updates), Initials, Finals),
    keys_domain(Sinks, To),
    Last in To.

nodes_of(Nodes, Arcs, Names) :-
    findall(Name, ( member(Node, Nodes), arg(1, Node, Name) ), Names1),
    findall(Name, ( member(Arc, Arcs), ( arg(1, Arc, Name) ; arg(3, Arc, Name) ) ), Names2),
    append(Names1, Names2, Names3),
    sort(Names3, Names).

marked_nodes(Nodes, Mark, Names, Numbers) :-
    findall(Number,
            ( member(Node, Nodes), functor(Node, Mark, 1), arg(1, Node, Name),
              nth1(Number, Names, Name) ),
            Numbers),
    Numbers = [_|_].

%   A row is the state before, the input, the state after, and the number of the arc.

arc_rows([], _, _, _, [], []).
arc_rows([Arc|Arcs], Names, N, Counters, [[A,Label,B,N]|Rows], [Update|Updates]) :-
    (   Arc = arc(From,Label,To)
    ->  Update = Counters
    ;   Arc = arc(From,Label,To,Update)
    ->  true
    ;   domain_error(arc, Arc)
    ),
    must_be(integer, Label),
    nth1(A, Names, From),
    nth1(B, Names, To),
    !,
    N1 is N + 1,
    arc_rows(Arcs, Names, N1, Counters, Rows, Updates).

steps([], State, State, []).
steps([Input|Inputs], State, Last, [[State,Input,Next,_]|Steps]) :-
    steps(Inputs, Next, Last, Steps).

count_steps([], [], _, Values, Values).
count_steps([[_,_,_,Arc]|Steps], [X|Xs], Updates, Values, Finals) :-
    (   Values == []
    ->  Values1 = []
    ;   copy_term(Updates, updates(X,Values,Expressions)),
        transpose(Expressions, Columns),
        updated(Columns, Arc, Values1)
    ),
    count_steps(Steps, Xs, Updates, Values1, Finals).

updated([], _, []).
updated([Expressions|Columns], Arc, [Value|Values]) :-
    expression_values(Expressions, [], Candidates),
    (   Candidates = [Value|Rest],
        all_same(Rest, Value)
    ->  true
    ;   '$fd_list'(element, Candidates, Arc, Value, element(Arc,Candidates,Value))
    ),
    updated(Columns, Arc, Values).

expression_values([], _, []).
expression_values([Expression|Expressions], Known, [Value|Values]) :-
    (   member(E-V, Known),
        E == Expression
    ->  Value = V
    ;   Value #= Expression
    ),
    expression_values(Expressions, [Expression-Value|Known], Values).

all_same([], _).
all_same([X|Xs], Y) :-
    X == Y,
    all_same(Xs, Y).
