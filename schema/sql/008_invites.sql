-- An invite also opens a finished game, which is not in memory. Damaged lobbies are left out.

CREATE INDEX tables_invite ON tables (CASE WHEN json_valid(lobby) THEN json_extract(lobby, '$.invite') END)
    WHERE state = 'finished';
