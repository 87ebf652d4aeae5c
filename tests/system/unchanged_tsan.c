/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * usage: unchanged_tsan tsan|race. tsan: its children make threads, which the runtime of
 * ThreadSanitizer allows if there were none before. race: threads that nothing orders write one
 * variable, which ends the program with the runtime's status.
 */

const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "log_path=report:symbolize=0:exitcode=66"; /* what it says has addresses */
}

static void *work(void *sum)
{
    for (int i = 0; i < 5000000; i++)
        *(volatile int *)sum += i % 3;
    return NULL;
}

static void use_thread(const char *where)
{
    pthread_t thread;
    int sum = 0, error = pthread_create(&thread, NULL, work, &sum);

    if (!error)
        pthread_join(thread, NULL);
    printf("%s: %d %d\n", where, error, sum);
    fflush(stdout);
}

static int in_child(int depth)
{
    int status = -1;
    pid_t child;

    if (depth > 0) {
        child = fork();
        if (child == 0)
            _exit(in_child(depth - 1));
        waitpid(child, &status, 0);
        printf("a child: %d\n", status);
    }
    use_thread("in a child");
    return depth;
}

static void *wait_for_end(void *file)
{
    char byte;

    return read(*(int *)file, &byte, 1) < 0 ? file : NULL;
}

/* Its child may have no threads, but work. */
static void fork_with_thread(void)
{
    pthread_t thread;
    int ends[2], status = -1, sum = 0;
    pid_t child;

    if (pipe(ends) != 0 || pthread_create(&thread, NULL, wait_for_end, &ends[0]) != 0)
        return;
    child = fork();
    if (child == 0) {
        work(&sum);
        _exit(sum % 100);
    }
    waitpid(child, &status, 0);
    printf("a child of two threads: %d\n", status);
    close(ends[1]);
    pthread_join(thread, NULL);
}

static int shared;

static void *increment(void *unused)
{
    shared++;
    return unused;
}

static void race(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, increment, NULL) != 0)
            return;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "race") == 0) {
        race();
        use_thread("after the race");
        return 0;
    }
    use_thread("at first");
    in_child(2);
    fork_with_thread();
    return 0;
}
