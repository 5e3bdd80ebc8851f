"""The text of a move in CSA, KIF, KI2 and western notation, written and read on a board.

What ``csa``, ``kif``, ``ki2`` and ``western`` write of a legal move, the reader of the same name
reads as that move, in every position the package accepts. Readers also take the other spellings in
use, and return nothing but legal moves.

**Which men could go there.** KI2 and western text say where a man comes from only if another of
its kind could go to the square as well, and KI2 marks a drop only if a man on the board could.
"Could" means that the man attacks the square, pinned or not. That never says less than asking for
legal moves would, so a reader of either mind understands it. Readers ask for legal moves: what is
illegal is no second reading.

**No promotion mark.** Where promotion was possible and a text does not say, the man does not
promote; KIF has no other way to say so.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from shogi_fast.arguments import is_a, shown, text_of
from shogi_fast.board import Board
from shogi_fast.errors import IllegalMoveError, InvalidMoveError
from shogi_fast.ki2_words import men_that_fit, relative_words
from shogi_fast.move import SQUARE_NAMES, Move
from shogi_fast.names import (
    COLOR_NAMES,
    CSA_CODES,
    CSA_TYPES,
    DIGITS,
    KANJI_TYPES,
    LETTER_TYPES,
    LETTERS,
    MARKS,
    MOVE_KANJI,
    kanji_square,
)

__all__ = [
    "csa",
    "ki2",
    "kif",
    "parse_csa",
    "parse_ki2",
    "parse_kif",
    "parse_western",
    "western",
]

_T = TypeVar("_T")

_ROOK, _KING = 6, 8
_PROMOTION = 8  # what promotion adds to a type
_SIGNS = {"+": 0, "-": 1}
_JAPANESE_MARKS = MARKS | _SIGNS
_FILES = {digit: value for digit, value in DIGITS.items() if value}
_SQUARES = {name: square for square, name in enumerate(SQUARE_NAMES)}
_MOTIONS = {"上": "上", "行": "上", "入": "上", "寄": "寄", "引": "引"}
_SIDES = {"右": "右", "左": "左", "直": "直"}
_PROMOTIONS = {"成": True, "不成": False, "生": False}
# 行 after 角 means "up" in KI2; in KIF, which has no such words, 角行 is the bishop's full name.
_KI2_TYPES = {kanji: kind for kanji, kind in KANJI_TYPES.items() if kanji != "角行"}


# -- Reading --------------------------------------------------------------------------------------


class _Reader:
    """A place in a text, and what may stand there."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.skip_blanks()

    def skip_blanks(self) -> None:
        """Pass over blanks, half-width and full-width."""
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def maybe(self, table: Mapping[str, _T]) -> _T | None:
        """Read one of the table's keys, of one or two characters, the longer rather."""
        for length in (2, 1):
            word = self.text[self.at : self.at + length]
            if word in table:
                self.at += len(word)
                return table[word]
        return None

    def take(self, table: Mapping[str, _T], wanted: str) -> _T:
        """Read one of the table's keys; raise InvalidMoveError if there is none."""
        value = self.maybe(table)
        if value is None:
            raise self.invalid(f"{wanted} is missing")
        return value

    def has(self, word: str) -> bool:
        """Read a word if it is there, and say whether it was."""
        found = self.text.startswith(word, self.at)
        if found:
            self.at += len(word)
        return found

    def end(self) -> None:
        """Raise InvalidMoveError if anything but blanks follows."""
        self.skip_blanks()
        if self.at < len(self.text):
            raise self.invalid("the move should end")

    def invalid(self, problem: str) -> InvalidMoveError:
        """Return the error for a text that is no move at the place reached."""
        where = (
            f"at character {self.at + 1}, {self.text[self.at]!r},"
            if self.at < len(self.text)
            else "at the end"
        )
        return InvalidMoveError(f"{problem} {where} of {shown(self.text, 40)}")


def _illegal(board: Board, text: str, reason: str = "") -> IllegalMoveError:
    """Return the error for a text whose move is not legal."""
    because = f": {reason}" if reason else ""
    return IllegalMoveError(f"{shown(text, 40)} is not legal in {board.sfen()!r}{because}")


