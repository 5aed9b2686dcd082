/* model_vote.c: the detectives' vote on who plays an absent detective's pawns. */
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/model/model_internal.h"
#include "client-cli/text/phrase.h"
#include "common/wire/wire_read.h"

bool model_is_listed(const json_t *players, const char *player)
{
    for (size_t i = 0; i < json_array_size(players); i++) {
        const char *one = json_string_value(json_array_get(players, i));
        if (one != NULL && strcmp(one, player) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_person(const json_t *json, struct model_person *person)
{
    return model_read_text(json, "player", person->player, sizeof person->player) &&
           model_read_text(json, "name", person->name, sizeof person->name);
}

static bool read_vote(const json_t *json, const char *me, struct model_vote *vote)
{
    const json_t *waiting = json_object_get(json, "waiting");
    *vote = (struct model_vote){.open = !json_is_true(json_object_get(json, "ended"))};
    if (!read_person(json, &vote->by) || !read_person(json_object_get(json, "to"), &vote->to) ||
        !wire_read_pawns(json_object_get(json, "pawns"), &vote->pawns) || !json_is_array(waiting) ||
        !json_is_array(json_object_get(json, "agreed"))) {
        return false;
    }
    vote->awaits_me = vote->open && model_is_listed(waiting, me);
    return true;
}

struct sentence model_vote_text(const struct model *model)
{
    const struct model_vote *vote = &model->vote;
    struct sentence text = {""}, owners = model_owners(&model->table, vote->pawns);
    struct identity_mark by = model_identity(vote->by.player), to = model_identity(vote->to.player);
    char pawns[80];
    model_pawns_text(vote->pawns, pawns, sizeof pawns);
    if (strcmp(vote->by.player, vote->to.player) == 0) {
        phrase_add(&text, tr("%s%s offers to play %s until %s returns."), vote->by.name, by.text, pawns,
                   owners.text);
    } else if (strcmp(vote->to.player, model->player) == 0) {
        phrase_add(&text, tr("%s%s proposes that you play %s until %s returns."), vote->by.name, by.text,
                   pawns, owners.text);
    } else {
        phrase_add(&text, tr("%s%s proposes that %s%s plays %s until %s returns."), vote->by.name, by.text,
                   vote->to.name, to.text, pawns, owners.text);
    }
    return text;
}

static const char *seat_name(const struct model_table *table, const char *player)
{
    for (unsigned i = 0; player != NULL && i < table->seats; i++) {
        if (strcmp(table->seat[i].player, player) == 0) {
            return table->seat[i].name;
        }
    }
    return NULL;
}

static bool is_same(const struct model_vote *one, const struct model_vote *other)
{
    return one->open == other->open && one->pawns == other->pawns &&
           strcmp(one->by.player, other->by.player) == 0 && strcmp(one->to.player, other->to.player) == 0;
}

/* A vote that passed is announced by the new seats. */
static void report(struct model *model, const json_t *json, const struct model_vote *before)
{
    const struct model_vote *vote = &model->vote;
    const char *refused = seat_name(&model->table, json_string_value(json_object_get(json, "refused")));
    if (refused != NULL) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s disagrees."), refused);
    }
    if (refused != NULL && !vote->open) {
        char pawns[80];
        model_pawns_text(vote->pawns, pawns, sizeof pawns);
        model_add_line(model, LINE_NEWS, 0, "", tr("The detectives did not agree on who plays %s."), pawns);
    }
    if (vote->open && !is_same(before, vote)) {
        model_add_line(model, LINE_NEWS, 0, "", "%s%s", model_vote_text(model).text,
                       vote->awaits_me ? tr(" Do you agree? :agree or :refuse.") : "");
    }
}

bool model_take_vote(struct model *model, const json_t *json)
{
    struct model_vote before = model->vote, vote;
    if (!read_vote(json, model->player, &vote)) {
        return false;
    }
    model->vote = vote;
    report(model, json, &before);
    model->changes++;
    return true;
}
