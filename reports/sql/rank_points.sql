-- Half points that each entry won against single opponents, by deal stream: two for an opponent
-- that finished behind it, one for an equal one. Integers only: their sums don't depend on order.
-- Blocks of disqualified entries are left out.
WITH seats AS (
    SELECT
        matches.variant,
        matches.stream,
        match_seats.entry,
        match_seats.rank,
        count(*) OVER (PARTITION BY match_seats.match) AS players,
        count(*) OVER (PARTITION BY match_seats.match, match_seats.rank) AS level
    FROM match_seats
    JOIN matches USING (match)
    WHERE
        matches.status <> 'void'
        AND matches.block NOT IN (
            SELECT seated.block
            FROM matches AS seated
            JOIN match_seats AS own USING (match)
            JOIN disqualified USING (entry)
        )
)
SELECT
    variant,
    entry,
    stream,
    sum(2 * (players - rank) + 1 - level)::BIGINT AS halves,
    sum(2 * (players - 1))::BIGINT AS halves_possible
FROM seats
GROUP BY variant, entry, stream
ORDER BY variant, entry, stream
