% The part of Luminy that is written in Prolog and loaded at the start:
% control predicates, all solutions, events, and the loader's main loop.

% Control.

:- meta_predicate once(0), ignore(0), \+(0), not(0), forall(0, 0),
       findall(?, 0, -), findall(?, 0, -, ?), call_cleanup(0, 0),
       setup_call_cleanup(0, 0, 0), setup_call_catcher_cleanup(0, 0, ?, 0), apply(:, +),
       catch_with_backtrace(0, ?, 0), '$count'(0, -), '$answer'(0, ?, -).

% The control constructs belong to the machine.

%!  true is det.
%
%   Is true.

%!  fail is failure.
%
%   Has no solution. So has `false`.

%!  ! is det.
%
%   The cut: no other clause of this predicate is tried, and no other solution of
%   the goals before it in the clause is searched for.

%!  call(:Goal) is nondet.
%
%   Goal is true. With further arguments, they are added behind its own.

%!  \+(:Goal) is semidet.
%
%   Goal has no solution, as far as is known now.

%!  ->(:Condition, :Then) is nondet.
%
%   Then is true for the first solution of Condition. `( C -> T ; E )` is E if
%   there is none.

%!  *->(:Condition, :Then) is nondet.
%
%   Then is true for a solution of Condition. `( C *-> T ; E )` is E if there is none.

%!  ,(:Goal1, :Goal2) is nondet.
%
%   Both goals are true.

%!  ;(:Goal1, :Goal2) is nondet.
%
%   One of the goals is true.

%!  catch(:Goal, ?Catcher, :Recovery) is nondet.
%
%   As call/1, but if Goal raises a ball that unifies with Catcher, Recovery is
%   called instead.

'$query'(Goal) :-
    catch(Goal, Ball, throw(Ball)).

% A query at the prompt or of the host: Goals is what its answer leaves to be
% met by values of Variables.
'$answer'(Goal, Variables, Goals) :-
    call(Goal),
    term_attvars(Variables, Attributed),
    (   Attributed == []
    ->  Goals = []
    ;   attvars_goals(Attributed, Qualified),
        '$plain_constraints'(Qualified, Goals)
    ).

'$plain_constraints'([], []).
'$plain_constraints'([Goal0|Goals0], [Goal|Goals]) :-
    (   Goal0 = clpfd:Constraint
    ->  Goal = Constraint
    ;   Goal = Goal0
    ),
    '$plain_constraints'(Goals0, Goals).

'$add_clause'(Term) :-
    expand_term(Term, Expanded),
    '$add_clauses'(Expanded).

'$add_clauses'([]) :-
    !.
'$add_clauses'([Clause|Clauses]) :-
    !,
    '$add_clauses'(Clause),
    '$add_clauses'(Clauses).
'$add_clauses'(Clause) :-
    '$extend'(Clause).

%!  once(:Goal) is semidet.
%
%   Goal is true; no other solution of it is searched for.
%
%   ?- once(member(X, [a,b])).
%      X = a.

once(Goal) :-
    call(Goal),
    !.

%!  ignore(:Goal) is det.
%
%   As once/1, but true also if Goal fails.

ignore(Goal) :-
    (   call(Goal)
    ->  true
    ;   true
    ).

%!  not(:Goal) is semidet.
%
%   Goal has no solution, as far as is known now: `\+`.

not(Goal) :-
    \+ call(Goal).

% Goals that unification wakes have a say in this, too.
X \= Y :-
    \+ X = Y.

%!  forall(:Condition, :Action) is semidet.
%
%   Action is true for each solution of Condition.
%
%   ?- forall(member(X, [1,2]), X > 0).
%      true.

forall(Condition, Action) :-
    \+ ( call(Condition), \+ call(Action) ).

%!  repeat is multi.
%
%   Is true again and again.

repeat.
repeat :-
    repeat.

%!  apply(:Goal, +Arguments) is nondet.
%
%   Calls Goal with the items of the list Arguments behind its own arguments.

apply(Goal, Extra) :-
    '$strip'(Goal, Module, Plain),
    Plain =.. Parts0,
    '$append'(Parts0, Extra, Parts),
    Full =.. Parts,
    call(Module:Full).

%!  catch_with_backtrace(:Goal, ?Ball, :Recovery) is nondet.
%
%   As catch/3.

catch_with_backtrace(Goal, Ball, Recovery) :-
    catch(Goal, Ball, Recovery).

%!  setup_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%
%   Runs Setup once, then Goal; Cleanup runs once when Goal is done: when it
%   fails, raises an error, is cut, or has no further solution.

setup_call_cleanup(Setup, Goal, Cleanup) :-
    once(Setup),
    '$must_be_callable'(Cleanup),
    '$call_cleanup'(Goal, Cleanup).

%!  setup_call_catcher_cleanup(:Setup, :Goal, ?Catcher, :Cleanup) is nondet.
%
%   As setup_call_cleanup/3, but Cleanup runs only if Catcher unifies with what has
%   become of Goal: `exit`, `fail`, `!` or `exception(Ball)`.
%
%   ?- setup_call_catcher_cleanup(true, fail, How, (write(How), nl)) ; true.
%      prints("fail\n"), true.

setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup) :-
    once(Setup),
    '$must_be_callable'(Cleanup),
    How = how(fail),
    '$call_cleanup'('$call_noting'(Goal, How),
                    '$cleanup_if'(How, Catcher, Cleanup)),
    setarg(1, How, !).

% Backtracking into Goal takes back that it was left.
'$call_noting'(Goal, How) :-
    catch(Goal, Ball, '$rethrow_noting'(Ball, How)),
    setarg(1, How, exit).

'$rethrow_noting'(Ball, How) :-
    nb_setarg(1, How, exception(Ball)),
    throw(Ball).

'$cleanup_if'(how(How), Catcher, Cleanup) :-
    (   Catcher = How
    ->  '$run_cleanup'(Cleanup)
    ;   true
    ).

%!  call_cleanup(:Goal, :Cleanup) is nondet.
%
%   As setup_call_cleanup/3 without a set-up.

