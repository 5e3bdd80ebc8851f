"""Tests of core/impasse: what a declaration of the side to move brings, to the point."""

from typing import Any

import pytest

import shogi_fast as sf
from shogi_fast.handicap import HANDICAPS
from shogi_fast.rules import DECLARATION_RULES, DeclarationRule

POINTS = {"R": 5, "B": 5, "G": 1, "S": 1, "N": 1, "L": 1, "P": 1}
SET = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}
POINT_RULES: tuple[DeclarationRule, ...] = ("csa27", "csa27h", "jsa24", "jsa24h")


def _hand(men: dict[str, int], white: bool) -> str:
    text = "".join(f"{number}{kind}" for kind, number in men.items() if number)
    return text.lower() if white else text


def _with_points(points: int, missing: dict[str, int], color: sf.Color) -> sf.Board:
    """Return a board whose side to move has so many points, ten of them men in the zone.

    That side has ten tokins and its king in the zone, the other points in hand; the other side has
    the rest of a set, less what is missing.
    """
    rest = {kind: SET[kind] - missing.get(kind, 0) for kind in SET}
    rest["P"] -= 10
    hand = dict.fromkeys(SET, 0)
    left = points - 10
    # The great men first, as long as what they are worth is not too much.
    for kind in SET:
        while left >= POINTS[kind] and rest[kind]:
            hand[kind] += 1
            rest[kind] -= 1
            left -= POINTS[kind]
    assert left == 0
    hands = _hand(hand, False) + _hand(rest, True)
    board = sf.Board(f"4K4/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/4k4 b {hands or '-'} 1")
    assert board.is_valid()
    return board if color == sf.BLACK else board.rotate()


def _by_table(rule: str, color: sf.Color, points: int, missing: int) -> str:
    """Return what the table in docs/rules.md says of a declaration with these points."""
    less = missing if rule.endswith("h") and color == sf.WHITE else 0
    if rule.startswith("csa27"):
        return "win" if points >= (28 if color == sf.BLACK else 27 - less) else "lose"
    if points >= 31 - less:
        return "win"
    return "draw" if points >= 24 - less else "lose"


# -- Points -------------------------------------------------------------------------------------


@pytest.mark.parametrize("color", list(sf.Color))
@pytest.mark.parametrize("points", [10, *range(20, 37), 54])
def test_every_number_of_points(points: int, color: sf.Color) -> None:
    board = _with_points(points, {}, color)
    for rule in POINT_RULES:
        # With a full set the handicap rules are the plain ones.
        expected = _by_table(rule, color, points, 0)
        assert board.declaration(rule) == expected, rule
        assert board.can_declare_win(rule) is (expected == "win"), rule


def test_the_very_boundaries() -> None:
    # Spelled out, should the table above be misread.
    black, white = sf.Color.BLACK, sf.Color.WHITE
    for rule, color, points, expected in (
        ("csa27", black, 27, "lose"),
        ("csa27", black, 28, "win"),
        ("csa27", white, 26, "lose"),
        ("csa27", white, 27, "win"),
        ("jsa24", black, 23, "lose"),
        ("jsa24", black, 24, "draw"),
        ("jsa24", black, 30, "draw"),
        ("jsa24", black, 31, "win"),
        ("jsa24", white, 23, "lose"),
        ("jsa24", white, 24, "draw"),
        ("jsa24", white, 30, "draw"),
        ("jsa24", white, 31, "win"),
    ):
        board = _with_points(points, {}, color)
        assert board.declaration(rule) == expected, (rule, color, points)  # type: ignore[arg-type]


def _missing(handicap: Any) -> dict[str, int]:
    """Return the men that White lacks in the starting position of a handicap."""
    board = handicap.sfen.split()[0]
    return {kind: board.count(kind) - board.count(kind.lower()) for kind in SET}


