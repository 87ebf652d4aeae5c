! SPDX-License-Identifier: Apache-2.0
!
! gaudit for Fortran: named sections of a program, timed by gaudit's auditors.
!
!    use gaudit, only: section_begin, section_end
!    ...
!    call section_begin("solve", 2, "Solving")
!    ...
!    call section_end("solve")
!
! Module files are those of one compiler, so this source is what is installed: in CMake,
! find_package(gaudit COMPONENTS Fortran) makes the target gaudit::fortran of it; else compile it
! with the program (pkg-config --variable=fortran gaudit) and link with libgaudit.
!
! Texts end with their last character that is no blank. Where a procedure has the arguments stat and
! errmsg, they are as those of Fortran's own statements: stat is 0 or a status of <gaudit/base.h>,
! which is negative, and errmsg is set on failure only. Without stat, a failure is one warning on
! the standard error, and the program runs on: what is audited is never stopped by its auditors.
module gaudit
   use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_char, c_double, c_int, c_int64_t, c_null_char, &
      c_null_ptr, c_ptr
   use, intrinsic :: iso_fortran_env, only: error_unit
   implicit none
   private

   public :: section_begin, section_end, section_data
   public :: event_begin, event_end
   public :: session_open, session_close, session_snapshot

   !> Metrics for section_data(), summed over all branches of the section: seconds, calls, per cent of
   !> the time of the root, megabytes (10^6 bytes) by which the memory grew.
   enum, bind(c)
      enumerator :: section_self, section_children, section_total
      enumerator :: section_self_average, section_children_average, section_total_average
      enumerator :: section_self_percent, section_children_percent, section_total_percent
      enumerator :: section_self_memory, section_children_memory, section_total_memory
      enumerator :: section_calls
   end enum
   public :: section_self, section_children, section_total
   public :: section_self_average, section_children_average, section_total_average
   public :: section_self_percent, section_children_percent, section_total_percent
   public :: section_self_memory, section_children_memory, section_total_memory, section_calls

   integer, parameter :: message_size = 4080

   type, bind(c) :: gau_error
      integer(c_int) :: status = 0
      integer(c_int) :: line = 0
      type(c_ptr) :: file = c_null_ptr
      character(kind=c_char) :: message(message_size) = c_null_char
   end type gau_error

   interface
      subroutine gau_section_begin_with(name, level, message, no_dots) bind(c)
         import :: c_bool, c_char, c_int
         character(kind=c_char), intent(in) :: name(*), message(*)
         integer(c_int), value :: level
         logical(c_bool), value :: no_dots
      end subroutine gau_section_begin_with

      subroutine gau_section_end(name) bind(c)
         import :: c_char
         character(kind=c_char), intent(in) :: name(*)
      end subroutine gau_section_end

      ! The same for NULL; optional arguments of C functions are not in Fortran 2008.
      subroutine end_innermost(null) bind(c, name="gau_section_end")
         import :: c_ptr
         type(c_ptr), value :: null
      end subroutine end_innermost

      subroutine gau_event_begin(number) bind(c)
         import :: c_int64_t
         integer(c_int64_t), value :: number
      end subroutine gau_event_begin

      subroutine gau_event_end(decision) bind(c)
         import :: c_int
         integer(c_int), value :: decision
      end subroutine gau_event_end

      type(c_ptr) function gau_session_open(options, err) bind(c)
         import :: c_char, c_ptr, gau_error
         character(kind=c_char), intent(in) :: options(*)
         type(gau_error), intent(inout) :: err
      end function gau_session_open

      type(c_ptr) function open_default(null, err) bind(c, name="gau_session_open")
         import :: c_ptr, gau_error
         type(c_ptr), value :: null
         type(gau_error), intent(inout) :: err
      end function open_default

      subroutine gau_session_close() bind(c)
      end subroutine gau_session_close

      integer(c_int) function gau_session_snapshot(err) bind(c)
         import :: c_int, gau_error
         type(gau_error), intent(inout) :: err
      end function gau_session_snapshot

      integer(c_int) function gau_section_data(session, name, kind, must_exist, value, err) bind(c)
         import :: c_bool, c_char, c_double, c_int, c_ptr, gau_error
         type(c_ptr), value :: session
         character(kind=c_char), intent(in) :: name(*)
         integer(c_int), value :: kind
         logical(c_bool), value :: must_exist
         real(c_double), intent(inout) :: value
         type(gau_error), intent(inout) :: err
      end function gau_section_data
   end interface

