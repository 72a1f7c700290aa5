"""Names for what a record is made of."""

from typing import Any

Json = dict[str, Any]
Place = tuple[int, int]  # (index in `hands`, index in `actions`) of a decision

WHOLE_MATCH = (None, None)  # the place of a fault that no single decision made