# White's zone is full of its tokins; the few points it has at eight and ten pieces are in them.
@pytest.mark.parametrize("handicap", HANDICAPS, ids=[handicap.english for handicap in HANDICAPS])
def test_the_points_of_handicaps(handicap: Any) -> None:
    missing = _missing(handicap)
    less = handicap.points
    assert less == sum(POINTS[kind] * number for kind, number in missing.items())
    for rule, thresholds in (
        ("csa27h", (27 - less,)),
        ("jsa24h", (31 - less, 24 - less)),
        ("csa27", (27,)),
        ("jsa24", (31, 24)),
    ):
        for threshold in thresholds:
            for points in (threshold - 1, threshold):
                if not 10 <= points <= 54 - less:
                    continue  # ten men in the zone are ten points already
                board = _with_points(points, missing, sf.Color.WHITE)
                expected = _by_table(rule, sf.Color.WHITE, points, less)
                assert board.declaration(rule) == expected, (rule, points)  # type: ignore[arg-type]
    # What is missing makes nothing easier for Black.
    for points, expected in ((27, "lose"), (28, "win")):
        board = _with_points(points, missing, sf.Color.BLACK)
        assert board.declaration("csa27h") == expected
    for points, expected in ((23, "lose"), (24, "draw"), (30, "draw"), (31, "win")):
        board = _with_points(points, missing, sf.Color.BLACK)
        assert board.declaration("jsa24h") == expected


def test_thresholds_of_two_and_four_pieces() -> None:
    # docs/rules.md: 17 at two-piece, 15 at four-piece.
    for missing, threshold in (({"R": 1, "B": 1}, 17), ({"R": 1, "B": 1, "L": 2}, 15)):
        for points, expected in ((threshold - 1, "lose"), (threshold, "win")):
            board = _with_points(points, missing, sf.Color.WHITE)
            assert board.declaration("csa27h") == expected
            assert board.declaration("csa27") == "lose"


def test_handicaps_are_not_guessed() -> None:
    # Half a set is missing; the plain rules want what they always want.
    missing = {"R": 2, "B": 1, "G": 4}
    board = _with_points(26, missing, sf.Color.WHITE)
    assert board.declaration("csa27") == "lose"
    assert board.declaration("jsa24") == "draw"
    assert board.declaration("csa27h") == board.declaration("jsa24h") == "win"


# -- What counts --------------------------------------------------------------------------------

# Black's king in the zone with ten tokins, and White's far away: {} is for what is in hand.
TEN = "4K4/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/4k4 b {} 1"


def _declaration(sfen: str, rule: DeclarationRule = "csa27") -> str:
    """Return what a declaration brings, and check the same with colours exchanged.

    Only for points at which both sides win, or both do not.
    """
    board = sf.Board(sfen)
    result = board.declaration(rule)
    assert board.rotate().declaration(rule) == result
    return result


@pytest.mark.parametrize(
    ("piece", "points"),
    [
        *((piece, 5) for piece in ("+R", "R", "+B", "B")),
        *((piece, 1) for piece in ("G", "S", "+S", "N", "+N", "L", "+L", "P", "+P")),
    ],
)
def test_what_a_man_is_worth(piece: str, points: int) -> None:
    # On 9c, where each of them can still move. Ten men are worth 9 + points; by jsa24 24 draw.
    ranks = f"4K4/+P+P+P+P+P+P+P+P+P/{piece}8/9/9/9/9/9/4k4"
    if piece == "P":
        ranks = f"4K4/1+P+P+P+P+P+P+P+P/{piece}+P7/9/9/9/9/9/4k4"
    short = 24 - 9 - points
    for more, expected in ((short - 1, "lose"), (short, "draw")):
        golds, silvers = min(more, 4), min(max(more - 4, 0), 4)
        lances = min(more - golds - silvers, 4)
        knights = more - golds - silvers - lances
        hand = _hand({"G": golds, "S": silvers, "L": lances, "N": knights}, False)
        assert _declaration(f"{ranks} b {hand} 1", "jsa24") == expected


