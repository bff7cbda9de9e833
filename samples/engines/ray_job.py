"""Categories of a file of records, by Ray: ray_job.py KOPIYKA IN OUT PARTITIONS.

A task is one process of the stage over one part of the lines. Ray runs it again when it or its worker dies: the same lines
have the same answers.
"""
import subprocess
import sys

import ray


@ray.remote(max_retries=5, retry_exceptions=[subprocess.CalledProcessError])
def categorize(kopiyka, lines):
    # check: a stage that ends with another code than 0 fails the task, and after its retries the job.
    return subprocess.run([kopiyka, 'pipe', 'categorize'], input=lines, stdout=subprocess.PIPE, check=True).stdout


def main(kopiyka, source, target, partitions):
    ray.init(include_dashboard=False, log_to_driver=False)
    with open(source, 'rb') as file:
        lines = file.readlines()
    count = -(-len(lines) // int(partitions))
    parts = [b''.join(lines[start:start + count]) for start in range(0, len(lines), count)]
    tasks = [categorize.remote(kopiyka, part) for part in parts]
    with open(target, 'wb') as file:
        for answers in ray.get(tasks):
            file.write(answers)
    ray.shutdown()


if __name__ == '__main__':
    main(*sys.argv[1:])
