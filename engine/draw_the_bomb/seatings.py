"""Who sits where over a block: a balanced part of all orders of a table (decision 0008)."""

__all__ = ["seatings"]


def seatings(players: int) -> tuple[tuple[int, ...], ...]:
    """The seatings of a table of 2 to 5, in order: element s of each is the entry at seat s.

    They are the maps s → a + b·s, b ≠ 0, over the field of that many elements: numbers modulo 2,
    3 or 5, or the field of four. Take two different seats s and t and two different entries x
    and y: a + b·s = x and a + b·t = y has exactly one solution, b = (x - y) / (s - t) and
    a = x - b·s. So every ordered pair of entries sits at every ordered pair of seats exactly
    once. Hence each entry sits at each seat players - 1 times, and y sits on the left of x, at
    the next seat clockwise, players times for every x and y: and so at any other distance.

    players · (players - 1) is also the least that such a set can have: its size is a multiple of
    players (each entry equally often at seat 0) and of players - 1 (each of the others equally
    often on the left of entry 0). With 2 and 3 these are all orders, with 4 the even ones.
    """
    seats = range(players)
    maps = [
        tuple([_sum(players, a, _product(players, b, seat)) for seat in seats])
        for a in seats
        for b in range(1, players)
    ]
    return tuple(sorted(maps))


def _sum(size: int, one: int, other: int) -> int:
    if size == 4:  # polynomials over two elements: coefficients are the bits
        return one ^ other
    return (one + other) % size


def _product(size: int, one: int, other: int) -> int:
    if size == 4:  # 1, 2 and 3 are the powers of 2, a cycle of three
        return (one + other - 2) % 3 + 1 if one and other else 0
    return one * other % size
