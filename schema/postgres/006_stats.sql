-- Statistics and ratings. See schema/sql/014_stats.sql.

ALTER TABLE finished ADD COLUMN counted smallint NOT NULL DEFAULT 0 CHECK (counted IN (0, 1));
ALTER TABLE finished ADD COLUMN tallied smallint NOT NULL DEFAULT 0 CHECK (tallied IN (0, 1));
ALTER TABLE finished ADD COLUMN options bigint NOT NULL DEFAULT 0;
ALTER TABLE finished_players ADD COLUMN counted smallint NOT NULL DEFAULT 0 CHECK (counted IN (0, 1));

CREATE INDEX finished_untallied ON finished (at, table_id) WHERE tallied = 0;

CREATE TABLE tallies (
    id     bigint NOT NULL PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL
) WITH (fillfactor = 20);

INSERT INTO tallies VALUES (1, 0);

CREATE TABLE profiles (
    player text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    name   text COLLATE "C" NOT NULL
);

CREATE TABLE standings (
    player     text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    private    smallint NOT NULL CHECK (private IN (0, 1)),
    game       text COLLATE "C" NOT NULL,
    side       text COLLATE "C" NOT NULL CHECK (side IN ('jack', 'police')),
    company    text COLLATE "C" NOT NULL CHECK (company IN ('people', 'bots')),
    games      bigint NOT NULL,
    won        bigint NOT NULL,
    caught     bigint NOT NULL,
    nights     bigint NOT NULL,
    streak     bigint NOT NULL,
    best       bigint NOT NULL,
    rating     bigint NOT NULL,
    deviation  bigint NOT NULL,
    volatility bigint NOT NULL,
    at         bigint NOT NULL,
    PRIMARY KEY (player, private, game, side, company)
);

CREATE TABLE partners (
    player  text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    partner text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    games   bigint NOT NULL,
    won     bigint NOT NULL,
    PRIMARY KEY (player, partner)
);

CREATE INDEX partners_games ON partners (player, games DESC, partner);
CREATE INDEX partners_partner ON partners (partner);

CREATE TABLE bot_games (
    player text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game   text COLLATE "C" NOT NULL,
    side   text COLLATE "C" NOT NULL CHECK (side IN ('jack', 'police')),
    level  text COLLATE "C" NOT NULL,
    games  bigint NOT NULL,
    won    bigint NOT NULL,
    PRIMARY KEY (player, game, side, level)
);

CREATE TABLE server_games (
    game    text COLLATE "C" NOT NULL,
    company text COLLATE "C" NOT NULL CHECK (company IN ('people', 'bots')),
    options bigint NOT NULL,
    games   bigint NOT NULL,
    won     bigint NOT NULL,
    caught  bigint NOT NULL,
    nights  bigint NOT NULL,
    PRIMARY KEY (game, company, options)
);
