/* record_text.c: see record_text.h. */
#include "client-cli/commands/record_text.h"

#include <stdio.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"

struct story {
    struct viewer viewer;
    uint8_t crossing[PAWN_COUNT]; /* of the policemen, before the event */
};

static void print_players(const struct record *record)
{
    for (unsigned seat = 0; seat < record->setup.seats; seat++) {
        struct sentence pawns = {""};
        phrase_pawns(&pawns, record->setup.pawns[seat], tr(" and "));
        (void)printf("%s: %s\n", pawns.text, record->name[seat]);
    }
}

static void print_step(void *context, const struct game *game, const struct action *action,
                       const struct events *events)
{
    struct story *story = context;
    (void)action;
    for (unsigned i = 0; i < events->count; i++) {
        struct viewed_event viewed;
        view_event(game, story->viewer, &events->item[i], &viewed);
        struct sentence sentence = sentence_event((enum game_kind)game->kind, &viewed, story->crossing);
        if (sentence.text[0] != '\0') {
            (void)printf("%s%s\n", viewed.shown.kind == EVENT_NIGHT ? "\n" : "", sentence.text);
        }
        sentence_follow_police(story->crossing, &viewed);
    }
}

void record_text(const struct record *record, const struct board *board)
{
    struct game game;
    struct record_error error;
    struct story story = {.viewer = {.role = VIEWER_PUBLIC}};
    if (!record_fold(record, board, SIZE_MAX, &game, NULL, NULL, &error)) {
        return; /* the caller has checked it */
    }
    if (game.phase == PHASE_OVER) {
        story.viewer.role = VIEWER_ALL;
    }
    (void)printf("%s\n", title_game(record->setup.game));
    print_players(record);
    (void)printf("\n");
    (void)record_fold(record, board, SIZE_MAX, &game, print_step, &story, &error);
}
