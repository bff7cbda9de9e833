#!/usr/bin/env python3
"""Runs the jobs of samples/engines/ over the same records, and compares their answers with those of one process.

    engines.py KOPIYKA [--rows N] [--kills N] [--only NAME…] [--venv DIR]

A record in a hundred is hostile. Each engine answers with 1, 7 and 64 partitions, and once more while its workers are
killed at random moments: the bytes are the same each time. A stage that breaks fails each job. Four loaders put shuffled
rows into PostgreSQL at once; a dump becomes Parquet.

Packages of PyPI come into a virtual environment of this test; without PyPI it says so and ends with 0.
"""
import argparse
import hashlib
import json
import os
import pwd
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
JOBS = os.path.join(ROOT, 'samples', 'engines')
PACKAGES = {'ray': ['ray==2.60.0'], 'spark': ['pyspark==4.3.0'], 'cluster': ['pyspark==4.3.0'],
            'dask': ['dask==2026.8.0', 'distributed==2026.8.0'], 'parquet': ['duckdb==2.0.1'], 'parallel': [], 'postgres': []}


class Failure(Exception):
    pass


def say(text):
    print(f'engines: {text}', flush=True)


# ---- records ---------------------------------------------------------------------------------------------------------

def hostile(number):
    kinds = [
        '', 'no JSON', '{"descriptor":"АТБ"}', f'{{"id":{number}}}', f'{{"id":{number},"descriptr":"АТБ"}}',
        f'{{"id":{number},"descriptor":"a\0b"}}', f'{{"id":{number},"descriptor":"a\\u0000b"}}',
        f'{{"id":{number},"id":{number},"descriptor":"a"}}', '[' * 500, f'{{"id":{number},"descriptor":"a","mcc":"x"}}',
        f'{{"id":{number},"descriptor":"a"', f'{{"id":{number},"descriptor":"a","amount":"1 000,50"}}']
    return kinds[number // 100 % len(kinds)]


def write_records(kopiyka, folder, rows):
    """Records for categorize and for identify, of one invented account, oldest first."""
    statement, records, facts = (os.path.join(folder, name) for name in ('mono.csv', 'records.jsonl', 'facts.jsonl'))
    subprocess.run([sys.executable, os.path.join(ROOT, 'Tests', 'Benchmarks', 'generate.py'), '--format', 'mono-csv',
                    '-n', str(rows), '-o', statement], check=True, stdout=subprocess.DEVNULL)
    lines = subprocess.run([kopiyka, 'read', '--json', statement], check=True, stdout=subprocess.PIPE).stdout.splitlines()
    with open(records, 'w', encoding='utf-8') as of_texts, open(facts, 'wb') as of_facts:
        for number, line in enumerate(reversed(lines)):
            of_facts.write(b'{"id":%d,"fact":%b}\n' % (number, line))
            if number % 100 == 99:
                of_texts.write(hostile(number) + '\n')
                continue
            fact = json.loads(line)
            record = {'id': str(number), 'descriptor': fact['description'], 'amount': fact['amount'], 'currency': 'UAH'}
            if 'mcc' in fact:
                record['mcc'] = fact['mcc']
            if number in (rows // 3, rows // 2):
                record['memo'] = 'x' * (2 << 20)
            of_texts.write(json.dumps(record, ensure_ascii=False, separators=(',', ':')) + '\n')
    return statement, records, facts


# ---- processes -------------------------------------------------------------------------------------------------------

def children_of(root):
    """Ids and command lines of all processes that this one started, and they, and so on."""
    parents, lines = {}, {}
    for name in os.listdir('/proc'):
        if not name.isdigit():
            continue
        try:
            with open(f'/proc/{name}/stat', encoding='utf-8', errors='replace') as file:
                parents[int(name)] = int(file.read().rsplit(')', 1)[1].split()[1])
            with open(f'/proc/{name}/cmdline', 'rb') as file:
                lines[int(name)] = file.read().replace(b'\0', b' ').decode(errors='replace')
        except (OSError, IndexError, ValueError):
            continue
    found, front = {}, [root]
    while front:
        parent = front.pop()
        for process, above in parents.items():
            if above == parent and process not in found:
                found[process] = lines.get(process, '')
                front.append(process)
    return found


class Killer(threading.Thread):
    """Kills random workers of a job, and its stages, at random moments after the first stage began.

    Before that an engine starts its workers, and one that cannot have them gives up, as it should.
    """
    WORKERS = ('ray::categorize', 'pyspark.daemon', 'CoarseGrainedExecutorBackend', 'spawn_main')

    def __init__(self, job, kopiyka, wanted, dice):
        super().__init__(daemon=True)
        self.job, self.stage, self.wanted, self.dice = job, f'{kopiyka} pipe', wanted, dice
        self.killed, self.stops = 0, threading.Event()

    def run(self):
        begun = False
        while self.killed < self.wanted and not self.stops.wait(self.dice.uniform(0.05, 0.6)):
            children = children_of(self.job)
            begun = begun or any(line.startswith(self.stage) for line in children.values())
            workers = [process for process, line in children.items()
                       if line.startswith(self.stage) or any(word in line for word in self.WORKERS)]
            if begun and workers:
                try:
                    os.kill(self.dice.choice(workers), signal.SIGKILL)
                    self.killed += 1
                except ProcessLookupError:
                    pass


class Engine:
    def __init__(self, name, python, folder):
        self.name, self.python, self.folder = name, python, folder
        self.target = os.path.join(folder, f'{name}.out')

    def command(self, kopiyka, source, partitions, kills):
        if self.name in ('spark', 'cluster'):
            master = 'local[2]' if self.name == 'spark' else 'local-cluster[2,1,1024]'
            # In local mode there is one try for a task, unless the name of the master says how many.
            master = 'local[2,16]' if self.name == 'spark' and kills else master
            return [self.python, f'{JOBS}/spark_job.py', kopiyka, source, self.target, master, str(partitions)]
        if self.name == 'parallel':
            return ['sh', f'{JOBS}/parallel_job.sh', kopiyka, source, self.target, str(partitions)]
        return [self.python, f'{JOBS}/{self.name}_job.py', kopiyka, source, self.target, str(partitions)]

    def run(self, kopiyka, source, partitions, kills=0, dice=None):
        """The exit code, and how many processes were killed."""
        shutil.rmtree(self.target, ignore_errors=True)
        if os.path.exists(self.target):
            os.remove(self.target)
        environment = dict(os.environ, TMPDIR=self.folder, RAY_DISABLE_IMPORT_WARNING='1', PYSPARK_PYTHON=self.python,
                           SPARK_LOCAL_DIRS=self.folder, SPARK_LOCAL_IP='127.0.0.1', RAY_USAGE_STATS_ENABLED='0')
        if kills:
            retries = '--conf spark.task.maxFailures=16 --conf spark.deploy.maxExecutorRetries=-1'
            environment['PYSPARK_SUBMIT_ARGS'] = retries + ' pyspark-shell'
        log = os.path.join(self.folder, f'{self.name}.log')
        with open(log, 'wb') as out:
            job = subprocess.Popen(self.command(kopiyka, source, partitions, kills), stdout=out, stderr=out, env=environment,
                                   cwd=self.folder)
            killer = Killer(job.pid, kopiyka, kills, dice) if dice else None
            if killer:
                killer.start()
            code = job.wait()
            if killer:
                killer.stops.set()
                killer.join()
        if code != 0:
            with open(log, encoding='utf-8', errors='replace') as file:
                self.words = file.read()[-2000:]
        return code, killer.killed if killer else 0

    def answers(self):
        """The bytes of the answers, in order."""
        if not os.path.isdir(self.target):
            with open(self.target, 'rb') as file:
                return file.read()
        parts = sorted(name for name in os.listdir(self.target) if name.startswith('part-'))
        text = b''
        for part in parts:
            with open(os.path.join(self.target, part), 'rb') as file:
                text += file.read()
        return text


def test_engine(engine, kopiyka, source, expected, options):
    for partitions in options.partitions:
        began = time.monotonic()
        code, _ = engine.run(kopiyka, source, partitions)
        if code != 0:
            raise Failure(f'{engine.name}, {partitions} partitions: exit {code}\n{engine.words}')
        if hashlib.sha256(engine.answers()).hexdigest() != expected:
            raise Failure(f'{engine.name}, {partitions} partitions: other answers')
        say(f'{engine.name:8} {partitions:3} partitions {time.monotonic() - began:6.1f} s  the same')
    if options.kills:
        test_kills(engine, kopiyka, source, expected, options)


def test_kills(engine, kopiyka, source, expected, options):
    wanted, partitions = options.kills, max(options.partitions)
    dice, killed, runs, most = random.Random(20), 0, 0, wanted
    while killed < wanted:
        runs += 1
        code, count = engine.run(kopiyka, source, partitions, min(most, wanted - killed), dice)
        if code != 0:
            # An engine that has no workers left may give up, and says so. Such kills prove nothing of
            # the answers.
            say(f'{engine.name:8} gave up after {count} kills, exit {code}: {engine.words.splitlines()[-1:]}')
            most = max(1, most // 2)
            if runs > 20:
                raise Failure(f'{engine.name}: gave up in most of {runs} runs')
            continue
        killed += count
        if hashlib.sha256(engine.answers()).hexdigest() != expected:
            raise Failure(f'{engine.name}: other answers after {count} kills')
        if runs > 20:
            raise Failure(f'{engine.name}: {killed} kills in {runs} runs')
    say(f'{engine.name:8} {killed} workers killed in {runs} jobs: the same')


def test_broken(engine, folder, kopiyka, source):
    """A stage that answers some lines and ends with 70, and one that is killed each time, fail the job."""
    for name, end in (('70', 'exit 70'), ('signal', 'kill -9 $$')):
        broken = os.path.join(folder, f'broken-{name}')
        with open(broken, 'w', encoding='utf-8') as file:
            file.write(f'#!/bin/sh\nhead -n 3 | "{kopiyka}" "$@"\ncat >/dev/null\n{end}\n')
        os.chmod(broken, 0o755)
        code, _ = engine.run(broken, source, 2)
        if code == 0:
            raise Failure(f'{engine.name}: a stage that ends with {end} did not fail the job')
    say(f'{engine.name:8} a broken stage fails the job')


# ---- one process -----------------------------------------------------------------------------------------------------

def measured(command, source):
    """The answers of one process, its seconds of the processor and its peak in MiB."""
    # From a small process: a child begins with the peak of the process that forked it.
    ask = ('import os, resource, subprocess, sys; code = subprocess.call(sys.argv[1:]); '
           'used = resource.getrusage(resource.RUSAGE_CHILDREN); '
           'print(code, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, file=sys.stderr)')
    with open(source, 'rb') as file, tempfile.TemporaryFile() as out:
        done = subprocess.run([sys.executable, '-c', ask, *command], stdin=file, stdout=out, stderr=subprocess.PIPE, text=True)
        code, seconds, peak = done.stderr.split()[-3:]
        if code != '0':
            raise Failure(f'{" ".join(command)}: exit {code}\n{done.stderr}')
        out.seek(0)
        return out.read(), float(seconds), float(peak)


def test_alone(kopiyka, records, facts, rows):
    answers, seconds, peak = measured([kopiyka, 'pipe', 'categorize'], records)
    say(f'categorize {rows / seconds:9,.0f} rows a core-second, peak {peak:5.1f} MiB')
    keys, seconds, peak = measured([kopiyka, 'pipe', 'identify'], facts)
    say(f'identify   {rows / seconds:9,.0f} rows a core-second, peak {peak:5.1f} MiB')
    if answers.count(b'\n') != rows or keys.count(b'\n') != rows:
        raise Failure('lines out are not lines in')
    rejected = answers.count(b',"rejected":')
    if not rows // 100 <= rejected <= rows // 100 + 2:
        raise Failure(f'{rejected} rejected records')
    # A line waits for no other: who sends one and waits for its answer gets it.
    process = subprocess.Popen([kopiyka, 'pipe', 'categorize'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for number in range(3):
        process.stdin.write(b'{"id":%d,"descriptor":"ATB"}\n' % number)
        process.stdin.flush()
        if not process.stdout.readline().startswith(b'{"id":%d,"suggestion"' % number):
            raise Failure('an answer did not come before the next line')
    process.stdin.close()
    if process.wait() != 0:
        raise Failure('the stage ended with another code than 0')
    process.stdout.close()
    return hashlib.sha256(answers).hexdigest(), keys


# ---- PostgreSQL ------------------------------------------------------------------------------------------------------

def test_postgres(folder, keys):
    binaries = '/usr/lib/postgresql/15/bin'
    if not os.path.exists(f'{binaries}/initdb'):
        raise Failure('PostgreSQL 15 is not there: apt-get install postgresql-15')
    place = os.path.join(folder, 'postgres')
    os.mkdir(place)
    # A server of root is refused: it runs as a user without rights.
    user, prefix = None, []
    if os.getuid() == 0:
        user = next(pwd.getpwnam(name) for name in ('postgres', 'nobody') if has_user(name))
        prefix = ['setpriv', f'--reuid={user.pw_uid}', f'--regid={user.pw_gid}', '--clear-groups']
        os.chown(place, user.pw_uid, user.pw_gid)
        os.chmod(folder, 0o755)
    def run(*words, **more):
        return subprocess.run([*prefix, *words], check=True, cwd=place, **more)
    data = f'{place}/data'
    run(f'{binaries}/initdb', '--auth=trust', '--username=kopiyka', '--encoding=UTF8', '--locale=C.UTF-8', '-D', data,
        stdout=subprocess.DEVNULL)
    run(f'{binaries}/pg_ctl', '-w', '-D', data, '-l', f'{place}/log', '-o',
        f"-c listen_addresses='' -c unix_socket_directories='{place}' -c fsync=off", 'start', stdout=subprocess.DEVNULL)
    try:
        lines = keys.splitlines(keepends=True)
        database = f'host={place} user=kopiyka dbname=postgres'
        files = []
        for number in range(4):
            random.Random(number).shuffle(lines)
            files.append(os.path.join(place, f'answers-{number}'))
            with open(files[-1], 'wb') as file:
                file.writelines(lines)
        subprocess.run([f'{JOBS}/load_postgres.sh', database, files[0]], check=True, stderr=subprocess.DEVNULL)
        ask = ['psql', '-XAtc', 'SELECT count(*), count(DISTINCT key) FROM rows', database]
        wanted = len({json.loads(line).get('key') for line in lines} - {None})
        once = subprocess.run(ask, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        subprocess.run(['psql', '-Xqc', 'TRUNCATE rows', database], check=True)
        loaders = [subprocess.Popen([f'{JOBS}/load_postgres.sh', database, file], stderr=subprocess.DEVNULL)
                   for file in files]
        codes = [loader.wait() for loader in loaders]
        found = subprocess.run(ask, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        if codes != [0, 0, 0, 0] or {once, found} != {f'{wanted}|{wanted}'}:
            raise Failure(f'four loaders: exit {codes}, rows {found}, once {once}, wanted {wanted}')
        say(f'postgres four loaders of {len(lines):,} shuffled rows each: {wanted:,} rows, each once')
    finally:
        run(f'{binaries}/pg_ctl', '-D', data, '-m', 'immediate', 'stop', stdout=subprocess.DEVNULL)


def has_user(name):
    try:
        return bool(pwd.getpwnam(name))
    except KeyError:
        return False


# ---- Parquet ---------------------------------------------------------------------------------------------------------

def test_parquet(folder, python, kopiyka, statement):
    workspace, dump, target = (os.path.join(folder, name) for name in ('money', 'dump.jsonl', 'rows.parquet'))
    subprocess.run([kopiyka, 'init', workspace], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run([kopiyka, 'import', '--workspace', workspace, statement], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    with open(dump, 'wb') as file:
        subprocess.run([kopiyka, 'dump', '--workspace', workspace], check=True, stdout=file)
    subprocess.run([python, f'{JOBS}/write_parquet.py', dump, target], check=True)
    count = ('import duckdb, sys; print(*duckdb.connect().execute("SELECT count(*), count(DISTINCT (date, hash)), '
             'sum(amount) FROM read_parquet(?)", [sys.argv[1]]).fetchone())')
    found = subprocess.run([python, '-c', count, target], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    rows, total = 0, 0
    with open(dump, 'rb') as file:
        for line in file:
            row = json.loads(line)
            if row.get('where') in ('queue', 'ledger') and 'amount' in row:
                rows, total = rows + 1, total + round(float(row['amount']) * 100)
    if rows == 0 or found[:2] != [str(rows)] * 2 or round(float(found[2]) * 100) != total:
        raise Failure(f'parquet: {found}, wanted {rows} rows and {total} kopiykas')
    say(f'parquet  {rows:,} rows, {os.path.getsize(target) / rows:.1f} bytes a row')


# ---- the environment -------------------------------------------------------------------------------------------------

def environment(folder, names):
    """The interpreter of an environment with the packages; nil if PyPI cannot be reached."""
    python = os.path.join(folder, 'bin', 'python3')
    if not os.path.exists(python):
        subprocess.run([sys.executable, '-m', 'venv', folder], check=True)
    wanted = sorted({package for name in names for package in PACKAGES[name]})
    if not wanted:
        return python
    there = subprocess.run([python, '-m', 'pip', 'install', '--quiet', '--no-index', *wanted], stderr=subprocess.DEVNULL)
    if there.returncode == 0:
        return python
    # Python compiles what a job imports; compiling all of Ray takes longer than the job.
    code = subprocess.run([python, '-m', 'pip', 'install', '--quiet', '--no-compile', '--disable-pip-version-check',
                           *wanted]).returncode
    return python if code == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('kopiyka')
    parser.add_argument('--rows', type=int, default=1_000_000)
    parser.add_argument('--kills', type=int, default=20)
    parser.add_argument('--partitions', type=int, nargs='+', default=[1, 7, 64])
    parser.add_argument('--only', nargs='+', choices=sorted(PACKAGES), default=list(PACKAGES))
    parser.add_argument('--venv', default=os.path.join(ROOT, '.build', 'engines', 'venv'))
    options = parser.parse_args()
    kopiyka = os.path.abspath(options.kopiyka)
    python = environment(options.venv, options.only)
    if python is None:
        say('skipped: the packages cannot be had from PyPI')
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory(prefix='kopiyka-engines-', dir='/tmp') as folder:
        statement, records, facts = write_records(kopiyka, folder, options.rows)
        expected, keys = test_alone(kopiyka, records, facts, options.rows)
        say(f'one process: SHA-256 {expected}')
        few = os.path.join(folder, 'few.jsonl')
        with open(records, 'rb') as source, open(few, 'wb') as target:
            target.writelines(source.readlines()[:1000])
        for name in options.only:
            if name == 'postgres':
                test_postgres(folder, b''.join(keys.splitlines(keepends=True)[:200_000]))
            elif name == 'parquet':
                test_parquet(folder, python, kopiyka, statement)
            else:
                engine = Engine(name, python, folder)
                test_engine(engine, kopiyka, records, expected, options)
                test_broken(engine, folder, kopiyka, few)


if __name__ == '__main__':
    try:
        main()
    except Failure as failure:
        sys.exit(f'engines: error: {failure}')
