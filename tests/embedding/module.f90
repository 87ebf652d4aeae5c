! SPDX-License-Identifier: Apache-2.0
! What the Fortran module does with texts, numbers and failures; module.sh knows what must come of it.
! The first argument is a job file that cannot be read.
program check_module
   use, intrinsic :: iso_fortran_env, only: error_unit, real64
   use gaudit
   implicit none
   character(40) :: blanks
   character(200) :: message, path
   real(real64) :: value
   integer :: i, stat

   call get_command_argument(1, path)
   stat = 0
   message = "as before"
   call session_open(path, stat=stat, errmsg=message)
   call check(stat < 0 .and. index(message, trim(path)) > 0, "the failure: "//message)
   message = "as before"
   call session_open(stat=stat, errmsg=message)
   call check(stat == 0 .and. message == "as before", "opened: "//message)

   do i = 1, 3
      call event_begin()
      call section_begin("in event")
      call section_end("in event")
      call event_end(accepted=i < 3)
   end do
   call section_data("Event", section_calls, value)
   call check(nint(value) == 3, "events")

   call section_begin("outer", level=1, message="Working   ", no_dots=.true.)
   blanks = "with blanks"
   do i = 1, 3
      call section_begin(blanks, 2)
      call section_begin("inner      ")
      call section_end("inner")
      call section_end("with blanks  ")
   end do
   call section_begin("left open")
   call section_begin(repeat("x", 300))
   call section_end()
   call section_data("with blanks ", section_calls, value)
   call check(nint(value) == 3, "calls")
   call section_data("Root", section_total_percent, value)
   call check(abs(value - 100) < 1e-6, "the root is all")
   call section_data("outer", section_total, value)
   call check(value > 0, "an open section has its time so far")
   call section_data("nowhere", section_self, value, must_exist=.false., stat=stat)
   call check(stat == 0 .and. .not. value < 0 .and. .not. value > 0, "need not exist")
   call section_data("nowhere", section_self, value, stat=stat, errmsg=message)
   call check(stat < 0 .and. index(message, "nowhere") > 0, "must exist: "//message)
   call section_data("nowhere", section_self, value)
   call section_data("outer", 99, value, stat=stat)
   call check(stat < 0, "a kind that is none")
   call session_snapshot(stat, message)
   call check(stat == 0, "snapshot: "//message)
   call section_end("outer")
   call session_close()
   call session_close()
   call section_begin("unaudited")
   call section_end("unaudited")
   stop 3

contains

   subroutine check(fine, what)
      logical, intent(in) :: fine
      character(*), intent(in) :: what

      if (fine) return
      write (error_unit, "(a)") "FAILED: "//trim(what)
      stop 1
   end subroutine check
end program check_module
