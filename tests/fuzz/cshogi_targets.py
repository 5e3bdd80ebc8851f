"""Targets for the stand-in for cshogi: its texts, its numbers, and calls of its board.

A board is sound if the ``shogi_fast.Board`` that it speaks for is.
"""

import pickle
from collections.abc import Callable, Iterable
from copy import copy, deepcopy
from functools import cache
from itertools import islice
from typing import Any

from inputs import (
    CHECK,
    MIDDLE,
    MOST,
    START,
    Fault,
    Reader,
    Target,
    as_text,
    expect,
    is_chosen,
    run_calls,
    sfens,
)

import shogi_fast as sf
from shogi_fast import _testing
from shogi_fast.compat import cshogi
from shogi_fast.compat.cshogi import KI2, KIF
from shogi_fast.compat.cshogi._board import fast_board

REFUSED = (ValueError, IndexError, OverflowError, RuntimeError, TypeError)
CODE = 0x7FFF  # the bits of a move that say where from, where to, and whether it promotes
TYPE = 0xF0000  # those that say what moves


def parts(board: cshogi.Board) -> Any:
    """Return all that a board consists of."""
    return _testing.position_bytes(fast_board(board)), board.history, board.move_number


def check_board(board: cshogi.Board, *, all_of_it: bool) -> None:
    """Raise Fault unless a board is sound, and what is asked of it agrees."""
    fast = fast_board(board)
    if _testing.position_bytes(fast) != _testing.rebuilt_bytes(fast):
        raise Fault(f"unsound: {board.sfen()}")
    number = len(board.legal_moves)
    if not all_of_it:
        return
    sfen = fast.sfen()
    before = parts(board)
    expect(number == len(fast.legal_moves), f"numbers of moves: {sfen}")
    moves = list(board.legal_moves)
    expect(list(map(cshogi.move_to_usi, moves)) == [m.usi() for m in fast.legal_moves], sfen)
    expect(all(map(board.is_legal, moves)), f"a listed move is not legal: {sfen}")
    pseudo = list(board.pseudo_legal_moves)
    expect(set(moves) <= set(pseudo), f"a legal move is not pseudo-legal: {sfen}")
    for move in pseudo:
        legal = board.pseudo_legal_move_is_legal(move)
        expect(legal == (move in moves), f"pseudo_legal_move_is_legal: {sfen}")
    checks = [move for move in moves if fast.gives_check(sf.Move.from_int(move & CODE))]
    expect(list(board.check_moves) == checks, f"check_moves: {sfen}")
    for move in moves:
        expect(board.move_from_usi(cshogi.move_to_usi(move)) == move, f"USI: {move} {sfen}")
        expect(board.move_from_csa(cshogi.move_to_csa(move)) == move, f"CSA: {move} {sfen}")
        code = cshogi.move16(move)
        expect(board.move_from_move16(code) == move, f"16 bits: {move} {sfen}")
        expect(board.move_from_psv(cshogi.move16_to_psv(code)) == move, f"psv: {move} {sfen}")
        board.push(move)
        expect(board.pop() == move, f"another move taken back: {sfen}")
    expect(parts(board) == before, f"moves leave traces: {sfen}")
    for twin in (copy(board), deepcopy(board), pickle.loads(pickle.dumps(board))):
        expect(parts(twin) == before, f"another copy: {sfen}")


def take_all_back(board: cshogi.Board) -> None:
    """Take back all moves, and look at what is there then."""
    history = board.history
    while history:
        expect(board.pop() == history.pop(), "another move taken back")
    check_board(board, all_of_it=False)


# ---- text ------------------------------------------------------------------------------------


@cache
def _middle() -> tuple[cshogi.Board, Any]:
    """Return a board to copy, and its parts."""
    board = cshogi.Board(MIDDLE)
    return board, parts(board)


def run_text(data: bytes) -> None:
    """A position, a position with moves, or a move; the first byte says which."""
    text = as_text(data[1:])
    middle, before = _middle()
    board = middle.copy()
    try:
        TEXTS[data[0] % len(TEXTS) if data else 0](board, text)
    except (RuntimeError, UnicodeEncodeError):
        expect(parts(board) == before, f"changed by a text that is refused: {text!r}")
        return
    check_board(board, all_of_it=is_chosen(data))


