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
 * Inside an algorithm it is below the branch of the algorithm; in a thread that gaudit does not
 * know, below the root Program. Does nothing, for about a nanosecond, where no auditor listens.
 * Sections nest; one that was opened in a block ends with the block. See doc/embedding.md.
 */

#include <gaudit/context.h>

GAU_BEGIN_DECLS

/**
 * A place in the code that opens a section; static, one per place, made by GAU_SECTION(). Places
 * with equal names are one section: the level, message and no_dots of the one opened first count.
 */
typedef struct gau_section_place {
    const char *name;
    unsigned level;      /**< 1 (the few most important) to 6 (hardly any time); 0 is 1 */
    const char *message; /**< what live print says while it runs; NULL or "": nothing */
    bool no_dots;        /**< live print says nothing while it runs, only when it has ended */
    uint32_t number;     /**< the framework's: of the section, 0 until it is opened first */
} gau_section_place;

/** An open section; the fields are the framework's. */
typedef struct gau_section {
    struct gau_worker *worker; /**< NULL: nobody listens */
    uint32_t frame, serial;
} gau_section;

/**
 * The worker of this thread while an auditor listens to it, and what stands there if nobody does:
 * if they are equal there is nothing to do. The framework's.
 */
extern GAU_API __thread struct gau_worker *gau_listened
    __attribute__((__tls_model__("initial-exec")));
extern GAU_API struct gau_worker *gau_nobody;

/** Behind gau_section_open() and gau_section_close(), for a thread that is listened to. */
GAU_API gau_section gau_section_enter(gau_section_place *place);
GAU_API void gau_section_leave(const gau_section *section);

/** What GAU_SECTION() and the guard of C++ use. */
static inline gau_section gau_section_open(gau_section_place *place)
{
    const gau_section none = {NULL, 0, 0};

    return __builtin_expect(gau_listened != __atomic_load_n(&gau_nobody, __ATOMIC_RELAXED), 0)
               ? gau_section_enter(place)
               : none;
}

static inline void gau_section_close(const gau_section *section)
{
    if (__builtin_expect(section->worker != NULL, 0))
        gau_section_leave(section);
}

/**
 * For names made at run time, and for languages without scopes; the name is copied and looked up.
 * Names stay for the life of the process: use a bounded number of them.
 */
GAU_API void gau_section_begin(const char *name);
GAU_API void gau_section_begin_as(const char *name, unsigned level, const char *message,
                                  bool no_dots);

/**
 * Ends the innermost open section of that name; NULL: the innermost one that was begun by name.
 * Sections left open inside it end with it. That, and an end without a begin, is repaired, counted
 * and reported once, when the results are.
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
#define GAU_SECTION_PLACE_(...)                                                      \
    GAU_SECTION_CHOOSE_(__VA_ARGS__, GAU_SECTION_4_, GAU_SECTION_3_, GAU_SECTION_2_, \
                        GAU_SECTION_1_, )                                            \
    (__VA_ARGS__)

/* A number per section, as several may stand on one line or in one macro. */
#define GAU_SECTION(...) GAU_SECTION_OPEN_(__COUNTER__, __VA_ARGS__)
#define GAU_SECTION_OPEN_(n, ...)                                                                \
    static gau_section_place GAU_SECTION_NAME_(gau_place_, n) = GAU_SECTION_PLACE_(__VA_ARGS__); \
    __attribute__((__cleanup__(gau_section_close), __unused__)) const gau_section                \
    GAU_SECTION_NAME_(gau_section_, n) = gau_section_open(&GAU_SECTION_NAME_(gau_place_, n))

GAU_END_DECLS

#endif