def _read_mark(reader: _Reader, board: Board, marks: Mapping[str, int]) -> None:
    """Read the mark or sign of a side, if there is one; it must be that of the side to move."""
    color = reader.maybe(marks)
    if color is not None and color != board.turn:
        raise _illegal(board, reader.text, f"it is {COLOR_NAMES[board.turn]}'s turn")
    reader.skip_blanks()


def _read_japanese_square(reader: _Reader, board: Board) -> int:
    """Read 同 or a square: two digits, each half-width, full-width or kanji."""
    if not reader.has("同"):
        file = reader.take(_FILES, "a square or 同")
        return (file - 1) * 9 + reader.take(_FILES, "the rank of a square") - 1
    last = _last_target(board)
    if last is None:
        reader.at -= 1
        raise reader.invalid("同 has no move before it")
    reader.skip_blanks()
    return last


def _board_move(origin: int, to: int, promotion: bool) -> Move:
    """Return the move between two different squares."""
    return Move.from_int(to | origin << 7 | promotion << 14)


def _legal_drop(board: Board, text: str, piece_type: int, to: int) -> Move:
    """Return the drop of a piece; raise IllegalMoveError if it is not legal."""
    if piece_type >= _KING:
        raise _illegal(board, text, "kings and promoted pieces are not dropped")
    move = Move.from_int(to | (80 + piece_type) << 7)
    if not board.is_legal(move):
        raise _illegal(board, text)
    return move


def _legal_board_move(
    board: Board, text: str, piece_type: int, origin: int, to: int, promotion: bool
) -> Move:
    """Return the move of a man of that type; raise IllegalMoveError if it is not legal."""
    piece = board.piece_at(origin)
    if piece is None or piece.color != board.turn or piece.piece_type != piece_type:
        man = f"{COLOR_NAMES[board.turn]} {LETTERS[piece_type]}"
        raise _illegal(board, text, f"no {man} stands on {SQUARE_NAMES[origin]}")
    if origin != to:
        move = _board_move(origin, to, promotion)
        if board.is_legal(move):
            return move
    raise _illegal(board, text)


def _ambiguous(text: str, moves: Iterable[tuple[str, Move]]) -> InvalidMoveError:
    """Return the error for a text that could mean any of several legal moves."""
    candidates = " or ".join(f"{written} ({move.usi()})" for written, move in moves)
    return InvalidMoveError(f"{shown(text, 40)} could be {candidates}")


# -- What stands on the board ---------------------------------------------------------------------


def _require_board(board: Board) -> None:
    if not is_a(board, Board):
        raise TypeError(f"a board is a shogi_fast.Board, not {type(board).__name__}")


def _checked_text(board: Board, text: str) -> str:
    """Return the text of a move as a str proper, after a look at the board it is to be read on."""
    _require_board(board)
    return text_of(text, "the text of a move")


def _require_legal(board: Board, move: Move) -> None:
    _require_board(board)
    if not board.is_legal(move):
        raise IllegalMoveError(f"{move.usi()} is not legal in {board.sfen()!r}")


def _last_target(board: Board) -> int | None:
    """Return where the last move went; None at the start and after a pass."""
    try:
        return board.peek().to_square
    except IndexError:
        return None


def _moved(board: Board, move: Move) -> tuple[int, int, int | None]:
    """Return type (before the move), destination and origin of what a legal move moves or drops."""
    to, origin, dropped = move.to_square, move.from_square, move.drop
    assert to is not None
    if dropped is not None:
        return dropped, to, None
    assert origin is not None
    piece = board.piece_at(origin)
    if piece is None:
        # Another thread, or what a subclass does, has changed the board since it was legal.
        raise IllegalMoveError(f"{move.usi()} is no longer legal: the board has changed")
    return piece.piece_type, to, origin


def _rivals(board: Board, piece_type: int, to: int) -> list[int]:
    """Return the squares of all men of a type and the side to move that attack a square."""
    rivals = []
    for origin in board.attackers(board.turn, to):
        piece = board.piece_at(origin)
        if piece is not None and piece.piece_type == piece_type:
            rivals.append(origin)
    return rivals


