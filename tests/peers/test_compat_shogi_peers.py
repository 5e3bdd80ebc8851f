"""shogi_fast.compat.shogi against python-shogi: games, positions, edits.

Where the two differ a row of compat/shogi_differences.py explains it; ``explained`` names the row.
"""

import random
from typing import Any

import shogi as theirs
from positions import random_slider_sfen, random_sparse_sfen
from reference import Reference
from test_agreement import drop_mate_sfen, portions

import shogi_fast.compat.shogi as ours
from shogi_fast.compat.shogi_differences import DIFFERENCES

GAMES, GAMES_A_TEST, GAMES_BY_DEFAULT = 3_000, 10, 30
POSITIONS, POSITIONS_A_TEST, POSITIONS_BY_DEFAULT = 20_000, 200, 400
MOST_PLIES = 80
ROWS = {row.key for row in DIFFERENCES}


# -- Observing ------------------------------------------------------------------------------------


def sorted_hands(text: str) -> tuple[str, list[str]]:
    """Part a diagram from what is in hand, which asking for legal moves puts in another order."""
    diagram, _, hands = text.partition("\n\n")
    return diagram, sorted(hands.split())


def facts(board: Any) -> dict[str, Any]:
    """Return what is cheap to observe of a board of either library."""
    return {
        "sfen": board.sfen(),
        "repr": repr(board),
        "str": sorted_hands(str(board)),
        "kif_str": board.kif_str(),
        "turn": board.turn,
        "move_number": board.move_number,
        "pieces": list(board.pieces),
        # What is in the place of no piece type is left over from moves there.
        "piece_bb": list(board.piece_bb)[1:],
        "by_color": list(board.occupied.by_color),
        "non_occupied": board.occupied.non_occupied(),
        "king_squares": list(board.king_squares),
        "hands": [dict(hand) for hand in board.pieces_in_hand],
        "in_hand": [
            board.has_piece_in_hand(kind, color) for color in (0, 1) for kind in range(1, 8)
        ],
        "captured": list(board.captured_piece_stack),
        "moves": [str(move) for move in board.move_stack],
        "is_check": board.is_check(),
        "was_suicide": board.was_suicide(),
        "is_double_pawn": [board.is_double_pawn(square, 1) for square in range(0, 81, 7)],
    }


def attacks(board: Any) -> list[int]:
    """Return the attackers of every square, by both sides, and the occupied squares rotated."""
    masks = [board.attacker_mask(color, square) for color in (0, 1) for square in range(81)]
    return masks + [getattr(board.occupied, name) for name in ("bits", "l45", "r45", "l90")]


def usi(moves: Any) -> list[str]:
    return [move.usi() for move in moves]


def explained(move: str, position: Reference) -> str:
    """Name the row for a move that python-shogi lists and we do not, or fail."""
    target = move[2:4]
    cell = position._parse(move).target if move[1] == "*" else None
    if cell is None:
        taken = position.board[position._parse(move).target]
        assert taken in ("K", "k"), f"{move} takes no king"
        return "onto-a-king"
    assert move[0] == "P", f"{move} drops no pawn"
    after = position._after(position._parse(move))
    assert after.is_check(), f"the pawn on {target} gives no check"
    assert not any(after._legal()), f"{move} does not mate"
    return "pawn-drop-mate"


def compare_moves(their: Any, our: Any) -> set[str]:
    """Compare the lists of moves, in order; return the rows that explain what differs."""
    position = Reference(our.sfen())
    used = set()
    for name in ("legal_moves", "pseudo_legal_moves"):
        expected, moves = usi(getattr(their, name)), usi(getattr(our, name))
        if expected != moves:
            kept = set(moves)
            used |= {explained(move, position) for move in expected if move not in kept}
            assert [move for move in expected if move in kept] == moves, name
        assert len(getattr(our, name)) == len(moves)
        if used and name == "legal_moves":
            assert sorted(moves) == position.legal_moves()
    assert used <= ROWS
    return used


