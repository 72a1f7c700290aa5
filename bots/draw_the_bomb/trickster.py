"""A bot that looks before it draws."""

from bots.draw_the_bomb.moves import escape, rob
from bots.draw_the_bomb.reading import bomb_likely, bomb_on_top, high_danger, top_unknown
from engine import Bot
from engine.draw_the_bomb import CUTTERS, DRAW, HIDE, SCOUT, Decision, play

__all__ = ["Trickster"]


class Trickster(Bot):
    """Dodges or redirects a known bomb, scouts in danger, steals when it has no cutters."""

    def decide(self, decision: Decision) -> int:
        if decision.phase == HIDE:
            return decision.legal[0]  # at the bottom, far from itself
        theft = None if CUTTERS in decision.hand else rob(decision)
        if theft is not None:
            return theft
        if bomb_on_top(decision):
            return escape(decision)
        likely = bomb_likely(decision)
        in_danger = top_unknown(decision) and (likely or high_danger(decision))
        if in_danger and play(SCOUT) in decision.legal:
            return play(SCOUT)
        return escape(decision) if likely else DRAW
