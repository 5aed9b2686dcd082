-- Whether a player who has not looked at a table since they were notified was warned in this turn that their time is
-- running low. That is done once, in addition to the first notification.

ALTER TABLE noticed ADD COLUMN warned INTEGER NOT NULL DEFAULT 0 CHECK (warned IN (0, 1));
