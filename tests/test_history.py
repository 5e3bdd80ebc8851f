"""Tests of core/history: repetition and perpetual check, by Board's three methods that ask it."""

import copy
import itertools
import pickle
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from reference import Reference
from reference_game import PASS, Game

import shogi_fast as sf
from shogi_fast import Repetition, SearchRepetition

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
LAP = "5i5h 5a5b 5h5i 5b5a "
# Black's rook checks on file 5 and on file 4, and White's king goes to and fro between them.
ROOK = "4k4/9/9/9/9/9/5R3/9/K8 b - 1"
CHECKS = "4g5g 5a4a 5g4g 4a5a "
# The same lap with one quiet move: the rook steps aside, and back with check.
ONE_QUIET = "4g3g 5a4a 3g4g 4a5a "

VERDICTS = {
    "none": Repetition.NONE,
    "draw": Repetition.DRAW,
    "lose_black": Repetition.BLACK_LOSES,
    "lose_white": Repetition.WHITE_LOSES,
}
EXCHANGED = {
    Repetition.BLACK_LOSES: Repetition.WHITE_LOSES,
    Repetition.WHITE_LOSES: Repetition.BLACK_LOSES,
}


def _board(sfen: str, moves: str = "") -> sf.Board:
    board = sf.Board(sfen)
    for usi in moves.split():
        if usi == PASS:
            board.push_pass()
        else:
            board.push_usi(usi)
    return board


def _turned(usi: str) -> str:
    """Return a move on the board as the other side sees it."""
    around = str.maketrans("123456789abcdefghi", "987654321ihgfedcba")
    return usi.translate(around)


def _both(sfen: str, moves: str) -> Iterator[tuple[sf.Board, Callable[[Repetition], Repetition]]]:
    """Yield the board after moves, and with colours exchanged; and what a verdict is on it."""
    yield _board(sfen, moves), lambda verdict: verdict
    board = sf.Board(sfen).rotate()
    for usi in moves.split():
        board.push_usi(_turned(usi))
    yield board, lambda verdict: EXCHANGED.get(verdict, verdict)


# -- The fourth time ----------------------------------------------------------------------------


def test_the_position_set_up_counts() -> None:
    board = sf.Board(KINGS)
    assert board.repetition_count() == 1
    for lap in range(1, 6):
        for usi in LAP.split():
            assert board.repetition() is (Repetition.DRAW if lap > 3 else Repetition.NONE)
            board.push_usi(usi)
        # Every position of the lap has been there as often as there were laps, the first once more.
        assert board.repetition_count() == lap + 1
        assert board.repetition() is (Repetition.DRAW if lap >= 3 else Repetition.NONE)


def test_board_hands_and_side_must_be_the_same() -> None:
    # A pawn is dropped and taken in each lap: the board comes back, the hands do not.
    lap = "P*5e 5b5e 1i1h 5e5c 1h1i 5c5b "
    board = _board("k8/4r4/9/9/9/9/9/9/8K b 4P 1", 3 * lap)
    assert board.repetition_count() == 1
    assert board.repetition() is Repetition.NONE
    # The kings come back with the other side to move: Black loses a move on the way.
    board = _board(KINGS, "5i5h 5a5b 5h4i 5b5a 4i5i")
    assert board.sfen(ply=False) == KINGS.replace(" b ", " w ")[:-2]
    assert board.repetition_count() == 1


def test_a_cycle_may_be_entered_late() -> None:
    # Four moves before the first of the four times, then three laps.
    board = _board(KINGS, "5i5h 5a5b 5h5g 5b5c" + 3 * " 5g5f 5c5d 5f5g 5d5c")
    assert board.repetition() is Repetition.DRAW
    board = _board(ROOK, "4g3g 5a5b 3g4g 5b5a " + 3 * CHECKS)
    # The start comes for the fourth time after two laps; a quiet move was in the first.
    assert _board(ROOK, "4g3g 5a5b 3g4g 5b5a " + 2 * CHECKS).repetition() is Repetition.DRAW
    assert board.repetition_count() == 5


def test_times_need_not_follow_each_other() -> None:
    # Each time by another way.
    board = _board(
        "4k4/9/9/9/9/9/9/9/4K3R b - 1",
        "1i1h 5a5b 1h1i 5b5a 1i1g 5a4a 1g1i 4a5a 1i1f 5a6a 1f1i 6a5a",
    )
    assert board.repetition() is Repetition.DRAW