def _read_sfen(board: cshogi.Board, text: str) -> None:
    try:
        fast = sf.Board(text)
    except sf.InvalidSfenError:
        fast = None
    try:
        board.set_sfen(text)
    except RuntimeError:
        expect(fast is None, f"refused: {text!r}")
        raise
    expect(fast is not None and fast.sfen() == board.sfen(), f"another position: {text!r}")
    turned = cshogi.rotate_sfen(cshogi.rotate_sfen(text))
    expect(turned == board.sfen(), f"rotated twice: {text!r}")
    board.csa_pos(), board.to_bod(), repr(board)


def _read_usi(board: cshogi.Board, text: str) -> None:
    move = board.push_usi(text)
    expect(move == 0 or board.pop() == move, f"another move taken back: {text!r}")
    if move:
        expect(move in list(board.legal_moves), f"not in the list: {text!r}")
        expect(cshogi.move_to_usi(move).lower() == text.lower(), f"not read back: {text!r}")


def _read_csa(board: cshogi.Board, text: str) -> None:
    move = board.push_csa(text)
    expect(move == 0 or board.pop() == move, f"another move taken back: {text!r}")
    if move:
        expect(move in list(board.legal_moves), f"not in the list: {text!r}")
        expect(cshogi.move_to_csa(move) == text, f"not read back: {text!r}")


TEXTS: tuple[Callable[[cshogi.Board, str], object], ...] = (
    _read_sfen,
    lambda board, text: board.set_position(text),
    _read_usi,
    _read_csa,
)


def text_seeds() -> Iterable[bytes]:
    for text in sfens():
        yield b"\0" + text.encode("utf-8", "surrogatepass")
    yield b"\1startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e"
    for text in (MIDDLE, MOST, CHECK):
        yield f"\1sfen {text} moves ".encode()
    board = cshogi.Board(MIDDLE)
    for move in list(board.legal_moves)[::9]:
        yield b"\2" + cshogi.to_usi(move)
        yield b"\3" + cshogi.to_csa(move)


# ---- numbers ---------------------------------------------------------------------------------


@cache
def boards() -> tuple[cshogi.Board, ...]:
    """Return boards with moves of every kind."""
    found = tuple(cshogi.Board(sfen) for sfen in (START, MIDDLE, MOST, CHECK))
    found[0].set_position("startpos moves 7g7f 3c3d 8h2b+")
    return found


def run_numbers(data: bytes) -> None:
    """A number for a move, or numbers for all pieces; the first byte says which."""
    reader = Reader(data)
    if reader.take(2):
        _set_pieces(reader, all_of_it=is_chosen(data))
        return
    board = boards()[reader.take(len(boards()))]
    move, other = reader.signed(5), reader.signed(4)
    before = parts(board)
    for function in FUNCTIONS:
        try:
            function(board, move, other)
        except (ValueError, IndexError, OverflowError):
            continue
    expect(parts(board) == before, f"the board is another: {move} {other}")


def _is_legal(board: cshogi.Board, move: int, other: int) -> None:
    asked = TYPE | CODE if move >> 7 & 127 <= 80 else CODE
    legal, pseudo = _listed(board)
    for ask, moves in (
        (board.is_legal, legal),
        (board.pseudo_legal_move_is_legal, legal),
        (board.is_pseudo_legal, pseudo),
    ):
        # Of a king in check it asks more than its list has.
        if ask(move) != (move & asked in moves) and (moves is legal or not board.is_check()):
            raise Fault(f"{ask.__name__}({move}) in {board.sfen()}")


@cache
def _listed(board: cshogi.Board) -> tuple[set[int], set[int]]:
    """Return the legal and the pseudo-legal moves of one of the boards, less what they take."""
    lists = (board.legal_moves, board.pseudo_legal_moves)
    legal, pseudo = ({move & (TYPE | CODE) for move in moves} for moves in lists)
    return legal, pseudo


def _push_and_pop(board: cshogi.Board, move: int, other: int) -> None:
    board.push(move)
    try:
        check_board(board, all_of_it=False)
    finally:
        board.pop()


def _push_16_and_pop(board: cshogi.Board, move: int, other: int) -> None:
    for push in (board.push_move16, board.push_psv):
        try:
            push(other & 0xFFFF)
        except ValueError:
            continue
        board.pop()