def _may_promote(color: int, piece_type: int, origin: int, to: int) -> bool:
    """Say whether a man may promote by a move: its type can, and one end is in the zone."""
    if piece_type > _ROOK:
        return False
    farthest = (6, 7, 8) if color else (0, 1, 2)
    return origin % 9 in farthest or to % 9 in farthest


# -- CSA ------------------------------------------------------------------------------------------


def csa(board: Board, move: Move) -> str:
    """Return a legal move as CSA records have it: sign, origin, destination, piece after the move.

    A drop comes from ``00``. Source: the CSA standard for records, version 2.2.

    :raises IllegalMoveError: if the move is not legal on the board.

    >>> from shogi_fast import Board, Move
    >>> csa(Board(), Move.from_usi("7g7f"))
    '+7776FU'
    """
    _require_legal(board, move)
    piece_type, to, origin = _moved(board, move)
    code = CSA_CODES[piece_type + (_PROMOTION if move.promotion else 0)]
    return f"{'+-'[board.turn]}{_csa_square(origin)}{_csa_square(to)}{code}"


def _csa_square(square: int | None) -> str:
    return "00" if square is None else f"{square // 9 + 1}{square % 9 + 1}"


_CSA_SQUARES = {_csa_square(square): square for square in range(81)}
_CSA_ORIGINS = _CSA_SQUARES | {"00": -1}


def parse_csa(board: Board, text: str) -> Move:
    """Return the legal move that a CSA text names; its sign may be missing.

    :raises InvalidMoveError: if the text is no CSA move; the message says where.
    :raises IllegalMoveError: if the move is not legal on the board, or not that side's.

    >>> from shogi_fast import Board
    >>> parse_csa(Board(), "+7776FU")
    Move.from_usi('7g7f')
    """
    text = _checked_text(board, text)
    reader = _Reader(text)
    _read_mark(reader, board, _SIGNS)
    origin = reader.take(_CSA_ORIGINS, "the square of origin, 11 to 99 or 00,")
    to = reader.take(_CSA_SQUARES, "the square of destination, 11 to 99,")
    after = reader.take(CSA_TYPES, "the code of a piece")
    reader.end()
    if origin < 0:
        return _legal_drop(board, text, after, to)
    piece = board.piece_at(origin)
    promotion = after > _KING and piece is not None and piece.piece_type == after - _PROMOTION
    before = after - _PROMOTION if promotion else after
    return _legal_board_move(board, text, before, origin, to, promotion)


# -- KIF ------------------------------------------------------------------------------------------


def kif(board: Board, move: Move) -> str:
    """Return a legal move as KIF records have it: square, piece, 成 or 打, origin.

    同 and a full-width blank stand for the square that the last move went to. No mark of the side is
    written.

    :raises IllegalMoveError: if the move is not legal on the board.

    >>> from shogi_fast import Board, Move
    >>> kif(Board(), Move.from_usi("7g7f"))
    '７六歩(77)'
    """
    _require_legal(board, move)
    piece_type, to, origin = _moved(board, move)
    square = "同　" if to == _last_target(board) else kanji_square(to)
    if origin is None:
        return f"{square}{MOVE_KANJI[piece_type]}打"
    promotes = "成" if move.promotion else ""
    return f"{square}{MOVE_KANJI[piece_type]}{promotes}({_csa_square(origin)})"


def parse_kif(board: Board, text: str) -> Move:
    """Return the legal move that a KIF text names.

    Reads every spelling of a piece, digits of any width, 同 with and without a blank, 不成 and 生,
    full-width brackets, and a mark (▲ △ ▽ ☗ ☖) or sign of the side before the move. The square of
    origin, or 打, has to be there.

    :raises InvalidMoveError: if the text is no KIF move, or 同 has no move before it; the message
        says where.
    :raises IllegalMoveError: if the move is not legal on the board, or not that side's.

    >>> from shogi_fast import Board
    >>> parse_kif(Board(), "☗76歩(77)")
    Move.from_usi('7g7f')
    """
    text = _checked_text(board, text)
    reader = _Reader(text)
    _read_mark(reader, board, _JAPANESE_MARKS)
    to = _read_japanese_square(reader, board)
    piece_type = reader.take(KANJI_TYPES, "a piece")
    promotion = reader.maybe(_PROMOTIONS)
    if promotion is None and reader.has("打"):
        reader.end()
        return _legal_drop(board, text, piece_type, to)
    if not (reader.has("(") or reader.has("（")):
        raise reader.invalid("打 or the square of origin, in brackets, is missing")
    origin = (reader.take(_FILES, "the file of the square of origin") - 1) * 9
    origin += reader.take(_FILES, "the rank of the square of origin") - 1
    if not (reader.has(")") or reader.has("）")):
        raise reader.invalid("the closing bracket is missing")
    reader.end()
    return _legal_board_move(board, text, piece_type, origin, to, promotion is True)


