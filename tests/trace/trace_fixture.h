/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACE_TRACE_FIXTURE_H
#define TESTS_TRACE_TRACE_FIXTURE_H

#include "trace/trace_writer.h"

/* A small trace with a record of every type, in blocks that the writer makes. */

enum { SCENE_BLOCKS = 7 };

/* The call log of each block if all blocks before it were read. */
extern const char *const scene_text[SCENE_BLOCKS];

/* A writer at the beginning of a file; its blocks are of 4 KiB. False: it could not be made. */
bool scene_begin(struct gau_trace_writer *writer, const char *path);
void scene_block(struct gau_trace_writer *writer, int i);
void scene_write(const char *path);
void scene_write_packed(const char *path); /* with blocks that are compressed */

/* Records that are enough for most tests. */
void scene_add_thread(struct gau_trace_writer *writer, uint32_t id, const char *name);
void scene_add_task(struct gau_trace_writer *writer, uint32_t id, const char *name);
void scene_add_stack(struct gau_trace_writer *writer, uint32_t id, uint32_t caller,
                     uint32_t module);
void scene_add_sample(struct gau_trace_writer *writer, uint32_t thread, uint32_t stack,
                      uint32_t task);

/* Records of timelines; sizes of texts and of entries are filled in. */
void scene_add_branch(struct gau_trace_writer *writer, struct gau_trace_branch branch,
                      const char *name);
void scene_add_lane(struct gau_trace_writer *writer, uint32_t lane, uint32_t kind, uint32_t number,
                    const char *name);
void scene_add_list(struct gau_trace_writer *writer, const struct gau_trace_entry_list *list,
                    const struct gau_trace_open *open, const uint8_t *bytes, const uint8_t *end);

/* The last block. */
void scene_add_timeline(struct gau_trace_writer *writer);

#endif