call_cleanup(Goal, Cleanup) :-
    '$must_be_callable'(Cleanup),
    '$call_cleanup'(Goal, Cleanup).

'$must_be_callable'(Goal) :-
    (   var(Goal)
    ->  throw(error(instantiation_error, _))
    ;   callable(Goal)
    ->  true
    ;   throw(error(type_error(callable, Goal), _))
    ).

'$run_cleanup'(Goal) :-
    (   call(Goal)
    ->  true
    ;   true
    ).

'$cleanup_then_fail'(Goal) :-
    '$run_cleanup'(Goal),
    fail.

% After an exception: cleanups run before the recovery, and what they raise is dropped.
'$recover'(Recovery, Cleanups) :-
    '$run_cleanups'(Cleanups),
    call(Recovery).

'$run_cleanups'([]).
'$run_cleanups'([Cleanup|Cleanups]) :-
    catch('$run_cleanup'(Cleanup), _, true),
    '$run_cleanups'(Cleanups).

% Events between calls.

'$events_then'(Events, Goal) :-
    '$events'(Events),
    call(Goal).

'$events'([]).
'$events'([Event|Events]) :-
    '$event'(Event),
    '$events'(Events).

'$event'(wakeup(Attributes, Value)) :-
    '$wake'(Attributes, Value).
'$event'(cleanup(Goal)) :-
    '$run_cleanup'(Goal).

'$wake'([], _).
'$wake'(att(Module, Value, Rest), Other) :-
    call(Module:attr_unify_hook(Value, Other)),
    '$wake'(Rest, Other).

% All solutions.

%!  findall(@Template, :Goal, -Results) is det.
%
%   Results holds a copy of Template for each solution of Goal, in order.
%
%   ?- findall(X-Y, (member(X, [1,2]), Y = a), L).
%      L = [1-a,2-a].

findall(Template, Goal, Results) :-
    '$check_partial_list'(Results),
    '$findall_start'(Id),
    '$findall'(Id, Template, Goal, Results, []).

%!  findall(@Template, :Goal, -Results, ?Tail) is det.
%
%   As findall/3, with Results ending in Tail.

findall(Template, Goal, Results, Tail) :-
    '$check_partial_list'(Results),
    '$findall_start'(Id),
    '$findall'(Id, Template, Goal, Results, Tail).

'$findall'(Id, Template, Goal, _, _) :-
    call(Goal),
    '$findall_add'(Id, Template),
    fail.
'$findall'(Id, _, _, Results, Tail) :-
    '$findall_collect'(Id, Results, Tail).

'$append'([], Ys, Ys).
'$append'([X|Xs], Ys, [X|Zs]) :-
    '$append'(Xs, Ys, Zs).

'$member'(X, [X|_]).
'$member'(X, [_|Xs]) :-
    '$member'(X, Xs).

'$strip'(Term, Module, Plain) :-
    strip_module(Term, Module, Plain).

:- '$lock'(once, 1), '$lock'(findall, 3), '$lock'(repeat, 0), '$lock'(\+, 1), '$lock'(\=, 2).

% Libraries.

'$autoload'(Library, Goal) :-
    '$load_library'(Library, Module),
    Goal = Into:Plain,
    functor(Plain, Name, Arity),
    '$import'(Module, Into, Name, Arity, Name),
    call(Goal).

% A library is loaded before the first call of Name/Arity in Into.
'$import_library'(Library, Into, Name, Arity) :-
    '$load_library'(Library, Module),
    '$import'(Module, Into, Name, Arity, Name).

'$load_library'(Name, Module) :-
    '$library_module'(Name, Module),
    (   '$loaded_library'(Module)
    ->  true
    ;   % Limits and interrupts wait, so that no library is loaded by half.
        '$undisturbed'(100000000, Before),
        assertz(system:'$loaded_library'(Module)),
        '$load_library_start'(Name),
        '$load_text',
        '$disturbed'(Before)
    ).

:- dynamic('$loaded_library'/1).

% Loading.

:- meta_predicate consult(:), ensure_loaded(:), use_module(:), use_module(:, +),
       load_files(:, +), initialization(0), initialization(0, +),
       dynamic(:), discontiguous(:), multifile(:), module_transparent(:),
       meta_predicate(:), include(:), make.

%!  consult(:Files) is det.
%
%   Loads a file or the files of a list; one loaded before is loaded anew.

consult(Files) :-
    load_files(Files, []).

%!  load_files(:Files, +Options) is det.
%
%   Loads files. Options are `if(not_loaded)`, `if(changed)`, `imports(List)`.

load_files(Files, Options) :-
    '$must_be_acyclic'(Files+Options),
    strip_module(Files, Module, Plain),
    '$load_each'(Plain, Module, Options).

'$load_each'(Files, _, _) :-
    var(Files),
    !,
    throw(error(instantiation_error, _)).
'$load_each'([], _, _) :-
    !.
'$load_each'([File|Files], Module, Options) :-
    !,
    '$load_each'(File, Module, Options),
    '$load_each'(Files, Module, Options).
'$load_each'(Module:Files, _, Options) :-
    !,
    '$load_each'(Files, Module, Options).
'$load_each'(-File, Module, Options) :-
    !,
    '$load_each'(File, Module, Options).
'$load_each'(user, Module, _) :-
    !,
    '$load_user'(Module).
'$load_each'(library(Name), Module, Options) :-
    '$library_name'(Name, Library),
    '$library_module'(Library, _),
    !,
    '$load_library'(Library, From),
    '$import_wanted'(From, Module, Options).
'$load_each'(File, Module, Options) :-
    '$source_path'(File, Path),
    (   '$member'(if(not_loaded), Options),
        '$file_module'(Path, Old)
    ->  '$import_file'(Path, Old, Module, Options)
    ;   '$member'(if(changed), Options),
        '$is_current'(Path)
    ->  '$file_module'(Path, Old),
        '$import_file'(Path, Old, Module, Options)
    ;   '$load_start'(Path, Module),
        '$load_text',
        '$file_module'(Path, New),
        '$import_file'(Path, New, Module, Options)
    ).

