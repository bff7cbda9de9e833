#!/bin/sh
# Loads keyed rows into PostgreSQL: load_postgres.sh DATABASE ANSWERS, where ANSWERS are lines of `kopiyka pipe identify`.
#
# The order by key lets several loaders run at once: without it they take the same keys in different orders and die of
# deadlock. The key makes a second delivery harmless.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname "$1" <<SQL
CREATE TABLE IF NOT EXISTS rows (key text PRIMARY KEY, id text NOT NULL);
CREATE TEMPORARY TABLE answers (line text NOT NULL);
-- CSV with marks that no JSON has: a line is one column, as it is.
\\copy answers FROM '$2' WITH (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')
INSERT INTO rows (key, id)
SELECT DISTINCT ON (answer->>'key') answer->>'key', answer->>'id'
FROM (SELECT line::json AS answer FROM answers) AS parsed
WHERE answer->>'key' IS NOT NULL AND answer->>'state' IS DISTINCT FROM 'repeated'
ORDER BY answer->>'key', answer->>'id'
ON CONFLICT DO NOTHING;
SQL
