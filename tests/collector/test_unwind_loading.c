/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "call_chain.h"
#include "stack_observer.h"

#include "collector/modules/loader_scan.h"
#include "collector/modules/reader_guard.h"
#include "collector/unwind/unwind.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/*
 * Threads that load a module, call it and unload it, all being interrupted thousands of times a
 * second meanwhile: nothing crashes, nothing waits forever.
 */
enum { THREADS = 3, LOADS = 2500, RESTS = 50 };

static atomic_int at_work, total, good, rests;
static pthread_barrier_t together;

static char plugins[THREADS][32 + sizeof CHAIN_PLUGINS];

static uint64_t work(unsigned depth, uint64_t x)
{
    return chain_library(x + depth);
}

static uint64_t raise_and_work(unsigned depth, uint64_t x)
{
    pthread_kill(pthread_self(), SIGUSR1);
    return chain_library(x + depth);
}

typedef uint64_t plugin_function(chain_function *, unsigned, uint64_t);

/* What the handler has counted, with no signal between the two numbers. */
static void read_seen(uint64_t *samples, uint64_t *complete)
{
    sigset_t interruption;

    sigemptyset(&interruption);
    sigaddset(&interruption, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &interruption, NULL);
    *samples = observer_seen()->samples;
    *complete = observer_seen()->complete;
    pthread_sigmask(SIG_UNBLOCK, &interruption, NULL);
}

/* All threads have their modules, and none unloads one: stacks are complete. */
static void rest(plugin_function *call)
{
    uint64_t samples[2], complete[2];

    pthread_barrier_wait(&together);
    gau_loaded_modules_scan();
    pthread_barrier_wait(&together);
    read_seen(&samples[0], &complete[0]);
    call(raise_and_work, 3, 1);
    read_seen(&samples[1], &complete[1]);
    rests += samples[1] > samples[0] && samples[1] - samples[0] == complete[1] - complete[0];
    pthread_barrier_wait(&together);
}

static void *load_and_unload(void *path)
{
    uint64_t x = 1;

    observer_attach();
    for (int i = 0; i < LOADS; i++) {
        plugin_function *call;
        void *const plugin = dlopen(path, RTLD_LAZY);

        *(void **)&call = dlsym(plugin, "plugin_call");
        if (i % (LOADS / RESTS) == 0)
            rest(call);
        x = call(work, 3, x);
        gau_reader_guard_unloading();
        gau_loaded_modules_scan();
        dlclose(plugin);
        gau_loaded_modules_scan();
        gau_reader_guard_unloaded();
        free(malloc(100 + x % 100));
    }
    total += (int)observer_seen()->samples;
    good += (int)observer_seen()->complete;
    at_work--;
    observer_detach();
    return NULL;
}

static void load_under_signals(void)
{
    const struct timespec pause = {.tv_nsec = 100000};
    pthread_t threads[THREADS];

    total = good = rests = 0;
    assert_int_equal(pthread_barrier_init(&together, NULL, THREADS), 0);
    at_work = THREADS;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, load_and_unload, plugins[i]), 0);
    while (at_work > 0) {
        for (int i = 0; i < THREADS; i++)
            pthread_kill(threads[i], SIGUSR1);
        nanosleep(&pause, NULL);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&together);
    /* Otherwise few are complete: while a module goes nothing new is read of any. */
    print_message("%d samples, %d complete; %d rests with complete ones\n", (int)total, (int)good,
                  (int)rests);
    assert_int_equal(rests, THREADS * RESTS);
}

static void modules_come_and_go_while_stacks_are_taken(void **state)
{
    (void)state;
    load_under_signals();
}

static void they_do_so_with_a_published_table(void **state)
{
    (void)state;
    gau_loaded_modules_only_published = true;
    gau_loaded_modules_scan();
    load_under_signals();
    gau_loaded_modules_only_published = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_come_and_go_while_stacks_are_taken),
        cmocka_unit_test(they_do_so_with_a_published_table),
    };

    for (int i = 0; i < THREADS; i++)
        snprintf(plugins[i], sizeof plugins[i], CHAIN_PLUGINS "chain_plugin_%d.so", i + 1);
    observer_install(SIGUSR1, SA_RESTART);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
