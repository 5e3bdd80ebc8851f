"""Where ``shogi_fast.compat.cshogi`` differs from cshogi 1.1.0, and what it lacks."""

from shogi_fast.compat.differences import Difference

__all__ = ["ABSENT", "DIFFERENCES"]

_HERE = "tests/test_compat_cshogi.py::"
_NUMBERS = "tests/test_compat_cshogi_numbers.py::"
_BOARDS = "tests/test_compat_cshogi_boards.py::"
_BESIDE = "tests/peers/test_compat_cshogi_peers.py::"

DIFFERENCES: tuple[Difference, ...] = (
    # Text.
    Difference(
        "bad-sfen",
        ("Board", "Board.set_sfen", "Board.set_position", "rotate_sfen"),
        "`set_sfen` ends the process on text that is no position, and much that is none is read: "
        "ranks too short or too long, a promoted gold, text after the move number.",
        "A `RuntimeError`, as `Board` and `set_position` raise there; it is an `InvalidSfenError` too "
        "and says where. The board is then as it was. `startpos` is read as well.",
        f"{_HERE}test_bad_sfen_is_refused",
    ),
    Difference(
        "sfen-without-number",
        ("Board", "Board.set_sfen", "Board.set_position", "rotate_sfen"),
        "A text without a move number gives move number 0, and one without a side is Black's turn.",
        "A missing move number is 1; the side has to be there.",
        f"{_HERE}test_sfen_without_a_move_number",
    ),
    Difference(
        "sfen-number-range",
        ("Board", "Board.set_sfen", "Board.set_position"),
        "Any move number is read, also negative ones and words, which are 0.",
        "0 to 99,999 is read. `move_number` can be set to more, and `sfen` writes it.",
        f"{_HERE}test_move_numbers",
    ),
    Difference(
        "sfen-hands",
        ("Board", "Board.set_sfen", "Board.set_position", "rotate_sfen"),
        "`30P` is thirty pawns, `100P` a lance and four pawns; `PPP` is one pawn.",
        "A hand has no more of a kind than a set; there are 40 men at most besides the kings, and "
        "one king a side. `PPP` is three pawns.",
        f"{_HERE}test_hands_in_sfen",
    ),
    Difference(
        "rotate-two-digits",
        ("rotate_sfen",),
        "The tens of a hand are lost: `10P` becomes `p`. Blanks are left where fields are missing.",
        "`10P` becomes `10p`. The text is read, turned and written.",
        f"{_BESIDE}test_rotated_positions",
    ),
    Difference(
        "set-position-words",
        ("Board.set_position",),
        "Words between `startpos` and `moves` are passed over, and after an error the moves before "
        "it stay made.",
        "Such words are refused, and after an error the board is as it was.",
        f"{_HERE}test_set_position_does_all_or_nothing",
    ),
    Difference(
        "bod-lost-kanji",
        ("Board.to_bod", "KIF.move_to_bod"),
        "Of a move to the square of the last one, the piece is left out where more follows: "
        "`△７七同不成`.",
        "The piece is written: `△７七同角不成`.",
        f"{_BESIDE}test_random_games",
    ),
    Difference(
        "bod-last-move",
        ("Board.to_bod",),
        "After a pass, or after a move that was made without being legal, it fails with `KeyError` "
        "or ends the process.",
        "The diagram then has no line for the last move.",
        f"{_HERE}test_diagram_after_a_pass",
    ),
    Difference(
        "text-of-illegal-moves",
        ("KI2.move_to_ki2", "KIF.move_to_bod"),
        "A move that is not legal gets a text or fails with `KeyError`.",
        "An `IllegalMoveError`, which is a `ValueError`.",
        f"{_HERE}test_text_of_illegal_moves",
    ),
    Difference(
        "san-promoted-knight",
        ("PGN.move_to_san", "PGN.PGN_PIECE_TYPES"),
        "A promoted knight is `+K`, as if it were a king.",
        "It is `+N`.",
        f"{_BESIDE}test_random_games",
    ),
    Difference(
        "pictures",
        ("Board.to_svg", "Board._repr_svg_"),
        "A picture drawn with characters of the reader's fonts. Any `scale` is multiplied and written "
        "down: `'2'` is 230 twos wide.",
        "The package's own picture, which needs no font; as wide at the same `scale`. A `scale` "
        "is a number above 0 (a `TypeError` for a text), and the move has to be one.",
        f"{_HERE}test_pictures",
    ),
    # Moves.
    Difference(
        "push-checks",
        ("Board.push", "Board.push_move16", "Board.push_psv", "Board.move_is_draw"),
        "Any int is taken for a move: `push(0)` takes a lance off the board and goes on.",
        "A move is made if the position is consistent after it, be it legal or not: a man of the side "
        "to move, of the type that the move says, goes to where none of its own side stands, nor a "
        "king; it can promote if it does; what is dropped is in hand, and the square is empty. An "
        "`IllegalMoveError`, which is a `ValueError`, otherwise.",
        f"{_HERE}test_push_makes_what_can_be_made",
    ),
    Difference(
        "piece-taken",
        ("Board.push", "Board.history", "Board.pop", "Board.peek"),
        "A move that says it takes another piece than stands there puts that one into the hand.",
        "What stands there is taken, and in `history` is the move that says so.",
        f"{_HERE}test_piece_taken_is_that_on_the_square",
    ),
    Difference(
        "order-of-moves",
        (
            *("Board.legal_moves", "Board.pseudo_legal_moves", "Board.check_moves"),
            *("LegalMoveList", "PseudoLegalMoveList", "CheckMoveList"),
        ),
        "In an order of its own.",
        "In the order of `shogi_fast.Board.legal_moves`: the same moves, another order.",
        f"{_BESIDE}test_order_of_moves",
    ),
    Difference(
        "kings-are-not-taken",
        (
            *("Board.legal_moves", "Board.pseudo_legal_moves", "Board.check_moves"),
            *("Board.is_legal", "Board.is_check"),
        ),
        "Where the side not to move is in check, moves onto its king are legal; a king beside the "
        "other is not in check by it.",
        "No move goes onto a king; a king attacks the squares beside it as in any position. A pawn "
        "drop that leaves a king in check which is so already can be a mate here and none there.",
        f"{_BESIDE}test_moves_onto_a_king",
    ),
    Difference(
        "impossible-promotions",
        (
            *("Board.is_legal", "Board.is_pseudo_legal", "Board.move_from_usi"),
            *("Board.push_usi", "Board.move_from_csa", "Board.push_csa", "Board.set_position"),
        ),
        "A single move is not asked whether the man can promote, or can there: `7g7f+` is legal.",
        "It is not, and `move_from_usi` returns 0.",
        f"{_BESIDE}test_random_games",
    ),
    Difference(
        "dead-men",
        (
            *("Board.is_legal", "Board.is_pseudo_legal", "Board.move_from_usi"),
            *("Board.push_usi", "Board.move_from_csa", "Board.push_csa", "Board.set_position"),
        ),
        "A single move is not asked whether the man could move on: `P*1a` is legal for Black.",
        "It is not.",
        f"{_BESIDE}test_random_games",
    ),
    Difference(
        "pseudo-legal-moves-only",
        ("Board.pseudo_legal_move_is_legal",),
        "True for much that is not pseudo-legal: 0, and a pawn drop that mates.",
        "False for what is not legal, whatever it is.",
        f"{_BOARDS}test_pseudo_legal_move_is_legal_of_other_moves",
    ),
    Difference(
        "usi-ends-with-null",
        ("Board.move_from_usi", "Board.push_usi", "Board.move_from_csa", "Board.push_csa"),
        "A text is read up to its first null character.",
        "A text with one is no move: 0.",
        f"{_HERE}test_text_with_a_null_character",
    ),
    Difference(
        "none-for-a-text",
        (
            *("Board.set_sfen", "Board.set_position", "Board.move_from_usi", "Board.push_usi"),
            *("Board.move_from_csa", "Board.push_csa", "rotate_sfen"),
            *("KI2.move_to_ki2", "KIF.board_to_bod", "KIF.move_to_bod"),
        ),
        "None for a text or a board is an `AttributeError`.",
        "It is a `TypeError`, as anything else that is none of these.",
        f"{_HERE}test_none_is_no_text",
    ),
    Difference(
        "ki2-after-a-pass",
        ("KI2.move_to_ki2", "KIF.move_to_bod"),
        "A pass counts as a move to 1b: what goes there next is written with `同`.",
        "The square is written.",
        f"{_HERE}test_ki2_after_a_pass",
    ),
    Difference(
        "pop-when-empty",
        ("Board.pop", "Board.pop_pass"),
        "On a board without moves the process ends or the board is broken; `pop_pass` takes back half "
        "of a move.",
        "An `IndexError`; an `IllegalMoveError` if the last move was no pass.",
        f"{_HERE}test_pop_of_an_empty_board",
    ),
    Difference(
        "pass-and-number",
        ("Board.pop",),
        "A pass that `pop` takes back lowers the move number by one, which it had not raised.",
        "The move number is as it was before the pass.",
        f"{_HERE}test_pass_has_no_number",
    ),
    Difference(
        "turn-forgets",
        ("Board.turn",),
        "Setting the other side leaves the moves, and taking them back then breaks the board.",
        "Setting the other side forgets the moves.",
        f"{_HERE}test_setting_the_other_side_forgets_the_moves",
    ),
    Difference(
        "draw-back-to-the-start",
        ("Board.move_is_draw",),
        "A check that brings back the position the board was set up with counts as a draw (1), while "
        "after the move `is_draw` says that it is perpetual check (2).",
        "Both say perpetual check (2).",
        f"{_BOARDS}test_perpetual_check_back_to_the_start",
    ),
    # Numbers.
    Difference(
        "out-of-range",
        (
            *("Board.piece", "Board.piece_type", "Board.king_square", "Board.move"),
            *(
                "Board.drop_move",
                "Board.move_from_move16",
                "Board.move_from_psv",
                "Board.push_psv",
                "Board.set_pieces",
            ),
            *("make_file", "make_rank", "opponent", "piece_to_piece_type"),
            *("hand_piece_to_piece_type", "move_drop_hand_piece", "move_rotate", "move_to_usi"),
            *("move_to_csa", "to_usi", "to_csa", "KIF.move_to_kif", "PGN.move_to_san"),
        ),
        "What lies beside the table is read, or the process ends.",
        "An `IndexError` for a square, a `ValueError` for a piece, a side, or a move that is none. 0 "
        "is `'None'` in USI and CSA and has a text in KIF, as there.",
        f"{_NUMBERS}test_numbers_out_of_range",
    ),
    Difference(
        "floats",
        ("Board", "move_to"),
        "A float is cut to an int wherever a number is asked for.",
        "A `TypeError`. All that counts as an int is taken, NumPy's too.",
        f"{_NUMBERS}test_floats_are_no_numbers",
    ),
    Difference(
        "assertions",
        (
            *("Board.turn", "Board.move_number", "Board.push_pass"),
            *("Board.is_nyugyoku", "Board.nyugyoku_result"),
        ),
        "An `AssertionError` for a side or move number out of range, and for a pass in check; an "
        "`OverflowError` for a rule below 0.",
        "A `ValueError` (for the pass an `IllegalMoveError`, which is one).",
        f"{_NUMBERS}test_assertions_are_value_errors",
    ),
    Difference(
        "set-pieces",
        ("Board.set_pieces",),
        "Nothing is looked at: 81 kings, hands of -1.",
        "A `ValueError` for what is no position, or not of the right length; a `TypeError` for what is "
        "neither list nor tuple.",
        f"{_NUMBERS}test_set_pieces_refuses_what_is_no_position",
    ),
    Difference(
        "wide-plies",
        ("Board.is_draw", "Board.move_is_draw"),
        "An `OverflowError` for a number of plies of more than 32 bits.",
        "Looks back through all moves.",
        f"{_NUMBERS}test_draw_of_any_number_of_plies",
    ),
    # The rest.
    Difference(
        "hash-values",
        ("Board.zobrist_hash",),
        "A 64-bit number.",
        "Another number, which is the same for the same positions.",
        f"{_BESIDE}test_hash_values_differ",
    ),
    Difference(
        "is-ok",
        ("Board.is_ok",),
        "Looks for faults of the board itself, prints what it finds, and finds some where there are "
        "none.",
        "Prints nothing; says whether the side not to move is out of check.",
        f"{_BOARDS}test_is_ok",
    ),
    Difference(
        "copies",
        ("Board",),
        "Cannot be pickled or deep-copied.",
        "Can be, with its moves; the class and attributes of a subclass are kept, while `copy` makes a "
        "`Board` of it in both.",
        f"{_BOARDS}test_copies_of_every_kind",
    ),
    Difference(
        "lists-without-board",
        ("LegalMoveList", "PseudoLegalMoveList", "CheckMoveList"),
        "Made from None, one ends the process.",
        "A `TypeError`.",
        f"{_BOARDS}test_lists_need_a_board",
    ),
)

