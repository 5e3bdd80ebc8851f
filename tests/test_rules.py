"""Tests of rules.py and Board.outcome: rule sets, and what ends a game by each of them."""

import copy
import pickle
import sys
from typing import Any

import pytest

import shogi_fast as sf
from shogi_fast import Color, Outcome, Rules, Termination
from shogi_fast.rules import DECLARATION_RULES, PRESETS

# the table in docs/rules.md of presets: is the fourth time the end, does perpetual check lose, the rule of
# declaration, the number of plies, and whether that waits for the end of checks.
RULE_PRESETS = {
    "jsa": (True, True, "jsa24", 500, True),
    "jsa_amateur": (True, True, "csa27", None, False),
    "csa": (True, True, "csa27", None, False),
    "handicap": (True, True, "csa27h", None, False),
}
# The endings that docs/rules.md lists for records, in its order; and, beside mate, having no legal move.
RULE_ENDINGS = (
    *("RESIGNATION", "TIME_UP", "ILLEGAL_MOVE", "ILLEGAL_ACTION"),
    *("WIN_BY_DECLARATION", "FAILED_DECLARATION", "FOURFOLD_REPETITION", "PERPETUAL_CHECK"),
    *("IMPASSE", "MAX_PLIES", "INTERRUPTION", "CHECKMATE", "NO_MATE"),
    *("WIN_BY_ABSENCE", "LOSS_BY_ABSENCE", "TAKE_BACK", "ERROR"),
    "NO_LEGAL_MOVES",
)
EVERY_RULES: list[Any] = [
    *PRESETS,
    Rules(fourfold=False),
    Rules(perpetual_check=False),
    Rules(fourfold=False, perpetual_check=False),
    Rules(max_plies=256),
]

# White's king in the corner is mated by the gold before it, which the lance guards.
MATE = "8k/8G/8L/9/9/9/9/9/K8 w - {}"
# White's king is not attacked, but the silver and the gold attack 2a, 2b and 1b.
NO_MOVE = "8k/6S2/7G1/9/9/9/9/9/K8 w - {}"
KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - {}"

LAP = "5i5h 5a5b 5h5i 5b5a "
# The rook checks on file 5 and on file 4, and the king goes to and fro between them.
CHECKS = "4k4/9/9/9/9/9/5R3/9/K8 b - 1"
CHECKING_LAP = "4g5g 5a4a 5g4g 4a5a "


def _board(sfen: str, moves: str = "") -> sf.Board:
    board = sf.Board(sfen)
    for usi in moves.split():
        board.push_usi(usi)
    return board


# -- Endings ------------------------------------------------------------------------------------


def test_every_ending_has_a_name() -> None:
    assert set(Termination.__members__) == set(RULE_ENDINGS)
    assert len(set(Termination)) == len(RULE_ENDINGS)
    for ending in Termination:
        assert pickle.loads(pickle.dumps(ending)) is ending
        assert Termination(int(ending)) is ending


def test_what_an_outcome_is() -> None:
    outcome = Outcome(Color.WHITE, Termination.TIME_UP)
    assert outcome == Outcome(winner=Color.WHITE, termination=Termination.TIME_UP)
    assert outcome != Outcome(Color.BLACK, Termination.TIME_UP)
    assert outcome != Outcome(Color.WHITE, Termination.RESIGNATION)
    assert {outcome: 1}[Outcome(Color.WHITE, Termination.TIME_UP)] == 1
    assert Outcome(Color.BLACK, Termination.ERROR).result() == "1-0"
    assert Outcome(Color.WHITE, Termination.ERROR).result() == "0-1"
    assert Outcome(None, Termination.ERROR).result() == "1/2-1/2"


