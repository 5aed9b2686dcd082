-- Notifications: what players want to be notified of, where, and what has not been sent yet.

-- Keys of the server itself, which are made once: the one that signs Web Push messages.
CREATE TABLE secrets (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A player's choices. `events` has a bit for each kind of event. During quiet hours, which are minutes of the day in a time
-- zone of `zone` minutes, nothing is sent; there are none if both are equal. `sent` counts notifications of `hour`.
CREATE TABLE notify (
    player      TEXT    NOT NULL PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    language    TEXT    NOT NULL,
    events      INTEGER NOT NULL,
    quiet_from  INTEGER NOT NULL DEFAULT 0,
    quiet_until INTEGER NOT NULL DEFAULT 0,
    zone        INTEGER NOT NULL DEFAULT 0,
    hour        INTEGER NOT NULL DEFAULT 0,
    sent        INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Where a player is reached. `detail` is JSON that depends on the kind. An e-mail address is used only when `code`, the
-- hash of a code that was sent there, is '' because the player has typed it.
CREATE TABLE channels (
    id      TEXT    NOT NULL PRIMARY KEY,
    player  TEXT    NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind    TEXT    NOT NULL CHECK (kind IN ('push', 'mail', 'webhook')),
    address TEXT    NOT NULL,
    detail  TEXT    NOT NULL CHECK (json_valid(detail)),
    code    TEXT    NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL, -- of the code
    UNIQUE (player, kind, address)
) STRICT, WITHOUT ROWID;

-- Notifications that wait to be sent, or are being sent. `table_id` is '' if one is not about a table.
CREATE TABLE outbox (
    channel  TEXT    NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    notice   TEXT    NOT NULL,
    player   TEXT    NOT NULL,
    table_id TEXT    NOT NULL,
    body     TEXT    NOT NULL CHECK (json_valid(body)),
    due      INTEGER NOT NULL,
    until    INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (channel, notice)
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_due ON outbox (due, channel, notice);
CREATE INDEX outbox_table ON outbox (player, table_id);

-- Players who have been notified about a table, and have not looked at it since: they are not notified again.
CREATE TABLE noticed (
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    table_id TEXT NOT NULL,
    PRIMARY KEY (player, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX noticed_table ON noticed (table_id);
