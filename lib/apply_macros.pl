:- module(apply_macros, []).

% Programs load this library so that maplist/N and its like run faster. Here they
% need no preparation: the library is there for those programs, and adds nothing.
