/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cfi.h"

/* DW_CFA_...: the first three have an operand in their low bits. */
enum {
    ADVANCE = 0x40,
    OFFSET = 0x80,
    RESTORE = 0xc0,
    NOTHING = 0x00,
    SET_LOCATION = 0x01,
    ADVANCE_1 = 0x02,
    ADVANCE_2 = 0x03,
    ADVANCE_4 = 0x04,
    OFFSET_EXTENDED = 0x05,
    RESTORE_EXTENDED = 0x06,
    UNDEFINED = 0x07,
    SAME_VALUE = 0x08,
    REGISTER = 0x09,
    REMEMBER = 0x0a,
    RECALL = 0x0b,
    CFA = 0x0c,
    CFA_REGISTER = 0x0d,
    CFA_OFFSET = 0x0e,
    CFA_EXPRESSION = 0x0f,
    EXPRESSION = 0x10,
    OFFSET_SIGNED = 0x11,
    CFA_SIGNED = 0x12,
    CFA_OFFSET_SIGNED = 0x13,
    VALUE_OFFSET = 0x14,
    VALUE_OFFSET_SIGNED = 0x15,
    VALUE_EXPRESSION = 0x16,
    SIGNATURE_PC = 0x2c, /* aarch64: toggles whether return addresses are signed; */
    SIGNATURE = 0x2d,    /* signatures are always removed */
    ARGUMENTS_SIZE = 0x2e,
    OFFSET_NEGATED = 0x2f,
    STEPS_MAX = 1 << 16,
};

struct run {
    struct gau_table_cursor c;
    const struct gau_cfi_entry *entry;
    uint64_t start;      /* of the module */
    uint64_t location;   /* start of the row */
    uint64_t begin, end; /* of the requested row */
    unsigned n_saved;
    struct gau_cfi_scratch *scratch;
    struct gau_cfi_row *row;
};

/* Values that do not fit fail. */
static int32_t narrow(struct run *r, int64_t value)
{
    if (value < INT32_MIN || value > INT32_MAX) {
        gau_table_cursor_fail(&r->c);
        return 0;
    }
    return (int32_t)value;
}

static int64_t factored(struct run *r, int64_t value)
{
    int64_t product = 0;

    if (__builtin_mul_overflow(value, r->entry->data_align, &product))
        gau_table_cursor_fail(&r->c);
    return product;
}

static int64_t unsigned_operand(struct run *r)
{
    return narrow(r, (int64_t)gau_table_cursor_uleb(&r->c));
}

/* Returns where the expression is, and skips it. */
static int64_t expression(struct run *r)
{
    const int64_t place = (int64_t)((uint64_t)r->c.at - r->start);

    gau_table_cursor_skip(&r->c, gau_table_cursor_uleb(&r->c));
    return place;
}

/* Other registers, such as those of vectors, are skipped. */
static void rule(struct run *r, uint64_t reg, enum gau_cfi_how how, int64_t value)
{
    const int32_t narrowed = narrow(r, value);

    if (reg < GAU_REGISTERS)
        r->row->rules[reg] = (struct gau_cfi_rule){how, narrowed};
}

static void restore(struct run *r, uint64_t reg)
{
    if (reg < GAU_REGISTERS)
        r->row->rules[reg] = r->scratch->initial.rules[reg];
}

static void cfa(struct run *r, uint64_t reg, int64_t offset)
{
    if (reg >= GAU_REGISTERS)
        gau_table_cursor_fail(&r->c);
    r->row->cfa_register = (uint32_t)reg;
    r->row->cfa_offset = narrow(r, offset);
    r->row->cfa_expression = 0;
}

static bool change_cfa(struct run *r, uint8_t op)
{
    const uint64_t reg = r->row->cfa_register;
    uint64_t other;

    switch (op) {
    case CFA:
        other = gau_table_cursor_uleb(&r->c);
        cfa(r, other, unsigned_operand(r));
        return true;
    case CFA_SIGNED:
        other = gau_table_cursor_uleb(&r->c);
        cfa(r, other, factored(r, gau_table_cursor_sleb(&r->c)));
        return true;
    case CFA_REGISTER: cfa(r, gau_table_cursor_uleb(&r->c), r->row->cfa_offset); return true;
    case CFA_OFFSET: cfa(r, reg, unsigned_operand(r)); return true;
    case CFA_OFFSET_SIGNED: cfa(r, reg, factored(r, gau_table_cursor_sleb(&r->c))); return true;
    case CFA_EXPRESSION: r->row->cfa_expression = (uint32_t)narrow(r, expression(r)); return true;
    default: return false;
    }
}