# -- KI2 ------------------------------------------------------------------------------------------


def ki2(board: Board, move: Move) -> str:
    """Return a legal move as KI2 records and books have it: square, piece, and no origin.

    If several men of the kind could go there (see the head of this module), the man is told by its
    direction (上 寄 引), else by its side (右 左, or 直 for a gold or silver that goes straight up),
    else by both. 成 or 不成 is written if promotion was possible; 打 if a man on the board could go
    there too. No mark of the side is written. 同 and a full-width blank stand for the square that the
    last move went to; the blank is left out where more than the piece follows, as other programs
    have it.
    Source: JSA, 棋譜の表記方法.

    :raises IllegalMoveError: if the move is not legal on the board.

    >>> from shogi_fast import Board, Move
    >>> [ki2(Board(), Move.from_usi(usi)) for usi in ("7g7f", "4i5h", "6i5h")]
    ['７六歩', '５八金右', '５八金左']
    """
    _require_legal(board, move)
    piece_type, to, origin = _moved(board, move)
    rivals = _rivals(board, piece_type, to)
    if origin is None:
        rest = "打" if rivals else ""
    else:
        rest = relative_words(board.turn, piece_type, origin, to, rivals)
        if _may_promote(board.turn, piece_type, origin, to):
            rest += "成" if move.promotion else "不成"
    if to != _last_target(board):
        return f"{kanji_square(to)}{MOVE_KANJI[piece_type]}{rest}"
    return f"同{'' if rest else '　'}{MOVE_KANJI[piece_type]}{rest}"


def parse_ki2(board: Board, text: str) -> Move:
    """Return the legal move that a KI2 text names.

    Reads what ``ki2`` writes, every spelling of a piece, digits of any width, 同 with and without a
    blank, 行 and 入 for 上, 生 for 不成, and a mark (▲ △ ▽ ☗ ☖) or sign of the side before the move.
    More words than needed do no harm, nor do fewer if one legal move fits. Without 打 a move on the
    board is meant if there is a legal one.

    :raises InvalidMoveError: if the text is no KI2 move (the message says where), if 同 has no move
        before it, or if several legal moves fit (the message names them).
    :raises IllegalMoveError: if the move is not legal on the board, or not that side's.

    >>> from shogi_fast import Board
    >>> parse_ki2(Board(), "▲５八金右")
    Move.from_usi('4i5h')
    >>> parse_ki2(Board(), "５八金")
    Traceback (most recent call last):
    shogi_fast.errors.InvalidMoveError: '５八金' could be ５八金右 (4i5h) or ５八金左 (6i5h)
    """
    text = _checked_text(board, text)
    try:
        return _read_ki2(board, text, _KI2_TYPES)
    except (IllegalMoveError, InvalidMoveError) as error:
        # 角行 may be the bishop's full name after all.
        if "角行" in text:
            try:
                return _read_ki2(board, text, KANJI_TYPES)
            except (IllegalMoveError, InvalidMoveError):
                raise error from None
        raise


