-- Notifications: what players want to be notified of, where, and what has not been sent yet. See schema/sql/010_notify.sql.

CREATE TABLE secrets (
    name  text COLLATE "C" NOT NULL PRIMARY KEY,
    value text COLLATE "C" NOT NULL
);

CREATE TABLE notify (
    player      text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    language    text COLLATE "C" NOT NULL,
    events      bigint NOT NULL,
    quiet_from  bigint NOT NULL DEFAULT 0,
    quiet_until bigint NOT NULL DEFAULT 0,
    zone        bigint NOT NULL DEFAULT 0,
    hour        bigint NOT NULL DEFAULT 0,
    sent        bigint NOT NULL DEFAULT 0
);

CREATE TABLE channels (
    id      text COLLATE "C" NOT NULL PRIMARY KEY,
    player  text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind    text COLLATE "C" NOT NULL CHECK (kind IN ('push', 'mail', 'webhook')),
    address text COLLATE "C" NOT NULL,
    detail  text COLLATE "C" NOT NULL CHECK (detail::json IS NOT NULL),
    code    text COLLATE "C" NOT NULL,
    created bigint NOT NULL,
    expires bigint NOT NULL,
    UNIQUE (player, kind, address)
);

-- `claim` is the node that is sending it, or NULL. What a node claimed that is gone, another one sends.
CREATE TABLE outbox (
    channel  text COLLATE "C" NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    notice   text COLLATE "C" NOT NULL,
    player   text COLLATE "C" NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    body     text COLLATE "C" NOT NULL CHECK (body::json IS NOT NULL),
    due      bigint NOT NULL,
    until    bigint NOT NULL,
    attempts bigint NOT NULL DEFAULT 0,
    claim    bigint,
    PRIMARY KEY (channel, notice)
);

CREATE INDEX outbox_due ON outbox (due, channel, notice);
CREATE INDEX outbox_table ON outbox (player, table_id);

CREATE TABLE noticed (
    player   text COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    table_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (player, table_id)
);

CREATE INDEX noticed_table ON noticed (table_id);
