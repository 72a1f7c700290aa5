"""An arena in each tier that works here, shared by the tests of a module."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from arena import Arena, works

from tournament.isolation.tiers import Tier


@pytest.fixture(scope="module")
def bwrap(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    works(Tier.bwrap)
    arena = Arena(Tier.bwrap, tmp_path_factory.mktemp("bwrap"))
    with closing(arena.roster):
        yield arena


@pytest.fixture(scope="module")
def landlock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    works(Tier.landlock)
    arena = Arena(Tier.landlock, tmp_path_factory.mktemp("landlock"))
    with closing(arena.roster):
        yield arena


@pytest.fixture(scope="module")
def basic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    works(Tier.basic)
    arena = Arena(Tier.basic, tmp_path_factory.mktemp("basic"))
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
