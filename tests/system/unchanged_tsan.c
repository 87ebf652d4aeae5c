/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Its children make threads, which the runtime of ThreadSanitizer allows if there were none before.
 */

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

int main(void)
{
    use_thread("at first");
    in_child(2);
    fork_with_thread();
    return 0;
}
