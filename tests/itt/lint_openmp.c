/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Parallel regions of libomp, LLVM's OpenMP, by the entry point that it has for GNU's compiler. It
 * ends the program when a collector gives it no stacks to stitch. Status 77: there is no libomp.
 */

static void work(void *data)
{
    atomic_fetch_add((atomic_int *)data, 1);
}

int main(void)
{
    void *const library = dlopen("libomp.so.5", RTLD_NOW);
    union {
        void *pointer;
        void (*code)(void (*work)(void *), void *data, unsigned threads, unsigned flags);
    } parallel;
    atomic_int n = 0;

    if (!library)
        return 77;
    parallel.pointer = dlsym(library, "GOMP_parallel");
    if (!parallel.pointer)
        return 77;
    for (int i = 0; i < 10; i++)
        parallel.code(work, &n, 4, 0);
    printf("%d\n", atomic_load(&n));
    return atomic_load(&n) == 40 ? 0 : 1;
}
