"""The words by which KI2 tells a man from others of its kind that could go to the same square.

They are the direction it comes in, as its side sees it (上 up, 寄 level, 引 down), where it comes
from (左 from the left, 右 from the right, 直 straight up), or both. Source: JSA, 棋譜の表記方法.
"""

from collections.abc import Iterable

__all__ = ["men_that_fit", "relative_words"]

_SILVER, _GOLD, _TOKIN, _PROMOTED_SILVER = 4, 7, 9, 12
_STRAIGHT_TYPES = frozenset((_SILVER, _GOLD, *range(_TOKIN, _PROMOTED_SILVER + 1)))
"""The men that 直 is written of: silver, gold, and what moves as gold."""


def _seen(color: int, square: int) -> tuple[int, int]:
    """Return file and rank of a square as its side sees it: greater is more to the left, lower."""
    return divmod(80 - square if color else square, 9)


def _motion(color: int, origin: int, to: int) -> str:
    """Return the direction of a move as its side sees it: 上, 寄 or 引."""
    change = _seen(color, to)[1] - _seen(color, origin)[1]
    return "上" if change < 0 else "引" if change else "寄"


def _is_straight_up(color: int, origin: int, to: int) -> bool:
    return origin // 9 == to // 9 and _motion(color, origin, to) == "上"


def _side(color: int, origin: int, others: Iterable[int]) -> str:
    """Return 左 or 右 if a man is the outermost on that side of all, 左 rather; "" if on neither."""
    file = _seen(color, origin)[0]
    files = [_seen(color, other)[0] for other in others if other != origin]
    if all(file > other for other in files):
        return "左"
    return "右" if all(file < other for other in files) else ""


def relative_words(color: int, piece_type: int, origin: int, to: int, rivals: list[int]) -> str:
    """Return the words that tell a man from its rivals, all men of its kind that attack `to`.

    Every kind of man reaches a square from one place at most for each pair of a side (from the
    left, straight, from the right) and a direction (up, level, down): nearer men of the kind stand
    in the way of farther ones. So the men of one direction are three at most, on three files, and
    no two rivals get the same words:

    - a direction alone goes to the only man of that direction;
    - 直 goes to the gold or silver that comes straight up, if others come up too;
    - a side alone goes to the outermost man on that side of all but the one that 上 alone tells;
    - side and direction go to the outermost on that side of the men of that direction;
    - the middle one of three men of a direction is straight. If it has no 直, they are three
      dragons or horses of one side, which no real set has: it gets the direction alone.

    That the side alone does not count the man that 上 tells, but does count one that 寄 or 引
    tells, is what cshogi does, and rsshogi for men that go level.

    :param color: the side of the men.
    :param origin: where the man stands, one of the rivals.

    >>> golds = [50, 41]  # on 6f and 5f, to 5e
    >>> [relative_words(0, 7, gold, 40, golds) for gold in golds]
    ['左', '直']
    """
    if len(rivals) == 1:
        return ""
    motion = _motion(color, origin, to)
    group = [rival for rival in rivals if _motion(color, rival, to) == motion]
    if len(group) == 1:
        return motion
    if piece_type in _STRAIGHT_TYPES and _is_straight_up(color, origin, to):
        return "直"
    side = _side(color, origin, group)
    if not side:
        return motion
    upward = [rival for rival in rivals if _motion(color, rival, to) == "上"]
    counted = [rival for rival in rivals if len(upward) > 1 or rival not in upward]
    # The side must be plain to a reader who looks from the square, too: besides being the
    # outermost, the man must be the only one on that side of it.
    if side == _side(color, origin, counted) and _on_side(color, side, to, counted) <= {origin}:
        return side
    return side + motion


def _on_side(color: int, side: str, to: int, origins: Iterable[int]) -> set[int]:
    """Return those of the squares that lie on one side of a square, 左 or 右."""
    middle = _seen(color, to)[0]
    return {
        origin
        for origin in origins
        if (_seen(color, origin)[0] > middle if side == "左" else _seen(color, origin)[0] < middle)
    }


def men_that_fit(color: int, to: int, origins: list[int], side: str, motion: str) -> list[int]:
    """Return the men that other words fit than those ``relative_words`` has for one of them.

    :param side: 左, 右, 直 or "".
    :param motion: 上, 寄, 引 or "".

    >>> men_that_fit(0, 40, [50, 41], "", "上")  # from 6f and 5f to 5e, both upwards
    [50, 41]
    """
    if motion:
        origins = [origin for origin in origins if _motion(color, origin, to) == motion]
    if side == "直":
        return [origin for origin in origins if _is_straight_up(color, origin, to)]
    if side:
        beside = _on_side(color, side, to, origins)
        if beside:
            return [origin for origin in origins if origin in beside]
        # Of men that are all straight or on the other side, the outermost.
        origins = origins if len(origins) > 1 else []
        return [origin for origin in origins if _side(color, origin, origins) == side]
    return origins
