from collections.abc import Iterator
from typing import NoReturn

from typing_extensions import disjoint_base

from shogi_fast.compat.shogi._base_board import BaseBoard
from shogi_fast.compat.shogi._generators import LegalMoveGenerator, PseudoLegalMoveGenerator
from shogi_fast.compat.shogi._move import Move

@disjoint_base
class Board(BaseBoard):
    def __init__(self, sfen: str | None = None) -> None: ...
    @property
    def legal_moves(self) -> LegalMoveGenerator: ...
    @legal_moves.setter
    def legal_moves(self, moves: object) -> NoReturn: ...
    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator: ...
    @pseudo_legal_moves.setter
    def pseudo_legal_moves(self, moves: object) -> NoReturn: ...
    def generate_pseudo_legal_moves(
        self,
        pawns: object = True,
        lances: object = True,
        knights: object = True,
        silvers: object = True,
        golds: object = True,
        bishops: object = True,
        rooks: object = True,
        kings: object = True,
        prom_pawns: object = True,
        prom_lances: object = True,
        prom_knights: object = True,
        prom_silvers: object = True,
        prom_bishops: object = True,
        prom_rooks: object = True,
        pawns_drop: object = True,
        lances_drop: object = True,
        knights_drop: object = True,
        silvers_drop: object = True,
        golds_drop: object = True,
        bishops_drop: object = True,
        rooks_drop: object = True,
    ) -> Iterator[Move]: ...
    def generate_legal_moves(
        self,
        pawns: object = True,
        lances: object = True,
        knights: object = True,
        silvers: object = True,
        golds: object = True,
        bishops: object = True,
        rooks: object = True,
        king: object = True,
        pawns_drop: object = True,
        lances_drop: object = True,
        knights_drop: object = True,
        silvers_drop: object = True,
        golds_drop: object = True,
        bishops_drop: object = True,
        rooks_drop: object = True,
    ) -> Iterator[Move]: ...
    def is_pseudo_legal(self, move: Move | None) -> bool: ...
    def is_legal(self, move: Move | None) -> bool: ...
    def is_suicide_or_check_by_dropping_pawn(self, move: Move | None) -> bool: ...
    def was_suicide(self) -> bool: ...
    def was_check_by_dropping_pawn(self, move: Move | None) -> bool: ...
    def is_game_over(self) -> bool: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool: ...
    def is_fourfold_repetition(self) -> bool: ...
    def is_double_pawn(self, to_square: int, piece_type: int) -> int: ...
    def push(self, move: Move | None) -> None: ...
    def pop(self) -> Move: ...
    def peek(self) -> Move: ...
    def push_usi(self, usi: str) -> Move: ...
    def push_usi_position_cmd(self, usi_position_cmd: str) -> None: ...
