/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_RBWP_FORMAT_H
#define GAUDIT_TRACE_RBWP_FORMAT_H

#include <stdint.h>

/**
 * @file rbwp_format.h
 * The bytes of Realm's background-work profile, version 1; doc/reference/rbwp.md explains them.
 *
 * A header, blocks, then descriptors of the work items and of the sub-items. Numbers are
 * little-endian and packed; the stamps of records are big-endian.
 */

#define GAU_RBWP_MAGIC "RBWP"

enum {
    GAU_RBWP_VERSION = 1,
    GAU_RBWP_HEADER_SIZE = 36,
    GAU_RBWP_BLOCK_HEADER_SIZE = 32,
    GAU_RBWP_BLOCK_MAX = 16384, /* bytes of records, before compression */
    GAU_RBWP_ITEMS = 256,       /* records name a work item by one byte */
    GAU_RBWP_SUBS = 65536,      /* and a sub-item by two */
    GAU_RBWP_FINE = 1,          /* flag of the header: there may be sub-items */
    GAU_RBWP_RECORD_MIN = 3,    /* bytes of the shortest record */
};

/* Offsets in the header of the file. */
enum {
    GAU_RBWP_AT_VERSION = 4,
    GAU_RBWP_AT_FLAGS = 6,
    GAU_RBWP_AT_NODE = 8,
    GAU_RBWP_AT_ZERO = 12,
    GAU_RBWP_AT_ITEMS = 20,
    GAU_RBWP_AT_SUBS = 24,
    GAU_RBWP_AT_DESCRIPTORS = 28, /* 0: the file was not closed */
};

/* Offsets in the header of a block. */
enum {
    GAU_RBWP_AT_THREAD = 0,
    GAU_RBWP_AT_SEQUENCE = 8,
    GAU_RBWP_AT_COUNT = 12,
    GAU_RBWP_AT_BASE = 16,
    GAU_RBWP_AT_SIZE = 24,
    GAU_RBWP_AT_STORED = 28, /* compressed bytes; 0: it is not compressed */
};

enum gau_rbwp_record {
    GAU_RBWP_COARSE_BEGIN = 0x01, /* slot of the work item */
    GAU_RBWP_COARSE_END = 0x02,
    GAU_RBWP_FINE_BEGIN = 0x11, /* number of the sub-item */
    GAU_RBWP_FINE_END = 0x12,
    GAU_RBWP_GPU_WORK = 0x21, /* processor, slot, start, stop */
};

/* Stamps below these, after the one before, have 2 and 4 bytes; others are absolute. */
enum { GAU_RBWP_SHORT = 1 << 15, GAU_RBWP_LONG = 1 << 30 };

enum { GAU_RBWP_NAME_MAX = 65535 };

/* A processor that is a GPU: this in the highest byte, the node, the number in the lowest bits. */
enum {
    GAU_RBWP_GPU = 0x1d,
    GAU_RBWP_KIND_SHIFT = 56,
    GAU_RBWP_NODE_SHIFT = 40,
    GAU_RBWP_GPU_NUMBER = 0xfff,
};

#endif