def test_a_position_command_brings_the_game_with_it() -> None:
    root = KINGS.replace(" 1", " 77")
    command = f"position sfen {root} moves {3 * LAP}"
    board = sf.Board.from_usi(command)
    assert board.repetition() is Repetition.DRAW
    assert sf.Board.from_usi(board.usi()).repetition() is Repetition.DRAW
    # One that begins in the middle of the cycle knows only what came since.
    later = f"position sfen {_board(root, LAP).sfen()} moves {2 * LAP}"
    assert sf.Board.from_usi(later).repetition_count() == 3
    assert sf.Board.from_usi(later + LAP).repetition() is Repetition.DRAW
    # After each prefix of the command the answer is that of the game up to there.
    moves = (4 * LAP).split()
    for plies in range(len(moves) + 1):
        board = sf.Board.from_usi(f"sfen {root} moves {' '.join(moves[:plies])}")
        assert board.repetition_count() == plies // 4 + 1
        assert board.repetition() is (Repetition.DRAW if plies >= 12 else Repetition.NONE)


# -- Perpetual check ----------------------------------------------------------------------------


def test_the_side_that_always_checks_loses() -> None:
    for board, verdict in _both(ROOK, 3 * CHECKS):
        assert board.repetition() is verdict(Repetition.BLACK_LOSES)
        assert not board.is_check()


def test_whichever_side_is_to_move() -> None:
    # Asked for with the checked side to move: the game starts with the check.
    start = "4k4/9/9/9/9/9/4R4/9/K8 w - 1"
    for board, verdict in _both(start, 3 * "5a4a 5g4g 4a5a 4g5g "):
        assert board.repetition() is verdict(Repetition.BLACK_LOSES)
        assert board.is_check()
    # The other three positions of the lap, each for the fourth time.
    for plies in (1, 2, 3):
        moves = (4 * CHECKS).split()
        for board, verdict in _both(ROOK, " ".join(moves[: 12 + plies])):
            assert board.repetition_count() == 4
            assert board.repetition() is verdict(Repetition.BLACK_LOSES)


@pytest.mark.parametrize("quiet", [0, 1, 2])
def test_one_quiet_move_in_a_lap_makes_it_a_draw(quiet: int) -> None:
    laps = [CHECKS, CHECKS, CHECKS]
    laps[quiet] = ONE_QUIET
    for board, verdict in _both(ROOK, "".join(laps)):
        assert board.repetition() is verdict(Repetition.DRAW) is Repetition.DRAW
        assert board.repetition_count() == 4


def test_quiet_moves_before_the_first_time_do_not_matter() -> None:
    before = "3g4g 5a6a 4g6g 6a5a 6g5g "
    for board, verdict in _both(
        "4k4/9/9/9/9/9/6R2/9/K8 b - 1", before + 3 * "5a6a 5g6g 6a5a 6g5g "
    ):
        # After 6g5g, so with White to move: that position came after the fifth move first.
        assert board.repetition_count() == 4
        assert board.repetition() is verdict(Repetition.BLACK_LOSES)


def test_the_verdict_is_that_of_the_fourth_time() -> None:
    # The game is over then; whoever plays on does not change it.
    for board, verdict in _both(ROOK, 3 * CHECKS + ONE_QUIET):
        assert board.repetition_count() == 5
        assert board.repetition() is verdict(Repetition.BLACK_LOSES)
    for board, _ in _both(ROOK, ONE_QUIET + 4 * CHECKS):
        assert board.repetition_count() == 6
        assert board.repetition() is Repetition.DRAW


def test_both_sides_always_checking_is_a_draw() -> None:
    # We know of no game where both always check by legal moves, so these leave the own king
    # attacked: Black's rook on file 5 and White's on file 9 attack the kings wherever they stand.
    board = sf.Board("4k4/9/r8/9/9/9/4R4/9/K8 b - 1")
    assert board.status() == sf.Status.OPPOSITE_CHECK
    for usi in (3 * "5g5f 9c9d 5f5g 9d9c ").split():
        board.push_unchecked(sf.Move.from_usi(usi))
        assert board.is_check()
    assert board.repetition_count() == 4
    assert board.repetition() is Repetition.DRAW
    assert board.search_repetition() is SearchRepetition.DRAW
    assert board.outcome() == sf.Outcome(None, sf.Termination.FOURFOLD_REPETITION)