def test_a_man_in_hand_is_worth_as_much() -> None:
    assert _declaration(TEN.format("2R2B"), "jsa24") == "draw"  # 10 + 20
    assert _declaration(TEN.format("2R2BP"), "jsa24") == "win"
    assert _declaration(TEN.format("2R4P"), "jsa24") == "draw"  # 10 + 14
    assert _declaration(TEN.format("2R3P"), "jsa24") == "lose"
    assert _declaration(TEN.format("2B4G"), "jsa24") == "draw"
    assert _declaration(TEN.format("2B3N"), "jsa24") == "lose"


def test_the_king_is_worth_nothing() -> None:
    # 10 + 17 are 27, one short for Black; the king would make it 28.
    assert sf.Board(TEN.format("2RB2P")).declaration() == "lose"
    assert sf.Board(TEN.format("2RB3P")).declaration() == "win"


def test_men_outside_the_zone_and_those_of_the_other_side_do_not_count() -> None:
    # Black's dragon and horse on rank d, and White's dragon in Black's zone: 10 + 13 stay 23.
    ranks = "4K4/+P+P+P+P+P+P+P+P+P/+P7+r/+R7+B/9/9/9/9/4k4"
    assert not sf.Board(f"{ranks} b - 1").is_check()
    assert _declaration(f"{ranks} b B4G4S 1", "jsa24") == "lose"
    assert _declaration(f"{ranks} b B4G4SN 1", "jsa24") == "draw"
    # The horse counts on rank c.
    ranks = "4K4/+P+P+P+P+P+P+P+P+P/+P6+B+r/+R8/9/9/9/9/4k4"
    assert _declaration(f"{ranks} b B4G4S 1", "jsa24") == "draw"


# -- What is asked besides ----------------------------------------------------------------------

RICH = "2R2B"  # in hand: 20 points


def test_nine_men_are_too_few() -> None:
    # The king is not the tenth, nor do men in hand or on rank d help.
    for rule in POINT_RULES:
        nine = "4K4/+P+P+P+P+P+P+P+P+P/9/+P8/9/9/9/9/4k4"
        assert _declaration(f"{nine} b {RICH}4G4S4N 1", rule) == "lose"
        ten = "4K4/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/4k4"
        assert _declaration(f"{ten} b {RICH}4G4S4N 1", rule) == "win"


@pytest.mark.parametrize("rank", range(1, 10))
def test_the_king_must_be_in_the_zone(rank: int) -> None:
    rows = ["9", "+P+P+P+P1+P+P+P+P", "+P+P7", "9", "9", "9", "9", "9", "k8"]
    with_king = {2: "+P+P+P+PK+P+P+P+P", 3: "+P+P2K4", 9: "k3K4"}
    rows[rank - 1] = with_king.get(rank, "4K4")
    sfen = f"{'/'.join(rows)} b {RICH}4G4S4N 1"
    for rule in POINT_RULES:
        assert _declaration(sfen, rule) == ("win" if rank <= 3 else "lose")


def test_a_side_without_a_king_cannot_declare() -> None:
    for rule in DECLARATION_RULES:
        sfen = f"9/+P+P+P+P+P+P+P+P+P/+P+P7/9/9/9/9/9/4k4 b {RICH}4G4S4N 1"
        assert _declaration(sfen, rule) == "lose"
    # The other side's king does not matter.
    assert _declaration(f"4K4/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/9 b {RICH} 1", "jsa24") == "draw"


def test_not_while_in_check() -> None:
    for rule in POINT_RULES:
        checked = "4K3r/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/4k4 b R2B4G4S4N 1"
        assert sf.Board(checked).is_check()
        assert _declaration(checked, rule) == "lose"
        # The same with a man between.
        screened = "4KS2r/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/4k4 b R2B4G3S4N 1"
        assert _declaration(screened, rule) == "win"


