% The part of Luminy that is written in Prolog and loaded at the start. It has no
% module: its predicates belong to `system`, and the names of those that are not meant
% for programs start with `$`. The files of the folder system are parts of this one.
%
% None of them may need another library while it is loaded, or while a file is loaded
% that does not.
