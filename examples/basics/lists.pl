% List processing: the usual relations, written out.
%
% The names end in an underscore where a library predicate of that name exists,
% so that both can be tried at the prompt.
%
% Run:  luminy examples/basics/lists.pl -g main -t halt
%
%   ?- append_(Front, Back, [a,b]).
%      Front = [], Back = [a,b]
%   ;  Front = [a], Back = [b]
%   ;  Front = [a,b], Back = [].

main :-
    length_([a,b,c], Length),
    print_fact(length, Length),
    append_([1,2], [3,4], Appended),
    print_fact(append, Appended),
    findall(Front+Back, append_(Front, Back, [a,b]), Splits),
    print_fact(splits, Splits),
    reverse_([1,2,3], Reversed),
    print_fact(reverse, Reversed),
    last_([1,2,3], Last),
    print_fact(last, Last),
    sum([1,2,3,4], Sum),
    print_fact(sum, Sum),
    greatest([3,1,4,1,5,9,2,6], Greatest),
    print_fact(greatest, Greatest),
    split([3,-1,4,-1,5], 0, Low, High),
    print_fact(split, Low/High),
    flat([a,[b,[],[c]],d], Flat),
    print_fact(flat, Flat),
    quicksort([3,1,4,1,5,9,2,6], Quick),
    print_fact(quicksort, Quick),
    merge_sort([3,1,4,1,5,9,2,6], Merged),
    print_fact(merge_sort, Merged),
    findall(Subset, subset_of(Subset, [a,b,c]), Subsets),
    print_fact(subsets, Subsets),
    runs([a,a,b,c,c,c], Runs),
    print_fact(runs, Runs).

print_fact(Name, Value) :-
    write(Name), write(': '), write(Value), nl.

%!  length_(+List, -Length) is det.

length_([], 0).
length_([_|List], Length) :-
    length_(List, Length0),
    Length is Length0 + 1.

%!  append_(?Front, ?Back, ?List) is nondet.

append_([], List, List).
append_([Element|Front], Back, [Element|List]) :-
    append_(Front, Back, List).

%!  reverse_(+List, -Reversed) is det.

reverse_(List, Reversed) :-
    reverse_(List, [], Reversed).

reverse_([], Reversed, Reversed).
reverse_([Element|List], Done, Reversed) :-
    reverse_(List, [Element|Done], Reversed).

%!  last_(+List, -Last) is semidet.

last_([First|List], Last) :-
    last_(List, First, Last).

last_([], Last, Last).
last_([Element|List], _, Last) :-
    last_(List, Element, Last).

%!  sum(+Numbers, -Sum) is det.

sum(Numbers, Sum) :-
    sum(Numbers, 0, Sum).

sum([], Sum, Sum).
sum([Number|Numbers], Sum0, Sum) :-
    Sum1 is Sum0 + Number,
    sum(Numbers, Sum1, Sum).

%!  greatest(+Numbers, -Greatest) is semidet.

greatest([Number|Numbers], Greatest) :-
    greatest(Numbers, Number, Greatest).

greatest([], Greatest, Greatest).
greatest([Number|Numbers], Greatest0, Greatest) :-
    Greatest1 is max(Number, Greatest0),
    greatest(Numbers, Greatest1, Greatest).

%!  split(+Numbers, +Pivot, -Low, -High) is det.
%
%   Low are the Numbers below Pivot, High all others.

split([], _, [], []).
split([Number|Numbers], Pivot, Low0, High0) :-
    (   Number < Pivot
    ->  Low0 = [Number|Low],
        High0 = High
    ;   Low0 = Low,
        High0 = [Number|High]
    ),
    split(Numbers, Pivot, Low, High).

%!  flat(+Tree, -List) is det.
%
%   List has the elements of nested lists in order.

flat(Tree, List) :-
    flat(Tree, List, []).

flat([], List, List) :- !.
flat([Tree|Trees], List0, List) :-
    !,
    flat(Tree, List0, List1),
    flat(Trees, List1, List).
flat(Element, [Element|List], List).

%!  quicksort(+Numbers, -Sorted) is det.

quicksort([], []).
quicksort([Pivot|Numbers], Sorted) :-
    split(Numbers, Pivot, Low, High),
    quicksort(Low, SortedLow),
    quicksort(High, SortedHigh),
    append_(SortedLow, [Pivot|SortedHigh], Sorted).

%!  merge_sort(+Numbers, -Sorted) is det.

merge_sort([], []) :- !.
merge_sort([Number], [Number]) :- !.
merge_sort(Numbers, Sorted) :-
    halves(Numbers, Left, Right),
    merge_sort(Left, SortedLeft),
    merge_sort(Right, SortedRight),
    merged(SortedLeft, SortedRight, Sorted).

halves([], [], []).
halves([Element|List], [Element|Right], Left) :-
    halves(List, Left, Right).

merged([], Numbers, Numbers) :- !.
merged(Numbers, [], Numbers) :- !.
merged([A|As], [B|Bs], [Least|Merged]) :-
    (   A =< B
    ->  Least = A,
        merged(As, [B|Bs], Merged)
    ;   Least = B,
        merged([A|As], Bs, Merged)
    ).

%!  subset_of(-Subset, +List) is nondet.

subset_of([], []).
subset_of(Subset, [_|List]) :-
    subset_of(Subset, List).
subset_of([Element|Subset], [Element|List]) :-
    subset_of(Subset, List).

%!  runs(+List, -Runs) is det.
%
%   Runs are Element*Count for each stretch of equal elements.

runs([], []).
runs([Element|List], [Element*Count|Runs]) :-
    run(List, Element, 1, Count, Rest),
    runs(Rest, Runs).

run([Next|List], Element, Count0, Count, Rest) :-
    Next == Element,
    !,
    Count1 is Count0 + 1,
    run(List, Element, Count1, Count, Rest).
run(Rest, _, Count, Count, Rest).
