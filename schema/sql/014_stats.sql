-- Statistics and ratings: numbers per player and per server, made from finished games. The server adds one game after the
-- other to them, in a transaction of its own; see server/stats/tally.h. Games from before this migration follow in the
-- background.

-- A game counts in what everyone sees if it is listed, or is private and its table said so (`counted`). `tallied` says
-- whether it has been added, and `options` is a mask of its options from then on.
ALTER TABLE finished ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1));
ALTER TABLE finished ADD COLUMN tallied INTEGER NOT NULL DEFAULT 0 CHECK (tallied IN (0, 1));
ALTER TABLE finished ADD COLUMN options INTEGER NOT NULL DEFAULT 0;
ALTER TABLE finished_players ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1));

CREATE INDEX finished_untallied ON finished (at, table_id) WHERE tallied = 0;

-- How many games have been added. Each addition expects the number that it was computed from.
CREATE TABLE tallies (
    id     INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
) STRICT;

INSERT INTO tallies VALUES (1, 0);

-- Players with a game that counts, under the name they had in the last one.
CREATE TABLE profiles (
    player TEXT NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    name   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One player's results in one game, on one side. `private` rows are of games that do not count, and only for the player.
-- `nights` adds up the nights, or rounds, of the games in which Jack was caught. The rating is in thousandths, its
-- volatility in billionths, and 0 in private rows; `at` is the time of the last game.
CREATE TABLE standings (
    player     TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    private    INTEGER NOT NULL CHECK (private IN (0, 1)),
    game       TEXT    NOT NULL,
    side       TEXT    NOT NULL CHECK (side IN ('jack', 'police')),
    company    TEXT    NOT NULL CHECK (company IN ('people', 'bots')),
    games      INTEGER NOT NULL,
    won        INTEGER NOT NULL,
    caught     INTEGER NOT NULL,
    nights     INTEGER NOT NULL,
    streak     INTEGER NOT NULL,
    best       INTEGER NOT NULL,
    rating     INTEGER NOT NULL,
    deviation  INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (player, private, game, side, company)
) STRICT, WITHOUT ROWID;

-- With whom somebody has played as a detective, and against which level of bots.
CREATE TABLE partners (
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    partner TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    games   INTEGER NOT NULL,
    won     INTEGER NOT NULL,
    PRIMARY KEY (player, partner)
) STRICT, WITHOUT ROWID;

CREATE INDEX partners_games ON partners (player, games DESC, partner);
CREATE INDEX partners_partner ON partners (partner);

CREATE TABLE bot_games (
    player TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game   TEXT    NOT NULL,
    side   TEXT    NOT NULL CHECK (side IN ('jack', 'police')), -- the player's
    level  TEXT    NOT NULL,
    games  INTEGER NOT NULL,
    won    INTEGER NOT NULL,
    PRIMARY KEY (player, game, side, level)
) STRICT, WITHOUT ROWID;

-- The server's results, by game, company and set of options. `won` counts Jack's.
CREATE TABLE server_games (
    game    TEXT    NOT NULL,
    company TEXT    NOT NULL CHECK (company IN ('people', 'bots')),
    options INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    won     INTEGER NOT NULL,
    caught  INTEGER NOT NULL,
    nights  INTEGER NOT NULL,
    PRIMARY KEY (game, company, options)
) STRICT, WITHOUT ROWID;
