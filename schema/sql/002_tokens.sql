-- A player has a token on every device he plays on. The hashes move out of the players into a table of their
-- own; one who was revoked has none. A player's go with him.

CREATE TABLE tokens (
    hash    TEXT    NOT NULL PRIMARY KEY, -- the token's, never the token
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_player ON tokens (player);

INSERT INTO tokens (hash, player, created) SELECT token, id, created FROM players WHERE token <> '';

DROP INDEX players_token;
ALTER TABLE players DROP COLUMN token;
