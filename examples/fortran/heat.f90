! SPDX-License-Identifier: Apache-2.0
! Cooling of a square plate: u_t = u_xx + u_yy on the unit square with cold edges, u = 0 there, from
! u = x (1 - x) y (1 - y) on. Crank and Nicolson's implicit steps; conjugate gradients with a
! symmetric Gauss-Seidel sweep as preconditioner solve each of them. Fourier's series gives the
! error.
!
! usage: heat [CELLS [STEPS]]: writes heat.csv and heat-NNNN.vtk into the current folder.
module plates
   use, intrinsic :: iso_fortran_env, only: real64
   use gaudit, only: section_begin, section_end
   implicit none
   private
   public :: plate, real64

   real(real64), parameter :: end_time = 0.1_real64
   real(real64), parameter :: tolerance = 1e-10_real64 ! of the residual, relative to the right-hand side
   integer, parameter :: max_iterations = 1000
   real(real64), parameter :: pi = 3.14159265358979323846_real64
   integer, parameter :: terms = 100 ! of the series, in each direction

   ! A value at each corner of the cells; those of the edges are 0 and stay so.
   type :: plate
      integer :: cells
      real(real64) :: spacing, step
      real(real64) :: diffusion ! step / (2 spacing^2)
      real(real64), allocatable, dimension(:, :), private :: u, right, residual, direction, image, smooth
   contains
      procedure :: setup
      procedure :: make_step
      procedure :: largest
      procedure :: norm
      procedure :: largest_error
      procedure :: write_field
      procedure, private :: precondition
      procedure, private :: update
      procedure, private :: solve
      procedure, private :: dot
   end type plate

