-- The lines of each audience of a table, so that reading what one audience wrote, and how much, takes no longer because
-- another one wrote a lot. From now on `chat.total` counts the bytes of the line's audience only: a crowd of spectators
-- must not use up the room of the police.

CREATE INDEX chat_audience ON chat (table_id, audience, n);
