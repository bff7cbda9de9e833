"""Categories of a file of records, by Dask: dask_job.py KOPIYKA IN OUT PARTITIONS.

A task is one process of the stage over one part of the lines. Dask runs it again when it or its worker dies.
"""
import subprocess
import sys

import dask
from distributed import Client, LocalCluster


def categorize(kopiyka, lines):
    # check: a stage that ends with another code than 0 fails the task, and after its retries the job.
    return subprocess.run([kopiyka, 'pipe', 'categorize'], input=lines, stdout=subprocess.PIPE, check=True).stdout


def main(kopiyka, source, target, partitions):
    # A worker that dies takes its tasks with it, which is no fault of theirs.
    dask.config.set({'distributed.scheduler.allowed-failures': 16})
    with open(source, 'rb') as file:
        lines = file.readlines()
    count = -(-len(lines) // int(partitions))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        parts = client.scatter([b''.join(lines[start:start + count]) for start in range(0, len(lines), count)])
        tasks = client.map(categorize, [kopiyka] * len(parts), parts, retries=16)
        with open(target, 'wb') as file:
            for answers in client.gather(tasks):
                file.write(answers)


if __name__ == '__main__':
    main(*sys.argv[1:])
