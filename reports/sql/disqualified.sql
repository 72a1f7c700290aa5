-- What the disqualified entries played: their blocks count for nobody's rating.
SELECT
    matches.variant,
    match_seats.entry,
    count(*) AS matches,
    count(DISTINCT matches.stream) AS blocks,
    count(*) FILTER (match_seats.fault) AS faults
FROM match_seats
JOIN matches USING (match)
JOIN disqualified USING (entry)
GROUP BY matches.variant, match_seats.entry
ORDER BY matches.variant, match_seats.entry
