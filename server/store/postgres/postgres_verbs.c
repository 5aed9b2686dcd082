/*
 * postgres_verbs.c: the SQL of each verb of the store, in one table.
 *
 * The columns are those of schema/postgres; the order of texts and numbers is that of store.h, and results, statuses and
 * orders are those of server/store/sqlite/sqlite_verbs.c. The last parameter of every statement is this node's number.
 *
 * Other nodes write at the same time. What a statement checks about a table holds until the transaction ends, because
 * only this node changes its own tables, and another one owns them only after this one has been deposed, which waits for
 * the transaction.
 */
#include "server/store/postgres/postgres.h"

/* Fails, and with it the transaction, unless the statement changes a row. */
#define MUST(statement) "WITH changed AS (" statement " RETURNING 1) SELECT 1 / count(*) FROM changed"

/* Fails if the table $1 belongs to another node, or to none. A missing table is left to the foreign key. */
#define MUST_BE_MINE(me) \
    { \
        "SELECT 1 / count(*) FROM (SELECT 1 WHERE NOT EXISTS (SELECT FROM tables WHERE id = $1 " \
        "AND owner IS DISTINCT FROM " me ")) mine", \
            STORE_CONFLICT \
    }

/* Rows after the cursor: "time:table" of the last row of the previous page, or "" for the first page. */
#define BEFORE_CURSOR(row) \
    "(" row ".at, " row ".table_id) < " \
    "(CASE WHEN $2 = '' THEN 9223372036854775807 WHEN $2 ~ '^[0-9]{1,18}:' " \
    "THEN split_part($2, ':', 1)::bigint ELSE 0 END, substr($2, strpos($2, ':') + 1)) "
#define ARCHIVE_COLUMNS(row, visible) \
    "SELECT " row ".table_id, f.game, f.winner, f.reason, f.players, f.at || ':' || f.table_id, " \
    "f.actions, " row ".at, f.private, (" visible ")::integer "
#define NEWEST_FIRST(row) "ORDER BY " row ".at DESC, " row ".table_id DESC "
/* Whether a game has the winner and the option that are asked for. Options are known once a game is tallied. */
#define IS_WANTED "($5 = '' OR f.winner = $5) AND ($8 = 0 OR f.options & $8 <> 0)"
/*
 * What everyone may see, and what else the asking player took part in. Both parts are read in the order of their index
 * and no further than needed: without a filter, every row of the first part is visible.
 */
#define ARCHIVE(of_game, is_of_game) \
    "SELECT * FROM ((" ARCHIVE_COLUMNS( \
        "f", IS_WANTED) "FROM finished f WHERE f.listed = 1 " of_game "AND " BEFORE_CURSOR("f") \
        NEWEST_FIRST("f") "LIMIT CASE WHEN $5 = '' AND $8 = 0 THEN least($7, 500) ELSE 500 END) UNION ALL " \
                          "(" ARCHIVE_COLUMNS( \
                              "q", is_of_game \
                              " AND " IS_WANTED) "FROM finished_players q JOIN finished f ON f.table_id = " \
                                                 "q.table_id " \
                                                 "WHERE q.player_id = $1 AND q.listed = 0 " \
                                                 "AND " BEFORE_CURSOR("q") \
                                                     NEWEST_FIRST("q") "LIMIT 500)) a " \
                                                                       "ORDER BY 8 DESC, 1 DESC LIMIT 500"
/* Whether the player $4 was on the side $6. */
#define IS_OF_SIDE \
    "($6 = '' OR ($6 = 'jack') = EXISTS (SELECT FROM jsonb_array_elements(f.players::jsonb) e " \
    "WHERE e ->> 'player' = $4 AND strpos(e ->> 'pawns', 'jack') > 0))"
#define IS_VISIBLE \
    "($3 = '' OR f.game = $3) AND " IS_WANTED " AND " IS_OF_SIDE \
    " AND (q.listed = 1 OR (SELECT 1 FROM finished_players s " \
    "WHERE s.player_id = $1 AND s.at = q.at AND s.table_id = q.table_id) = 1)"
#define ARCHIVE_OF_PLAYER \
    ARCHIVE_COLUMNS("q", IS_VISIBLE) \
    "FROM finished_players q JOIN finished f ON f.table_id = q.table_id " \
    "WHERE q.player_id = $4 AND " BEFORE_CURSOR("q") NEWEST_FIRST("q") "LIMIT 500"
_Static_assert(ARCHIVE_ROWS_MAX == 500, "the archive's SQL has this number");

