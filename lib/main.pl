:- module(main,
          [ main/0,
            argv_options/3
          ]).

% Programs that are run from the command line.

:- meta_predicate argv_options(:, -, -).

%!  main is det.
%
%   Calls main(Arguments) of the user's program with the arguments of the
%   command line as atoms, and ends the process: with status 0 if it is true, 1
%   if it is false, and 2, after printing the error, if it throws. A script says
%   `:- initialization(main, main).` and defines main/1.

main :-
    current_prolog_flag(argv, Arguments0),
    program_arguments(Arguments0, Arguments),
    catch(run_main(Arguments, Status), Error, main_error(Error, Status)),
    halt(Status).

run_main(Arguments, 0) :-
    user:main(Arguments),
    !.

main_error(Error, Status) :-
    (   Error = unwind(halt(Status0))
    ->  Status = Status0
    ;   uncaught_message(Error, Message),
        print_message(error, Message),
        Status = 2
    ).

uncaught_message(Error, Message) :-
    (   Error = error(_, _)
    ->  Message = Error
    ;   Message = unhandled_exception(Error)
    ).

%   A `--` in front separates the arguments of the program from those of Luminy.

program_arguments(Arguments0, Arguments) :-
    (   Arguments0 = [--|Arguments1]
    ->  Arguments = Arguments1
    ;   Arguments = Arguments0
    ).

%!  argv_options(:Arguments, -Positional, -Options) is det.
%
%   Options holds an option for each of Arguments that starts with `--`:
%   `--name` is name(true), `--no-name` is name(false) and `--name=value` is
%   name(Value), with a number where the value is one. Positional holds the
%   others, and all that follow an argument `--`.
%
%   ?- argv_options([a,'--size=3','--big','--no-color'], Positional, Options).
%      Positional = [a], Options = [size(3),big(true),color(false)].

argv_options(_:Arguments, Positional, Options) :-
    arguments_options(Arguments, Positional, Options).

arguments_options([], [], []).
arguments_options([Argument|Arguments], Positional, Options) :-
    (   Argument == (--)
    ->  Positional = Arguments,
        Options = []
    ;   atom_concat(--, Text, Argument)
    ->  text_option(Text, Option),
        Options = [Option|Options1],
        arguments_options(Arguments, Positional, Options1)
    ;   Positional = [Argument|Positional1],
        arguments_options(Arguments, Positional1, Options)
    ).

text_option(Text, Option) :-
    (   sub_atom(Text, Before, 1, After, =)
    ->  sub_atom(Text, 0, Before, _, Name),
        sub_atom(Text, _, After, 0, ValueText),
        option_value(ValueText, Value)
    ;   atom_concat('no-', Name0, Text)
    ->  Name = Name0,
        Value = false
    ;   Name = Text,
        Value = true
    ),
    Option =.. [Name,Value].

option_value(Text, Value) :-
    (   atom_number(Text, Number)
    ->  Value = Number
    ;   Value = Text
    ).
