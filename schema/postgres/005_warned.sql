-- Whether a player was warned in this turn that their time is running low. See schema/sql/013_warned.sql.

ALTER TABLE noticed ADD COLUMN warned bigint NOT NULL DEFAULT 0 CHECK (warned IN (0, 1));
