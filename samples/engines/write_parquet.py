"""Writes lines of `kopiyka dump` as Parquet, by duckdb: write_parquet.py IN.jsonl OUT.parquet.

Rows in order of account and day lie beside rows that are alike, which is what makes the file small. A key is account, day
and sixteen hexadecimal digits, of which only these are kept: `kopiyka pipe identify` gives the whole.
"""
import sys

import duckdb

COPY = """
COPY (
    SELECT account, CAST(date AS DATE) AS date, CAST(amount AS DECIMAL(18, 2)) AS amount, currency, description, category,
           CAST('0x' || key[-16:] AS UBIGINT) AS hash
    FROM read_json(?, format = 'newline_delimited', maximum_object_size = 2097152, columns = {
        key: 'VARCHAR', account: 'VARCHAR', date: 'VARCHAR', amount: 'VARCHAR', currency: 'VARCHAR',
        description: 'VARCHAR', category: 'VARCHAR', "where": 'VARCHAR'})
    WHERE "where" IN ('queue', 'ledger') AND amount IS NOT NULL
    ORDER BY account, date, key
) TO '{target}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 1000000)
"""


def main(source, target):
    duckdb.connect().execute(COPY.replace('{target}', target.replace("'", "''")), [source])


if __name__ == '__main__':
    main(*sys.argv[1:])
