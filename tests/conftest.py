"""Shared by all tests: one Ray for the session, a deterministic hypothesis."""

import os
import secrets
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def ray_address() -> Iterator[str]:
    """The address of a Ray of two CPUs that lives as long as the session."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ["RAY_AUTH_MODE"] = "token"
    os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
    import ray

    context = ray.init(
        num_cpus=2,
        include_dashboard=False,
        logging_level="ERROR",
        log_to_driver=False,
        object_store_memory=100 * 1024 * 1024,
        runtime_env={"env_vars": {"PYTHONHASHSEED": "0"}},
    )
    yield context.address_info["address"]
    ray.shutdown()
