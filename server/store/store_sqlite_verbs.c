/*
 * store_sqlite_verbs.c: the SQL of each verb of the store, in one table.
 *
 * The columns are those of schema/sql; the order of texts and numbers is that of store.h.
 */
#include "server/store/store_sqlite.h"

/* Rows after the cursor: "time:table" of the last row of the previous page, or "" for the first page. */
#define BEFORE_CURSOR(row) \
    "(" row ".at, " row ".table_id) < " \
    "(CASE ?2 WHEN '' THEN 9223372036854775807 ELSE CAST(substr(?2, 1, instr(?2, ':') - 1) AS INTEGER) " \
    "END, " \
    "substr(?2, instr(?2, ':') + 1)) "
#define ARCHIVE_COLUMNS \
    "SELECT f.table_id, f.game, f.winner, f.reason, f.players, f.at || ':' || f.table_id, " \
    "f.actions, f.at, f.private "
#define MAY_SEE \
    "(?3 = '' OR f.game = ?3) AND (f.private = 0 OR EXISTS " \
    "(SELECT 1 FROM finished_players s WHERE s.player_id = ?1 AND s.at = f.at AND s.table_id = " \
    "f.table_id)) "

const struct sqlite_verb sqlite_verbs[STORE_VERB_COUNT] = {
    [STORE_PLAYER_ADD] = {.sql = {"INSERT INTO players (id, name, created) VALUES (?1, ?2, ?4)",
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
                                     "DELETE FROM tokens WHERE player = ?1"},
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
    [STORE_CHAT_APPEND] = {.sql = {"INSERT INTO chat (table_id, player, key, name, audience, text, n, at) "
                                   "SELECT ?1, ?2, ?3, ?4, ?5, ?6, "
                                   "(SELECT coalesce(max(n) + 1, 0) FROM chat WHERE table_id = ?1), ?7"},
                           .texts = 6,
                           .numbers = 1},
    [STORE_CHAT_CARRY] = {.sql = {"INSERT INTO chat (table_id, player, key, name, audience, text, n, at) "
                                  "SELECT ?1, player, key, name, audience, text, "
                                  "row_number() OVER (ORDER BY n) - 1, at FROM "
                                  "(SELECT * FROM chat WHERE table_id = ?2 AND audience = 'table' "
                                  "ORDER BY n DESC LIMIT 200)"},
                          .texts = 2},
    [STORE_FINISH] = {.sql = {"INSERT INTO finished (table_id, game, winner, reason, players, record, "
                              "actions, at, private) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                              "INSERT INTO finished_players (player_id, at, table_id) SELECT DISTINCT "
                              "atom, ?8, ?1 FROM json_tree(?5) WHERE key = 'player' AND type = 'text'"},
                      .texts = 6,
                      .numbers = 3},
    [STORE_PLAYER_BY_TOKEN] =
        {.sql = {"SELECT id, name FROM tokens JOIN players ON id = player WHERE hash = ?1"},
         .texts = 1,
         .columns = 2},
    [STORE_PLAYER_BY_ID] = {.sql = {"SELECT id, name FROM players WHERE id = ?1"}, .texts = 1, .columns = 2},
    [STORE_PLAYERS] = {.sql = {"SELECT id, name, created FROM players ORDER BY created DESC, id LIMIT ?1"},
                       .numbers = 1,
                       .columns = 2,
                       .number_columns = 1},
    [STORE_CHAT_OF] = {.sql = {"SELECT * FROM (SELECT player, key, name, audience, text, n, at FROM chat "
                               "WHERE table_id = ?1 AND instr(?2, audience) > 0 ORDER BY n DESC "
                               "LIMIT ?3) ORDER BY n"},
                       .texts = 2,
                       .numbers = 1,
                       .columns = 5,
                       .number_columns = 2},
    [STORE_ARCHIVE] = {.sql = {ARCHIVE_COLUMNS "FROM finished f WHERE " BEFORE_CURSOR(
                                   "f") "AND " MAY_SEE "ORDER BY f.at DESC, f.table_id DESC LIMIT ?5",
                               ARCHIVE_COLUMNS "FROM finished_players q JOIN finished f USING (table_id) "
                                               "WHERE q.player_id = ?4 AND " BEFORE_CURSOR(
                                                   "q") "AND " MAY_SEE
                                                        "ORDER BY q.at DESC, q.table_id DESC LIMIT ?5"},
                       .texts = 4,
                       .numbers = 1,
                       .columns = 6,
                       .number_columns = 3},
    [STORE_RECORD_OF] = {.sql = {"SELECT t.lobby, f.record, f.game, f.private, f.at FROM finished f "
                                 "JOIN tables t ON t.id = f.table_id WHERE f.table_id = ?1"},
                         .texts = 1,
                         .columns = 3,
                         .number_columns = 2},
    [STORE_LOG_OF] = {.sql = {"SELECT CASE a.n WHEN 0 THEN t.lobby END, a.player, a.key, a.row, a.n "
                              "FROM tables t JOIN actions a ON a.table_id = t.id "
                              "WHERE t.id = ?1 AND t.state = 'finished' ORDER BY a.n"},
                      .texts = 1,
                      .columns = 4,
                      .number_columns = 1},
    [STORE_TABLE_OF] = {.sql = {"SELECT id, game, state, lobby, private, updated FROM tables WHERE id = ?1"},
                        .texts = 1,
                        .columns = 4,
                        .number_columns = 2},
    [STORE_CHAT_LINE] = {.sql = {"SELECT player, key, name, audience, text, n, at FROM chat "
                                 "WHERE table_id = ?1 AND player = ?2 AND key = ?3"},
                         .texts = 3,
                         .columns = 5,
                         .number_columns = 2},
};