static bool change_rule(struct run *r, uint8_t op)
{
    const uint64_t reg = gau_table_cursor_uleb(&r->c);

    switch (op) {
    case OFFSET_EXTENDED: rule(r, reg, GAU_CFI_AT, factored(r, unsigned_operand(r))); break;
    case OFFSET_SIGNED: rule(r, reg, GAU_CFI_AT, factored(r, gau_table_cursor_sleb(&r->c))); break;
    case OFFSET_NEGATED:
        rule(r, reg, GAU_CFI_AT, -(int64_t)narrow(r, factored(r, unsigned_operand(r))));
        break;
    case RESTORE_EXTENDED: restore(r, reg); break;
    case UNDEFINED: rule(r, reg, GAU_CFI_UNDEFINED, 0); break;
    case SAME_VALUE: rule(r, reg, GAU_CFI_SAME, 0); break;
    case REGISTER: rule(r, reg, GAU_CFI_REGISTER, unsigned_operand(r)); break;
    case EXPRESSION: rule(r, reg, GAU_CFI_AT_EXPRESSION, expression(r)); break;
    case VALUE_OFFSET: rule(r, reg, GAU_CFI_PLUS, factored(r, unsigned_operand(r))); break;
    case VALUE_OFFSET_SIGNED:
        rule(r, reg, GAU_CFI_PLUS, factored(r, gau_table_cursor_sleb(&r->c)));
        break;
    case VALUE_EXPRESSION: rule(r, reg, GAU_CFI_VALUE_EXPRESSION, expression(r)); break;
    case ARGUMENTS_SIZE: break; /* its operand was read as a register */
    default: return false;
    }
    return true;
}

/* Operations on rows and locations: those without a register. */
static bool change_place(struct run *r, uint8_t op)
{
    switch (op) {
    case NOTHING:
    case SIGNATURE:
    case SIGNATURE_PC: return true;
    case SET_LOCATION: r->location = gau_cfi_encoded(&r->c, r->entry->encoding, NULL); return true;
    case ADVANCE_1:
        r->location += gau_table_cursor_unsigned(&r->c, 1) * r->entry->code_align;
        return true;
    case ADVANCE_2:
        r->location += gau_table_cursor_unsigned(&r->c, 2) * r->entry->code_align;
        return true;
    case ADVANCE_4:
        r->location += gau_table_cursor_unsigned(&r->c, 4) * r->entry->code_align;
        return true;
    case REMEMBER:
        if (r->n_saved == GAU_CFI_SAVED_MAX)
            gau_table_cursor_fail(&r->c);
        else
            r->scratch->saved[r->n_saved++] = *r->row;
        return true;
    case RECALL:
        if (r->n_saved == 0)
            gau_table_cursor_fail(&r->c);
        else
            *r->row = r->scratch->saved[--r->n_saved];
        return true;
    default: return false;
    }
}

/* Runs until the row no longer describes @p pc, or instructions end. All locations passed lie
 * before the row's begin, even if they are not ascending. */
static bool run_instructions(struct run *r, const struct gau_table_cursor *instructions,
                             uint64_t pc)
{
    r->c = *instructions;
    r->begin = r->location;
    r->end = r->entry->end;
    for (int steps = 0; gau_table_cursor_left(&r->c) > 0; steps++) {
        const uint8_t op = gau_table_cursor_byte(&r->c), low = op & 0x3f;

        if (steps == STEPS_MAX)
            return false;
        switch (op & 0xc0) {
        case ADVANCE: r->location += low * r->entry->code_align; break;
        case OFFSET: rule(r, low, GAU_CFI_AT, factored(r, unsigned_operand(r))); break;
        case RESTORE: restore(r, low); break;
        default:
            if (!change_place(r, op) && !change_cfa(r, op) && !change_rule(r, op))
                return false;
        }
        if (r->location > pc) {
            r->end = r->location < r->end ? r->location : r->end;
            break;
        }
        r->begin = r->location > r->begin ? r->location : r->begin;
    }
    return !r->c.failed;
}

bool gau_cfi_run(const struct gau_module_tables *tables, const struct gau_cfi_entry *entry,
                 uint64_t pc, struct gau_cfi_scratch *scratch, struct gau_cfi_row *row)
{
    struct run r = {.entry = entry,
                    .start = tables->start,
                    .location = entry->begin,
                    .scratch = scratch,
                    .row = row};

    memset(row, 0, sizeof *row);
    scratch->initial = *row;
    if (!run_instructions(&r, &entry->initial, UINT64_MAX))
        return false;
    scratch->initial = *row;
    r.location = entry->begin;
    r.n_saved = 0;
    if (!run_instructions(&r, &entry->instructions, pc))
        return false;
    row->begin = r.begin;
    row->end = r.end;
    return true;
}
