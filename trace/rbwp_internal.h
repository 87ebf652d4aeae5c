/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_RBWP_INTERNAL_H
#define GAUDIT_TRACE_RBWP_INTERNAL_H

#include "rbwp_format.h"
#include "rbwp_reader.h"
#include "timeline_entries.h"

/* What the sources of the reader of background-work profiles share. */

enum {
    GAU_RBWP_WINDOW = 1 << 18,
    GAU_RBWP_PROCESSORS = 1024, /* that have branches */
    GAU_RBWP_ENTRIES_MAX =
        GAU_RBWP_BLOCK_MAX / GAU_RBWP_RECORD_MIN * GAU_ENTRY_MAX, /* bytes, of a block */
};

/* Where a block is in the file. */
struct gau_rbwp_place {
    uint64_t thread, offset;
    uint32_t sequence;
    uint32_t lane; /* index */
};

/* A name stays in the file until a branch gets it. */
struct gau_rbwp_name {
    uint64_t offset; /* 0: there is none */
    uint64_t hash;
    uint32_t size;
    uint8_t type;    /* of a sub-item */
    uint16_t number; /* slot or id */
};

struct gau_rbwp_lane {
    uint64_t thread;
    uint64_t last;   /* ns since the zero time, of its last record */
    uint64_t lists;  /* number of the next list */
    bool is_defined; /* for the visitor */
    bool is_unknown; /* what is open, since a block was damaged */
    uint32_t depth;
    struct gau_trace_open open[2]; /* the item, the sub-item */
    uint8_t slot;                  /* of the open item */
};

struct gau_rbwp_processor {
    uint64_t id;
    uint32_t branch;
    uint32_t items[GAU_RBWP_ITEMS]; /* branches by slot; 0: there is none yet */
};

/* A record, with the block that gau_trace_show() takes around it. */
struct gau_rbwp_definition {
    struct gau_trace_block block;
    unsigned char record[sizeof(struct gau_trace_timeline_totals) + GAU_TRACE_TEXT_MAX + 8];
};

struct gau_rbwp_list {
    struct gau_trace_block block;
    unsigned char record[sizeof(struct gau_trace_entry_list) + 2 * sizeof(struct gau_trace_open) +
                         GAU_RBWP_ENTRIES_MAX + 64];
};

struct gau_rbwp_reading {
    int fd;
    uint64_t size; /* of the file, or less if it was truncated */
    int error;     /* errno, if it cannot be read */
    bool no_memory;
    bool stopped; /* by the visitor */
    struct gau_trace_show_state *state;
    uint64_t zero, descriptors, end; /* `end`: of the blocks */
    struct gau_trace_rbwp facts;
    uint32_t n_items, n_subs; /* descriptors, as the header says */
    uint64_t sequence;        /* of the next block, as the visitor gets it */
    struct gau_rbwp_place *places;
    size_t n_places, places_size;
    struct gau_rbwp_lane *lanes;
    struct gau_rbwp_name items[GAU_RBWP_ITEMS];
    struct gau_rbwp_name *subs; /* by id; NULL: the file has no names */
    uint16_t *same;             /* by id: the one that has this type and name */
    uint32_t branches;          /* number of the next */
    uint32_t external;          /* the root; 0: there is none yet */
    uint32_t item_branches[GAU_RBWP_ITEMS];
    uint32_t *sub_branches[GAU_RBWP_ITEMS]; /* by slot, by id; 0: there is none yet */
    struct gau_rbwp_processor *processors[GAU_RBWP_PROCESSORS];
    uint32_t n_processors;
    struct gau_rbwp_definition definition;
    char text[GAU_TRACE_TEXT_MAX + 64]; /* of the next definition */
    struct gau_rbwp_list list;
    struct {
        struct gau_trace_block block;
        unsigned char data[GAU_RBWP_BLOCK_MAX]; /* as in the file */
    } stored;
    unsigned char data[GAU_RBWP_BLOCK_MAX]; /* without compression */
    uint64_t window_offset;
    size_t window_size;
    unsigned char window[GAU_RBWP_WINDOW];
};

static inline uint64_t gau_rbwp_number(const unsigned char *at, unsigned bytes)
{
    uint64_t number = 0;

    memcpy(&number, at, bytes);
    return number;
}

/* --- rbwp_source.c ------------------------------------------------------------------------- */

/* The bytes at an offset, at most GAU_RBWP_WINDOW; NULL: the file is not so long. They are valid
 * until the next call. */
const unsigned char *gau_rbwp_bytes(struct gau_rbwp_reading *r, uint64_t offset, size_t n);
bool gau_rbwp_copy(struct gau_rbwp_reading *r, void *to, uint64_t offset, size_t n);

/* Counts a violation of the format, and reports it to the visitor. */
void gau_rbwp_fault(struct gau_rbwp_reading *r, uint64_t *counter, uint64_t offset,
                    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* False: there is nothing more to do. */
static inline bool gau_rbwp_goes_on(const struct gau_rbwp_reading *r)
{
    return !r->stopped && !r->no_memory && !r->error;
}

/* Passes on a record of @p size bytes that is behind the block. */
void gau_rbwp_show(struct gau_rbwp_reading *r, struct gau_trace_block *block, size_t size);

/* Passes on a definition of @p size bytes, and @p text bytes of r->text behind it. */
void gau_rbwp_define(struct gau_rbwp_reading *r, const void *record, size_t size, size_t text);

/* --- rbwp_index.c -------------------------------------------------------------------------- */

/* Finds the blocks and the threads, in the order of the sequence numbers. */
void gau_rbwp_index(struct gau_rbwp_reading *r);

/* Whether there is a whole block right behind the header. */
bool gau_rbwp_has_block(struct gau_rbwp_reading *r);

/* --- rbwp_names.c -------------------------------------------------------------------------- */

void gau_rbwp_read_names(struct gau_rbwp_reading *r);

/* Returns how many bytes a record takes of a text, which ends between two characters. */
uint32_t gau_rbwp_cut(const unsigned char *text, uint32_t size);

/* --- rbwp_branches.c ----------------------------------------------------------------------- */

/* The roots, and the items that have a name. */
void gau_rbwp_define_roots(struct gau_rbwp_reading *r);
void gau_rbwp_define_lane(struct gau_rbwp_reading *r, uint32_t index);

/* The branches; @p offset is that of the record. 0: there is no room. */
uint32_t gau_rbwp_item_branch(struct gau_rbwp_reading *r, uint8_t slot, uint64_t offset);
uint32_t gau_rbwp_sub_branch(struct gau_rbwp_reading *r, uint8_t slot, uint16_t id,
                             uint64_t offset);
uint32_t gau_rbwp_gpu_branch(struct gau_rbwp_reading *r, uint64_t processor, uint8_t slot,
                             uint64_t offset);

/* --- rbwp_records.c ------------------------------------------------------------------------ */

/* Passes on a block as a list of entries. */
void gau_rbwp_show_block(struct gau_rbwp_reading *r, const struct gau_rbwp_place *place);

#endif
