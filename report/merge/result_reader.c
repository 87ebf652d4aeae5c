/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* sysconf() */
#include "result_reader.h"

#include "errors/errors.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes of JSON; in memory they are some 15 times as many. */
enum { MAX_THREADS = 16, AHEAD = 4, MAX_BYTES = 16 << 20 };

enum state { UNREAD, READ, RELEASED };

struct slot {
    struct gau_read_result result;
    size_t bytes;
    enum state state;
};

/*
 * The thread number t reads the results t, t + n_threads, t + 2 n_threads, ..., and frees them: an
 * allocator of memory is slow where a thread frees what another has.
 */
struct thread {
    struct gau_result_reader *reader;
    struct slot slots[AHEAD];
    pthread_t id;
};

struct gau_result_reader {
    const char *const *folders;
    size_t n;
    size_t next;  /* the result that is handed over next */
    size_t bytes; /* of those in memory */
    bool is_closed;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct thread threads[MAX_THREADS]; /* the first one's slots are used without threads, too */
    size_t n_threads;
};

/* --- a result ------------------------------------------------------------------------------ */

/* ranks.json says nothing of a result. */
static bool is_merged(const char *name)
{
    return strcmp(name, "ranks") != 0 && strcmp(name, "symbols") != 0;
}

/* Files of k4Bench have an element per event, and are made anew of merged events. */
static bool is_of_k4bench(const char *path)
{
    static const char key[] = "\"schema_version\"";
    char begin[64] = "";
    gau_error ignored = {0};
    FILE *const file = gau_document_open(path, &ignored);
    const char *at = begin;

    if (file) {
        begin[fread(begin, 1, sizeof begin - 1, file)] = '\0';
        fclose(file);
    }
    at += strspn(at, " \n{");
    return strncmp(at, key, sizeof key - 1) == 0;
}

static bool is_to_read(char path[PATH_MAX], const char *folder, const char *name)
{
    gau_error error = {0};

    return is_merged(name) &&
           !(gau_document_path(path, folder, name, &error) && is_of_k4bench(path));
}

static size_t bytes_of(const char *folder)
{
    struct gau_document_names names;
    gau_error error = {0};
    char path[PATH_MAX];
    struct stat facts;
    size_t bytes = 0;

    if (gau_document_list(&names, folder, &error) != GAU_OK)
        return 0;
    for (size_t i = 0; i < names.count; i++)
        if (is_to_read(path, folder, names.items[i]) && stat(path, &facts) == 0)
            bytes += (size_t)facts.st_size;
    gau_document_names_clear(&names);
    return bytes;
}

static void read_result(struct gau_read_result *result, const char *folder)
{
    char path[PATH_MAX];

    *result = (struct gau_read_result){0};
    if (gau_document_list(&result->names, folder, &result->error) != GAU_OK)
        return;
    if (!gau_document_of_kind(&result->names, "run"))
        gau_fail_first(&result->error, GAU_ERR_USAGE,
                       "'%.*s' is not a result folder: it has no run.json", GAU_QUOTE(folder));
    result->documents = calloc(result->names.count + 1, sizeof(json_t *));
    if (!result->documents)
        gau_fail_memory(&result->error, "documents of results");
    for (size_t i = 0; i < result->names.count && result->error.status == GAU_OK; i++)
        if (is_to_read(path, folder, result->names.items[i]))
            result->documents[i] =
                gau_document_load(folder, result->names.items[i], &result->error);
}

static void clear_result(struct gau_read_result *result)
{
    for (size_t i = 0; result->documents && i < result->names.count; i++)
        json_decref(result->documents[i]);
    free(result->documents);
    gau_document_names_clear(&result->names);
    *result = (struct gau_read_result){0};
}

/* --- threads ------------------------------------------------------------------------------- */

static struct slot *slot_of(struct gau_result_reader *r, size_t i)
{
    const size_t n = r->n_threads > 0 ? r->n_threads : 1;

    return &r->threads[i % n].slots[i / n % AHEAD];
}

