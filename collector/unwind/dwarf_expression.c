/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "dwarf_expression.h"

/* DW_OP_... */
enum {
    ADDRESS = 0x03,
    DEREFERENCE = 0x06,
    CONSTANT_FIRST = 0x08, /* 1, 2, 4, 8 bytes, alternately unsigned and signed */
    CONSTANT_LAST = 0x0f,
    CONSTANT_ULEB = 0x10,
    CONSTANT_SLEB = 0x11,
    DUPLICATE = 0x12,
    DROP = 0x13,
    OVER = 0x14,
    PICK = 0x15,
    SWAP = 0x16,
    ROTATE = 0x17,
    ABSOLUTE = 0x19,
    AND = 0x1a,
    MINUS = 0x1c,
    MULTIPLY = 0x1e,
    NEGATE = 0x1f,
    NOT = 0x20,
    OR = 0x21,
    PLUS = 0x22,
    PLUS_CONSTANT = 0x23,
    SHIFT_LEFT = 0x24,
    SHIFT_RIGHT = 0x25,
    SHIFT_RIGHT_SIGNED = 0x26,
    XOR = 0x27,
    BRANCH = 0x28,
    EQUAL = 0x29,
    GREATER_OR_EQUAL = 0x2a,
    GREATER = 0x2b,
    LESS_OR_EQUAL = 0x2c,
    LESS = 0x2d,
    NOT_EQUAL = 0x2e,
    SKIP = 0x2f,
    LITERAL_FIRST = 0x30,
    LITERAL_LAST = 0x4f,
    REGISTER_FIRST = 0x70, /* and an offset */
    REGISTER_LAST = 0x8f,
    REGISTER_ANY = 0x92,
    DEREFERENCE_SIZE = 0x94,
    NOTHING = 0x96,
    DEPTH_MAX = 16,
    STEPS_MAX = 256,
};

struct evaluation {
    struct gau_table_cursor c;
    const uint8_t *begin;
    const struct gau_registers *registers;
    struct gau_safe_memory *memory;
    uint64_t stack[DEPTH_MAX];
    unsigned depth;
};

static void push_value(struct evaluation *e, uint64_t value)
{
    if (e->depth == DEPTH_MAX)
        gau_table_cursor_fail(&e->c);
    else
        e->stack[e->depth++] = value;
}

static uint64_t pop_value(struct evaluation *e)
{
    if (e->depth > 0)
        return e->stack[--e->depth];
    gau_table_cursor_fail(&e->c);
    return 0;
}

static void push_copy(struct evaluation *e, unsigned from_top)
{
    if (from_top >= e->depth)
        gau_table_cursor_fail(&e->c);
    else
        push_value(e, e->stack[e->depth - 1 - from_top]);
}

static void push_register(struct evaluation *e, uint64_t reg)
{
    const uint64_t offset = (uint64_t)gau_table_cursor_sleb(&e->c);

    if (gau_registers_have(e->registers, reg))
        push_value(e, e->registers->values[reg] + offset);
    else
        gau_table_cursor_fail(&e->c);
}

static void dereference(struct evaluation *e, size_t size)
{
    uint64_t value = 0;

    if (size == 0 || size > 8 || !gau_safe_memory_read(e->memory, pop_value(e), &value))
        gau_table_cursor_fail(&e->c);
    else
        push_value(e, size == 8 ? value : value & (((uint64_t)1 << 8 * size) - 1));
}

static void branch(struct evaluation *e, bool taken)
{
    const int64_t offset = gau_table_cursor_signed(&e->c, 2);

    if (!taken || e->c.failed)
        return;
    if (offset < e->begin - e->c.at || offset > e->c.end - e->c.at)
        gau_table_cursor_fail(&e->c);
    else
        e->c.at += offset;
}

static bool compute(struct evaluation *e, uint8_t op)
{
    const uint64_t b = e->depth > 0 ? e->stack[e->depth - 1] : 0;
    const uint64_t a = e->depth > 1 ? e->stack[e->depth - 2] : 0;
    const int64_t sa = (int64_t)a, sb = (int64_t)b;
    uint64_t value;

    switch (op) {
    case AND: value = a & b; break;
    case MINUS: value = a - b; break;
    case MULTIPLY: value = a * b; break;
    case OR: value = a | b; break;
    case PLUS: value = a + b; break;
    case SHIFT_LEFT: value = b < 64 ? a << b : 0; break;
    case SHIFT_RIGHT: value = b < 64 ? a >> b : 0; break;
    case SHIFT_RIGHT_SIGNED: value = (uint64_t)(sa >> (b < 64 ? b : 63)); break;
    case XOR: value = a ^ b; break;
    case EQUAL: value = a == b; break;
    case GREATER_OR_EQUAL: value = sa >= sb; break;
    case GREATER: value = sa > sb; break;
    case LESS_OR_EQUAL: value = sa <= sb; break;
    case LESS: value = sa < sb; break;
    case NOT_EQUAL: value = a != b; break;
    default: return false;
    }
    pop_value(e);
    pop_value(e);
    push_value(e, value);
    return true;
}

