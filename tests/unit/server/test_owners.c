/*
 * test_owners.c: whose pawns are whose, and who may read the police's messages, as changes of a lobby; and that both
 * survive being stored.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table/chat_access.h"
#include "server/table/lobby_json.h"
#include "server/table/owners.h"
#include "tests/support/c/run_suite.h"

enum { JACK = 1U << PAWN_JACK, YELLOW = 1U << PAWN_YELLOW, RED = 1U << PAWN_RED, BLUE = 1U << PAWN_BLUE };
enum { J, ANN, BOB, GUEST }; /* members */

static struct lobby new_lobby(void)
{
    struct lobby lobby = {.game = GAME_WHITEHALL, .level = BOT_NORMAL, .pace = PACE_NORMAL};
    lobby_add_member(&lobby, "jack", "Jack", JACK);
    lobby_add_member(&lobby, "ann", "Ann", YELLOW | RED);
    lobby_add_member(&lobby, "bob", "Bob", BLUE);
    return lobby;
}

static struct lobby running_lobby(void)
{
    struct lobby lobby = new_lobby();
    lobby.state = TABLE_RUNNING;
    lobby.setup.game = GAME_WHITEHALL;
    lobby.setup.seats = (uint8_t)lobby.members;
    for (unsigned i = 0; i < lobby.members; i++) {
        lobby.setup.pawns[i] = lobby.member[i].pawns;
        memcpy(lobby.seat_name[i], lobby.member[i].name, sizeof lobby.seat_name[i]);
    }
    lobby_add_member(&lobby, "guest", "Guest", 0);
    return lobby;
}

/* Returns the lobby as it is after a restart. */
static struct lobby stored(const struct lobby *lobby)
{
    struct lobby again;
    char *text = lobby_to_json(lobby);
    ck_assert_ptr_nonnull(text);
    ck_assert(lobby_from_json(&again, text));
    free(text);
    return again;
}

START_TEST(pawns_return_to_their_owner)
{
    struct lobby lobby = running_lobby();
    ck_assert(!lobby_is_replaced(&lobby, ANN));
    lobby_give_pawns(&lobby, YELLOW | RED, GUEST);
    lobby = stored(&lobby);
    ck_assert_uint_eq(lobby.member[ANN].pawns, 0);
    ck_assert_uint_eq(lobby.member[GUEST].pawns, YELLOW | RED);
    ck_assert_uint_eq(lobby_owned(&lobby, ANN), YELLOW | RED);
    ck_assert_uint_eq(lobby_owned(&lobby, GUEST), 0);
    ck_assert(lobby_is_guest(&lobby, GUEST) && !lobby_is_guest(&lobby, BOB) && !lobby_is_guest(&lobby, J));
    ck_assert(lobby_is_replaced(&lobby, ANN));
    lobby.member[GUEST].bot = 1; /* a bot plays for the guest, who is away */
    lobby.member[GUEST].substituted = true;
    lobby.member[GUEST].resigns = 1;
    lobby_return_pawns(&lobby, ANN);
    ck_assert_uint_eq(lobby.member[ANN].pawns, YELLOW | RED);
    ck_assert_uint_eq(lobby.member[GUEST].pawns, 0);
    ck_assert(!lobby.member[GUEST].substituted && lobby.member[GUEST].bot == 0);
    ck_assert_uint_eq(lobby.member[GUEST].resigns, 0);
    ck_assert(!lobby_is_replaced(&lobby, ANN));
}
END_TEST

START_TEST(an_owner_keeps_what_others_gave_them)
{
    struct lobby lobby = running_lobby();
    lobby_give_pawns(&lobby, YELLOW | RED, BOB);
    ck_assert_str_eq(lobby.member[BOB].police_from, ""); /* a detective from the start */
    lobby_give_pawns(&lobby, BLUE, GUEST);
    ck_assert(!lobby_is_guest(&lobby, BOB));
    lobby_return_pawns(&lobby, BOB);
    ck_assert_uint_eq(lobby.member[BOB].pawns, YELLOW | RED | BLUE);
    ck_assert_uint_eq(lobby.member[GUEST].pawns, 0);
    lobby_return_pawns(&lobby, ANN);
    ck_assert_uint_eq(lobby.member[BOB].pawns, BLUE);
}
END_TEST

START_TEST(a_guest_may_read_from_the_last_time_they_took_over)
{
    struct lobby lobby = running_lobby();
    lobby_give_pawns(&lobby, YELLOW, GUEST);
    char first[MARKER_LENGTH + 1];
    memcpy(first, lobby.marker, sizeof first);
    ck_assert_uint_eq(strlen(first), MARKER_LENGTH);
    ck_assert_str_eq(lobby_chat_marker(&lobby, "guest", "police"), first);
    ck_assert_str_eq(lobby_chat_marker(&lobby, "guest", "table"), "");
    lobby_give_pawns(&lobby, RED, GUEST); /* one more */
    ck_assert_str_eq(lobby_chat_marker(&lobby, "guest", "police"), first);
    lobby = stored(&lobby);
    ck_assert_str_eq(lobby_chat_marker(&lobby, "guest", "police"), first);
    ck_assert_str_eq(lobby_chat_marker(&lobby, "ann", "police"), "");
    lobby_return_pawns(&lobby, ANN);
    lobby_give_pawns(&lobby, YELLOW, GUEST); /* again */
    ck_assert_str_ne(lobby_chat_marker(&lobby, "guest", "police"), first);
    ck_assert_str_eq(lobby_chat_marker(&lobby, "guest", "police"), lobby.marker);
}
END_TEST

