/*
 * sqlite_verbs.c: the SQL of each verb of the store, in one table.
 *
 * The columns are those of schema/sql; the order of texts and numbers is that of store.h.
 */
#include "server/store/sqlite/sqlite.h"

/* Rows after the cursor: "time:table" of the last row of the previous page, or "" for the first page. */
#define BEFORE_CURSOR(row) \
    "(" row ".at, " row ".table_id) < " \
    "(CASE ?2 WHEN '' THEN 9223372036854775807 ELSE CAST(substr(?2, 1, instr(?2, ':') - 1) AS INTEGER) " \
    "END, " \
    "substr(?2, instr(?2, ':') + 1)) "
#define ARCHIVE_COLUMNS(row, visible) \
    "SELECT " row ".table_id, f.game, f.winner, f.reason, f.players, f.at || ':' || f.table_id, " \
    "f.actions, " row ".at, f.private, " visible " "
/* Whether a game has the winner and the option that are asked for. Options are known once a game is tallied. */
#define IS_WANTED "(?5 = '' OR f.winner = ?5) AND (?8 = 0 OR f.options & ?8 <> 0)"
/* What everyone may see, and what else the asking player took part in, merged in the order of two indexes. */
#define ARCHIVE(of_game, is_of_game) \
    ARCHIVE_COLUMNS("f", IS_WANTED) \
    "FROM finished f WHERE f.listed = 1 " of_game "AND " BEFORE_CURSOR("f") "UNION ALL " ARCHIVE_COLUMNS( \
        "q", is_of_game " AND " IS_WANTED) "FROM finished_players q INDEXED BY finished_players_unlisted " \
                                           "CROSS JOIN finished f ON f.table_id = q.table_id " \
                                           "WHERE q.player_id = ?1 AND q.listed = 0 AND " BEFORE_CURSOR( \
                                               "q") "ORDER BY 8 DESC, 1 DESC"
/* Whether the player ?4 was on the side ?6. */
#define IS_OF_SIDE \
    "(?6 = '' OR (?6 = 'jack') = EXISTS (SELECT 1 FROM json_each(f.players) e WHERE " \
    "json_extract(e.value, '$.player') = ?4 AND instr(json_extract(e.value, '$.pawns'), 'jack') > 0))"
#define IS_VISIBLE \
    "(?3 = '' OR f.game = ?3) AND " IS_WANTED " AND " IS_OF_SIDE \
    " AND (q.listed = 1 OR EXISTS (SELECT 1 FROM finished_players s " \
    "WHERE s.player_id = ?1 AND s.at = q.at AND s.table_id = q.table_id))"
#define ARCHIVE_OF_PLAYER \
    ARCHIVE_COLUMNS("q", IS_VISIBLE) \
    "FROM finished_players q CROSS JOIN finished f ON f.table_id = q.table_id " \
    "WHERE q.player_id = ?4 AND " BEFORE_CURSOR("q") "ORDER BY q.at DESC, q.table_id DESC"
/* The number of a marker's line (server/table/chat_access.h), or -1 if there is none; `key` is a parameter. */
#define MARKER_LINE(table, key) \
    "coalesce((SELECT n FROM chat WHERE table_id = " table " AND player = '' AND key = " key \
    " AND key <> ''), -1)"
/* What a line costs in an answer: its texts, and about as much as its keys and ids. */
#define LINE_BYTES "length(CAST(text AS BLOB)) + length(CAST(name AS BLOB)) + 100"

/* What a line of chat counts as: its text, and about as much as its names and keys. */
#define CHAT_BYTES(text) "length(CAST(" text " AS BLOB)) + 100"
/* The number of the next line of the table ?1; and the bytes to the audience ?5 with one more line, whose text is ?6. */
#define NEXT_LINE "coalesce((SELECT n + 1 FROM chat WHERE table_id = ?1 ORDER BY n DESC LIMIT 1), 0)"
#define NEW_TOTAL \
    "coalesce((SELECT total FROM chat WHERE table_id = ?1 AND audience = ?5 ORDER BY n DESC LIMIT 1), 0) " \
    "+ " CHAT_BYTES("?6")
/* The latest ?5 + 1 lines of the table ?1 to one audience after a marker, if that audience is among ?2. */
#define LINES_TO(audience, after) \
    "SELECT * FROM (SELECT * FROM chat WHERE table_id = ?1 AND audience = '" audience \
    "' AND instr(?2, '" audience "') > 0 AND n > " after " ORDER BY n DESC LIMIT ?5 + 1)"

