:- module(listing,
          [ listing/0,
            listing/1,
            listing/2,
            portray_clause/1,
            portray_clause/2,
            portray_clause/3
          ]).

% Prints clauses so that they read well and read back as the same clauses: a
% goal a line, the branches of a disjunction below each other, long argument
% lists broken, and variables with names.

:- meta_predicate
    listing(:),
    listing(:, +).
