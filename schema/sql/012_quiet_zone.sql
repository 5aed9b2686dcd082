-- The time zone of quiet hours, such as Europe/Rome, so that they follow daylight saving time. Without one, which is '',
-- they are in the zone of `zone` minutes, which is also the offset of the time zone when it was chosen.

ALTER TABLE notify ADD COLUMN time_zone TEXT NOT NULL DEFAULT '';
