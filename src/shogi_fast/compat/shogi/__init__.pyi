import collections as collections

from shogi_fast.compat.shogi import Consts as Consts
from shogi_fast.compat.shogi._board import Board as Board
from shogi_fast.compat.shogi._generators import LegalMoveGenerator as LegalMoveGenerator
from shogi_fast.compat.shogi._generators import PseudoLegalMoveGenerator as PseudoLegalMoveGenerator
from shogi_fast.compat.shogi._geometry import *
from shogi_fast.compat.shogi._occupied import Occupied as Occupied
from shogi_fast.compat.shogi._rules import *
from shogi_fast.compat.shogi._squareset import SquareSet as SquareSet
from shogi_fast.compat.shogi._text import *
from shogi_fast.compat.shogi.Consts import *
from shogi_fast.compat.shogi.Move import *
from shogi_fast.compat.shogi.Piece import *

# By color or not, by square, by occupancy of a line.
BB_PAWN_ATTACKS: list[list[int]]
BB_KNIGHT_ATTACKS: list[list[int]]
BB_SILVER_ATTACKS: list[list[int]]
BB_GOLD_ATTACKS: list[list[int]]
BB_KING_ATTACKS: list[int]
BB_LANCE_ATTACKS: list[list[list[int]]]
BB_RANK_ATTACKS: list[list[int]]
BB_FILE_ATTACKS: list[list[int]]
BB_L45_ATTACKS: list[list[int]]
BB_R45_ATTACKS: list[list[int]]
DEFAULT_RANDOM_ARRAY: list[int]