# -- Passes -------------------------------------------------------------------------------------


def test_no_cycle_reaches_across_a_pass() -> None:
    # Two laps, two passes, two laps: the start comes five times, since the second pass three.
    board = _board(KINGS, f"{2 * LAP} {PASS} {PASS} {2 * LAP}")
    assert board.repetition_count() == 3
    assert board.repetition() is Repetition.NONE
    # The position that a pass makes counts as one that was set up.
    assert _board(KINGS, f"{2 * LAP} {PASS} {PASS}").repetition_count() == 1
    assert _board(KINGS, f"{PASS} {PASS} {3 * LAP}").repetition() is Repetition.DRAW
    assert _board(KINGS, f"{PASS} {PASS} {2 * LAP}").repetition() is Repetition.NONE
    # Taking the passes back brings back what they hid.
    board = _board(KINGS, f"{3 * LAP} {PASS} {PASS}")
    assert board.repetition() is Repetition.NONE
    assert board.search_repetition() is SearchRepetition.NONE
    board.pop()
    board.pop()
    assert board.repetition() is Repetition.DRAW
    assert board.search_repetition() is SearchRepetition.DRAW


def test_checks_before_a_pass_are_none_after_it() -> None:
    board = _board(ROOK, CHECKS + f"{PASS} {PASS} " + 3 * CHECKS)
    assert board.repetition() is Repetition.BLACK_LOSES
    board = _board(ROOK, CHECKS + f"{PASS} {PASS} " + ONE_QUIET + 2 * CHECKS)
    assert board.repetition() is Repetition.DRAW


# -- Moves taken back ---------------------------------------------------------------------------


def test_moves_taken_back_are_forgotten() -> None:
    board = _board(ROOK, 3 * CHECKS)
    assert board.repetition() is Repetition.BLACK_LOSES
    for _ in range(3):
        board.pop()
        assert board.repetition() is Repetition.NONE
        assert board.repetition_count() == 3
    # By the quiet way, and by that of check again.
    board.pop()
    for lap, verdict in ((ONE_QUIET, Repetition.DRAW), (CHECKS, Repetition.BLACK_LOSES)):
        for usi in lap.split():
            board.push_usi(usi)
        assert board.repetition() is verdict
        for _ in lap.split():
            board.pop()
        assert board.repetition_count() == 3


def test_it_does_not_matter_when_one_asks() -> None:
    """Positions are noted when somebody asks: always, never before, or now and then."""
    for seed in range(20):
        rng = random.Random(seed)
        asked, silent = sf.Board(ROOK), sf.Board(ROOK)
        for _ in range(300):
            moves = list(asked.legal_moves)
            if asked.move_stack and (rng.random() < 0.3 or not moves):
                assert asked.pop() is silent.pop()
            else:
                move = rng.choice(moves)
                asked.push(move)
                silent.push(move)
            answer = (asked.repetition_count(), asked.repetition(), asked.search_repetition())
            # A board that was never asked before, with the same moves.
            fresh = silent.copy()
            assert answer == (
                fresh.repetition_count(),
                fresh.repetition(),
                fresh.search_repetition(),
            )
            if rng.random() < 0.1:
                assert silent.repetition() is answer[1]


@pytest.mark.parametrize(
    "edit",
    [
        lambda board: board.set_piece_at(0, None),
        lambda board: board.remove_piece_at(0),
        lambda board: board.set_hand(sf.BLACK, sf.PAWN, 0),
        lambda board: setattr(board, "turn", board.turn),
        lambda board: setattr(board, "ply", board.ply),
        lambda board: board.set_sfen(board.sfen()),
    ],
)
def test_editing_forgets_the_game(edit: Callable[[sf.Board], object]) -> None:
    board = _board(KINGS, 3 * LAP)
    assert board.repetition() is Repetition.DRAW
    position = board.sfen()
    edit(board)
    assert board.sfen() == position
    assert board.move_stack == []
    assert board.repetition_count() == 1
    assert board.repetition() is Repetition.NONE
    for usi in (3 * LAP).split():
        board.push_usi(usi)
    assert board.repetition() is Repetition.DRAW


