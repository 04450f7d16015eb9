% What a file says about its style, and rules of another kind.
first(X).
:- style_check(-singleton).
second(X).
second(_Y, _Y).
:- style_check(+singleton).
third(X).
:- style_check(-discontiguous).
first(a).
:- style_check(-no_effect).
length_of([], N) => N = 0.
length_of([_|T], N), is_list(T) => length_of(T, M), N is M + 1.
main :-
    catch(format("~d", [1.0]), Error, print_message(error, Error)),
    catch(format("~a~n", [f(x)]), Other, print_message(error, Other)),
    catch(must_be(oneof([a, b]), c), Choice, print_message(error, Choice)),
    catch(must_be(between(1, 3), 9), Range, print_message(error, Range)),
    catch(number_codes(_, "3x"), Number, print_message(error, Number)),
    catch(throw(error(mine, _)), Mine, print_message(error, Mine)),
    true.

:- use_module(library(asoc)).
domain(X) :- X in 1..5.