contains

   subroutine setup(self, cells, steps)
      class(plate), intent(out) :: self
      integer, intent(in) :: cells, steps
      integer :: i, j
      real(real64) :: x, y

      call section_begin("setup", 1, "Setting up the plate")
      self%cells = cells
      self%spacing = 1.0_real64/cells
      self%step = end_time/steps
      self%diffusion = self%step/(2*self%spacing*self%spacing)
      allocate (self%u(0:cells, 0:cells), source=0.0_real64)
      allocate (self%right, self%residual, self%direction, self%image, self%smooth, source=self%u)
      do j = 1, cells - 1
         y = j*self%spacing
         do i = 1, cells - 1
            x = i*self%spacing
            self%u(i, j) = x*(1 - x)*y*(1 - y)
         end do
      end do
      call section_end("setup")
   end subroutine setup

   pure real(real64) function dot(self, a, b) result(total)
      class(plate), intent(in) :: self
      real(real64), dimension(0:, 0:), contiguous, intent(in) :: a, b
      integer :: i, j

      total = 0
      do j = 1, self%cells - 1
         do i = 1, self%cells - 1
            total = total + a(i, j)*b(i, j)
         end do
      end do
   end function dot

   ! out = (1 + d * Laplacian * spacing^2) in
   subroutine apply(d, in, out)
      real(real64), intent(in) :: d
      real(real64), dimension(0:, 0:), contiguous, intent(in) :: in
      real(real64), dimension(0:, 0:), contiguous, intent(inout) :: out
      integer :: i, j

      call section_begin("operator", 4)
      do j = 1, ubound(in, 2) - 1
         do i = 1, ubound(in, 1) - 1
            out(i, j) = (1 - 4*d)*in(i, j) + d*(in(i - 1, j) + in(i + 1, j) + in(i, j - 1) + in(i, j + 1))
         end do
      end do
      call section_end("operator")
   end subroutine apply

   ! smooth = M^-1 residual, M = (D + L) D^-1 (D + L'): a sweep forwards, and one back
   subroutine precondition(self)
      class(plate), intent(inout) :: self
      real(real64) :: d, diagonal
      integer :: i, j

      call section_begin("precondition", 4)
      d = self%diffusion
      diagonal = 1 + 4*d
      associate (z => self%smooth, r => self%residual, last => self%cells - 1)
         do j = 1, last
            do i = 1, last
               z(i, j) = (r(i, j) + d*(z(i - 1, j) + z(i, j - 1)))/diagonal
            end do
         end do
         do j = last, 1, -1
            do i = last, 1, -1
               z(i, j) = z(i, j) + d/diagonal*(z(i + 1, j) + z(i, j + 1))
            end do
         end do
      end associate
      call section_end("precondition")
   end subroutine precondition

   ! u += alpha direction, residual -= alpha image
   subroutine update(self, alpha)
      class(plate), intent(inout) :: self
      real(real64), intent(in) :: alpha

      call section_begin("update", 4)
      self%u = self%u + alpha*self%direction
      self%residual = self%residual - alpha*self%image
      call section_end("update")
   end subroutine update

   ! The number of iterations; -1 without convergence.
   integer function solve(self) result(iterations)
      class(plate), intent(inout) :: self
      real(real64) :: aim, rho, before
      integer :: n

      call section_begin("solve", 2, "Solving")
      iterations = -1
      aim = tolerance*sqrt(self%dot(self%right, self%right))
      call apply(-self%diffusion, self%u, self%image)
      self%residual = self%right - self%image
      call self%precondition()
      self%direction = self%smooth
      rho = self%dot(self%residual, self%smooth)
      do n = 1, max_iterations
         before = rho
         call apply(-self%diffusion, self%direction, self%image)
         call self%update(rho/self%dot(self%direction, self%image))
         if (sqrt(self%dot(self%residual, self%residual)) <= aim) then
            iterations = n
            exit
         end if
         call self%precondition()
         rho = self%dot(self%residual, self%smooth)
         self%direction = self%smooth + rho/before*self%direction
      end do
      call section_end("solve")
   end function solve

   integer function make_step(self) result(iterations)
      class(plate), intent(inout) :: self

      call section_begin("step", 1, "Making a step")
      call section_begin("assemble", 3)
      call apply(self%diffusion, self%u, self%right)
      call section_end("assemble")
      iterations = self%solve()
      call section_end("step")
   end function make_step

   pure real(real64) function largest(self)
      class(plate), intent(in) :: self

      largest = maxval(abs(self%u))
   end function largest

   pure real(real64) function norm(self)
      class(plate), intent(in) :: self

      norm = sqrt(self%dot(self%u, self%u))*self%spacing
   end function norm

   ! The field as a file that ParaView and VisIt open.
   subroutine write_field(self, path, stat)
      class(plate), intent(in) :: self
      character(*), intent(in) :: path
      integer, intent(out) :: stat
      integer :: unit, points

      call section_begin("output", 2, "Writing the field")
      points = self%cells + 1
      open (newunit=unit, file=path, status="replace", action="write", iostat=stat)
      if (stat == 0) then
         write (unit, "(a)", iostat=stat) "# vtk DataFile Version 3.0", "heat", "ASCII", "DATASET STRUCTURED_POINTS"
         write (unit, "(a, i0, 1x, i0, a)", iostat=stat) "DIMENSIONS ", points, points, " 1"
         write (unit, "(a)", iostat=stat) "ORIGIN 0 0 0"
         write (unit, "(a, es12.6, 1x, es12.6, a)", iostat=stat) "SPACING ", self%spacing, self%spacing, " 1"
         write (unit, "(a, i0)", iostat=stat) "POINT_DATA ", points**2
         write (unit, "(a)", iostat=stat) "SCALARS temperature double 1", "LOOKUP_TABLE default"
         if (stat == 0) write (unit, "(es12.6)", iostat=stat) self%u
         close (unit)
      end if
      call section_end("output")
   end subroutine write_field

   ! Half of the series of u: of x (1 - x) cooling for the time t.
   elemental real(real64) function series(x, t) result(total)
      real(real64), intent(in) :: x, t
      integer :: k

      total = 0
      do k = 2*terms - 1, 1, -2
         total = total + 8/(pi*k*pi*k*pi*k)*sin(pi*k*x)*exp(-pi*k*pi*k*t)
      end do
   end function series

   ! The largest difference from the series; it falls with the square of spacing and step.
   real(real64) function largest_error(self) result(worst)
      class(plate), intent(in) :: self
      real(real64) :: half(0:self%cells)
      integer :: i, j

      call section_begin("compare", 2, "Comparing with the series")
      half = [(series(i*self%spacing, end_time), i=0, self%cells)]
      worst = 0
      do j = 0, self%cells
         worst = max(worst, maxval(abs(self%u(:, j) - half*half(j))))
      end do
      call section_end("compare")
   end function largest_error

end module plates

program heat
   use, intrinsic :: iso_fortran_env, only: error_unit
   use gaudit, only: section_begin, section_end
   use plates, only: plate, real64
   implicit none
   type(plate) :: square
   integer :: cells, steps, step, iterations, unit, stat
   real(real64) :: error
   character(13) :: name

   cells = argument(1, 256)
   steps = argument(2, 100)
   if (command_argument_count() > 2 .or. cells < 2 .or. cells > 10000 .or. steps < 1) &
      call fail("usage: heat [CELLS [STEPS]]")
   open (newunit=unit, file="heat.csv", status="replace", action="write", iostat=stat)
   if (stat /= 0) call fail("heat: heat.csv cannot be written")
   call square%setup(cells, steps)
   write (unit, "(a)") "step,time,iterations,largest,norm"
   do step = 1, steps
      iterations = square%make_step()
      if (iterations < 0) call fail("heat: no convergence")
      call monitor()
      if (mod(step, 25) == 0 .or. step == steps) then
         write (name, "(a, i4.4, a)") "heat-", step, ".vtk"
         call square%write_field(name, stat)
         if (stat /= 0) call fail("heat: "//name//" cannot be written")
      end if
   end do
   close (unit)
   error = square%largest_error()
   print "(a, es10.4, a, i0, a, i0, a, i0, a)", "largest error ", error, " after ", steps, " steps with ", &
      cells, " x ", cells, " cells"

contains

   ! A line of heat.csv for each step, every tenth one for the eyes as well.
   subroutine monitor()
      real(real64) :: time

      call section_begin("monitor", 3)
      time = step*square%step
      write (unit, "(i0, ',', es12.6, ',', i0, ',', es12.6, ',', es12.6)") step, time, iterations, &
         square%largest(), square%norm()
      if (mod(step, 10) == 0) print "(a, i4, a, f6.4, a, i3, a, es10.4)", "step ", step, "  time ", &
         time, "  iterations ", iterations, "  largest ", square%largest()
      call section_end("monitor")
   end subroutine monitor

   ! A whole number of the command line, -1 if it is none.
   integer function argument(i, otherwise) result(value)
      integer, intent(in) :: i, otherwise
      character(12) :: text
      integer :: stat

      value = otherwise
      if (command_argument_count() < i) return
      call get_command_argument(i, text)
      read (text, "(i12)", iostat=stat) value
      if (stat /= 0) value = -1
   end function argument

   subroutine fail(text)
      character(*), intent(in) :: text

      write (error_unit, "(a)") text
      stop 1
   end subroutine fail
end program heat
