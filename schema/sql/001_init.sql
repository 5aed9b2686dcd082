-- The first version of the database. Every later change is a new file with the next number and a row in
-- server/store/sqlite/sqlite_schema.c; these statements never change again. Ids are random texts made by the
-- server; times are seconds since 1970.
--
-- Actions, chat and finished games refer to players by id, but without a foreign key: a player may be removed,
-- and bots are not in the table of players.

CREATE TABLE players (
    id      TEXT    NOT NULL PRIMARY KEY,
    name    TEXT    NOT NULL,
    token   TEXT    NOT NULL, -- the token's hash, never the token; '' when revoked
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX players_token ON players (token) WHERE token <> '';

CREATE TABLE tables (
    id      TEXT    NOT NULL PRIMARY KEY,
    game    TEXT    NOT NULL,
    state   TEXT    NOT NULL CHECK (state IN ('open', 'running', 'finished', 'closed')),
    lobby   TEXT    NOT NULL CHECK (json_valid(lobby)),
    private INTEGER NOT NULL CHECK (private IN (0, 1)),
    updated INTEGER NOT NULL
) STRICT;

CREATE INDEX tables_state ON tables (state);

-- A game's log, numbered 0, 1, 2, ... without gaps. A row is an action, or {"undo":true}, which undoes the
-- last action. The key makes retries harmless; '' means no key.
CREATE TABLE actions (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL CHECK (n >= 0),
    player   TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    row      TEXT    NOT NULL CHECK (json_valid(row)),
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX actions_key ON actions (table_id, player, key) WHERE key <> '';

CREATE TABLE chat (
    table_id TEXT    NOT NULL REFERENCES tables (id),
    n        INTEGER NOT NULL CHECK (n >= 0),
    player   TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    audience TEXT    NOT NULL,
    text     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX chat_key ON chat (table_id, player, key) WHERE key <> '';

CREATE TABLE finished (
    table_id TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    game     TEXT    NOT NULL,
    winner   TEXT    NOT NULL,
    reason   TEXT    NOT NULL,
    players  TEXT    NOT NULL CHECK (json_valid(players)),
    record   TEXT    NOT NULL CHECK (json_valid(record)),
    actions  INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    private  INTEGER NOT NULL CHECK (private IN (0, 1))
) STRICT;

-- The archive is read newest first.
CREATE INDEX finished_at ON finished (at, table_id);

-- The players of each finished game: who may see a private one, and the games of one player, newest first.
CREATE TABLE finished_players (
    player_id TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    table_id  TEXT    NOT NULL REFERENCES finished (table_id),
    PRIMARY KEY (player_id, at, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX finished_players_table ON finished_players (table_id);

-- The number of the last transaction, which shows whether a transaction with unknown outcome is on disk.
CREATE TABLE batches (
    id     INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO batches VALUES (1, 0);
