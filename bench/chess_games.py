"""The chess corpus: well-known games, and seeded ones with the clocks of an online export."""

import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import chess
import chess.pgn

CLASSICS: Final = Path(__file__).parent / "corpus" / "classics.pgn"
SHORTEST: Final = 40
LONGEST: Final = 120
THINKS: Final = (0.4, 9.0)
"""Seconds a move in a blitz game, from the fastest to the slowest."""
CENTRE: Final = frozenset({chess.D4, chess.E4, chess.D5, chess.E5})
WORTH: Final = (0, 1, 3, 3, 5, 9, 0)
"""Of the pieces by their type, which counts from 1."""


class ChessGames(NamedTuple):
    """Games in one PGN text."""

    text: str
    games: int
    half_moves: int


def chess_games(generated: int, seed: int) -> tuple[ChessGames, ChessGames]:
    """Gather the classics and as many generated games: half of them plain, half with clocks."""
    dice = random.Random(seed)
    games = [*read_games(CLASSICS.read_text(encoding="utf-8"))]
    games += [play_game(dice, number) for number in range(generated)]
    plain, clocked = games[::2], games[1::2]
    for game in clocked:
        add_clocks(game, dice)
    return _written(plain), _written(clocked)


def _written(games: list[chess.pgn.Game]) -> ChessGames:
    texts = [game.accept(chess.pgn.StringExporter(columns=None)) for game in games]
    half_moves = sum(game.end().ply() for game in games)
    return ChessGames("\n\n".join(texts) + "\n", len(games), half_moves)


def read_games(text: str) -> Iterator[chess.pgn.Game]:
    """Read all games of a PGN text.

    Raises:
        ValueError: a game has an illegal or unreadable move.

    """
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream):
        if game.errors:
            raise ValueError(game.headers, game.errors)
        yield game


def play_game(dice: random.Random, number: int) -> chess.pgn.Game:
    """Play a game as a hasty player would: captures, checks and the centre first."""
    wanted = dice.randint(SHORTEST, LONGEST)
    board = chess.Board()
    while board.ply() < wanted:
        if board.is_game_over():
            board.reset()
        board.push(_choose(board, dice))
    game = chess.pgn.Game.from_board(board)
    resigned = "0-1" if board.turn else "1-0"
    game.headers.update(_headers(dice, number))
    game.headers["Result"] = board.result() if board.is_game_over() else resigned
    return game


def _choose(board: chess.Board, dice: random.Random) -> chess.Move:
    return max(board.legal_moves, key=lambda move: _liking(board, move) + dice.uniform(0, 6))


def _liking(board: chess.Board, move: chess.Move) -> float:
    victim = board.piece_type_at(move.to_square)
    liking = float(WORTH[victim]) if victim else 0.0
    liking += 2 if move.to_square in CENTRE else 0
    liking += 3 if board.is_castling(move) else 0
    return liking + (2 if board.gives_check(move) else 0)


def _headers(dice: random.Random, number: int) -> dict[str, str]:
    hour, minute, second = dice.randrange(24), dice.randrange(60), dice.randrange(60)
    return {
        "Event": "Rated blitz game",
        "Site": f"simulated/{dice.getrandbits(48):012x}",
        "Date": f"2026.{1 + number % 12:02}.{dice.randint(1, 28):02}",
        "Round": "-",
        "White": f"player{dice.randrange(10_000)}",
        "Black": f"player{dice.randrange(10_000)}",
        "UTCTime": f"{hour:02}:{minute:02}:{second:02}",
        "WhiteElo": str(dice.randint(1200, 2400)),
        "BlackElo": str(dice.randint(1200, 2400)),
        "Variant": "Standard",
        "TimeControl": "300+3",
        "Termination": "Normal",
    }


def add_clocks(game: chess.pgn.Game, dice: random.Random) -> None:
    """Note behind each move how much time its player has left."""
    left = [300.0, 300.0]
    for node in game.mainline():
        side = node.ply() % 2
        left[side] = max(1.0, left[side] + 3 - dice.uniform(*THINKS))
        minutes, seconds = divmod(int(left[side]), 60)
        node.comment = f"[%clk 0:{minutes:02}:{seconds:02}]"
