/* Runs one command and says what it cost:  measure REPORT COMMAND [ARGUMENT…]
 *
 * Writes `wall_ns user_us system_us peak_kib status` to REPORT; status is the exit code, or 128 + the signal. The peak is the
 * kernel's count of resident memory (wait4, ru_maxrss). It is taken here and not in run.py because a child's peak starts
 * with the memory of the process it was forked from: under Python every small program would seem to need what Python needs.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words)
{
    if (count < 3) {
        fprintf(stderr, "usage: measure REPORT COMMAND [ARGUMENT...]\n");
        return 64;
    }
    struct timespec before, after;
    struct rusage used;
    int status = 0;
    clock_gettime(CLOCK_MONOTONIC, &before);
    pid_t child = fork();
    if (child < 0) return 74;
    if (child == 0) {
        int nothing = open("/dev/null", O_RDONLY);
        if (nothing >= 0) dup2(nothing, 0);
        execvp(words[2], words + 2);
        fprintf(stderr, "measure: cannot run %s\n", words[2]);
        _exit(127);
    }
    if (wait4(child, &status, 0, &used) != child) return 74;
    clock_gettime(CLOCK_MONOTONIC, &after);

    FILE *report = fopen(words[1], "w");
    if (report == NULL) return 74;
    long long wall = (after.tv_sec - before.tv_sec) * 1000000000LL + (after.tv_nsec - before.tv_nsec);
    fprintf(report, "%lld %lld %lld %ld %d\n", wall,
            used.ru_utime.tv_sec * 1000000LL + used.ru_utime.tv_usec,
            used.ru_stime.tv_sec * 1000000LL + used.ru_stime.tv_usec,
            used.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return fclose(report) == 0 ? 0 : 74;
}
