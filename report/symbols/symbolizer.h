/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_SYMBOLIZER_H
#define GAUDIT_REPORT_SYMBOLS_SYMBOLIZER_H

/**
 * @file symbolizer.h
 * From addresses in programs and libraries to functions, inlined functions, source files and lines.
 * Files are opened when an address in them is first resolved, and refused unless they are those
 * that ran. Nothing is downloaded unless it is enabled.
 *
 * All texts are bytes as the files have them, in no particular encoding; they are valid as long as
 * the symbolizer. What cannot be found has a name that says so: there is no failure.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gau_symbolizer;
struct gau_symbolizer_names;

struct gau_symbolizer_settings {
    /* Folders of separate debug information, divided by colons; relative ones are beside the
     * file. NULL: "-:.debug:/usr/lib/debug", where "-" means without comparing checksums. */
    const char *debug_path;
    bool debuginfod; /* ask the servers in $DEBUGINFOD_URLS for what is not found here */
    const struct gau_symbolizer_names *names; /* copied; NULL: there are no others */
};

/** A file that was mapped while the program ran. */
struct gau_symbolizer_module {
    const char *path;
    const uint8_t *build_id;
    uint32_t build_id_size; /* 0: it had none */
    bool vdso;              /* there is no file: the kernel's; `path` is a name */
    bool any_build;         /* the file that is there now is the one: nothing is compared */
    uint64_t
        recorded_ns; /* CLOCK_REALTIME; to recognize changed files without build-id. 0: unknown */
};

enum gau_function_kind {
    GAU_FUNCTION_NAMED,   /* by a symbol or by debug information */
    GAU_FUNCTION_ADDRESS, /* "func@0x1234": nothing names it; its start, or the address itself */
    GAU_FUNCTION_STUB,    /* "name@plt": a jump to a function of another module */
    GAU_FUNCTION_DYNAMIC, /* "[Dynamic code]": outside all modules, made while running */
    GAU_FUNCTION_UNKNOWN, /* "[Unknown]" */
};

struct gau_function {
    const char *name;    /* qualified, without arguments: "ns::f<int>", "f.cold" */
    const char *full;    /* with arguments, as far as known: "int ns::f<int>(int)" */
    const char *base;    /* the name without what compilers add to copies and parts: "f" */
    const char *linkage; /* as in the symbol table */
    uint32_t whole;      /* of all parts and copies of it: "f.cold", "f.part.0", "f" */
    uint32_t module;     /* 0: none */
    uint32_t file;       /* where it is declared; 0: unknown */
    uint32_t line;       /* 0: unknown */
    enum gau_function_kind kind;
    uint64_t start;          /* address in the file; 0: it was only ever inlined */
    uint64_t size;           /* 0: unknown */
    const char *public_name; /* of gau_symbolizer_public_name(); NULL: not yet asked for */
};

struct gau_source_frame {
    uint32_t function;
    uint32_t file; /* 0: unknown */
    uint32_t line; /* of the code; of callers of inlined functions, of the call. 0: unknown */
    bool inlined;  /* into the frame that follows */
};

/** The frames at one address: the innermost, most inlined one first; the last is not inlined. There
 * is always one. */
struct gau_source_frames {
    const struct gau_source_frame *items;
    uint32_t count;
};

/** Names of modules whose files are not here, or were refused. */
struct gau_symbolizer_names {
    void *user;
    /* Returns whether there are names of that module, which is asked for once. It may call
     * gau_symbolizer_add_public() and gau_symbolizer_warn(). */
    bool (*know_module)(void *user, struct gau_symbolizer *symbols, uint32_t number,
                        const struct gau_symbolizer_module *module);
    /* Sets the frames at an address of such a module, at most @p size, by means of
     * gau_symbolizer_put_function() and gau_symbolizer_put_file(). Returns how many; 0: it has
     * none. */
    uint32_t (*find_frames)(void *user, struct gau_symbolizer *symbols, uint32_t module,
                            uint64_t address, struct gau_source_frame *frames, uint32_t size);
};

/** Makes a symbolizer without modules. NULL: out of memory. @p settings may be NULL. */
struct gau_symbolizer *gau_symbolizer_new(const struct gau_symbolizer_settings *settings);
void gau_symbolizer_free(struct gau_symbolizer *symbols);

