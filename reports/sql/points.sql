-- Points of the game itself. They are no rating and never stand beside one.
SELECT
    matches.variant,
    match_seats.entry,
    count(*) AS matches,
    sum(match_seats.final)::BIGINT AS total,
    sum(match_seats.final)::BIGINT / count(*) AS mean_per_match,
    min(match_seats.final) AS lowest,
    max(match_seats.final) AS highest,
    sum(matches.hands_played)::BIGINT AS hands,
    sum(match_seats.final)::BIGINT / sum(matches.hands_played)::BIGINT AS mean_per_hand
FROM match_seats
JOIN matches USING (match)
WHERE matches.status <> 'void'
GROUP BY matches.variant, match_seats.entry
ORDER BY matches.variant, total DESC, match_seats.entry
