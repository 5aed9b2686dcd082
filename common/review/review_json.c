/* review_json.c: see review_json.h. */
#include "common/review/review_json.h"

#include <inttypes.h>
#include <stdio.h>

enum { NUMBER_BYTES = 24 };

static void write_trails(struct json_writer *writer, const char *key, uint64_t trails)
{
    char text[NUMBER_BYTES];
    (void)snprintf(text, sizeof text, "%" PRIu64, trails);
    json_write_string(writer, key, text);
}

static const char *targets_key(const struct review *review)
{
    return review->game == GAME_WHITECHAPEL ? "hideouts" : "discoveries";
}

static void write_curve(struct json_writer *writer, const struct review *review)
{
    json_write_open(writer, "round", '[');
    for (size_t i = 0; i < review->steps; i++) {
        json_write_int(writer, NULL, review->step[i].round);
    }
    json_write_close(writer, ']');
    json_write_open(writer, "circles", '[');
    for (size_t i = 0; i < review->steps; i++) {
        json_write_int(writer, NULL, review->step[i].circles);
    }
    json_write_close(writer, ']');
    json_write_open(writer, targets_key(review), '[');
    for (size_t i = 0; i < review->steps; i++) {
        json_write_int(writer, NULL, review->step[i].targets);
    }
    json_write_close(writer, ']');
    json_write_open(writer, "trails", '[');
    for (size_t i = 0; i < review->steps; i++) {
        write_trails(writer, NULL, review->step[i].trails);
    }
    json_write_close(writer, ']');
}

static void write_left(struct json_writer *writer, const char *key, const struct review *review,
                       const struct review_left *left)
{
    json_write_open(writer, key, '{');
    write_trails(writer, "trails", left->trails);
    json_write_int(writer, "circles", left->circles);
    json_write_int(writer, targets_key(review), left->targets);
    json_write_close(writer, '}');
}

static void write_search(struct json_writer *writer, const struct review *review,
                         const struct review_decision *decision)
{
    write_trails(writer, "yes", decision->yes);
    write_trails(writer, "left", decision->left);
    json_write_open(writer, "best", '{');
    json_write_int(writer, "circle", decision->best_circle);
    write_trails(writer, "yes", decision->best_yes);
    write_trails(writer, "left", decision->best_left);
    write_left(writer, "if_yes", review, &decision->best_if_yes);
    write_left(writer, "if_no", review, &decision->best_if_no);
    json_write_close(writer, '}');
}

static void write_arrest(struct json_writer *writer, const struct review_decision *decision)
{
    json_write_open(writer, "arrest", '{');
    if (decision->arrest_circle != 0) {
        json_write_int(writer, "circle", decision->arrest_circle);
    }
    write_trails(writer, "best", decision->arrest_best);
    if (decision->kind == ACTION_ARREST) {
        write_trails(writer, "made", decision->arrest_made);
    }
    json_write_close(writer, '}');
}

static void write_decision(struct json_writer *writer, const struct review *review,
                           const struct review_decision *decision)
{
    json_write_open(writer, NULL, '{');
    json_write_int(writer, "step", (long)decision->step);
    json_write_string(writer, "by", pawn_name((enum pawn)decision->by));
    json_write_string(writer, "do", action_name((enum action_kind)decision->kind));
    if (decision->circle != 0) {
        json_write_int(writer, "circle", decision->circle);
    }
    if (decision->to != 0) {
        json_write_int(writer, "to", decision->to);
    }
    if (decision->kind == ACTION_SEARCH || decision->kind == ACTION_ARREST ||
        decision->kind == ACTION_SMOKER) {
        json_write_bool(writer, "found", decision->found != 0);
    }
    json_write_int(writer, "distance", decision->distance);
    write_trails(writer, "trails", decision->trails);
    if (decision->kind == ACTION_SEARCH) {
        write_search(writer, review, decision);
    }
    if (decision->kind == ACTION_WALK) {
        write_trails(writer, "near", decision->near);
        json_write_open(writer, "best", '{');
        json_write_int(writer, "crossing", decision->best_crossing);
        write_trails(writer, "near", decision->best_near);
        json_write_close(writer, '}');
    }
    if (decision->can_arrest) {
        write_arrest(writer, decision);
    }
    json_write_close(writer, '}');
}

static void write_move(struct json_writer *writer, const struct review_move *move)
{
    json_write_open(writer, NULL, '{');
    json_write_int(writer, "step", (long)move->step);
    json_write_string(writer, "do", action_name((enum action_kind)move->kind));
    json_write_int(writer, "from", move->from);
    if (move->via != 0) {
        json_write_int(writer, "via", move->via);
    }
    json_write_int(writer, "to", move->to);
    json_write_bool(writer, "escape", move->escape != 0);
    json_write_bool(writer, "trapped", move->trapped != 0);
    json_write_int(writer, "distance", move->nearest);
    write_trails(writer, "here", move->here);
    json_write_close(writer, '}');
}

static void write_note(struct json_writer *writer, const struct review_note *note)
{
    unsigned fields = review_note_fields((enum review_note_kind)note->kind);
    const struct {
        enum review_note_field field;
        const char *key;
        uint32_t number;
    } numbers[] = {{NOTE_CIRCLE, "circle", note->circle},
                   {NOTE_OTHER, "other", note->other},
                   {NOTE_COUNT, "count", note->count}};
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "note", review_note_name((enum review_note_kind)note->kind));
    json_write_int(writer, "step", (long)note->step);
    json_write_int(writer, "round", note->round);
    if ((fields & NOTE_FIELD_BIT(NOTE_BY)) != 0) {
        json_write_string(writer, "by", pawn_name((enum pawn)note->by));
    }
    if ((fields & NOTE_FIELD_BIT(NOTE_TILE)) != 0) {
        json_write_string(writer, "tile", tile_name((enum tile)note->tile));
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if ((fields & NOTE_FIELD_BIT(numbers[i].field)) != 0) {
            json_write_int(writer, numbers[i].key, (long)numbers[i].number);
        }
    }
    if ((fields & NOTE_FIELD_BIT(NOTE_FROM)) != 0) {
        write_trails(writer, "from", note->from);
    }
    if ((fields & NOTE_FIELD_BIT(NOTE_TO)) != 0) {
        write_trails(writer, "to", note->to);
    }
    json_write_close(writer, '}');
}

static void write_notes(struct json_writer *writer, const char *key, const struct review_note *note,
                        unsigned count)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < count; i++) {
        write_note(writer, &note[i]);
    }
    json_write_close(writer, ']');
}

void review_write(struct json_writer *writer, const struct review *review)
{
    json_write_string(writer, "game", game_name((enum game_kind)review->game));
    json_write_open(writer, "result", '{');
    json_write_string(writer, "winner", winner_name((enum winner)review->winner));
    json_write_string(writer, "reason", reason_name((enum reason)review->reason));
    json_write_close(writer, '}');
    json_write_int(writer, "total", (long)review->steps);
    write_curve(writer, review);
    json_write_open(writer, "decisions", '[');
    for (size_t i = 0; i < review->decisions; i++) {
        write_decision(writer, review, &review->decision[i]);
    }
    json_write_close(writer, ']');
    json_write_open(writer, "moves", '[');
    for (size_t i = 0; i < review->moves; i++) {
        write_move(writer, &review->move[i]);
    }
    json_write_close(writer, ']');
    write_notes(writer, "moments", review->moment, review->moments);
    write_notes(writer, "summary", review->summary, review->notes);
}
