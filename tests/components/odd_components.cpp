// SPDX-License-Identifier: Apache-2.0
// Components that are declared wrongly, or throw oddly; see components.sh.
#include <gaudit/component.hpp>

namespace
{

// What declare() can do wrong: the job that uses the class says so.
struct ThrowsInDeclare {
    static void declare(gau::properties<ThrowsInDeclare> &)
    {
        throw std::runtime_error("declare fails");
    }
    void execute() {}
};

class BadDefault
{
    int cuts_ = 0;

  public:
    static void declare(gau::properties<BadDefault> &p)
    {
        p("Cuts", &BadDefault::cuts_, 5, "Number of cuts").range(0, 3);
    }
    void execute() {}
};

template <int mistake> class BadProperty
{
    enum Side { left, right };
    int cuts_ = 0;
    unsigned least_ = 0;
    double pt_ = 0;
    std::string text_{};
    Side side_ = left;

  public:
    static void declare(gau::properties<BadProperty> &p)
    {
        if (mistake == 1)
            p("Cuts", &BadProperty::cuts_, 5, "").range(10, 0);
        if (mistake == 2)
            p("Pt", &BadProperty::pt_, 5, "").range(0, std::nan(""));
        if (mistake == 3)
            p("Text", &BadProperty::text_, "", "").range(0, 1);
        if (mistake == 4)
            p("Side", &BadProperty::side_, left, "").choices({});
        if (mistake == 5)
            p("Cuts", &BadProperty::cuts_, 0, "").choices({"a"});
        if (mistake == 6)
            p("Cuts", &BadProperty::cuts_, 0, "").wants_cpu_time();
        if (mistake == 7)
            p("Least", &BadProperty::least_, -1, "");
        if (mistake == 8)
            p("Cuts", &BadProperty::cuts_, 0, "").range(0.5, 2.7);
    }
    void execute() {}
};

struct Twice {
    void execute() {}
};

// An object without a text, and one of another class with the name of the one that is made.
struct silent : std::exception {
    const char *what() const noexcept override { return nullptr; }
};

struct ThrowsLong {
    void execute(gau::context ctx)
    {
        if (ctx->event == 1)
            throw silent();
        throw std::runtime_error(std::string(10000, 'x'));
    }
};

// Writes an object that it did not announce.
class Forgets
{
    gau::writes<std::vector<int>> list_{};

  public:
    void execute(gau::context ctx) { list_.put(ctx); }
};

// false of each step, and exceptions in exceptions.
struct Refuses {
    bool initialize() { return false; }
    void execute() {}
};

struct RefusesAtStop {
    bool stop() { return false; }
    void execute(gau::context ctx)
    {
        if (ctx->event == 1)
            return;
        try {
            try {
                throw std::out_of_range("index 7");
            } catch (...) {
                std::throw_with_nested(std::runtime_error("no hit"));
            }
        } catch (...) {
            std::throw_with_nested(std::logic_error("no track"));
        }
    }
};

// 100 events, as many at once as wanted; with an object that C reads as int32_t.
class Takes
{
    std::uint64_t given_ = 0;
    gau::writes<int> number_{};

  public:
    void initialize(gau::context ctx) { number_ = {ctx, "number"}; }
    std::uint64_t take(std::uint64_t n)
    {
        const std::uint64_t taken = std::min<std::uint64_t>(n, 100 - given_);

        given_ += taken;
        return taken;
    }
    void read(gau::context ctx) { number_.put(ctx, 1)[0] = static_cast<int>(ctx->event); }
};

struct TakesTooMany : Takes {
    static std::uint64_t take(std::uint64_t n) { return n + 1; }
};

struct ThrowsInCount {
    bool read() { return false; }
    std::uint64_t count() const { throw 7; }
};

} // namespace

GAU_COMPONENTS(gau::algorithm<ThrowsInDeclare>("ThrowsInDeclare", "Throws in declare"),
               gau::algorithm<BadDefault>("BadDefault", "Has a default that is out of range"),
               gau::algorithm<BadProperty<1>>("BadProperty1", "Has a bad property"),
               gau::algorithm<BadProperty<2>>("BadProperty2", "Has a bad property"),
               gau::algorithm<BadProperty<3>>("BadProperty3", "Has a bad property"),
               gau::algorithm<BadProperty<4>>("BadProperty4", "Has a bad property"),
               gau::algorithm<BadProperty<5>>("BadProperty5", "Has a bad property"),
               gau::algorithm<BadProperty<6>>("BadProperty6", "Has a bad property"),
               gau::algorithm<BadProperty<7>>("BadProperty7", "Has a bad property"),
               gau::algorithm<BadProperty<8>>("BadProperty8", "Has a bad property"),
               gau::algorithm<Refuses>("Refuses", "Returns false"),
               gau::algorithm<RefusesAtStop>("RefusesAtStop", "Returns false"),
               gau::input<Takes>("Takes", "Takes many events at once"),
               gau::input<TakesTooMany>("TakesTooMany", "Takes more than it may"),
               gau::algorithm<Twice>("Once", "Is there twice"),
               gau::algorithm<Twice>("Twice", "Is there twice"),
               gau::algorithm<ThrowsLong>("ThrowsLong", "Throws nothing, and a long text"),
               gau::algorithm<Forgets>("Forgets", "Forgets to announce what it writes"),
               gau::input<ThrowsInCount>("ThrowsInCount", "Throws in count"));
