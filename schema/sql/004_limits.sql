-- What keeps the database from growing without limit, and abusers out.

-- Addresses, prefixes and ids of players that may not use the server.
CREATE TABLE bans (
    subject TEXT    NOT NULL PRIMARY KEY,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- When players were last seen, with an error of up to a day, and whether they have ever written something. Those who
-- have never finished a game or written anything are removed after a long time. The time starts now.
ALTER TABLE players ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN chats INTEGER NOT NULL DEFAULT 0 CHECK (chats IN (0, 1));
UPDATE players SET seen = CAST(strftime('%s', 'now') AS INTEGER),
                   chats = id IN (SELECT player FROM chat);
CREATE INDEX players_seen ON players (seen);

-- The bytes of a table's chat up to and including this line. Lines from before there was a limit count nothing.
ALTER TABLE chat ADD COLUMN total INTEGER NOT NULL DEFAULT 0;
