"""What asks the methods of a subclass does so as in python-shogi."""

from typing import Any

import pytest
import shogi

from shogi_fast.compat import shogi as ours

ANSWERS: dict[str, tuple[Any, ...]] = {
    "generate_pseudo_legal_moves": ([], ["7g7f", "2g2f"]),
    "generate_legal_moves": ([], ["7g7f", "2g2f"]),
    "is_suicide_or_check_by_dropping_pawn": (True, False),
    "is_pseudo_legal": (True, False, 5),
    "is_legal": (True, False),
    "is_check": (True, False, 5),
    "is_fourfold_repetition": (True, False, 5),
    "attacker_mask": (5,),
}
SFENS = (
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b P 1",
    "8k/8G/8L/9/9/9/9/9/K8 w - 1",
    "9/9/9/9/9/9/9/9/9 b - 1",
)


def seen(library: Any, sfen: str, name: str, answer: Any, on_object: bool) -> list[Any]:
    def give(*_: Any) -> Any:
        if isinstance(answer, list):
            return iter([library.Move.from_usi(text) for text in answer])
        return answer

    board = type("Answering", (library.Board,), {} if on_object else {name: give})(sfen)
    if on_object:
        setattr(board, name, give)
    move = library.Move.from_usi("7g7f")
    if sfen != SFENS[0]:
        move = library.Move.from_usi("P*5e" if sfen == SFENS[1] else "1a1b")
    result: list[Any] = [move in board.legal_moves, bool(board.is_legal(move))]
    result += [sorted(map(str, board.legal_moves)), len(board.legal_moves)]
    result += [sorted(map(str, board.generate_legal_moves()))]
    for question in ("is_game_over", "is_checkmate", "is_stalemate", "is_check"):
        result.append(bool(getattr(board, question)()))
    result.append(int(board.attackers(0, 40)))
    return result


@pytest.mark.parametrize("sfen", SFENS)
@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("on_object", [False, True])
def test_methods_of_a_subclass(sfen: str, name: str, on_object: bool) -> None:
    for answer in ANSWERS[name]:
        # Moves that cannot be made here.
        if sfen != SFENS[0] and (answer == ["7g7f", "2g2f"] or name == "is_pseudo_legal"):
            continue
        expected = seen(shogi, sfen, name, answer, on_object)
        assert seen(ours, sfen, name, answer, on_object) == expected, answer
