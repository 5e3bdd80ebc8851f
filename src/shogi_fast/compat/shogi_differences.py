"""Where ``shogi_fast.compat.shogi`` differs from python-shogi 1.1.1, and what it lacks."""

from shogi_fast.compat.differences import Difference

_ARGUMENTS = "tests/test_compat_shogi_arguments.py::"
_ATTRIBUTES = "tests/test_compat_shogi_attributes.py::"
_MOVES = "tests/test_compat_shogi_moves.py::"
_POSITIONS = "tests/test_compat_shogi_positions.py::"
_PUSHES = "tests/test_compat_shogi_pushes.py::"
_RULES = "tests/test_compat_shogi_rules.py::"
_TABLES = "tests/test_compat_shogi_tables.py::"
_PEER = "tests/peers/test_compat_shogi_peers.py::"

DIFFERENCES: tuple[Difference, ...] = (
    # ---- the rules of shogi ------------------------------------------------------------------
    Difference(
        "pawn-drop-mate",
        (
            "Board.legal_moves",
            "Board.generate_legal_moves",
            "Board.is_legal",
            "Board.is_suicide_or_check_by_dropping_pawn",
            "Board.was_check_by_dropping_pawn",
        ),
        "A pinned man counts as one that could take a dropped pawn, so that some pawn-drop mates"
        " are legal.",
        "They are not: a pinned man off the file of the pin cannot take it.",
        _RULES + "test_pawn_drop_mate_with_a_pinned_defender",
    ),
    Difference(
        "onto-a-king",
        (
            "Board.legal_moves",
            "Board.pseudo_legal_moves",
            "Board.is_legal",
            "Board.is_pseudo_legal",
            "Board.push",
        ),
        "Where the side not to move stands in check, its king can be taken, and comes into hand.",
        "No move goes onto a king; `push` raises ValueError.",
        _RULES + "test_no_move_takes_a_king",
    ),
    Difference(
        "drop-on-a-man",
        (
            "Board.is_pseudo_legal",
            "Board.is_legal",
            "Board.legal_moves",
            "Board.pseudo_legal_moves",
        ),
        "A drop onto one of the opponent's men is legal when one asks for that move, though it is"
        " not listed.",
        "It is not legal.",
        _RULES + "test_no_drop_onto_a_man",
    ),
    Difference(
        "flags-of-legal-moves",
        ("Board.generate_legal_moves",),
        "The flags for drops are taken for those of promoted men: `pawns_drop=False` leaves out"
        " promoted pawns' moves, and pawn drops stay.",
        "Each flag is about what it is named after; promoted men's moves are always listed.",
        _RULES + "test_flags_of_legal_moves",
    ),
    # ---- moves -------------------------------------------------------------------------------
    Difference(
        "push-impossible",
        (
            "Board.push",
            "Board.push_usi",
            "Board.push_usi_position_cmd",
            "Board.is_suicide_or_check_by_dropping_pawn",
        ),
        "Any move is made: from an empty square, of the opponent's man, onto one's own, onto a"
        " king. The board is then no longer what a game could lead to, or `pop` does not restore"
        " it.",
        "Not legal moves are made too, as long as a man of one's own goes to where none of its own"
        " stands, nor a king, or a man in hand comes onto an empty square; else ValueError, with"
        " nothing changed.",
        _PUSHES + "test_push_of_what_cannot_be_made",
    ),
    Difference(
        "pop-null",
        ("Board.pop", "Board.transpositions"),
        "Taking back a null move counts down a position that was not counted: it is there -1"
        " times.",
        "It leaves `transpositions` as they were.",
        _PUSHES + "test_pop_of_a_null_move",
    ),
    Difference(
        "pop-after-edit",
        ("Board.pop",),
        "After an edit since the move, `pop` may leave squares that are occupied by nothing, or"
        " stop half way with ValueError.",
        "It does the same otherwise; ValueError, with nothing changed, where what was captured is"
        " no longer in hand, or a second king or a 41st man would come back.",
        _PUSHES + "test_pop_after_edits",
    ),
    Difference(
        "position-command",
        ("Board.push_usi_position_cmd",),
        "What stands between 'startpos' and 'moves' is ignored; the moves before a wrong one are"
        " made.",
        "ValueError, with nothing changed.",
        _PUSHES + "test_position_commands",
    ),
    Difference(
        "move-changed-after-push",
        ("Board.pop", "Move"),
        "A move whose attributes are set after `push` is taken back as what it then is, which is"
        " not what was made.",
        "What was made is taken back.",
        _PUSHES + "test_a_move_object_comes_back_as_it_went",
    ),
    Difference(
        "position-command-blanks",
        ("Board.push_usi_position_cmd",),
        "Only blanks end a move: one with a line end after it, as in 'position startpos moves"
        " 7g7f\\n', is a ValueError.",
        "White space of any kind ends a move.",
        _PUSHES + "test_white_space_in_position_commands",
    ),
    Difference(
        "moves-snapshot",
        ("Board.generate_legal_moves", "Board.generate_pseudo_legal_moves"),
        "Generators that look at the board again for each move: what they yield after an unmatched"
        " push is undefined.",
        "Iterators over the moves there were when they were made, without `send`, `close` and weak"
        " references.",
        _RULES + "test_moves_are_those_at_the_time_of_asking",
    ),
    Difference(
        "other-attributes",
        ("Board", "Move", "Piece"),
        "Any other attribute can be set on an object, and its methods can: `board.push ="
        " function`.",
        "AttributeError; objects of a subclass take any.",
        _ATTRIBUTES + "test_other_attributes",
    ),
    Difference(
        "classes-fixed",
        (
            "Board",
            "Move",
            "Piece",
        ),
        'A method of a class can be replaced, as by `mock.patch.object(Board, "push")`;'
        " `vars(move)` and `vars(board)` list attributes; a class may be made of Board and `dict`"
        " or another built-in class.",
        "TypeError. A subclass may have methods of its own in place of the others, which programs"
        " and some methods of the board then call.",
        _MOVES + "test_classes_cannot_be_changed",
    ),
    Difference(
        "overridden-methods",
        ("Board",),
        "Nearly every method is made of others, and so calls those of a subclass: legal moves are"
        " found by `push`, `was_suicide` and `pop`, `push` and `set_sfen` call `set_piece_at`,"
        " `sfen` calls `piece_at`.",
        "Called of a subclass are `generate_legal_moves`, `generate_pseudo_legal_moves`,"
        " `is_legal`, `is_pseudo_legal`, `is_suicide_or_check_by_dropping_pawn`, `is_check`,"
        " `is_attacked_by` and `is_fourfold_repetition` by `legal_moves`, `pseudo_legal_moves`,"
        " `is_legal`, `generate_legal_moves`, `is_game_over`, `is_checkmate`, `is_stalemate`,"
        " `is_check` and `was_suicide`; `push`, `push_usi`, `reset` and `set_sfen` by `push_usi`"
        " and `push_usi_position_cmd`; `attacker_mask`, `sfen` and `piece_at` by `attackers`,"
        " `repr` and `str`. What else sets up, makes moves, judges one or counts positions works"
        " on the board itself.",
        _RULES + "test_methods_of_a_subclass_that_nothing_asks",
    ),
    Difference(
        "attributes-deleted",
        (
            "Board.turn",
            "Board.move_number",
            "Board.pieces",
            "Move",
            "Piece",
        ),
        "An attribute can be deleted: `del board.turn`. What asks for it then fails.",
        "AttributeError.",
        _ATTRIBUTES + "test_attributes_cannot_be_deleted",
    ),
    Difference(
        "squares-out-of-range",
        (
            "Move",
            "Board.piece_at",
            "Board.set_piece_at",
            "Board.remove_piece_at",
            "Board.attacks_from",
            "Board.is_attacked_by",
            "Board.is_double_pawn",
        ),
        "Squares from -81 count from the end of the board; a Move takes any, and fails when it is"
        " shown. Of piece types that there are not, `attacks_from` says None, `is_attacked_by`"
        " raises IndexError, and `is_double_pawn` says False.",
        "IndexError for squares other than 0 to 80, and for piece types other than 0 to 14 in a"
        " Move; ValueError for other piece types elsewhere.",
        _ARGUMENTS + "test_numbers_out_of_range",
    ),
    Difference(
        "wrong-types",
        (
            "Board.push",
            "Board.is_legal",
            "Board.set_piece_at",
            "Board.set_sfen",
            "Board.push_usi_position_cmd",
            "Move.from_usi",
            "Occupied",
            "Piece",
            "Piece.from_symbol",
        ),
        "An object that lacks an attribute of a Move or a Piece is an AttributeError from"
        " somewhere inside, and a Piece takes anything; two of different types of `Occupied`"
        " cannot be compared. A text that is no str is an AttributeError, and bytes often a"
        " ValueError, as in `Move.from_usi(b'7g7f')`.",
        "TypeError that says what is wanted; objects of different types are not equal. What has"
        " all attributes of a Move or a Piece is taken for one in both.",
        _ARGUMENTS + "test_wrong_types",
    ),
    Difference(
        "texts-of-errors",
        (
            "Board",
            "Move",
            "Piece",
            "Occupied",
        ),
        "Errors often have the texts and classes of the lists inside: `'5z' is not in list`, `pop"
        " from an empty deque`.",
        "They say what is wrong with what was given. Where no row says otherwise, the class is"
        " the same built-in one or a subclass of it, as `IllegalMoveError` is of ValueError.",
        _MOVES + "test_errors_have_texts_of_their_own",
    ),
    Difference(
        "null-move-hash",
        ("Move",),
        "`hash(Move.null())` is a TypeError.",
        "It is a number.",
        _MOVES + "test_null_move",
    ),
    Difference(
        "move-promotion",
        ("Move",),
        "`promotion` is the object that was given, and is compared and hashed as such.",
        "None, False, True, 0 and 1 are kept; any other object as whether it is true.",
        _MOVES + "test_promotion_of_moves",
    ),
    Difference(
        "move-to-nowhere",
        ("Move",),
        "A move with an origin, a promotion or a piece to drop may have no destination.",
        "ValueError in the constructor.",
        _MOVES + "test_constructor_of_moves",
    ),
    Difference(
        "half-set-moves",
        (
            "Move",
            "Board.push",
            "Board.is_legal",
            "Board.is_pseudo_legal",
        ),
        "Set one by one, attributes may make a move that cannot be shown or hashed, one that"
        " drops a promoted man, or one that is legal or not by an origin that its drop does not"
        " use.",
        "Each can be shown and hashed. With a piece to drop that a hand can have, and no"
        " promotion, it is that drop; other such moves are not legal, and `push` raises"
        " ValueError.",
        _MOVES + "test_moves_that_no_constructor_takes",
    ),
    # ---- positions ---------------------------------------------------------------------------
    Difference(
        "two-kings",
        ("Board", "Board.set_sfen", "Board.set_piece_at"),
        "A side may have several kings.",
        "ValueError for a second one.",
        _POSITIONS + "test_a_side_has_one_king",
    ),
    Difference(
        "forty-men",
        (
            "Board",
            "Board.set_sfen",
            "Board.set_piece_at",
            "Board.add_piece_into_hand",
            "Board.pieces_in_hand",
        ),
        "There may be any number of men, as in a hand of 50 pawns.",
        "ValueError for more than 40 besides the kings, as many as a set and two men more; among"
        " these as many of a kind as one likes, as in a hand of 30 pawns.",
        _POSITIONS + "test_forty_men",
    ),
    Difference(
        "kings-in-hand",
        ("Board", "Board.set_sfen", "Board.add_piece_into_hand", "Board.pieces_in_hand"),
        "Kings, promoted men and NONE can be in hand.",
        "ValueError.",
        _POSITIONS + "test_kings_in_hand",
    ),
    Difference(
        "hand-of-none",
        (
            "Board.pieces_in_hand",
            "Board.has_piece_in_hand",
            "Board.add_piece_into_hand",
            "Board.remove_piece_from_hand",
        ),
        "A hand may have 0 or -1 pieces of a type, and has -1 after `remove_piece_from_hand`"
        " raised ValueError; `has_piece_in_hand` is then true.",
        "Setting 0 takes the type out; a negative number is a ValueError; after an error the hand"
        " is as it was.",
        _ATTRIBUTES + "test_hands_without_pieces",
    ),
    Difference(
        "hands-copied",
        ("Board.pieces_in_hand",),
        "A Counter that is set as a hand is the hand: who changes it later changes the board. The list"
        " takes `append`, `reverse` and the like.",
        "Its numbers are copied; change `board.pieces_in_hand[color]` itself. What would leave the"
        " list without two hands, and `reverse`, is a TypeError; `a, b = b, a` works.",
        _ATTRIBUTES + "test_a_counter_that_is_set_as_a_hand",
    ),
    Difference(
        "hand-order",
        ("Board.pieces_in_hand", "Board.legal_moves", "Board.is_legal"),
        "Asking for legal moves makes and takes back drops, and so changes the order of the types"
        " in hand, which `str` shows.",
        "Asking changes nothing; pushes and pops order the types as there.",
        _PEER + "test_order_of_hands",
    ),
    Difference(
        "king-squares",
        ("Board.king_squares", "Board.remove_piece_at", "Board.set_piece_at"),
        "A king that is taken away stays in `king_squares`.",
        "It is None then.",
        _ATTRIBUTES + "test_king_squares",
    ),
    Difference(
        "sfen-refused",
        ("Board", "Board.set_sfen"),
        "Read are a '+' at the end of a rank, a number in hand without a letter, one that is 0 or"
        " begins with 0, digits of other alphabets, and move numbers of any length, as `+5` and"
        " `0_5`.",
        "ValueError; move numbers end at 2147483647.",
        _POSITIONS + "test_sfen_that_is_refused",
    ),
    Difference(
        "sfen-nothing-changed",
        ("Board.set_sfen",),
        "A board whose `set_sfen` raised may be half set up.",
        "It is as it was.",
        _POSITIONS + "test_after_a_refused_sfen",
    ),
    Difference(
        "move-number",
        ("Board.move_number", "Board.push", "Board.pop"),
        "It may be set to anything, and be counted down past 0: to -1, which no SFEN may have.",
        "It may be set to 0 to 2147483647. `pop` leaves 0 as it is, and at 2147483647 `push` raises"
        " ValueError.",
        _ATTRIBUTES + "test_move_numbers_do_not_wrap",
    ),
    Difference(
        "turn",
        ("Board.turn",),
        "It may be set to anything, as to 2: much then fails.",
        "It may be set to 0 or 1, and is an int; else IndexError, or TypeError.",
        _ATTRIBUTES + "test_turn",
    ),
    # ---- attributes --------------------------------------------------------------------------
    Difference(
        "attributes-read",
        ("Board.piece_bb", "Board.pieces", "Board.occupied", "Board.king_squares"),
        "Writing to one changes it alone, and leaves the others as they were.",
        "They show the board and stay up to date; writing to one raises an error that names"
        " `set_piece_at` and `remove_piece_at`.",
        _ATTRIBUTES + "test_writing_to_what_only_shows",
    ),
    Difference(
        "stacks-read",
        ("Board.move_stack", "Board.captured_piece_stack", "Board.incremental_zobrist_hash"),
        "Writing to one changes it alone, and leaves the board as it was.",
        "They show the board and stay up to date; writing to one raises an error that names `push`,"
        " `pop` and `set_sfen`.",
        _ATTRIBUTES + "test_writing_to_what_only_shows",
    ),
    Difference(
        "types-of-views",
        (
            "Board.pieces",
            "Board.piece_bb",
            "Board.king_squares",
            "Board.occupied",
            "Board.pieces_in_hand",
            "Board.move_stack",
            "Board.captured_piece_stack",
        ),
        "`type(board.pieces) is list`, and so on.",
        "Subclasses of `list`, `deque`, `Counter` and `Occupied`; their copies are of these types"
        " themselves.",
        _ATTRIBUTES + "test_what_shows_is_of_the_right_type",
    ),
    Difference(
        "writing-past-methods",
        (
            "Board.pieces",
            "Board.piece_bb",
            "Board.king_squares",
            "Board.pieces_in_hand",
        ),
        "C code writes to the lists too: `heapq.heapify(board.pieces)`, `list.sort(board.pieces)`.",
        "It does, past the methods that would raise. The list shows that until the board changes"
        " next; the board is as it was.",
        _ATTRIBUTES + "test_writing_past_the_methods_of_a_list",
    ),
    Difference(
        "empty-piece-bb",
        ("Board.piece_bb",),
        "`piece_bb[NONE]` has what moves left over.",
        "It is 0.",
        _ATTRIBUTES + "test_piece_bb_of_no_type",
    ),
    Difference(
        "generators-fresh",
        ("Board.legal_moves", "Board.pseudo_legal_moves"),
        "The same object each time, equal to itself.",
        "A new object each time, that behaves the same, but is not equal to another.",
        _RULES + "test_generators",
    ),
    # ---- hashing and repetition --------------------------------------------------------------
    Difference(
        "hash-values",
        (
            "Board.zobrist_hash",
            "Board.board_zobrist_hash",
            "Board.incremental_zobrist_hash",
            "DEFAULT_RANDOM_ARRAY",
        ),
        "Made of its own random numbers.",
        "Made of ours. With the same numbers given, `zobrist_hash(array)` is the same.",
        _PUSHES + "test_hash_values",
    ),
    Difference(
        "hash-of-hands",
        (
            "Board.zobrist_hash",
            "Board.is_fourfold_repetition",
            "Board.is_game_over",
            "Board.transpositions",
        ),
        "Of the hands, Black's alone counts: positions that differ in White's are the same.",
        "Both count, but in `zobrist_hash(array)`.",
        _PUSHES + "test_hash_of_hands",
    ),
    Difference(
        "transpositions-zero",
        ("Board.transpositions", "Board.is_legal", "Board.legal_moves"),
        "Positions that were taken back, or only looked at for a legal move, stay with the number"
        " 0.",
        "What was only looked at is not there; what was taken back neither, unless somebody has"
        " asked for the Counter before.",
        _PUSHES + "test_transpositions_of_moves_taken_back",
    ),
    # ---- the rest ----------------------------------------------------------------------------
    Difference(
        "rotated-boards",
        ("Board.attacks_from", "Occupied"),
        "Of what it is given, `attacks_from` looks at the rotated sets `l90`, `r45` and `l45`, for"
        " a rook also at `bits`.",
        "It looks at `bits` alone, and makes the rest of them itself.",
        _TABLES + "test_attacks_from_looks_at_bits_of_what_is_given",
    ),
    Difference(
        "piece-types-default",
        ("Board.is_attacked_by",),
        "The default of `piece_types` is the list PIECE_TYPES.",
        "It is None, and means the same.",
        _TABLES + "test_is_attacked_by",
    ),
    Difference(
        "shallow-copy",
        ("Board",),
        "`copy.copy` shares what a board consists of with the copy: a push on one breaks the other.",
        "The copy is independent, as from `copy.deepcopy`.",
        _POSITIONS + "test_copies_are_independent",
    ),
    Difference(
        "pickles-of-boards",
        (
            "Board",
            "LegalMoveGenerator",
            "PseudoLegalMoveGenerator",
        ),
        "What it has pickled loads, boards too.",
        "What python-shogi itself has pickled loads after `install`, but for boards, lists of moves"
        " and whatever protocols 0 and 1 made of Move and Piece: a TypeError. Boards pickled here"
        " load.",
        _MOVES + "test_pickles_of_boards_of_python_shogi",
    ),
    Difference(
        "large-hands-in-kif",
        ("Board.kif_str", "Board.kif_pieces_in_hand_str"),
        "More than 18 of a type in hand are an IndexError.",
        "They are written as well.",
        _POSITIONS + "test_kif_of_large_hands",
    ),
    Difference(
        "shift-off-the-board",
        ("shift_2_right",),
        "From I1, the last square, it moves off the board instead of out of the set.",
        "What leaves the board is gone.",
        _TABLES + "test_shift_off_the_board",
    ),
    Difference(
        "bit-scan-of-nothing",
        ("bit_scan",),
        "With no square from n on, `bit_scan` may find one before n; where gmpy2 is installed, it"
        " is None instead of -1.",
        "It is -1.",
        _TABLES + "test_bit_scan_of_nothing",
    ),
)

# What a program cannot use yet, and what it belongs to.
ABSENT: dict[str, str] = {
    "KIF": "records",
    "CSA": "records",
    "Person": "names of players",
    "Move.__nonzero__": "Python 2",
    "LegalMoveGenerator.__nonzero__": "Python 2",
    "PseudoLegalMoveGenerator.__nonzero__": "Python 2",
    **dict.fromkeys(
        ("b", "bb_square", "bitrow", "f", "mask", "q", "r", "s", "square"),
        "left over by loops",
    ),
}
