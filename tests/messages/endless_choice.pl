main :- go.

go :- colour(_), go.

colour(red).
colour(green).
