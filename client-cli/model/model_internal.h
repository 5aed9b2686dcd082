/*
 * model_internal.h: what the files of client-cli/model share: parsing JSON into the model's structs, and adding lines to its log.
 *
 * The read functions check types, words and lengths, and ignore unknown keys: a newer server may send more. They return
 * false if the value is invalid; the output is then undefined.
 */
#ifndef GASLIGHT_MODEL_INTERNAL_H
#define GASLIGHT_MODEL_INTERNAL_H

#include "client-cli/model/model.h"

/* model_read.c */
bool model_read_text(const json_t *object, const char *key, char *text, size_t capacity); /* must fit */
bool model_read_number(const json_t *object, const char *key, unsigned *number);
bool model_read_result(const json_t *result, enum winner *winner, enum reason *reason);
bool model_read_table(const json_t *json, struct model_table *table);
bool model_read_tables(const json_t *ok, struct model_table **list,
                       size_t *count); /* {"tables":[…]}; malloc */
bool model_read_archive(const json_t *ok, struct model_game **list,
                        size_t *count);                               /* {"games":[…]}; malloc */
bool model_read_marks(const json_t *json, struct model_marks *marks); /* {"player","marks"} */

/* model.c. If out of memory, the line is dropped. */
__attribute__((format(printf, 5, 6))) void model_add_line(struct model *model, enum line_kind kind,
                                                          unsigned seq, const char *to, const char *format,
                                                          ...);
void model_update_marks(struct model *model, const struct model_marks *marks);
void model_find_turn(struct model *model,
                     bool was_mine); /* my_turn and my_turns_begun from pawns and seats */

/* model_check.c: return whether every place exists on this board. */
bool model_view_fits(const struct board *board, const struct view *view);
bool model_legal_fits(const struct board *board, const struct legal *legal);

/* model_chat.c: a push of one line; the list of a reply, which is checked first and then added, new lines only. */
bool model_push_chat(struct model *model, const json_t *message);
bool model_check_chat(const json_t *list);
void model_update_chat(struct model *model, const json_t *list);

/* model_lists.c */
struct model_table *model_find_table(struct model_table *list, size_t count,
                                     const char *id); /* NULL: not in the list */
void model_remove_listed(struct model *model, const char *id);
void model_insert_listed(struct model *model, const struct model_table *table);

/* model_people.c: a push about a person; it applies to all tables that the model has. */
bool model_push_player(struct model *model, const json_t *message);

/* model_pauses.c: what is missing or malformed counts as not there. */
void model_read_pauses(const json_t *json, struct model_table *table);
void model_read_away(const json_t *json, struct model_seat *seat);
struct model_clock model_read_clock(const json_t *json); /* of a turn, or of a table in a list */
void model_add_pauses(struct sentence *text, const struct model_table *table); /* sentences */

/* model_summary.c */
void model_summary_add(struct model_summary *summary, const struct event *event);
struct sentence model_summary_text(const struct model_summary *summary, enum game_kind game, bool my_turn);

/* model_vote.c: a push, or the pending vote of a watch reply. */
bool model_take_vote(struct model *model, const json_t *json);
bool model_is_listed(const json_t *players, const char *player); /* whether an array of ids has this one */

/* model_news.c: adds a line for each change: players, pawns, bots, the host. */
void model_report_changes(struct model *model, const struct model_table *before,
                          const struct model_table *after);

#endif