contains

   !> Opens a section below the one that this thread is in. Level: from 1, the few most important
   !> ones, to 6, hardly any time. Message: what live print writes while it runs; no_dots: it writes
   !> only the result. Of sections with one name the first level, message and no_dots count.
   subroutine section_begin(name, level, message, no_dots)
      character(*), intent(in) :: name
      integer, intent(in), optional :: level
      character(*), intent(in), optional :: message
      logical, intent(in), optional :: no_dots
      integer(c_int) :: number
      logical(c_bool) :: silent

      number = 1
      if (present(level)) number = int(level, c_int)
      silent = .false.
      if (present(no_dots)) silent = no_dots
      if (present(message)) then
         call begin_as(name, len_trim(name), number, message, len_trim(message), silent)
      else
         call begin_as(name, len_trim(name), number, "", 0, silent)
      end if
   end subroutine section_begin

   !> Begins an event of this thread's loop; number: from 1 on, in any order; without it, the next one
   !> after the largest so far.
   subroutine event_begin(number)
      integer(c_int64_t), intent(in), optional :: number
      integer(c_int64_t) :: chosen

      chosen = 0
      if (present(number)) chosen = number
      call gau_event_begin(chosen)
   end subroutine event_begin

   !> Ends the event of this thread; accepted: its decision, true without it.
   subroutine event_end(accepted)
      logical, intent(in), optional :: accepted
      integer(c_int) :: decision

      decision = 0
      if (present(accepted)) decision = merge(0_c_int, 1_c_int, accepted)
      call gau_event_end(decision)
   end subroutine event_end

   !> Ends the section of that name, and those inside it that are still open, which are counted and
   !> reported; without a name, the innermost one.
   subroutine section_end(name)
      character(*), intent(in), optional :: name

      if (present(name)) then
         call end_as(name, len_trim(name))
      else
         call end_innermost(c_null_ptr)
      end if
   end subroutine section_end

   !> Starts auditing; not needed where the environment requests it (GAUDIT_AUDITORS, GAUDIT_OPTIONS).
   !> Options: a job file with auditors; without it, what the environment names, else TimerAuditor.
   subroutine session_open(options, stat, errmsg)
      character(*), intent(in), optional :: options
      integer, intent(out), optional :: stat
      character(*), intent(inout), optional :: errmsg
      type(gau_error) :: err
      type(c_ptr) :: session

      if (present(options)) then
         session = gau_session_open(trim(options)//c_null_char, err)
      else
         session = open_default(c_null_ptr, err)
      end if
      if (.not. c_associated(session) .and. err%status >= 0) err%status = -1
      call report(err%status, err, stat, errmsg)
   end subroutine session_open

   !> Prints or writes the results; the end of the program does it as well.
   subroutine session_close()
      call gau_session_close()
   end subroutine session_close

   !> Results as of now, with open sections as if they ended here.
   subroutine session_snapshot(stat, errmsg)
      integer, intent(out), optional :: stat
      character(*), intent(inout), optional :: errmsg
      type(gau_error) :: err
      integer(c_int) :: status

      status = gau_session_snapshot(err)
      call report(status, err, stat, errmsg)
   end subroutine session_snapshot

   !> A number of a section as of now, one of the kinds above. A section that no code has is a failure,
   !> or 0 if it need not exist. After a failure the value is 0.
   subroutine section_data(name, kind, value, must_exist, stat, errmsg)
      character(*), intent(in) :: name
      integer, intent(in) :: kind
      real(c_double), intent(out) :: value
      logical, intent(in), optional :: must_exist
      integer, intent(out), optional :: stat
      character(*), intent(inout), optional :: errmsg
      type(gau_error) :: err
      integer(c_int) :: status
      logical(c_bool) :: needed

      needed = .true.
      if (present(must_exist)) needed = must_exist
      value = 0
      status = gau_section_data(c_null_ptr, trim(name)//c_null_char, int(kind, c_int), needed, value, err)
      call report(status, err, stat, errmsg)
   end subroutine section_data

   ! With the texts of C on the stack: sections allocate nothing.
   subroutine begin_as(name, n, level, message, m, no_dots)
      character(*), intent(in) :: name, message
      integer, intent(in) :: n, m
      integer(c_int), intent(in) :: level
      logical(c_bool), intent(in) :: no_dots
      character(n + 1, c_char) :: c_name
      character(m + 1, c_char) :: c_message

      c_name(:n) = name(:n)
      c_name(n + 1:) = c_null_char
      c_message(:m) = message(:m)
      c_message(m + 1:) = c_null_char
      call gau_section_begin_with(c_name, level, c_message, no_dots)
   end subroutine begin_as

   subroutine end_as(name, n)
      character(*), intent(in) :: name
      integer, intent(in) :: n
      character(n + 1, c_char) :: c_name

      c_name(:n) = name(:n)
      c_name(n + 1:) = c_null_char
      call gau_section_end(c_name)
   end subroutine end_as

   subroutine report(status, err, stat, errmsg)
      integer(c_int), intent(in) :: status
      type(gau_error), intent(in) :: err
      integer, intent(out), optional :: stat
      character(*), intent(inout), optional :: errmsg
      character(message_size) :: text
      integer :: i

      if (present(stat)) stat = status
      if (status >= 0) return
      text = ""
      do i = 1, message_size
         if (err%message(i) == c_null_char) exit
         text(i:i) = err%message(i)
      end do
      if (present(errmsg)) errmsg = text
      if (.not. present(stat)) write (error_unit, "(a)") "gaudit: warning: "//trim(text)
   end subroutine report

end module gaudit
