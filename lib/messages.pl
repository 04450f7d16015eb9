:- module(messages,
          [ print_message/2,
            message_lines/2
          ]).

% Messages: what a program tells its user beside its output. Errors and warnings
% look like those of the system itself.
%
% A program gives its own messages words through the grammar
% `prolog:message(Message)`, which describes a list as print_message_lines/3 takes
% it, and handles messages itself by `user:message_hook(Message, Kind, Lines)`.

%!  print_message(+Kind, +Message) is det.
%
%   Shows Message. Kind is `error`, `warning`, `informational`, `help`, `query`,
%   `banner`, `silent` or `debug(Topic)`. Message is an error term,
%   `format(Format, Arguments)`, or a term that `prolog:message//1` describes.
%
%   ?- print_message(silent, format("~w", [hidden])).
%      true.

print_message(Kind, Message) :-
    must_be(nonvar, Kind),
    described(Message, Lines, Origin),
    (   hooked(Message, Kind, Lines)
    ->  true
    ;   shown(Kind, Message, Lines, Origin)
    ).

%!  message_lines(+Message, -Lines) is det.
%
%   Lines are the words of Message, as print_message_lines/3 takes them.
%
%   ?- message_lines(format("~w!", [hello]), Lines).
%      Lines = ["~w!"-[hello]].

message_lines(Message, Lines) :-
    described(Message, Lines, _).

% Origin tells whether the words are the program's or the system's.
described(Message, Lines, Origin) :-
    (   nonvar(Message),
        current_predicate(prolog:message/3),
        catch(phrase(prolog:message(Message), Lines0), _, fail)
    ->  Lines = Lines0,
        Origin = program
    ;   nonvar(Message),
        Message = format(Format, Arguments)
    ->  Lines = [Format-Arguments],
        Origin = program
    ;   nonvar(Message),
        '$is_explained'(Message)
    ->  '$explanation'(Message, Text),
        Lines = ['~w'-[Text]],
        Origin = system
    ;   Lines = ['unknown message: ~p'-[Message]],
        Origin = program
    ).

hooked(Message, Kind, Lines) :-
    nonvar(Message),
    current_predicate(user:message_hook/3),
    catch(user:message_hook(Message, Kind, Lines), _, fail).

shown(Kind, Message, Lines, Origin) :-
    (   reported(Kind)
    ->  (   Origin == system
        ->  '$report_error'(Kind, Message)
        ;   message_text(Lines, '', Text),
            '$report_message'(Kind, Text)
        )
    ;   hidden(Kind)
    ->  true
    ;   line_prefix(Kind, Prefix),
        message_text(Lines, Prefix, Text),
        flush_output(user_output),
        write(user_error, Text)
    ).

%   Messages are printed where something has gone wrong already: one that cannot be
%   written says so, and is no error.

message_text(Lines, Prefix, Text) :-
    catch(with_output_to(string(Text), written_lines(Lines, Prefix)), error(Formal, _), true),
    (   nonvar(Formal)
    ->  Told = ['the message ~q cannot be written: ~q'-[Lines,Formal]],
        with_output_to(string(Text), written_lines(Told, Prefix))
    ;   true
    ).

written_lines(Lines, Prefix) :-
    current_output(Stream),
    print_message_lines(Stream, Prefix, Lines).

reported(error).
reported(warning).

hidden(silent).
hidden(informational) :-
    current_prolog_flag(verbose, silent).
hidden(banner) :-
    current_prolog_flag(verbose, silent).

line_prefix(Kind, Prefix) :-
    (   plain(Kind)
    ->  Prefix = ''
    ;   Prefix = '% '
    ).

plain(help).
plain(query).
plain(banner).
