"""Targets for the stand-in for python-shogi: its texts, and calls of its board.

What its board holds is told whole by ``parts``, which asks nothing that would change it. A board is
sound if one that reads its SFEN says the same.
"""

import pickle
from collections import Counter
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
from shogi_fast.compat import shogi

VIEWS = (
    *("pieces", "piece_bb", "king_squares", "occupied"),
    *("pieces_in_hand", "move_stack", "captured_piece_stack"),
)
LAST_MOVE_NUMBER = 2**31 - 1  # after which none can be made
REFUSED = (ValueError, IndexError, TypeError, AttributeError, KeyError)


def parts(board: shogi.Board) -> Any:
    """Return all that a board consists of."""
    return board.__reduce__()[1][1]  # type: ignore[index]


def check_board(board: shogi.Board, *, all_of_it: bool) -> None:
    """Raise Fault unless a board is sound, and what is asked of it agrees."""
    sfen = board.sfen()
    # SFEN has no move 0: that is read as 1.
    again = shogi.Board(sfen)
    expect(again.sfen() == sfen or board.move_number == 0, f"not read back: {sfen}")
    expect(board.zobrist_hash() == again.zobrist_hash(), f"unsound: {sfen}")
    if not all_of_it:
        return
    _check_views(board)
    for ask in ("is_check", "was_suicide", "is_checkmate", "is_stalemate", "kif_str"):
        expect(getattr(board, ask)() == getattr(again, ask)(), f"{ask}: {sfen}")
    for square in range(0, 81, 7):
        for color in range(2):
            there, here = again.attackers(color, square), board.attackers(color, square)
            expect(there == here, f"attackers of {square}: {sfen}")
    moves = list(board.legal_moves)
    expect(len(moves) == len(board.legal_moves), f"numbers of moves: {sfen}")
    _check_beside_fast(sfen, moves)
    expect(all(map(board.is_legal, moves)), f"a listed move is not legal: {sfen}")
    pseudo = list(board.pseudo_legal_moves)
    expect(set(moves) <= set(pseudo), f"a legal move is not pseudo-legal: {sfen}")
    expect(all(map(board.is_pseudo_legal, pseudo)), f"a listed move is not pseudo-legal: {sfen}")
    before = parts(board)
    for move in moves[:100] if board.move_number < LAST_MOVE_NUMBER else ():
        board.push(move)
        expect(board.pop() is move, f"another move taken back: {sfen}")
    # A man that was dropped comes back as the last of its hand.
    expect(parts(board)[:-1] == before[:-1], f"moves leave traces: {sfen}")
    before = parts(board)
    for twin in (copy(board), deepcopy(board), pickle.loads(pickle.dumps(board))):
        expect(parts(twin) == before, f"another copy: {sfen}")


def _check_beside_fast(sfen: str, moves: list[shogi.Move]) -> None:
    """Raise Fault unless ``shogi_fast.Board`` has the same moves, if it takes the position."""
    try:
        fast = sf.Board(f"{sfen.rsplit(' ', 1)[0]} 1")
    except sf.InvalidSfenError:  # there a hand has no more of a type than a set
        return
    expect({move.usi() for move in moves} == {move.usi() for move in fast.legal_moves}, sfen)


def _check_views(board: shogi.Board) -> None:
    """Raise Fault unless the attributes show what is on the board."""
    sfen = board.sfen()
    pieces = [board.piece_at(square) for square in range(81)]
    types = [piece.piece_type if piece else 0 for piece in pieces]
    expect(board.pieces == types, f"pieces: {sfen}")
    for kind in range(1, 15):
        squares = sum(1 << square for square in range(81) if types[square] == kind)
        expect(board.piece_bb[kind] == squares, f"piece_bb: {sfen}")
    for color in range(2):
        own = [bool(piece) and piece.color == color for piece in pieces]
        expect(board.occupied[color] == sum(own[i] << i for i in range(81)), f"occupied: {sfen}")
        kings = [i for i in range(81) if own[i] and types[i] == shogi.KING]
        expect(board.king_squares[color] == (kings[0] if kings else None), f"kings: {sfen}")
        hand = board.pieces_in_hand[color]
        expect(all(board.has_piece_in_hand(kind, color) for kind in hand), f"hand: {sfen}")
    _, moves, records, *_ = parts(board)
    expect(list(board.move_stack) == moves, f"move_stack: {sfen}")
    expect(len(board.captured_piece_stack) == len(records), f"captured_piece_stack: {sfen}")


