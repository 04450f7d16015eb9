% Family relations: facts, rules and recursion.
%
% Run:  luminy examples/basics/family.pl -g main -t halt
%
%   ?- grandparent(ada, Who).
%      Who = dora
%   ;  Who = emil.

main :-
    show('children of ada', Child, parent(ada, Child)),
    show('mother of fritz', Mother, mother(Mother, fritz)),
    show('father of dora', Father, father(Father, dora)),
    show('grandchildren of ada', Who, grandparent(ada, Who)),
    show('siblings of dora', Sibling, sibling(dora, Sibling)),
    show('aunts of gita', Aunt, aunt(Aunt, gita)),
    show('ancestors of gita', Ancestor, ancestor(Ancestor, gita)),
    show('first cousins', A-B, (cousin(A, B), A @< B)).

%!  show(+Title, +Template, :Goal) is det.
%
%   Prints Title and the sorted, distinct instances of Template for which Goal
%   holds.

show(Title, Template, Goal) :-
    findall(Template, Goal, Found),
    sort(Found, Sorted),
    write(Title), write(': '), write(Sorted), nl.

parent(ada, bert).
parent(ada, carla).
parent(anton, bert).
parent(anton, carla).
parent(bert, dora).
parent(bert, emil).
parent(carla, fritz).
parent(emil, gita).

female(ada).
female(carla).
female(dora).
female(gita).

male(anton).
male(bert).
male(emil).
male(fritz).

mother(Mother, Child) :-
    parent(Mother, Child),
    female(Mother).

father(Father, Child) :-
    parent(Father, Child),
    male(Father).

grandparent(Grandparent, Grandchild) :-
    parent(Grandparent, Parent),
    parent(Parent, Grandchild).

sibling(A, B) :-
    parent(Parent, A),
    parent(Parent, B),
    A \== B.

aunt(Aunt, Child) :-
    parent(Parent, Child),
    sibling(Aunt, Parent),
    female(Aunt).

cousin(A, B) :-
    parent(ParentA, A),
    sibling(ParentA, ParentB),
    parent(ParentB, B).

%!  ancestor(?Ancestor, ?Person) is nondet.
%
%   The recursive goal comes last: in front of parent/2 it would call itself
%   forever.

ancestor(Ancestor, Person) :-
    parent(Ancestor, Person).
ancestor(Ancestor, Person) :-
    parent(Ancestor, Child),
    ancestor(Child, Person).
