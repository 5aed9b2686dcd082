/*
 * error.h: every refusal, in one table.
 *
 * Each row has a name, the code used by the protocol and by `gaslight record verify`, and a sentence for the player.
 * Several rows may share a code: the code is for programs, the sentence is for people. A refusal never depends on
 * anything the player may not know. docs/protocol.md repeats the table; a test compares the two.
 */
#ifndef GASLIGHT_ERROR_H
#define GASLIGHT_ERROR_H

#define ERROR_TABLE(X) \
    X(OK, "ok", "Done.") \
    /* the game as a whole */ \
    X(GAME_OVER, "game_over", "The game is over.") \
    X(NOT_YOUR_TURN, "not_your_turn", "It is not this pawn's turn.") \
    X(WRONG_PHASE, "wrong_phase", "You can't do that now.") \
    X(NO_SUCH_PAWN, "not_your_turn", "That pawn is not in this game.") \
    X(OPTION_OFF, "option_off", "That variant is off at this table.") \
    X(NO_SUCH_PLACE, "illegal_target", "There is no such place on this board.") \
    /* setting up */ \
    X(HIDEOUT_RED, "illegal_placement", "The hideout can't be a red circle.") \
    X(HIDEOUT_NEAR_RED, "illegal_placement", \
      "With this variant, the hideout can't be adjacent to a red circle.") \
    X(WOMEN_COUNT, "illegal_placement", \
      "That is not the right number of marked and unmarked women for this night.") \
    X(WOMEN_PLACE, "illegal_placement", \
      "Place the women on different red circles that are not crime scenes.") \
    X(PATROL_COUNT, "illegal_placement", "Place seven patrols: one of each colour and two false ones.") \
    X(PATROL_PLACE, "illegal_placement", "Patrols can't go on those crossings tonight.") \
    X(DISCOVERY_PLACE, "illegal_placement", "Choose one white circle in each quadrant: NW, NE, SW and SE.") \
    X(START_PLACE, "illegal_placement", "Jack must start on one of his four Discovery Locations.") \
    X(DEPLOY_PLACE, "illegal_placement", "Investigators must start on different yellow crossings.") \
    /* Hell */ \
    X(ADDRESS_HEAD, "illegal_target", "Only a brown or red Head can name the address.") \
    X(ADDRESS_USED, "none_left", "The address has already been named in this game.") \
    X(LETTER_USED, "none_left", "That Letter has already been used.") \
    X(LETTER_NOW, "wrong_phase", "That Letter can't be played now.") \
    X(LETTER_TARGET, "illegal_letter", "That Letter can't be used that way.") \
    X(KILL_COUNT, "illegal_target", "Choose one victim, or two different ones on the third night.") \
    X(KILL_TARGET, "illegal_target", "There is no Wretched there.") \
    X(WAIT_LIMIT, "illegal_move", "Jack can't wait any longer: the time of the crime is V.") \
    X(WRETCHED_FROM, "illegal_move", "There is no Wretched there that can still move.") \
    X(WRETCHED_TO, "illegal_move", "The Wretched can't move there.") \
    X(REVEAL_TARGET, "illegal_target", "There is no face-down patrol there.") \
    /* Jack on the run */ \
    X(NOT_ADJACENT, "illegal_move", "That circle is not adjacent.") \
    X(STREET_BLOCKED, "illegal_move", "The police block every way there.") \
    X(ESCAPE_ELSEWHERE, "illegal_move", "Jack can only escape at his hideout.") \
    X(SPECIAL_USED_UP, "none_left", "There are no special moves of that kind left.") \
    X(COACH_CELLS, "illegal_move", "A coach needs two empty spaces on the move track.") \
    X(COACH_WAY, "illegal_move", \
      "A coach moves two steps, to an adjacent circle each time, and can't return to where it started.") \
    X(ALLEY_WAY, "illegal_move", "An alley leads to another circle on the same block of houses.") \
    X(BOAT_WAY, "illegal_move", "A boat goes from one blue circle to another on the same water.") \
    X(SPECIAL_DISCOVERY, "illegal_move", \
      "A special move can't touch a Discovery Location that has not been announced.") \
    X(RECLAIM_TILE, "none_left", "There is no used special move of that kind to take back.") \
    /* the police */ \
    X(WALK_FAR, "illegal_move", "That is more than two crossings away.") \
    X(CROSSING_TAKEN, "illegal_move", "Another policeman is there.") \
    X(RUSH_FAR, "illegal_move", "A rush goes to an adjacent crossing.") \
    X(GOULSTON_PAWN, "illegal_target", \
      "Send the policeman Jack chose, or brown. If one of them is already there, choose that one.") \
    X(POWER_NONE, "illegal_target", "This pawn does not have that power.") \
    X(POWER_USED, "none_left", "That power has already been used.") \
    X(POWER_HOUSES, "illegal_move", \
      "Waring's power moves him to a free crossing around the same block of houses.") \
    X(NOT_NEXT_TO, "illegal_target", "That circle is not next to the policeman.") \
    X(SEARCHED_ALREADY, "illegal_target", "That circle has already been searched.") \
    X(CIRCLE_BLOCKED, "illegal_target", "A false clue blocks that circle for the rest of the night.") \
    X(NOTHING_NEXT_TO, "illegal_target", \
      "There is no circle next to this policeman where an arrest is possible.") \
    X(ARREST_NAMES_ONE, "illegal_target", "Choose one circle for the arrest.") \
    X(ARREST_NAMES_ALL, "illegal_target", \
      "This arrest covers all adjacent circles. Don't choose a single one.") \
    X(SEARCH_UNFINISHED, "wrong_phase", "Finish the search first.") \
    /* reading actions and records */ \
    X(BAD_TYPE, "bad_type", "That value has the wrong type for its key.") \
    X(UNKNOWN_KEY, "unknown_key", "That key is not allowed here.") \
    X(MISSING_KEY, "missing_key", "A key is missing.") \
    X(UNKNOWN_WORD, "unknown_word", "That word is not recognised here.") \
    X(BAD_GAME, "bad_game", "There is no such game.") \
    X(BAD_BOARD, "bad_board", "This record was played on a different board.") \
    X(BAD_OPTIONS, "bad_options", "The variants must belong to this game, each listed once.") \
    X(BAD_SEATS, "bad_seats", \
      "One seat must have only Jack, the others share the police, and each pawn belongs to one seat.") \
    X(BAD_NAME, "bad_seats", "A player's name must be 1 to 32 printable characters.") \
    X(BAD_HEADS, "bad_heads", "\"heads\" must list the five colours, each once.") \
    X(BAD_RESULT, "bad_result", "The recorded result does not follow from the actions.") \
    /* the server: messages */ \
    X(BAD_JSON, "bad_json", "That is not a valid JSON object.") \
    X(BAD_ID, "bad_request", \
      "A request needs an \"id\", a whole number from 0 to 2147483647, and a \"do\".") \
    X(BAD_KEYS, "bad_request", "The request is missing a key or has one that is not allowed.") \
    X(UNKNOWN_VERB, "unknown_verb", "There is no such request.") \
    X(TOO_MANY_REQUESTS, "too_many_requests", "Too many requests. Wait a moment and try again.") \
    X(STORAGE, "storage", "The server could not save that, so nothing has changed. Try again.") \
    X(SERVER_FULL, "server_full", \
      "The server has no room for anything new. Games in progress can be finished.") \
    X(BAD_KEY, "bad_key", "A \"key\" must be 16 to 64 random letters, digits, - or _.") \
    X(KEY_REUSED, "key_reused", "That key has already been used for something else.") \
    /* the server: accounts */ \
    X(HELLO_FIRST, "hello_first", "Send hello first.") \
    X(HELLO_AGAIN, "bad_request", "This connection has already sent hello.") \
    X(BAD_TOKEN, "bad_token", "That token is not valid.") \
    X(BAD_CODE, "bad_code", "That code is wrong, already used or expired.") \
    X(NO_NOTIFICATIONS, "no_notifications", "This server sends no notifications of that kind.") \
    X(BAD_CHOICES, "bad_choices", "Those events or quiet hours are not recognised.") \
    X(BAD_ADDRESS, "bad_address", "Notifications can't be sent to that address.") \
    X(CHANNELS_FULL, "channels_full", "You have too many places for notifications. Remove one first.") \
    X(BANNED, "banned", "You can't use this server any more.") \
    X(BAD_PLAYER_NAME, "bad_name", "A name must be 1 to 32 printable characters.") \
    X(BAD_TEXT, "bad_text", "A message must be 1 to 500 printable characters.") \
    X(UNKNOWN_PLAYER, "unknown_player", "There is no such player at this table.") \
    X(NO_STATISTICS, "unknown_player", "There are no statistics about such a player.") \
    /* the server: tables */ \
    X(UNKNOWN_TABLE, "unknown_table", "There is no such table, or it is private and the invite is wrong.") \
    X(DAMAGED, "damaged", "This table's data is damaged. The operator has been notified.") \
    X(NOT_OPEN, "wrong_state", "The game at this table has already started.") \
    X(NOT_RUNNING, "wrong_state", "There is no game in progress at this table.") \
    X(NOT_FINISHED, "wrong_state", "The game at this table is not over yet.") \
    X(NOT_HOST, "not_host", "Only the host can do that.") \
    X(NOT_SEATED, "not_seated", "You are not seated at this table.") \
    X(SEATED_ALREADY, "seated", "You are already seated at this table.") \
    X(NAME_TAKEN, "name_taken", "Someone at this table already has that name or one that looks like it.") \
    X(PAWN_TAKEN, "pawn_taken", "Another player already has one of those pawns.") \
    X(BAD_PAWNS, "bad_pawns", "Choose Jack alone, or any of this game's policemen, each once.") \
    X(TABLE_FULL, "table_full", "This table is full.") \
    X(PAWNS_FREE, "pawns_free", \
      "The game can start when every pawn is taken and every player except the host has one.") \
    X(NOT_ABSENT, "not_absent", \
      "The player who holds those pawns is still here, or has not been away long enough.") \
    X(NOT_DETECTIVE, "not_detective", "Only detectives decide who plays an absent detective's pawns.") \
    X(NO_VOTE, "no_vote", "There is no vote to answer.") \
    X(VOTE_PENDING, "vote_pending", "The detectives are already voting on who plays for somebody.") \
    X(TABLE_LEVEL, "table_level", "A stand-in plays at the table's level.") \
    X(BOT_LEVEL, "table_level", "With other people in the game, the level of a bot can't change.") \
    X(READ_POLICE, "read_police", \
      "You have read the police's messages at this table, so you can't be Jack.") \
    X(NOT_YOUR_PAWN, "not_your_pawn", "That is not your pawn.") \
    X(CANNOT_UNDO, "cannot_undo", "You can't undo your last action.") \
    X(TAKEBACK_REFUSED, "cannot_undo", "Another player has already refused this takeback.") \
    X(TAKEBACK_AGAIN, "cannot_undo", "You have asked for this takeback too often.") \
    X(CANNOT_REDO, "cannot_redo", "There is nothing to redo.") \
    X(NOT_IN_LESSON, "not_in_lesson", "The lesson expects something else here.") \
    X(NO_COMMENTARY, "no_commentary", "This table has no commentators.") \
    X(NO_CONSENT, "no_consent", "Everyone at the table must agree to the commentators first.") \
    X(HAS_SAT, "has_sat", "You have sat at this table, so you can't comment on its game.") \
    X(COMMENTATES, "commentator", "Commentators of this table can't play at it.") \
    X(NO_TAKEBACK, "no_takeback", "There is no takeback request to answer.") \
    X(MOVED_ON, "moved_on", "The game has moved on since you chose that.") \
    X(TOO_MANY_TABLES, "too_many_tables", "You have reached the limit of tables.") \
    X(NETWORK_TABLES, "too_many_tables", "Too many tables were created from your network. Try again later.") \
    X(SERVER_TABLES, "too_many_tables", "There are too many tables on this server. Try again later.") \
    X(WRONG_AUDIENCE, "wrong_audience", "You can't write there now.") \
    X(CHAT_FULL, "chat_full", "There is no room for more messages at this table.") \
    X(BAD_MARKS, "bad_marks", "Those are not valid marks on this board.") \
    X(BAD_CLOCK, "bad_request", "The clock must be 0 (off) or 10 to 604800 seconds.") \
    X(BAD_NIGHT, "bad_request", \
      "A night pause needs two times, at most 16 hours apart, and a known time zone.") \
    X(BAD_DAYS_OFF, "bad_request", "Players can have 0 to 21 days off in a game.") \
    X(BAD_AWAY, "bad_request", "You can be away for up to 28 days from now.") \
    X(AIDS_OFF, "aids_off", "Deduction help is off at this table.") \
    X(AIDS_SPECTATORS, "aids_off", "Spectators can't use deduction help at this table.") \
    X(AIDS_SETS, "aids_off", \
      "This table's deduction help shows possible circles only, without counts or trails.") \
    X(JACK_DEDUCES, "wrong_audience", "Deduction help is not available to Jack.")

enum error {
#define ERROR_ENUM(name, code, sentence) ERROR_##name,
    ERROR_TABLE(ERROR_ENUM)
#undef ERROR_ENUM
        ERROR_COUNT
};

const char *error_code(enum error error);
const char *error_sentence(enum error error);

#endif
