% Included into main.pl.

colour(red).
colour(green).

:- op(700, xfx, likes).

anna likes red.
