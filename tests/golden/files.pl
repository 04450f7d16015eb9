% Reading and writing files: characters, terms, positions, redirection.

main :-
    terms,
    characters,
    redirection,
    positions,
    bytes,
    copies,
    missing.

show(X) :-
    print(X), nl.

terms :-
    open('terms.pl', write, Out),
    forall(
        member(T, [a, 'B c', f(X, Y, X, Y), [1,2|t], "string", 'it''s', 1 - 2, (a:-b,c;d->e), {x}, \+a, [], '', 1.5e300, 123456789012345678901234567890]),
        ( writeq(Out, T), write(Out, ' .'), nl(Out) )
    ),
    write(Out, '% a comment at the end'),
    close(Out),
    open('terms.pl', read, In),
    read_all(In, Ts),
    close(In),
    forall(member(T, Ts), show_term(T)).

show_term(T) :-
    numbervars(T, 0, _),
    show(T).

read_all(In, Ts) :-
    read(In, T),
    (   T == end_of_file
    ->  Ts = []
    ;   Ts = [T|Rest],
        read_all(In, Rest)
    ).

characters :-
    open('chars.txt', write, Out),
    write(Out, 'tab\there\nümlaut'),
    close(Out),
    open('chars.txt', read, In),
    repeat,
    get_char(In, C),
    (   C == end_of_file
    ->  true
    ;   writeq(C), write(' '),
        fail
    ),
    !,
    nl,
    close(In).

redirection :-
    tell('told.txt'),
    write('told('), write(1), write(').'), nl,
    told,
    see('told.txt'),
    read(T),
    seen,
    show(T),
    append('told.txt'),
    write('told(2).'), nl,
    told,
    open('told.txt', read, In),
    read_all(In, Ts),
    close(In),
    show(Ts),
    current_output(Old),
    open('other.txt', write, Out, [alias(other)]),
    set_output(other),
    write(hidden), nl,
    set_output(Old),
    close(Out),
    open('other.txt', read, In2),
    read_line_to_string(In2, Line),
    close(In2),
    show(Line).

positions :-
    open('pos.txt', write, Out),
    write(Out, 'one. two.\nthree. four.'),
    close(Out),
    open('pos.txt', read, In),
    read(In, A),
    stream_property(In, position(Position)),
    read(In, B),
    read(In, C),
    line_count(In, Line),
    set_stream_position(In, Position),
    read(In, D),
    show([A,B,C,D]),
    show(line(Line)),
    close(In).

bytes :-
    open('bytes.bin', write, Out, [type(binary)]),
    forall(member(B, [0,1,127,128,255]), put_byte(Out, B)),
    close(Out),
    open('bytes.bin', read, In, [type(binary)]),
    read_bytes(In, Bs),
    close(In),
    show(Bs).

read_bytes(In, Bs) :-
    get_byte(In, B),
    (   B =:= -1
    ->  Bs = []
    ;   Bs = [B|Rest],
        read_bytes(In, Rest)
    ).

copies :-
    open('pos.txt', read, In),
    open('copy.txt', write, Out),
    copy_chars(In, Out),
    close(In),
    close(Out),
    open('copy.txt', read, Copy),
    read_all(Copy, Ts),
    close(Copy),
    show(Ts),
    (   exists_file('copy.txt')
    ->  delete_file('copy.txt')
    ;   true
    ),
    (   exists_file('copy.txt')
    ->  show(still_there)
    ;   show(deleted)
    ).

copy_chars(In, Out) :-
    get_char(In, C),
    (   C == end_of_file
    ->  true
    ;   put_char(Out, C),
        copy_chars(In, Out)
    ).

missing :-
    catch(open('no/such/file', read, _), error(E, _), show(E)),
    catch(see('no/such/file'), error(F, _), show(F)),
    catch(consult('no/such/file'), error(existence_error(Kind, _), _), show(Kind)).
