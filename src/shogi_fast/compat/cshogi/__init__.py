"""The board and the moves of cshogi."""
