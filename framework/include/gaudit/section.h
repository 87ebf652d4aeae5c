/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SECTION_H
#define GAUDIT_SECTION_H

/**
 * @file section.h
 * A stretch of code as a branch: the child of whatever branch this thread is in.
 *
 *     static gau_status fit_execute(void *self, gau_context *ctx)
 *     {
 *         GAU_SECTION("seeding");  // until the end of the block
 *         ...
 *
 * Does nothing, for about a nanosecond, where no auditor listens. Sections nest; one that was
 * opened in a block ends with the block.
 */

#include <gaudit/context.h>

GAU_BEGIN_DECLS

/** An open section; the fields are the framework's. */
typedef struct gau_section {
    struct gau_worker *worker; /**< NULL: nobody listens */
    gau_branch branch, parent;
} gau_section;

/** The worker of this thread while an auditor listens to its event, else NULL. */
extern GAU_API __thread struct gau_worker *gau_listened
    __attribute__((__tls_model__("initial-exec")));

/** @p name must stay valid as long as the job. @p worker is not NULL; use GAU_SECTION(). */
GAU_API gau_section gau_section_open(struct gau_worker *worker, const char *name);
GAU_API void gau_section_close(const gau_section *section);

static inline gau_section gau_section_begin(const char *name)
{
    struct gau_worker *const worker = gau_listened;
    const gau_section none = {NULL, 0, 0};

    return __builtin_expect(worker != NULL, 0) ? gau_section_open(worker, name) : none;
}

static inline void gau_section_end(const gau_section *section)
{
    if (section->worker)
        gau_section_close(section);
}

#define GAU_SECTION_JOIN_(a, b) a##b
#define GAU_SECTION_NAME_(line) GAU_SECTION_JOIN_(gau_section_, line)
#define GAU_SECTION(name)                                                                          \
    __attribute__((__cleanup__(gau_section_end), __unused__)) const gau_section GAU_SECTION_NAME_( \
        __LINE__) = gau_section_begin("" name)

GAU_END_DECLS

#endif
