"""An arena in each tier that works here, shared by the tests of a module."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from arena import Arena, works

from tournament.isolation.tiers import Tier


@pytest.fixture(scope="module")
def bwrap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    yield from opened(Tier.bwrap, tmp_path_factory)


@pytest.fixture(scope="module")
def landlock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    yield from opened(Tier.landlock, tmp_path_factory)


@pytest.fixture(scope="module")
def basic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    yield from opened(Tier.basic, tmp_path_factory)


def opened(tier: Tier, factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """An arena for as long as its tests last; skipped where the tier doesn't work."""
    works(tier)
    arena = Arena(tier, factory.mktemp(tier))
    with closing(arena.roster):
        yield arena


@pytest.fixture(params=["bwrap", "landlock", "basic"])
def arena(request: pytest.FixtureRequest) -> Arena:
    """Each tier in turn."""
    found: Arena = request.getfixturevalue(request.param)
    return found


@pytest.fixture(params=["bwrap", "landlock"])
def walled(request: pytest.FixtureRequest) -> Arena:
    """Each tier that keeps an entry from what is not its own."""
    found: Arena = request.getfixturevalue(request.param)
    return found
