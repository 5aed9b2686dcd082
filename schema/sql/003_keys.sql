-- The server makes sure that each key is used once, because it knows the keys of every running game, and
-- `gaslightd --check` verifies it. The index cost a second page write per action.

DROP INDEX actions_key;