def take_all_back(board: shogi.Board) -> None:
    """Take back all moves that can be, and look at what is there then."""
    for _ in range(len(parts(board)[1])):
        before = board.zobrist_hash()
        try:
            board.pop()
        except ValueError:
            if board.zobrist_hash() != before:
                raise Fault(f"changed by a call that failed: {board.sfen()}") from None
            break
    check_board(board, all_of_it=False)


# ---- text ------------------------------------------------------------------------------------


@cache
def _middle() -> tuple[shogi.Board, Any]:
    """Return a board to copy, which takes less than to read its position, and its parts."""
    board = shogi.Board(MIDDLE)
    return board, parts(board)


def run_text(data: bytes) -> None:
    """A position, a position command, a move or a piece; the first byte says which."""
    text = as_text(data[1:])
    middle, before = _middle()
    board = copy(middle)
    try:
        TEXTS[data[0] % len(TEXTS) if data else 0](board, text)
    except ValueError:
        expect(parts(board) == before, f"changed by a text that is refused: {text!r}")
        return
    check_board(board, all_of_it=is_chosen(data))


def _read_sfen(board: shogi.Board, text: str) -> None:
    board.set_sfen(text)
    sfen = board.sfen()
    again = shogi.Board(sfen)
    expect(again == board and again.sfen() == sfen, f"not read back: {text!r}")


def _read_move(board: shogi.Board, text: str) -> None:
    move = shogi.Move.from_usi(text)
    expect(shogi.Move.from_usi(move.usi()) == move, f"not read back: {text!r}")
    if board.is_legal(move):
        expect(move in list(board.legal_moves), f"is_legal and the list differ: {text!r}")
    board.push(move)


def _read_piece(board: shogi.Board, text: str) -> None:
    piece = shogi.Piece.from_symbol(text)
    expect(shogi.Piece.from_symbol(piece.symbol()) == piece, f"not read back: {text!r}")


TEXTS: tuple[Callable[[shogi.Board, str], object], ...] = (
    _read_sfen,
    lambda board, text: board.push_usi_position_cmd(text),
    _read_move,
    _read_piece,
)


def text_seeds() -> Iterable[bytes]:
    for text in sfens():
        yield b"\0" + text.encode("utf-8", "surrogatepass")
    yield b"\1position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e"
    for text in (MIDDLE, MOST, CHECK):
        yield f"\1position sfen {text} moves 0000 5a4b".encode()
    for usi in ("0000", "R*5e", "g*9i", "8b8h", "6b6a", "2g2f+"):
        yield b"\2" + usi.encode()
    yield b"\3+p"
    yield b"\3K"


# ---- calls of a board ------------------------------------------------------------------------


class World:
    """A board, and what somebody got from it and still has."""

    def __init__(self) -> None:
        self.board = shogi.Board()
        self.views: list[Any] = []
        self.kept: list[tuple[shogi.Board, Any]] = []


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
        # The moves are objects that boards may share, and that `_change_last` changes.
        expect(
            (parts(twin)[0], *parts(twin)[2:]) == (before[0], *before[2:]),
            "a copy changed with its board",
        )
    take_all_back(world.board)


def _move(reader: Reader) -> shogi.Move:
    """Return any move, also one that no constructor makes."""
    kind = reader.take(4)
    if kind == 0:
        return shogi.Move(None, reader.take(81), False, reader.take(15))
    move = shogi.Move(reader.take(81), reader.take(81), kind == 1)
    if kind == 3:
        name = ("from_square", "to_square", "promotion", "drop_piece_type")[reader.take(4)]
        setattr(move, name, (None, 0, reader.take(15))[reader.take(3)])
    return move


