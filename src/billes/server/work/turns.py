"""Whose turn it is: what waits is taken in rotation, one address after the other and, of each, one visitor after
the other. So neither many cookies nor many requests get anybody more than a fair share.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, NamedTuple, TypeVar

from ..errors import Refused

T = TypeVar("T")


class Asker(NamedTuple):
    """Who asks for something: a network address, and a visitor there (or a table, where nobody asks)."""

    address: str = ""
    visitor: str = ""


class Turns(Generic[T]):
    """What waits for its turn. A visitor and an address may have only so much waiting.

    >>> turns = Turns[str](3, 5)
    >>> for number, who in enumerate(("a1", "a1", "a2", "b1")):
    ...     turns.put(Asker(who[0], who), f"{who} {number}")
    >>> [turns.take() for _ in range(4)]
    ['a1 0', 'b1 3', 'a2 2', 'a1 1']
    """

    def __init__(self, of_visitor: int, of_address: int) -> None:
        self.of_visitor, self.of_address = of_visitor, of_address
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, asker: Asker, item: T) -> None:
        """Wait behind what the same visitor has waiting already; Refused where that is too much."""
        visitors = self._waiting.get(asker.address, OrderedDict())
        if sum(map(len, visitors.values())) >= self.of_address:
            raise Refused("slow-down", "error.queue")
        items = visitors.get(asker.visitor, deque())
        if len(items) >= self.of_visitor:
            raise Refused("slow-down", "error.queue")
        items.append(item)
        visitors[asker.visitor] = items
        self._waiting[asker.address] = visitors
        self._count += 1

    def take(self) -> T:
        """The next item: of the address that has waited longest for a turn, and there of such a visitor."""
        address, visitors = self._waiting.popitem(last=False)
        visitor, items = visitors.popitem(last=False)
        item = items.popleft()
        if items:
            visitors[visitor] = items  # behind all others
        if visitors:
            self._waiting[address] = visitors
        self._count -= 1
        return item

    def drop(self, asker: Asker, item: T) -> bool:
        """Take back what waits no more; whether it was there."""
        visitors = self._waiting.get(asker.address, OrderedDict())
        items = visitors.get(asker.visitor, deque())
        if item not in items:
            return False
        items.remove(item)
        if not items:
            del visitors[asker.visitor]
        if not visitors:
            del self._waiting[asker.address]
        self._count -= 1
        return True
