"""Print a score card in a terminal, in the columns of the paper form."""

from carrom.match.parties import PARTIES
from carrom.match.views.score_card import Card, GameCard

COLUMNS = ("Board", "Break by", "Queen", "C/m", "Total", "Queen", "C/m", "Total")
FOOTNOTE = "(…) queen covered, not credited · * points by a law, see remarks · n+d pieces and points on demand"


def card_text(card: Card) -> str:
    blocks = [_pairs(card.head), _pairs(card.toss)]
    for party in PARTIES:
        team = f" ({card.teams[party]})" if card.teams[party] else ""
        blocks[-1] += f"\n{party}: {card.names[party]}{team}"
    blocks += [_game(card, game) for game in card.games]
    if card.remarks:
        blocks.append("Remarks\n" + "\n".join(f"  {remark}" for remark in card.remarks))
    end = [f"Match won by: {card.winner}", *(f"{who}'s signature: {name}" for who, name in card.signatures)]
    return "\n\n".join((*blocks, FOOTNOTE, "\n".join(end))) + "\n"


def card_rows(game: GameCard) -> list[tuple[str, ...]]:
    return [(row.board, row.breaker, *row.cells.a, *row.cells.b) for row in game.rows]


def game_title(game: GameCard) -> str:
    won = f": {game.total}, won by {game.winner}" if game.winner else f": {game.total}" if game.total else ""
    return f"Game {game.number}{won}"


def _pairs(pairs: tuple[tuple[str, str], ...]) -> str:
    width = max(len(key) for key, _ in pairs)
    return "\n".join(f"{key.ljust(width)}  {value}".rstrip() for key, value in pairs)


def _game(card: Card, game: GameCard) -> str:
    rows = [COLUMNS, *card_rows(game)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    lines = [_line(row, widths) for row in rows]
    sides = [sum(widths[2:5]) + 6, sum(widths[5:8]) + 6]
    left = " " * (widths[0] + widths[1] + 2)
    names = "│".join(card.names[party][:side].center(side) for party, side in zip(PARTIES, sides, strict=True))
    rule = "─" * len(lines[0])
    return "\n".join((game_title(game), f"{left} │{names}".rstrip(), lines[0], rule, *lines[1:]))


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    cells = [cell.ljust(width) if at == 1 else cell.rjust(width) for at, (cell, width) in
             enumerate(zip(row, widths, strict=True))]  # fmt: skip
    return f"{cells[0]}  {cells[1]} │ {'  '.join(cells[2:5])} │ {'  '.join(cells[5:8])}"
