:- module(format,
          [ format/1,
            format/2,
            format/3,
            with_output_to/2,
            print/1,
            print/2,
            '$print_term'/3,
            print_message_lines/3
          ]).

% Formatted output, the capture of output, and output that asks portray/1. The
% directives are carried out in Rust; goals, which a format may call, run here.

:- meta_predicate format(+, :), format(+, +, :), with_output_to(?, 0).

%!  format(+Format) is det.
%
%   Writes Format, which takes no arguments, to the current output.

format(Format) :-
    format(Format, []).

%!  format(+Format, :Arguments) is det.
%
%   Writes Arguments to the current output as Format says. An argument that is
%   no list stands for a list of itself.
%
%   ?- format("~w and ~q~n", [a, 'B c']).
%      prints("a and 'B c'\n"), true.

format(Format, Arguments) :-
    '$format'(Format, Arguments, Goals),
    (   Goals == []
    ->  true
    ;   current_output(Stream),
        goal_outputs(Goals, Outputs),
        '$format_with'(Stream, Format, Arguments, Outputs)
    ).

%!  format(+Sink, +Format, :Arguments) is semidet.
%
%   The same, but to a stream, or to a sink: `atom(Atom)`, `string(String)`,
%   `codes(Codes)`, `codes(Codes, Tail)`, `chars(Chars)` or `chars(Chars, Tail)`.
%
%   ?- format(atom(A), "~t~w~5|", [x]).
%      A = '    x'.

format(Sink, Format, Arguments) :-
    '$format'(Sink, Format, Arguments, Goals),
    (   Goals == []
    ->  true
    ;   goal_outputs(Goals, Outputs),
        '$format_with'(Sink, Format, Arguments, Outputs)
    ).

goal_outputs([], []).
goal_outputs([Goal|Goals], [Output|Outputs]) :-
    with_output_to(string(Output), Goal),
    goal_outputs(Goals, Outputs).

%!  with_output_to(?Sink, :Goal) is semidet.
%
%   Calls Goal once. What it writes to the current output goes to Sink, as in
%   format/3.
%
%   ?- with_output_to(string(S), write(hello)).
%      S = "hello".

with_output_to(Sink, Goal) :-
    '$check_sink'(Sink),
    '$capture'(Old, Stream),
    '$call_cleanup'(captured(Goal, Stream, Text), '$release'(Old, Stream)),
    '$deliver'(Sink, Text).

captured(Goal, Stream, Text) :-
    call(Goal),
    !,
    '$captured'(Stream, Text).

%!  print(@Term) is det.
%
%   Writes Term to the current output as it is shown to people: as writeq/1
%   does, but a subterm for which portray/1 succeeds is shown as that does.
%
%   ?- print(f('A b')).
%      prints("f('A b')"), true.

print(Term) :-
    write_term(Term, [portray(true), numbervars(true), quoted(true)]).

%!  print(+Stream, @Term) is det.
%
%   The same, but to Stream.

print(Stream, Term) :-
    write_term(Stream, Term, [portray(true), numbervars(true), quoted(true)]).

'$print_term'(Stream, Term, Options) :-
    portrayed([Term], Portrayed),
    '$write_portrayed'(Stream, Term, Options, Portrayed).

% The outermost subterms that portray/1 shows, each with its text.
portrayed([], []).
portrayed([Term|Terms], Portrayed) :-
    (   nonvar(Term),
        with_output_to(string(Text), user:portray(Term))
    ->  Portrayed = [Term-Text|Rest],
        portrayed(Terms, Rest)
    ;   compound(Term)
    ->  compound_name_arguments(Term, _, Arguments),
        '$append'(Arguments, Terms, More),
        portrayed(More, Portrayed)
    ;   portrayed(Terms, Portrayed)
    ).

%!  print_message_lines(+Stream, +Prefix, +Lines) is det.
%
%   Writes the lines of a message to Stream, each behind Prefix, an atom or
%   `kind(Kind)` for the prefix of messages of that kind. The lines are a list of texts, `Format-Arguments`, `nl`,
%   `ansi(Style, Format, Arguments)`, `url(Place)` and `flush`.

print_message_lines(Stream, Prefix0, Lines) :-
    line_prefix(Prefix0, Prefix),
    message_lines(Lines, start, Prefix, Stream).

line_prefix(kind(Kind), Prefix) :-
    !,
    (   kind_prefix(Kind, Prefix0)
    ->  Prefix = Prefix0
    ;   Prefix = ''
    ).
line_prefix(Prefix0, Prefix) :-
    (   atom_concat(Prefix, '~N', Prefix0)
    ->  true
    ;   Prefix = Prefix0
    ).

kind_prefix(error, 'error: ').
kind_prefix(warning, 'warning: ').
kind_prefix(informational, '% ').
kind_prefix(debug(_), '% ').

message_lines([], Place, _, Stream) :-
    (   Place == start
    ->  true
    ;   nl(Stream)
    ).
message_lines([Element|Elements], Place, Prefix, Stream) :-
    message_element(Element, Place, Next, Prefix, Stream),
    message_lines(Elements, Next, Prefix, Stream).

message_element(Element, Place, Next, Prefix, Stream) :-
    (   Element == nl
    ->  (   Place == start
        ->  format(Stream, Prefix, [])
        ;   true
        ),
        nl(Stream),
        Next = start
    ;   Element == flush
    ->  flush_output(Stream),
        Next = Place
    ;   (   Place == start
        ->  format(Stream, Prefix, [])
        ;   true
        ),
        message_text(Element, Stream),
        Next = inside
    ).

message_text(Element, Stream) :-
    (   Element = Format-Arguments
    ->  format(Stream, Format, Arguments)
    ;   Element = ansi(_, Format, Arguments)
    ->  format(Stream, Format, Arguments)
    ;   Element = url(Place)
    ->  message_place(Place, Stream)
    ;   Element = begin(_, _)
    ->  true
    ;   Element = end(_)
    ->  true
    ;   Element = at_same_line
    ->  true
    ;   format(Stream, Element, [])
    ).

message_place(Place, Stream) :-
    (   Place = File:Line:Column
    ->  format(Stream, "~w:~w:~w", [File,Line,Column])
    ;   Place = File:Line
    ->  format(Stream, "~w:~w", [File,Line])
    ;   format(Stream, "~w", [Place])
    ).
