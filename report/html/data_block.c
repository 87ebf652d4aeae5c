/* SPDX-License-Identifier: Apache-2.0 */
#define ZLIB_CONST
#include "data_block.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

void gau_base64_write(const char *bytes, size_t size, FILE *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *const from = (const unsigned char *)bytes;

    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const unsigned group = (unsigned)from[i] << 16 | (left > 1 ? from[i + 1] : 0u) << 8 |
                               (left > 2 ? from[i + 2] : 0u);

        putc_unlocked(digits[group >> 18], out);
        putc_unlocked(digits[group >> 12 & 63], out);
        putc_unlocked(left > 1 ? digits[group >> 6 & 63] : '=', out);
        putc_unlocked(left > 2 ? digits[group & 63] : '=', out);
    }
}

/* Returns the compressed bytes, which the caller frees; NULL: out of memory. They have no date, so
 * that equal results make equal pages. */
static char *compress_bytes(const char *bytes, size_t size, size_t *compressed)
{
    enum { GZIP = 16, LEVEL = 4 }; /* 5 takes 1.3 times as long for 3 % less, 9 takes ten times */
    z_stream stream = {0};
    size_t room;
    char *to;

    if (size > UINT_MAX ||
        deflateInit2(&stream, LEVEL, Z_DEFLATED, MAX_WBITS + GZIP, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    room = deflateBound(&stream, size);
    to = room <= UINT_MAX ? malloc(room) : NULL;
    if (to) {
        stream.next_in = (const Bytef *)bytes;
        stream.avail_in = (uInt)size;
        stream.next_out = (Bytef *)to;
        stream.avail_out = (uInt)room;
        deflate(&stream, Z_FINISH);
        *compressed = room - stream.avail_out;
    }
    deflateEnd(&stream);
    return to;
}

bool gau_data_block_write(const char *class, const char *bytes, size_t size, FILE *out)
{
    enum { PIECE = 3 * 256 * 1024 }; /* 1 MiB in base64 */
    size_t compressed = 0;
    char *const packed = compress_bytes(bytes, size, &compressed);

    for (size_t i = 0; packed && i < compressed; i += PIECE) {
        fprintf(out, "<script type=\"application/octet-stream\" class=\"%s\">", class);
        gau_base64_write(packed + i, compressed - i < PIECE ? compressed - i : PIECE, out);
        fputs("</script>\n", out);
    }
    free(packed);
    return packed;
}
