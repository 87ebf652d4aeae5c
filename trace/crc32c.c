/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_writer.h"

#include <string.h>

/*
 * Eight tables, one for each byte of a word. They are constants, so they need no initialization and
 * no lock. The remainder is linear: the entry of a byte is the exclusive or of those of its bits,
 * and those are the first 64 states of the shift register.
 */
#define BIT(byte, bit, state) (((byte) >> (bit)&1u) * state)
#define ENTRY(n, a, b, c, d, e, f, g, h)                                                       \
    (BIT(n, 7, a) ^ BIT(n, 6, b) ^ BIT(n, 5, c) ^ BIT(n, 4, d) ^ BIT(n, 3, e) ^ BIT(n, 2, f) ^ \
     BIT(n, 1, g) ^ BIT(n, 0, h))
#define ENTRIES_4(n, ...)                                                            \
    ENTRY(n, __VA_ARGS__), ENTRY((n) + 1, __VA_ARGS__), ENTRY((n) + 2, __VA_ARGS__), \
        ENTRY((n) + 3, __VA_ARGS__)
#define ENTRIES_16(n, ...)                                                                       \
    ENTRIES_4(n, __VA_ARGS__), ENTRIES_4((n) + 4, __VA_ARGS__), ENTRIES_4((n) + 8, __VA_ARGS__), \
        ENTRIES_4((n) + 12, __VA_ARGS__)
#define ENTRIES_64(n, ...)                                         \
    ENTRIES_16(n, __VA_ARGS__), ENTRIES_16((n) + 16, __VA_ARGS__), \
        ENTRIES_16((n) + 32, __VA_ARGS__), ENTRIES_16((n) + 48, __VA_ARGS__)
#define TABLE(...)                                                                                \
    {                                                                                             \
        ENTRIES_64(0u, __VA_ARGS__), ENTRIES_64(64u, __VA_ARGS__), ENTRIES_64(128u, __VA_ARGS__), \
            ENTRIES_64(192u, __VA_ARGS__)                                                         \
    }

/* For a byte followed by 0, 1, ... 7 others. */
static const uint32_t tables[8][256] = {
    TABLE(0x82f63b78u, 0x417b1dbcu, 0x20bd8edeu, 0x105ec76fu, 0x8ad958cfu, 0xc79a971fu, 0xe13b70f7u,
          0xf26b8303u),
    TABLE(0xfbc3faf9u, 0xff17c604u, 0x7f8be302u, 0x3fc5f181u, 0x9d14c3b8u, 0x4e8a61dcu, 0x274530eeu,
          0x13a29877u),
    TABLE(0x8b277743u, 0xc76580d9u, 0xe144fb14u, 0x70a27d8au, 0x38513ec5u, 0x9edea41au, 0x4f6f520du,
          0xa541927eu),
    TABLE(0x52a0c93fu, 0xaba65fe7u, 0xd725148bu, 0xe964b13du, 0xf64463e6u, 0x7b2231f3u, 0xbf672381u,
          0xdd45aab8u),
    TABLE(0x6ea2d55cu, 0x37516aaeu, 0x1ba8b557u, 0x8f2261d3u, 0xc5670b91u, 0xe045beb0u, 0x7022df58u,
          0x38116facu),
    TABLE(0x1c08b7d6u, 0x0e045bebu, 0x85f4168du, 0xc00c303eu, 0x6006181fu, 0xb2f53777u, 0xdb8ca0c3u,
          0xef306b19u),
    TABLE(0xf56e0ef4u, 0x7ab7077au, 0x3d5b83bdu, 0x9c5bfaa6u, 0x4e2dfd53u, 0xa5e0c5d1u, 0xd0065990u,
          0x68032cc8u),
    TABLE(0x34019664u, 0x1a00cb32u, 0x0d006599u, 0x847609b4u, 0x423b04dau, 0x211d826du, 0x9278fa4eu,
          0x493c7d27u),
};

uint32_t gau_trace_crc(uint32_t crc, const void *data, size_t size)
{
    const unsigned char *bytes = data;

    crc = ~crc;
    for (; size >= 8; size -= 8, bytes += 8) {
        uint64_t word;

        memcpy(&word, bytes, sizeof word);
        word ^= crc;
        crc = tables[7][word & 0xff] ^ tables[6][word >> 8 & 0xff] ^ tables[5][word >> 16 & 0xff] ^
              tables[4][word >> 24 & 0xff] ^ tables[3][word >> 32 & 0xff] ^
              tables[2][word >> 40 & 0xff] ^ tables[1][word >> 48 & 0xff] ^ tables[0][word >> 56];
    }
    for (; size; size--, bytes++)
        crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 0xff];
    return ~crc;
}
