% Tables by column stops of format/2.

main :-
    rule(44),
    format("~w~t~12|~t~w~20|~t~w~32|~t~w~44|~n", [item, count, price, total]),
    rule(44),
    forall(
        row(Item, Count, Price),
        ( Total is Count * Price,
          format("~a~t~12|~t~d~20|~t~2f~32|~t~2f~44|~n", [Item, Count, Price, Total])
        )
    ),
    rule(44),
    aggregate_all(sum(C * P), row(_, C, P), Sum),
    format("~w~t~2f~44|~n", [sum, Sum]),
    nl,
    forall(member(Word, [left, middle, right]), centred(Word)),
    bars([monday-3, tuesday-7, wednesday-0, thursday-12]),
    format("~a~t~a~30|~a~n", [start, end, after]),
    format("~`.t~w~20|~n", [page(7)]),
    format("~t~s~10|~s~t~10+~c~n", [[104,105], [104,111], 0'!]),
    format("[~10|]~n[~t~10|]~n", []),
    format("~t~w~5+~t~w~5+~t~w~5+~n", [1, 22, 333]),
    format("~D ~2D ~e ~4f ~g~n", [1234567, 1234567, 2.5, 2.5, 2.5]),
    format("~8r ~16r ~16R ~2r~n", [100, 255, 255, 5]),
    format("~q ~w ~p ~a~n", ['It''s', 'It''s', 'It''s', 'It''s']),
    format("~i~w ~*c~w~n", [skipped, shown, 3, 0'-, end]).

rule(Width) :-
    format("~`-t~*|~n", [Width]).

row(apples, 12, 0.25).
row(pears, 3, 1.5).
row(melons, 1, 2.99).
row(cherries, 150, 0.05).

centred(Word) :-
    format("|~t~w~t~15||~n", [Word]).

bars([]).
bars([Name-N|Bars]) :-
    format("~w~t~12|~`#t~*+~n", [Name, N]),
    bars(Bars).