@pytest.mark.parametrize(
    "value",
    [
        Outcome(Color.WHITE, Termination.TIME_UP),
        Outcome(None, Termination.IMPASSE),
        Rules(),
        *PRESETS.values(),
        Rules(fourfold=False, perpetual_check=False, declaration=None, max_plies=1),
    ],
    ids=repr,
)
def test_rules_and_outcomes_are_immutable_and_can_be_saved(value: Any) -> None:
    for name in value._fields:
        with pytest.raises(AttributeError):
            setattr(value, name, None)
    with pytest.raises(AttributeError):
        value.something = 1
    for twin in (
        copy.copy(value),
        copy.deepcopy(value),
        *(pickle.loads(pickle.dumps(value, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)),
        value._replace(),
    ):
        assert type(twin) is type(value)
        assert twin == value
        assert hash(twin) == hash(value)


# -- Rule sets ----------------------------------------------------------------------------------


def test_the_presets_are_those_of_the_table() -> None:
    assert dict(PRESETS) == {
        name: Rules(
            fourfold=fourfold,
            perpetual_check=perpetual_check,
            declaration=declaration,  # type: ignore[arg-type]
            max_plies=max_plies,
            extend_checks=extend_checks,
        )
        for name, (fourfold, perpetual_check, declaration, max_plies, extend_checks) in (
            RULE_PRESETS.items()
        )
    }
    for name, fields in RULE_PRESETS.items():
        assert tuple(PRESETS[name]) == fields  # type: ignore[index]
    with pytest.raises(TypeError):
        PRESETS["csa"] = Rules()  # type: ignore[index]


def test_rules_are_given_by_name() -> None:
    assert Rules(max_plies=320) == PRESETS["csa"]._replace(max_plies=320)
    assert Rules(max_plies=320).max_plies == 320
    assert Rules() == PRESETS["csa"]
    assert DECLARATION_RULES == ("csa27", "csa27h", "jsa24", "jsa24h", "try")
    for declaration in (*DECLARATION_RULES, None):
        assert Rules(declaration=declaration).declaration == declaration
    with pytest.raises(TypeError):
        Rules(True)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"declaration": "csa28"}, ValueError),
        ({"declaration": ""}, ValueError),
        ({"max_plies": 0}, ValueError),
        ({"max_plies": -1}, ValueError),
        ({"max_plies": True}, TypeError),
        ({"max_plies": 256.0}, TypeError),
        ({"max_plies": "256"}, TypeError),
        ({"plies": 256}, TypeError),
    ],
)
def test_wrong_rules_are_refused(fields: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Rules(**fields)
    with pytest.raises(error):
        PRESETS["jsa"]._replace(**fields)
    if sys.version_info >= (3, 13):
        with pytest.raises(error):
            copy.replace(PRESETS["jsa"], **fields)


def test_rules_that_no_list_of_fields_makes() -> None:
    assert Rules._make([True, True, "csa27", 320, False]) == Rules(max_plies=320)
    for fields in ([True, True, "csa28", None, False], [True, True, None, 0, False]):
        with pytest.raises(ValueError, match=r"declaration rules|at least 1"):
            Rules._make(fields)


@pytest.mark.parametrize("name", ["", "CSA", "jsa24", "csa "])
def test_unknown_names_are_refused(name: str) -> None:
    for call in (sf.Board().outcome, sf.Board().is_game_over):
        with pytest.raises(ValueError, match="jsa_amateur"):
            call(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 1, b"csa", ("csa",), (True, True, "csa27", None, False)])
def test_what_is_no_rule_set_is_a_type_error(value: Any) -> None:
    for call in (sf.Board().outcome, sf.Board().is_game_over):
        with pytest.raises(TypeError):
            call(value)


# -- Mate, and no move --------------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY_RULES, ids=str)
def test_mate_and_no_move_lose_by_all_rules(rules: Any) -> None:
    for sfen, ending in (
        (MATE, Termination.CHECKMATE),
        (NO_MOVE, Termination.NO_LEGAL_MOVES),
    ):
        board = sf.Board(sfen.format(10))
        assert board.outcome(rules) == Outcome(Color.BLACK, ending)
        assert board.rotate().outcome(rules) == Outcome(Color.WHITE, ending)
        assert board.is_game_over(rules)
        assert board.is_checkmate() is (ending == Termination.CHECKMATE)
        assert board.is_stalemate() is (ending == Termination.NO_LEGAL_MOVES)
    for board in (sf.Board(), sf.Board(KINGS.format(1)), sf.Board(CHECKS)):
        assert board.outcome(rules) is None
        assert not board.is_game_over(rules)
        assert not board.is_checkmate()
        assert not board.is_stalemate()