static void rotate(struct evaluation *e, unsigned n)
{
    uint64_t top;

    if (e->depth < n) {
        gau_table_cursor_fail(&e->c);
        return;
    }
    top = e->stack[e->depth - 1];
    for (unsigned i = 1; i < n; i++)
        e->stack[e->depth - i] = e->stack[e->depth - i - 1];
    e->stack[e->depth - n] = top;
}

static bool arrange(struct evaluation *e, uint8_t op)
{
    switch (op) {
    case DUPLICATE: push_copy(e, 0); return true;
    case DROP: pop_value(e); return true;
    case OVER: push_copy(e, 1); return true;
    case PICK: push_copy(e, gau_table_cursor_byte(&e->c)); return true;
    case SWAP: rotate(e, 2); return true;
    case ROTATE: rotate(e, 3); return true;
    case ABSOLUTE:
        push_copy(e, 0);
        if ((int64_t)pop_value(e) >= 0)
            return true;
        push_value(e, 0 - pop_value(e));
        return true;
    case NEGATE: push_value(e, 0 - pop_value(e)); return true;
    case NOT: push_value(e, ~pop_value(e)); return true;
    case NOTHING: return true;
    default: return false;
    }
}

static bool fetch(struct evaluation *e, uint8_t op)
{
    if (op >= LITERAL_FIRST && op <= LITERAL_LAST) {
        push_value(e, (uint64_t)(op - LITERAL_FIRST));
        return true;
    }
    if (op >= REGISTER_FIRST && op <= REGISTER_LAST) {
        push_register(e, (uint64_t)(op - REGISTER_FIRST));
        return true;
    }
    if (op >= CONSTANT_FIRST && op <= CONSTANT_LAST) {
        const size_t size = (size_t)1 << (op - CONSTANT_FIRST) / 2;

        push_value(e, op & 1 ? (uint64_t)gau_table_cursor_signed(&e->c, size)
                             : gau_table_cursor_unsigned(&e->c, size));
        return true;
    }
    switch (op) {
    case ADDRESS: push_value(e, gau_table_cursor_unsigned(&e->c, 8)); return true;
    case DEREFERENCE: dereference(e, 8); return true;
    case DEREFERENCE_SIZE: dereference(e, gau_table_cursor_byte(&e->c)); return true;
    case CONSTANT_ULEB: push_value(e, gau_table_cursor_uleb(&e->c)); return true;
    case CONSTANT_SLEB: push_value(e, (uint64_t)gau_table_cursor_sleb(&e->c)); return true;
    case PLUS_CONSTANT: push_value(e, pop_value(e) + gau_table_cursor_uleb(&e->c)); return true;
    case REGISTER_ANY: push_register(e, gau_table_cursor_uleb(&e->c)); return true;
    case SKIP: branch(e, true); return true;
    case BRANCH: branch(e, pop_value(e) != 0); return true;
    default: return false;
    }
}

bool gau_expression(struct gau_table_cursor *c, const struct gau_registers *registers,
                    struct gau_safe_memory *memory, const uint64_t *initial, uint64_t *value)
{
    struct evaluation e = {.registers = registers, .memory = memory};
    const uint64_t size = gau_table_cursor_uleb(c);

    e.c = *c;
    gau_table_cursor_skip(c, size);
    if (c->failed)
        return false;
    e.c.end = c->at;
    e.begin = e.c.at;
    if (initial)
        push_value(&e, *initial);
    for (int steps = 0; gau_table_cursor_left(&e.c) > 0; steps++) {
        const uint8_t op = gau_table_cursor_byte(&e.c);

        if (steps == STEPS_MAX || (!fetch(&e, op) && !compute(&e, op) && !arrange(&e, op)))
            return false;
    }
    if (e.c.failed || e.depth == 0)
        return false;
    *value = e.stack[e.depth - 1];
    return true;
}
