/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SECTION_H
#define GAUDIT_SECTION_H

/**
 * @file section.h
 * A section: code with a name, as a child of the branch that this thread is in.
 *
 *     static gau_status fit_execute(void *self, gau_context *ctx)
 *     {
 *         GAU_SECTION("seeding");  // until the end of the block
 *         ...
 *
 * Inside an algorithm it is below the branch of the algorithm; in a thread that gaudit does not
 * know, below the root Program. Costs about a nanosecond where no auditor is active.
 * Sections nest; one that was opened in a block ends with the block. See doc/embedding.md.
 */

#include <gaudit/context.h>

GAU_BEGIN_DECLS

/**
 * One place in the source that opens a section; static, made by GAU_SECTION(). Sites with equal
 * names are one section: the level, message and no_dots of the one opened first count.
 */
typedef struct gau_section_site {
    const char *name;
    unsigned level;      /**< 1 (the few most important) to 6 (hardly any time); 0 is 1 */
    const char *message; /**< what live print writes while it runs; NULL or "": nothing */
    bool no_dots;        /**< live print writes nothing while it runs, only its result */
    uint32_t number;     /**< the framework's: of the section, 0 until it is opened first */
} gau_section_site;

/** An open section; the fields are the framework's. */
typedef struct gau_section {
    struct gau_worker *worker; /**< NULL: not audited */
    uint32_t frame, serial;
} gau_section;

/**
 * The worker of this thread while it is audited, and the value that means "not audited": if they
 * are equal, a section does nothing. The framework's.
 */
extern GAU_API __thread struct gau_worker *gau_section_worker
    __attribute__((__tls_model__("initial-exec")));
extern GAU_API struct gau_worker *gau_section_inactive;

/** Behind gau_section_open() and gau_section_close(), for a thread that is audited. */
GAU_API gau_section gau_section_enter(gau_section_site *site);
GAU_API void gau_section_leave(const gau_section *section);

/** What GAU_SECTION() and the guard of C++ use. */
static inline gau_section gau_section_open(gau_section_site *site)
{
    const gau_section none = {NULL, 0, 0};

    return __builtin_expect(
               gau_section_worker != __atomic_load_n(&gau_section_inactive, __ATOMIC_RELAXED), 0)
               ? gau_section_enter(site)
               : none;
}

static inline void gau_section_close(const gau_section *section)
{
    if (__builtin_expect(section->worker != NULL, 0))
        gau_section_leave(section);
}

/**
 * For names made at run time, and for languages without scopes; the name is copied on first use.
 * Names are never freed: use a bounded number of them.
 */
GAU_API void gau_section_begin(const char *name);
GAU_API void gau_section_begin_with(const char *name, unsigned level, const char *message,
                                    bool no_dots);

/**
 * Ends the innermost open section of that name; NULL: the innermost one that was begun by name.
 * Sections left open inside it end with it. These, and ends without a begin, are counted and
 * reported once, with the results.
 */
GAU_API void gau_section_end(const char *name);

/* GAU_SECTION("name"), GAU_SECTION("name", level), ... message, ... no_dots: literals only. */
#define GAU_SECTION_JOIN_(a, b) a##b
#define GAU_SECTION_NAME_(what, line) GAU_SECTION_JOIN_(what, line)
#define GAU_SECTION_1_(name) GAU_SECTION_4_(name, 0, NULL, false)
#define GAU_SECTION_2_(name, level) GAU_SECTION_4_(name, level, NULL, false)
#define GAU_SECTION_3_(name, level, message) GAU_SECTION_4_(name, level, message, false)
#define GAU_SECTION_4_(name, level, message, no_dots) \
    {                                                 \
        "" name, level, message, no_dots, 0           \
    }
#define GAU_SECTION_CHOOSE_(a, b, c, d, chosen, ...) chosen
#define GAU_SECTION_SITE_(...)                                                       \
    GAU_SECTION_CHOOSE_(__VA_ARGS__, GAU_SECTION_4_, GAU_SECTION_3_, GAU_SECTION_2_, \
                        GAU_SECTION_1_, )                                            \
    (__VA_ARGS__)

/* A number per section, as several may be on one line or in one macro. */
#define GAU_SECTION(...) GAU_SECTION_OPEN_(__COUNTER__, __VA_ARGS__)
#define GAU_SECTION_OPEN_(n, ...)                                                             \
    static gau_section_site GAU_SECTION_NAME_(gau_site_, n) = GAU_SECTION_SITE_(__VA_ARGS__); \
    __attribute__((__cleanup__(gau_section_close), __unused__)) const gau_section             \
    GAU_SECTION_NAME_(gau_section_, n) = gau_section_open(&GAU_SECTION_NAME_(gau_site_, n))

GAU_END_DECLS

#endif
