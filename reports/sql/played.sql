-- What each entry did in all its matches, whether they rate anybody or not.
SELECT
    matches.variant,
    match_seats.entry,
    count(*) FILTER (matches.status <> 'void') AS matches,
    count(*) FILTER (matches.winner = match_seats.seat) AS wins,
    count(*) FILTER (match_seats.fault) AS faults
FROM match_seats
JOIN matches USING (match)
GROUP BY matches.variant, match_seats.entry
ORDER BY matches.variant, match_seats.entry
