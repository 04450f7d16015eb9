main :- greet(world).

greet(Name) :- write(hello), greeting(Name), nl.

greeting(Name, Greeting) :- Greeting = hello(Name).
