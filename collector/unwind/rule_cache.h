/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_RULE_CACHE_H
#define GAUDIT_COLLECTOR_UNWIND_RULE_CACHE_H

#include "cfi.h"

/*
 * How to unwind from an instruction to its caller, in 8 bytes: enough for nearly all code, with a
 * mark for the rest. A thread caches rules of recent instructions, and their address ranges: a loop
 * is interrupted at many instructions that share few rules.
 */

enum gau_unwind_rule_kind {
    GAU_RULE_NONE,     /* not available now */
    GAU_RULE_SP,       /* the CFA is the stack pointer plus offset, */
    GAU_RULE_FP,       /* the frame pointer plus offset, */
    GAU_RULE_AT_FP,    /* the word at the frame pointer plus offset */
    GAU_RULE_FIRST,    /* the outermost frame */
    GAU_RULE_TABLES,   /* the tables must be read each time */
    GAU_RULE_NO_TABLE, /* only the frame pointer is known */
    GAU_RULE_SIGRETURN /* return address of a signal handler, without table */
};

struct gau_unwind_rule {
    int32_t cfa;         /* offset, a multiple of 8, with the kind in its low bits */
    int16_t pc_place;    /* of the return address, from the CFA, in words */
    int16_t frame_place; /* of the caller's frame pointer, likewise; from the frame pointer, if the
                          * kind is GAU_RULE_AT_FP */
};

enum { GAU_RULE_IN_REGISTER = INT16_MIN }; /* instead of an offset */

static inline enum gau_unwind_rule_kind gau_unwind_rule_kind(struct gau_unwind_rule rule)
{
    return (enum gau_unwind_rule_kind)(rule.cfa & 7);
}

static inline int64_t gau_unwind_rule_offset(struct gau_unwind_rule rule)
{
    return rule.cfa & ~7;
}

/* The row in 8 bytes, or GAU_RULE_TABLES. */
struct gau_unwind_rule gau_unwind_rule_of(const struct gau_module_tables *tables,
                                          const struct gau_cfi_entry *entry,
                                          const struct gau_cfi_row *row);

enum { GAU_RULES_MAX = 4096, GAU_RULES_RANGES_MAX = 512 };

/* Zeroed memory is an empty cache. */
struct gau_rules {
    uint32_t generation;
    struct gau_rules_slot {
        uint64_t key; /* address and generation */
        struct gau_unwind_rule rule;
    } slots[GAU_RULES_MAX];
    struct gau_rules_range {
        uint64_t begin; /* the range starts here; its length in bytes */
        uint32_t size, generation;
        struct gau_unwind_rule rule;
    } ranges[GAU_RULES_RANGES_MAX]; /* by 64 bytes of code */
};

/* Drops rules of earlier generations. */
void gau_rules_begin(struct gau_rules *rules, uint32_t generation);

static inline uint64_t gau_rules_key(const struct gau_rules *rules, uint64_t pc)
{
    return pc | (uint64_t)(rules->generation & 0xffff) << 48;
}

static inline struct gau_rules_slot *gau_rules_slot(struct gau_rules *rules, uint64_t pc)
{
    return &rules->slots[pc * 0x9e3779b97f4a7c15 >> 52];
}

/* False if there is none. Addresses of more than 48 bits have none. */
static inline bool gau_rules_find(struct gau_rules *rules, uint64_t pc,
                                  struct gau_unwind_rule *rule)
{
    const struct gau_rules_slot *const slot = gau_rules_slot(rules, pc);

    if (slot->key != gau_rules_key(rules, pc) || pc >> 48 || pc == 0)
        return false;
    *rule = slot->rule;
    return true;
}

void gau_rules_keep(struct gau_rules *rules, uint64_t pc, struct gau_unwind_rule rule);

/* Caches the rule of @p row for @p pc and its range. */
void gau_rules_keep_range(struct gau_rules *rules, uint64_t pc, const struct gau_cfi_row *row,
                          struct gau_unwind_rule rule);

/* Finds the rule of an instruction by its range if none is cached, and caches it. */
bool gau_rules_find_range(struct gau_rules *rules, uint64_t pc, struct gau_unwind_rule *rule);

#endif