'$load_user'(Module) :-
    stream_property(Stream, alias(user_input)),
    !,
    '$load_stream_start'(Stream, user, Module),
    '$load_text'.

% Text that the host has, as if it were a file.
'$consult_stream'(Stream, Path) :-
    '$load_stream_start'(Stream, Path, user),
    '$load_text',
    '$file_module'(Path, Module),
    '$import_file'(Path, Module, user, []).

'$import_file'(_, Module, Module, _) :-
    !.
'$import_file'(_, From, Module, Options) :-
    '$import_wanted'(From, Module, Options).

'$import_wanted'(From, Module, Options) :-
    (   '$member'(imports(Imports), Options)
    ->  '$import_list'(Imports, From, Module),
        '$import_by_name'(Imports, From, Module)
    ;   '$import_list'(all, From, Module)
    ).

'$import_list'(all, From, Module) :-
    !,
    '$exports'(From, All),
    '$import_list'(All, From, Module),
    '$import_operators'(_, _, _, From, Module).
'$import_list'(except(Excepted), From, Module) :-
    !,
    '$exports'(From, All),
    findall(I, ( '$member'(I, All), \+ '$excepted'(I, Excepted) ), Imports),
    '$import_list'(Imports, From, Module),
    '$import_renamed'(Excepted, From, Module),
    '$exported_operators'(From, Operators),
    findall(O, ( '$member'(O, Operators), \+ '$excepted'(O, Excepted) ), Wanted),
    '$import_list'(Wanted, From, Module).
'$import_list'([], _, _).
'$import_list'([Import|Imports], From, Module) :-
    '$import_one'(Import, From, Module),
    '$import_list'(Imports, From, Module).

% A program may not define what it imports by name.
'$import_by_name'(Imports, From, Module) :-
    (   '$member'(Import, Imports),
        '$local_import'(Import, Name, Arity),
        '$imported_by_name'(From, Module, Name, Arity),
        fail
    ;   true
    ).

