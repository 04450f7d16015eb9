:- else.
:- if(true).
p(1).
:- endif.
:- endif.
:- if(fail).
q(1).
