// SPDX-License-Identifier: Apache-2.0
// Cooling of a square plate: u_t = u_xx + u_yy on the unit square with cold edges, u = 0 there,
// from u = x (1 - x) y (1 - y) on. Crank and Nicolson's implicit steps; conjugate gradients with a
// symmetric Gauss-Seidel sweep as preconditioner solve each of them. Fourier's series gives the
// error.
//
// usage: heat [CELLS [STEPS]]: writes heat.csv and heat-NNNN.vtk into the current folder.
#include <gaudit/section.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

constexpr double end_time = 0.1;
constexpr double tolerance = 1e-10; // of the residual, relative to the right-hand side
constexpr int max_iterations = 1000;
constexpr double pi = 3.14159265358979323846;
constexpr int terms = 100; // of the series, in each direction

// A value at each corner of the cells; those of the edges are 0 and stay so.
class Field
{
  public:
    explicit Field(int cells)
        : row_(cells + 1), values_(static_cast<std::size_t>(row_) * static_cast<std::size_t>(row_))
    {
    }
    double *operator[](int j) { return values_.data() + row_ * j; }
    const double *operator[](int j) const { return values_.data() + row_ * j; }

  private:
    std::ptrdiff_t row_;
    std::vector<double> values_;
};

class Plate
{
  public:
    Plate(int cells, int steps);

    int cells() const { return cells_; }
    double step() const { return step_; }
    int make_step(); // the number of iterations
    double largest() const;
    double norm() const;
    double largest_error() const; // it falls with the square of spacing and step
    void write(const std::string &path) const;

  private:
    void apply(double sign, const Field &in, Field &out) const;
    void precondition();
    void update(double alpha);
    void turn(double beta);
    int solve();
    double dot(const Field &a, const Field &b) const;

    int cells_;
    double spacing_, step_;
    double diffusion_; // step / (2 spacing^2)
    Field u_, right_, residual_, direction_, image_, smooth_;
};

Plate::Plate(int cells, int steps)
    : cells_(cells), spacing_(1.0 / cells), step_(end_time / steps),
      diffusion_(step_ / (2.0 * spacing_ * spacing_)), u_(cells), right_(cells), residual_(cells),
      direction_(cells), image_(cells), smooth_(cells)
{
    GAU_SECTION("setup", 1, "Setting up the plate");

    for (int j = 1; j < cells_; j++) {
        const double y = j * spacing_;

        for (int i = 1; i < cells_; i++) {
            const double x = i * spacing_;

            u_[j][i] = x * (1.0 - x) * y * (1.0 - y);
        }
    }
}

double Plate::dot(const Field &a, const Field &b) const
{
    double sum = 0.0;

    for (int j = 1; j < cells_; j++)
        for (int i = 1; i < cells_; i++)
            sum += a[j][i] * b[j][i];
    return sum;
}

// out = (1 + sign * diffusion * Laplacian) in
void Plate::apply(double sign, const Field &in, Field &out) const
{
    GAU_SECTION("operator", 4);
    const double d = sign * diffusion_;

    for (int j = 1; j < cells_; j++) {
        const double *const south = in[j - 1], *const here = in[j], *const north = in[j + 1];
        double *const result = out[j];

        for (int i = 1; i < cells_; i++)
            result[i] =
                (1.0 - 4.0 * d) * here[i] + d * (here[i - 1] + here[i + 1] + south[i] + north[i]);
    }
}

// smooth = M^-1 residual, M = (D + L) D^-1 (D + L'): a sweep forwards, and one back
void Plate::precondition()
{
    GAU_SECTION("precondition", 4);
    const double d = diffusion_, diagonal = 1.0 + 4.0 * d;

    for (int j = 1; j < cells_; j++) {
        const double *const south = smooth_[j - 1], *const residual = residual_[j];
        double *const here = smooth_[j];

        for (int i = 1; i < cells_; i++)
            here[i] = (residual[i] + d * (here[i - 1] + south[i])) / diagonal;
    }
    for (int j = cells_ - 1; j >= 1; j--) {
        const double *const north = smooth_[j + 1];
        double *const here = smooth_[j];

        for (int i = cells_ - 1; i >= 1; i--)
            here[i] += d / diagonal * (here[i + 1] + north[i]);
    }
}

// u += alpha direction, residual -= alpha image
void Plate::update(double alpha)
{
    GAU_SECTION("update", 4);

    for (int j = 1; j < cells_; j++)
        for (int i = 1; i < cells_; i++) {
            u_[j][i] += alpha * direction_[j][i];
            residual_[j][i] -= alpha * image_[j][i];
        }
}

// direction = smooth + beta direction
void Plate::turn(double beta)
{
    for (int j = 1; j < cells_; j++)
        for (int i = 1; i < cells_; i++)
            direction_[j][i] = smooth_[j][i] + beta * direction_[j][i];
}

