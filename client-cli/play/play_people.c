/* play_people.c: finds a player at the table by name. */
#include <string.h>
#include <strings.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"

/* People at the table by name. */
struct people {
    unsigned count;
    const char *player[MODEL_MEMBERS_MAX + MODEL_WATCHERS_MAX], *name[MODEL_MEMBERS_MAX + MODEL_WATCHERS_MAX];
};

static void add_person(struct people *people, const char *player, const char *name)
{
    if (player[0] != '\0') {
        people->player[people->count] = player;
        people->name[people->count++] = name;
    }
}

/* Returns those with a seat, and also those who watch and are known if `watchers`. */
static struct people people_of(const struct model_table *table, bool watchers)
{
    struct people people = {.count = 0};
    for (unsigned i = 0; i < table->seats; i++) {
        add_person(&people, table->seat[i].player, table->seat[i].name);
    }
    for (unsigned i = 0; watchers && i < table->watchers_named; i++) {
        add_person(&people, table->watcher[i].player, table->watcher[i].name);
    }
    return people;
}

const char *play_find_player(struct play *play, const char *name, bool watchers)
{
    struct people people = people_of(&play->model.table, watchers);
    const char *found = NULL;
    unsigned count = 0;
    for (unsigned exact = 2; exact-- > 0 && count == 0;) {
        for (unsigned i = 0; i < people.count; i++) {
            size_t length = exact != 0 ? strlen(people.name[i]) + 1 : strlen(name);
            if (name[0] != '\0' && strncasecmp(people.name[i], name, length) == 0) {
                found = people.player[i];
                count++;
            }
        }
    }
    if (count != 1) {
        play_answer(play, false,
                    count == 0 ? tr("Nobody at this table is called %s.")
                               : tr("%s could be more than one player."),
                    name);
    }
    return count == 1 ? found : NULL;
}
