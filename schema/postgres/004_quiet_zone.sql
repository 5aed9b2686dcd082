-- The time zone of quiet hours. See schema/sql/012_quiet_zone.sql.

ALTER TABLE notify ADD COLUMN time_zone text COLLATE "C" NOT NULL DEFAULT '';