def _rotate(board: cshogi.Board, move: int, other: int) -> None:
    turned = cshogi.move_rotate(move)
    expect(cshogi.move_rotate(turned) == move, f"rotated twice: {move}")


def _texts(board: cshogi.Board, move: int, other: int) -> None:
    usi = cshogi.move_to_usi(move)
    expect(cshogi.to_usi(move).decode() == usi, f"USI as text and as bytes: {move}")
    csa = cshogi.move_to_csa(move)
    expect(cshogi.to_csa(move).decode() == csa, f"CSA as text and as bytes: {move}")


FUNCTIONS: tuple[Callable[[cshogi.Board, int, int], object], ...] = (
    *(_is_legal, _push_and_pop, _push_16_and_pop, _rotate, _texts),
    lambda board, move, other: cshogi.move_to(move) + cshogi.move_from(move),
    lambda board, move, other: cshogi.move_cap(move) + cshogi.move_from_piece_type(move),
    lambda board, move, other: cshogi.move_is_drop(move) + cshogi.move_is_promotion(move),
    lambda board, move, other: cshogi.move_drop_hand_piece(move),
    lambda board, move, other: cshogi.move16(move),
    lambda board, move, other: cshogi.move16_from_psv(other & 0xFFFF),
    lambda board, move, other: cshogi.move16_to_psv(other & 0xFFFF),
    lambda board, move, other: cshogi.opponent(other),
    lambda board, move, other: cshogi.piece_to_piece_type(other),
    lambda board, move, other: cshogi.hand_piece_to_piece_type(other),
    lambda board, move, other: cshogi.make_file(other) + cshogi.make_rank(other),
    lambda board, move, other: board.move(other & 127, move & 127, move >> 14 & 1),
    lambda board, move, other: board.drop_move(other & 127, move & 15),
    lambda board, move, other: board.piece(other) + board.piece_type(other),
    lambda board, move, other: board.king_square(other),
    lambda board, move, other: board.is_draw(other),
    lambda board, move, other: board.move_is_draw(move, other),
    lambda board, move, other: board.is_nyugyoku(other) + board.nyugyoku_result(other),
    lambda board, move, other: KIF.move_to_kif(move, other),
    lambda board, move, other: KIF.move_to_bod(move, board),
    lambda board, move, other: KI2.move_to_ki2(move, board),
)


def _set_pieces(reader: Reader, *, all_of_it: bool) -> None:
    middle, before = _middle()
    board = middle.copy()
    pieces = [reader.signed(1) for _ in range(81)]
    hands = ([reader.signed(1) for _ in range(7)], [reader.signed(1) for _ in range(7)])
    try:
        board.set_pieces(pieces, hands)
    except ValueError:
        expect(parts(board) == before, f"changed by pieces that are refused: {pieces} {hands}")
        return
    expect(board.pieces == pieces and board.pieces_in_hand == hands, f"other pieces: {pieces}")
    check_board(board, all_of_it=all_of_it)


def number_seeds() -> Iterable[bytes]:
    for number, board in enumerate(boards()):
        for move in list(board.legal_moves)[::11]:
            yield bytes([0, number]) + move.to_bytes(5, "little") + b"\1\0\0\0"
            psv = cshogi.move16_to_psv(cshogi.move16(move))
            yield bytes([0, number]) + bytes(5) + psv.to_bytes(4, "little")
        yield bytes([1, *board.pieces, *board.pieces_in_hand[0], *board.pieces_in_hand[1]])


# ---- calls of a board ------------------------------------------------------------------------


class World:
    """A board, and what somebody got from it and still has."""

    def __init__(self) -> None:
        self.board = cshogi.Board()
        self.lists: list[Any] = []
        self.kept: list[tuple[cshogi.Board, Any]] = []


def run_board(data: bytes) -> None:
    """Calls of one board."""
    world = World()
    thorough = is_chosen(data)
    run_calls(
        data,
        lambda reader: CALLS[reader.take(len(CALLS))](world, reader),
        REFUSED,
        lambda: parts(world.board) if thorough else world.board.zobrist_hash(),
        lambda: check_board(world.board, all_of_it=False) if thorough else None,
    )
    check_board(world.board, all_of_it=thorough)
    for twin, before in world.kept:
        expect(parts(twin) == before, "a copy changed with its board")
    for moves in world.lists:
        expect(len(list(moves)) <= len(moves), "a list of more moves than it says")
    take_all_back(world.board)


