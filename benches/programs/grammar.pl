% A definite clause grammar of English with agreement, gaps and a lexicon of some
% hundred words; all parses of ambiguous sentences.

rounds(full, 4500).
rounds(small, 1).

bench(Size) :-
    rounds(Size, Rounds),
    (   between(1, Rounds, _),
        sentence(_, Words),
        sentence(_, Words, []),
        fail
    ;   findall(Id-Count, parses(Id, Count), Counts)
    ),
    write(Size), write(' '), write(Counts), nl.

parses(Id, Count) :-
    sentence(Id, Words),
    findall(Tree, sentence(Tree, Words, []), Trees),
    length(Trees, Count).

sentence(1, [the,old,man,saw,a,young,girl,with,the,telescope]).
sentence(2, [every,student,who,reads,a,book,in,the,library,likes,the,teacher]).
sentence(3, [the,farmer,gave,the,dog,a,bone,in,the,garden,near,the,river,under,the,bridge]).
sentence(4, [she,thinks,that,he,knows,that,they,believe,that,the,cat,sleeps]).
sentence(5, [does,the,clever,child,in,the,red,house,see,the,birds,on,the,roof,of,the,church]).
sentence(6, [which,book,did,the,professor,give,the,student,in,the,park]).
sentence(7, [the,dogs,barks]).
sentence(8, [the,cat,and,the,dog,and,the,bird,chase,a,mouse,and,the,horse,with,the,man]).
sentence(9, [a,very,very,old,king,slowly,walked,to,the,castle,on,the,hill,with,a,crown,on,his,head]).

sentence(declarative(NP, VP)) -->
    noun_phrase(Number, subject, nogap, NP),
    verb_phrase(Number, finite, nogap, VP).
sentence(question(Aux, NP, VP)) -->
    auxiliary(Number, Aux),
    noun_phrase(Number, subject, nogap, NP),
    verb_phrase(_, base, nogap, VP).
sentence(which(N, Aux, NP, VP)) -->
    [which],
    noun(_, N),
    auxiliary(Number, Aux),
    noun_phrase(Number, subject, nogap, NP),
    verb_phrase(_, base, gap(N), VP).

auxiliary(singular, does) --> [does].
auxiliary(plural, do) --> [do].
auxiliary(_, did) --> [did].

noun_phrase(_, object, gap(N), trace(N)) --> [].
noun_phrase(Number, Case, nogap, NP) -->
    simple_noun_phrase(Number1, Case, NP1),
    more_noun_phrases(Number1, Case, NP1, Number, NP).

more_noun_phrases(Number, _, NP, Number, NP) --> [].
more_noun_phrases(_, Case, NP1, plural, and(NP1, NP2)) -->
    [and],
    noun_phrase(_, Case, nogap, NP2).

simple_noun_phrase(Number, Case, pronoun(Word)) -->
    [Word],
    { pronoun(Word, Number, Case) }.
simple_noun_phrase(Number, _, np(Det, N, Modifiers)) -->
    determiner(Number, Det),
    nominal(Number, N),
    modifiers(Number, Modifiers).

nominal(Number, N) -->
    noun(Number, N).
nominal(Number, quality(Adj, N)) -->
    adjective_phrase(Adj),
    nominal(Number, N).

adjective_phrase(Adj) -->
    [Adj],
    { adjective(Adj) }.
adjective_phrase(very(Adj)) -->
    [very],
    adjective_phrase(Adj).

modifiers(_, []) --> [].
modifiers(Number, [Modifier|Modifiers]) -->
    modifier(Number, Modifier),
    modifiers(Number, Modifiers).

modifier(_, pp(P, NP)) -->
    prepositional_phrase(P, NP).
modifier(Number, who(VP)) -->
    [who],
    verb_phrase(Number, finite, nogap, VP).
modifier(_, that(NP, VP)) -->
    [that],
    noun_phrase(Number, subject, nogap, NP),
    verb_phrase(Number, finite, gap(that), VP).

prepositional_phrase(P, NP) -->
    [P],
    { preposition(P) },
    noun_phrase(_, object, nogap, NP).

verb_phrase(Number, Form, Gap, vp(Adverb, Core, Adjuncts)) -->
    adverb(Adverb),
    core(Number, Form, Gap, Core),
    adjuncts(Adjuncts).

adverb(none) --> [].
adverb(Word) --> [Word], { adverb(Word) }.

core(Number, Form, nogap, verb(V)) -->
    verb(intransitive, Number, Form, V).
core(Number, Form, Gap, verb(V, NP)) -->
    verb(transitive, Number, Form, V),
    noun_phrase(_, object, Gap, NP).
core(Number, Form, Gap, verb(V, NP1, NP2)) -->
    verb(ditransitive, Number, Form, V),
    noun_phrase(_, object, nogap, NP1),
    noun_phrase(_, object, Gap, NP2).
core(Number, Form, nogap, verb(V, S)) -->
    verb(sentential, Number, Form, V),
    [that],
    sentence(S).

adjuncts([]) --> [].
adjuncts([pp(P, NP)|Adjuncts]) -->
    prepositional_phrase(P, NP),
    adjuncts(Adjuncts).

determiner(Number, Word) --> [Word], { determiner(Word, Number) }.

noun(Number, Lemma) --> [Word], { noun(Word, Number, Lemma) }.

verb(Kind, Number, Form, Lemma) --> [Word], { verb(Word, Kind, Form, Number, Lemma) }.

determiner(the, _).
determiner(a, singular).
determiner(an, singular).
determiner(every, singular).
determiner(some, plural).
determiner(all, plural).
determiner(many, plural).
determiner(his, _).
determiner(her, _).
determiner(their, _).