/**
 * Returns the number of a module, from 1 on; the same for the same path and build-id. Its path and
 * build-id are copied. 0: out of memory.
 */
uint32_t gau_symbolizer_add_module(struct gau_symbolizer *symbols,
                                   const struct gau_symbolizer_module *module);

/**
 * Returns the frames at an address (ELF vaddr) of a module; of callers, one inside the call, as
 * recordings have it. Module 0: @p address is one in memory, of no module. The result is cached and
 * remains valid.
 */
struct gau_source_frames gau_symbolizer_resolve(struct gau_symbolizer *symbols, uint32_t module,
                                                uint64_t address);

/** Returns a function that a frame names. The pointer stays valid; fields may be completed later.
 */
const struct gau_function *gau_symbolizer_function(const struct gau_symbolizer *symbols,
                                                   uint32_t function);

/** Returns the number of functions, which are numbered from 0 on. */
uint32_t gau_symbolizer_function_count(const struct gau_symbolizer *symbols);

/** Returns the function of that name in a module. No symbol needs to have it: it has no start and
 * no file. */
uint32_t gau_symbolizer_named(struct gau_symbolizer *symbols, const char *name, uint32_t module);

/** Returns by what name other modules call a function: "memset" for "__memset_avx2", if its module
 * has a symbol for them of that name; else its own. */
const char *gau_symbolizer_public_name(struct gau_symbolizer *symbols, uint32_t function);

/** Returns the function that a stub jumps to: that of a module in which an address has been
 * resolved, else one of that name in the module of the stub. Of what is no stub, the function
 * itself. */
uint32_t gau_symbolizer_called(struct gau_symbolizer *symbols, uint32_t stub);

/** Returns the path of a source file as the compiler was given it; "" for 0. */
const char *gau_symbolizer_file(const struct gau_symbolizer *symbols, uint32_t file);

/** Returns the last part of a module's path; "[Unknown]" for 0. */
const char *gau_symbolizer_module_name(const struct gau_symbolizer *symbols, uint32_t module);
const char *gau_symbolizer_module_path(const struct gau_symbolizer *symbols, uint32_t module);

/** Returns whether a module's file is here and was not refused, or other names are known: functions
 * in it have their names.
 * This is known as soon as an address in it has been resolved. */
bool gau_symbolizer_module_is_read(const struct gau_symbolizer *symbols, uint32_t module);

/** Adds a warning for the reader of a report; the same one once. */
void gau_symbolizer_warn(struct gau_symbolizer *symbols, const char *sentence);

/** Returns a warning for the reader of a report. They are sentences, numbered from 0; NULL beyond
 * the last. */
const char *gau_symbolizer_warning(const struct gau_symbolizer *symbols, uint32_t number);

/* --- names that are kept, and given back ------------------------------------------------------ */

/** An address that was resolved, and its frames. */
struct gau_symbolizer_resolved {
    uint32_t module;
    uint64_t address;
    struct gau_source_frames frames;
};

/** Gets the addresses of modules that were resolved, numbered from 0 in the order in which they
 * were asked for. False: there is none of that number. */
bool gau_symbolizer_resolved(const struct gau_symbolizer *symbols, uint32_t number,
                             struct gau_symbolizer_resolved *resolved);

/** Returns whether some names are missing, or wrong, as memory was short. */
bool gau_symbolizer_lacks_memory(const struct gau_symbolizer *symbols);

/** Finds the symbol of that name, up to an "@", that is for other modules. */
bool gau_symbolizer_find_public(const struct gau_symbolizer *symbols, uint32_t module,
                                const char *name, uint64_t *start);
void gau_symbolizer_add_public(struct gau_symbolizer *symbols, uint32_t module, const char *name,
                               uint64_t start);

/** Returns the number of a function, which may be new: that of the linkage, module, file, line,
 * kind, start and size in @p function. */
uint32_t gau_symbolizer_put_function(struct gau_symbolizer *symbols,
                                     const struct gau_function *function);

/** Returns the number of a source file; 0 for "" and when out of memory. */
uint32_t gau_symbolizer_put_file(struct gau_symbolizer *symbols, const char *path);

#endif
