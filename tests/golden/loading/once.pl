% Loaded by main.pl with ensure_loaded/1, twice.

:- write(loading(once)), nl.

loaded_once(yes).
