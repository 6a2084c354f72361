"""What people do at a table: each deed is judged here, by the rulebook and by who sits where.

Every function is told who asks (the fingerprint of a visitor) and gives the number of the event that came of it. What
was asked twice happens once: the second time gives the number of the first.
"""

from __future__ import annotations

from msgspec import structs

from ..core.errors import IllegalMove
from . import requests as ask
from . import responses as say
from .clock import now
from .errors import Refused
from .facts import Chair, Fact, Setting
from .hall import Hall
from .inuse import Live
from .names import clean, table_id
from .storage import change_seat, event_rows, new_table
from .table import Table, first_facts, start_fact


async def play(hall: Hall, name: str, visitor: str | None, asked: ask.Play, at: float) -> int:
    """Play a move that arrived at that moment."""
    async with hall.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        if asked.answers != table.turn:
            return _again(table, mine, asked)
        _running(table)
        if table.player not in mine:
            raise Refused("not-your-turn")
        lag = live.lag(visitor)
        if await hall.flag(live, at, lag):
            raise Refused("over", "error.time-up")
        return await make_move(hall, live, asked.move, asked.touched, at, lag)


async def make_move(
    hall: Hall, live: Live, move: str, touched: tuple[str, ...] = (), at: float | None = None, lag: float = 0.0
) -> int:
    """Play a move for the player to move; the lock is held and his right is checked."""
    table = live.table
    moment = now() if at is None else at
    try:
        played = table.position.move(move)
    except IllegalMove as error:
        raise Refused("illegal", detail=str(error)) from error
    fact = Fact("move", table.player, played.text, touched)
    if table.clock is not None:
        fact.remaining = table.clock.pressed(table.player, moment, lag)
    return await hall.happen(live, fact)


def _again(table: Table, mine: list[int], asked: ask.Play) -> int:
    """The number of the same move if it has been made already; else it answers to what is no more."""
    following = next((h for h in table.happened if h.number > asked.answers and h.fact.kind in ("move", "undo")), None)
    first = any(h.number == asked.answers and h.fact.kind in ("start", "move", "undo") for h in table.happened)
    if first and following is not None:
        fact = following.fact
        if fact.kind == "move" and fact.by in mine and fact.move == asked.move.strip():
            return following.number
    raise Refused("stale", answers=asked.answers, turn=table.turn)


async def undo(hall: Hall, name: str, visitor: str | None, asked: ask.Undo) -> int:
    """Take back to before the asker's last move, or ask the others to let him."""
    async with hall.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        if asked.answers != table.turn:
            for happened in table.happened:
                if happened.number > asked.answers and happened.fact.kind in ("move", "undo"):
                    if happened.fact.kind == "undo" and happened.fact.by in mine:
                        return happened.number
                    break
            raise Refused("stale", answers=asked.answers, turn=table.turn)
        right = table.rights(visitor).undo
        if right == "no":
            raise Refused("not-allowed", "error.no-undo")
        by = _speaker(table, mine)
        if right == "now":
            return await hall.happen(live, _undo(table, by, visitor))
        return await _offer(hall, live, by, "undo")


def _undo(table: Table, by: int, visitor: str | None, reason: str = "") -> Fact:
    removed = table.back(visitor)
    fact = Fact("undo", by, removed=removed, reason=reason)
    if table.clock is not None:
        fact.remaining = table.clock.stopped(now())
        fact.running = table.game.positions[-1 - removed].player if removed < table.ply else 0
    return fact


async def offer(hall: Hall, name: str, visitor: str | None, asked: ask.Offer) -> int:
    """Offer a draw or a rematch; where nobody need be asked it is done."""
    async with hall.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        by = _speaker(table, mine)
        if asked.offer == "rematch" and table.rematch:
            return next(h.number for h in table.happened if h.fact.kind == "rematch")
        rights = table.rights(visitor)
        right = rights.draw if asked.offer == "draw" else rights.rematch
        if right == "no":
            if table.phase == "over" and asked.offer == "draw":
                raise Refused("over")
            raise Refused("not-allowed", f"error.no-{asked.offer}")
        if right == "ask":
            return await _offer(hall, live, by, asked.offer)
        return await _fulfil(hall, live, asked.offer, by)


async def _offer(hall: Hall, live: Live, by: int, kind: say.OfferKind) -> int:
    standing = live.table.offer
    if standing is not None:
        if standing.offer == kind:
            if by not in standing.waits:
                return standing.number  # said already
            return await _agree(hall, live, by)  # both want the same
        raise Refused("not-allowed", "error.other-offer")
    return await hall.happen(live, Fact("offer", by, offer=kind))


async def answer(hall: Hall, name: str, visitor: str | None, asked: ask.Answer) -> int:
    """Accept or decline an offer, or withdraw one's own."""
    async with hall.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        standing = table.offer
        if standing is None or standing.number != asked.number:
            return _answered(table, mine, asked)
        waiting = [player for player in standing.waits if player in mine]
        if asked.accept:
            if not waiting:
                raise Refused("not-allowed", "error.agreed-already")
            return await _agree(hall, live, waiting[0])
        if not waiting and standing.by not in mine:
            raise Refused("not-allowed", "error.agreed-already")
        by = waiting[0] if waiting else standing.by
        return await hall.happen(live, Fact("decline", by, offer=standing.offer))


