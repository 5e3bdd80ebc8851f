"""How a game ends: terminations, outcomes, repetition, and the rule sets that decide.

Sources: the JSA's rules for professional games (2013, revised 2019) and for amateurs, and the
rules of the CSA's computer tournaments.
"""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Self, get_args

from shogi_fast.arguments import is_a, number_of, shown, text_of
from shogi_fast.enums import Color


class Termination(IntEnum):
    """Every ending a game or its record can have.

    >>> [ending.name for ending in Termination if "REPETITION" in ending.name]
    ['FOURFOLD_REPETITION']
    """

    CHECKMATE = 1
    """The side to move is in check without a legal move (tsumi)."""
    NO_LEGAL_MOVES = 2
    """The side to move has no legal move and is not in check; it loses."""
    FOURFOLD_REPETITION = 3
    """The same position for the fourth time (sennichite)."""
    PERPETUAL_CHECK = 4
    """The same, all moves of one side having given check; that side loses."""
    MAX_PLIES = 5
    """The agreed number of plies was reached."""
    RESIGNATION = 6
    """The loser gave up (toryo)."""
    TIME_UP = 7
    """The loser had no time left."""
    ILLEGAL_MOVE = 8
    """By the side that made it."""
    ILLEGAL_ACTION = 9
    """By the opponent of the side to move (CSA ``%+ILLEGAL_ACTION``: Black fouled)."""
    WIN_BY_DECLARATION = 10
    """Impasse declared and the conditions met (nyugyoku)."""
    FAILED_DECLARATION = 11
    """Impasse declared and the conditions missed; the declaring side loses."""
    IMPASSE = 12
    """A draw by impasse (jishogi)."""
    INTERRUPTION = 13
    """Broken off."""
    NO_MATE = 14
    """A problem without a solution (fuzumi)."""
    WIN_BY_ABSENCE = 15
    """Won without play: the opponent was absent (fusensho)."""
    LOSS_BY_ABSENCE = 16
    """Lost without play, by being absent (fusenpai)."""
    TAKE_BACK = 17
    """A move was taken back (matta)."""
    ERROR = 18
    """A fault of the program or the line."""


class Repetition(IntEnum):
    """What ``Board.repetition()`` finds: the verdict on a fourfold repetition.

    >>> from shogi_fast import Board
    >>> Board().repetition()
    <Repetition.NONE: 0>
    """

    NONE = 0
    """Not the fourth time yet."""
    DRAW = 1
    """The fourth time, without perpetual check, or with both sides giving it."""
    BLACK_LOSES = 2
    """Each black move between the first and the fourth time gave check."""
    WHITE_LOSES = 3
    """Each white move did."""


class SearchRepetition(IntEnum):
    """What ``Board.search_repetition()`` finds, seen from the side to move.

    >>> from shogi_fast import Board
    >>> Board().search_repetition()
    <SearchRepetition.NONE: 0>
    """

    NONE = 0
    """No earlier position to compare with."""
    DRAW = 1
    """The same position, without perpetual check."""
    WIN = 2
    """The opponent has given check all the time since."""
    LOSE = 3
    """The side to move has."""
    SUPERIOR = 4
    """The same board with more in the own hand than then."""
    INFERIOR = 5
    """The same board with less in the own hand than then."""


class Outcome(NamedTuple):
    """How a game ended: the winner, or None for a draw or no result, and why.

    >>> outcome = Outcome(Color.WHITE, Termination.TIME_UP)
    >>> outcome.winner, outcome.termination
    (<Color.WHITE: 1>, <Termination.TIME_UP: 7>)
    """

    winner: Color | None
    termination: Termination

    def result(self) -> str:
        """Return the result in words of a tournament table.

        >>> Outcome(None, Termination.FOURFOLD_REPETITION).result()
        '1/2-1/2'
        """
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner == Color.BLACK else "0-1"


DeclarationRule = Literal["csa27", "csa27h", "jsa24", "jsa24h", "try"]
PresetName = Literal["jsa", "jsa_amateur", "csa", "handicap"]

DECLARATION_RULES: Final[tuple[DeclarationRule, ...]] = get_args(DeclarationRule)
"""The rules by which impasse can be declared; see ``Board.declaration``."""


class _RulesFields(NamedTuple):
    fourfold: bool
    perpetual_check: bool
    declaration: DeclarationRule | None
    max_plies: int | None
    extend_checks: bool


class Rules(_RulesFields):
    """What ends a game besides mate, for ``Board.outcome``.

    :param fourfold: whether a position's fourth appearance ends the game, without a winner.
    :param perpetual_check: whether the side that gave check all the time then loses.
    :param declaration: the rule by which impasse can be declared, one of ``DECLARATION_RULES``,
        or None.
    :param max_plies: the number of plies after which a game is drawn, or None. Move numbers count,
        those before a position that was set up included.
    :param extend_checks: whether that waits while the last move leaves the opponent in check.
    :raises ValueError: if declaration or max_plies are none of these.

    >>> Rules(max_plies=256).max_plies
    256
    """

    __slots__ = ()

    def __new__(
        cls,
        *,
        fourfold: bool = True,
        perpetual_check: bool = True,
        declaration: DeclarationRule | None = "csa27",
        max_plies: int | None = None,
        extend_checks: bool = False,
    ) -> Self:
        rule: Any = None
        if declaration is not None:
            rule = text_of(declaration, "declaration")
            if rule not in DECLARATION_RULES:
                raise ValueError(
                    f"the declaration rules are {', '.join(DECLARATION_RULES)}, not {shown(rule)}"
                )
        if max_plies is not None:
            if not is_a(max_plies, int) or is_a(max_plies, bool):
                raise TypeError(f"max_plies is an int or None, not {type(max_plies).__name__}")
            max_plies = number_of(max_plies, "max_plies")
            if max_plies < 1:
                raise ValueError(f"max_plies is at least 1, not {shown(max_plies)}")
        return super().__new__(
            cls, bool(fourfold), bool(perpetual_check), rule, max_plies, bool(extend_checks)
        )

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        """Return rules with these fields, in order.

        >>> Rules._make([True, True, "csa27", 320, False]) == Rules(max_plies=320)
        True
        """
        return cls(**super()._make(iterable)._asdict())

    def _replace(self, **changes: Any) -> Self:
        """Return rules with some fields changed.

        >>> PRESETS["csa"]._replace(max_plies=320) == Rules(max_plies=320)
        True
        """
        return type(self)(**(self._asdict() | changes))

    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, object]]:
        return (), self._asdict()


PRESETS: Final[Mapping[PresetName, Rules]] = MappingProxyType(
    {
        "jsa": Rules(declaration="jsa24", max_plies=500, extend_checks=True),
        "jsa_amateur": Rules(declaration="csa27"),
        "csa": Rules(declaration="csa27"),
        "handicap": Rules(declaration="csa27h"),
    }
)
"""Rule sets by name: professional games (JSA 2019), amateur games, CSA tournaments (whose events
add their own limit of plies: ``Rules(max_plies=320)``), and handicap games between programs."""


def rules_of(rules: PresetName | Rules) -> Rules:
    """Return the rule set of a name, or the rules themselves.

    :raises ValueError: if no rule set has the name.

    >>> rules_of("jsa").max_plies
    500
    """
    if is_a(rules, Rules):
        return rules
    if not is_a(rules, str):
        raise TypeError(f"rules are a name or Rules(...), not {type(rules).__name__}")
    named = text_of(rules, "the name of a rule set")
    for name, preset in PRESETS.items():
        if name == named:
            return preset
    raise ValueError(f"the rule sets are {', '.join(PRESETS)}, not {shown(named)}")
