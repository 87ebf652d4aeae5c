/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_UNWIND_CFI_H
#define GAUDIT_COLLECTOR_UNWIND_CFI_H

#include "arch.h"
#include "table_cursor.h"

#include "collector/modules/modules.h"

/*
 * Call frame information (.eh_frame): finds, in a module's tables and for one program counter,
 * where the caller's registers are. Tables are not trusted; nothing outside the module is read.
 */

/* One table entry (FDE) with its shared part (CIE). */
struct gau_cfi_entry {
    uint64_t begin, end; /* addresses, [begin, end) */
    uint64_t code_align;
    int64_t data_align;
    uint64_t return_register;
    uint8_t encoding; /* of addresses */
    bool signal;      /* the caller was interrupted by a signal */
    bool augmented;   /* the entry has augmentation data before its instructions */
    struct gau_table_cursor initial, instructions;
};

enum gau_cfi_how {
    GAU_CFI_SAME,
    GAU_CFI_UNDEFINED,
    GAU_CFI_AT,               /* saved at the CFA plus value */
    GAU_CFI_PLUS,             /* is the CFA plus value */
    GAU_CFI_REGISTER,         /* is in register `value` */
    GAU_CFI_AT_EXPRESSION,    /* saved at the result of the expression at start + value */
    GAU_CFI_VALUE_EXPRESSION, /* is the result of the expression */
};

struct gau_cfi_rule {
    uint32_t how; /* enum gau_cfi_how */
    int32_t value;
};

/* The CFA (canonical frame address) is the stack pointer of the caller. */
struct gau_cfi_row {
    uint64_t begin, end; /* the addresses that it describes, [begin, end) */
    uint32_t cfa_register;
    int32_t cfa_offset;
    uint32_t cfa_expression; /* from the module's start; 0: register plus offset */
    struct gau_cfi_rule rules[GAU_REGISTERS];
};

enum { GAU_CFI_SAVED_MAX = 8 };

/* Too large for the stack of a signal handler. */
struct gau_cfi_scratch {
    struct gau_cfi_row initial, saved[GAU_CFI_SAVED_MAX];
};

/* The entry for the instruction at @p pc; false if there is none, or it is invalid. */
bool gau_cfi_find(const struct gau_module_tables *tables, uint64_t pc, struct gau_cfi_entry *entry);

/* The same for the entry at @p place in the module. */
bool gau_cfi_parse(const struct gau_module_tables *tables, uint64_t place,
                   struct gau_cfi_entry *entry);

/* A number or address in @p encoding (DW_EH_PE_...). */
uint64_t gau_cfi_encoded(struct gau_table_cursor *c, uint8_t encoding, const uint8_t *data);

/* Runs the entry's instructions up to @p pc. */
bool gau_cfi_run(const struct gau_module_tables *tables, const struct gau_cfi_entry *entry,
                 uint64_t pc, struct gau_cfi_scratch *scratch, struct gau_cfi_row *row);

#endif
