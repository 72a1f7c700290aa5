"""What is made of results: the DuckDB warehouse, leaderboards, points, replays."""
