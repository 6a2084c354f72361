"""The rail beside the board: the players' plates and what the view from above cannot show.

From top to bottom as people sit: the far players, what is worth telling in the middle, the near players.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from ._svg_board import SIDE, Picture
from ._svg_insets import announced, gauge, levels, taken
from ._xml import tag, text_tag
from .captions import Captions
from .scene import Count, Player

WIDTH = 400
LEFT, RIGHT = SIDE + 4, SIDE + WIDTH - 24
EDGE = 24
GAP = 12


@dataclass(frozen=True)
class Rail:
    """Draws the rail of a picture in some language."""

    picture: Picture
    captions: Captions

    def draw(self) -> list[str]:
        """The whole rail."""
        players = self.picture.scene.players
        height = 132 if len(players) == 2 else 92
        far = [player for player in players if player.side == "far"]
        near = [player for player in reversed(players) if player.side == "near"]
        drawn = [self.plate(player, EDGE + n * (height + GAP), height) for n, player in enumerate(far)]
        bottom = SIDE - EDGE + GAP - len(near) * (height + GAP)
        drawn += [self.plate(player, bottom + n * (height + GAP), height) for n, player in enumerate(near)]
        return drawn + self.middle(EDGE + len(far) * (height + GAP), bottom - GAP)

    # --------------------------------------------------------------------------------------------------- the plates
    def plate(self, player: Player, top: float, height: float) -> str:
        """A player's plate: raised and edged with felt when it is their turn."""
        theme, scene = self.picture.style.theme, self.picture.scene
        said = self.captions.state(player)
        accent = theme.accent(scene.felt)
        small = height < 120
        radius = 26 if small else 32
        middle = top + (height / 2 if small else 48)
        drawn = tag(
            "rect",
            x=LEFT + 2,
            y=top + 2,
            width=RIGHT - LEFT - 4,
            height=height - 4,
            rx=22,
            fill=theme.raised if said else theme.surface,
            stroke=accent if said else theme.line,
            stroke_width=4 if said else 2,
        )
        drawn += self.picture.style.use(player.matter, LEFT + 52, middle, radius / 100)
        drawn += text_tag(self.captions.player(player), LEFT + 96, middle - 4, 30, theme.ink, font_weight="600")
        drawn += text_tag(self.second(player), LEFT + 96, middle + 27, 23, theme.ink2)
        if not small:
            drawn += self.pips(player, top + height - 28)
        if said:
            drawn += self.pill(said, RIGHT - 14, middle - 34, accent, theme.on_felt)
        return tag("g", drawn, data_player=str(player.number), data_to_move="" if player.to_move else None)

    def pill(self, text: str, right: float, top: float, fill: str, ink: str) -> str:
        """A short word on felt, its right end given."""
        width = 22 + 13.2 * len(text)
        back = tag("rect", x=right - width, y=top, width=width, height=32, rx=11, fill=fill)
        return back + text_tag(text, right - width / 2, top + 23, 20, ink, text_anchor="middle", font_weight="600")

    def second(self, player: Player) -> str:
        """The second line of a plate: role, goal, first count."""
        told = [self.captions.say(f"role.{player.role}")] if player.role else []
        told += [self.captions.count(count) for count in player.counts[:1]]
        goals = [zone for zone in self.picture.scene.zones if zone.kind == "goal" and zone.owner == player.number]
        told += [self.captions.say("goal", place=zone.places[0]) for zone in goals]
        return " · ".join(told)

    def pips(self, player: Player, y: float) -> str:
        """A row of small marbles, one for each counted; a missing one is an empty ring. Many are drawn as a bar."""
        count = next((count for count in player.counts if count.of), None)
        if count is None:
            return ""
        if count.of <= 15:
            return "".join(self.pip(count, n, player, y) for n in range(count.of))
        theme = self.picture.style.theme
        whole = RIGHT - LEFT - 52
        bar = tag("rect", x=LEFT + 26, y=y - 6, width=whole, height=12, rx=6, fill=theme.line)
        part = whole * count.value / count.of
        return bar + tag(
            "rect", x=LEFT + 26, y=y - 6, width=part, height=12, rx=6, fill=theme.accent(self.picture.scene.felt)
        )

    def pip(self, count: Count, n: int, player: Player, y: float) -> str:
        """One pip of a row; trays are small squares."""
        theme = self.picture.style.theme
        pitch = min(32.0, (RIGHT - LEFT - 44) / count.of)
        radius = pitch * 0.43
        x = LEFT + 26 + radius + n * pitch
        filled = n < count.value
        if count.name == "trays":
            square = {"x": x - radius, "y": y - radius, "width": 2 * radius, "height": 2 * radius, "rx": 4}
            return tag(
                "rect",
                **square,
                fill=self.picture.style.ref("oak") if filled else "none",
                stroke=theme.line,
                stroke_width=2,
            )
        if not filled:
            return tag("circle", cx=x, cy=y, r=radius - 1, fill="none", stroke=theme.line, stroke_width=2)
        matter = count.matters[n] if count.matters else player.matter
        return self.picture.style.use(matter, x, y, radius / 100, data_pip=f"{count.name}{player.number}")

    # --------------------------------------------------------------------------------------------------- the middle
    def middle(self, top: float, bottom: float) -> list[str]:
        """Game, last move, and whatever else this scene has to tell."""
        theme, scene = self.picture.style.theme, self.picture.scene
        game, *more = self.captions.heading()
        drawn = [
            text_tag(game, LEFT + 6, top + 40, 34, theme.ink, font_weight="600"),
            text_tag(" · ".join(more), LEFT + 6, top + 70, 24, theme.ink2),
        ]
        beside = len(scene.last) <= 7 and len(game) + len(scene.last) <= 17  # else the last move gets a line of its own
        if scene.last:
            drawn.append(self.chip(scene.last, top + 5 if beside else top + 84, beside))
        top += 88 if beside else 138
        for line in reversed(textwrap.wrap(self.captions.render(*self.captions.end[1:]), 30)):
            drawn.append(text_tag(line, LEFT + 6, bottom - 10, 24, theme.ink))
            bottom -= 32
        if (barred := [arrow.id for arrow in scene.arrows if arrow.barred]) and not scene.ending:
            drawn.append(self.barred(barred[0], top))
        if len({place.level for place in scene.places}) > 1:
            drawn.append(levels(self.picture, LEFT, RIGHT, top, bottom))
        if scene.tilt:
            drawn.append(gauge(self.picture, self.captions, LEFT, RIGHT, top, bottom))
        if jumps := [count.value for count in scene.counts if count.name == "announced"]:
            drawn.append(announced(self.picture, self.captions, jumps[0], LEFT, RIGHT, top))
        if any(store.kind == "taken" for store in scene.stores):
            drawn.append(taken(self.picture, self.captions, LEFT, RIGHT, bottom))
        return drawn

    def chip(self, text: str, top: float, right: bool) -> str:
        """The last move, on brass."""
        theme = self.picture.style.theme
        size = min(26, 540 / len(text))
        width = 34 + 0.6 * size * len(text)
        x = RIGHT - width if right else LEFT
        back = tag("rect", x=x, y=top, width=width, height=42, rx=10, fill=theme.did_soft)
        edge = tag("rect", x=x, y=top, width=6, height=42, rx=3, fill=theme.did)
        middle = x + 3 + width / 2
        return back + edge + text_tag(text, middle, top + 30, size, theme.ink, text_anchor="middle", font_weight="600")

    def barred(self, slide: str, top: float) -> str:
        """The slide the player to move may not play."""
        theme = self.picture.style.theme
        y = top + 24
        sign = tag("circle", cx=LEFT + 26, cy=y, r=17, fill="none", stroke=theme.ink2, stroke_width=4)
        sign += tag("path", d=f"M{LEFT + 14} {y - 12}l24 24", stroke=theme.ink2, stroke_width=4)
        told = text_tag(slide, LEFT + 56, y + 9, 28, theme.ink, font_weight="600")
        return sign + told + text_tag(self.captions.say("barred"), LEFT + 104, y + 9, 24, theme.ink2)