pronoun(i, singular, subject).
pronoun(he, singular, subject).
pronoun(she, singular, subject).
pronoun(it, singular, _).
pronoun(we, plural, subject).
pronoun(they, plural, subject).
pronoun(him, singular, object).
pronoun(her, singular, object).
pronoun(us, plural, object).
pronoun(them, plural, object).
pronoun(you, plural, _).

preposition(in).
preposition(on).
preposition(under).
preposition(near).
preposition(with).
preposition(of).
preposition(to).
preposition(from).
preposition(behind).
preposition(beside).
preposition(over).
preposition(through).

adjective(old).
adjective(young).
adjective(clever).
adjective(red).
adjective(green).
adjective(blue).
adjective(big).
adjective(small).
adjective(happy).
adjective(sad).
adjective(tall).
adjective(short).
adjective(quick).
adjective(lazy).
adjective(brave).
adjective(quiet).
adjective(loud).
adjective(bright).
adjective(dark).
adjective(heavy).

adverb(slowly).
adverb(quickly).
adverb(often).
adverb(never).
adverb(always).
adverb(quietly).
adverb(gladly).
adverb(sadly).

noun(man, singular, man).
noun(men, plural, man).
noun(woman, singular, woman).
noun(women, plural, woman).
noun(girl, singular, girl).
noun(girls, plural, girl).
noun(boy, singular, boy).
noun(boys, plural, boy).
noun(child, singular, child).
noun(children, plural, child).
noun(telescope, singular, telescope).
noun(telescopes, plural, telescope).
noun(student, singular, student).
noun(students, plural, student).
noun(book, singular, book).
noun(books, plural, book).
noun(library, singular, library).
noun(libraries, plural, library).
noun(teacher, singular, teacher).
noun(teachers, plural, teacher).
noun(farmer, singular, farmer).
noun(farmers, plural, farmer).
noun(dog, singular, dog).
noun(dogs, plural, dog).
noun(bone, singular, bone).
noun(bones, plural, bone).
noun(garden, singular, garden).
noun(gardens, plural, garden).
noun(river, singular, river).
noun(rivers, plural, river).
noun(bridge, singular, bridge).
noun(bridges, plural, bridge).
noun(cat, singular, cat).
noun(cats, plural, cat).
noun(house, singular, house).
noun(houses, plural, house).
noun(bird, singular, bird).
noun(birds, plural, bird).
noun(roof, singular, roof).
noun(roofs, plural, roof).
noun(church, singular, church).
noun(churches, plural, church).
noun(professor, singular, professor).
noun(professors, plural, professor).
noun(park, singular, park).
noun(parks, plural, park).
noun(mouse, singular, mouse).
noun(mice, plural, mouse).
noun(horse, singular, horse).
noun(horses, plural, horse).
noun(king, singular, king).
noun(kings, plural, king).
noun(castle, singular, castle).
noun(castles, plural, castle).
noun(hill, singular, hill).
noun(hills, plural, hill).
noun(crown, singular, crown).
noun(crowns, plural, crown).
noun(head, singular, head).
noun(heads, plural, head).
noun(tree, singular, tree).
noun(trees, plural, tree).
noun(sheep, _, sheep).
noun(fish, _, fish).

verb(sleep, intransitive, base, _, sleep).
verb(sleep, intransitive, finite, plural, sleep).
verb(sleeps, intransitive, finite, singular, sleep).
verb(slept, intransitive, finite, _, sleep).
verb(bark, intransitive, base, _, bark).
verb(bark, intransitive, finite, plural, bark).
verb(barks, intransitive, finite, singular, bark).
verb(barked, intransitive, finite, _, bark).
verb(walk, intransitive, base, _, walk).
verb(walk, intransitive, finite, plural, walk).
verb(walks, intransitive, finite, singular, walk).
verb(walked, intransitive, finite, _, walk).
verb(read, intransitive, base, _, read).
verb(reads, intransitive, finite, singular, read).
verb(see, transitive, base, _, see).
verb(see, transitive, finite, plural, see).
verb(sees, transitive, finite, singular, see).
verb(saw, transitive, finite, _, see).
verb(read, transitive, base, _, read).
verb(read, transitive, finite, plural, read).
verb(reads, transitive, finite, singular, read).
verb(like, transitive, base, _, like).
verb(like, transitive, finite, plural, like).
verb(likes, transitive, finite, singular, like).
verb(liked, transitive, finite, _, like).
verb(chase, transitive, base, _, chase).
verb(chase, transitive, finite, plural, chase).
verb(chases, transitive, finite, singular, chase).
verb(chased, transitive, finite, _, chase).
verb(know, transitive, base, _, know).
verb(knows, transitive, finite, singular, know).
verb(give, ditransitive, base, _, give).
verb(give, ditransitive, finite, plural, give).
verb(gives, ditransitive, finite, singular, give).
verb(gave, ditransitive, finite, _, give).
verb(show, ditransitive, base, _, show).
verb(show, ditransitive, finite, plural, show).
verb(shows, ditransitive, finite, singular, show).
verb(showed, ditransitive, finite, _, show).
verb(think, sentential, base, _, think).
verb(think, sentential, finite, plural, think).
verb(thinks, sentential, finite, singular, think).
verb(thought, sentential, finite, _, think).
verb(know, sentential, base, _, know).
verb(know, sentential, finite, plural, know).
verb(knows, sentential, finite, singular, know).
verb(believe, sentential, base, _, believe).
verb(believe, sentential, finite, plural, believe).
verb(believes, sentential, finite, singular, believe).