_RECORDS = "records"
_PACKED = "packed codes"
_MATE = "mate search"
_PLANES = "feature planes"
_ENGINES = "engines"
_PICTURES = "parts of pictures"
_IMPORTED = "names of Python and NumPy that cshogi imports"

# What a program cannot use yet, and what it belongs to.
ABSENT: dict[str, str] = {
    "Parser": _RECORDS,
    "CSA": _RECORDS,
    "CSA.Parser": _RECORDS,
    "CSA.Exporter": _RECORDS,
    "CSA.COLOR_SYMBOLS": _RECORDS,
    "CSA.JAPANESE_END_GAMES": _RECORDS,
    "KIF.Parser": _RECORDS,
    "KIF.ParserException": _RECORDS,
    "KIF.Exporter": _RECORDS,
    "KIF.sec_to_time": _RECORDS,
    "KI2.Parser": _RECORDS,
    "KI2.Exporter": _RECORDS,
    "PGN.Exporter": _RECORDS,
    "HuffmanCodedPos": _PACKED,
    "HuffmanCodedPosAndEval": _PACKED,
    "PackedSfen": _PACKED,
    "PackedSfenValue": _PACKED,
    "BookEntry": _PACKED,
    "dtypeHcp": _PACKED,
    "dtypeEval": _PACKED,
    "dtypeMove16": _PACKED,
    "dtypeGameResult": _PACKED,
    "dtypeKey": _PACKED,
    "Board.set_hcp": _PACKED,
    "Board.to_hcp": _PACKED,
    "Board.set_psfen": _PACKED,
    "Board.to_psfen": _PACKED,
    "Board.book_key": _PACKED,
    "Board.book_key_after": _PACKED,
    "DfPn": _MATE,
    "OslDfPn": _MATE,
    "osl": _MATE,
    "osl.DfPn": _MATE,
    "Board.mate_move_in_1ply": _MATE,
    "Board.mate_move": _MATE,
    "Board.is_mate": _MATE,
    "Board.piece_planes": _PLANES,
    "Board.piece_planes_rotate": _PLANES,
    "Board._dlshogi_make_input_features": _PLANES,
    "dlshogi": _PLANES,
    "dlshogi.make_input_features": _PLANES,
    "dlshogi.make_move_label": _PLANES,
    "dlshogi.use_nyugyoku_features": _PLANES,
    "dlshogi.FEATURES1_NUM": _PLANES,
    "dlshogi.FEATURES2_NUM": _PLANES,
    "usi": _ENGINES,
    "usi.Engine": _ENGINES,
    "usi.InfoListener": _ENGINES,
    "usi.MultiPVListener": _ENGINES,
    "elo": _ENGINES,
    "elo.Elo": _ENGINES,
    "cli": _ENGINES,
    "web": _ENGINES,
    "gym_shogi": _ENGINES,
    "SVG_PIECE_DEFS": _PICTURES,
    "SVG_PIECE_DEF_IDS": _PICTURES,
    "SVG_SQUARES": _PICTURES,
    "SVG_COORDINATES": _PICTURES,
    "_cshogi": "the compiled part of the package",
    **dict.fromkeys(
        (
            *("locale", "np"),
            *("KI2.Dict", "KI2.List", "KI2.Optional", "KI2.datetime", "KI2.re"),
            *("KIF.List", "KIF.Optional", "KIF.Union", "KIF.datetime"),
            *("KIF.codecs", "KIF.math", "KIF.os", "KIF.re"),
            *("PGN.List", "PGN.Optional", "PGN.datetime"),
        ),
        _IMPORTED,
    ),
}
