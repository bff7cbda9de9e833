"""Categories of a file of records, by Spark: spark_job.py KOPIYKA IN OUT MASTER PARTITIONS.

A partition is one process of the stage. checkCode makes a broken stage fail its task, which Spark runs again, and at last
the job: without it what a dead process wrote counts for all of it, and the rest of the rows is lost without a word.
"""
import shlex
import sys

from pyspark import SparkConf, SparkContext


def main(kopiyka, source, target, master, partitions):
    conf = SparkConf().setMaster(master).setAppName('kopiyka').set('spark.ui.enabled', 'false')
    with SparkContext(conf=conf) as spark:
        spark.setLogLevel('ERROR')
        lines = spark.textFile(source, minPartitions=int(partitions))
        if partitions == '1':
            lines = lines.coalesce(1)
        # In order of the lines: part-00000, part-00001, …
        lines.pipe(shlex.quote(kopiyka) + ' pipe categorize', checkCode=True).saveAsTextFile(target)


if __name__ == '__main__':
    main(*sys.argv[1:])
