/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_CONTEXT_HPP
#define GAUDIT_CONTEXT_HPP

/**
 * @file context.hpp
 * What the functions of C++ components get, and how their exceptions become errors. C++17 and
 * later; include <gaudit/component.hpp>.
 */

#if __cplusplus < 201703L
#pragma GCC dependency "gaudit: components in C++ need C++17: compile with -std=c++17 or later"
#endif
#if !defined(__cpp_exceptions) || !defined(__cpp_rtti)
#pragma GCC dependency "gaudit: components in C++ need exceptions and RTTI: do not switch them off"
#endif

#include <gaudit/context.h>
#include <gaudit/store.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>

namespace gau
{

/** The number of a text of the event store: equal numbers, equal texts. A column of texts. */
enum class string_id : gau_string_id { none = GAU_NO_STRING };

/**
 * What a call is about: a gau_context *, which it converts to, so all functions of the C headers
 * take it.
 */
class context
{
  public:
    context(gau_context *c) noexcept : c_(c) {}
    operator gau_context *() const noexcept { return c_; }
    /** ctx->event, ctx->worker, ctx->branch, ctx->timestamp ... as in C. */
    gau_context *operator->() const noexcept { return c_; }
    inline string_id intern(std::string_view text) const;
    const char *string(string_id id) const noexcept
    {
        return gau_store_string(c_, static_cast<gau_string_id>(id));
    }

  private:
    gau_context *c_;
};

/** An exception with the status that the framework shall see, such as GAU_ERR_IO of an input. */
class failure : public std::runtime_error
{
  public:
    explicit failure(const std::string &what) : failure(GAU_ERR_FAILED, what) {}
    failure(gau_status status, const std::string &what) : std::runtime_error(what), status_(status)
    {
    }
    gau_status status() const noexcept { return status_; }

  private:
    gau_status status_;
};

#pragma GCC visibility push(hidden)
namespace detail
{

/* The error of the context is set already. */
struct reported {
    gau_status status;
};

/* The name of a type as people write it. */
inline std::string demangled(const std::type_info &type)
{
    int status = 0;
    char *const text = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
    const std::string name = text ? text : type.name();

    std::free(text);
    return name;
}

inline std::string text_of(const char *text)
{
    return text && *text ? text : "no text";
}

/* One line, of which the branch stays when it is too long. */
inline gau_status set_error(gau_context *c, gau_status status, std::string text, bool in_branch)
{
    constexpr std::size_t longest = 1000;

    if (text.size() > longest)
        text.replace(longest, std::string::npos, "...");
    for (char &character : text)
        if (static_cast<unsigned char>(character) < ' ')
            character = ' ';
    gau_error_set(c->error, status, __FILE__, __LINE__, "%s", text.c_str());
    if (in_branch)
        gau_error_append(c->error, ", in branch '%s'", gau_branch_at(c, c->branch)->path);
    return status;
}

/* The text and the type of an exception, and of those that it was made from by throw_with_nested().
 */
inline std::string text_of_exception(const std::exception &e, int depth = 0)
{
    const std::string made_by_library = "std::_Nested_exception<";
    std::string type = demangled(typeid(e));

    if (type.compare(0, made_by_library.size(), made_by_library) == 0)
        type = type.substr(made_by_library.size(), type.size() - made_by_library.size() - 1);
    const std::string text = text_of(e.what()) + " (" + type + ")";
    if (depth == 10)
        return text;
    try {
        std::rethrow_if_nested(e);
    } catch (const std::exception &inner) {
        return text + ": " + text_of_exception(inner, depth + 1);
    } catch (...) {
    }
    return text;
}

inline gau_status describe_error(gau_context *c, bool in_branch, const char *before)
{
    gau_status status = GAU_ERR_FAILED;
    std::string text;

    try {
        throw;
    } catch (abi::__forced_unwind &) {
        throw;
    } catch (const reported &r) {
        return r.status;
    } catch (const failure &f) {
        status = f.status() < 0 ? f.status() : GAU_ERR_FAILED;
        text = text_of(f.what());
    } catch (const std::bad_alloc &) {
        return set_error(c, GAU_ERR_MEMORY, std::string(before) + "out of memory (std::bad_alloc)",
                         in_branch);
    } catch (const std::exception &e) {
        text = text_of_exception(e);
    } catch (const std::string &thrown) {
        text = thrown;
    } catch (const char *thrown) {
        text = text_of(thrown);
    } catch (...) {
        const std::type_info *const type = abi::__cxa_current_exception_type();

        text = std::string("it threw a value of type ") +
               (type ? demangled(*type) : "another language");
    }
    return set_error(c, status, before + text, in_branch);
}

/*
 * Makes the exception that is being handled an error of @p c. That of a thread that is being
 * cancelled is none, and goes on.
 */
inline gau_status report(gau_context *c, bool in_branch, const char *before = "")
{
    try {
        return describe_error(c, in_branch, before);
    } catch (abi::__forced_unwind &) {
        throw;
    } catch (...) { /* its text did not fit into memory */
        gau_error_set(c->error, GAU_ERR_MEMORY, __FILE__, __LINE__, "out of memory");
        return GAU_ERR_MEMORY;
    }
}

} // namespace detail
#pragma GCC visibility pop

/** A status of a C function that has set the error of the context: a negative one becomes an
 * exception. */
inline gau_status check(gau_status status)
{
    if (status < 0)
        throw detail::reported{status};
    return status;
}

inline string_id context::intern(std::string_view text) const
{
    const gau_string_id id = gau_store_intern(c_, text.data(), text.size());

    if (id == GAU_NO_STRING)
        throw detail::reported{c_->error->status < 0 ? c_->error->status : GAU_ERR_MEMORY};
    return static_cast<string_id>(id);
}

} // namespace gau

#endif
