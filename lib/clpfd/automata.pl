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
    accepted(Xs, Template, Signature, Nodes, Arcs, Counters, Initials, Finals,
             automaton(Xs,Template,Signature,Nodes,Arcs,Counters,Initials,Finals)).

%   Goal is what is shown for the constraints that it is made of.

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
    count_steps(Steps, Xs, updates(Template,Counters,Updates), Initials, Finals, Parts),
    '$fd_jointly'([tuples(Steps,Rows)|Parts], Goal),
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

%   The values of the counters after each arc are what its expressions have them be.

count_steps([], [], _, Values, Values, []).
count_steps([[_,_,_,Arc]|Steps], [X|Xs], Updates, Values, Finals, Parts) :-
    (   Values == []
    ->  Values1 = [],
        Parts = Parts1
    ;   copy_term(Updates, updates(X,Values,Expressions)),
        transpose(Expressions, Columns),
        updated(Columns, Arc, Values1, Parts, Parts1)
    ),
    count_steps(Steps, Xs, Updates, Values1, Finals, Parts1).

updated([], _, [], Parts, Parts).
updated([Expressions|Columns], Arc, [Value|Values], Parts0, Parts) :-
    expression_values(Expressions, [], Candidates, Parts0, Parts1),
    (   Candidates = [Value|Rest],
        all_same(Rest, Value)
    ->  Parts2 = Parts1
    ;   Parts1 = [element(Candidates,Arc,Value)|Parts2]
    ),
    updated(Columns, Arc, Values, Parts2, Parts).

expression_values([], _, [], Parts, Parts).
expression_values([Expression|Expressions], Known, [Value|Values], Parts0, Parts) :-
    (   member(E-V, Known),
        E == Expression
    ->  Value = V,
        Parts1 = Parts0
    ;   ( var(Expression) ; integer(Expression) )
    ->  Value = Expression,
        Parts1 = Parts0
    ;   ground(Expression)
    ->  Value #= Expression,
        Parts1 = Parts0
    ;   Parts0 = [equal(Value,Expression)|Parts1]
    ),
    expression_values(Expressions, [Expression-Value|Known], Values, Parts1, Parts).

all_same([], _).
all_same([X|Xs], Y) :-
    X == Y,
    all_same(Xs, Y).
