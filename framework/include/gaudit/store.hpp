/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_STORE_HPP
#define GAUDIT_STORE_HPP

/**
 * @file store.hpp
 * Objects and columns of the event store in C++17 and later; include <gaudit/component.hpp>.
 *
 * Handles are members of a component, made at initialize: a gau::reads<T> for what it reads, a
 * gau::writes<T> for what it writes. A column is a double or a gau::string_id. Other types that
 * are copied byte by byte are arrays in the store, and views of them are not copied. Types that own
 * memory, such as std::vector<std::string>, are one object per event, which its writer keeps for
 * the next one.
 *
 *     gau::reads<double> pt{};                          // a member
 *     pt = {ctx, "muons", "pt"};                        // in initialize()
 *     for (const double x : pt.get(ctx)) ...            // in execute()
 */

#include <gaudit/context.hpp>
#include <gaudit/store.h>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
#endif

namespace gau
{

/** Elements in the event store; valid until the event ends. */
template <class T> class view
{
  public:
    view() = default;
    view(T *items, std::size_t size) noexcept : items_(items), size_(size) {}
    T *begin() const noexcept { return items_; }
    T *end() const noexcept { return items_ + size_; }
    T *data() const noexcept { return items_; }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }
    T &operator[](std::size_t i) const noexcept { return items_[i]; }

  private:
    T *items_ = nullptr;
    std::size_t size_ = 0;
};

/**
 * What a type is called in the store; types are equal if name and size are. "struct NAME" of C is
 * NAME, and int32_t int; where C has another word for a type, specialise this.
 */
template <class T> struct store_name {
    static std::string text() { return detail::demangled(typeid(T)); }
};
template <> struct store_name<string_id> {
    static std::string text() { return "gau_string_id"; }
};

#pragma GCC visibility push(hidden)
namespace detail
{

template <class T>
constexpr bool is_plain = std::is_trivially_copyable_v<T> &&std::is_trivially_destructible_v<T>;
template <class T>
constexpr bool is_column = std::is_same_v<T, double> || std::is_same_v<T, string_id>;

/* Of elements, or of the pointer to an object, whose size is in the name: equal names and sizes are
 * equal types. */
template <class T> inline const gau_type_info *type_of()
{
    using element = std::conditional_t<is_plain<T>, T, const T *>;
    static const std::string name =
        is_plain<T> ? store_name<T>::text()
                    : store_name<T>::text() + " (" + std::to_string(sizeof(T)) + " bytes)";
    static const gau_type_info type = {name.c_str(), sizeof(element), alignof(element)};

    return &type;
}

} // namespace detail
#pragma GCC visibility pop

/** What a component reads. */
template <class T> class reads
{
  public:
    reads() = default;
    /** An object. */
    reads(context ctx, const char *object)
        : key_(gau_store_input(ctx, object, detail::type_of<T>()))
    {
    }
    /** A column of a table. */
    reads(context ctx, const char *table, const char *column)
        : key_(gau_store_column(ctx, table, column, detail::type_of<T>()))
    {
        static_assert(detail::is_column<T>, "a column is a double or a gau::string_id");
    }

    /** A view, which is empty if the object was not made in this event; of a type that owns
     * memory: a pointer to it, or nullptr. */
    auto get(context ctx) const noexcept
    {
        if constexpr (detail::is_plain<T>) {
            std::size_t n = 0;
            const void *const items = gau_store_get(ctx, key_, &n);

            return view<const T>(static_cast<const T *>(items), n);
        } else {
            const void *const item = gau_store_get(ctx, key_, nullptr);

            return item ? *static_cast<const T *const *>(item) : static_cast<const T *>(nullptr);
        }
    }
    gau_key key() const noexcept { return key_; }

  private:
    gau_key key_ = GAU_NO_KEY;
};

/** How many rows a table has. */
class reads_rows
{
  public:
    reads_rows() = default;
    reads_rows(context ctx, const char *table) : key_(gau_store_table(ctx, table)) {}
    std::size_t get(context ctx) const noexcept { return gau_store_rows(ctx, key_); }

  private:
    gau_key key_ = GAU_NO_KEY;
};

/** What a component writes. A member of it; moved, never copied. */
template <class T> class writes
{
    /* An input has one instance for all workers; so no two objects are in one cache line. */
    struct alignas(64) kept {
        T value{};
    };

  public:
    writes() = default;
    /** An object. */
    writes(context ctx, const char *object)
        : key_(gau_store_output(ctx, object, detail::type_of<T>()))
    {
        if constexpr (!detail::is_plain<T>)
            objects_.resize(std::max<std::size_t>(gau_worker_count(ctx), 1));
    }
    /** A column of a table; all of a table have the same number of rows in an event. */
    writes(context ctx, const char *table, const char *column)
        : key_(gau_store_output_column(ctx, table, column, detail::type_of<T>()))
    {
        static_assert(detail::is_column<T>, "a column is a double or a gau::string_id");
    }

    /** @p n elements, zeroed; they replace earlier ones. */
    template <class U = T>
    std::enable_if_t<detail::is_plain<U>, view<U>> put(context ctx, std::size_t n) const
    {
        void *const items = gau_store_put(ctx, key_, n);

        if (!items)
            throw detail::reported{reason(ctx)};
        return view<U>(static_cast<U *>(items), n);
    }

    /** The object of this event, of a type that owns memory: as it was left in the event before
     * this one of the worker, so that its memory is used again. */
    template <class U = T> std::enable_if_t<!detail::is_plain<U>, U &> put(context ctx) const
    {
        void *const item = gau_store_put(ctx, key_, 1);

        if (!item)
            throw detail::reported{reason(ctx)};
        auto &mine = objects_[ctx->worker];
        if (!mine)
            mine = std::make_unique<kept>();
        *static_cast<const T **>(item) = &mine->value;
        return mine->value;
    }

    /** Does a component read it? From start on. */
    bool is_read(context ctx) const noexcept { return gau_store_is_read(ctx, key_); }
    gau_key key() const noexcept { return key_; }

  private:
    static gau_status reason(gau_context *c) noexcept
    {
        return c->error->status < 0 ? c->error->status : GAU_ERR_MEMORY;
    }

    gau_key key_ = GAU_NO_KEY;
    mutable std::vector<std::unique_ptr<kept>> objects_{}; /* one per worker */
};

} // namespace gau

#if __cplusplus >= 202002L
template <class T> inline constexpr bool std::ranges::enable_borrowed_range<gau::view<T>> = true;
template <class T> inline constexpr bool std::ranges::enable_view<gau::view<T>> = true;
#endif

#endif
