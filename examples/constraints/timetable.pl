% A timetable: lessons get hours and rooms, so that no teacher and no class is in
% two places at once, large classes have large rooms, and nobody teaches more
% than two hours a day.
%
% Run:  luminy examples/constraints/timetable.pl -g main -t halt

:- use_module(library(clpfd)).
:- use_module(report).

% lesson(Subject, Teacher, Class, Size)
lesson(maths, ada, a, 28).
lesson(maths, ada, b, 18).
lesson(physics, emil, a, 28).
lesson(physics, emil, b, 18).
lesson(music, clara, a, 28).
lesson(music, clara, b, 18).
lesson(logic, ada, a, 28).
lesson(art, clara, b, 18).

% Rooms with seats. Hours 1 to 3 are on Monday, 4 to 6 on Tuesday.
room(1, 30).
room(2, 20).

main :-
    findall(lesson(S, T, C, N), lesson(S, T, C, N), Lessons),
    timetable(Lessons, Hours, Rooms),
    append(Hours, Rooms, Variables),
    with_nodes(labeling([ff], Variables)),
    maplist([lesson(S,T,C,_),H,R,place(H,R,C,S,T)]>>true, Lessons, Hours, Rooms, Places0),
    sort(Places0, Places),
    forall(member(place(H,R,C,S,T), Places),
           format("hour ~d, room ~d: class ~w, ~w with ~w~n", [H,R,C,S,T])).

%!  timetable(+Lessons, -Hours, -Rooms) is det.
%
%   Lesson I of Lessons is in hour I of Hours and room I of Rooms.

timetable(Lessons, Hours, Rooms) :-
    same_length(Lessons, Hours),
    same_length(Lessons, Rooms),
    Hours ins 1..6,
    maplist(fitting_room, Lessons, Rooms),
    maplist([H,R,P]>>(P #= 10*H + R), Hours, Rooms, Places),
    all_distinct(Places),
    forall_groups([lesson(_,T,_,_),T]>>true, Lessons, Hours, all_distinct),
    forall_groups([lesson(_,_,C,_),C]>>true, Lessons, Hours, all_distinct),
    forall_groups([lesson(_,T,_,_),T]>>true, Lessons, Hours, not_tiring).

fitting_room(lesson(_, _, _, Size), Room) :-
    findall(R, ( room(R, Seats), Seats >= Size ), [R|Rs]),
    foldl([X,D,D\/X]>>true, Rs, R, Domain),
    Room in Domain.

not_tiring(Hours) :-
    maplist([H,M]>>(H #=< 3 #<==> M), Hours, Mondays),
    sum(Mondays, #=, Monday),
    length(Hours, N),
    Monday #=< 2,
    N - Monday #=< 2.

:- meta_predicate forall_groups(2, ?, ?, 1).

%   Goal is true for the hours of the lessons of each group.

forall_groups(Key, Lessons, Hours, Goal) :-
    maplist(Key, Lessons, Keys),
    pairs_keys_values(Pairs, Keys, Hours),
    keysort(Pairs, Sorted),
    group_pairs_by_key(Sorted, Groups),
    pairs_values(Groups, Lists),
    maplist(Goal, Lists).