@pytest.mark.parametrize("asked", [False, True])
def test_copies_know_the_game(asked: bool) -> None:
    board = _board(ROOK, 3 * CHECKS)
    if asked:
        board.repetition()
    for twin in (
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
    ):
        assert twin.repetition() is Repetition.BLACK_LOSES
        twin.pop()
        assert twin.repetition() is Repetition.NONE
    assert board.copy(stack=False).repetition_count() == 1
    assert board.root().repetition_count() == 1
    assert board.repetition() is Repetition.BLACK_LOSES


# -- What a search asks -------------------------------------------------------------------------


def test_a_search_asks_for_the_nearest_earlier_position() -> None:
    board = _board(KINGS, LAP)
    assert board.search_repetition() is SearchRepetition.DRAW
    assert _board(KINGS, LAP[:15]).search_repetition() is SearchRepetition.NONE
    # Black, to move, has given check all the time; White, to move, has been given it.
    assert _board(ROOK, CHECKS).search_repetition() is SearchRepetition.LOSE
    assert _board(ROOK, CHECKS + "4g5g").search_repetition() is SearchRepetition.WIN
    # A quiet move since then: a draw. After one before then, the nearest lap is of checks alone.
    assert _board(ROOK, ONE_QUIET).search_repetition() is SearchRepetition.DRAW
    assert _board(ROOK, ONE_QUIET + CHECKS).search_repetition() is SearchRepetition.LOSE
    assert _board(ROOK, CHECKS + ONE_QUIET).search_repetition() is SearchRepetition.DRAW


def test_more_or_less_in_hand() -> None:
    start = "k8/4r4/9/9/9/9/9/9/8K b 4P 1"
    lap = "P*5e 5b5e 1i1h 5e5c 1h1i 5c5b "
    # Black has one pawn less each lap, to move with the same board; White one more.
    assert _board(start, lap).search_repetition() is SearchRepetition.INFERIOR
    # White to move after P*5e: the same board as after the first P*5e, one pawn more in its hand.
    assert _board(start, lap + "P*5e").search_repetition() is SearchRepetition.SUPERIOR
    # With colours exchanged the sides are, too, but not what the side to move makes of it.
    board = sf.Board(start).rotate()
    for usi in lap.split():
        board.push_usi(usi if usi[1] == "*" else _turned(usi))
    # (Turned half round, 5e is 5e.)
    assert board.search_repetition() is SearchRepetition.INFERIOR
    board.push_usi("P*5e")
    assert board.search_repetition() is SearchRepetition.SUPERIOR


def test_hands_that_do_not_compare() -> None:
    # Black drops a pawn that White's rook takes, and takes a lance that White drops.
    start = "k8/4r4/9/9/9/9/9/7R1/8K b 4P4l 1"
    pawn = "P*5e 5b5e 1i2i 5e5c 2i1i 5c5b "
    lance = "1i1h L*2d 2h2d 9a8a 2d2g 8a9a 2g2h 9a8a 1h1i 8a9a "
    # The position between the two laps is the nearest: since then a lance more, or a pawn less.
    for moves, expected in (
        (pawn + lance, SearchRepetition.SUPERIOR),
        (lance + pawn, SearchRepetition.INFERIOR),
    ):
        board = _board(start, moves)
        assert board.sfen(ply=False) == "k8/4r4/9/9/9/9/9/7R1/8K b L3P3lp"
        assert board.search_repetition() is expected
    # Both in one lap: only the start has the same board, with a pawn more and a lance less.
    both = "1i1h L*2d 2h2d 9a8a P*5e 5b5e 2d2g 5e5c 2g2h 5c5b 1h1i 8a9a"
    board = _board(start, both)
    assert board.sfen(ply=False) == "k8/4r4/9/9/9/9/9/7R1/8K b L3P3lp"
    assert board.search_repetition() is SearchRepetition.NONE


# -- Against the slow game ----------------------------------------------------------------------

# Few men: positions come back all the time, with and without check, and with other hands.
FEW = (
    ROOK,
    "k8/9/5r3/9/9/9/9/9/4K4 w - 1",
    "k8/4r4/9/9/9/9/9/9/8K b 4P 1",
    "4k4/9/9/4r4/9/9/4R4/9/4K4 b Pp 1",
    "8k/9/7B1/9/9/9/1b7/9/K8 b - 1",
)


