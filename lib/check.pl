:- module(check,
          [ check/0,
            list_undefined/0,
            list_undefined/1,
            list_void_declarations/0
          ]).

% Looking through the program that has been loaded for what is missing in it. What is found is
% written to user_error.

%!  check is det.
%
%   Runs all checks: list_undefined/0 and list_void_declarations/0.
%
%   ?- check.
%      true.

check :-
    list_undefined,
    list_void_declarations.

%!  list_undefined is det.
%!  list_undefined(+Options) is det.
%
%   Lists the predicates that clauses of the program call but that are defined nowhere,
%   with the first clause that calls each. Dynamic predicates are defined. There are no
%   options.
%
%   ?- list_undefined.
%      true.

list_undefined :-
    list_undefined([]).

list_undefined(Options) :-
    must_be(list, Options),
    findall(Called-Place, undefined_call(Called, Place), Calls),
    first_of_each(Calls, [], Missing),
    (   Missing == []
    ->  true
    ;   format(user_error, "% Predicates that are called but not defined:~n", []),
        forall(member(Called-Place, Missing), report_undefined(Called, Place))
    ).

report_undefined(Called, place(Caller, File, Line)) :-
    short(Called, CalledText),
    short(Caller, CallerText),
    format(user_error, "%   ~q, called from ~q", [CalledText, CallerText]),
    (   File == []
    ->  true
    ;   file_base_name(File, Name),
        format(user_error, ", ~w:~w", [Name, Line])
    ),
    nl(user_error).

short(Module:Indicator, Text) :-
    (   Module == user
    ->  Text = Indicator
    ;   Text = Module:Indicator
    ).

first_of_each([], _, []).
first_of_each([Called-Place|Calls], Seen, Missing) :-
    (   memberchk(Called, Seen)
    ->  Missing = Missing1
    ;   Missing = [Called-Place|Missing1]
    ),
    first_of_each(Calls, [Called|Seen], Missing1).

undefined_call(Module:Name/Arity, place(From:Caller/CallerArity, File, Line)) :-
    own_predicate(From, Head),
    functor(Head, Caller, CallerArity),
    catch(clause(From:Head, Body, Reference), error(_, _), fail),
    called_goal(Body, From, Module, Goal),
    functor(Goal, Name, Arity),
    \+ is_defined(Module, Goal),
    (   '$clause_info'(Reference, _, File, Line)
    ->  true
    ;   File = []
    ).

own_module(Module) :-
    current_module(Module),
    \+ module_property(Module, class(system)),
    \+ module_property(Module, class(library)).

own_predicate(Module, Head) :-
    own_module(Module),
    current_predicate(_, Module:Head),
    \+ predicate_property(Module:Head, imported_from(_)),
    \+ predicate_property(Module:Head, foreign).

is_defined(Module, Goal) :-
    (   predicate_property(Module:Goal, defined)
    ->  true
    ;   predicate_property(Module:Goal, dynamic)
    ->  true
    ;   predicate_property(Module:Goal, autoload(_))
    ).

%   The goals that a body calls, those in the arguments of meta-predicates included.

called_goal(Goal, _, _, _) :-
    var(Goal),
    !,
    fail.
called_goal(Module:Goal, _, To, Called) :-
    !,
    atom(Module),
    called_goal(Goal, Module, To, Called).
called_goal(Goal, From, Module, Called) :-
    callable(Goal),
    (   Module = From,
        Called = Goal
    ;   meta_head(From:Goal, Meta),
        Meta =.. [_|Specs],
        Goal =.. [_|Args],
        inner_goal(Specs, Args, Inner),
        called_goal(Inner, From, Module, Called)
    ).

meta_head(Goal, Meta) :-
    catch(predicate_property(Goal, meta_predicate(Meta)), error(_, _), fail).

inner_goal([Spec|_], [Arg|_], Goal) :-
    nonvar(Arg),
    (   Spec == (^)
    ->  without_carets(Arg, Goal)
    ;   integer(Spec),
        \+ Arg = _>>_,
        extended(Spec, Arg, Goal)
    ).
inner_goal([_|Specs], [_|Args], Goal) :-
    inner_goal(Specs, Args, Goal).

without_carets(Goal0, Goal) :-
    (   nonvar(Goal0),
        Goal0 = _^Goal1
    ->  without_carets(Goal1, Goal)
    ;   Goal = Goal0
    ).

extended(0, Goal, Goal) :-
    !.
extended(Count, Module:Goal0, Module:Goal) :-
    !,
    nonvar(Goal0),
    extended(Count, Goal0, Goal).
extended(Count, Goal0, Goal) :-
    callable(Goal0),
    length(More, Count),
    Goal0 =.. Parts0,
    append(Parts0, More, Parts),
    Goal =.. Parts.

%!  list_void_declarations is det.
%
%   Lists the predicates of the program that are declared discontiguous but have no clauses.
%
%   ?- list_void_declarations.
%      true.

list_void_declarations :-
    findall(Module:Name/Arity, void(Module, Name, Arity), Void),
    (   Void == []
    ->  true
    ;   format(user_error, "% Predicates that are declared but have no clauses:~n", []),
        forall(member(Each, Void),
               ( short(Each, Text), format(user_error, "%   ~q~n", [Text]) ))
    ).

void(Module, Name, Arity) :-
    own_module(Module),
    predicate_property(Module:Head, discontiguous),
    \+ predicate_property(Module:Head, imported_from(_)),
    \+ predicate_property(Module:Head, dynamic),
    \+ predicate_property(Module:Head, multifile),
    \+ ( predicate_property(Module:Head, number_of_clauses(Count)), Count > 0 ),
    functor(Head, Name, Arity).