def _push(world: World, reader: Reader) -> None:
    move = next(islice(world.board.legal_moves, reader.take(), None), None)
    if move is not None:
        world.board.push(move)


def _push_any(world: World, reader: Reader) -> None:
    world.board.push(reader.signed(4))


def _push_from(world: World, reader: Reader) -> None:
    """Make the move of what stands on a square, wherever it goes."""
    board = world.board
    board.push(board.move(reader.take(81), reader.take(81), reader.take(2)))


def _put(world: World, reader: Reader) -> None:
    board = world.board
    pieces, hands = board.pieces, board.pieces_in_hand
    pieces[reader.take(81)] = reader.take(32)
    hands[reader.take(2)][reader.take(7)] = reader.take(19)
    board.set_pieces(pieces, hands)


def _set_position(world: World, reader: Reader) -> None:
    setup = f"sfen {sfens()[reader.take(len(sfens()))]}" if reader.take(2) else "startpos"
    world.board.set_position(f"{setup} moves 7g7f 3c3d"[: 200 - reader.take(20)])


def _list(world: World, reader: Reader) -> None:
    board = world.board
    moves: Any = (board.legal_moves, board.pseudo_legal_moves, board.check_moves)[reader.take(3)]
    for _ in range(reader.take(3)):
        next(moves, None)
    if len(world.lists) < 6:
        world.lists.append(moves)


def _keep(world: World, reader: Reader) -> None:
    board = world.board
    twin = (
        *(copy, deepcopy, lambda board: pickle.loads(pickle.dumps(board))),
        *(cshogi.Board.copy, lambda board: cshogi.Board(board=board)),
    )[reader.take(5)](board)
    before = parts(board)
    if parts(twin) != before:
        raise Fault(f"another copy: {board.sfen()}")
    if reader.take(2):
        world.board, twin = twin, board
    if len(world.kept) < 4:
        world.kept.append((twin, before))


def _ask(world: World, reader: Reader) -> None:
    board, number = world.board, reader.signed(4)
    board.is_game_over(), board.is_ok(), board.is_check(), board.peek(), board.zobrist_hash()
    board.is_draw(reader.take(9)), board.is_nyugyoku(reader.take(2)), board.nyugyoku_result()
    board.csa_pos(), board.to_bod(), repr(board)
    board.is_legal(number), board.is_pseudo_legal(number)
    board.move_is_draw(number, reader.take(9))


CALLS: tuple[Callable[[World, Reader], object], ...] = (
    *(_push, _push, _push, _push_any, _push_from, _push_from, _put, _set_position),
    *(_list, _keep, _ask),
    lambda world, reader: world.board.pop(),
    lambda world, reader: world.board.pop(),
    lambda world, reader: world.board.push_pass(),
    lambda world, reader: world.board.pop_pass(),
    lambda world, reader: world.board.push_move16(reader.take(1 << 16)),
    lambda world, reader: world.board.push_psv(reader.take(1 << 16)),
    lambda world, reader: world.board.push(world.board.drop_move(reader.take(81), reader.take(8))),
    lambda world, reader: world.board.set_sfen(sfens()[reader.take(len(sfens()))]),
    lambda world, reader: world.board.reset(),
    lambda world, reader: setattr(world.board, "turn", reader.take(3)),
    lambda world, reader: setattr(world.board, "move_number", reader.signed(4)),
)


def board_seeds() -> Iterable[bytes]:
    yield bytes([0, 7, 0, 7, 4, 60, 50, 0, 9, 2, 1, 13, 14, 11, 11])
    yield bytes([18, 3, 0, 0, 8, 0, 2, 6, 40, 5, 0, 1, 2, 20, 1, 21, 1, 0, 0, 0, 13, 11])
    yield bytes(range(40))


def pickled() -> list[Any]:
    """Return what is pickled of this library."""
    board = boards()[0].copy()
    board.push_pass()
    return [board, *boards()]


TARGETS = {
    "cshogi-text": Target(run_text, text_seeds),
    "cshogi-numbers": Target(run_numbers, number_seeds, 100),
    "cshogi-board": Target(run_board, board_seeds, 48),
}