# -- Games ----------------------------------------------------------------------------------------


@portions(GAMES, GAMES_A_TEST, GAMES_BY_DEFAULT)
def test_random_games(numbers: range) -> None:
    for number in numbers:
        play(number)


def play(number: int) -> None:
    """Play one random game in both, comparing at every ply, and take it back."""
    rng = random.Random(f"compat {number}")
    their, our = theirs.Board(), ours.Board()
    seen: list[tuple[int, Any, int]] = []
    try:
        for ply in range(MOST_PLIES):
            assert facts(our) == facts(their)
            note_hash(seen, their, our)
            compare_moves(their, our)
            moves = usi(our.legal_moves)
            assert our.is_checkmate() == (our.is_check() and not moves)
            assert our.is_stalemate() == (not our.is_check() and not moves)
            if ply % 16 == number % 16:
                assert attacks(our) == attacks(their)
                # By the same numbers they make the same hash values.
                array = theirs.DEFAULT_RANDOM_ARRAY
                assert our.zobrist_hash(array) == their.zobrist_hash()
                assert our.board_zobrist_hash(array) == their.incremental_zobrist_hash
            if not moves:
                break
            # Some games go back and forth, so that positions come again.
            move = shuffle_move(rng, our, moves) if number % 3 == 0 else rng.choice(moves)
            assert our.push_usi(move) == ours.Move.from_usi(move)
            their.push_usi(move)
        check_hashes(seen)
        while our.move_stack:
            assert our.pop().usi() == their.pop().usi()
            if rng.random() < 0.2:
                assert facts(our) == facts(their)
        assert facts(our) == facts(their)
        assert our == ours.Board()
    except AssertionError as problem:
        problem.add_note(f"game {number}, at {our.sfen()}")
        raise


def test_order_of_hands() -> None:
    """While nobody asks for legal moves, hands are in the same order, taking moves back too."""
    for number in range(20):
        rng = random.Random(f"compat order {number}")
        their, our, choosing = theirs.Board(), ours.Board(), ours.Board()
        for _ in range(150):
            moves = usi(choosing.legal_moves)
            if (our.move_stack and rng.random() < 0.2) or not moves:
                for board in (their, our, choosing):
                    board.pop()
            else:
                move = rng.choice(moves)
                for board in (their, our, choosing):
                    board.push_usi(move)
            assert str(our) == str(their)
            assert our.pieces_in_hand == their.pieces_in_hand
            assert [list(hand) for hand in our.pieces_in_hand] == [
                list(hand) for hand in their.pieces_in_hand
            ]


def shuffle_move(rng: random.Random, board: Any, moves: list[str]) -> str:
    """Choose a move that takes the last but one back, often."""
    if len(board.move_stack) > 1 and rng.random() < 0.8:
        last = board.move_stack[-2].usi()
        back = last[2:4] + last[:2]
        if back in moves:
            return back
    return rng.choice([move for move in moves if move[1] != "*"] or moves)


def note_hash(seen: list[tuple[int, Any, int]], their: Any, our: Any) -> None:
    """Note the hash values, with White's hand, of which python-shogi makes nothing."""
    white = tuple(sorted(their.pieces_in_hand[1].items()))
    seen.append((their.zobrist_hash(), white, our.zobrist_hash()))
    count = sum(1 for other in seen if other[:2] == seen[-1][:2])
    assert our.is_fourfold_repetition() == (count >= 4)
    if all(other[1] == white for other in seen if other[0] == seen[-1][0]):
        assert our.is_fourfold_repetition() == their.is_fourfold_repetition()
        assert our.is_game_over() == their.is_game_over()
    if len(seen) % 10 == 0:
        counted = sorted(n for n in our.transpositions.values() if n)
        groups: dict[Any, int] = {}
        for one in seen:
            groups[one[:2]] = groups.get(one[:2], 0) + 1
        assert counted == sorted(groups.values())
        assert our.transpositions[our.zobrist_hash()] == count


