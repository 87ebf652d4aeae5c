/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include <stdlib.h>
#include <string.h>

static const char env_prefix[] = "env:";
static const char blanks[] = " \t\n";

/* --- words --------------------------------------------------------------------------------- */

/* Copies up to the closing quote and returns the position after it; NULL if there is none. */
static const char *copy_quoted(const char *text, char quote, char **to)
{
    while (*text && *text != quote) {
        if (*text == '\\' && quote == '"' && text[1])
            text++;
        *(*to)++ = *text++;
    }
    return *text ? text + 1 : NULL;
}

/* Copies one word to @p to, which has room for all of @p text. Returns its end; NULL if a quote is
 * not closed. */
static const char *copy_word(const char *text, char *to)
{
    while (text && *text && !strchr(blanks, *text)) {
        if (*text == '\'' || *text == '"') {
            text = copy_quoted(text + 1, *text, &to);
        } else {
            if (*text == '\\' && text[1])
                text++;
            *to++ = *text++;
        }
    }
    *to = '\0';
    return text;
}

/* --- settings ------------------------------------------------------------------------------ */

static gau_status add_word(struct gau_ab_settings *settings, const char *word, gau_error *err)
{
    const size_t prefix = sizeof env_prefix - 1;
    const char *const equals = strchr(word, '=');

    if (strncmp(word, env_prefix, prefix) != 0) {
        const char *const dot = strchr(word, '.');

        if (!equals || !dot || dot > equals)
            return gau_fail(err, GAU_ERR_USAGE,
                            "'%.*s' is neither NAME.PROPERTY=VALUE nor env:NAME=VALUE",
                            GAU_QUOTE(word));
        gau_argv_add(&settings->sets, "%s", word);
        return GAU_OK;
    }
    if (!equals || equals == word + prefix)
        return gau_fail(err, GAU_ERR_USAGE, "'%.*s' is not env:NAME=VALUE", GAU_QUOTE(word));
    gau_argv_add(&settings->env, "%s", word + prefix);
    return GAU_OK;
}

static gau_status read_words(struct gau_ab_settings *settings, char *word, gau_error *err)
{
    const char *text = settings->text;

    while (*(text += strspn(text, blanks))) {
        text = copy_word(text, word);
        if (!text)
            return gau_fail(err, GAU_ERR_USAGE, "a quote is not closed in '%.*s'",
                            GAU_QUOTE(settings->text));
        GAU_TRY(add_word(settings, word, err));
    }
    return GAU_OK;
}

gau_status gau_ab_settings_read(struct gau_ab_settings *out, const char *text, gau_error *err)
{
    struct gau_ab_settings settings = {.text = text};
    char *const word = malloc(strlen(text) + 1);
    gau_status status = word ? read_words(&settings, word, err) : GAU_OK;

    if (!word || settings.sets.out_of_memory || settings.env.out_of_memory)
        status = gau_fail(err, GAU_ERR_MEMORY, "out of memory (settings)");
    free(word);
    if (status < 0)
        gau_ab_settings_clear(&settings);
    else
        *out = settings;
    return status;
}

void gau_ab_settings_clear(struct gau_ab_settings *settings)
{
    gau_argv_clear(&settings->sets);
    gau_argv_clear(&settings->env);
}

bool gau_ab_settings_apply(const struct gau_ab_settings *settings)
{
    bool done = true;

    for (size_t i = 0; i < settings->env.count && done; i++) {
        char *const name = settings->env.texts[i], *const equals = strchr(name, '=');

        *equals = '\0';
        done = (equals[1] ? setenv(name, equals + 1, 1) : unsetenv(name)) == 0;
        *equals = '=';
    }
    return done;
}