/* The number of a marker's line (server/table/chat_access.h), or -1 if there is none; `key` is a parameter. */
#define MARKER_LINE(table, key) \
    "coalesce((SELECT n FROM chat WHERE table_id = " table " AND player = '' AND key = " key \
    " AND key <> ''), -1)"
/* What a line costs in an answer: its texts, and about as much as its keys and ids. */
#define LINE_BYTES "octet_length(text) + octet_length(name) + 100"
/* What a line of chat counts as: its text, and about as much as its names and keys. */
#define CHAT_BYTES(text) "octet_length(" text ") + 100"
/* The number of the next line of the table $1; and the bytes to the audience $5 with one more line, whose text is $6. */
#define NEXT_LINE "coalesce((SELECT n + 1 FROM chat WHERE table_id = $1 ORDER BY n DESC LIMIT 1), 0)"
#define NEW_TOTAL \
    "coalesce((SELECT total FROM chat WHERE table_id = $1 AND audience = $5 ORDER BY n DESC LIMIT 1), 0) " \
    "+ " CHAT_BYTES("$6")
/* The latest $5 + 1 lines of the table $1 to one audience after a marker, if that audience is among $2. */
#define LINES_TO(audience, after) \
    "(SELECT * FROM chat WHERE table_id = $1 AND audience = '" audience "' AND strpos($2, '" audience \
    "') > 0 AND n > " after " ORDER BY n DESC LIMIT $5 + 1)"

#define POLICE_LINES LINES_TO("police", MARKER_LINE("$1", "$3"))
#define TABLE_LINES LINES_TO("table", MARKER_LINE("$1", "$4"))
#define GALLERY_LINES LINES_TO("gallery", MARKER_LINE("$1", "$4"))
#define COMMENTARY_LINES LINES_TO("commentary", "-1")
#define READABLE_LINES \
    POLICE_LINES " UNION ALL " TABLE_LINES " UNION ALL " GALLERY_LINES " UNION ALL " COMMENTARY_LINES

/* A column of the table $1 in the first row of its log, and NULL in the others. */
#define IN_FIRST_ROW(column) \
    "CASE WHEN a.n IS NOT DISTINCT FROM (SELECT min(n) FROM actions WHERE table_id = $1) THEN " column " EN" \
    "D"

/* Whether the table $1 was closed, and last changed before $2. */
#define IS_EXPIRED "EXISTS (SELECT FROM tables WHERE id = $1 AND closed < $2)"

/*
 * Whether nothing refers to a player: no finished game, no message. Seats at tables are known to the server. With EXISTS,
 * the server might read all finished games into memory first.
 */
#define IS_UNUSED(id) \
    "chats = 0 AND (SELECT 1 FROM finished_players g WHERE g.player_id = " id " LIMIT 1) IS NULL"

/*
 * Whether the player $1 was notified about the table $2 and has not looked since; for a warning, whether there was one in
 * this turn. And whether the notification $3 was added just now. $9 is its enum notice_part.
 */
#define IS_NOTICED "EXISTS (SELECT FROM noticed w WHERE w.player = $1 AND w.table_id = $2)"
#define WAS_NOTIFIED \
    "EXISTS (SELECT FROM noticed w WHERE w.player = $1 AND w.table_id = $2 AND ($9 <> 2 OR w.warned = 1))"
#define IS_ADDED "EXISTS (SELECT FROM outbox o WHERE o.player = $1 AND o.table_id = $2 AND o.notice = $3)"
/* Whether no other node is sending the row o of the outbox; `me` is this node's number. */
#define IS_MINE(me) \
    "(o.claim IS NULL OR o.claim = " me " OR NOT EXISTS (SELECT FROM nodes d WHERE d.node = o.claim))"

/* The numbers of a player's standing, in the order of STORE_STANDING_PUT. */
#define STANDING_NUMBERS \
    "private, games, won, caught, nights, streak, best, rating, deviation, volatility, at"