def test_a_side_without_men_has_no_move_either() -> None:
    # White has no king, so it is not in check; it has nothing to move and loses.
    board = sf.Board("9/9/9/9/9/9/9/9/4K4 w - 1")
    assert board.outcome() == Outcome(Color.BLACK, Termination.NO_LEGAL_MOVES)


def test_what_an_outcome_holds() -> None:
    outcome = sf.Board(MATE.format(10)).outcome()
    assert outcome is not None
    assert type(outcome) is Outcome
    assert type(outcome.winner) is Color
    assert type(outcome.termination) is Termination


# -- Repetition ---------------------------------------------------------------------------------

FOURFOLD = Outcome(None, Termination.FOURFOLD_REPETITION)
BLACK_LOST = Outcome(Color.WHITE, Termination.PERPETUAL_CHECK)
WHITE_LOST = Outcome(Color.BLACK, Termination.PERPETUAL_CHECK)


@pytest.mark.parametrize("rules", PRESETS)
def test_repetition_ends_the_game_by_every_preset(rules: Any) -> None:
    board = _board(KINGS.format(1), 3 * LAP)
    assert board.outcome(rules) == FOURFOLD
    board.pop()
    assert board.outcome(rules) is None
    board = _board(CHECKS, 3 * CHECKING_LAP)
    assert board.outcome(rules) == BLACK_LOST
    board.pop()
    assert board.outcome(rules) is None


@pytest.mark.parametrize("fourfold", [True, False])
@pytest.mark.parametrize("perpetual_check", [True, False])
def test_rules_may_leave_repetition_out(fourfold: bool, perpetual_check: bool) -> None:
    rules = Rules(fourfold=fourfold, perpetual_check=perpetual_check)
    draw = FOURFOLD if fourfold else None
    assert _board(KINGS.format(1), 3 * LAP).outcome(rules) == draw
    checks = _board(CHECKS, 3 * CHECKING_LAP)
    # A perpetual check is a repetition all the same where it does not lose.
    assert checks.outcome(rules) == (BLACK_LOST if perpetual_check else draw)
    # The verdict on the game knows no rule set.
    assert checks.repetition() is sf.Repetition.BLACK_LOSES


def test_what_a_verdict_is() -> None:
    assert {verdict.name: int(verdict) for verdict in sf.Repetition} == {
        "NONE": 0,
        "DRAW": 1,
        "BLACK_LOSES": 2,
        "WHITE_LOSES": 3,
    }
    assert not sf.Repetition.NONE
    for verdict in (*sf.Repetition, *sf.SearchRepetition):
        assert pickle.loads(pickle.dumps(verdict)) is verdict


# -- The number of plies ------------------------------------------------------------------------

LIMIT = Outcome(None, Termination.MAX_PLIES)


@pytest.mark.parametrize("plies", [1, 256, 320, 512])
def test_the_number_of_plies(plies: int) -> None:
    rules = Rules(max_plies=plies)
    # The number in SFEN is that of the next move: one more than the plies made.
    assert sf.Board(KINGS.format(plies)).outcome(rules) is None
    assert sf.Board(KINGS.format(plies + 1)).outcome(rules) == LIMIT
    assert sf.Board(KINGS.format(plies + 2)).outcome(rules) == LIMIT
    board = _board(KINGS.format(plies))
    board.push_usi("5i5h")
    assert board.outcome(rules) == LIMIT
    assert board.outcome("csa") is None
    board.pop()
    assert board.outcome(rules) is None


def test_a_game_of_500_plies() -> None:
    # Laps of different length, so that no position comes four times: Black's king goes round
    # eight squares with every move, White's between two by turns.
    board = sf.Board("4k4/9/9/9/9/9/9/9/4K4 b - 1")
    round_trip = ["5i5h", "5h5g", "5g4g", "4g3g", "3g3h", "3h3i", "3i4i", "4i5i"]
    black = [round_trip[i % 8] for i in range(250)]
    # White's king wanders down file 9 to 1 and back on ranks a and b, 36 moves a lap.
    files = [5, 6, 7, 8, 9, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4]
    ranks = "aaaaa" + "bbbbbbbbb" + "aaaa"
    squares = [f"{file}{rank}" for file, rank in zip(files, ranks, strict=True)]
    white = [squares[i % 18] + squares[(i + 1) % 18] for i in range(250)]
    for ours, theirs in zip(black, white, strict=True):
        board.push_usi(ours)
        # 18 and 8 have 72 as their least common multiple: each position comes after 72 laps, so
        # up to four times in 250. Only the limit is of interest here.
        assert board.outcome(Rules(fourfold=False, max_plies=500)) is None
        board.push_usi(theirs)
    assert len(board.move_stack) == 500
    assert board.outcome(Rules(fourfold=False, max_plies=500)) == LIMIT
    assert board.outcome(Rules(fourfold=False, max_plies=501)) is None


