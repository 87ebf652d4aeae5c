/* SPDX-License-Identifier: Apache-2.0 */
#include "calls.h"

#include "rules.h"

/* Waits and stitched stacks: runtimes mark them, there is nothing to check. */

static void log_object(const char *function, const void *object)
{
    gau_lint_log_call(function, "x", (uint64_t)(uintptr_t)object);
}

/* Never NULL, or else libomp ends the program. Nothing is behind it. */
void *gau_lint_stack_caller_create(void)
{
    static char none;
    struct gau_lint_call call;
    void *stack;

    if (!gau_lint_enter(&call))
        return &none;
    stack = (void *)(uintptr_t)++gau_lint.stacks;
    gau_lint_calls(&call, "stack_caller_create", "x", gau_lint.stacks);
    gau_lint_leave();
    return stack;
}

void gau_lint_stack_caller_destroy(void *stack)
{
    log_object("stack_caller_destroy", stack);
}

void gau_lint_stack_callee_enter(void *stack)
{
    log_object("stack_callee_enter", stack);
}

void gau_lint_stack_callee_leave(void *stack)
{
    log_object("stack_callee_leave", stack);
}

void gau_lint_sync_create(void *object, const char *type, const char *name, int attribute)
{
    (void)attribute;
    gau_lint_log_call("sync_create", "xss", (uint64_t)(uintptr_t)object, type, name);
}

void gau_lint_sync_rename(void *object, const char *name)
{
    gau_lint_log_call("sync_rename", "xs", (uint64_t)(uintptr_t)object, name);
}

void gau_lint_sync_destroy(void *object)
{
    log_object("sync_destroy", object);
}

void gau_lint_sync_prepare(void *object)
{
    log_object("sync_prepare", object);
}

void gau_lint_sync_cancel(void *object)
{
    log_object("sync_cancel", object);
}

void gau_lint_sync_acquired(void *object)
{
    log_object("sync_acquired", object);
}

void gau_lint_sync_releasing(void *object)
{
    log_object("sync_releasing", object);
}

void gau_lint_suppress_push(unsigned mask)
{
    gau_lint_log_call("suppress_push", "x", (uint64_t)mask);
}

void gau_lint_suppress_pop(void)
{
    gau_lint_log_call("suppress_pop", "");
}