START_TEST(newcomers_may_read_from_when_the_table_became_public)
{
    struct lobby lobby = new_lobby();
    lobby_chat_from_now(&lobby);
    lobby = stored(&lobby);
    lobby_add_member(&lobby, "late", "Late", 0);
    lobby = stored(&lobby);
    ck_assert_str_eq(lobby_chat_marker(&lobby, "late", "table"), lobby.marker);
    ck_assert_str_eq(lobby_chat_marker(&lobby, "nobody", "gallery"), lobby.marker);
    ck_assert_str_eq(lobby_chat_marker(&lobby, NULL, "table"), lobby.marker);
    ck_assert_str_eq(lobby_chat_marker(&lobby, "ann", "table"), "");
}
END_TEST

START_TEST(readers_of_the_police_cant_be_jack)
{
    struct lobby lobby = new_lobby();
    ck_assert_int_eq(lobby_check_reader(&lobby, "ann", JACK), ERROR_OK); /* nothing was said yet */
    lobby_police_speak(&lobby);
    lobby = stored(&lobby);
    ck_assert_int_eq(lobby_check_reader(&lobby, "ann", JACK), ERROR_READ_POLICE);
    ck_assert_int_eq(lobby_check_reader(&lobby, "bob", JACK), ERROR_READ_POLICE);
    ck_assert_int_eq(lobby_check_reader(&lobby, "jack", JACK), ERROR_OK);
    ck_assert_int_eq(lobby_check_reader(&lobby, "late", 0), ERROR_OK);
    ck_assert_int_eq(lobby_check_reader(&lobby, "late", JACK), ERROR_OK);
    ck_assert_int_eq(lobby_check_reader(&lobby, "late", RED), ERROR_OK);
    ck_assert_int_eq(lobby_check_reader(&lobby, "late", JACK), ERROR_READ_POLICE);
    ck_assert(!lobby_jack_has_read(&lobby));
    lobby.member[J].pawns = 0;
    lobby.member[ANN].pawns = JACK;
    ck_assert(lobby_jack_has_read(&lobby));
}
END_TEST

START_TEST(nobody_reads_the_police_who_can_not_be_noted)
{
    struct lobby lobby = new_lobby();
    char player[PLAYER_ID_LENGTH + 1];
    lobby_police_speak(&lobby);
    while (lobby.readers < READERS_MAX) {
        (void)snprintf(player, sizeof player, "p%u", lobby.readers);
        ck_assert_int_eq(lobby_check_reader(&lobby, player, RED), ERROR_OK);
    }
    ck_assert_int_eq(lobby_check_reader(&lobby, "one more", RED), ERROR_TABLE_FULL);
    ck_assert_int_eq(lobby_check_reader(&lobby, "one more", JACK), ERROR_OK);
    ck_assert_int_eq(lobby_check_reader(&lobby, player, RED), ERROR_OK); /* is noted already */
    lobby = stored(&lobby);
    ck_assert_uint_eq(lobby.readers, READERS_MAX);
}
END_TEST

START_TEST(damaged_rules_of_reading_are_refused)
{
    static const char *const damages[] = {
        "{\"members\":[],\"police_readers\":7}",
        "{\"members\":[],\"police_readers\":[7]}",
        "{\"members\":[],\"police_readers\":[\"much too long for the id of a player\"]}",
        "{\"members\":[],\"marker\":1}",
        "{\"members\":[],\"chat_from\":\"a marker that is too long\"}",
        "{\"members\":[{\"police_from\":[]}]}",
        "{\"members\":[{\"chat_from\":\"a marker that is too long\"}]}",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct lobby lobby = {.members = 1};
        json_t *all = json_loads(damages[i], 0, NULL);
        ck_assert_ptr_nonnull(all);
        ck_assert_msg(!chat_access_from_json(&lobby, all), "%s", damages[i]);
        json_decref(all);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("owners");
    TCase *tests = tcase_create("owners");
    tcase_add_test(tests, pawns_return_to_their_owner);
    tcase_add_test(tests, an_owner_keeps_what_others_gave_them);
    tcase_add_test(tests, a_guest_may_read_from_the_last_time_they_took_over);
    tcase_add_test(tests, newcomers_may_read_from_when_the_table_became_public);
    tcase_add_test(tests, readers_of_the_police_cant_be_jack);
    tcase_add_test(tests, nobody_reads_the_police_who_can_not_be_noted);
    tcase_add_test(tests, damaged_rules_of_reading_are_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
