/* lists.c: tables: the list of public tables, here and at other nodes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/table/changes/lobby_push.h"
#include "server/table/changes/tables_elsewhere.h"
#include "server/table/lobby_json.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

enum {
    LISTED_DEFAULT = 50, /* tables in one answer to `tables` */
    LISTED_MAX = 100,
    CURSOR_DIGITS = 19,
    CURSOR_BYTES = CURSOR_DIGITS + 1 + TABLE_ID_LENGTH + 2,
};

/* Which public tables are asked for. */
struct selection {
    json_int_t limit;
    uint64_t before; /* only tables that are listed after this one */
    char before_id[TABLE_ID_LENGTH + 1];
    enum game_kind game;    /* or GAME_KIND_COUNT */
    enum table_state state; /* or TABLE_CLOSED: both open and running ones */
};

/* Reads a cursor: the listing and the id of the last table of the page before. Returns false if it is none. */
static bool read_cursor(const char *text, struct selection *selection)
{
    size_t digits = strspn(text, "0123456789");
    const char *id = text + digits + (text[digits] == ':');
    if (digits == 0 || digits > CURSOR_DIGITS || (text[digits] != ':' && text[digits] != '\0') ||
        strlen(id) > TABLE_ID_LENGTH) {
        return false;
    }
    selection->before = strtoull(text, NULL, 10);
    (void)snprintf(selection->before_id, sizeof selection->before_id, "%s", id);
    return true;
}

static const char *const bad_limit = "\"limit\" is from 1 to 100.";
static const char *const bad_before = "\"before\" is the \"more\" of an earlier reply.";
static const char *const bad_state = "\"state\" is \"open\" or \"running\".";

/* Returns NULL, or the sentence that says what is wrong. */
static const char *read_selection(const struct request *request, struct selection *selection)
{
    const char *before = body_text(request, "before");
    const char *state = body_text(request, "state");
    const char *game = body_text(request, "game");
    *selection = (struct selection){.limit = body_number(request, "limit", LISTED_DEFAULT),
                                    .before = UINT64_MAX,
                                    .game = game == NULL ? GAME_KIND_COUNT : game_from_name(game),
                                    .state = TABLE_CLOSED};
    if (selection->limit < 1 || selection->limit > LISTED_MAX) {
        return bad_limit;
    }
    if (before != NULL && !read_cursor(before, selection)) {
        return bad_before;
    }
    if (state != NULL && (!table_state_from_name(state, &selection->state) ||
                          (selection->state != TABLE_OPEN && selection->state != TABLE_RUNNING))) {
        return bad_state;
    }
    return NULL;
}

/* The next table of the list: one in memory here, one of another node, or none if both are NULL. */
struct listed {
    const struct table *here;
    const struct table_elsewhere *elsewhere;
};

static uint64_t listing_of(const struct listed *listed)
{
    return listed->here != NULL ? listed->here->listing : listed->elsewhere->listing;
}

static const char *id_of(const struct listed *listed)
{
    return listed->here != NULL ? listed->here->id : listed->elsewhere->id;
}

static bool is_selected(const struct selection *selection, const struct listed *listed)
{
    enum game_kind game = listed->here != NULL ? listed->here->lobby.game : listed->elsewhere->game;
    enum table_state state = listed->here != NULL ? listed->here->lobby.state : listed->elsewhere->state;
    return is_listed_before(selection->before, selection->before_id, listing_of(listed), id_of(listed)) &&
           (selection->game == GAME_KIND_COUNT || game == selection->game) &&
           (selection->state == TABLE_CLOSED || state == selection->state);
}

/* Takes the first table of two sorted lists. Returns false if both are at their end. */
static bool take_next(struct listed *rest, struct listed *next)
{
    const struct table *here = rest->here;
    const struct table_elsewhere *elsewhere = rest->elsewhere;
    if (here != NULL && elsewhere != NULL) {
        bool first = is_listed_before(here->listing, here->id, elsewhere->listing, elsewhere->id);
        here = first ? here : NULL;
        elsewhere = first ? NULL : elsewhere;
    }
    *next = (struct listed){here, elsewhere};
    rest->here = here == NULL ? rest->here : TAILQ_NEXT(here, listed_entry);
    rest->elsewhere = elsewhere == NULL ? rest->elsewhere : TAILQ_NEXT(elsewhere, entry);
    return here != NULL || elsewhere != NULL;
}

static void write_row(struct json_writer *writer, const struct listed *listed)
{
    if (listed->here != NULL) {
        lobby_write_listed(writer, listed->here, NULL);
        return;
    }
    json_write_open(writer, NULL, '{');
    json_write_raw(writer, "table", listed->elsewhere->table, strlen(listed->elsewhere->table));
    json_write_raw(writer, "turn", listed->elsewhere->turn, strlen(listed->elsewhere->turn));
    json_write_close(writer, '}');
}

/* Writes the tables of one page. Returns whether there are more; `cursor` is where they continue. */
static bool write_page(struct json_writer *writer, const struct tables *tables,
                       const struct selection *selection, char cursor[CURSOR_BYTES])
{
    struct listed rest = {TAILQ_FIRST(&tables->listed), TAILQ_FIRST(&tables->elsewhere)};
    struct listed next;
    json_int_t count = 0;
    while (take_next(&rest, &next)) {
        if (!is_selected(selection, &next)) {
            continue;
        }
        if (count == selection->limit) {
            return true;
        }
        write_row(writer, &next);
        (void)snprintf(cursor, CURSOR_BYTES, "%llu:%s", (unsigned long long)listing_of(&next), id_of(&next));
        count++;
    }
    return false;
}

static void reply_tables(struct request *request, const struct selection *selection)
{
    char cursor[CURSOR_BYTES];
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_open(&writer, "tables", '[');
    bool more = write_page(&writer, dispatch_of(request)->tables, selection, cursor);
    json_write_close(&writer, ']');
    if (more) {
        json_write_string(&writer, "more", cursor);
    }
    request_end(request, &writer);
}

void do_tables(struct request *request)
{
    struct selection selection;
    const char *game = body_text(request, "game");
    const char *wrong = read_selection(request, &selection);
    if (game != NULL && selection.game == GAME_KIND_COUNT) {
        request_fail(request, ERROR_BAD_GAME);
    } else if (wrong != NULL) {
        request_fail_with(request, ERROR_BAD_KEYS, wrong);
    } else {
        lobby_follow(dispatch_of(request)->tables, request->session);
        reply_tables(request, &selection);
    }
}