#define POLICE_LINES LINES_TO("police", MARKER_LINE("?1", "?3"))
#define TABLE_LINES LINES_TO("table", MARKER_LINE("?1", "?4"))
#define GALLERY_LINES LINES_TO("gallery", MARKER_LINE("?1", "?4"))
#define COMMENTARY_LINES LINES_TO("commentary", "-1")
#define READABLE_LINES \
    POLICE_LINES " UNION ALL " TABLE_LINES " UNION ALL " GALLERY_LINES " UNION ALL " COMMENTARY_LINES

/* A column of the table ?1 in the first row of its log, and NULL in the others. */
#define IN_FIRST_ROW(column) \
    "CASE WHEN a.n IS (SELECT min(n) FROM actions WHERE table_id = ?1) THEN " column " END"

/* Whether the table ?1 was closed, and last changed before ?2. */
#define IS_EXPIRED "EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND state = 'closed' AND updated < ?2)"

/* Whether nothing refers to a player: no finished game, no message. Seats at tables are known to the server. */
#define IS_UNUSED(id) "chats = 0 AND NOT EXISTS (SELECT 1 FROM finished_players g WHERE g.player_id = " id ")"

/*
 * Whether the player ?1 was notified about the table ?2 and has not looked since; for a warning, whether there was one in
 * this turn. And whether the notification ?3 was added just now. ?9 is its enum notice_part.
 */
#define IS_NOTICED "EXISTS (SELECT 1 FROM noticed w WHERE w.player = ?1 AND w.table_id = ?2)"
#define WAS_NOTIFIED \
    "EXISTS (SELECT 1 FROM noticed w WHERE w.player = ?1 AND w.table_id = ?2 AND (?9 <> 2 OR w.warned = 1))"
#define IS_ADDED "EXISTS (SELECT 1 FROM outbox o WHERE o.player = ?1 AND o.table_id = ?2 AND o.notice = ?3)"

/* The numbers of a player's standing, in the order of STORE_STANDING_PUT. */
#define STANDING_NUMBERS \
    "private, games, won, caught, nights, streak, best, rating, deviation, volatility, at"

