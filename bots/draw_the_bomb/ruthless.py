"""A bot that lets others draw its bombs."""

from bots.draw_the_bomb.moves import escape, rob
from bots.draw_the_bomb.reading import bomb_likely, bomb_on_top, high_danger, top_unknown
from engine import Bot
from engine.draw_the_bomb import (
    CUTTERS,
    DRAW,
    HIDE,
    REDIRECT,
    SCOUT,
    SHIELD,
    Decision,
    hide,
    play,
)

__all__ = ["Ruthless"]


class Ruthless(Bot):
    """Hides bombs on top and redirects; keeps its shield for a redirect that it expects."""

    def decide(self, decision: Decision) -> int:
        if decision.phase == HIDE:
            return _hide(decision)
        theft = None if CUTTERS in decision.hand else rob(decision)
        if theft is not None:
            return theft
        threatened = bomb_on_top(decision) or bomb_likely(decision)
        wary = threatened or high_danger(decision)
        if wary and play(SHIELD) in decision.legal and not decision.shields[decision.seat]:
            return play(SHIELD)  # a bomb that goes round comes back with two draws to do
        if wary and top_unknown(decision) and play(SCOUT) in decision.legal:
            return play(SCOUT)
        return escape(decision, by_redirect=True) if threatened else DRAW


def _hide(decision: Decision) -> int:
    """On top, for the next seat; at the bottom where it is this seat that draws next."""
    draws_again = decision.debts[decision.seat] > 1 and REDIRECT not in decision.hand
    return decision.legal[0] if draws_again else hide(0)
