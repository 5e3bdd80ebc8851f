from typing import Self

from typing_extensions import disjoint_base

from shogi_fast.compat.cshogi._position import PositionBoard

@disjoint_base
class MoveList:
    def __iter__(self) -> Self: ...
    def __next__(self) -> int: ...
    def __len__(self) -> int: ...

class LegalMoveList(MoveList):
    def __init__(self, board: PositionBoard) -> None: ...

class PseudoLegalMoveList(MoveList):
    def __init__(self, board: PositionBoard) -> None: ...

class CheckMoveList(MoveList):
    def __init__(self, board: PositionBoard) -> None: ...
