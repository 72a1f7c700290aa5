"""A toy: three tricks with twelve cards, the higher card takes one. It shows what a game needs."""
