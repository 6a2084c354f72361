"""The texts of Quits: positions and moves."""

from __future__ import annotations

from ...core.errors import BadPosition, quoted
from ...core.reading import fields, player, rows
from ...core.wording import listed
from .rules import END, LEFT, LINE, MARBLES, NAME, PASS, PLAYERS, SLIDES, State, goal_cell


def write(s: State, variant: str) -> str:
    """The position text."""
    boards, corner, forbidden, step = s[:4], s[4], s[5], s[6]
    players = 4 // step
    mine = corner // step
    letters = ["."] * 25
    for seat in range(players):
        for cell in range(25):
            if boards[seat] >> cell & 1:
                letters[cell] = str((mine + seat) % players + 1)
    board = "/".join("".join(letters[5 * r : 5 * r + 5]) for r in range(5))
    return f"{board} {mine + 1} {'-' if forbidden == PASS else SLIDES[forbidden]}"


def read(text: str, variant: str) -> State:
    """The state of a position text."""
    players = PLAYERS[variant]
    step = 4 // players
    board, who, slide = fields(text, ("board", "player", "forbidden"))
    cells = "".join(rows(board, (5,) * 5, ".1234"[: players + 1]))
    mine = player(who, players) - 1
    if slide != "-" and slide not in SLIDES:
        raise BadPosition.of("position.quits.forbidden", text=quoted(slide))
    forbidden = PASS if slide == "-" else SLIDES.index(slide)
    words = [sum(1 << c for c in range(25) if cells[c] == str(seat + 1)) for seat in range(players)]
    _check(words, mine, forbidden, variant)
    order = [words[(mine + k) % players] for k in range(players)] + [0, 0]
    return order[0], order[1], order[2], order[3], mine * step, forbidden, step


def _check(words: list[int], mine: int, forbidden: int, variant: str) -> None:
    """Refuse what no game can reach."""
    players, most = len(words), MARBLES[variant]
    winners = []
    for seat, word in enumerate(words):
        goal = goal_cell(seat + 1, players)
        count = word.bit_count()
        if word >> goal & 1:
            raise BadPosition.of("position.quits.goal", player=seat + 1, cell=NAME[goal])
        if count > most:
            raise BadPosition.of("position.quits.many", player=seat + 1, count=count, most=most)
        if count < LEFT:
            raise BadPosition.of("position.quits.few", player=seat + 1, count=count, least=LEFT)
        if count == LEFT:
            winners.append(seat + 1)
    if len(winners) > 1:
        raise BadPosition.of("position.quits.winners", players=listed(map(str, winners), comma="list.and"))
    before = (mine - 1) % players
    for winner in winners:
        goal = goal_cell(winner, players)
        stepped = forbidden == PASS and before + 1 == winner
        slid = forbidden != PASS and END[forbidden ^ 1] == 1 << goal
        if not (stepped or slid) or any(word >> goal & 1 for word in words):
            raise BadPosition.of("position.quits.won", player=winner, cell=NAME[goal])
    if forbidden != PASS:
        goal = 1 << goal_cell(before + 1, players)
        played, line, behind = SLIDES[forbidden ^ 1], int(LINE[forbidden]), int(END[forbidden])
        if any(word & behind for word in words):
            cell = NAME[behind.bit_length() - 1]
            raise BadPosition.of("position.quits.forbidden.end", slide=SLIDES[forbidden], played=played, cell=cell)
        arrived = int(END[forbidden ^ 1])
        left_by_it = arrived == goal and words[before].bit_count() < most and not any(word & arrived for word in words)
        if not words[before] & line and not left_by_it:
            raise BadPosition.of("position.quits.forbidden.mover", slide=SLIDES[forbidden], player=before + 1)


def move_text(s: State, move: int) -> str:
    """The text of a move."""
    if move == PASS:
        return "pass"
    if move < 32:
        return SLIDES[move]
    return NAME[(move >> 5) - 1] + NAME[move & 31]
