:- module(tabling,
          [ (table)/1,
            tnot/1,
            abolish_all_tables/0,
            current_table/2
          ]).

% Tabling: answers of a predicate are remembered for each call up to renaming, so that
% calls are not repeated and left recursion comes to an end.
%
% A call is evaluated by all clauses. Where it comes back to itself, the inner call takes the
% answers found so far, also those that are added while it goes through them, and the
% outermost call that others came back to, their leader, is evaluated again until no answer
% is new. Calls below a leader that depend on it are part of its evaluation: they are
% evaluated again in each of its rounds, and complete when it is.

:- meta_predicate table(:), tnot(0), current_table(:, -).

:- dynamic(known/3).    % known(Hash, Variant, Id): the calls
:- dynamic(status/2).   % status(Id, Status): fresh, running(Depth), partial(Round, Low), complete
:- dynamic(size/2).     % size(Id, Count): how many answers there have been
:- dynamic(seen/4).     % seen(Hash, Id, Answer, Number): the answers by their hash
:- dynamic(answer/4).   % answer(Id, Number, Answer, Moded): the answers in order

%!  table(:Specs) is det.
%
%   Declares predicates as tabled: Name/Arity, Name//Arity, or a head such as
%   `path(_, _, min)`, which keeps one answer only for each value of the arguments marked by
%   variables. The others say which: `min`, `max`, `first` (or `-`), `last`, `sum`,
%   `lattice(PI)`, where PI joins two values to a third, or `po(PI)`, where PI is true if
%   its second argument is better. It stands before the clauses.

table(Specs) :-
    strip_module(Specs, Module0, Plain),
    (   prolog_load_context(module, Module),
        Module0 == user
    ->  true
    ;   Module = Module0
    ),
    table_each(Plain, Module),
    abolish_all_tables.

table_each(Spec, _) :-
    var(Spec),
    !,
    throw(error(instantiation_error, _)).
table_each([], _) :-
    !.
table_each([Spec|Specs], Module) :-
    !,
    table_each(Spec, Module),
    table_each(Specs, Module).
table_each((Spec, Specs), Module) :-
    !,
    table_each(Spec, Module),
    table_each(Specs, Module).
table_each(Module:Spec, _) :-
    !,
    table_each(Spec, Module).
table_each(Spec as _, Module) :-
    !,
    table_each(Spec, Module).
table_each(Name/Arity, Module) :-
    !,
    must_be(atom, Name),
    must_be(nonneg, Arity),
    functor(Head, Name, Arity),
    declare(Module, Head).