const struct sqlite_verb sqlite_verbs[STORE_VERB_COUNT] = {
    [STORE_PLAYER_ADD] = {.sql = {"INSERT INTO players (id, name, created, seen) VALUES (?1, ?2, ?4, ?4)",
                                  "INSERT INTO tokens (hash, player, created) VALUES (?3, ?1, ?4)"},
                          .texts = 3,
                          .numbers = 1},
    [STORE_PLAYER_RENAME] = {.sql = {"UPDATE players SET name = ?2 WHERE id = ?1"},
                             .texts = 2,
                             .unchanged = STORE_NOTHING},
    [STORE_PLAYER_REMOVE] = {.texts = 1}, /* database_remove_player() */
    [STORE_TOKEN_ADD] = {.sql = {"INSERT INTO tokens (hash, player, created) "
                                 "SELECT ?2, id, ?3 FROM players WHERE id = ?1"},
                         .texts = 2,
                         .numbers = 1,
                         .unchanged = STORE_NOTHING},
    /* The first statement only finds out whether the player exists; the player may have no tokens. */
    [STORE_TOKENS_REVOKE] = {.sql = {"UPDATE players SET name = name WHERE id = ?1",
                                     "DELETE FROM tokens WHERE player = ?1",
                                     "DELETE FROM codes WHERE player = ?1",
                                     "DELETE FROM channels WHERE player = ?1"},
                             .texts = 1,
                             .unchanged = STORE_NOTHING},
    [STORE_TABLE_PUT] = {.sql = {"INSERT INTO tables (id, game, state, lobby, private, updated) "
                                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET "
                                 "game = ?2, state = ?3, lobby = ?4, private = ?5, updated = ?6"},
                         .texts = 4,
                         .numbers = 2},
    [STORE_ACTION_APPEND] = {.sql = {"INSERT INTO actions (table_id, player, key, row, n, at) "
                                     "SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?5 = "
                                     "(SELECT coalesce(max(n) + 1, 0) FROM actions WHERE table_id = ?1)"},
                             .texts = 4,
                             .numbers = 2,
                             .unchanged = STORE_CONFLICT},
    [STORE_CHAT_APPEND] =
        {.sql = {"INSERT INTO chat (table_id, player, key, name, audience, text, n, at, total) "
                 "SELECT ?1, ?2, ?3, ?4, ?5, ?6, " NEXT_LINE ", ?7, " NEW_TOTAL " WHERE ?8 = 0 OR " NEW_TOTAL
                 " <= ?8",
                 "UPDATE players SET chats = 1 WHERE id = ?2 AND chats = 0"},
         .texts = 6,
         .numbers = 2,
         .unchanged = STORE_NOTHING},
    [STORE_CHAT_CARRY] =
        {.sql = {"INSERT INTO chat (table_id, player, key, name, audience, text, n, at, total) "
                 "SELECT ?1, player, key, name, audience, text, "
                 "row_number() OVER (ORDER BY n) - 1, at, "
                 "sum(" CHAT_BYTES("text") ") OVER (ORDER BY n) FROM "
                                           "(SELECT * FROM chat WHERE table_id = ?2 AND audience = 'table' "
                                           "AND n > " MARKER_LINE("?2", "?3") " ORDER BY n DESC LIMIT 200)"},
         .texts = 3},
    /* A bot among the players is not in the table of players. */
    [STORE_FINISH] =
        {.sql = {"INSERT INTO finished (table_id, game, winner, reason, players, actions, at, "
                 "private, listed, counted) SELECT ?1, ?2, ?3, ?4, ?5, ?7, ?8, ?9, "
                 "?9 = 0 AND few, ?9 = 1 AND ?11 = 1 AND few FROM (SELECT ?10 > 0 "
                 "AND NOT EXISTS (SELECT 1 FROM json_each(?5) e CROSS JOIN players p "
                 "ON p.id = json_extract(e.value, '$.player') WHERE "
                 "(SELECT count(*) FROM (SELECT 1 FROM finished_players h WHERE "
                 "h.player_id = p.id AND h.at > ?8 - 3600 AND (h.listed = 1 OR h.counted = 1) "
                 "LIMIT ?10)) >= ?10) AS few)",
                 "INSERT INTO records (table_id, record) VALUES (?1, ?6)",
                 "INSERT INTO finished_players (player_id, at, table_id, listed, counted) SELECT "
                 "DISTINCT e.atom, ?8, ?1, f.listed, f.counted FROM finished f "
                 "CROSS JOIN json_tree(?5) e WHERE f.table_id = ?1 AND e.key = 'player' "
                 "AND e.type = 'text'"},
         .texts = 6,
         .numbers = 5},
    [STORE_PLAYER_SEEN] = {.sql = {"UPDATE players SET seen = ?2 WHERE id = ?1"},
                           .texts = 1,
                           .numbers = 1,
                           .unchanged = STORE_NOTHING},
    [STORE_PLAYER_EXPIRE] = {.sql = {"DELETE FROM players WHERE id = ?1 AND seen < ?2 AND " IS_UNUSED("?1")},
                             .texts = 1,
                             .numbers = 1},
    [STORE_TABLE_EXPIRE] = {.sql = {"DELETE FROM chat WHERE table_id = ?1 AND " IS_EXPIRED,
                                    "DELETE FROM actions WHERE table_id = ?1 AND " IS_EXPIRED,
                                    "DELETE FROM noticed WHERE table_id = ?1 AND " IS_EXPIRED,
                                    "DELETE FROM tables WHERE id = ?1 AND state = 'closed' AND updated < ?2"},
                            .texts = 1,
                            .numbers = 1},
    /* Addresses have dots or colons, ids of players have neither. */
    [STORE_BAN_ADD] = {.sql = {"INSERT INTO bans (subject, created) SELECT ?1, ?2 WHERE "
                               "instr(?1, '.') > 0 OR instr(?1, ':') > 0 OR "
                               "EXISTS (SELECT 1 FROM players WHERE id = ?1) "
                               "ON CONFLICT (subject) DO UPDATE SET created = created"},
                       .texts = 1,
                       .numbers = 1,
                       .unchanged = STORE_NOTHING},
    [STORE_BAN_REMOVE] = {.sql = {"DELETE FROM bans WHERE subject = ?1"},
                          .texts = 1,
                          .unchanged = STORE_NOTHING},
    [STORE_PROBE] = {.sql = {"INSERT INTO players (id, name, created) VALUES ('', '', 0)",
                             "DELETE FROM players WHERE id = ''"}},
    [STORE_CODE_PUT] = {.sql = {"INSERT INTO codes (player, hash, expires) SELECT id, ?2, ?4 FROM players "
                                "WHERE id = ?1 ON CONFLICT (player) DO UPDATE SET hash = ?2, expires = ?4",
                                "DELETE FROM codes WHERE expires <= ?3"},
                        .texts = 2,
                        .numbers = 2,
                        .unchanged = STORE_NOTHING},
    [STORE_CODE_TAKE] = {.sql = {"INSERT INTO tokens (hash, player, created) "
                                 "SELECT ?2, player, ?3 FROM codes WHERE hash = ?1 AND expires > ?3",
                                 "DELETE FROM codes WHERE hash = ?1"},
                         .texts = 2,
                         .numbers = 1,
                         .unchanged = STORE_NOTHING},
    /* There is one node, which owns everything. */
    [STORE_TABLE_CLAIM] = {.texts = 1, .numbers = 1},
    [STORE_TABLE_RELEASE] = {.texts = 1},
    [STORE_NODE_DEPOSE] = {.numbers = 2},
    [STORE_SECRET_PUT] = {.sql = {"INSERT INTO secrets (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING"},
                          .texts = 2},
    [STORE_NOTIFY_PUT] =
        {.sql = {"INSERT INTO notify (player, language, time_zone, events, quiet_from, quiet_until, zone) "
                 "SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM players WHERE id = ?1 "
                 "ON CONFLICT (player) DO UPDATE SET language = ?2, time_zone = ?3, events = ?4, "
                 "quiet_from = ?5, quiet_until = ?6, zone = ?7"},
         .texts = 3,
         .numbers = 4,
         .unchanged = STORE_NOTHING},
    [STORE_CHANNEL_PUT] =
        {.sql = {"INSERT INTO channels (id, player, kind, address, detail, code, created, expires) "
                 "SELECT ?1, id, ?3, ?4, ?5, ?6, ?8, ?9 FROM players WHERE id = ?2 AND "
                 "(SELECT count(*) FROM channels c WHERE c.player = ?2 "
                 "AND NOT (c.kind = ?3 AND c.address = ?4)) < ?10 "
                 "ON CONFLICT (player, kind, address) DO UPDATE SET detail = ?5, code = ?6, expires = ?9",
                 "INSERT INTO notify (player, language, events) SELECT id, ?7, 4294967295 FROM players "
                 "WHERE id = ?2 ON CONFLICT DO NOTHING"},
         .texts = 7,
         .numbers = 3,
         .unchanged = STORE_NOTHING},
    [STORE_MAILBOX_COUNT] =
        {.sql = {"INSERT INTO mailboxes (mailbox, newest) VALUES (?1, ?2) ON CONFLICT (mailbox) DO UPDATE "
                 "SET oldest = middle, middle = newest, newest = ?2 WHERE oldest <= ?2 - ?3",
                 "DELETE FROM mailboxes WHERE newest <= ?2 - ?3"},
         .texts = 1,
         .numbers = 2,
         .unchanged = STORE_CONFLICT},
    [STORE_CHANNEL_CONFIRM] =
        {.sql = {"UPDATE channels SET code = '' WHERE player = ?1 AND id = ?2 AND code = ?3 "
                 "AND code <> '' AND expires > ?4"},
         .texts = 3,
         .numbers = 1,
         .unchanged = STORE_NOTHING},
    [STORE_CHANNEL_REMOVE] = {.sql = {"DELETE FROM channels WHERE id = ?1 AND ?2 IN ('', player)"},
                              .texts = 2,
                              .unchanged = STORE_NOTHING},
    [STORE_NOTICE_ADD] =
        {.sql = {"INSERT INTO outbox (channel, notice, player, table_id, body, due, until) "
                 "SELECT c.id, ?3, ?1, ?2, ?4, ?5, ?5 + ?8 "
                 "FROM notify n JOIN channels c ON c.player = n.player WHERE n.player = ?1 AND c.code = '' "
                 "AND n.events & ?6 <> 0 AND (n.hour <> ?5 / 3600 OR n.sent < ?7) AND NOT " WAS_NOTIFIED,
                 "UPDATE notify SET sent = CASE WHEN hour = ?5 / 3600 THEN sent + 1 ELSE 1 END, "
                 "hour = ?5 / 3600 WHERE player = ?1 AND " IS_ADDED,
                 "INSERT INTO noticed (player, table_id, warned) SELECT ?1, ?2, ?9 = 2 WHERE " IS_ADDED
                 " OR (?9 = 1 AND " IS_NOTICED ") ON CONFLICT DO UPDATE SET warned = excluded.warned"},
         .texts = 4,
         .numbers = 5},
    [STORE_NOTICE_LOOK] = {.sql = {"DELETE FROM noticed WHERE player = ?1 AND table_id = ?2",
                                   "DELETE FROM outbox WHERE player = ?1 AND table_id = ?2"},
                           .texts = 2},
    [STORE_OUTBOX_ADD] = {.sql = {"INSERT INTO outbox (channel, notice, player, table_id, body, due, until) "
                                  "SELECT id, ?4, player, '', ?5, ?6, ?7 FROM channels "
                                  "WHERE player = ?1 AND kind = ?2 AND address = ?3"},
                          .texts = 5,
                          .numbers = 2,
                          .unchanged = STORE_NOTHING},
    /* There is one node, which knows what it is sending. */
    [STORE_OUTBOX_CLAIM] =
        {.sql = {"UPDATE outbox SET attempts = attempts + 1 WHERE channel = ?1 AND notice = ?2"},
         .texts = 2,
         .unchanged = STORE_NOTHING},
    [STORE_OUTBOX_DONE] = {.sql = {"DELETE FROM outbox WHERE channel = ?1 AND notice = ?2"}, .texts = 2},
    [STORE_OUTBOX_DELAY] =
        {.sql = {"UPDATE outbox SET due = ?3, until = ?4 WHERE channel = ?1 AND notice = ?2"},
         .texts = 2,
         .numbers = 2},
    [STORE_OUTBOX_RETRY] = {.sql = {"UPDATE outbox SET due = ?3, attempts = attempts - ?4 "
                                    "WHERE channel = ?1 AND notice = ?2"},
                            .texts = 2,
                            .numbers = 2},
    [STORE_TALLY] = {.sql = {"UPDATE tallies SET number = number + 1 WHERE id = 1 AND number = ?2",
                             "UPDATE finished SET tallied = 1, options = ?3 WHERE table_id = ?1"},
                     .texts = 1,
                     .numbers = 2,
                     .unchanged = STORE_CONFLICT},
    [STORE_STANDING_PUT] =
        {.sql = {"INSERT OR REPLACE INTO standings (player, game, side, company, " STANDING_NUMBERS
                 ") SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, "
                 "?15 FROM players WHERE id = ?1"},
         .texts = 4,
         .numbers = 11},
    [STORE_PROFILE_PUT] = {.sql = {"INSERT OR REPLACE INTO profiles (player, name) "
                                   "SELECT id, ?2 FROM players WHERE id = ?1"},
                           .texts = 2},
    [STORE_PARTNER_ADD] = {.sql = {"INSERT INTO partners (player, partner, games, won) "
                                   "SELECT p.id, q.id, 1, ?3 FROM players p CROSS JOIN players q "
                                   "WHERE p.id = ?1 AND q.id = ?2 ON CONFLICT (player, partner) "
                                   "DO UPDATE SET games = games + 1, won = won + ?3"},
                           .texts = 2,
                           .numbers = 1},
    [STORE_BOT_GAME_ADD] = {.sql = {"INSERT INTO bot_games (player, game, side, level, games, won) "
                                    "SELECT id, ?2, ?3, ?4, 1, ?5 FROM players WHERE id = ?1 "
                                    "ON CONFLICT (player, game, side, level) "
                                    "DO UPDATE SET games = games + 1, won = won + ?5"},
                            .texts = 4,
                            .numbers = 1},
    [STORE_SERVER_GAME_ADD] =
        {.sql = {"INSERT INTO server_games (game, company, options, games, won, caught, nights) "
                 "VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6) ON CONFLICT (game, company, options) DO UPDATE SET "
                 "games = games + 1, won = won + ?4, caught = caught + ?5, nights = nights + ?6"},
         .texts = 2,
         .numbers = 4},
    [STORE_PLAYER_BY_TOKEN] =
        {.sql = {"SELECT id, name, seen FROM tokens JOIN players ON id = player WHERE hash = ?1"},
         .texts = 1,
         .columns = 2,
         .number_columns = 1},
    [STORE_PLAYER_BY_ID] = {.sql = {"SELECT id, name FROM players WHERE id = ?1"}, .texts = 1, .columns = 2},
    [STORE_PLAYERS] = {.sql = {"SELECT id, name, created FROM players ORDER BY created DESC, id LIMIT ?1"},
                       .numbers = 1,
                       .columns = 2,
                       .number_columns = 1},
    [STORE_CHAT_OF] =
        {.sql = {"SELECT player, key, name, audience, text, n, at FROM (SELECT *, sum(" LINE_BYTES
                 ") OVER (ORDER BY n DESC) - (" LINE_BYTES ") AS before FROM (SELECT * FROM (" READABLE_LINES
                 ") ORDER BY n DESC LIMIT ?5 + 1)) WHERE before <= ?6 ORDER BY n"},
         .texts = 4,
         .numbers = 2,
         .columns = 5,
         .number_columns = 2},
    [STORE_ARCHIVE] = {.sql = {ARCHIVE("", "1"), ARCHIVE("AND f.game = ?3 ", "f.game = ?3"),
                               ARCHIVE_OF_PLAYER},
                       .texts = 6,
                       .numbers = 2,
                       .columns = 6,
                       .number_columns = 3},
    [STORE_RECORD_OF] = {.sql = {"SELECT t.lobby, r.record, f.game, f.private, f.at FROM finished f "
                                 "LEFT JOIN records r ON r.table_id = f.table_id "
                                 "LEFT JOIN tables t ON t.id = f.table_id WHERE f.table_id = ?1"},
                         .texts = 1,
                         .columns = 3,
                         .number_columns = 2},
    [STORE_LOG_OF] = {.sql = {"SELECT " IN_FIRST_ROW(
                          "t.lobby") ", a.player, a.key, a.row, a.n, t.private "
                                     "FROM tables t LEFT JOIN actions a ON a.table_id = t.id "
                                     "WHERE t.id = ?1 AND t.state = 'finished' ORDER BY a.n"},
                      .texts = 1,
                      .columns = 4,
                      .number_columns = 2},
    [STORE_TABLE_OF] =
        {.sql = {"SELECT id, game, state, lobby, private, updated, 0 FROM tables WHERE id = ?1"},
         .texts = 1,
         .columns = 4,
         .number_columns = 3},
    [STORE_TABLE_BY_INVITE] =
        {.sql = {"SELECT id FROM tables WHERE state = 'finished' AND "
                 "CASE WHEN json_valid(lobby) THEN json_extract(lobby, '$.invite') END = ?1"},
         .texts = 1,
         .columns = 1},
    [STORE_CHAT_LINE] = {.sql = {"SELECT player, key, name, audience, text, n, at FROM chat "
                                 "WHERE table_id = ?1 AND player = ?2 AND key = ?3 AND key <> ''"},
                         .texts = 3,
                         .columns = 5,
                         .number_columns = 2},
    [STORE_PLAYERS_UNSEEN] =
        {.sql = {"SELECT id, seen, " IS_UNUSED(
             "players.id") " FROM players "
                           "WHERE (seen, id) > (?2, ?1) AND seen < ?3 ORDER BY seen, id LIMIT ?4"},
         .texts = 1,
         .numbers = 3,
         .columns = 1,
         .number_columns = 2},
    [STORE_TABLES_CLOSED] =
        {.sql = {"SELECT id FROM tables INDEXED BY tables_closed WHERE state = 'closed' AND updated < ?1 "
                 "ORDER BY updated LIMIT ?2"},
         .numbers = 2,
         .columns = 1},
    [STORE_SIZE] = {.sql = {"SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, "
                            "pragma_freelist_count, pragma_page_size"},
                    .number_columns = 1},
    [STORE_BANS] = {.sql = {"SELECT subject, created FROM bans ORDER BY created DESC, subject"},
                    .columns = 1,
                    .number_columns = 1},
    [STORE_TABLE_LOG] =
        {.sql = {"SELECT " IN_FIRST_ROW("t.lobby") ", " IN_FIRST_ROW("t.game") ", " IN_FIRST_ROW(
             "t.state") ", a.player, a.key, a.row, a.n, a.at, t.private, 0 FROM tables t LEFT JOIN "
                        "actions a ON a.table_id = t.id "
                        "WHERE t.id = ?1 AND t.state <> 'closed' ORDER BY a.n"},
         .texts = 1,
         .columns = 6,
         .number_columns = 4},
    [STORE_SECRET_OF] = {.sql = {"SELECT value FROM secrets WHERE name = ?1"}, .texts = 1, .columns = 1},
    [STORE_NOTIFY_OF] = {.sql = {"SELECT language, time_zone, events, quiet_from, quiet_until, zone "
                                 "FROM notify WHERE player = ?1"},
                         .texts = 1,
                         .columns = 2,
                         .number_columns = 4},
    [STORE_CHANNELS_OF] = {.sql = {"SELECT id, kind, address, detail, created, code = '' FROM channels "
                                   "WHERE player = ?1 ORDER BY created, id"},
                           .texts = 1,
                           .columns = 4,
                           .number_columns = 2},
    [STORE_OUTBOX_NEXT] =
        {.sql = {"SELECT o.channel, o.notice, c.kind, c.address, c.detail, n.language, o.body, o.player, "
                 "n.time_zone, o.due, o.until, o.attempts, "
                 "CASE WHEN o.table_id = '' THEN n.quiet_until ELSE n.quiet_from END, "
                 "n.quiet_until, n.zone FROM outbox o JOIN channels c ON c.id = o.channel "
                 "JOIN notify n ON n.player = c.player WHERE (o.due, o.channel, o.notice) > (?4, ?1, ?2) "
                 "ORDER BY o.due, o.channel, o.notice LIMIT ?3"},
         .texts = 2,
         .numbers = 2,
         .columns = 9,
         .number_columns = 6},
    [STORE_NODES] = {.sql = {"SELECT '', '', 'serving', 0, 0, 1"}, .columns = 3, .number_columns = 3},
    [STORE_TABLES_OWNED] = {.sql = {"SELECT id FROM tables WHERE +state IN ('open', 'running') AND id > ?1 "
                                    "AND ?2 = 0 ORDER BY id LIMIT ?3"},
                            .texts = 1,
                            .numbers = 2,
                            .columns = 1},
    [STORE_TALLY_NEXT] = {.sql = {"SELECT f.table_id, t.lobby, r.record, f.at, f.listed OR f.counted, "
                                  "(SELECT number FROM tallies WHERE id = 1) FROM finished f "
                                  "LEFT JOIN tables t ON t.id = f.table_id "
                                  "LEFT JOIN records r ON r.table_id = f.table_id "
                                  "WHERE f.tallied = 0 ORDER BY f.at, f.table_id LIMIT ?1"},
                          .numbers = 1,
                          .columns = 3,
                          .number_columns = 3},
    [STORE_STANDINGS_OF] = {.sql = {"SELECT s.player, s.game, s.side, s.company, " STANDING_NUMBERS
                                    " FROM json_each(?1) e CROSS JOIN standings s ON s.player = e.value"},
                            .texts = 1,
                            .columns = 4,
                            .number_columns = 11},
    [STORE_STATS_OF_PLAYER] =
        {.sql =
             {"SELECT 'player', name, '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM profiles "
              "WHERE player = ?1 UNION ALL "
              "SELECT 'standing', '', game, side, company, " STANDING_NUMBERS " FROM standings "
              "WHERE player = ?1 AND (private = 0 OR ?1 = ?2) UNION ALL "
              "SELECT * FROM (SELECT 'partner', n.name, '', '', p.partner, 0, p.games, p.won, 0, 0, 0, 0, 0, "
              "0, 0, 0 FROM partners p CROSS JOIN profiles n ON n.player = p.partner WHERE p.player = ?1 "
              "ORDER BY p.games DESC, p.partner LIMIT 10) UNION ALL "
              "SELECT 'bot', '', game, side, level, 0, games, won, 0, 0, 0, 0, 0, 0, 0, 0 FROM bot_games "
              "WHERE player = ?1 ORDER BY 1, 6, 3, 4, 7 DESC, 5"},
         .texts = 2,
         .columns = 5,
         .number_columns = 11},
    [STORE_STATS_OF_SERVER] = {.sql = {"SELECT game, company, options, games, won, caught, nights "
                                       "FROM server_games ORDER BY game, company, options"},
                               .columns = 2,
                               .number_columns = 5},
};
_Static_assert(STATS_PARTNERS == 10, "the SQL of STORE_STATS_OF_PLAYER has this number");
