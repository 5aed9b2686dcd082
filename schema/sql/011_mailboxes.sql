-- When codes to confirm an e-mail address were last sent to a mailbox, which is a hash: at most three in any day. They were
-- only counted in memory before; nodes that share a database need them here.

CREATE TABLE mailboxes (
    mailbox TEXT    NOT NULL PRIMARY KEY,
    newest  INTEGER NOT NULL,
    middle  INTEGER NOT NULL DEFAULT 0,
    oldest  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX mailboxes_newest ON mailboxes (newest);