table_each(Name//Arity, Module) :-
    !,
    must_be(nonneg, Arity),
    Arity2 is Arity+2,
    table_each(Name/Arity2, Module).
table_each(Head, Module) :-
    must_be(callable, Head),
    declare(Module, Head).

% The clauses of a tabled predicate go to one of another name, and the predicate itself
% has one clause, which looks into the table.

declare(Module, Spec) :-
    Spec =.. [Name|Modes0],
    same_length(Modes0, Args),
    atom_concat(Name, ' tabled', ImplName),
    Head =.. [Name|Args],
    Impl =.. [ImplName|Args],
    split(Modes0, Args, Inner, Index, Outer, Moded, Modes),
    Goal =.. [ImplName|Inner],
    Variant =.. [Name|Index],
    Call = tabling:call_table(Module:Variant, Module:Goal, Moded, Modes),
    (   Outer == []
    ->  Body = Call
    ;   Body = (Call, Outer = Moded)
    ),
    (   system:'$tabled'(Module, Head, _, _)
    ->  retractall(system:'$tabled'(Module, Head, _, _))
    ;   true
    ),
    (   prolog_load_context(source, File)
    ->  true
    ;   File = user
    ),
    assertz(system:'$tabled'(Module, Head, Impl, File)),
    load_tabled(Module, (Head :- Body)).

load_tabled(Module, Clause) :-
    (   prolog_load_context(source, _)
    ->  '$load_clause'(Module:Clause)
    ;   '$add_clause'(Module:Clause)
    ).

% Inner are the arguments for the clauses, Index those that tell calls apart; the others
% are Outer in the head and Moded in the clauses.

split([], [], [], [], [], [], []).
split([Mode|Modes], [Arg|Args], [Arg|Inner], [Arg|Index], Outer, Moded, Ms) :-
    is_index(Mode),
    !,
    split(Modes, Args, Inner, Index, Outer, Moded, Ms).
split([Mode|Modes], [Arg|Args], [Var|Inner], Index, [Arg|Outer], [Var|Moded], [Mode|Ms]) :-
    must_be_mode(Mode),
    split(Modes, Args, Inner, Index, Outer, Moded, Ms).

is_index(Mode) :-
    (   var(Mode)
    ->  true
    ;   Mode == index
    ).

must_be_mode(Mode) :-
    (   is_mode(Mode)
    ->  true
    ;   domain_error(tabled_mode, Mode)
    ).

is_mode(min).
is_mode(max).
is_mode(first).
is_mode(-).
is_mode(last).
is_mode(sum).
is_mode(lattice(_)).
is_mode(po(_)).

%   Answers a tabled call: Variant tells it from others, Goal is what the clauses solve.

call_table(Variant, Goal, Moded, Modes) :-
    term_variables(Variant, Vars),
    Answer =.. [ret|Vars],
    variant_hash(Variant, Hash),
    (   known(Hash, Known, Id),
        Known =@= Variant
    ->  status(Id, Status)
    ;   next_id(Id),
        assertz(known(Hash, Variant, Id)),
        assertz(status(Id, fresh)),
        assertz(size(Id, 0)),
        Status = fresh
    ),
    answers(Status, Id, Goal, Answer, Moded, Modes).

answers(complete, Id, _, Answer, Moded, _) :-
    answer(Id, _, Answer, Moded).
answers(running(Depth), Id, _, Answer, Moded, _) :-
    depend_on(Depth),
    growing_answer(Id, 1, Answer, Moded).
answers(partial(Round, Low), Id, Goal, Answer, Moded, Modes) :-
    (   state(round, Round)
    ->  depend_on(Low),
        growing_answer(Id, 1, Answer, Moded)
    ;   answers(fresh, Id, Goal, Answer, Moded, Modes)
    ).
answers(fresh, Id, Goal, Answer, Moded, Modes) :-
    state(depth, Depth),
    (   Depth =:= 0
    ->  call_cleanup(evaluate(Id, Goal, Answer, Moded, Modes), drop_incomplete)
    ;   evaluate(Id, Goal, Answer, Moded, Modes)
    ),
    (   status(Id, complete)
    ->  answer(Id, _, Answer, Moded)
    ;   growing_answer(Id, 1, Answer, Moded)
    ).

%   An answer from number N on, those that are added meanwhile as well.

growing_answer(Id, N, Answer, Moded) :-
    (   answer(Id, N, Found, FoundModed)
    ->  (   Answer = Found,
            Moded = FoundModed
        ;   N1 is N+1,
            growing_answer(Id, N1, Answer, Moded)
        )
    ;   size(Id, Size),
        N < Size,
        N1 is N+1,
        growing_answer(Id, N1, Answer, Moded)
    ).

%   Evaluates a call until it is complete, or depends on one that is evaluated further out.

evaluate(Id, Goal, Answer, Moded, Modes) :-
    state(depth, Depth0),
    state(low, Low0),
    Depth is Depth0+1,
    put_state(depth, Depth),
    put_status(Id, running(Depth)),
    catch(rounds(Id, Goal, Answer, Moded, Modes, Depth), Ball,
          ( drop(Id), put_state(depth, Depth0), put_state(low, Low0), throw(Ball) )),
    put_state(depth, Depth0),
    (   status(Id, partial(_, Low)),
        Low < Low0
    ->  put_state(low, Low)
    ;   put_state(low, Low0)
    ).

rounds(Id, Goal, Answer, Moded, Modes, Depth) :-
    Unbound is Depth+1,
    put_state(low, Unbound),
    state(total, Total0),
    all_clauses(Id, Goal, Answer, Moded, Modes),
    state(low, Low),
    state(total, Total),
    (   Low > Depth
    ->  put_status(Id, complete)
    ;   Low < Depth
    ->  state(round, Round),
        put_status(Id, partial(Round, Low))
    ;   Total =:= Total0
    ->  put_status(Id, complete),
        complete_followers(Depth)
    ;   state(round, Round),
        Round1 is Round+1,
        put_state(round, Round1),
        rounds(Id, Goal, Answer, Moded, Modes, Depth)
    ).

all_clauses(Id, Goal, Answer, Moded, Modes) :-
    (   call(Goal),
        add_answer(Modes, Id, Answer, Moded),
        fail
    ;   true
    ).

complete_followers(Depth) :-
    (   status(Id, partial(_, Low)),
        Low >= Depth,
        put_status(Id, complete),
        fail
    ;   true
    ).

depend_on(Depth) :-
    state(low, Low),
    (   Depth < Low
    ->  put_state(low, Depth)
    ;   true
    ).

add_answer([], Id, Answer, []) :-
    variant_hash(Id-Answer, Hash),
    (   seen(Hash, Id, Old, _),
        Old =@= Answer
    ->  true
    ;   store(Hash, Id, Answer, [])
    ).
add_answer([Mode|Modes], Id, Answer, Moded) :-
    variant_hash(Id-Answer, Hash),
    (   seen(Hash, Id, Old, Number),
        Old =@= Answer
    ->  answer(Id, Number, _, Moded0),
        known(_, Module:_, Id),
        joined([Mode|Modes], Module, Moded0, Moded, Moded1),
        (   Moded1 =@= Moded0
        ->  true
        ;   retract(seen(Hash, Id, _, Number)),
            retract(answer(Id, Number, _, _)),
            store(Hash, Id, Answer, Moded1)
        )
    ;   store(Hash, Id, Answer, Moded)
    ).

store(Hash, Id, Answer, Moded) :-
    retract(size(Id, Size0)),
    Size is Size0+1,
    assertz(size(Id, Size)),
    assertz(seen(Hash, Id, Answer, Size)),
    assertz(answer(Id, Size, Answer, Moded)),
    state(total, Total0),
    Total is Total0+1,
    put_state(total, Total).

joined([], _, [], [], []).
joined([Mode|Modes], Module, [Old|Olds], [New|News], [Value|Values]) :-
    join(Mode, Module, Old, New, Value),
    joined(Modes, Module, Olds, News, Values).

join(min, _, Old, New, Value) :-
    (   is_less(New, Old)
    ->  Value = New
    ;   Value = Old
    ).
join(max, _, Old, New, Value) :-
    (   is_less(Old, New)
    ->  Value = New
    ;   Value = Old
    ).
join(first, _, Old, _, Old).
join(-, _, Old, _, Old).
join(last, _, _, New, New).
join(sum, _, Old, New, Value) :-
    Value is Old+New.
join(lattice(Spec), Module, Old, New, Value) :-
    spec_name(Spec, Name),
    call(Module:Name, Old, New, Value),
    !.
join(po(Spec), Module, Old, New, Value) :-
    spec_name(Spec, Name),
    (   call(Module:Name, Old, New)
    ->  Value = New
    ;   Value = Old
    ).

is_less(A, B) :-
    (   number(A),
        number(B)
    ->  A < B
    ;   A @< B
    ).

spec_name(Name/_, Name) :-
    !.
spec_name(Spec, Name) :-
    functor(Spec, Name, _).

put_status(Id, Status) :-
    retract(status(Id, _)),
    !,
    assertz(status(Id, Status)).

%   What is known of evaluations: how deep they are nested (depth), the least depth that the
%   innermost depends on (low), the number of the round, of answers and of calls.

state(Key, Value) :-
    state_key(Key, Name),
    (   nb_current(Name, Value0)
    ->  Value = Value0
    ;   Value = 0
    ).

put_state(Key, Value) :-
    state_key(Key, Name),
    nb_setval(Name, Value).

state_key(depth, '$tabling_depth').
state_key(low, '$tabling_low').
state_key(round, '$tabling_round').
state_key(total, '$tabling_total').
state_key(calls, '$tabling_calls').

next_id(Id) :-
    state(calls, Id0),
    Id is Id0+1,
    put_state(calls, Id).

%   What an exception or an interrupt has left undone.

drop_incomplete :-
    put_state(depth, 0),
    (   status(Id, Status),
        Status \== complete,
        drop(Id),
        fail
    ;   true
    ).

drop(Id) :-
    retractall(known(_, _, Id)),
    retractall(status(Id, _)),
    retractall(size(Id, _)),
    retractall(seen(_, Id, _, _)),
    retractall(answer(Id, _, _, _)).

%!  abolish_all_tables is det.
%
%   Forgets all answers of tabled predicates: after changes of facts that they depend on.

abolish_all_tables :-
    state(depth, Depth),
    (   Depth > 0
    ->  permission_error(abolish, tables, running)
    ;   true
    ),
    drop(_).

%!  tnot(:Goal) is semidet.
%
%   The tabled Goal has no answer. Goal may not depend on itself through this.

tnot(Goal) :-
    strip_module(Goal, Module, Plain),
    must_be(callable, Plain),
    (   system:'$tabled'(Module, Plain, _, _)
    ->  \+ call(Module:Plain)
    ;   functor(Plain, Name, Arity),
        permission_error(tnot, non_tabled_procedure, Name/Arity)
    ).

%!  current_table(:Variant, -Table) is nondet.
%
%   There are answers for the call Variant, a goal without the arguments that have modes.
%   Table tells it from others.

current_table(Variant, Table) :-
    strip_module(Variant, Module, Plain),
    known(_, Module:Plain, Table).
