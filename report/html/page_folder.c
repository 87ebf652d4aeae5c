/* SPDX-License-Identifier: Apache-2.0 */
#include "page_folder.h"

#include "table/utf8.h"

#include <stdlib.h>
#include <string.h>

void gau_page_folder_write(const char *folder, FILE *out)
{
    const size_t length = strlen(folder);
    size_t end = length, begin;
    char *name;

    while (end > 1 && folder[end - 1] == '/')
        end--;
    for (begin = end; begin > 0 && folder[begin - 1] != '/';)
        begin--;
    name = strndup(folder + begin, end - begin);
    fputs("\"result\": ", out);
    gau_json_text_write(name && name[0] ? name : folder, out);
    fputs(",\n\"folder\": ", out);
    gau_json_text_write(folder, out);
    fputs(",\n", out);
    free(name);
}
