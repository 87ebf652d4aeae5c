/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "rule_cache.h"

#include <assert.h>

static_assert(sizeof(struct gau_rules_slot) == 16, "four rules in a cache line");
static_assert(GAU_RULES_MAX == 1 << (64 - 52), "what gau_rules_slot() shifts by");

static struct gau_unwind_rule plain(enum gau_unwind_rule_kind kind)
{
    return (struct gau_unwind_rule){.cfa = (int32_t)kind};
}

/* True if an expression is the frame pointer plus offset, followed by @p last, as in code that
 * aligned its stack. */
static bool is_by_frame_pointer(const struct gau_module_tables *tables, uint64_t place,
                                const uint8_t *last, int32_t *offset)
{
    enum { REGISTER_FIRST = 0x70 };
    struct gau_table_cursor c = {.at = (const uint8_t *)(tables->start + place),
                                 .end = (const uint8_t *)tables->end};
    const uint64_t size = gau_table_cursor_uleb(&c);
    const uint8_t *const begin = c.at;
    const uint8_t base = gau_table_cursor_byte(&c);
    const int64_t value = gau_table_cursor_sleb(&c);
    const bool ends_so = !last || gau_table_cursor_byte(&c) == *last;

    if (c.failed || (uint64_t)(c.at - begin) != size || !ends_so ||
        base != REGISTER_FIRST + GAU_REGISTER_FP || value < INT16_MIN || value > INT16_MAX)
        return false;
    *offset = (int32_t)value;
    return true;
}

static bool is_at_frame_pointer(const struct gau_module_tables *tables, uint32_t place,
                                int32_t *offset)
{
    static const uint8_t dereference = 0x06;

    return is_by_frame_pointer(tables, place, &dereference, offset);
}

/* Where a register is saved, if that fits in 16 bits. */
static bool place_of(struct gau_cfi_rule rule, int16_t *place)
{
    if (rule.how == GAU_CFI_SAME) {
        *place = GAU_RULE_IN_REGISTER;
        return true;
    }
    if (rule.how != GAU_CFI_AT || rule.value % 8 != 0 || rule.value / 8 <= INT16_MIN ||
        rule.value / 8 > INT16_MAX)
        return false;
    *place = (int16_t)(rule.value / 8);
    return true;
}

/* The same for code whose CFA is relative to the frame pointer. */
static bool place_by_frame_pointer(const struct gau_module_tables *tables, struct gau_cfi_rule rule,
                                   int16_t *place)
{
    int32_t offset;

    if (rule.how != GAU_CFI_AT_EXPRESSION)
        return rule.how == GAU_CFI_SAME && place_of(rule, place);
    return is_by_frame_pointer(tables, (uint32_t)rule.value, NULL, &offset) &&
           place_of((struct gau_cfi_rule){GAU_CFI_AT, offset}, place);
}

struct gau_unwind_rule gau_unwind_rule_of(const struct gau_module_tables *tables,
                                          const struct gau_cfi_entry *entry,
                                          const struct gau_cfi_row *row)
{
    const struct gau_cfi_rule *const rules = row->rules;
    struct gau_unwind_rule rule = plain(GAU_RULE_TABLES);
    int32_t offset = row->cfa_offset;
    enum gau_unwind_rule_kind kind;

    if (rules[entry->return_register].how == GAU_CFI_UNDEFINED)
        return plain(GAU_RULE_FIRST);
    if (row->cfa_expression)
        kind = is_at_frame_pointer(tables, row->cfa_expression, &offset) ? GAU_RULE_AT_FP
                                                                         : GAU_RULE_TABLES;
    else if (row->cfa_register == GAU_REGISTER_SP)
        kind = GAU_RULE_SP;
    else
        kind = row->cfa_register == GAU_REGISTER_FP ? GAU_RULE_FP : GAU_RULE_TABLES;
    if (kind == GAU_RULE_TABLES || offset % 8 != 0 || entry->signal ||
        entry->return_register != GAU_RETURN_REGISTER ||
        rules[GAU_REGISTER_SP].how != GAU_CFI_SAME ||
        !place_of(rules[GAU_RETURN_REGISTER], &rule.pc_place))
        return plain(GAU_RULE_TABLES);
    if (kind == GAU_RULE_AT_FP
            ? !place_by_frame_pointer(tables, rules[GAU_REGISTER_FP], &rule.frame_place)
            : !place_of(rules[GAU_REGISTER_FP], &rule.frame_place))
        return plain(GAU_RULE_TABLES);
    rule.cfa = offset | (int32_t)kind;
    return rule;
}

/* Keys hold 16 bits of the generation: when these repeat, everything is cleared. */
void gau_rules_begin(struct gau_rules *rules, uint32_t generation)
{
    if (rules->generation == generation)
        return;
    if (rules->generation >> 16 != generation >> 16)
        memset(rules, 0, sizeof *rules);
    rules->generation = generation;
}

void gau_rules_keep(struct gau_rules *rules, uint64_t pc, struct gau_unwind_rule rule)
{
    if (pc >> 48 == 0)
        *gau_rules_slot(rules, pc) = (struct gau_rules_slot){gau_rules_key(rules, pc), rule};
}

static struct gau_rules_range *range_of(struct gau_rules *rules, uint64_t pc)
{
    return &rules->ranges[(pc >> 6) % GAU_RULES_RANGES_MAX];
}

void gau_rules_keep_range(struct gau_rules *rules, uint64_t pc, const struct gau_cfi_row *row,
                          struct gau_unwind_rule rule)
{
    if (row->begin <= pc && pc < row->end && row->end - row->begin <= UINT32_MAX)
        *range_of(rules, pc) =
            (struct gau_rules_range){row->begin, (uint32_t)(row->end - row->begin),
                                     rules->generation, rule};
}

bool gau_rules_find_range(struct gau_rules *rules, uint64_t pc, struct gau_unwind_rule *rule)
{
    const struct gau_rules_range *const range = range_of(rules, pc);

    if (range->generation != rules->generation || pc - range->begin >= range->size)
        return false;
    *rule = range->rule;
    gau_rules_keep(rules, pc, *rule);
    return true;
}
