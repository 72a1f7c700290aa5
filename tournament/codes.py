"""Match codes: a match of house bots under a named variant, in at most 16 characters.

A code is the variant (3 characters: a hash of its name), the bots by seat (4 bits each), the seed
(8 characters, 40 bits) and a check sign, all in Crockford's base 32. The same code gives the same
match, to every decision, as long as the engine and the bots are the same. Matches of a league
have no code: it would give their deals away.
"""

import secrets
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from bots.catalog import coded_bots, house_bot, house_bot_names
from engine import (
    Game,
    Setup,
    Variant,
    derive,
    find_variant,
    integer,
    root_key,
    variant_names,
)
from tournament.errors import TournamentError
from tournament.league import Limits
from tournament.line import Line

__all__ = ["PERSON", "SEED_BITS", "CodedMatch", "decode", "encode", "new_seed", "play_coded"]

PERSON: Final = "person"
SEED_BITS: Final = 40
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VARIANT_SIGNS: Final = 3
_SEED_SIGNS: Final = 8
_BOT_BITS: Final = 4
_SIGN_BITS: Final = 5
_LIKE: Final = str.maketrans("OIL", "011", "- ")
_FIELD: Final = 0b100101  # x^5 + x^2 + 1 over GF(2)
_BOT_SEED_BITS: Final = 63
_LIMITS: Final = Limits(1, 1, 1, "substitute", 1)  # house bots are not measured


class CodedMatch(NamedTuple):
    """What a code stands for."""

    variant: Variant
    bots: tuple[str, ...]
    """By seat the name of a house bot, or `person`."""
    seed: int


def new_seed() -> int:
    """A seed that nobody has had before."""
    return secrets.randbits(SEED_BITS)


def encode(variant: str, bots: Sequence[str], seed: int) -> str:
    """The code of a match; TournamentError for a variant, bot, seat count or seed that can't be."""
    found = _variant_of_name(variant)
    players = found.rules.players
    if len(bots) != players:
        raise TournamentError(f"code: found {len(bots)} bots; allowed: {players} for {variant}")
    known = house_bot_names(found.game.name)
    numbers = _numbers()
    number = 0
    for bot in bots:
        if bot != PERSON and bot not in known:
            allowed = ", ".join([*known, PERSON])
            raise TournamentError(f"code: found the bot {bot!r}; allowed: {allowed}")
        number = number << _BOT_BITS | numbers.index(bot)
    if not 0 <= seed < 1 << SEED_BITS:
        raise TournamentError(f"code: found the seed {seed}; allowed: 0 to {(1 << SEED_BITS) - 1}")
    values = [
        *_split(_variant_number(variant), _VARIANT_SIGNS),
        *_split(number, _bot_signs(players)),
        *_split(seed, _SEED_SIGNS),
    ]
    return "".join(_ALPHABET[value] for value in [*values, _check(values)])


def decode(code: str) -> CodedMatch:
    """The match of a code; TournamentError if it is none. Small letters, O, I, L, - will do."""
    signs = code.upper().translate(_LIKE)
    values = [_ALPHABET.find(sign) for sign in signs]
    if -1 in values or len(values) <= _VARIANT_SIGNS or _check(values[:-1]) != values[-1]:
        raise _no_code(
            code,
            "a results folder or a match code (this one has a wrong check sign)",
        )
    variant = _variant_of_number(_join(values[:_VARIANT_SIGNS]))
    if variant is None:
        raise _no_code(code, "a code for a variant that `tournament variants` lists")
    players: int = variant.rules.players
    split = _VARIANT_SIGNS + _bot_signs(players)
    number, seed = _join(values[_VARIANT_SIGNS:split]), _join(values[split:-1])
    places = [number >> _BOT_BITS * (players - 1 - seat) for seat in range(players)]
    bots = [place % (1 << _BOT_BITS) for place in places]
    if len(values) != split + _SEED_SIGNS + 1 or places[0] >= 1 << _BOT_BITS:
        raise _no_code(code, f"{split + _SEED_SIGNS + 1} characters for {variant.name}")
    known = [PERSON, *house_bot_names(variant.game.name)]
    numbers = _numbers()
    names = tuple(numbers[bot] if bot < len(numbers) else "" for bot in bots)
    if any(name not in known for name in names):
        raise _no_code(code, f"bots that play {variant.game.name}")
    return CodedMatch(variant, names, seed)


def play_coded(match: CodedMatch) -> list[Mapping[str, Any]]:
    """Play the match; the records of its hands. TournamentError if a person has a seat."""
    if PERSON in match.bots:
        found = f"a person on seat {match.bots.index(PERSON)}"
        raise TournamentError(f"code: found {found}; allowed: a house bot on every seat")
    game: Game = match.variant.game
    rules = match.variant.rules
    key = derive(root_key(b"match code"), match.variant.name, match.seed)
    seats = [
        house_bot(game.name, name)(
            Setup(game.name, rules, seat, integer(derive(key, "bot", seat), _BOT_SEED_BITS))
        )
        for seat, name in enumerate(match.bots)
    ]
    running = game.new_match(rules, derive(key, "deal"))
    line = Line("code", running, match.bots, [*seats], _LIMITS, {})
    line.run_inline()
    if line.reports:
        raise RuntimeError(f"house bot {line.reports[0].entry}: {line.reports[0].message}")
    return line.hands()


def _numbers() -> tuple[str, ...]:
    """Who has which number in a code."""
    return (PERSON, *coded_bots())


def _variant_of_name(name: str) -> Variant:
    if name not in variant_names():
        raise TournamentError(
            f"code: found the variant {name!r}; allowed: {', '.join(variant_names())}"
        )
    return find_variant(name)


def _variant_of_number(number: int) -> Variant | None:
    for name in variant_names():
        if _variant_number(name) == number:
            return find_variant(name)
    return None


def _variant_number(name: str) -> int:
    digest = blake2b(name.encode(), digest_size=2, person=b"variant code").digest()
    return int.from_bytes(digest, "big") >> 1


def _bot_signs(players: int) -> int:
    return -(-players * _BOT_BITS // _SIGN_BITS)


def _split(number: int, signs: int) -> list[int]:
    return [number >> _SIGN_BITS * place & 31 for place in reversed(range(signs))]


def _join(values: Sequence[int]) -> int:
    number = 0
    for value in values:
        number = number << _SIGN_BITS | value
    return number


def _check(values: Sequence[int]) -> int:
    """A checksum over GF(32) that finds every wrong character and every swap of neighbours."""
    check = 0
    for value in values:
        check <<= 1
        check ^= _FIELD if check >> _SIGN_BITS else 0
        check ^= value
    return check << 1 ^ (_FIELD if check >> (_SIGN_BITS - 1) else 0)


def _no_code(code: str, allowed: str) -> TournamentError:
    return TournamentError(f"code: found {code!r}; allowed: {allowed}")
