/*
 * player_asks.c: see player_asks.h.
 *
 * The text that answers ASK_MINE has, for each table: id, created (8), whether it is unfinished (4), the row as JSON. It is
 * written for that player, who gets these bytes anyway.
 */
#include "server/cluster/player_asks.h"

#include <stdlib.h>
#include <string.h>

#include "server/cluster/shared.h"
#include "server/table/table_names.h"
#include "server/verbs/account/mine.h"
#include "server/verbs/dispatch.h"

/* ---- names ---- */

struct name_question {
    void (*done)(void *context, bool taken);
    void *context;
};

/* If a node does not answer, the name counts as free there. */
static void name_answered(void *context, const struct answers *answers)
{
    struct name_question question = *(struct name_question *)context;
    bool taken = false;
    for (size_t i = 0; i < answers->count; i++) {
        taken = taken || (answers->answer[i].is_here && answers->answer[i].status != 0);
    }
    free(context);
    question.done(question.context, taken);
}

static void ask_name(struct shared *shared, const char *player, const char *name,
                     void (*done)(void *context, bool taken), void *context)
{
    struct name_question *question = malloc(sizeof *question);
    if (question == NULL) {
        done(context, false);
        return;
    }
    *question = (struct name_question){done, context};
    asks_send(&shared->asks, ASK_NAME_TAKEN, player, name, ASK_MILLISECONDS, name_answered, question);
}

static void answer_name(void *context, struct asked *asked, const char *player, const char *name)
{
    const struct shared *shared = context;
    const struct player *found = player_find(shared->tables, player);
    asked_answer(asked, found != NULL && player_name_is_taken(found, name), "", 0);
}

/* ---- mine ---- */

struct mine_question {
    struct mine *mine;
    void (*done)(void *context);
    void *context;
};

/* Adds the tables of an answer, up to the first malformed one. */
static void add_answer(struct mine *mine, const struct answer *answer)
{
    struct message_reader reader = {.body = answer->text, .length = answer->length};
    while (reader.at < reader.length) {
        struct mine_row row;
        message_copy(&reader, row.id, sizeof row.id);
        row.created = message_long(&reader);
        row.is_unfinished = message_number(&reader) != 0;
        row.text = (char *)message_text(&reader, &row.length); /* mine_add() copies it */
        if (reader.bad) {
            return;
        }
        mine_add(mine, &row);
    }
}

static void mine_answered(void *context, const struct answers *answers)
{
    struct mine_question question = *(struct mine_question *)context;
    for (size_t i = 0; i < answers->count; i++) {
        if (answers->answer[i].is_here && answers->answer[i].status != 0) {
            add_answer(question.mine, &answers->answer[i]);
        }
    }
    free(context);
    question.done(question.context);
}

static void ask_mine(struct shared *shared, const char *player, struct mine *mine,
                     void (*done)(void *context), void *context)
{
    struct mine_question *question = malloc(sizeof *question);
    if (question == NULL) {
        done(context);
        return;
    }
    *question = (struct mine_question){mine, done, context};
    asks_send(&shared->asks, ASK_MINE, player, "", ASK_MILLISECONDS, mine_answered, question);
}

static void answer_mine(void *context, struct asked *asked, const char *player, const char *unused)
{
    const struct shared *shared = context;
    struct mine mine = {0};
    struct buffer text = {0};
    (void)unused;
    mine_add_here(&mine, shared->tables, player);
    for (size_t i = 0; i < mine.count; i++) {
        const struct mine_row *row = &mine.row[i];
        message_put_text(&text, row->id, strlen(row->id));
        message_put_long(&text, row->created);
        message_put_number(&text, row->is_unfinished);
        message_put_text(&text, row->text, row->length);
    }
    asked_answer(asked, true, text.text == NULL ? "" : text.text, text.length);
    buffer_free(&text);
    mine_free(&mine);
}

void player_asks_init(struct shared *shared)
{
    shared->dispatch->shared_hooks.name_taken = ask_name;
    shared->dispatch->shared_hooks.mine = ask_mine;
    asks_set_handler(&shared->asks, ASK_NAME_TAKEN, answer_name, shared);
    asks_set_handler(&shared->asks, ASK_MINE, answer_mine, shared);
}
