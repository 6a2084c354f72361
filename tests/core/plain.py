"""The four games once more, slowly and plainly, straight from the law: a yardstick for the kernels.

Every function takes a position text and returns {move text: position text after it}. Nothing here is shared with the
kernels: places are pairs of small numbers, boards are dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Place = tuple[int, int]
Moves = dict[str, str]
FILES = "abcdefgh"


def grid(board: str) -> dict[Place, str]:
    """Letters by file and rank, both from 0."""
    return {(f, r): letter for r, row in enumerate(board.split("/")) for f, letter in enumerate(row)}


def drawn(cells: dict[Place, str]) -> str:
    files, ranks = max(f for f, _ in cells) + 1, max(r for _, r in cells) + 1
    return "/".join("".join(cells[f, r] for f in range(files)) for r in range(ranks))


def name(place: Place) -> str:
    return f"{FILES[place[0]]}{place[1] + 1}"


# ------------------------------------------------------------------------------------------------------- pylos
Ball = tuple[int, int, int]  # level from 1, rank, file: in board order
BALLS = [(level, r, f) for level in (1, 2, 3, 4) for r in range(5 - level) for f in range(5 - level)]


def _ball(ball: Ball) -> str:
    return f"{ball[0]}{FILES[ball[2]]}{ball[1] + 1}"


def _below(ball: Ball) -> list[Ball]:
    level, r, f = ball
    return [(level - 1, r + i, f + j) for i in (0, 1) for j in (0, 1)] if level > 1 else []


def _free(ball: Ball, on: dict[Ball, str]) -> bool:
    """Whether a ball supports none."""
    return not any(ball in _below(other) for other in on)


def _figures(variant: str) -> list[list[Ball]]:
    found = []
    if not variant.startswith("children"):
        found += [_below(ball) for ball in BALLS if ball[0] > 1]
    if variant.startswith("expert"):
        for level, size in ((1, 4), (2, 3)):
            found += [[(level, r, f) for f in range(size)] for r in range(size)]
            found += [[(level, r, f) for r in range(size)] for f in range(size)]
    return found


def _takes(on: dict[Ball, str], who: str, icga: bool) -> Iterator[tuple[Ball, ...]]:
    """Every set of balls that may be taken back after a figure."""
    if icga:
        yield ()
    own = [ball for ball in BALLS if on.get(ball) == who]
    for count in (1, 2):
        for some in combinations(own, count):
            for order in (some, some[::-1]):
                left = dict(on)
                if all(_free(ball, left) and left.pop(ball) for ball in order):
                    yield some
                    break


def pylos(text: str, variant: str) -> Moves:
    board, who = text.split()
    on = {ball: it for ball, it in zip(BALLS, board.replace("/", ""), strict=True) if it != "."}
    icga, own = variant.endswith("-icga"), sum(it == who for it in on.values())
    if (4, 0, 0) in on or (own == 15 and not icga):
        return {}
    turns: list[tuple[str, Ball, dict[Ball, str]]] = [("", ball, on) for ball in BALLS if own < 15]
    for origin in (ball for ball in on if on[ball] == who and _free(ball, on)):
        without = {ball: it for ball, it in on.items() if ball != origin}
        turns += [(f"{_ball(origin)}>", ball, without) for ball in BALLS if ball[0] > origin[0]]
    found = {}
    for start, put, before in turns:
        if put in on or any(ball not in before for ball in _below(put)):
            continue
        after = {**before, put: who}
        figure = any(put in some and all(after.get(b) == who for b in some) for some in _figures(variant))
        for some in _takes(after, who, icga) if figure else [()]:
            left = "".join("." if ball in some else after.get(ball, ".") for ball in BALLS)
            levels = "/".join((left[:16], left[16:25], left[25:29], left[29:]))
            found[start + "-".join(map(_ball, (put, *some)))] = f"{levels} {3 - int(who)}"
    return found


# ------------------------------------------------------------------------------------------------------- quits
INVERSE = str.maketrans("><^v", "<>v^")


def quits(text: str, variant: str) -> Moves:
    board, player, forbidden = text.split()
    cells = grid(board)
    bases = {"1": (0, 0), "2": (0, 4), "3": (4, 4), "4": (4, 0)} if variant == "four" else {"1": (0, 0), "2": (4, 4)}
    if any(list(cells.values()).count(who) == 2 for who in bases):
        return {}
    after = str(int(player) % len(bases) + 1)

    def finished(new: dict[Place, str], slide: str) -> str:
        for who, (f, r) in bases.items():
            if new[4 - f, 4 - r] == who:
                new[4 - f, 4 - r] = "."
        return f"{drawn(new)} {after} {slide}"

    found = {}
    base = bases[player]
    for (f, r), it in cells.items():
        for i, j in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            back = (i > 0) == (base[0] > 0) and (j > 0) == (base[1] > 0)
            if it == player and not back and cells.get((f + i, r + j)) == ".":
                found[name((f, r)) + name((f + i, r + j))] = finished({**cells, (f, r): ".", (f + i, r + j): it}, "-")
    for k in range(5):
        rank, file = [(i, k) for i in range(5)], [(k, i) for i in range(5)]
        lines = ((f"{k + 1}>", rank), (f"{k + 1}<", rank[::-1]), (f"{FILES[k]}^", file), (f"{FILES[k]}v", file[::-1]))
        for slide, line in lines:
            if slide != forbidden and cells[line[-1]] == "." and any(cells[place] == player for place in line):
                moved = {to: cells[place] for place, to in zip(line, line[1:] + line[:1], strict=True)}
                found[slide] = finished({**cells, **moved}, slide.translate(INVERSE))
    return found or {"pass": f"{board} {after} -"}


# ------------------------------------------------------------------------------------------------------ balanx
def _grooves(files: int, ranks: int) -> list[list[Place]]:
    found = []
    for f in range(files):
        left = list(range(ranks))[::-1]
        if f % 2:
            found.append([(f, left.pop(0))])
        while left:
            found.append([(f, r) for r in left[:2]])
            left = left[2:]
    return found


def _tilted(cells: dict[Place, str], grooves: list[list[Place]], player: int) -> None:
    for groove in grooves:
        if len(groove) == 2:
            near, far = (groove[1], groove[0]) if player == 1 else (groove[0], groove[1])
            if cells[near] == ".":
                cells[near], cells[far] = cells[far], "."


def balanx(text: str, variant: str) -> Moves:
    board, who = text.split()
    cells, player = grid(board), int(who)
    files, ranks = {"standard": (7, 8), "small": (6, 7), "large": (8, 9)}[variant]
    grooves = _grooves(files, ranks)
    white = [(f, ranks - 1 - k) for f in range(4) for k in range(4 - f)]
    black = [(files - 1 - f, ranks - 1 - r) for f, r in white]
    arrival = {1: black, 2: white}
    full = all(cells[place] != "." for place in arrival[3 - player])
    if full and any(cells[place] == str(3 - player) for place in arrival[3 - player]):
        return {}
    found = {}
    for (f, r), it in cells.items():
        for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)) if it == who else ():
            far = 1
            while cells.get((f + far * i, r + far * j), ".") != ".":
                far += 1
            to = (f + far * i, r + far * j)
            if to not in cells or (far == 1 and j):
                continue
            new = {**cells, (f, r): ".", to: who}
            _tilted(new, grooves, player)
            if all(new[place] != "." for place in arrival[3 - player]):
                continue
            _tilted(new, grooves, 3 - player)
            found[name((f, r)) + name(to)] = f"{drawn(new)} {3 - player}"
    return found


# --------------------------------------------------------------------------------------------------- bilitaire
START = "__oooo__/__oooo__/oooooooo/oooooooo/oooooooo/oooooooo/__oooo__/__oooo__"
ARROWS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}


def _jumps(cells: dict[Place, str], path: list[Place], count: int) -> Iterator[tuple[list[Place], dict[Place, str]]]:
    """Every way to make so many more jumps from the end of a path."""
    if count == 0:
        yield path, cells
        return
    f, r = path[-1]
    for i, j in ARROWS.values():
        over, to = (f + i, r + j), (f + 2 * i, r + 2 * j)
        if cells.get(over) == "o" and cells.get(to) == ".":
            yield from _jumps({**cells, (f, r): ".", over: ".", to: "o"}, [*path, to], count - 1)


def _all_jumps(cells: dict[Place, str], count: int) -> Iterator[tuple[list[Place], dict[Place, str]]]:
    for place, it in cells.items():
        if it == "o":
            yield from _jumps(cells, [place], count)


def _slot(slot: Place) -> str:
    return f"{FILES[slot[0]].upper()}{slot[1] + 1}"


def _holes(slot: Place) -> list[Place]:
    return [(2 * slot[0] + i, 2 * slot[1] + j) for j in (0, 1) for i in (0, 1)]


def _tray_moves(cells: dict[Place, str]) -> Iterator[tuple[str, dict[Place, str]]]:
    slots = {(f, r) for f in range(4) for r in range(4) if cells[2 * f, 2 * r] != "_"}
    for slot in slots:
        if all(cells[hole] == "." for hole in _holes(slot)):
            yield f"x{_slot(slot)}", {**cells, **dict.fromkeys(_holes(slot), "_")}
    for f, r in slots:
        for count in (1, 2, 3):
            for arrow, (i, j) in ARROWS.items():
                group = [(f + k * abs(i), r + k * abs(j)) for k in range(count)]
                if not set(group) <= slots:
                    continue
                for far in range(1, 5 - count):
                    new = [(x + far * i, y + far * j) for x, y in group]
                    free = not any(place in slots and place not in group for place in new)
                    if not free or any(not (0 <= x < 4 and 0 <= y < 4) for x, y in new):
                        break
                    after = {**cells, **{hole: "_" for slot in group for hole in _holes(slot)}}
                    for old, slot in zip(group, new, strict=True):
                        after.update({to: cells[hole] for hole, to in zip(_holes(old), _holes(slot), strict=True)})
                    last = _slot(group[-1]) if count > 1 else ""
                    yield f"{_slot(group[0])}{last}{arrow}{far}", after


def bilitaire(text: str, variant: str) -> Moves:
    board, role, announced, turn, score = text.split()
    cells = grid(board)
    found = {}
    if role == "m":
        if board == START:
            for place, it in cells.items():
                if it == "o":
                    found[f"x{name(place)}"] = f"{drawn({**cells, place: '.'})} t - {turn} {score}"
        else:
            for path, after in _all_jumps(cells, 1 if announced == "-" else int(announced)):
                found["".join(map(name, path))] = f"{drawn(after)} t - {turn} {score}"
        return found
    for move, after in _tray_moves(cells):
        jumps = 1
        if not any(_all_jumps(after, 1)):
            left = list(after.values()).count("o")
            ended = variant == "match" and turn == "1"
            found[move] = f"{START} m - 2 {left}" if ended else f"{drawn(after)} m - {turn} {score}"
            continue
        while any(True for _ in _all_jumps(after, jumps)):
            announcement, field = (f"!{jumps}", str(jumps)) if jumps > 1 else ("", "-")
            found[move + announcement] = f"{drawn(after)} m {field} {turn} {score}"
            jumps += 1
    return found


GAMES = {"pylos": pylos, "quits": quits, "balanx": balanx, "bilitaire": bilitaire}