const struct postgres_verb postgres_verbs[STORE_VERB_COUNT] = {
    [STORE_PLAYER_ADD] =
        {.statement = {{.sql = "INSERT INTO players (id, name, created, seen) "
                               "VALUES ($1, $2, $4, $4)"},
                       {.sql = "INSERT INTO tokens (hash, player, created) VALUES ($3, $1, $4)"}},
         .texts = 3,
         .numbers = 1},
    [STORE_PLAYER_RENAME] = {.statement = {{MUST("UPDATE players SET name = $2 WHERE id = $1"),
                                            STORE_NOTHING}},
                             .texts = 2},
    [STORE_PLAYER_REMOVE] = {.texts = 1}, /* postgres_remove_player() */
    [STORE_TOKEN_ADD] = {.statement = {{MUST("INSERT INTO tokens (hash, player, created) "
                                             "SELECT $2, id, $3 FROM players WHERE id = $1"),
                                        STORE_NOTHING}},
                         .texts = 2,
                         .numbers = 1},
    /* The first statement finds out whether the player exists, and locks the row. */
    [STORE_TOKENS_REVOKE] = {.statement = {{MUST("UPDATE players SET name = name WHERE id = $1"),
                                            STORE_NOTHING},
                                           {.sql = "DELETE FROM tokens WHERE player = $1"},
                                           {.sql = "DELETE FROM codes WHERE player = $1"},
                                           {.sql = "DELETE FROM channels WHERE player = $1"}},
                             .texts = 1},
    [STORE_TABLE_PUT] =
        {.statement =
             {{"WITH parsed AS MATERIALIZED (SELECT $4::jsonb AS lobby), "
               "changed AS (INSERT INTO tables AS t (id, game, state, lobby, private, updated, owner, host, "
               "players, invite) SELECT $1, $2, $3, $4, $5, $6, $7, p.lobby ->> 'host', "
               "ARRAY(SELECT m #>> '{}' FROM jsonb_path_query(p.lobby, '$.members[*].player') m), "
               "p.lobby ->> 'invite' FROM parsed p ON CONFLICT (id) DO UPDATE SET game = excluded.game, "
               "state = excluded.state, lobby = excluded.lobby, private = excluded.private, "
               "updated = excluded.updated, host = excluded.host, players = excluded.players, "
               "invite = excluded.invite WHERE t.owner = $7 RETURNING 1) "
               "SELECT 1 / count(*) FROM changed",
               STORE_CONFLICT}},
         .texts = 4,
         .numbers = 2},
    /* Without the table the row has no table_id and is refused; a foreign key would take a third of the time. */
    [STORE_ACTION_APPEND] =
        {.statement =
             {{MUST("INSERT INTO actions (table_id, player, key, row, n, at) "
                    "SELECT t.id, $2, $3, $4, $5, $6 FROM (SELECT) one LEFT JOIN tables t ON t.id = $1 "
                    "WHERE (t.id IS NULL OR t.owner = $7) AND $5 = "
                    "(SELECT coalesce(max(n) + 1, 0) FROM actions WHERE table_id = $1)"),
               STORE_CONFLICT}},
         .texts = 4,
         .numbers = 2},
    [STORE_CHAT_APPEND] =
        {.statement = {MUST_BE_MINE("$9"),
                       {MUST("INSERT INTO chat (table_id, player, key, name, audience, text, n, at, total) "
                             "SELECT $1, $2, $3, $4, $5, $6, " NEXT_LINE ", $7, " NEW_TOTAL
                             " WHERE $8 = 0 OR " NEW_TOTAL " <= $8"),
                        STORE_NOTHING},
                       {.sql = "UPDATE players SET chats = 1 WHERE id = $2 AND chats = 0"}},
         .texts = 6,
         .numbers = 2},
    [STORE_CHAT_CARRY] =
        {.statement =
             {MUST_BE_MINE("$4"),
              {.sql = "INSERT INTO chat (table_id, player, key, name, audience, text, n, at, total) "
                      "SELECT $1, player, key, name, audience, text, "
                      "row_number() OVER (ORDER BY n) - 1, at, sum(" CHAT_BYTES(
                          "text") ") OVER (ORDER BY n) "
                                  "FROM (SELECT * FROM chat WHERE table_id = $2 AND audience = 'table' "
                                  "AND n > " MARKER_LINE("$2", "$3") " ORDER BY n DESC LIMIT 200) latest"}},
         .texts = 3},
    /* A bot among the players is not in the table of players. */
    [STORE_FINISH] =
        {.statement = {MUST_BE_MINE("$12"),
                       {.sql = "INSERT INTO finished (table_id, game, winner, reason, players, actions, at, "
                               "private, listed, counted) SELECT $1, $2, $3, $4, $5, $7, $8, $9, "
                               "($9 = 0 AND few)::integer, ($9 = 1 AND $11 = 1 AND few)::integer FROM "
                               "(SELECT $10 > 0 "
                               "AND NOT EXISTS (SELECT FROM jsonb_path_query($5::jsonb, '$[*].player') e "
                               "JOIN players p ON p.id = e #>> '{}' WHERE "
                               "(SELECT count(*) FROM (SELECT 1 FROM finished_players h WHERE "
                               "h.player_id = p.id AND h.at > $8 - 3600 AND (h.listed = 1 OR h.counted = 1) "
                               "LIMIT $10) recent) >= $10) AS few) limits"},
                       {.sql = "INSERT INTO records (table_id, record) VALUES ($1, $6)"},
                       {.sql =
                            "INSERT INTO finished_players (player_id, at, table_id, listed, counted) SELECT "
                            "DISTINCT e #>> '{}', $8, $1, f.listed, f.counted FROM finished f, "
                            "jsonb_path_query($5::jsonb, '$.**.player ? (@.type() == \"string\")') e "
                            "WHERE f.table_id = $1"}},
         .texts = 6,
         .numbers = 5},
    [STORE_PLAYER_SEEN] = {.statement = {{MUST("UPDATE players SET seen = $2 WHERE id = $1"), STORE_NOTHING}},
                           .texts = 1,
                           .numbers = 1},
    [STORE_PLAYER_EXPIRE] =
        {.statement = {{.sql = "DELETE FROM players WHERE id = $1 AND seen < $2 AND " IS_UNUSED("$1")}},
         .texts = 1,
         .numbers = 1},
    [STORE_TABLE_EXPIRE] = {.statement = {{.sql = "DELETE FROM chat WHERE table_id = $1 AND " IS_EXPIRED},
                                          {.sql = "DELETE FROM actions WHERE table_id = $1 AND " IS_EXPIRED},
                                          {.sql = "DELETE FROM noticed WHERE table_id = $1 AND " IS_EXPIRED},
                                          {.sql = "DELETE FROM tables WHERE id = $1 AND closed < $2"}},
                            .texts = 1,
                            .numbers = 1},
    /* Addresses have dots or colons, ids of players have neither. */
    [STORE_BAN_ADD] = {.statement = {{MUST("INSERT INTO bans AS b (subject, created) SELECT $1, $2 WHERE "
                                           "strpos($1, '.') > 0 OR strpos($1, ':') > 0 OR "
                                           "EXISTS (SELECT FROM players WHERE id = $1) "
                                           "ON CONFLICT (subject) DO UPDATE SET created = b.created"),
                                      STORE_NOTHING}},
                       .texts = 1,
                       .numbers = 1},
    [STORE_BAN_REMOVE] = {.statement = {{MUST("DELETE FROM bans WHERE subject = $1"), STORE_NOTHING}},
                          .texts = 1},
    [STORE_PROBE] = {.statement = {{.sql = "INSERT INTO players (id, name, created) VALUES ('', '', 0)"},
                                   {.sql = "DELETE FROM players WHERE id = ''"}}},
    [STORE_CODE_PUT] = {.statement = {{MUST("INSERT INTO codes (player, hash, expires) SELECT id, $2, $4 "
                                            "FROM players WHERE id = $1 "
                                            "ON CONFLICT (player) DO UPDATE SET hash = $2, expires = $4"),
                                       STORE_NOTHING},
                                      {.sql = "DELETE FROM codes WHERE expires <= $3"}},
                        .texts = 2,
                        .numbers = 2},
    /* Deleting comes first: if two nodes take the same code, the second one waits and then finds none. */
    [STORE_CODE_TAKE] =
        {.statement = {{"WITH taken AS (DELETE FROM codes WHERE hash = $1 AND expires > $3 "
                        "RETURNING player), changed AS (INSERT INTO tokens (hash, player, created) "
                        "SELECT $2, player, $3 FROM taken RETURNING 1) "
                        "SELECT 1 / count(*) FROM changed",
                        STORE_NOTHING}},
         .texts = 2,
         .numbers = 1},
    [STORE_TABLE_CLAIM] = {.statement = {{.unchanged = STORE_CONFLICT}}, /* postgres_claim_sql() */
                           .texts = 1,
                           .numbers = 1},
    [STORE_TABLE_RELEASE] =
        {.statement = {{.sql = "UPDATE tables SET owner = NULL WHERE id = $1 AND owner = $2"}}, .texts = 1},
    [STORE_NODE_DRAIN] = {.statement = {{.sql = "UPDATE nodes SET state = 'draining' WHERE node = $1"}}},
    /*
     * Deleting waits for a transaction of the other node, and then looks at the row again. A transaction that itself waits
     * for a node which was stopped in the middle of sending it is ended first; no timeout of the server does that.
     */
    [STORE_NODE_DEPOSE] =
        {.statement =
             {{.sql = "SELECT pg_terminate_backend(a.pid) FROM nodes n JOIN pg_stat_activity a "
                      "ON a.application_name = '" POSTGRES_WRITER_NAME "' || n.node "
                      "WHERE n.node = $1 AND n.node <> $3 AND ($2 = 0 OR n.expires < clock_timestamp()) "
                      "AND a.datname = current_database() AND a.usename = current_user "
                      "AND a.wait_event_type = 'Client' "
                      "AND a.state_change < clock_timestamp() - interval '2 s'"},
              {MUST("DELETE FROM nodes WHERE node = $1 AND node <> $3 "
                    "AND ($2 = 0 OR expires < clock_timestamp())"),
               STORE_NOTHING}},
         .numbers = 2},
    [STORE_SECRET_PUT] = {.statement = {{.sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) "
                                                "ON CONFLICT DO NOTHING"}},
                          .texts = 2},
    [STORE_NOTIFY_PUT] =
        {.statement = {{MUST(
                            "INSERT INTO notify (player, language, time_zone, events, quiet_from, "
                            "quiet_until, zone) SELECT id, $2, $3, $4, $5, $6, $7 FROM players WHERE id = $1 "
                            "ON CONFLICT (player) DO UPDATE SET language = $2, time_zone = $3, events = $4, "
                            "quiet_from = $5, quiet_until = $6, zone = $7"),
                        STORE_NOTHING}},
         .texts = 3,
         .numbers = 4},
    [STORE_CHANNEL_PUT] =
        {.statement =
             {{MUST("INSERT INTO channels (id, player, kind, address, detail, code, created, expires) "
                    "SELECT $1, id, $3, $4, $5, $6, $8, $9 FROM players WHERE id = $2 AND "
                    "(SELECT count(*) FROM channels c WHERE c.player = $2 "
                    "AND NOT (c.kind = $3 AND c.address = $4)) < $10 "
                    "ON CONFLICT (player, kind, address) DO UPDATE SET detail = $5, code = $6, expires = $9"),
               STORE_NOTHING},
              {.sql = "INSERT INTO notify (player, language, events) SELECT id, $7, 4294967295 FROM players "
                      "WHERE id = $2 ON CONFLICT DO NOTHING"}},
         .texts = 7,
         .numbers = 3},
    /* Rows that another node is changing are not old. */
    [STORE_MAILBOX_COUNT] =
        {.statement = {{MUST("INSERT INTO mailboxes AS m (mailbox, newest) VALUES ($1, $2) "
                             "ON CONFLICT (mailbox) DO UPDATE SET oldest = m.middle, middle = m.newest, "
                             "newest = $2 WHERE m.oldest <= $2 - $3"),
                        STORE_CONFLICT},
                       {.sql = "DELETE FROM mailboxes WHERE mailbox IN (SELECT mailbox FROM mailboxes "
                               "WHERE newest <= $2 - $3 FOR UPDATE SKIP LOCKED)"}},
         .texts = 1,
         .numbers = 2},
    [STORE_CHANNEL_CONFIRM] =
        {.statement = {{MUST("UPDATE channels SET code = '' WHERE player = $1 AND id = $2 AND code = $3 "
                             "AND code <> '' AND expires > $4"),
                        STORE_NOTHING}},
         .texts = 3,
         .numbers = 1},
    [STORE_CHANNEL_REMOVE] =
        {.statement = {{MUST("DELETE FROM channels WHERE id = $1 AND $2 IN ('', player)"), STORE_NOTHING}},
         .texts = 2},
    [STORE_NOTICE_ADD] =
        {.statement = {{.sql = "INSERT INTO outbox (channel, notice, player, table_id, body, due, until) "
                               "SELECT c.id, $3, $1, $2, $4, $5, $5 + $8 "
                               "FROM notify n JOIN channels c ON c.player = n.player WHERE n.player = $1 AND "
                               "c.code = '' AND n.events & $6 <> 0 AND (n.hour <> $5 / 3600 OR n.sent < $7) "
                               "AND NOT " WAS_NOTIFIED},
                       {.sql =
                            "UPDATE notify SET sent = CASE WHEN hour = $5 / 3600 THEN sent + 1 ELSE 1 END, "
                            "hour = $5 / 3600 WHERE player = $1 AND " IS_ADDED},
                       {.sql =
                            "INSERT INTO noticed (player, table_id, warned) "
                            "SELECT $1, $2, ($9 = 2)::integer WHERE " IS_ADDED " OR ($9 = 1 AND " IS_NOTICED
                            ") ON CONFLICT (player, table_id) DO UPDATE SET warned = excluded.warned"}},
         .texts = 4,
         .numbers = 5},
    [STORE_NOTICE_LOOK] = {.statement = {{.sql = "DELETE FROM noticed WHERE player = $1 AND table_id = $2"},
                                         {.sql = "DELETE FROM outbox WHERE player = $1 AND table_id = $2"}},
                           .texts = 2},
    [STORE_OUTBOX_ADD] =
        {.statement = {{MUST("INSERT INTO outbox (channel, notice, player, table_id, body, due, until) "
                             "SELECT id, $4, player, '', $5, $6, $7 FROM channels "
                             "WHERE player = $1 AND kind = $2 AND address = $3"),
                        STORE_NOTHING}},
         .texts = 5,
         .numbers = 2},
    [STORE_OUTBOX_CLAIM] = {.statement = {{MUST("UPDATE outbox o SET claim = $3, attempts = o.attempts + 1 "
                                                "WHERE o.channel = $1 AND o.notice = $2 AND " IS_MINE("$3")),
                                           STORE_NOTHING}},
                            .texts = 2},
    [STORE_OUTBOX_DONE] = {.statement = {{.sql = "DELETE FROM outbox WHERE channel = $1 AND notice = $2"}},
                           .texts = 2},
    [STORE_OUTBOX_DELAY] = {.statement = {{.sql =
                                               "UPDATE outbox o SET due = $3, until = $4 "
                                               "WHERE o.channel = $1 AND o.notice = $2 AND " IS_MINE("$5")}},
                            .texts = 2,
                            .numbers = 2},
    [STORE_OUTBOX_RETRY] =
        {.statement = {{.sql = "UPDATE outbox SET due = $3, attempts = attempts - $4, claim = NULL "
                               "WHERE channel = $1 AND notice = $2"}},
         .texts = 2,
         .numbers = 2},
    [STORE_TALLY] =
        {.statement = {{MUST("UPDATE tallies SET number = number + 1 WHERE id = 1 AND number = $2"),
                        STORE_CONFLICT},
                       {.sql = "UPDATE finished SET tallied = 1, options = $3 WHERE table_id = $1"}},
         .texts = 1,
         .numbers = 2},
    [STORE_STANDING_PUT] =
        {.statement = {{.sql =
                            "INSERT INTO standings (player, game, side, company, " STANDING_NUMBERS
                            ") SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 "
                            "FROM players WHERE id = $1 ON CONFLICT (player, private, game, side, company) "
                            "DO UPDATE SET games = $6, won = $7, caught = $8, nights = $9, streak = $10, "
                            "best = $11, rating = $12, deviation = $13, volatility = $14, at = $15"}},
         .texts = 4,
         .numbers = 11},
    [STORE_PROFILE_PUT] = {.statement = {{.sql = "INSERT INTO profiles (player, name) "
                                                 "SELECT id, $2 FROM players WHERE id = $1 "
                                                 "ON CONFLICT (player) DO UPDATE SET name = $2"}},
                           .texts = 2},
    [STORE_PARTNER_ADD] = {.statement = {{.sql =
                                              "INSERT INTO partners AS w (player, partner, games, won) "
                                              "SELECT p.id, q.id, 1, $3 FROM players p, players q "
                                              "WHERE p.id = $1 AND q.id = $2 ON CONFLICT (player, partner) "
                                              "DO UPDATE SET games = w.games + 1, won = w.won + $3"}},
                           .texts = 2,
                           .numbers = 1},
    [STORE_BOT_GAME_ADD] =
        {.statement = {{.sql = "INSERT INTO bot_games AS b (player, game, side, level, games, won) "
                               "SELECT id, $2, $3, $4, 1, $5 FROM players WHERE id = $1 "
                               "ON CONFLICT (player, game, side, level) "
                               "DO UPDATE SET games = b.games + 1, won = b.won + $5"}},
         .texts = 4,
         .numbers = 1},
    [STORE_SERVER_GAME_ADD] =
        {.statement = {{.sql = "INSERT INTO server_games AS s (game, company, options, games, won, caught, "
                               "nights) VALUES ($1, $2, $3, 1, $4, $5, $6) "
                               "ON CONFLICT (game, company, options) DO UPDATE SET games = s.games + 1, "
                               "won = s.won + $4, caught = s.caught + $5, nights = s.nights + $6"}},
         .texts = 2,
         .numbers = 4},
    [STORE_PLAYER_BY_TOKEN] =
        {.statement = {{.sql =
                            "SELECT id, name, seen FROM tokens JOIN players ON id = player WHERE hash = $1"}},
         .texts = 1,
         .columns = 2,
         .number_columns = 1},
    [STORE_PLAYER_BY_ID] = {.statement = {{.sql = "SELECT id, name FROM players WHERE id = $1"}},
                            .texts = 1,
                            .columns = 2},
    [STORE_PLAYERS] = {.statement = {{.sql = "SELECT id, name, created FROM players "
                                             "ORDER BY created DESC, id LIMIT $1"}},
                       .numbers = 1,
                       .columns = 2,
                       .number_columns = 1},
    [STORE_CHAT_OF] =
        {.statement = {{.sql =
                            "SELECT player, key, name, audience, text, n, at FROM (SELECT *, sum(" LINE_BYTES
                            ") OVER (ORDER BY n DESC) - (" LINE_BYTES
                            ") AS before FROM (SELECT * FROM (" READABLE_LINES
                            ") readable ORDER BY n DESC LIMIT $5 + 1) latest) summed WHERE before <= $6 "
                            "ORDER BY n"}},
         .texts = 4,
         .numbers = 2,
         .columns = 5,
         .number_columns = 2},
    [STORE_ARCHIVE] = {.statement = {{.sql = ARCHIVE("", "true")},
                                     {.sql = ARCHIVE("AND f.game = $3 ", "f.game = $3")},
                                     {.sql = ARCHIVE_OF_PLAYER}},
                       .texts = 6,
                       .numbers = 2,
                       .columns = 6,
                       .number_columns = 3},
    [STORE_RECORD_OF] =
        {.statement = {{.sql = "SELECT t.lobby, r.record, f.game, f.private, f.at FROM finished f "
                               "LEFT JOIN records r ON r.table_id = f.table_id "
                               "LEFT JOIN tables t ON t.id = f.table_id WHERE f.table_id = $1"}},
         .texts = 1,
         .columns = 3,
         .number_columns = 2},
    [STORE_LOG_OF] = {.statement = {{.sql = "SELECT " IN_FIRST_ROW(
                                         "t.lobby") ", a.player, a.key, a.row, a.n, t.private "
                                                    "FROM tables t LEFT JOIN actions a ON a.table_id = t.id "
                                                    "WHERE t.id = $1 AND t.state = 'finished' ORDER BY a.n"}},
                      .texts = 1,
                      .columns = 4,
                      .number_columns = 2},
    [STORE_TABLE_OF] =
        {.statement = {{.sql = "SELECT id, game, state, lobby, private, updated, coalesce(owner, 0) "
                               "FROM tables WHERE id = $1"}},
         .texts = 1,
         .columns = 4,
         .number_columns = 3},
    [STORE_TABLE_BY_INVITE] = {.statement = {{.sql = "SELECT id FROM tables WHERE invite = $1"}},
                               .texts = 1,
                               .columns = 1},
    [STORE_CHAT_LINE] =
        {.statement = {{.sql = "SELECT player, key, name, audience, text, n, at FROM chat "
                               "WHERE table_id = $1 AND player = $2 AND key = $3 AND key <> ''"}},
         .texts = 3,
         .columns = 5,
         .number_columns = 2},
    [STORE_PLAYERS_UNSEEN] =
        {.statement = {{.sql = "SELECT id, seen, (" IS_UNUSED(
                            "players.id") ")::integer FROM players WHERE (seen, id) > ($2, $1) AND seen < $3 "
                                          "ORDER BY seen, id LIMIT $4"}},
         .texts = 1,
         .numbers = 3,
         .columns = 1,
         .number_columns = 2},
    [STORE_TABLES_CLOSED] = {.statement = {{.sql = "SELECT id FROM tables WHERE closed < $1 "
                                                   "ORDER BY closed LIMIT $2"}},
                             .numbers = 2,
                             .columns = 1},
    [STORE_SIZE] = {.statement = {{.sql = "SELECT pg_database_size(current_database())"}},
                    .number_columns = 1},
    [STORE_BANS] = {.statement = {{.sql =
                                       "SELECT subject, created FROM bans ORDER BY created DESC, subject"}},
                    .columns = 1,
                    .number_columns = 1},
    [STORE_TABLE_LOG] =
        {.statement =
             {{.sql = "SELECT " IN_FIRST_ROW("t.lobby") ", " IN_FIRST_ROW("t.game") ", " IN_FIRST_ROW(
                   "t.state") ", a.player, a.key, a.row, a.n, a.at, t.private, coalesce(t.owner, 0) "
                              "FROM tables t LEFT JOIN actions a ON a.table_id = t.id "
                              "WHERE t.id = $1 AND t.state <> 'closed' ORDER BY a.n"}},
         .texts = 1,
         .columns = 6,
         .number_columns = 4},
    [STORE_SECRET_OF] = {.statement = {{.sql = "SELECT value FROM secrets WHERE name = $1"}},
                         .texts = 1,
                         .columns = 1},
    [STORE_NOTIFY_OF] = {.statement = {{.sql = "SELECT language, time_zone, events, quiet_from, "
                                               "quiet_until, zone FROM notify WHERE player = $1"}},
                         .texts = 1,
                         .columns = 2,
                         .number_columns = 4},
    [STORE_CHANNELS_OF] =
        {.statement = {{.sql =
                            "SELECT id, kind, address, detail, created, (code = '')::integer FROM channels "
                            "WHERE player = $1 ORDER BY created, id"}},
         .texts = 1,
         .columns = 4,
         .number_columns = 2},
    [STORE_OUTBOX_NEXT] =
        {.statement = {{.sql = "SELECT o.channel, o.notice, c.kind, c.address, c.detail, n.language, o.body, "
                               "o.player, n.time_zone, o.due, o.until, o.attempts, "
                               "CASE WHEN o.table_id = '' THEN n.quiet_until ELSE n.quiet_from END, "
                               "n.quiet_until, n.zone FROM outbox o JOIN channels c "
                               "ON c.id = o.channel JOIN notify n ON n.player = c.player "
                               "WHERE (o.due, o.channel, o.notice) > ($4, $1, $2) AND " IS_MINE(
                                   "$5") " ORDER BY o.due, o.channel, o.notice LIMIT $3"}},
         .texts = 2,
         .numbers = 2,
         .columns = 9,
         .number_columns = 6},
    [STORE_NODES] =
        {.statement = {{.sql = "SELECT name, address, state, node, (expires < clock_timestamp())::integer, "
                               "(node = $1)::integer FROM nodes ORDER BY node"}},
         .columns = 3,
         .number_columns = 3},
    /* The second statement is for tables without an owner. */
    [STORE_TABLES_OWNED] =
        {.statement = {{.sql = "SELECT id FROM tables WHERE state IN ('open', 'running') AND id > $1 "
                               "AND owner = $2 ORDER BY id LIMIT $3"},
                       {.sql = "SELECT id FROM tables WHERE state IN ('open', 'running') AND id > $1 "
                               "AND owner IS NULL ORDER BY owner, id LIMIT $3"}},
         .texts = 1,
         .numbers = 2,
         .columns = 1},
    [STORE_TALLY_NEXT] = {.statement = {{.sql = "SELECT f.table_id, t.lobby, r.record, f.at, "
                                                "(f.listed = 1 OR f.counted = 1)::integer, "
                                                "(SELECT number FROM tallies WHERE id = 1) FROM finished f "
                                                "LEFT JOIN tables t ON t.id = f.table_id "
                                                "LEFT JOIN records r ON r.table_id = f.table_id "
                                                "WHERE f.tallied = 0 ORDER BY f.at, f.table_id LIMIT $1"}},
                          .numbers = 1,
                          .columns = 3,
                          .number_columns = 3},
    [STORE_STANDINGS_OF] =
        {.statement = {{.sql = "SELECT s.player, s.game, s.side, s.company, " STANDING_NUMBERS
                               " FROM jsonb_array_elements_text($1::jsonb) e JOIN standings s "
                               "ON s.player = e"}},
         .texts = 1,
         .columns = 4,
         .number_columns = 11},
    [STORE_STATS_OF_PLAYER] =
        {.statement =
             {{.sql = "SELECT 'player', name, '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM profiles "
                      "WHERE player = $1 UNION ALL "
                      "SELECT 'standing', '', game, side, company, " STANDING_NUMBERS " FROM standings "
                      "WHERE player = $1 AND (private = 0 OR $1 = $2) UNION ALL "
                      "SELECT 'partner', n.name, '', '', p.partner, 0, p.games, p.won, 0, 0, 0, 0, 0, 0, "
                      "0, 0 FROM (SELECT * FROM partners WHERE player = $1 "
                      "ORDER BY games DESC, partner LIMIT 10) p JOIN profiles n "
                      "ON n.player = p.partner UNION ALL "
                      "SELECT 'bot', '', game, side, level, 0, games, won, 0, 0, 0, 0, 0, 0, 0, 0 "
                      "FROM bot_games WHERE player = $1 ORDER BY 1, 6, 3, 4, 7 DESC, 5"}},
         .texts = 2,
         .columns = 5,
         .number_columns = 11},
    [STORE_STATS_OF_SERVER] = {.statement = {{.sql = "SELECT game, company, options, games, won, caught, "
                                                     "nights FROM server_games "
                                                     "ORDER BY game, company, options"}},
                               .columns = 2,
                               .number_columns = 5},
};
_Static_assert(STATS_PARTNERS == 10, "the SQL of STORE_STATS_OF_PLAYER has this number");

const char *postgres_verb_sql(enum store_verb verb, unsigned statement)
{
    if (verb == STORE_TABLE_CLAIM && statement == 0) {
        return postgres_claim_sql();
    }
    return statement < POSTGRES_STATEMENTS ? postgres_verbs[verb].statement[statement].sql : NULL;
}