def _push(world: World, reader: Reader) -> None:
    move = next(islice(world.board.legal_moves, reader.take(), None), None)
    if move is not None:
        world.board.push(move)


def _push_any(world: World, reader: Reader) -> None:
    board, move = world.board, _move(reader)
    if board.is_legal(move):
        # By its text: without a promotion it may say None or False, which are not the same move there.
        listed = {str(each) for each in board.legal_moves}
        expect(str(move) in listed, f"is_legal and the list differ: {move}")
        expect(board.is_pseudo_legal(move), f"legal and not pseudo-legal: {move}")
        expect(not board.is_suicide_or_check_by_dropping_pawn(move), f"legal, and is not: {move}")
    board.push(move)
    board.was_check_by_dropping_pawn(move)


def _pop(world: World, reader: Reader) -> None:
    board = world.board
    last = board.peek()
    expect(board.pop() is last, "another move taken back")


def _change_last(world: World, reader: Reader) -> None:
    """Change a move that was made, which is the program's object."""
    world.board.peek().from_square = reader.take(81)


def _put(world: World, reader: Reader) -> None:
    flags = reader.take(4)
    piece = shogi.Piece(reader.take(16), reader.take(3))
    world.board.set_piece_at(reader.take(82), piece, flags & 1, flags & 2)


def _write_hand(world: World, reader: Reader) -> None:
    hand = world.board.pieces_in_hand[reader.take(2)]
    kind, number = reader.take(9), reader.take(20)
    write: tuple[Callable[[], object], ...] = (
        lambda: hand.__setitem__(kind, number),
        lambda: hand.__delitem__(kind),
        hand.clear,
        lambda: hand.update({kind: number}),
        lambda: hand.subtract({kind: number}),
        lambda: hand.pop(kind),
        hand.popitem,
        lambda: hand.setdefault(kind, number),
        lambda: hand.__iadd__(Counter({kind: number})),
        lambda: hand.__isub__(Counter({kind: number})),
        lambda: hand.__ior__(Counter({kind: number})),
        lambda: hand.__iand__(Counter({kind: number})),
    )
    write[reader.take(len(write))]()


def _write_hands(world: World, reader: Reader) -> None:
    board, kind = world.board, reader.take(4)
    hands = [Counter({reader.take(9): reader.take(20), reader.take(9): 1}) for _ in range(2)]
    if kind == 0:
        board.pieces_in_hand = hands
    elif kind == 1:
        board.pieces_in_hand = reversed(board.pieces_in_hand)  # type: ignore[assignment]
    else:
        board.pieces_in_hand[kind - 2] = hands[0]


def _write_other(world: World, reader: Reader) -> None:
    """Write to what can only be read, or set attributes to anything."""
    name = (*VIEWS, "turn", "move_number", "legal_moves", "transpositions")[reader.take(11)]
    if reader.take(2):
        delattr(world.board, name)
    else:
        setattr(world.board, name, (None, 5, -1, [], "7g7f", [1, 2])[reader.take(6)])


def _write_view(world: World, reader: Reader) -> None:
    view: Any = getattr(world.board, VIEWS[reader.take(len(VIEWS))])
    name = ("__setitem__", "append", "clear", "pop", "sort", "reverse", "ixor")[reader.take(7)]
    getattr(view, name)(*((), (3,), (3, 4), (3, 0, 4))[reader.take(4)])


def _count(world: World, reader: Reader) -> None:
    """Write to the positions counted."""
    board, kind = world.board, reader.take(4)
    if kind == 0:
        board.transpositions = Counter()
    elif kind == 1:
        board.transpositions[board.zobrist_hash()] = reader.take(6)
    elif kind == 2:
        board.transpositions.clear()
    board.is_fourfold_repetition()


