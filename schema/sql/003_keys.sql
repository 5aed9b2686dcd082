-- That a key counts once is seen to by the server, which knows those of every running game; `gaslightd --check`
-- looks. The index of them was a second page to write for every action.

DROP INDEX actions_key;
