% A bottom-up chart parser that keeps its edges in the database: many dynamic facts,
% looked up by their first two arguments, asserted only if they are new.

:- dynamic(edge/5).

% length of the sentence, number of times
sentences(full, 31, 30).
sentences(small, 7, 1).

bench(Size) :-
    sentences(Size, Length, Rounds),
    sentence(Length, Words),
    (   between(1, Rounds, _),
        charted(Words),
        fail
    ;   charted(Words)
    ),
    findall(1, edge(_, _, _, _, _), Edges),
    length(Edges, Count),
    findall(Category, edge(0, Length, Category, [], _), Whole),
    sort(Whole, Categories),
    retractall(edge(_, _, _, _, _)),
    write(Size), write(' '), write(Count), write(' '), write(Categories), nl.

% The first Length words of a sentence without end.
sentence(Length, Words) :-
    words(Length, 0, Words).

words(0, _, []) :- !.
words(Length, Place, [Word|Words]) :-
    Kind is Place mod 8,
    word_at(Kind, Word),
    Less is Length - 1,
    Next is Place + 1,
    words(Less, Next, Words).

word_at(0, the).
word_at(1, dog).
word_at(2, saw).
word_at(3, old).
word_at(4, men).
word_at(5, with).
word_at(6, telescopes).
word_at(7, and).

charted(Words) :-
    retractall(edge(_, _, _, _, _)),
    scanned(Words, 0).

scanned([], _).
scanned([Word|Words], From) :-
    To is From + 1,
    (   lexical(Word, Category),
        added(From, To, Category, [], word),
        fail
    ;   scanned(Words, To)
    ).

% Each new edge leads to those that follow from it.
added(From, To, Category, Needed, Origin) :-
    \+ edge(From, To, Category, Needed, _),
    assertz(edge(From, To, Category, Needed, Origin)),
    consequences(From, To, Category, Needed).

consequences(From, To, Category, []) :-
    (   rule(Parent, [Category|Needed]),
        added(From, To, Parent, Needed, rule),
        fail
    ;   edge(Start, From, Parent, [Category|Needed], _),
        added(Start, To, Parent, Needed, rule),
        fail
    ;   true
    ).
consequences(From, To, Category, [Next|Needed]) :-
    (   edge(To, End, Next, [], _),
        added(From, End, Category, Needed, rule),
        fail
    ;   true
    ).

rule(s, [np, vp]).
rule(s, [s, conj, s]).
rule(s, [vp]).
rule(np, [det, nom]).
rule(np, [nom]).
rule(np, [np, pp]).
rule(np, [np, conj, np]).
rule(np, [np, rel]).
rule(nom, [n]).
rule(nom, [adj, nom]).
rule(nom, [n, nom]).
rule(nom, [nom, conj, nom]).
rule(rel, [that, vp]).
rule(vp, [v]).
rule(vp, [v, np]).
rule(vp, [v, np, pp]).
rule(vp, [v, np, np]).
rule(vp, [vp, pp]).
rule(vp, [vp, adv]).
rule(vp, [vp, conj, vp]).
rule(vp, [v, that, s]).
rule(pp, [p, np]).
rule(pp, [pp, conj, pp]).

lexical(the, det).
lexical(dog, n).
lexical(dog, v).
lexical(saw, v).
lexical(saw, n).
lexical(old, adj).
lexical(old, n).
lexical(men, n).
lexical(men, v).
lexical(with, p).
lexical(telescopes, n).
lexical(telescopes, v).
lexical(and, conj).