def test_only_on_ones_own_turn() -> None:
    board = sf.Board(TEN.format(RICH + "4G4S4N").replace(" b ", " w "))
    for rule in DECLARATION_RULES:
        # Asked is White, whose king is at home.
        assert board.declaration(rule) == "lose"


# -- Try ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sfen", "expected", "why"),
    [
        ("9/4K4/9/9/9/9/9/9/k8 b - 1", "win", "the square is empty and not attacked"),
        ("9/3K5/9/9/9/9/9/9/k8 b - 1", "win", "a step sideways"),
        ("9/6K2/9/9/9/9/9/9/k8 b - 1", "lose", "two steps away"),
        ("9/9/4K4/9/9/9/9/9/k8 b - 1", "lose", "two steps away, straight"),
        ("4K4/9/9/9/9/9/9/9/k8 b - 1", "lose", "there already: there is nothing to step to"),
        ("4G4/4K4/9/9/9/9/9/9/k8 b - 1", "lose", "an own man stands there"),
        ("4g4/4K4/9/9/9/9/9/9/k8 b - 1", "win", "takes a man that nothing guards"),
        ("3gg4/4K4/9/9/9/9/9/9/k8 b - 1", "lose", "the man there is guarded"),
        ("4g4/4K4/9/9/4R4/9/9/9/k8 b - 1", "win", "a rook of one's own behind changes nothing"),
        ("r8/4K4/9/9/9/9/9/9/k8 b - 1", "lose", "could be taken there by the rook"),
        ("r2G5/4K4/9/9/9/9/9/9/k8 b - 1", "win", "a man of one's own stands between"),
        ("9/4K4/9/9/4r4/9/9/9/k8 b - 1", "lose", "in check, and along the same line there too"),
        ("9/4K3r/9/9/9/9/9/9/k8 b - 1", "win", "steps out of check"),
        ("3k5/9/4K4/9/9/9/9/9/9 b - 1", "lose", "the enemy king guards it"),
        ("9/9/9/9/9/9/9/9/k8 b - 1", "lose", "there is no king"),
        ("9/4K4/9/9/9/9/9/9/9 b - 1", "win", "no enemy king is asked for, nor men or points"),
    ],
)
def test_try(sfen: str, expected: str, why: str) -> None:
    assert _declaration(sfen, "try") == expected, why
    # White's square is 5i, and no other will do for it, nor 5i for Black.
    board = sf.Board(sfen.replace(" b ", " w "))
    assert board.declaration("try") == "lose"


def test_a_try_asks_for_no_more() -> None:
    # From the start, with the king walked up: neither ten men nor points.
    board = sf.Board("lnsg1gsnl/1r2K2b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL b - 1")
    # The golds on 4a and 6a guard 5a.
    assert board.declaration("try") == "lose"
    board.remove_piece_at(sf.parse_square("4a"))
    assert board.declaration("try") == "lose"
    board.remove_piece_at(sf.parse_square("6a"))
    assert board.declaration("try") == "win"
    assert board.declaration("csa27") == board.declaration("jsa24") == "lose"


# -- Arguments ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["", "csa", "csa28", "CSA27", "jsa24 ", "27"])
def test_unknown_rules_are_refused(rule: Any) -> None:
    for call in (sf.Board().declaration, sf.Board().can_declare_win):
        with pytest.raises(ValueError, match="csa27h"):
            call(rule)


@pytest.mark.parametrize("rule", [None, 27, b"csa27", sf.Rules()])
def test_what_is_no_rule_is_a_type_error(rule: Any) -> None:
    for call in (sf.Board().declaration, sf.Board().can_declare_win):
        with pytest.raises(TypeError):
            call(rule)


def test_the_default_is_the_rule_of_tournaments() -> None:
    for points in (27, 28):
        board = _with_points(points, {}, sf.Color.BLACK)
        assert board.declaration() == board.declaration("csa27")
        assert board.can_declare_win() is board.can_declare_win("csa27")
        assert board.move_stack == []