'$local_import'(Name/Arity, Name, Arity).
'$local_import'(Name//Arity0, Name, Arity) :-
    Arity is Arity0 + 2.

'$excepted'(I, Excepted) :-
    '$member'(E, Excepted),
    ( E = I ; E = (I as _) ),
    !.

'$import_renamed'([], _, _).
'$import_renamed'([E|Es], From, Module) :-
    (   E = (_ as _)
    ->  '$import_one'(E, From, Module)
    ;   true
    ),
    '$import_renamed'(Es, From, Module).

'$import_one'(Name/Arity, From, Module) :-
    !,
    '$import'(From, Module, Name, Arity, Name).
'$import_one'(Name//Arity0, From, Module) :-
    !,
    Arity is Arity0 + 2,
    '$import'(From, Module, Name, Arity, Name).
'$import_one'((Name/Arity as New), From, Module) :-
    !,
    '$import'(From, Module, Name, Arity, New).
'$import_one'(op(Priority, Type, Name), From, Module) :-
    '$import_operators'(Priority, Type, Name, From, Module).

'$import_operators'(Priority, Type, Name, From, Module) :-
    '$exported_operators'(From, Operators),
    (   '$member'(op(Priority, Type, Name), Operators),
        op(Priority, Type, Module:Name),
        fail
    ;   true
    ).

'$library_name'(Name, _) :-
    var(Name),
    !,
    throw(error(instantiation_error, _)).
'$library_name'(Name, Name) :-
    atom(Name),
    !.
'$library_name'(Dir/Name, Library) :-
    '$library_name'(Dir, D),
    atom_concat(D, '/', Slashed),
    atom_concat(Slashed, Name, Library).

% The text of the load that has been started.
'$load_text' :-
    '$call_cleanup'('$load_and_initialize', '$load_end').

'$load_and_initialize' :-
    '$load_terms',
    '$source_module'(Module),
    '$run_initialization'(Module).

'$load_terms' :-
    repeat,
    '$load_next'(Term),
    '$load_term'(Term),
    !.

% Fails unless Term is the end of the file, which takes back all that it has
% left on the heap.
'$load_term'(end_of_file) :-
    !.
'$load_term'((:- Directive)) :-
    '$is_condition'(Directive),
    !,
    '$condition'(Directive),
    fail.
'$load_term'(Term) :-
    catch('$load_expanded'(Term), Ball, '$load_error'(Ball)),
    fail.

'$load_error'(Ball) :-
    (   Ball = unwind(_)
    ->  throw(Ball)
    ;   '$report_ball'(load, Ball)
    ).

'$load_expanded'(Term) :-
    expand_term(Term, Expanded),
    '$load_all'(Expanded).

'$load_all'(Term) :-
    var(Term),
    !,
    throw(error(instantiation_error, _)).
'$load_all'([]) :-
    !.
'$load_all'([Term|Terms]) :-
    !,
    '$load_all'(Term),
    '$load_all'(Terms).
'$load_all'((:- Directive)) :-
    !,
    '$directive'(Directive).
'$load_all'((?- Directive)) :-
    !,
    '$directive'(Directive).
'$load_all'(end_of_file) :-
    !.
'$load_all'(Clause) :-
    '$load_clause'(Clause).

'$directive'(Directive) :-
    '$source_module'(Module),
    '$expand_goal'(Directive, Module, Goal),
    catch('$run_directive'(Module:Goal, Directive), Ball, '$directive_error'(Ball)).

'$run_directive'(Goal, Directive) :-
    (   call(Goal)
    ->  true
    ;   '$report_directive'(Directive)
    ).

'$directive_error'(Ball) :-
    (   Ball = unwind(_)
    ->  throw(Ball)
    ;   '$report_ball'(directive, Ball)
    ).

'$run_initialization'(Module) :-
    '$next_initialization'(Goal),
    !,
    catch('$run_directive'(Module:Goal, initialization(Goal)), Ball, '$directive_error'(Ball)),
    '$run_initialization'(Module).
'$run_initialization'(_).

% Conditional compilation.

'$is_condition'(Directive) :-
    nonvar(Directive),
    '$condition_form'(Directive).

'$condition_form'(if(_)).
'$condition_form'(elif(_)).
'$condition_form'(else).
'$condition_form'(endif).

'$condition'(if(Goal)) :-
    (   '$is_skipping'
    ->  '$condition_if'(false)
    ;   '$condition_holds'(Goal, Holds),
        '$condition_if'(Holds)
    ).
'$condition'(elif(Goal)) :-
    (   '$condition_else'(Wanted)
    ->  (   Wanted == true
        ->  '$condition_holds'(Goal, Holds),
            '$condition_set'(Holds)
        ;   true
        )
    ;   '$condition_error'(elif)
    ).
'$condition'(else) :-
    (   '$condition_else'(Wanted)
    ->  '$condition_set'(Wanted)
    ;   '$condition_error'(else)
    ).
'$condition'(endif) :-
    (   '$condition_end'
    ->  true
    ;   '$condition_error'(endif)
    ).

'$condition_holds'(Goal, Holds) :-
    '$source_module'(Module),
    (   catch(Module:Goal, Ball, ( '$report_ball'(directive, Ball), fail ))
    ->  Holds = true
    ;   Holds = false
    ).

'$condition_error'(What) :-
    '$report_ball'(directive, error(context_error(no_if(What)), _)).

% Term and goal expansion.

:- dynamic(user:term_expansion/2), multifile(user:term_expansion/2).
:- dynamic(user:goal_expansion/2), multifile(user:goal_expansion/2).
:- dynamic(user:portray/1), multifile(user:portray/1).
:- dynamic(user:file_search_path/2), multifile(user:file_search_path/2).
:- dynamic(user:library_directory/1), multifile(user:library_directory/1).
:- dynamic(user:term_expansion/4), multifile(user:term_expansion/4).

%!  expand_term(+Term, -Expanded) is det.
%
%   Expanded is the clause or clauses that Term is loaded as.

expand_term(Term, Expanded) :-
    (   var(Term)
    ->  Expanded = Term
    ;   '$term_expansion'(Term, Terms)
    ->  '$expand_grammars'(Terms, Expanded0),
        '$expand_bodies'(Expanded0, Expanded)
    ;   '$expand_grammars'(Term, Expanded0),
        '$expand_bodies'(Expanded0, Expanded)
    ).

'$term_expansion'(Term, Expanded) :-
    '$source_module'(Module),
    Module \== user,
    '$has_hook'(Module, term_expansion),
    Module:term_expansion(Term, Expanded),
    !.
'$term_expansion'(Term, Expanded) :-
    user:term_expansion(Term, Expanded),
    !.

'$has_hook'(Module, Name) :-
    current_predicate(Module:Name/2).

'$expand_grammars'(Terms, Expanded) :-
    (   Terms = [_|_]
    ->  '$must_be_acyclic'(Terms)
    ;   true
    ),
    '$expand_grammar'(Terms, Expanded).

'$expand_grammar'(Term, Term) :-
    var(Term),
    !.
'$expand_grammar'([], []) :-
    !.
'$expand_grammar'([Term|Terms], [Expanded|Rest]) :-
    !,
    '$expand_grammar'(Term, Expanded),
    '$expand_grammar'(Terms, Rest).
'$expand_grammar'((Head --> Body), Clause) :-
    !,
    '$must_be_acyclic'(Body),
    dcg_translate_rule((Head --> Body), Clause).
'$expand_grammar'(Term, Term).

'$expand_bodies'(Terms, Expanded) :-
    '$source_module'(Module),
    (   '$has_goal_expansion'(Module)
    ->  '$expand_body_terms'(Terms, Module, Expanded)
    ;   Expanded = Terms
    ).

'$has_goal_expansion'(Module) :-
    (   Module \== user,
        '$has_hook'(Module, goal_expansion)
    ->  true
    ;   \+ \+ clause(user:goal_expansion(_, _), _)
    ).

'$expand_body_terms'(Term, _, Term) :-
    var(Term),
    !.
'$expand_body_terms'([], _, []) :-
    !.
'$expand_body_terms'([Term|Terms], Module, [Expanded|Rest]) :-
    !,
    '$expand_body_terms'(Term, Module, Expanded),
    '$expand_body_terms'(Terms, Module, Rest).
'$expand_body_terms'((Head :- Body), Module, (Head :- Expanded)) :-
    !,
    '$expand_goal'(Body, Module, Expanded).
'$expand_body_terms'(Term, _, Term).

:- meta_predicate expand_goal(:, -).

%!  expand_goal(:Goal, -Expanded) is det.
%
%   Expanded is the goal that Goal is compiled as.

expand_goal(Goal, Expanded) :-
    strip_module(Goal, Module, Plain),
    '$expand_goal'(Plain, Module, Expanded).

'$expand_goal'(Goal, Module, Expanded) :-
    (   '$has_goal_expansion'(Module)
    ->  '$expand_goal_deep'(Goal, Module, Expanded)
    ;   Expanded = Goal
    ).

'$expand_goal_deep'(Goal, _, Goal) :-
    var(Goal),
    !.
'$expand_goal_deep'(Goal, Module, Expanded) :-
    '$goal_expansion'(Goal, Module, Goal1),
    Goal1 \== Goal,
    !,
    '$expand_goal_deep'(Goal1, Module, Expanded).
'$expand_goal_deep'(Goal, Module, Expanded) :-
    '$goal_arguments'(Goal, Spec),
    !,
    Goal =.. [Name|Args],
    '$expand_arguments'(Spec, Args, Module, Expandeds),
    Expanded =.. [Name|Expandeds].
'$expand_goal_deep'(Goal, _, Goal).

'$goal_expansion'(Goal, Module, Expanded) :-
    Module \== user,
    '$has_hook'(Module, goal_expansion),
    Module:goal_expansion(Goal, Expanded),
    !.
'$goal_expansion'(Goal, _, Expanded) :-
    user:goal_expansion(Goal, Expanded),
    !.

'$goal_arguments'((_, _), [0, 0]).
'$goal_arguments'((_ ; _), [0, 0]).
'$goal_arguments'((_ -> _), [0, 0]).
'$goal_arguments'((_ *-> _), [0, 0]).
'$goal_arguments'(\+ _, [0]).
'$goal_arguments'(findall(_, _, _), [?, 0, ?]).
'$goal_arguments'(findall(_, _, _, _), [?, 0, ?, ?]).
'$goal_arguments'(forall(_, _), [0, 0]).
'$goal_arguments'(once(_), [0]).
'$goal_arguments'(ignore(_), [0]).
'$goal_arguments'(call(_), [0]).
'$goal_arguments'(catch(_, _, _), [0, ?, 0]).
'$goal_arguments'(aggregate_all(_, _, _), [?, 0, ?]).
'$goal_arguments'(setup_call_cleanup(_, _, _), [0, 0, 0]).
'$goal_arguments'(call_cleanup(_, _), [0, 0]).

'$expand_arguments'([], [], _, []).
'$expand_arguments'([Spec|Specs], [Arg|Args], Module, [Expanded|Rest]) :-
    (   Spec == 0
    ->  '$expand_goal_deep'(Arg, Module, Expanded)
    ;   Expanded = Arg
    ),
    '$expand_arguments'(Specs, Args, Module, Rest).

% Directives.

%!  module(+Name, +Exports) is det.
%
%   As a directive at the start of a file: what follows belongs to the module
%   Name, which exports the predicates and operators of Exports.

module(Name, Exports) :-
    '$must_be_acyclic'(Exports),
    '$must_be_list'(Exports),
    '$begin_module'(Name),
    '$export_list'(Exports, Name).

'$export_list'([], _).
'$export_list'([Export|Exports], Module) :-
    '$export_one'(Export, Module),
    '$export_list'(Exports, Module).

'$export_one'(Name/Arity, Module) :-
    !,
    '$export'(Module, Name, Arity).
'$export_one'(Name//Arity0, Module) :-
    !,
    Arity is Arity0 + 2,
    '$export'(Module, Name, Arity).
'$export_one'(op(Priority, Type, Names), Module) :-
    op(Priority, Type, Module:Names),
    (   ( Names = [_|_] -> '$member'(Name, Names) ; Name = Names ),
        '$export_operator'(Module, Priority, Type, Name),
        fail
    ;   true
    ).

%!  use_module(:File) is det.
%
%   Loads File, if it is not loaded, and imports all that it exports.

use_module(File) :-
    load_files(File, [if(not_loaded)]).

%!  use_module(:File, +Imports) is det.
%
%   Loads File, if it is not loaded, and imports Imports from it: a list, or
%   `except(List)`.

use_module(File, Imports) :-
    '$check_imports'(Imports),
    load_files(File, [if(not_loaded), imports(Imports)]).

%!  ensure_loaded(:File) is det.
%
%   Loads File if it is not loaded.

ensure_loaded(File) :-
    load_files(File, [if(not_loaded)]).

%!  make is det.
%
%   Loads all files again that have changed.

make :-
    '$loaded_files'(Paths),
    '$make'(Paths).

'$make'([]).
'$make'([Path|Paths]) :-
    (   '$is_current'(Path)
    ->  true
    ;   exists_file(Path)
    ->  '$file_module'(Path, Module),
        load_files(Module:Path, [])
    ;   true
    ),
    '$make'(Paths).

%!  include(:File) is det.
%
%   As a directive: the text of File is read in its place.

include(File) :-
    strip_module(File, _, Plain),
    '$source_path'(Plain, Path),
    '$include'(Path).

%!  initialization(:Goal) is det.
%
%   Goal runs when the file with this directive has been loaded.

initialization(Goal) :-
    '$must_be_callable'(Goal),
    (   '$load_place'(_, _, _)
    ->  '$add_initialization'(Goal)
    ;   call(Goal)
    ).

%!  initialization(:Goal, +When) is det.
%
%   As initialization/1; with `main` as When, Goal is the program: it runs after
%   loading, and then Luminy exits.

initialization(Goal, When) :-
    '$must_be_bound'(When),
    (   When == main
    ->  '$set_main'(Goal)
    ;   When == now
    ->  call(Goal)
    ;   initialization(Goal)
    ).

%!  dynamic(:Indicators) is det.
%
%   The clauses of these predicates may be changed while the program runs.

dynamic(Indicators) :-
    '$declare_all'(Indicators, dynamic).

%!  discontiguous(:Indicators) is det.
%
%   The clauses of these predicates need not stand together in their file.

discontiguous(Indicators) :-
    '$declare_all'(Indicators, discontiguous).

%!  multifile(:Indicators) is det.
%
%   The clauses of these predicates may come from several files.

multifile(Indicators) :-
    '$declare_all'(Indicators, multifile).

module_transparent(_).

'$declare_all'(Spec, Property) :-
    '$must_be_acyclic'(Spec),
    strip_module(Spec, Module0, Plain),
    (   Spec \= _:_,
        '$load_place'(_, _, _)
    ->  '$source_module'(Module)
    ;   Module = Module0
    ),
    '$declare_each'(Plain, Module, Property).

'$declare_each'(Spec, _, _) :-
    var(Spec),
    !,
    throw(error(instantiation_error, _)).
'$declare_each'([], _, _) :-
    !.
'$declare_each'([Spec|Specs], Module, Property) :-
    !,
    '$declare_each'(Spec, Module, Property),
    '$declare_each'(Specs, Module, Property).
'$declare_each'((Spec, Specs), Module, Property) :-
    !,
    '$declare_each'(Spec, Module, Property),
    '$declare_each'(Specs, Module, Property).
'$declare_each'(Module:Spec, _, Property) :-
    !,
    '$declare_each'(Spec, Module, Property).
'$declare_each'(Spec as _, Module, Property) :-
    !,
    '$declare_each'(Spec, Module, Property).
'$declare_each'(Name/Arity, Module, Property) :-
    !,
    '$check_indicator'(Name, Arity),
    '$declare'(Property, Module, Name, Arity).
'$declare_each'(Name//Arity0, Module, Property) :-
    !,
    '$check_indicator'(Name, Arity0),
    Arity is Arity0 + 2,
    '$declare'(Property, Module, Name, Arity).
'$declare_each'(Spec, _, _) :-
    throw(error(type_error(predicate_indicator, Spec), _)).

% What is walked by recursion must end.
'$must_be_acyclic'(Term) :-
    (   acyclic_term(Term)
    ->  true
    ;   throw(error(representation_error(cyclic_term), _))
    ).

'$must_be_bound'(Term) :-
    (   var(Term)
    ->  throw(error(instantiation_error, _))
    ;   true
    ).

'$must_be_list'(List) :-
    '$skip_list'(_, List, Tail),
    '$must_be_bound'(Tail),
    (   Tail == []
    ->  true
    ;   throw(error(type_error(list, List), _))
    ).

% What to import: everything, a list, or all but a list.
'$check_imports'(Imports) :-
    '$must_be_acyclic'(Imports),
    '$must_be_bound'(Imports),
    (   Imports == all
    ->  true
    ;   Imports = except(Excepted)
    ->  '$must_be_list'(Excepted)
    ;   '$must_be_list'(Imports)
    ).

'$check_indicator'(Name, Arity) :-
    (   ( var(Name) ; var(Arity) )
    ->  throw(error(instantiation_error, _))
    ;   true
    ).

%!  meta_predicate(:Heads) is det.
%
%   Each of Heads says which arguments of a predicate are goals (`0` to `9`, the
%   number of arguments to be added) or belong to the module of the caller (`:`).

meta_predicate(Heads) :-
    '$must_be_acyclic'(Heads),
    strip_module(Heads, Module0, Plain),
    (   Module0 == user,
        '$load_place'(_, _, _)
    ->  '$source_module'(Module)
    ;   Module = Module0
    ),
    '$meta_each'(Plain, Module).

'$meta_each'(Head, _) :-
    var(Head),
    !,
    throw(error(instantiation_error, _)).
'$meta_each'((Head, Heads), Module) :-
    !,
    '$meta_each'(Head, Module),
    '$meta_each'(Heads, Module).
'$meta_each'([], _) :-
    !.
'$meta_each'([Head|Heads], Module) :-
    !,
    '$meta_each'(Head, Module),
    '$meta_each'(Heads, Module).
'$meta_each'(Module:Head, _) :-
    !,
    '$meta_each'(Head, Module).
'$meta_each'(Head, Module) :-
    '$meta_predicate'(Module, Head).

style_check(_).

%!  encoding(+Encoding) is det.
%
%   As a directive at the start of a file: its text is in Encoding, such as `utf8`,
%   `ascii` or `iso_latin_1`.

encoding(Encoding) :-
    (   '$load_place'(_, _, Stream)
    ->  '$encoding_name'(Encoding, Name),
        set_stream(Stream, encoding(Name))
    ;   true
    ).

'$encoding_name'(Encoding, _) :-
    var(Encoding),
    !,
    throw(error(instantiation_error, _)).
'$encoding_name'('UTF-8', utf8) :-
    !.
'$encoding_name'('utf-8', utf8) :-
    !.
'$encoding_name'(us_ascii, ascii) :-
    !.
'$encoding_name'(Encoding, Encoding).

set_stream_encoding(_, _).
license(_).

% Where files are.

'$source_path'(File, Path) :-
    '$check_source'(File),
    (   '$file_base'(File, Text),
        '$source_candidate'(Text, Candidate),
        exists_file(Candidate)
    ->  absolute_file_name(Candidate, Path)
    ;   '$file_base'(File, Text),
        exists_directory(Text)
    ->  throw(error(permission_error(open, source_sink, Text), _))
    ;   throw(error(existence_error(source_sink, File), _))
    ).

'$check_source'(File) :-
    (   '$is_alias'(File, _, _)
    ->  true
    ;   '$file_text'(File, _)
    ).

% Base is the name of File without extension: one of several if File is a term
% `Alias(Name)`, which file_search_path/2 explains.
'$file_base'(File, Base) :-
    (   '$is_alias'(File, Alias, Name)
    ->  '$file_text'(Name, Text),
        '$alias_directory'(Alias, Directory, 0),
        (   '$ends_with_slash'(Directory)
        ->  atom_concat(Directory, Text, Base)
        ;   atom_concat(Directory, '/', Slashed),
            atom_concat(Slashed, Text, Base)
        )
    ;   '$file_text'(File, Base)
    ).

'$ends_with_slash'(Directory) :-
    sub_atom(Directory, _, 1, 0, '/').

'$is_alias'(File, Alias, Name) :-
    compound(File),
    functor(File, Alias, 1),
    arg(1, File, Name).

% Paths that explain each other are followed only so far.
'$alias_directory'(Alias, Directory, Depth) :-
    Depth < 20,
    Below is Depth + 1,
    (   user:file_search_path(Alias, Spec),
        '$search_directory'(Spec, Directory, Below)
    ;   Alias == library,
        user:library_directory(Spec),
        '$search_directory'(Spec, Directory, Below)
    ;   Alias == library,
        '$program_directory'(Program),
        (   Directory = Program
        ;   atom_concat(Program, '/lib', Directory)
        ;   atom_concat(Program, '/library', Directory)
        )
    ).

'$program_directory'(Directory) :-
    (   '$load_place'(File, _, _)
    ->  file_directory_name(File, Directory)
    ;   Directory = '.'
    ).

'$search_directory'(Spec, Directory, Depth) :-
    nonvar(Spec),
    (   '$is_alias'(Spec, Alias, Name)
    ->  '$alias_directory'(Alias, Parent, Depth),
        '$file_text'(Name, Text),
        atom_concat(Parent, '/', Slashed),
        atom_concat(Slashed, Text, Directory)
    ;   '$file_text'(Spec, Text),
        (   Directory = Text
        ;   '$relative_to_load'(Text, Directory)
        )
    ).

'$source_candidate'(Text, Candidate) :-
    (   '$relative_to_load'(Text, Base)
    ;   Base = Text
    ),
    (   Candidate = Base
    ;   atom_concat(Base, '.pl', Candidate)
    ;   atom_concat(Base, '.pro', Candidate)
    ;   atom_concat(Base, '.prolog', Candidate)
    ).

'$relative_to_load'(Text, Base) :-
    '$load_place'(File, _, _),
    \+ sub_atom(Text, 0, _, _, '/'),
    file_directory_name(File, Directory),
    atom_concat(Directory, '/', Slashed),
    atom_concat(Slashed, Text, Base).

'$file_text'(File, _) :-
    var(File),
    !,
    throw(error(instantiation_error, _)).
'$file_text'(File, Text) :-
    atom(File),
    !,
    Text = File.
'$file_text'(File, Text) :-
    string(File),
    !,
    atom_string(Text, File).
'$file_text'(Directory/File, Text) :-
    !,
    '$file_text'(Directory, D),
    '$file_text'(File, F),
    atom_concat(D, '/', Slashed),
    atom_concat(Slashed, F, Text).
'$file_text'(File, _) :-
    throw(error(domain_error(source_sink, File), _)).

%!  absolute_file_name(+File, -Absolute, +Options) is nondet.
%
%   Absolute is the name from the root of the file that File stands for as Options say:
%   `extensions`, `file_type`, `access`, `relative_to`, `file_errors`. File may be
%   a term `Alias(Name)` of file_search_path/2; with the option `solutions(all)`,
%   Absolute is each such file in turn.

absolute_file_name(File, Absolute, Options) :-
    (   '$is_named_file'(File)
    ->  '$alias_file'(File, Absolute, Options)
    ;   '$absolute_file_name'(File, Absolute, Options)
    ).

'$is_named_file'(File) :-
    compound(File),
    File \= [_|_],
    (   functor(File, _, 1)
    ;   File = _/_
    ),
    !.

'$alias_file'(File, Absolute, Options) :-
    (   '$member'(solutions(all), Options)
    ->  '$named_file'(File, Absolute, Options)
    ;   '$named_file'(File, Absolute, Options)
    ->  true
    ;   '$member'(file_errors(fail), Options)
    ->  fail
    ;   throw(error(existence_error(source_sink, File), _))
    ).

'$named_file'(File, Absolute, Options) :-
    '$file_base'(File, Base),
    (   '$member'(access(_), Options)
    ->  Options1 = [file_errors(fail)|Options]
    ;   Options1 = [file_errors(fail), access(exist)|Options]
    ),
    '$absolute_file_name'(Base, Absolute, Options1).

%!  exists_source(+Source) is semidet.
%
%   Source is a file that can be loaded, or a library.
%
%   ?- exists_source(library(lists)), \+ exists_source(library(no_such_library)).
%      true.

exists_source(Source) :-
    exists_source(Source, _).

%!  exists_source(+Source, -Path) is semidet.
%
%   The same, and Path is the absolute path of the file, or Source if it is a library.

exists_source(Source, Path) :-
    (   nonvar(Source),
        Source = library(Name),
        '$library_name'(Name, Library),
        '$library_module'(Library, _)
    ->  Path = Source
    ;   catch('$source_path'(Source, Path), error(_, _), fail)
    ).

%!  prolog_load_context(?Key, ?Value) is nondet.
%
%   Value tells what is being loaded: `source`, `directory`, `module`, `stream`
%   and so on.

prolog_load_context(source, File) :-
    '$load_place'(File, _, _).
prolog_load_context(file, File) :-
    '$load_place'(File, _, _).
prolog_load_context(directory, Directory) :-
    '$load_place'(File, _, _),
    file_directory_name(File, Directory).
prolog_load_context(module, Module) :-
    '$source_module'(Module).
prolog_load_context(stream, Stream) :-
    '$load_place'(_, _, Stream).
prolog_load_context(dialect, luminy).
prolog_load_context(term_position, '$stream_position'(0, Line, 0, 0)) :-
    '$load_place'(_, Line, _).
prolog_load_context(variable_names, Names) :-
    '$load_names'(Names).

%!  source_location(-File, -Line) is semidet.
%
%   The term being loaded stands at Line of File.

source_location(File, Line) :-
    '$load_place'(File, Line, _).

% Predicates and modules.

:- meta_predicate predicate_property(:, ?).

%!  predicate_property(:Head, ?Property) is nondet.
%
%   The predicate of Head has Property: `dynamic`, `built_in`, `defined`,
%  `number_of_clauses(N)`, `file(F)`, `indexed(Places)` and so on.

predicate_property(Head, Property) :-
    strip_module(Head, Module, Plain),
    (   var(Plain)
    ->  '$property_module'(Module, From),
        '$module_predicates'(From, Predicates),
        '$member'(Name/Arity, Predicates),
        functor(Plain, Name, Arity)
    ;   true
    ),
    (   '$predicate_property'(Module, Plain, Properties0)
    ->  Properties = Properties0
    ;   '$autoload_library'(Plain, Library),
        '$load_library'(Library, Definer),
        '$predicate_property'(Definer, Plain, Properties0),
        Properties = [imported_from(Definer)|Properties0]
    ),
    '$property'(Property, Properties).

'$property_module'(Module, Module).
'$property_module'(Module, system) :-
    Module \== system.

'$property'(Property, Properties) :-
    nonvar(Property),
    ground(Property),
    !,
    '$member'(Property, Properties),
    !.
'$property'(Property, Properties) :-
    '$member'(Property, Properties).

%!  module_property(?Module, ?Property) is nondet.
%
%   Module has Property: `file(F)`, `exports(List)`, `exported_operators(List)` or
%   `class(Class)`.

module_property(Module, Property) :-
    current_module(Module),
    '$module_property'(Property, Module).

'$module_property'(file(File), Module) :-
    '$module_file'(Module, File).
'$module_property'(exports(Exports), Module) :-
    '$exports'(Module, Exports).
'$module_property'(exported_operators(Operators), Module) :-
    '$exported_operators'(Module, Operators),
    Operators \== [].
'$module_property'(class(Class), Module) :-
    (   Module == system
    ->  Class = system
    ;   Class = user
    ).

%!  import_module(?Module, ?Parent) is nondet.
%
%   What Module does not define is looked for in Parent.

import_module(Module, Parent) :-
    current_module(Module),
    '$module_parents'(Module, Parents),
    '$member'(Parent, Parents).

%!  add_import_module(+Module, +Parent, +Place) is det.
%
%   What Module does not define is looked for in Parent as well.

add_import_module(Module, Parent, _) :-
    '$add_parent'(Module, Parent).

'@'(Goal, Module) :-
    call(Module:Goal).

%!  source_file(?File) is nondet.
%
%   File has been loaded.

source_file(File) :-
    '$loaded_files'(Files),
    '$member'(File, Files).

%!  source_file(:Head, -File) is semidet.
%
%   The predicate of Head was defined by File.

source_file(Head, File) :-
    strip_module(Head, Module, Plain),
    nonvar(Plain),
    '$predicate_property'(Module, Plain, Properties),
    '$member'(file(File), Properties),
    !.

%!  unknown(-Old, +New) is det.
%
%   Old is what calls of unknown predicates did; from now on they do New:
%   `error`, `warning` or `fail`.

unknown(Old, New) :-
    current_prolog_flag(unknown, Old),
    set_prolog_flag(unknown, New).

prompt1(_).
'$set_predicate_attribute'(_, _, _).

% Output that may ask users how to show a term; library(format) does that.

write_term(Term, Options) :-
    '$write_term'(Term, Options, Portray),
    (   Portray == true
    ->  current_output(Stream),
        '$print_term'(Stream, Term, Options)
    ;   true
    ).

write_term(Stream, Term, Options) :-
    '$write_term'(Stream, Term, Options, Portray),
    (   Portray == true
    ->  '$print_term'(Stream, Term, Options)
    ;   true
    ).

:- '$lock'(write_term, 2), '$lock'(write_term, 3).

% A list as a goal loads its files.
:- meta_predicate '.'(:, :).

[File|Files] :-
    '$strip_list'([File|Files], Module, Plain),
    load_files(Module:Plain, []).

'$strip_list'([Head0|Tail0], Module, [Head|Tail]) :-
    strip_module(Head0, Module, Head),
    strip_module(Tail0, _, Tail).

reexport(Files) :-
    '$must_be_acyclic'(Files),
    '$must_be_bound'(Files),
    '$source_module'(Module),
    '$reexport'(Files, Module, all).

reexport(File, Imports) :-
    '$must_be_acyclic'(File),
    '$must_be_bound'(File),
    '$check_imports'(Imports),
    '$source_module'(Module),
    '$reexport'(File, Module, Imports).

'$reexport'([], _, _) :-
    !.
'$reexport'([File|Files], Module, Imports) :-
    !,
    '$must_be_bound'(File),
    '$must_be_bound'(Files),
    '$reexport'(File, Module, Imports),
    '$reexport'(Files, Module, Imports).
'$reexport'(File, Module, Imports) :-
    load_files(Module:File, [if(not_loaded), imports(Imports)]),
    '$file_of'(File, From),
    '$reexport_list'(Imports, From, Module).

'$file_of'(library(Name), Module) :-
    '$library_name'(Name, Library),
    '$library_module'(Library, Module),
    !.
'$file_of'(File, Module) :-
    '$source_path'(File, Path),
    '$file_module'(Path, Module).

'$reexport_list'(all, From, Module) :-
    !,
    '$exports'(From, All),
    '$export_list'(All, Module),
    '$exported_operators'(From, Operators),
    '$export_list'(Operators, Module).
'$reexport_list'(except(Excepted), From, Module) :-
    !,
    '$exports'(From, All),
    findall(I, ( '$member'(I, All), \+ '$excepted'(I, Excepted) ), Exports),
    '$export_list'(Exports, Module).
'$reexport_list'(Imports, _, Module) :-
    '$export_imported'(Imports, Module).

'$export_imported'([], _).
'$export_imported'([Import|Imports], Module) :-
    (   Import = (_/Arity as Name)
    ->  '$export_one'(Name/Arity, Module)
    ;   '$export_one'(Import, Module)
    ),
    '$export_imported'(Imports, Module).

% Leaving.

:- dynamic('$at_halt'/2).
:- meta_predicate at_halt(0).

%!  at_halt(:Goal) is det.
%
%   Goal runs before Luminy is left, in the order of the calls of at_halt/1. It may
%   call cancel_halt/1.

at_halt(Goal) :-
    '$must_be_callable'(Goal),
    assertz(system:'$at_halt'(Goal, at_halt)).

%!  cancel_halt(+Reason) is erroneous.
%
%   In a goal of at_halt/1: Luminy is not left.

cancel_halt(Reason) :-
    throw(cancel_halt(Reason)).

%!  halt is erroneous.
%
%   Leaves Luminy with exit status 0.

halt :-
    halt(0).

%!  halt(+Status) is erroneous.
%
%   Leaves Luminy with the exit status Status.

halt(Status) :-
    (   integer(Status),
        '$at_halt'(_, _)
    ->  catch('$run_at_halt', cancel_halt(Reason), true),
        (   var(Reason)
        ->  '$halt'(Status)
        ;   '$report_cancelled'(Reason)
        )
    ;   '$halt'(Status)
    ).

'$report_cancelled'(Reason) :-
    print_message(informational, format('halt cancelled: ~p', [Reason])).

% Each goal runs once, also if it or a later one leaves itself.
'$run_at_halt' :-
    (   retract(system:'$at_halt'(Goal, Kind))
    ->  '$run_halt_goal'(Goal, Kind),
        '$run_at_halt'
    ;   true
    ).

'$run_halt_goal'(Goal, Kind) :-
    catch(ignore(Goal), Ball, true),
    (   var(Ball)
    ->  true
    ;   Ball = cancel_halt(_)
    ->  asserta(system:'$at_halt'(Goal, Kind)),
        throw(Ball)
    ;   Ball = unwind(_)
    ->  true
    ;   print_message(warning, Ball)
    ).

:- '$lock'(halt, 0), '$lock'(halt, 1).
