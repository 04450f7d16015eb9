% A calculator as a grammar.
%
% The grammar turns characters into a value. Addition and multiplication are
% left-associative: the value so far is handed on to the rest of the sum.
%
% Run:  luminy examples/basics/calculator.pl -g main -t halt
%
%   ?- calculated('2 * (3 + 4)', Value).
%      Value = 14.

main :-
    forall(example(Text), print_result(Text)).

example('1 + 2 * 3').
example('(1 + 2) * 3').
example('10 - 4 - 3').
example('2 ^ 3 ^ 2').
example('-7 + 2').
example('100 / 8').
example('2 * (3 + 4) - 20 / (1 + 1)').
example('12345678901234567890 * 98765432109876543210').
example('2 +').
example('1 / 0').

print_result(Text) :-
    write(Text), write(' = '),
    catch(result(Text, Result), error(Error, _), Result = Error),
    write(Result), nl.

result(Text, Result) :-
    (   calculated(Text, Value)
    ->  Result = Value
    ;   Result = 'not a formula'
    ).

%!  calculated(+Text, -Value) is semidet.
%
%   Value is the value of the formula in the atom Text.

calculated(Text, Value) :-
    atom_chars(Text, Chars),
    phrase(formula(Value), Chars),
    !.

formula(Value) -->
    blanks,
    sum(Value).

sum(Value) -->
    product(Value0),
    sum_rest(Value0, Value).

sum_rest(Value0, Value) -->
    symbol('+'),
    !,
    product(Value1),
    { Value2 is Value0 + Value1 },
    sum_rest(Value2, Value).
sum_rest(Value0, Value) -->
    symbol('-'),
    !,
    product(Value1),
    { Value2 is Value0 - Value1 },
    sum_rest(Value2, Value).
sum_rest(Value, Value) -->
    [].

product(Value) -->
    power(Value0),
    product_rest(Value0, Value).

product_rest(Value0, Value) -->
    symbol('*'),
    !,
    power(Value1),
    { Value2 is Value0 * Value1 },
    product_rest(Value2, Value).
product_rest(Value0, Value) -->
    symbol('/'),
    !,
    power(Value1),
    { quotient(Value0, Value1, Value2) },
    product_rest(Value2, Value).
product_rest(Value, Value) -->
    [].

% Powers are right-associative: 2^3^2 is 2^(3^2).
power(Value) -->
    factor(Base),
    (   symbol('^')
    ->  power(Exponent),
        { Value is Base ^ Exponent }
    ;   { Value = Base }
    ).

factor(Value) -->
    symbol('('),
    !,
    sum(Value),
    symbol(')').
factor(Value) -->
    symbol('-'),
    !,
    factor(Value0),
    { Value is -Value0 }.
factor(Value) -->
    digits(Digits),
    { number_chars(Value, Digits) },
    blanks.

digits([Digit|Digits]) -->
    digit(Digit),
    more_digits(Digits).

more_digits([Digit|Digits]) -->
    digit(Digit),
    !,
    more_digits(Digits).
more_digits([]) -->
    [].

digit(Digit) -->
    [Digit],
    { Digit @>= '0', Digit @=< '9' }.

symbol(Char) -->
    [Char],
    blanks.

blanks -->
    [' '],
    !,
    blanks.
blanks -->
    [].

%!  quotient(+A, +B, -Quotient) is det.
%
%   An integer if B divides A, else a float.

quotient(A, B, Quotient) :-
    (   A mod B =:= 0
    ->  Quotient is A // B
    ;   Quotient is A / B
    ).
