/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_RESULT_HPP
#define GAUDIT_RESULT_HPP

/**
 * @file result.hpp
 * The result of a C++ component, a document of fields and rows. C++17 and later; include
 * <gaudit/component.hpp>. See result.h for what the calls mean.
 *
 *     gau::result(ctx, "masses").add("pairs", pairs).add("lowest", low, "GeV");
 */

#include <gaudit/context.hpp>
#include <gaudit/result.h>

#include <type_traits>
#include <vector>

namespace gau
{

/** A document; made at finalize. The framework keeps it. */
class result
{
  public:
    result(context ctx, const char *name) : result_(gau_result_open(ctx, name)) {}

    /** A field of the document or, after row(), of the row: a number, a bool or a text. */
    template <class N, class = std::enable_if_t<std::is_arithmetic_v<N>>>
    result &add(const char *name, N value, const char *unit = "")
    {
        if constexpr (std::is_same_v<N, bool>)
            gau_result_boolean(result_, name, value);
        else if constexpr (std::is_integral_v<N>)
            gau_result_integer(result_, name, unit, static_cast<std::int64_t>(value));
        else
            gau_result_real(result_, name, unit, static_cast<double>(value));
        return *this;
    }
    result &add(const char *name, const char *value)
    {
        gau_result_text(result_, name, value);
        return *this;
    }
    result &add(const char *name, const std::string &value) { return add(name, value.c_str()); }
    /** A list of whole numbers. */
    result &add(const char *name, const std::vector<std::int64_t> &values)
    {
        gau_result_integers(result_, name, values.data(), values.size());
        return *this;
    }
    /** How the documents of several runs become one, see gau_result_merge(). */
    result &merge(const char *rules)
    {
        gau_result_merge(result_, rules);
        return *this;
    }
    /** Starts a list of rows; ends the one before. */
    result &table(const char *name)
    {
        gau_result_table(result_, name);
        return *this;
    }
    result &row()
    {
        gau_result_row(result_);
        return *this;
    }
    /** Fields belong to the document again. */
    result &end()
    {
        gau_result_end(result_);
        return *this;
    }
    /** For the functions of result.h. */
    gau_result *get() const noexcept { return result_; }

  private:
    gau_result *result_;
};

} // namespace gau

#endif
