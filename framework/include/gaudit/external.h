/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_EXTERNAL_H
#define GAUDIT_EXTERNAL_H

/**
 * @file external.h
 * External work: what a processor did that is none of the program's threads, such as the kernels of
 * a GPU. It has no section that begins and ends in a thread, so the program says afterwards when it
 * was done. TraceAuditor shows it in a lane of the processor.
 */

#include <gaudit/base.h>

GAU_BEGIN_DECLS

/**
 * @p item, such as the name of a kernel, was done by @p processor, such as "GPU 0", from @p
 * start_ns to @p stop_ns of gau_clock_ns(), CLOCK_MONOTONIC. By any thread, in any order, in a job
 * as in a program that is audited. It needs no context, cannot fail, leaves errno alone, and costs
 * nothing but a comparison where nothing is audited. What ends before it starts is left out.
 */
GAU_API void gau_external_work(const char *processor, const char *item, uint64_t start_ns,
                               uint64_t stop_ns);

GAU_END_DECLS

#endif
