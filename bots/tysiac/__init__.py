"""House bots of Tysiąc."""
