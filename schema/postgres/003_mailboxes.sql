-- When codes were last sent to a mailbox. See schema/sql/011_mailboxes.sql.

CREATE TABLE mailboxes (
    mailbox text COLLATE "C" NOT NULL PRIMARY KEY,
    newest  bigint NOT NULL,
    middle  bigint NOT NULL DEFAULT 0,
    oldest  bigint NOT NULL DEFAULT 0
);

CREATE INDEX mailboxes_newest ON mailboxes (newest);