def check_hashes(seen: list[tuple[int, Any, int]]) -> None:
    """Positions share a hash value where they do there, and White's hand is the same."""
    assert len({one[:2] for one in seen}) == len({one[2] for one in seen}) == len(set(seen))


# -- Positions ------------------------------------------------------------------------------------


def numbered_sfen(number: int) -> str:
    """Return the position with a number: sparse, full of sliders, or before a pawn drop."""
    rng = random.Random(f"compat position {number}")
    makers = (random_sparse_sfen, random_slider_sfen, random_sparse_sfen, drop_mate_sfen)
    return makers[number % 4](rng)


@portions(POSITIONS, POSITIONS_A_TEST, POSITIONS_BY_DEFAULT)
def test_random_positions(numbers: range) -> None:
    for number in numbers:
        compare_position(number)


def any_move(rng: random.Random, board: Any) -> tuple[Any, ...]:
    """Return what makes a move of a man that may or may not make it."""
    target = rng.randrange(81)
    if rng.random() < 0.3:
        return None, target, False, rng.randrange(1, 8)
    men = [square for square in range(81) if board.pieces[square]]
    origin = rng.choice(men) if men and rng.random() < 0.9 else rng.randrange(81)
    reached = list(
        ours.SquareSet(
            ours.Board.attacks_from(board.pieces[origin], origin, board.occupied, board.turn)
        )
    )
    if reached and rng.random() < 0.6:
        target = rng.choice(reached)
    return origin, target, rng.random() < 0.4


def compare_single_moves(rng: random.Random, their: Any, our: Any, used: set[str]) -> None:
    """Compare the answers for single moves, whether they are listed or not."""
    for _ in range(30):
        arguments = any_move(rng, our)
        move, other = ours.Move(*arguments), theirs.Move(*arguments)
        assert our.is_pseudo_legal(move) == (move in our.pseudo_legal_moves)
        assert our.is_legal(move) == (move in our.legal_moves) == (move in list(our.legal_moves))
        onto = our.pieces[move.to_square]
        if onto and (move.from_square is None or move.to_square in our.king_squares):
            assert not our.is_pseudo_legal(move)  # rows drop-on-a-man and onto-a-king
            continue
        assert our.is_pseudo_legal(move) == their.is_pseudo_legal(other), move
        if "pawn-drop-mate" not in used:
            assert our.is_legal(move) == their.is_legal(other), move


def compare_position(number: int) -> set[str]:
    """Compare one position in both; return the rows that explain what differs."""
    sfen = numbered_sfen(number)
    rng = random.Random(number)
    their, our = theirs.Board(sfen), ours.Board(sfen)
    try:
        assert facts(our) == facts(their)
        used = compare_moves(their, our)
        compare_single_moves(rng, their, our, used)
        if number % 8 == 0:
            assert attacks(our) == attacks(their)
            color, square = rng.randrange(2), rng.randrange(81)
            for kind in range(1, 15):
                assert our.is_attacked_by(color, square, [kind]) == their.is_attacked_by(
                    color, square, [kind]
                )
        for move in rng.sample(moves := usi(our.pseudo_legal_moves), min(4, len(moves))):
            for board, library in ((our, ours), (their, theirs)):
                board.push(library.Move.from_usi(move))
            assert facts(our) == facts(their)
            dropped = our.was_check_by_dropping_pawn(ours.Move.from_usi(move))
            if "pawn-drop-mate" not in used:
                assert dropped == their.was_check_by_dropping_pawn(theirs.Move.from_usi(move))
            our.pop()
            their.pop()
            assert facts(our) == facts(their)
            suicide = our.is_suicide_or_check_by_dropping_pawn(ours.Move.from_usi(move))
            assert suicide == (not our.is_legal(ours.Move.from_usi(move)))
    except AssertionError as problem:
        problem.add_note(f"position {number}, {sfen}")
        raise
    return used