def _hold(world: World, reader: Reader) -> None:
    if reader.take(3):
        world.views.append(getattr(world.board, VIEWS[reader.take(len(VIEWS))]))
    else:
        world.views.clear()


def _keep(world: World, reader: Reader) -> None:
    board = world.board
    twin = (copy, deepcopy, lambda board: pickle.loads(pickle.dumps(board)))[reader.take(3)](board)
    before = parts(board)
    if parts(twin) != before:
        raise Fault(f"another copy: {board.sfen()}")
    if reader.take(2):
        board, twin = twin, board
    world.board = board
    if len(world.kept) < 4:
        world.kept.append((twin, before))


def _ask(world: World, reader: Reader) -> None:
    board = world.board
    board.is_game_over()
    board.generate_legal_moves(reader.take(2), reader.take(2), pawns_drop=reader.take(2))
    board.generate_pseudo_legal_moves(kings=reader.take(2), rooks_drop=reader.take(2))
    board.is_double_pawn(reader.take(82), reader.take(9))
    board.is_attacked_by(reader.take(2), reader.take(82), [reader.take(16)])
    board.attacks_from(reader.take(16), reader.take(82), board.occupied, reader.take(2))
    str(board), repr(board.pieces_in_hand), repr(board.move_stack), repr(board.occupied)


def _command(world: World, reader: Reader) -> None:
    moves = " ".join(str(_move(reader)) for _ in range(reader.take(3)))
    sfen = sfens()[reader.take(len(sfens()))]
    setup = f"sfen {sfen}" if reader.take(2) else "startpos"
    world.board.push_usi_position_cmd(f"position {setup} moves {moves}")


CALLS: tuple[Callable[[World, Reader], object], ...] = (
    *(_push, _push, _push, _push_any, _push_any, _pop, _pop, _change_last),
    *(_put, _write_hand, _write_hands, _write_other, _write_view, _count),
    *(_hold, _hold, _keep, _ask, _command),
    lambda world, reader: world.board.push(shogi.Move.null()),
    lambda world, reader: world.board.push_usi(str(_move(reader))),
    lambda world, reader: world.board.remove_piece_at(reader.take(82), reader.take(2)),
    lambda world, reader: world.board.add_piece_into_hand(
        reader.take(16), reader.take(2), reader.signed(1)
    ),
    lambda world, reader: world.board.remove_piece_from_hand(reader.take(16), reader.take(2)),
    lambda world, reader: setattr(world.board, "turn", reader.take(3)),
    lambda world, reader: setattr(world.board, "move_number", reader.signed(4)),
    lambda world, reader: world.board.set_sfen(sfens()[reader.take(len(sfens()))]),
    lambda world, reader: world.board.reset() if reader.take(2) else world.board.clear(),
)


def board_seeds() -> Iterable[bytes]:
    yield bytes([0, 7, 0, 7, 3, 1, 60, 50, 6, 5, 5])
    yield bytes([14, 1, 3, 14, 1, 4, 14, 1, 5, 0, 2, 8, 1, 1, 0, 40, 19, 9, 0, 1, 2, 0, 5, 5])
    yield bytes([26, 3, 0, 0, 9, 0, 4, 13, 1, 3, 0, 11, 16, 2, 0, 5, 6])
    yield bytes(range(40))


def pickled() -> list[Any]:
    """Return what is pickled of this library."""
    board = shogi.Board()
    for usi in ("7g7f", "3c3d", "8h2b+", "0000"):
        board.push_usi(usi)
    counted = copy(board)
    counted.transpositions[0] = 3
    return [
        *(board, counted, shogi.Board(CHECK), shogi.Board(START)),
        *(shogi.Move.null(), shogi.Move.from_usi("P*5e"), shogi.Piece(9, 1)),
        *(shogi.SquareSet(77), shogi.Occupied(7, 8)),
    ]


TARGETS = {
    "shogi-text": Target(run_text, text_seeds),
    "shogi-board": Target(run_board, board_seeds, 48),
}
