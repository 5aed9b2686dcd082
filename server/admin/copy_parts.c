/* copy_parts.c: see copy_parts.h. */
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/buffer.h"
#include "server/admin/copy_parts.h"
#include "server/admin/row_source.h"

#define TEXT(column) \
    { \
        column, NULL, false \
    }
#define NUMBER(column) \
    { \
        column, NULL, true \
    }

const struct copy_part copy_parts[COPY_PARTS] = {
    {"players", 1, {TEXT("id"), TEXT("name"), NUMBER("created"), NUMBER("seen"), NUMBER("chats")}},
    {"tokens", 1, {TEXT("hash"), TEXT("player"), NUMBER("created")}},
    {"codes", 1, {TEXT("player"), TEXT("hash"), NUMBER("expires")}},
    /* SQLite numbers all rows itself; here, in the order in which tables were created. */
    {"tables",
     1,
     {{"number", "rowid", true},
      TEXT("id"),
      TEXT("game"),
      TEXT("state"),
      TEXT("lobby"),
      NUMBER("private"),
      NUMBER("updated")}},
    {"actions", 2, {TEXT("table_id"), NUMBER("n"), TEXT("player"), TEXT("key"), TEXT("row"), NUMBER("at")}},
    {"chat",
     2,
     {TEXT("table_id"), NUMBER("n"), TEXT("player"), TEXT("key"), TEXT("name"), TEXT("audience"),
      TEXT("text"), NUMBER("at"), NUMBER("total")}},
    {"finished",
     1,
     {TEXT("table_id"), TEXT("game"), TEXT("winner"), TEXT("reason"), TEXT("players"), NUMBER("actions"),
      NUMBER("at"), NUMBER("private"), NUMBER("listed"), NUMBER("counted"), NUMBER("tallied"),
      NUMBER("options")}},
    {"records", 1, {TEXT("table_id"), TEXT("record")}},
    {"finished_players",
     3,
     {TEXT("player_id"), NUMBER("at"), TEXT("table_id"), NUMBER("listed"), NUMBER("counted")}},
    {"bans", 1, {TEXT("subject"), NUMBER("created")}},
    {"secrets", 1, {TEXT("name"), TEXT("value")}},
    {"notify",
     1,
     {TEXT("player"), TEXT("language"), NUMBER("events"), NUMBER("quiet_from"), NUMBER("quiet_until"),
      NUMBER("zone"), NUMBER("hour"), NUMBER("sent"), TEXT("time_zone")}},
    {"channels",
     1,
     {TEXT("id"), TEXT("player"), TEXT("kind"), TEXT("address"), TEXT("detail"), TEXT("code"),
      NUMBER("created"), NUMBER("expires")}},
    {"outbox",
     2,
     {TEXT("channel"), TEXT("notice"), TEXT("player"), TEXT("table_id"), TEXT("body"), NUMBER("due"),
      NUMBER("until"), NUMBER("attempts")}},
    {"noticed", 2, {TEXT("player"), TEXT("table_id"), NUMBER("warned")}},
    {"mailboxes", 1, {TEXT("mailbox"), NUMBER("newest"), NUMBER("middle"), NUMBER("oldest")}},
    {"profiles", 1, {TEXT("player"), TEXT("name")}},
    {"standings",
     5,
     {TEXT("player"), NUMBER("private"), TEXT("game"), TEXT("side"), TEXT("company"), NUMBER("games"),
      NUMBER("won"), NUMBER("caught"), NUMBER("nights"), NUMBER("streak"), NUMBER("best"), NUMBER("rating"),
      NUMBER("deviation"), NUMBER("volatility"), NUMBER("at")}},
    {"partners", 2, {TEXT("player"), TEXT("partner"), NUMBER("games"), NUMBER("won")}},
    {"bot_games",
     4,
     {TEXT("player"), TEXT("game"), TEXT("side"), TEXT("level"), NUMBER("games"), NUMBER("won")}},
    {"server_games",
     3,
     {TEXT("game"), TEXT("company"), NUMBER("options"), NUMBER("games"), NUMBER("won"), NUMBER("caught"),
      NUMBER("nights")}},
};

