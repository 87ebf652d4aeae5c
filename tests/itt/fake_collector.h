/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ITT_FAKE_COLLECTOR_H
#define TESTS_ITT_FAKE_COLLECTOR_H

#include "itt/itt_abi.h"
#include "itt/itt_prototypes.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Common parts of the tests' collectors: a log of their calls, and filling of slots. */

#define FAKE_API __attribute__((__visibility__("default")))

/* Called by the tests; each collector has its own. */
FAKE_API const char *fake_call_log(void);
FAKE_API unsigned fake_calls(void);
FAKE_API void fake_forget(void);

static pthread_mutex_t call_log_mutex = PTHREAD_MUTEX_INITIALIZER;
static char call_log[8192];
static size_t call_log_length;
static unsigned call_log_calls;

/* Adds words to the log; when it is full, only counts. */
__attribute__((__format__(__printf__, 1, 2))) static void note(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&call_log_mutex);
    call_log_calls++;
    if (length > 0 && length < (int)sizeof text &&
        call_log_length + (size_t)length < sizeof call_log) {
        memcpy(call_log + call_log_length, text, (size_t)length + 1);
        call_log_length += (size_t)length;
    }
    pthread_mutex_unlock(&call_log_mutex);
}

const char *fake_call_log(void)
{
    return call_log;
}

unsigned fake_calls(void)
{
    return call_log_calls;
}

void fake_forget(void)
{
    call_log_calls = 0;
    call_log_length = 0;
    call_log[0] = '\0';
}

struct fake {
    const char *name;
    void (*function)(void);
};

#define FAKE(name)                           \
    {                                        \
        "__itt_" #name, (void (*)(void))name \
    }

/* Stores the functions; the fallback where there is none. */
static inline void fill(gau_itt_global *client, const struct fake *fakes, size_t n)
{
    for (gau_itt_entry *entry = client->entries; entry->name; entry++) {
        void *function = entry->fallback;

        for (size_t i = 0; i < n; i++)
            if (strcmp(fakes[i].name, entry->name) == 0)
                function = (void *)(uintptr_t)fakes[i].function;
        __atomic_store_n(entry->slot, function, __ATOMIC_RELEASE);
    }
}

#endif
