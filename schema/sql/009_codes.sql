-- One-time codes with which a player signs in on another device: one per player, for a few minutes. They were only in
-- memory before; nodes that share a database need them here.

CREATE TABLE codes (
    player  TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    hash    TEXT    NOT NULL UNIQUE, -- the code's, never the code
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX codes_expires ON codes (expires);