def _choose(rng: random.Random, board: sf.Board) -> str:
    """Choose a move: most often one that goes back, or takes what was dropped."""
    if rng.random() < 0.02 and not board.is_check():
        return PASS
    moves = [move.usi() for move in board.legal_moves]
    made = board.move_stack[-2:]
    if len(made) == 2:
        last, own = made[1].usi(), made[0].usi()
        back = own[2:4] + own[:2]
        if back in moves and rng.random() < 0.7:
            return back
        takes = [usi for usi in moves if last[1] == "*" and usi[2:4] == last[2:4]]
        if takes:
            return rng.choice(takes)
    checks = [move.usi() for move in board.generate_moves("checks")]
    return rng.choice(checks if checks and rng.random() < 0.5 else moves)


def test_random_games_of_few_men() -> None:
    seen: Counter[str] = Counter()
    for number in range(120):
        rng = random.Random(number)
        sfen = FEW[number % len(FEW)]
        board, game = sf.Board(sfen), Game(Reference(sfen))
        for _ in range(60):
            if not board.legal_moves:
                break
            if game.moves and rng.random() < 0.1:
                assert board.pop().usi() == game.pop()
            else:
                usi = _choose(rng, board)
                game.push(usi)
                if usi == PASS:
                    board.push_pass()
                else:
                    board.push_usi(usi)
            assert board.repetition_count() == game.repetition_count(), board.usi()
            assert board.repetition() is VERDICTS[game.repetition()], board.usi()
            assert board.search_repetition().name == game.search_repetition(), board.usi()
            seen[game.repetition()] += 1
            seen[game.search_repetition()] += 1
    for verdict in (*VERDICTS, *SearchRepetition.__members__):
        assert seen[verdict] > 0, (verdict, seen)


# -- Long games ---------------------------------------------------------------------------------


def _wander(plies: int) -> Iterator[str]:
    """Yield moves of both kings around rings of 16 and 10 squares: positions return after 160."""
    black = [
        *["1i", "2i", "3i", "4i", "5i", "6i", "7i", "8i", "9i", "9h"],
        *["8h", "7h", "6h", "5h", "4h", "3h"],
    ]
    white = [*["1a", "2a", "3a", "4a", "5a"], *["5b", "4b", "3b", "2b", "1b"]]
    ours = itertools.pairwise(itertools.cycle([*black, "2h"]))
    theirs = itertools.pairwise(itertools.cycle(white))
    for _ in range(plies // 2):
        yield "".join(next(ours))
        yield "".join(next(theirs))


def test_the_answers_of_a_long_game_are_right() -> None:
    # Rings of 17 and 10 squares: a position comes back after 170 moves of each side.
    board = sf.Board("8k/9/9/9/9/9/9/9/8K b - 1")
    for ply, usi in enumerate(_wander(2_040), start=1):
        board.push_usi(usi)
        assert board.repetition_count() == ply // 340 + 1
        assert board.repetition() is (Repetition.DRAW if ply >= 1_020 else Repetition.NONE)
    while board.move_stack:
        ply = len(board.move_stack)
        assert board.repetition_count() == ply // 340 + 1
        board.pop()


@pytest.mark.parametrize("sfen", [ROOK, "8k/9/9/9/9/9/9/9/8K b - 1"])
def test_an_answer_costs_the_same_however_long_the_game(sfen: str) -> None:
    def cost(board: sf.Board, moves: list[sf.Move]) -> float:
        """Return the least time in which a few hundred plies are made, asked about, taken back."""
        least = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            for move in moves:
                board.push_unchecked(move)
                board.repetition()
                board.search_repetition()
            for _ in moves:
                board.pop()
                board.repetition()
            least = min(least, time.perf_counter() - start)
        return least

    usi = CHECKS.split() if sfen == ROOK else list(_wander(340))
    lap = [sf.Move.from_usi(move) for move in usi]
    lap *= 340 // len(lap)
    short, long = sf.Board(sfen), sf.Board(sfen)
    for _ in range(100):
        for move in lap:
            long.push_unchecked(move)
    assert len(long.move_stack) == 34_000
    assert long.repetition_count() > 100
    # Work that grew with the game would be 50 times more, at least.
    assert cost(long, lap) < 10 * cost(short, lap)
