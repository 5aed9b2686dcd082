/*
 * model_internal.h: what the model's own files share: JSON read into its structs, and lines for its log.
 *
 * Reading checks types, words and lengths, and takes no notice of keys it does not know: a newer server may have
 * more. False: the value makes no sense, and nothing that was written means anything.
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

/* model.c. A line without memory for it is left out. */
__attribute__((format(printf, 5, 6))) void model_add_line(struct model *model, enum line_kind kind,
                                                          unsigned seq, const char *to, const char *format,
                                                          ...);
void model_update_marks(struct model *model, const struct model_marks *marks);
void model_find_turn(struct model *model,
                     bool was_mine); /* my_turn and my_turns_begun from pawns and seats */

/* model_check.c: whether every place is one of this board. */
bool model_view_fits(const struct board *board, const struct view *view);
bool model_legal_fits(const struct board *board, const struct legal *legal);

/* model_chat.c: a push of one line; a reply's list, checked and then taken: only what is new of it. */
bool model_push_chat(struct model *model, const json_t *message);
bool model_check_chat(const json_t *list);
void model_update_chat(struct model *model, const json_t *list);

/* model_news.c: who came, went, took what; one line each. */
void model_report_changes(struct model *model, const struct model_table *before,
                          const struct model_table *after);

#endif
