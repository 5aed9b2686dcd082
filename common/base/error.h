/*
 * error.h: every refusal there is, in one table.
 *
 * A row is: name, the code that goes over the wire and into `gaslight record verify`, and a sentence a
 * player understands. Several rows may share a code: the code is for programs, the sentence for people.
 * A refusal never depends on what the one who is refused may not know.
 */
#ifndef GASLIGHT_ERROR_H
#define GASLIGHT_ERROR_H

#define ERROR_TABLE(X) \
    X(OK, "ok", "Done.") \
    /* the game as a whole */ \
    X(GAME_OVER, "game_over", "The game is over.") \
    X(NOT_YOUR_TURN, "not_your_turn", "It is not this pawn's turn.") \
    X(WRONG_PHASE, "wrong_phase", "That cannot be done now.") \
    X(NO_SUCH_PAWN, "not_your_turn", "That pawn is not in this game.") \
    X(OPTION_OFF, "option_off", "This table plays without that option.") \
    X(NO_SUCH_PLACE, "illegal_target", "There is no such place on this board.") \
    /* setting up */ \
    X(HIDEOUT_RED, "illegal_placement", "The hideout may not be a red circle.") \
    X(HIDEOUT_NEAR_RED, "illegal_placement", \
      "With this option the hideout may not be adjacent to a red circle.") \
    X(WOMEN_COUNT, "illegal_placement", \
      "That is not the number of marked and unmarked women of this night.") \
    X(WOMEN_PLACE, "illegal_placement", "Women stand on different red circles that are no crime scene.") \
    X(PATROL_COUNT, "illegal_placement", "Seven patrols are placed: one of each colour and two false ones.") \
    X(PATROL_PLACE, "illegal_placement", "Those are not the crossings where patrols may stand tonight.") \
    X(DISCOVERY_PLACE, "illegal_placement", \
      "The discoveries are one white circle of each quadrant: NW, NE, SW, SE.") \
    X(START_PLACE, "illegal_placement", "The start is one of the four discoveries.") \
    X(DEPLOY_PLACE, "illegal_placement", "Investigators begin on different yellow crossings.") \
    /* Hell */ \
    X(ADDRESS_HEAD, "illegal_target", "Only a brown or red Head may name the address.") \
    X(ADDRESS_USED, "none_left", "The address has been named once in this game already.") \
    X(LETTER_USED, "none_left", "That letter has been used.") \
    X(LETTER_NOW, "wrong_phase", "That letter is not played at this moment.") \
    X(LETTER_TARGET, "illegal_letter", "That letter cannot do this.") \
    X(KILL_COUNT, "illegal_target", "Name one victim, and on the third night two different ones.") \
    X(KILL_TARGET, "illegal_target", "No Wretched stands there.") \
    X(WAIT_LIMIT, "illegal_move", "The time of the crime is V: there is no more waiting.") \
    X(WRETCHED_FROM, "illegal_move", "No Wretched that has yet to move stands there.") \
    X(WRETCHED_TO, "illegal_move", "The Wretched cannot go there.") \
    X(REVEAL_TARGET, "illegal_target", "No face-down patrol stands there.") \
    /* Jack on the run */ \
    X(NOT_ADJACENT, "illegal_move", "No street leads there without another circle between.") \
    X(STREET_BLOCKED, "illegal_move", "Policemen stand on every way there.") \
    X(ESCAPE_ELSEWHERE, "illegal_move", "An escape is declared on the hideout.") \
    X(SPECIAL_USED_UP, "none_left", "No tile of that kind is left.") \
    X(COACH_CELLS, "illegal_move", "A coach needs two free cells.") \
    X(COACH_WAY, "illegal_move", "A coach takes two adjacent steps over three different circles.") \
    X(ALLEY_WAY, "illegal_move", "An alley leads to another circle of the same block of houses.") \
    X(BOAT_WAY, "illegal_move", "A boat goes from a blue circle to another of the same water.") \
    X(SPECIAL_DISCOVERY, "illegal_move", "A special move may not touch a discovery that has no marker yet.") \
    X(RECLAIM_TILE, "none_left", "No used tile of that kind can be taken back.") \
    /* the police */ \
    X(WALK_FAR, "illegal_move", "That is farther than two crossings.") \
    X(CROSSING_TAKEN, "illegal_move", "Another policeman stands there.") \
    X(RUSH_FAR, "illegal_move", "Rushing goes to an adjacent crossing.") \
    X(GOULSTON_PAWN, "illegal_target", \
      "The Head sends the named policeman or brown, and the one who is there already if one is.") \
    X(POWER_NONE, "illegal_target", "This pawn has no such power.") \
    X(POWER_USED, "none_left", "That power has been used.") \
    X(POWER_HOUSES, "illegal_move", "Waring goes to a free crossing of a block of houses his own is on.") \
    X(NOT_NEXT_TO, "illegal_target", "That circle is not next to the policeman.") \
    X(SEARCHED_ALREADY, "illegal_target", "That circle has just been searched.") \
    X(CIRCLE_BLOCKED, "illegal_target", "A false clue blocks that circle for the night.") \
    X(NOTHING_NEXT_TO, "illegal_target", "There is no circle next to the policeman that he could name.") \
    X(ARREST_NAMES_ONE, "illegal_target", "An arrest names one circle.") \
    X(ARREST_NAMES_ALL, "illegal_target", \
      "This arrest covers every circle next to the policeman: name none.") \
    X(SEARCH_UNFINISHED, "wrong_phase", "A search, once begun, is finished first.") \
    /* reading actions and records */ \
    X(BAD_TYPE, "bad_type", "That is not the type this key takes.") \
    X(UNKNOWN_KEY, "unknown_key", "That key does not belong here.") \
    X(MISSING_KEY, "missing_key", "A key is missing.") \
    X(UNKNOWN_WORD, "unknown_word", "That word is not known here.") \
    X(BAD_GAME, "bad_game", "There is no such game.") \
    X(BAD_BOARD, "bad_board", "The record was played on another board.") \
    X(BAD_OPTIONS, "bad_options", "Those are not options of this game, each named once.") \
    X(BAD_SEATS, "bad_seats", \
      "One seat holds Jack alone, the others share the police, and every pawn is held once.") \
    X(BAD_NAME, "bad_seats", "A seat's name is 1 to 32 printable characters.") \
    X(BAD_HEADS, "bad_heads", "The heads are the five colours, each once.") \
    X(BAD_RESULT, "bad_result", "The result is not the one the actions lead to.") \
    /* the server: messages */ \
    X(BAD_JSON, "bad_json", "That is not a JSON object we can read.") \
    X(BAD_ID, "bad_request", "A request has an \"id\", a whole number from 0 to 2147483647, and a \"do\".") \
    X(BAD_KEYS, "bad_request", "The request lacks a key, or has one it does not take.") \
    X(UNKNOWN_VERB, "unknown_verb", "There is no such request.") \
    X(TOO_MANY_REQUESTS, "too_many_requests", "That is more than one may ask in so short a time.") \
    X(STORAGE, "storage", "It could not be written down, so it has not happened. Try again.") \
    X(BAD_KEY, "bad_key", "A \"key\" is 16 to 64 letters, digits, - or _, drawn at random.") \
    X(KEY_REUSED, "key_reused", "That key was used for something else.") \
    /* the server: people */ \
    X(HELLO_FIRST, "hello_first", "Say hello first.") \
    X(HELLO_AGAIN, "bad_request", "This connection has said hello already.") \
    X(BAD_TOKEN, "bad_token", "Nobody has that token.") \
    X(BAD_CODE, "bad_code", "That code is wrong, used or too old.") \
    X(BAD_PLAYER_NAME, "bad_name", "A name is 1 to 32 printable characters.") \
    X(BAD_TEXT, "bad_text", "A text is 1 to 500 printable characters.") \
    X(UNKNOWN_PLAYER, "unknown_player", "There is no such player at this table.") \
    /* the server: tables */ \
    X(UNKNOWN_TABLE, "unknown_table", \
      "There is no such table, or it is private and that is not its invite.") \
    X(NOT_OPEN, "wrong_state", "The game at this table has begun.") \
    X(NOT_RUNNING, "wrong_state", "No game is being played at this table.") \
    X(NOT_FINISHED, "wrong_state", "The game at this table is not over.") \
    X(NOT_HOST, "not_host", "Only the host of the table may do that.") \
    X(NOT_SEATED, "not_seated", "You do not sit at this table.") \
    X(SEATED_ALREADY, "seated", "You sit at this table already.") \
    X(PAWN_TAKEN, "pawn_taken", "Somebody holds one of those pawns.") \
    X(BAD_PAWNS, "bad_pawns", "Jack alone, or policemen of this game, each once.") \
    X(TABLE_FULL, "table_full", "Every seat at this table is taken.") \
    X(PAWNS_FREE, "pawns_free", \
      "Every pawn must be held, and every player but the host must hold one, before the game starts.") \
    X(NOT_ABSENT, "not_absent", "The player of those pawns is here, or has not been away for long enough.") \
    X(NOT_YOUR_PAWN, "not_your_pawn", "You do not hold that pawn.") \
    X(CANNOT_UNDO, "cannot_undo", "Your last action cannot be taken back.") \
    X(MOVED_ON, "moved_on", "The game has moved on since that was chosen.") \
    X(TOO_MANY_TABLES, "too_many_tables", "That is more tables than one may have.") \
    X(WRONG_AUDIENCE, "wrong_audience", "You cannot speak there now.") \
    X(BAD_MARKS, "bad_marks", "Those are not marks on this board.") \
    X(BAD_CLOCK, "bad_request", "A clock is 0 for none, or 10 to 604800 seconds.") \
    X(AIDS_OFF, "aids_off", "This table plays without aids to deduction.") \
    X(AIDS_SETS, "aids_off", "This table plays with sets alone: no numbers, no ways.") \
    X(JACK_DEDUCES, "wrong_audience", "Jack knows where he is: deducing is for the others until the end.")

enum error {
#define ERROR_ENUM(name, code, sentence) ERROR_##name,
    ERROR_TABLE(ERROR_ENUM)
#undef ERROR_ENUM
        ERROR_COUNT
};

const char *error_code(enum error error);
const char *error_sentence(enum error error);

#endif
