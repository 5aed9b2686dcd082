/* command_line.c: writes an action as the line one would type; the inverse of parse_action.c and parse_placement.c. */
#include "client-cli/command/command_rows.h"
#include "client-cli/text/phrase.h"

/* Writes the list in the form of the field it belongs to. */
static void write_list(struct sentence *out, const struct action *action)
{
    uint32_t fields = action_fields_given(action);
    for (unsigned i = 0; i < action->count; i++) {
        bool face = i % 2 != 0 && (fields & FIELD_BIT(FIELD_PLACE)) != 0;
        bool joined = i > 0 && (fields & FIELD_BIT(FIELD_MARKED)) != 0;
        if (face) {
            phrase_add(out, "=%s", face_name((enum pawn)action->list[i]));
        } else {
            phrase_add(out, "%c%u", joined ? ',' : ' ', action->list[i]);
        }
    }
    for (unsigned i = 0; i < action->unmarked_count; i++) {
        phrase_add(out, "%c%u", i > 0 ? ',' : ' ', action->unmarked[i]);
    }
}

struct sentence command_line(const struct action *action)
{
    struct sentence out = {""};
    const struct command_row *row = command_row_of(action);
    if (row == NULL) { /* resigning is a command of its own */
        phrase_add(&out, "%s", action_name((enum action_kind)action->kind));
        return out;
    }
    phrase_add(&out, "%s", row->word);
    if (row->actor == BY_POLICE || (row->actor == BY_ANYBODY && action->by != PAWN_JACK)) {
        phrase_add(&out, " %s", pawn_name((enum pawn)action->by));
    }
    if (action->letter != LETTER_NONE) {
        phrase_add(&out, " %s", letter_name((enum letter)action->letter));
    }
    for (unsigned i = 0; i < COMMAND_NUMBERS; i++) {
        uint8_t number = *((const uint8_t *)action + command_numbers[i].offset);
        if (number != 0) {
            phrase_add(&out, " %u", number);
        }
    }
    if (action->pawn != 0) {
        phrase_add(&out, " %s", pawn_name((enum pawn)action->pawn));
    }
    if (action->tile != TILE_NONE) {
        phrase_add(&out, " %s", tile_name((enum tile)action->tile));
    }
    write_list(&out, action);
    if (action->power != 0) {
        phrase_add(&out, " power");
    }
    return out;
}
