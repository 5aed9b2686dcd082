-- The archive is read without looking at games that the reader may not see, or at records.
--
-- A game is listed if everyone may find it in the archive; its players find it in any case. Until now every public
-- game was listed.

CREATE TABLE records (
    table_id TEXT NOT NULL PRIMARY KEY REFERENCES finished (table_id),
    record   TEXT NOT NULL CHECK (json_valid(record))
) STRICT;

INSERT INTO records (table_id, record) SELECT table_id, record FROM finished;
ALTER TABLE finished DROP COLUMN record;

ALTER TABLE finished ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));
UPDATE finished SET listed = 1 WHERE private = 0;

ALTER TABLE finished_players ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));
UPDATE finished_players SET listed = 1 WHERE table_id IN (SELECT table_id FROM finished WHERE private = 0);

DROP INDEX finished_at;
CREATE INDEX finished_listed ON finished (at, table_id) WHERE listed = 1;
CREATE INDEX finished_listed_game ON finished (game, at, table_id) WHERE listed = 1;
CREATE INDEX finished_players_unlisted ON finished_players (player_id, at, table_id) WHERE listed = 0;

-- `gaslightd admin list players` shows the newest.
CREATE INDEX players_created ON players (created DESC, id);
