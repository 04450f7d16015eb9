% What is written quoted reads back as the same term: random terms and operators,
% by all predicates that write.

:- dynamic p/1.

main :-
    set_random(seed(20)),
    forall(between(1, 150, _), with_operators),
    write(done), nl.

with_operators :-
    findall(op(P,T,N), (between(1, 8, _), operator(P, T, N)), Rows),
    findall(op(P,T,N), current_op(P, T, N), Before),
    forall(member(op(P,T,N), Rows), catch(op(P, T, N), _, true)),
    forall(between(1, 12, _), (term(4, Term), try_writers(Term, Rows))),
    forall(current_op(_, T, N), catch(op(0, T, N), _, true)),
    forall(member(op(P,T,N), Before), catch(op(P, T, N), _, true)).

operator(Priority, Type, Name) :-
    random_member(Priority, [0,1,100,200,400,699,700,900,999,1000,1001,1100,1105,1150,1199,1200]),
    random_member(Type, [xfx,xfy,yfx,fy,fx,xf,yf]),
    random_name(Name).

random_name(Name) :-
    random_member(Name, [-,+,\,=,*,^,:-,?-,-->,=>,->,*->,\+,',','|',;,!,[],{},.,..,/,a,b,f,mod,is,
                         dynamic,'A b','','$',@,(:),e,'\\n',é]).

% A random term of a depth.

term(Depth, Term) :-
    random(R),
    (   ( Depth =:= 0 ; R < 0.25 )
    ->  leaf(Term)
    ;   Depth1 is Depth - 1,
        (   R < 0.45
        ->  random_name(Name),
            term(Depth1, A),
            Term =.. [Name,A]
        ;   R < 0.85
        ->  ( R < 0.6 -> random_member(Name, [:-,',',;,->,-->]) ; random_name(Name) ),
            term(Depth1, A),
            term(Depth1, B),
            Term =.. [Name,A,B]
        ;   R < 0.9
        ->  term(Depth1, A),
            Term = {A}
        ;   term(Depth1, A),
            term(Depth1, B),
            random_member(Term, [[A,B],[A|B],f(A,B,A)])
        )
    ).

leaf(Leaf) :-
    random(R),
    (   R < 0.6
    ->  random_name(Leaf)
    ;   random_member(Leaf, [0,1,-1,2.5,-2.5,_,"text"])
    ).

try_writers(Term, Rows) :-
    try_listing(Term, Rows),
    forall(writer(Writer, Written, Term),
           ( catch(reads_back(Writer, Written, Term, Text, Outcome), E, Outcome = E),
             (   Outcome == true
             ->  true
             ;   write_canonical(wrong(Writer, Written, Text, Outcome, Rows)),
                 nl
             )
           )).

reads_back(Writer, Written, Term, Text, Outcome) :-
    with_output_to(string(Text0), call(Writer, Written)),
    (   ends_in_period(Writer)
    ->  Text = Text0
    ;   string_concat(Text0, " .", Text)
    ),
    open_string(Text, Stream),
    read(Stream, Read),
    read(Stream, End),
    (   End \== end_of_file
    ->  Outcome = more(End)
    ;   Read =@= Term
    ->  Outcome = true
    ;   Outcome = reads_as(Read)
    ).

ends_in_period(portray_clause).
ends_in_period(write_fullstop).

writer(writeq, Term, Term).
writer(print, Term, Term).
writer(write_canonical, Term, Term).
writer(portray_clause, Term, Term) :-
    Term \= (_:-true).
writer(write_fullstop, Term, Term).
writer(write_quoted([ignore_ops(true)]), Term, Term).
writer(write_quoted([spacing(next_argument)]), Term, Term).
writer(write_quoted([dotlists(true)]), Term, Term).
writer(write_quoted([brace_terms(true),ignore_ops(true)]), Term, Term).
writer(write_quoted([priority(999)]), Term, Term).
writer(write_quoted([priority(0),numbervars(true)]), Term, Term).
writer(write_quoted([character_escapes(true),portray(true)]), Term, Term).
writer(formatted("~q"), Term, Term).
writer(formatted("~k"), Term, Term).
writer(formatted("~p"), Term, Term).

write_fullstop(Term) :-
    write_term(Term, [quoted(true),fullstop(true),nl(true)]).

write_quoted(Options, Term) :-
    write_term(Term, [quoted(true)|Options]).

formatted(Format, Term) :-
    format(Format, [Term]).

%   As a clause of p/1, if it can be one and the declaration reads.

try_listing(Term, Rows) :-
    (   current_op(1150, fx, dynamic),
        current_op(1200, fx, :-),
        current_op(400, yfx, /),
        clause_with(Term, Clause),
        retractall(p(_)),
        catch(assertz(Clause), _, fail)
    ->  with_output_to(string(Text), listing(p/1)),
        catch(listed(Text, Read), E, Read = E),
        clause(p(X), Body),
        (   Body == true
        ->  Stored = p(X)
        ;   Stored = (p(X):-Body)
        ),
        (   Read =@= Stored
        ->  true
        ;   write_canonical(wrong(listing, Stored, Text, Read, Rows)),
            nl
        )
    ;   true
    ).

clause_with((Head:-Body), (p(Head):-Body)) :-
    !.
clause_with((Head-->Body), (p(Head):-Body)) :-
    !.
clause_with((A,B), (p(A):-A,B)) :-
    !.
clause_with(Term, p(Term)).

listed(Text, Clause) :-
    open_string(Text, Stream),
    read(Stream, _Declaration),
    read(Stream, Clause).