/* Columns of `tables` that only PostgreSQL has, made from the lobby (@) as STORE_TABLE_PUT does. */
static const char extra_columns[] = ", host, players, invite";
static const char extra_values[] =
    ", @::text::jsonb ->> 'host', "
    "ARRAY(SELECT m #>> '{}' FROM jsonb_path_query(@::text::jsonb, '$.members[*].player') m), "
    "@::text::jsonb ->> 'invite'";
enum { LOBBY_COLUMN = 4 };

unsigned copy_part_columns(const struct copy_part *part)
{
    unsigned count = 0;
    while (part->column[count].name != NULL) {
        count++;
    }
    return count;
}

enum { PIECE_MAX = 300 };

/* Appends to an SQL text; aborts if there is no memory. */
__attribute__((format(printf, 2, 3))) static void add(struct buffer *sql, const char *format, ...)
{
    char piece[PIECE_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= PIECE_MAX || !buffer_add(sql, piece, (size_t)length)) {
        abort();
    }
}

/* ---- Reading --------------------------------------------------------------------------------------- */

static void add_names(struct buffer *sql, const struct copy_part *part, unsigned count, bool sqlite)
{
    for (unsigned i = 0; i < count; i++) {
        const struct copy_column *column = &part->column[i];
        add(sql, "%s%s", i > 0 ? ", " : "", sqlite && column->source != NULL ? column->source : column->name);
    }
}

void copy_write_query(const struct copy_part *part, bool sqlite, bool after, char sql[COPY_SQL_MAX])
{
    struct buffer text = {0};
    add(&text, "SELECT ");
    add_names(&text, part, copy_part_columns(part), sqlite);
    add(&text, " FROM %s", part->table);
    if (after) {
        add(&text, " WHERE (");
        add_names(&text, part, part->keys, sqlite);
        add(&text, ") > (");
        for (unsigned i = 0; i < part->keys; i++) {
            add(&text, "%sjson_extract($1, '$[%u]')", i > 0 ? ", " : "", i);
        }
        add(&text, ")");
    }
    add(&text, " ORDER BY ");
    add_names(&text, part, part->keys, sqlite);
    (void)snprintf(sql, COPY_SQL_MAX, "%s", text.text);
    buffer_free(&text);
}

char *copy_position(const struct copy_part *part, const char *const *row)
{
    json_t *position = json_array();
    for (unsigned i = 0; i < part->keys; i++) {
        json_t *value = part->column[i].number ? json_integer(row_number(row[i])) : json_string(row[i]);
        (void)json_array_append_new(position, value == NULL ? json_null() : value);
    }
    char *text = json_dumps(position, JSON_COMPACT);
    json_decref(position);
    if (text == NULL) {
        abort();
    }
    return text;
}

/* ---- Writing --------------------------------------------------------------------------------------- */

static void add_extra_values(struct buffer *sql, size_t parameter)
{
    for (const char *from = extra_values; *from != '\0';) {
        size_t length = strcspn(from, "@");
        add(sql, "%.*s", (int)length, from);
        from += length;
        if (*from == '@') {
            add(sql, "$%zu", parameter);
            from++;
        }
    }
}

char *copy_insert(const struct copy_part *part, size_t rows)
{
    struct buffer sql = {0};
    unsigned columns = copy_part_columns(part);
    bool with_extra = strcmp(part->table, "tables") == 0;
    size_t parameter = 1;
    add(&sql, "INSERT INTO %s (", part->table);
    add_names(&sql, part, columns, false);
    add(&sql, "%s) VALUES ", with_extra ? extra_columns : "");
    for (size_t row = 0; row < rows; row++) {
        size_t first = parameter;
        for (unsigned i = 0; i < columns; i++) {
            add(&sql, "%s$%zu::%s",
                i > 0     ? ", "
                : row > 0 ? "), ("
                          : "(",
                parameter++, part->column[i].number ? "bigint" : "text");
        }
        if (with_extra) {
            add_extra_values(&sql, first + LOBBY_COLUMN);
        }
    }
    add(&sql, ") ON CONFLICT DO NOTHING");
    return buffer_take(&sql);
}
