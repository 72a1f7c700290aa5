"""House bots for Draw the Bomb."""