def test_what_differs_is_met() -> None:
    """There are positions among them for each row that explains a list of moves."""
    used = [compare_position(number) for number in range(3, 1_200, 4)]
    assert sum("pawn-drop-mate" in rows for rows in used) > 3
    positions = [compare_position(number) for number in range(0, 400, 2)]
    assert sum("onto-a-king" in rows for rows in positions) > 0


# -- Edits ----------------------------------------------------------------------------------------


def edit(rng: random.Random, boards: tuple[Any, Any]) -> None:
    """Make one random change to both boards: a move, a move back, or an edit."""
    our = boards[0]
    draw = rng.random()
    square = rng.choice([s for s in range(81) if s not in our.king_squares])
    color, kind = rng.randrange(2), rng.randrange(1, 8)
    men = sum(map(bool, our.pieces)) - 2 + sum(sum(hand.values()) for hand in our.pieces_in_hand)
    if draw < 0.45:
        moves = usi(our.pseudo_legal_moves)
        move = rng.choice(moves) if moves and rng.random() < 0.95 else "0000"
        for board in boards:
            board.push_usi(move)
    elif draw < 0.7:
        if our.move_stack:
            last = our.peek()
            if last and not our.pieces[last.to_square]:
                # There the origin is then occupied by nothing: row pop-after-edit.
                raise CannotBeTakenBack
            taken_back = [pop(board) for board in boards]
            assert taken_back[0] == taken_back[1]
    elif draw < 0.75 and men < 38:
        piece = rng.choice([kind for kind in range(1, 15) if kind != 8])
        for board, library in zip(boards, (ours, theirs), strict=True):
            board.set_piece_at(square, library.Piece(piece, color), False, draw < 0.72)
    elif draw < 0.8:
        for board in boards:
            board.remove_piece_at(square, draw < 0.78)
    elif draw < 0.84 and men < 36:
        for board in boards:
            board.add_piece_into_hand(kind, color, 2)
    elif draw < 0.88:
        if our.has_piece_in_hand(kind, color):
            for board in boards:
                board.remove_piece_from_hand(kind, color)
    elif draw < 0.92:
        for board in boards:
            board.turn = color
    elif draw < 0.95:
        for board in boards:
            board.move_number = kind + 10
    elif men < 36:
        for board in boards:
            board.pieces_in_hand[color][kind] += 1
    else:
        for board in boards:
            del board.pieces_in_hand[color][kind]


class CannotBeTakenBack(Exception):
    """Raised where what a move captured is gone from the hand."""


def pop(board: Any) -> Any:
    try:
        move = board.pop()
    except ValueError as problem:
        raise CannotBeTakenBack from problem
    return move.usi()


def edit_game(number: int) -> int:
    """Edit two boards in the same way, comparing; return how many changes there were."""
    rng = random.Random(f"compat edit {number}")
    boards = (ours.Board(), theirs.Board())
    changes = 0
    try:
        for changes in range(60):
            before = facts(boards[0])
            try:
                edit(rng, boards)
            except CannotBeTakenBack:
                # There it is half done; here nothing is.
                assert facts(boards[0]) == before
                return changes
            assert facts(boards[0]) == facts(boards[1])
            our = boards[0]
            assert our.board_zobrist_hash() == our.board_zobrist_hash(ours.DEFAULT_RANDOM_ARRAY)
            twin = ours.Board(our.sfen())
            assert (twin == our) == (our.move_number > 0)
            assert twin.zobrist_hash() == our.zobrist_hash()
            assert usi(twin.legal_moves) == usi(our.legal_moves)
    except AssertionError as problem:
        problem.add_note(f"edits {number}, {changes}")
        raise
    return changes


def test_edits() -> None:
    assert sum(edit_game(number) for number in range(150)) > 4_000
