-- A player has one token per device. The hashes move from the players to a separate table. A player whose tokens
-- were revoked has none. Removing a player removes their tokens.

CREATE TABLE tokens (
    hash    TEXT    NOT NULL PRIMARY KEY, -- the token's, never the token
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tokens_player ON tokens (player);

INSERT INTO tokens (hash, player, created) SELECT token, id, created FROM players WHERE token <> '';

DROP INDEX players_token;
ALTER TABLE players DROP COLUMN token;
