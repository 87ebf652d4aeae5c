/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TIME_LOG_TIME_LOG_AUDITOR_H
#define GAUDIT_AUDITORS_TIME_LOG_TIME_LOG_AUDITOR_H

#include "auditors/common/private_fd.h"

#include "table/time_log_line.h"

#include <gaudit/auditor.h>

#include <pthread.h>
#include <string.h>
#include <sys/types.h>

/*
 * Files of time logs, in programs of the user: no signal of a file size limit reaches the program,
 * and a descriptor that the program has closed is not used any more.
 *
 * A text is a file of whole lines: after a failed write it is truncated behind the last complete
 * line. While it is open, a lock keeps other auditors from writing it.
 */

struct time_log_text {
    struct time_log_text *next; /* of those that are complete */
    uint32_t worker;
    char *path;
    struct descriptor file;
    bool chosen;  /* by the user: may be a symbolic link */
    bool made;    /* was opened before: it must be the same file again */
    dev_t device; /* which it is */
    ino_t node;
    uint64_t lines;   /* written, without the heading */
    uint32_t last_id; /* that an earlier run has used; 0: none */
};

enum { TIME_LOG_PROBLEM_SIZE = 160 };

enum {
    TIME_LOG_BLOCK = 8192,     /* entries of a worker in memory: 256 KiB */
    TIME_LOG_BUFFER = 1 << 15, /* bytes of text that are written at once */
    TIME_LOG_LABELS = 32,      /* that are cached while text is made */
};

/* The label of a branch; the branches of a job keep their names. */
struct gau_time_log_label {
    uint32_t key; /* the number of the branch + 1; 0: empty */
    char text[GAU_TIME_LOG_LABEL_SIZE];
};

/*
 * The log of one worker: its entries in the order in which they began.
 *
 * The newest entries are in the block. A block that is full goes to the spill file as it is; an
 * entry that was open then is found there when it ends. Text is made of all of them at once, while
 * none is open.
 */
struct time_log_worker {
    struct time_log *log;
    gau_branch root;   /* Program, in threads that have it: the root of the log, without a line */
    uint32_t used;     /* entries in the block */
    uint32_t first;    /* id of the first of them */
    uint32_t open;     /* id of the innermost open entry; 0: none */
    uint32_t depth;    /* of it */
    uint64_t unlogged; /* calls that are open and have no entry, for lack of room */
    struct gau_time_log_entry *block;
    uint32_t *spill_blocks; /* blocks of the spill file that are this worker's */
    uint32_t n_spilled, n_spill_blocks;
    bool failed;     /* nothing is recorded any more */
    int64_t events;  /* since the text was made last */
    uint32_t served; /* flushes that were requested before that */
    struct time_log_text *text;
    char *buffer;                      /* for the text */
    struct gau_time_log_label *labels; /* that of branch b is at b % TIME_LOG_LABELS */
    uint64_t lost;
};

struct time_log {
    char *file;
    bool append, event_numbers;
    int64_t flush_every;

    uint32_t first; /* worker whose log is File: without an event loop, the worker of
                     * the first thread is 1 */
    struct time_log_text *first_text; /* of that worker, open from start on; NULL: complete */
    struct time_log_text *texts, **texts_end; /* that are complete */
    uint64_t entries, lost;                   /* of them */
    char *path, *shown;                       /* of the log, absolute; as the user knows it */
    uint64_t root;                            /* ticks at the begin of the log */
    pid_t process;                            /* that writes; its children do not */
    bool running;                             /* the text can be written */
    uint32_t requested;                       /* flushes of all workers; atomic */
    pthread_mutex_t lock;                     /* of what is below */
    struct descriptor spill;
    uint32_t n_spill_blocks; /* of the spill file */
    bool failed;
    char problem[TIME_LOG_PROBLEM_SIZE + 80]; /* the first failure: the file, and what it is */
};

/* --- log_file.c: files ---------------------------------------------------------------------- */

/* The path of one of the logs as the user would write it. */
static inline const char *time_log_shown(const struct time_log *log, const char *path)
{
    return path + (strlen(log->path) - strlen(log->shown));
}

/* A failure of that file, which ends the log: keeps the first one as the problem. Returns false. */
bool gau_time_log_fail(struct time_log *log, const char *path, const char *format, ...)
    GAU_PRINTF(3, 4);

/*
 * False: it is a failure of the log.
 *
 * The first time a text is opened, it is emptied and gets the heading; with Append it gets
 * neither, but its last id is read, and an entry that was cut is removed. Later it is continued.
 */
bool gau_time_log_text_open(struct time_log *log, struct time_log_text *text);

/* Adds bytes that end with a line end, all of them or nothing. */
bool gau_time_log_text_write(struct time_log *log, struct time_log_text *text, const char *bytes,
                             size_t size);

/* Whether the path still leads to what was written. */
bool gau_time_log_text_is_there(struct time_log *log, const struct time_log_text *text);

/* A file without a name in the folder of @p path. 0, or the errno. */
int gau_time_log_spill_open(struct descriptor *file, const char *path);

/* All of it, for @p text. */
bool gau_time_log_spill_write(struct time_log *log, const struct time_log_text *text,
                              const void *data, size_t size, uint64_t offset);
bool gau_time_log_spill_read(struct time_log *log, const struct time_log_text *text, void *data,
                             size_t size, uint64_t offset);

/* --- worker_log.c: called by hooks ----------------------------------------------------------- */

/* The log of a worker, with its own path. NULL: out of memory. */
struct time_log_text *gau_time_log_text_new(const struct time_log *log, uint32_t number);
void gau_time_log_text_free(struct time_log_text *text);

/* What a worker needs beside its zeroed state. Without memory the log fails, and it has no entries.
 */
void gau_time_log_worker_make(struct time_log_worker *worker, uint32_t number);

/* The text, which stays, is complete. */
void gau_time_log_worker_clear(struct time_log_worker *worker);

/* A call begins, or ends. */
void gau_time_log_worker_begin(struct time_log_worker *worker, const gau_context *ctx);
void gau_time_log_worker_end(struct time_log_worker *worker, const gau_context *ctx);

/* Writes the entries of a worker, none of which is open, and forgets them. */
void gau_time_log_flush(struct time_log_worker *worker, const gau_context *ctx);

#endif
