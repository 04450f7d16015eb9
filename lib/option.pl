:- module(option,
          [ option/2,
            option/3,
            select_option/3,
            select_option/4,
            merge_options/3,
            meta_options/3
          ]).

% Option lists. An option is Name(Value) or Name=Value; the first with a name
% counts. Other elements of an option list are passed over.

:- meta_predicate meta_options(1, :, -).

%!  option(?Option, +Options) is semidet.
%
%   Option, a term Name(Value), is the first option of that name in Options.
%
%   ?- option(size(Size), [colour(red),size=3]).
%      Size = 3.

option(Option, Options) :-
    check_options(Options),
    functor(Option, Name, Arity),
    (   Arity =:= 1
    ->  arg(1, Option, Value),
        named_value(Options, Name, Value0),
        Value = Value0
    ;   memberchk(Option, Options)
    ).

%   A list whose end is open has the options that it has so far.

check_options(Options) :-
    '$skip_list'(_, Options, Tail),
    (   var(Tail)
    ->  true
    ;   Tail == []
    ->  true
    ;   type_error(list, Options)
    ).

%   Value is that of the first option with Name.

named_value(List, Name, Value) :-
    nonvar(List),
    List = [Option|Options],
    (   option_name_value(Option, Name, Value0)
    ->  Value = Value0
    ;   named_value(Options, Name, Value)
    ).

option_name_value(Option, Name, Value) :-
    nonvar(Option),
    (   Option = (Name0=Value0)
    ->  Name == Name0,
        Value = Value0
    ;   compound(Option),
        functor(Option, Name0, 1),
        Name == Name0,
        arg(1, Option, Value)
    ).

%!  option(?Option, +Options, +Default) is semidet.
%
%   As option/2, with the value Default if there is no such option.
%
%   ?- option(size(Size), [colour(red)], 1).
%      Size = 1.

option(Option, Options, Default) :-
    check_options(Options),
    functor(Option, Name, 1),
    arg(1, Option, Value),
    (   named_value(Options, Name, Value0)
    ->  Value = Value0
    ;   Value = Default
    ).

%!  select_option(?Option, +Options, -Rest) is semidet.
%
%   As option/2, and Rest is Options without that option.
%
%   ?- select_option(size(Size), [colour(red),size=3], Rest).
%      Size = 3, Rest = [colour(red)].

select_option(Option, Options, Rest) :-
    check_options(Options),
    functor(Option, Name, 1),
    arg(1, Option, Value),
    select_named(Options, Name, Value0, Rest0),
    Value = Value0,
    Rest = Rest0.

select_named(List, Name, Value, Rest) :-
    nonvar(List),
    List = [Option|Options],
    (   option_name_value(Option, Name, Value0)
    ->  Value = Value0,
        Rest = Options
    ;   Rest = [Option|Rest1],
        select_named(Options, Name, Value, Rest1)
    ).

%!  select_option(?Option, +Options, -Rest, +Default) is semidet.
%
%   As select_option/3, with the value Default and Rest the same as Options if
%   there is no such option.
%
%   ?- select_option(size(Size), [colour(red)], Rest, 1).
%      Size = 1, Rest = [colour(red)].

select_option(Option, Options, Rest, Default) :-
    check_options(Options),
    functor(Option, Name, 1),
    arg(1, Option, Value),
    (   select_named(Options, Name, Value0, Rest0)
    ->  Value = Value0,
        Rest = Rest0
    ;   Value = Default,
        Rest = Options
    ).

%!  merge_options(+New, +Old, -Merged) is det.
%
%   Merged holds the options of New, and those of Old with a name that is not in
%   New, as Name(Value) and sorted by name.
%
%   ?- merge_options([size=2], [size(1),colour(red)], Options).
%      Options = [colour(red),size(2)].

merge_options(New, Old, Merged) :-
    must_be(list, New),
    must_be(list, Old),
    canonical_options(New, New1),
    canonical_options(Old, Old1),
    sort(New1, NewSet),
    sort(Old1, OldSet),
    merged(OldSet, NewSet, Merged0),
    sort(Merged0, Merged).

canonical_options([], []).
canonical_options([Option0|Options0], [Option|Options]) :-
    (   nonvar(Option0),
        Option0 = (Name=Value)
    ->  Option =.. [Name,Value]
    ;   Option = Option0
    ),
    canonical_options(Options0, Options).

merged([], New, New).
merged([Option|Old], New, Merged) :-
    (   nonvar(Option),
        functor(Option, Name, Arity),
        has_functor(New, Name, Arity)
    ->  Merged = Merged1
    ;   Merged = [Option|Merged1]
    ),
    merged(Old, New, Merged1).

has_functor([Option|Options], Name, Arity) :-
    (   nonvar(Option),
        functor(Option, Name, Arity)
    ->  true
    ;   has_functor(Options, Name, Arity)
    ).

%!  meta_options(:IsMeta, :Options0, -Options) is det.
%
%   Options is Options0 with the value of each option whose name IsMeta is true
%   of qualified with the module of Options0.
%
%   ?- meta_options(==(goal), user:[goal(p),size(1)], Options).
%      Options = [goal(user:p),size(1)].

meta_options(IsMeta, Module:Options0, Options) :-
    qualified_options(Options0, IsMeta, Module, Options).

qualified_options([], _, _, []).
qualified_options([Option0|Options0], IsMeta, Module, [Option|Options]) :-
    (   option_name(Option0, Name, Value),
        call(IsMeta, Name)
    ->  (   nonvar(Value),
            Value = _:_
        ->  Qualified = Value
        ;   Qualified = Module:Value
        ),
        Option =.. [Name,Qualified]
    ;   Option = Option0
    ),
    qualified_options(Options0, IsMeta, Module, Options).

option_name(Option, Name, Value) :-
    nonvar(Option),
    (   Option = (Name=Value)
    ->  true
    ;   Option =.. [Name,Value]
    ).