def test_mate_on_the_last_ply_is_mate() -> None:
    # After the 500th ply White is mated, or has no move.
    for sfen, ending in ((MATE, Termination.CHECKMATE), (NO_MOVE, Termination.NO_LEGAL_MOVES)):
        for rules in ("jsa", Rules(max_plies=500), Rules(max_plies=100)):
            assert sf.Board(sfen.format(501)).outcome(rules) == Outcome(Color.BLACK, ending)
    # By the move itself: the gold goes before the king as the 500th ply.
    board = sf.Board("8k/9/6GGL/9/9/9/9/9/K8 b - 500")
    board.push_usi("2c1b")
    assert board.outcome("jsa") == Outcome(Color.BLACK, Termination.CHECKMATE)


def test_repetition_on_the_last_ply_is_repetition() -> None:
    assert _board(KINGS.format(489), 3 * LAP).outcome("jsa") == FOURFOLD
    rules = Rules(fourfold=False, max_plies=500)
    assert _board(KINGS.format(489), 3 * LAP).outcome(rules) == LIMIT
    checks = CHECKS.replace(" 1", " 489")
    assert _board(checks, 3 * CHECKING_LAP).outcome("jsa") == BLACK_LOST


def test_the_limit_waits_while_there_is_check() -> None:
    # The rook gives check as the 500th ply; the JSA's game goes on, another's does not.
    board = sf.Board(CHECKS.replace(" 1", " 500"))
    board.push_usi("4g5g")
    assert board.is_check()
    assert board.outcome("jsa") is None
    assert board.outcome(Rules(max_plies=500)) == LIMIT
    assert board.outcome(Rules(max_plies=500, extend_checks=True)) is None
    # After the flight nobody is in check, and it is over.
    board.push_usi("5a4a")
    assert board.outcome("jsa") == LIMIT
    board.pop()
    assert board.outcome("jsa") is None
    # A quiet 500th ply ends it at once.
    board.pop()
    board.push_usi("4g3g")
    assert board.outcome("jsa") == LIMIT


def test_the_limit_waits_while_checks_go_on() -> None:
    board = _board(CHECKS.replace(" 1", " 500"), "4g5g 5a4a 5g4g 4a5a 4g5g")
    # Plies 500, 502 and 504 gave check; an answer that is no check would have ended it before,
    # but outcome tells of the position as it is.
    assert board.ply == 505
    assert board.outcome("jsa") is None
    # An answer that gives check itself leaves check, and the game goes on: White's bishop
    # interposes on 5c, from where it attacks Black's king on 8f.
    board = _board("4k4/3b5/9/9/9/1K7/9/5R3/9 b - 500", "4h5h")
    assert board.outcome("jsa") is None
    board.push_usi("6b5c")
    assert board.is_check()
    assert board.outcome("jsa") is None
    assert board.outcome(Rules(max_plies=500)) == LIMIT


def test_a_game_is_not_ended_by_what_could_be_declared() -> None:
    # Black could win by declaration: that is a player's act.
    board = sf.Board("4K4/1R5B1/PPPPPPPP1/9/9/9/9/9/4k4 b RB 1")
    for rules in PRESETS:
        assert board.outcome(rules) is None
    assert board.can_declare_win("csa27")


def test_each_preset_names_a_rule_of_declaration() -> None:
    board = sf.Board("4K4/1R5B1/PPPPPPPP1/9/9/9/9/9/4k4 b RB 1")
    for rules in PRESETS.values():
        assert rules.declaration is not None
        # Ten men besides the king: eight pawns, and rook and bishop, with those in hand 28 points.
        assert board.declaration(rules.declaration) == (
            "draw" if rules.declaration == "jsa24" else "win"
        )