int Plate::solve()
{
    GAU_SECTION("solve", 2, "Solving");
    const double aim = tolerance * std::sqrt(dot(right_, right_));

    apply(-1.0, u_, image_);
    for (int j = 1; j < cells_; j++)
        for (int i = 1; i < cells_; i++)
            residual_[j][i] = right_[j][i] - image_[j][i];
    precondition();
    direction_ = smooth_;
    double rho = dot(residual_, smooth_);
    for (int n = 1; n <= max_iterations; n++) {
        const double before = rho;

        apply(-1.0, direction_, image_);
        update(rho / dot(direction_, image_));
        if (std::sqrt(dot(residual_, residual_)) <= aim)
            return n;
        precondition();
        rho = dot(residual_, smooth_);
        turn(rho / before);
    }
    throw std::runtime_error("no convergence"); // the open sections end here, too
}

int Plate::make_step()
{
    GAU_SECTION("step", 1, "Making a step");
    {
        GAU_SECTION("assemble", 3);
        apply(1.0, u_, right_);
    }
    return solve();
}

double Plate::largest() const
{
    double result = 0.0;

    for (int j = 1; j < cells_; j++)
        for (int i = 1; i < cells_; i++)
            result = std::max(result, std::abs(u_[j][i]));
    return result;
}

double Plate::norm() const
{
    return std::sqrt(dot(u_, u_)) * spacing_;
}

// The field as a file that ParaView and VisIt open.
void Plate::write(const std::string &path) const
{
    GAU_SECTION("output", 2, "Writing the field");
    const int points = cells_ + 1;
    std::ofstream file(path);

    file << std::scientific << std::uppercase << std::setprecision(6);
    file << "# vtk DataFile Version 3.0\nheat\nASCII\nDATASET STRUCTURED_POINTS\n"
         << "DIMENSIONS " << points << ' ' << points << " 1\nORIGIN 0 0 0\n"
         << "SPACING " << spacing_ << ' ' << spacing_ << " 1\nPOINT_DATA " << points * points
         << "\nSCALARS temperature double 1\nLOOKUP_TABLE default\n";
    for (int j = 0; j < points; j++)
        for (int i = 0; i < points; i++)
            file << u_[j][i] << '\n';
    file.close();
    if (!file)
        throw std::runtime_error(path + " cannot be written");
}

// Half of the series of u: of x (1 - x) cooling for the time t.
double series(double x, double t)
{
    double sum = 0.0;

    for (int k = 2 * terms - 1; k >= 1; k -= 2)
        sum += 8.0 / (pi * k * pi * k * pi * k) * std::sin(pi * k * x) *
               std::exp(-pi * k * pi * k * t);
    return sum;
}

double Plate::largest_error() const
{
    GAU_SECTION("compare", 2, "Comparing with the series");
    std::vector<double> half(static_cast<std::size_t>(cells_) + 1);
    double result = 0.0;

    for (std::size_t i = 0; i < half.size(); i++)
        half[i] = series(static_cast<double>(i) * spacing_, end_time);
    const double *const g = half.data();
    for (int j = 0; j <= cells_; j++)
        for (int i = 0; i <= cells_; i++)
            result = std::max(result, std::abs(u_[j][i] - g[i] * g[j]));
    return result;
}

// A line of heat.csv for each step, every tenth one for the eyes as well.
void monitor(const Plate &plate, std::ostream &file, int step, int iterations)
{
    GAU_SECTION("monitor", 3);
    const double peak = plate.largest();

    file << step << ',' << step * plate.step() << ',' << iterations << ',' << peak << ','
         << plate.norm() << '\n';
    if (step % 10 == 0)
        std::cout << "step " << std::setw(4) << step << "  time " << std::fixed
                  << std::setprecision(4) << step * plate.step() << "  iterations " << std::setw(3)
                  << iterations << "  largest " << std::scientific << peak << '\n';
}

void run(int cells, int steps)
{
    Plate plate(cells, steps);
    std::ofstream file("heat.csv");

    if (!file)
        throw std::runtime_error("heat.csv cannot be written");
    std::cout << std::uppercase;
    file << std::scientific << std::uppercase << std::setprecision(6);
    file << "step,time,iterations,largest,norm\n";
    for (int step = 1; step <= steps; step++) {
        monitor(plate, file, step, plate.make_step());
        if (step % 25 == 0 || step == steps) {
            std::ostringstream name;

            name << "heat-" << std::setfill('0') << std::setw(4) << step << ".vtk";
            plate.write(name.str());
        }
    }
    file.close();
    if (!file)
        throw std::runtime_error("heat.csv cannot be written");
    std::cout << "largest error " << std::scientific << std::setprecision(4)
              << plate.largest_error() << " after " << steps << " steps with " << cells << " x "
              << cells << " cells\n";
}

} // namespace

int main(int argc, char **argv)
try {
    const int cells = argc > 1 ? std::atoi(argv[1]) : 256;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 100;

    if (argc > 3 || cells < 2 || cells > 10000 || steps < 1) {
        std::cerr << "usage: heat [CELLS [STEPS]]\n";
        return 1;
    }
    run(cells, steps);
    return 0;
} catch (const std::exception &e) {
    std::cerr << "heat: " << e.what() << '\n';
    return 1;
}
