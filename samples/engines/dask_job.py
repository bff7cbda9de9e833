"""Categories of a file of records, by Dask: dask_job.py KOPIYKA IN OUT PARTITIONS.

A task is one process of the stage over one part of the lines. Dask runs it again when it or its worker dies.
"""
import itertools
import subprocess
import sys

import dask
from distributed import Client, LocalCluster


def categorize(kopiyka, source, start, end):
    # The task reads its part itself: data that a worker held for it would be lost with the worker.
    with open(source, 'rb') as file:
        file.seek(start)
        lines = file.read(end - start)
    # check: a stage that ends with another code than 0 fails the task, and after its retries the job.
    return subprocess.run([kopiyka, 'pipe', 'categorize'], input=lines, stdout=subprocess.PIPE, check=True).stdout


def main(kopiyka, source, target, partitions):
    # A worker that dies takes its tasks with it, which is no fault of theirs.
    dask.config.set({'distributed.scheduler.allowed-failures': 16})
    with open(source, 'rb') as file:
        ends = list(itertools.accumulate(map(len, file), initial=0))
    count = max(1, -(-(len(ends) - 1) // int(partitions)))
    parts = [(start, ends[min(at + count, len(ends) - 1)]) for at, start in list(enumerate(ends[:-1]))[::count]]
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        tasks = [client.submit(categorize, kopiyka, source, *part, retries=16) for part in parts]
        with open(target, 'wb') as file:
            for answers in client.gather(tasks):
                file.write(answers)


if __name__ == '__main__':
    main(*sys.argv[1:])