static void release(struct gau_result_reader *r, struct slot *slot)
{
    pthread_mutex_unlock(&r->lock);
    clear_result(&slot->result);
    pthread_mutex_lock(&r->lock);
    r->bytes -= slot->bytes;
    slot->bytes = 0;
    slot->state = UNREAD;
    pthread_cond_broadcast(&r->changed);
}

/* The lock is not held while reading. */
static void read_into(struct gau_result_reader *r, struct slot *slot, size_t i)
{
    slot->bytes = bytes_of(r->folders[i]);
    r->bytes += slot->bytes;
    pthread_mutex_unlock(&r->lock);
    read_result(&slot->result, r->folders[i]);
    pthread_mutex_lock(&r->lock);
    slot->state = READ;
    pthread_cond_broadcast(&r->changed);
}

/* Frees what was released. Returns whether there was any. */
static bool release_some(struct thread *thread)
{
    for (size_t i = 0; i < AHEAD; i++)
        if (thread->slots[i].state == RELEASED) {
            release(thread->reader, &thread->slots[i]);
            return true;
        }
    return false;
}

/* The result that is waited for is read whatever its size. */
static bool may_read(struct gau_result_reader *r, size_t i)
{
    return slot_of(r, i)->state == UNREAD && (r->bytes < MAX_BYTES || i == r->next);
}

static void *run_thread(void *user)
{
    struct thread *const thread = user;
    struct gau_result_reader *const r = thread->reader;
    size_t i = (size_t)(thread - r->threads);

    pthread_mutex_lock(&r->lock);
    while (!r->is_closed && i < r->n) {
        if (release_some(thread))
            continue;
        if (may_read(r, i)) {
            read_into(r, slot_of(r, i), i);
            i += r->n_threads;
        } else {
            pthread_cond_wait(&r->changed, &r->lock);
        }
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Threads wait for the lock until their number is known. */
static void start_threads(struct gau_result_reader *r)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t most = cores < 2 ? 0 : cores > MAX_THREADS ? MAX_THREADS : (size_t)cores;

    json_object_seed(0); /* before threads use it */
    pthread_mutex_lock(&r->lock);
    while (r->n_threads < most && r->n_threads < r->n / 2) {
        struct thread *const thread = &r->threads[r->n_threads];

        thread->reader = r;
        if (pthread_create(&thread->id, NULL, run_thread, thread) != 0)
            break;
        r->n_threads++;
    }
    pthread_mutex_unlock(&r->lock);
}

struct gau_result_reader *gau_result_reader_open(const char *const *folders, size_t n,
                                                 gau_error *error)
{
    struct gau_result_reader *const r = calloc(1, sizeof *r);

    if (!r) {
        gau_fail_memory(error, "documents of results");
        return NULL;
    }
    r->folders = folders;
    r->n = n;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, NULL);
    start_threads(r);
    return r;
}

/* --- in order ------------------------------------------------------------------------------ */

struct gau_read_result *gau_result_reader_next(struct gau_result_reader *r)
{
    struct slot *slot;

    pthread_mutex_lock(&r->lock);
    if (r->next > 0) {
        slot = slot_of(r, r->next - 1);
        slot->state = RELEASED;
        pthread_cond_broadcast(&r->changed);
        if (r->n_threads == 0)
            release(r, slot);
    }
    slot = slot_of(r, r->next);
    if (r->n_threads == 0)
        read_into(r, slot, r->next);
    while (slot->state != READ)
        pthread_cond_wait(&r->changed, &r->lock);
    r->next++;
    pthread_mutex_unlock(&r->lock);
    return &slot->result;
}

void gau_result_reader_close(struct gau_result_reader *r)
{
    if (!r)
        return;
    pthread_mutex_lock(&r->lock);
    r->is_closed = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    for (size_t i = 0; i < r->n_threads; i++)
        pthread_join(r->threads[i].id, NULL);
    for (size_t i = 0; i < MAX_THREADS * AHEAD; i++)
        clear_result(&r->threads[i / AHEAD].slots[i % AHEAD].result);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    free(r);
}
