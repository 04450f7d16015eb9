% Clocks and the system.

%!  user_time(-Milliseconds) is det.
%!  cpu_time(-Milliseconds) is det.
%!  system_time(-Milliseconds) is det.
%!  real_time(-Milliseconds) is det.
%
%   The time that the process has used, or that has passed.

user_time(Milliseconds) :-
    statistics(runtime, [Milliseconds|_]).

cpu_time(Milliseconds) :-
    statistics(process_runtime, [Milliseconds|_]).

system_time(Milliseconds) :-
    statistics(system_time, [Milliseconds|_]).

real_time(Milliseconds) :-
    statistics(walltime, [Milliseconds|_]).

%!  randomize is det.
%
%   Random numbers differ from one run of the program to the next.

randomize :-
    set_random(seed(random)).

%!  get_seed(-Seed) is det.
%
%   Seed is a number for set_seed/1 that random numbers start anew from.

get_seed(Seed) :-
    Seed is random(1 << 30),
    set_random(seed(Seed)).

%!  argument_list(-Arguments) is det.
%
%   Arguments are those of the command line.

argument_list(Arguments) :-
    current_prolog_flag(argv, Arguments).

%!  argument_counter(-Count) is det.
%
%   Count is the number of arguments of the command line, the program included.

argument_counter(Count) :-
    argument_list(Arguments),
    length(Arguments, Given),
    Count is Given + 1.

%!  argument_value(+Index, -Argument) is semidet.
%
%   Argument is the one at Index, from 1, of the command line.

argument_value(Index, Argument) :-
    argument_list(Arguments),
    nth1(Index, Arguments, Argument).

%!  environ(+Name, -Value) is semidet.
%
%   Value is that of the environment variable Name.

environ(Name, Value) :-
    getenv(Name, Value).

%!  file_exists(+File) is semidet.
%
%   There is a file or directory File.

file_exists(File) :-
    (   exists_file(File)
    ->  true
    ;   exists_directory(File)
    ).

%!  unlink(+File) is det.
%
%   As delete_file/1.

unlink(File) :-
    delete_file(File).

%!  change_directory(+Directory) is det.
%
%   Makes Directory the working directory.

change_directory(Directory) :-
    working_directory(_, Directory).

%!  working_directory(-Directory) is det.
%
%   Directory is the working directory.

working_directory(Directory) :-
    working_directory(Directory, Directory).

%!  date_time(-DateTime) is det.
%
%   DateTime is `dt(Year, Month, Day, Hour, Minute, Second)` of now.

date_time(dt(Year, Month, Day, Hour, Minute, Second)) :-
    get_time(Stamp),
    stamp_date_time(Stamp, date(Year, Month, Day, Hour, Minute, Seconds, _, _, _), local),
    Second is truncate(Seconds).

%!  decompose_file_name(+File, -Directory, -Prefix, -Suffix) is det.
%
%   The parts of a name: up to its last slash, up to its last period, and the rest.
%
%   ?- decompose_file_name('/a/b.pl', Directory, Prefix, Suffix).
%      Directory = '/a/', Prefix = b, Suffix = '.pl'.

decompose_file_name(File, Directory, Prefix, Suffix) :-
    file_base_name(File, Base),
    atom_concat(Directory, Base, File),
    file_name_extension(Prefix, Extension, Base),
    !,
    (   Extension == ''
    ->  Suffix = ''
    ;   atom_concat('.', Extension, Suffix)
    ).

%!  system(+Command) is semidet.
%!  system(+Command, -Status) is det.
%
%   Runs Command in a shell; Status is its exit status.

system(Command) :-
    shell(Command).

system(Command, Status) :-
    shell(Command, Status).

%!  stop is erroneous.
%
%   As halt/0.

stop :-
    halt.
