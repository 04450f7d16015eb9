% Trealla Prolog has all that the programs need.