def _answered(table: Table, mine: list[int], asked: ask.Answer) -> int:
    """The number of what came of an offer, if it was this answer that brought it about."""
    made = next((h for h in table.happened if h.number == asked.number and h.fact.kind == "offer"), None)
    if made is not None:
        fruits = {"undo": "undo", "draw": "end", "rematch": "rematch"}
        wanted = fruits[made.fact.offer or "undo"] if asked.accept else "decline"
        for happened in table.happened:
            if happened.number > asked.number and happened.fact.kind == wanted:
                return happened.number
            if happened.number > asked.number and happened.fact.kind != "agree":
                break
    raise Refused("no-offer")


async def settle(hall: Hall, live: Live, player: int, accept: bool) -> None:
    """A computer's answer to the offer that stands; the lock is held."""
    if live.table.offer is not None and player in live.table.offer.waits:
        if accept:
            await _agree(hall, live, player)
        else:
            await hall.happen(live, Fact("decline", player, offer=live.table.offer.offer))


async def _agree(hall: Hall, live: Live, by: int) -> int:
    table = live.table
    standing = table.offer
    assert standing is not None
    chair = table.chairs[by - 1]
    same = table.seats_of(chair.visitor) if chair.kind == "human" else [by]
    if any(player not in same for player in standing.waits):
        return await hall.happen(live, Fact("agree", by, offer=standing.offer))
    return await _fulfil(hall, live, standing.offer, standing.by)


async def _fulfil(hall: Hall, live: Live, kind: say.OfferKind, by: int) -> int:
    """Do what all have agreed to."""
    table = live.table
    if kind == "undo":
        return await hall.happen(live, _undo(table, by, table.chairs[by - 1].visitor, "agreement"))
    if kind == "draw":
        remaining = table.clock.stopped(now()) if table.clock else None
        return await hall.happen(live, Fact("end", reason="agreement", remaining=remaining))
    return await _rematch(hall, live, by)


async def _rematch(hall: Hall, live: Live, by: int) -> int:
    """Set a new table for the same people, each one chair further on."""
    old = live.table
    setting = structs.replace(old.setting, id=table_id(), created=now())
    order = [*old.chairs[1:], old.chairs[0]]
    chairs = [structs.replace(chair, player=player, invite=None, left=False) for player, chair in enumerate(order, 1)]
    facts = first_facts(chairs, setting.clock, setting.created)
    rows = [*new_table(setting, chairs, "playing"), *event_rows(setting.id, facts)]
    return await hall.happen(live, Fact("rematch", by, table=setting.id), *rows)


async def resign(hall: Hall, name: str, visitor: str | None, asked: ask.Resign) -> int:
    """Give up; with four players the computer plays on."""
    async with hall.at(name) as live:
        table = live.table
        mine = _mine(table, visitor)
        if asked.player and asked.player not in mine:
            raise Refused("not-your-seat")
        player = asked.player or _speaker(table, mine)
        for happened in reversed(table.happened):
            if happened.fact.kind in ("end", "leave") and happened.fact.by == player:
                return happened.number  # said already
        _running(table)
        return await hall.leave(live, player, "resignation", now())


async def join(hall: Hall, name: str, visitor: str, invite: str, called: str) -> None:
    """Take the free seat of an invitation; the game starts when no seat is free any more."""
    async with hall.at(name) as live:
        table = live.table
        chair = next((chair for chair in table.chairs if chair.invite == invite), None)
        if chair is None:
            raise Refused("not-found", "error.no-invitation")
        if chair.visitor == visitor:
            return
        if not chair.free:
            raise Refused("taken")
        taken = structs.replace(chair, visitor=visitor, name=clean(called))
        table.chairs[chair.player - 1] = taken  # the lock is held: nobody sees it before it is on disk
        full = not any(other.free for other in table.chairs)
        fact = start_fact(table.chairs, table.setting.clock) if full else Fact("seat")
        fact.by = chair.player
        try:
            await hall.happen(live, fact, change_seat(table.id, taken))
        except BaseException:
            table.chairs[chair.player - 1] = chair
            raise


async def create(hall: Hall, setting: Setting, chairs: list[Chair]) -> Live:
    """Set a new table."""
    facts = first_facts(chairs, setting.clock, setting.created)
    await hall.store.put(setting.id, facts, new_table(setting, chairs, "playing" if facts else "waiting"))
    return hall.add(Table(setting, chairs, facts))


# ------------------------------------------------------------------------------------------------------- judging
def _mine(table: Table, visitor: str | None) -> list[int]:
    mine = table.seats_of(visitor)
    if not mine:
        raise Refused("not-your-seat", "error.spectator")
    return mine


def _running(table: Table) -> None:
    if table.phase == "waiting":
        raise Refused("waiting")
    if table.phase == "over":
        raise Refused("over")


def _speaker(table: Table, mine: list[int]) -> int:
    """For which of his seats a visitor speaks: the one to move, or the first."""
    return table.player if table.player in mine else mine[0]