def _read_ki2(board: Board, text: str, types: Mapping[str, int]) -> Move:
    reader = _Reader(text)
    _read_mark(reader, board, _JAPANESE_MARKS)
    to = _read_japanese_square(reader, board)
    piece_type = reader.take(types, "a piece")
    side = reader.maybe(_SIDES) or ""
    motion = reader.maybe(_MOTIONS) or ""
    if motion and not side:  # 上右 for 右上
        side = reader.maybe(_SIDES) or ""
    promotion = reader.maybe(_PROMOTIONS)
    plain = not (side or motion) and promotion is None
    if plain and reader.has("打"):
        reader.end()
        return _legal_drop(board, text, piece_type, to)
    reader.end()
    rivals = _rivals(board, piece_type, to)
    legal = {
        origin: move
        for origin in rivals
        if board.is_legal(move := _board_move(origin, to, promotion is True))
    }
    if plain and not legal:
        return _legal_drop(board, text, piece_type, to)
    # The words tell men apart among all that attack the square, or else among those that may go.
    for among in (rivals, list(legal)):
        fitting = [
            origin
            for origin in legal
            if relative_words(board.turn, piece_type, origin, to, among) == side + motion
        ]
        if fitting:
            break
    else:
        fitting = men_that_fit(board.turn, to, list(legal), side, motion)
    if not fitting:
        raise _illegal(board, text)
    if len(fitting) > 1:
        raise _ambiguous(text, [(ki2(board, legal[origin]), legal[origin]) for origin in fitting])
    return legal[fitting[0]]


# -- Western --------------------------------------------------------------------------------------


def western(board: Board, move: Move) -> str:
    """Return a legal move in western notation: ``P-7f``, ``S7bx8c+``, ``+R*5e``.

    Piece, with ``+`` if it is promoted; origin only if another of the kind could go there too (see
    the head of this module); ``-``, ``x`` for a capture or ``*`` for a drop; square; ``+`` if it
    promotes, ``=`` if it could and does not.

    :raises IllegalMoveError: if the move is not legal on the board.

    >>> from shogi_fast import Board, Move
    >>> [western(Board(), Move.from_usi(usi)) for usi in ("7g7f", "4i5h")]
    ['P-7f', 'G4i-5h']
    """
    _require_legal(board, move)
    piece_type, to, origin = _moved(board, move)
    letter, square = LETTERS[piece_type], SQUARE_NAMES[to]
    if origin is None:
        return f"{letter}*{square}"
    start = SQUARE_NAMES[origin] if len(_rivals(board, piece_type, to)) > 1 else ""
    sign = "-" if board.piece_at(to) is None else "x"
    suffix = ""
    if _may_promote(board.turn, piece_type, origin, to):
        suffix = "+" if move.promotion else "="
    return f"{letter}{start}{sign}{square}{suffix}"


_WESTERN_SIGNS = {sign: sign for sign in "-x*"}
_WESTERN_SUFFIXES = {"+": True, "=": False}


def parse_western(board: Board, text: str) -> Move:
    """Return the legal move that a text in western notation names.

    An origin that is not needed does no harm, nor does a missing one if only one legal move fits;
    ``-`` and ``x`` have to be right. A mark (▲ △ ▽ ☗ ☖) of the side may stand before the move.

    :raises InvalidMoveError: if the text is no western move (the message says where), or if several
        legal moves fit (the message names them).
    :raises IllegalMoveError: if the move is not legal on the board, or not that side's.

    >>> from shogi_fast import Board
    >>> parse_western(Board(), "P-7f")
    Move.from_usi('7g7f')
    """
    text = _checked_text(board, text)
    reader = _Reader(text)
    _read_mark(reader, board, MARKS)
    piece_type = reader.take(LETTER_TYPES, "the letter of a piece")
    origin = reader.maybe(_SQUARES)
    if origin is not None and reader.has("*"):
        reader.at -= 1
        raise reader.invalid("a drop has no square of origin")
    sign = reader.take(_WESTERN_SIGNS, "-, x or *")
    to = reader.take(_SQUARES, "the square of destination, 1a to 9i,")
    promotion = None if sign == "*" else reader.maybe(_WESTERN_SUFFIXES)
    reader.end()
    if sign == "*":
        return _legal_drop(board, text, piece_type, to)
    if (sign == "x") != (board.piece_at(to) is not None):
        taken = "no man to take" if sign == "x" else "a man: the move takes it, x"
        raise _illegal(board, text, f"on {SQUARE_NAMES[to]} is {taken}")
    if origin is not None:
        return _legal_board_move(board, text, piece_type, origin, to, promotion is True)
    moves = [_board_move(rival, to, promotion is True) for rival in _rivals(board, piece_type, to)]
    legal = [move for move in moves if board.is_legal(move)]
    if not legal:
        raise _illegal(board, text)
    if len(legal) > 1:
        raise _ambiguous(text, [(western(board, move), move) for move in legal])
    return legal[0]
