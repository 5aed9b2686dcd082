/*
 * verbs.h: every request a client can make.
 *
 * The table in verbs.c has one row per verb: its name, what must be true before it runs and what it costs, the keys it
 * takes, and the function that runs it. That function answers the request, now or once the store or another thread is done.
 */
#ifndef GASLIGHT_VERBS_H
#define GASLIGHT_VERBS_H

#include "server/verbs/dispatch.h"

/* Returns NULL if there is no such verb. */
const struct verb *verb_find(const char *name);

/* account.c */
void do_hello(struct request *request);
void do_ping(struct request *request);
void do_code(struct request *request);
void do_rename(struct request *request);

/* create.c */
void do_create(struct request *request);
void do_start(struct request *request);

/* commentary.c */
void do_consent(struct request *request);

/* rematch.c */
void do_rematch(struct request *request);

/* settings.c */
void do_settings(struct request *request);

/* peek.c */
void do_peek(struct request *request);
void do_share(struct request *request);

/* lists.c */
void do_tables(struct request *request);

/* mine.c */
void do_mine(struct request *request);

/* seats.c */
void do_join(struct request *request);
void do_pawns(struct request *request);
void do_leave(struct request *request);
void do_kick(struct request *request);
void do_host(struct request *request);

/* seat.c */
void do_seat(struct request *request);

/* away.c */
void do_away(struct request *request);

/* bot.c */
void do_bot(struct request *request);

/* play.c */
void do_act(struct request *request);
void do_undo(struct request *request);
void do_redo(struct request *request);
void do_resign(struct request *request);
void do_suggest(struct request *request);
void do_hint(struct request *request);

/* takeback.c */
void do_takeback(struct request *request);

/* watch.c */
void do_watch(struct request *request);
void do_unwatch(struct request *request);

/* chat.c */
void do_chat(struct request *request);

/* marks.c */
void do_marks(struct request *request);
void do_point(struct request *request);

/* notify.c */
void do_notify(struct request *request);
void do_subscribe(struct request *request);
void do_confirm(struct request *request);
void do_unsubscribe(struct request *request);
void do_look(struct request *request);

/* stats.c */
void do_stats(struct request *request);

/* archive.c, replay.c, review.c, deduce.c */
void do_archive(struct request *request);
void do_record(struct request *request);
void do_replay(struct request *request);
void do_review(struct request *request);
void do_deduce(struct request *request);

/* puzzle.c */
void do_puzzle(struct request *request);

#endif
