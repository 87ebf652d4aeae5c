! SPDX-License-Identifier: Apache-2.0
! Calls MPI from Fortran, by "use mpi", or with F08 by "use mpi_f08", or with INCLUDED by mpif.h, and counts what it does:
! "NAME CALLS BYTES". Each rank sends to the next one, and offers more room than the messages need.
module counted
  implicit none
  character(len=32) :: names(64) = ' '
  integer :: calls(64) = 0, bytes(64) = 0
contains
  subroutine count_call(name, moved)
    character(len=*), intent(in) :: name
    integer, intent(in) :: moved
    integer :: i
    i = 1
    do while (names(i) /= ' ' .and. names(i) /= name)
       i = i + 1
    end do
    names(i) = name
    calls(i) = calls(i) + 1
    bytes(i) = bytes(i) + moved
  end subroutine count_call

  subroutine write_counts(prefix, rank)
    character(len=*), intent(in) :: prefix
    integer, intent(in) :: rank
    character(len=64) :: path
    integer :: i
    write (path, '(a, "-", i0)') trim(prefix), rank
    open (unit=7, file=path)
    do i = 1, 64
       if (names(i) /= ' ') write (7, '(a, 1x, i0, 1x, i0)') trim(names(i)), calls(i), bytes(i)
    end do
    close (7)
  end subroutine write_counts
end module counted

program mpi_program
  use counted
#if defined(F08)
  use mpi_f08
  implicit none
  type(MPI_Status) :: status, statuses(4)
  type(MPI_Request) :: requests(4)
  type(MPI_Message) :: message
#elif defined(INCLUDED)
  implicit none
  include 'mpif.h'
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4), requests(4), message
#else
  use mpi
  implicit none
  integer :: status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4), requests(4), message
#endif
  double precision :: out(100), in(100)
  integer :: numbers(100), room(100, 4), indices(4)
  integer :: rank, size, error, i, next, before, first
  character(len=32) :: name

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, size, error)
  next = mod(rank + 1, size)
  before = mod(rank + size - 1, size)
  out = 1
  numbers = 1
  do i = 1, 5
     if (mod(rank, 2) == 0) then
        call MPI_Send(out, 90, MPI_DOUBLE_PRECISION, next, 1, MPI_COMM_WORLD, error)
        call MPI_Recv(in, 100, MPI_DOUBLE_PRECISION, before, 1, MPI_COMM_WORLD, status, error)
     else
        call MPI_Recv(in, 100, MPI_DOUBLE_PRECISION, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
        call MPI_Send(out, 90, MPI_DOUBLE_PRECISION, next, 1, MPI_COMM_WORLD, error)
     end if
     call count_call('MPI_Send', 720)
     call count_call('MPI_Recv', 720)
     call MPI_Bcast(out, 10, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
     call count_call('MPI_Bcast', 80)
     call MPI_Allreduce(out, in, 20, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
     call count_call('MPI_Allreduce', 160)
  end do
  call MPI_Allgather(MPI_IN_PLACE, 99, MPI_DATATYPE_NULL, room, 3, MPI_INTEGER, MPI_COMM_WORLD, error)
  call count_call('MPI_Allgather', 12)
  call know_first()
  do i = 1, 6
     call post(i)
     call complete(i)
  end do
  call matched()
  call persistent()
  call cancelled()
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
  call count_call('MPI_Barrier', 0)
  call count_call('MPI_Init', 0)
  call count_call('MPI_Finalize', 0)
  call get_command_argument(1, name)
  call write_counts(name, rank)

contains

  ! Indices of MPICH 4.0 begin with 0 in mpi_f08.
  subroutine know_first()
    requests(1) = MPI_REQUEST_NULL
    call MPI_Isend(numbers, 0, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, requests(2), error)
    first = 0
    call MPI_Waitany(2, requests, first, MPI_STATUS_IGNORE, error)
    first = first - 1
    call count_call('MPI_Isend', 0)
    call count_call('MPI_Waitany', 0)
  end subroutine know_first

  ! Two receives, and sends of i and i + 1 numbers.
  subroutine post(i)
    integer, intent(in) :: i
    call MPI_Irecv(room(:, 1), 100, MPI_INTEGER, before, 2, MPI_COMM_WORLD, requests(1), error)
    call MPI_Irecv(room(:, 2), 100, MPI_INTEGER, before, 3, MPI_COMM_WORLD, requests(2), error)
    call MPI_Isend(numbers, i, MPI_INTEGER, next, 2, MPI_COMM_WORLD, requests(3), error)
    call MPI_Isend(numbers, i + 1, MPI_INTEGER, next, 3, MPI_COMM_WORLD, requests(4), error)
    call count_call('MPI_Irecv', 0)
    call count_call('MPI_Irecv', 0)
    call count_call('MPI_Isend', 4 * i)
    call count_call('MPI_Isend', 4 * i + 4)
  end subroutine post

  ! Of the first two requests.
  integer function received(i, n)
    integer, intent(in) :: i, n
    integer :: k
    received = 0
    do k = 1, n
       if (indices(k) - first < 2) received = received + 4 * (i + indices(k) - first)
    end do
  end function received

  subroutine complete(i)
    integer, intent(in) :: i
    integer :: n, done
    logical :: flag
    done = 0
    flag = .false.
    select case (i)
    case (1)
       call MPI_Waitall(4, requests, statuses, error)
       call count_call('MPI_Waitall', 8 * i + 4)
    case (2)
       call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
       call count_call('MPI_Waitall', 8 * i + 4)
    case (3)
       do while (done < 4)
          call MPI_Waitsome(4, requests, n, indices, MPI_STATUSES_IGNORE, error)
          call count_call('MPI_Waitsome', received(i, n))
          done = done + n
       end do
    case (4)
       do while (done < 4)
          call MPI_Testany(4, requests, indices(1), flag, status, error)
          call count_call('MPI_Testany', merge(received(i, 1), 0, flag))
          done = done + merge(1, 0, flag)
       end do
    case (5)
       do while (.not. flag)
          call MPI_Testall(4, requests, flag, statuses, error)
          call count_call('MPI_Testall', merge(8 * i + 4, 0, flag))
       end do
    case default
       call MPI_Waitany(2, requests, indices(1), MPI_STATUS_IGNORE, error)
       call count_call('MPI_Waitany', received(i, 1))
       indices(1) = 1 - (indices(1) - first) + first
       call MPI_Wait(requests(indices(1) - first + 1), MPI_STATUS_IGNORE, error)
       call count_call('MPI_Wait', received(i, 1))
       do while (.not. flag)
          call MPI_Test(requests(3), flag, MPI_STATUS_IGNORE, error)
          call count_call('MPI_Test', 0)
       end do
       call MPI_Wait(requests(4), status, error)
       call count_call('MPI_Wait', 0)
    end select
  end subroutine complete

  subroutine matched()
    call MPI_Send(numbers, 5, MPI_INTEGER, next, 4, MPI_COMM_WORLD, error)
    call MPI_Mprobe(before, 4, MPI_COMM_WORLD, message, status, error)
    call MPI_Mrecv(room, 100, MPI_INTEGER, message, status, error)
    call count_call('MPI_Send', 20)
    call count_call('MPI_Mprobe', 0)
    call count_call('MPI_Mrecv', 20)
    call MPI_Sendrecv(numbers, 6, MPI_INTEGER, next, 5, room, 100, MPI_INTEGER, before, 5, MPI_COMM_WORLD, &
         MPI_STATUS_IGNORE, error)
    call count_call('MPI_Sendrecv', 48)
    call MPI_Sendrecv_replace(numbers, 7, MPI_INTEGER, next, 5, before, 5, MPI_COMM_WORLD, status, error)
    call count_call('MPI_Sendrecv_replace', 56)
  end subroutine matched

  subroutine persistent()
    integer :: i
    call MPI_Recv_init(room, 100, MPI_INTEGER, before, 6, MPI_COMM_WORLD, requests(1), error)
    call MPI_Send_init(numbers, 8, MPI_INTEGER, next, 6, MPI_COMM_WORLD, requests(2), error)
    call count_call('MPI_Recv_init', 0)
    call count_call('MPI_Send_init', 0)
    do i = 1, 3
       call MPI_Startall(2, requests, error)
       call count_call('MPI_Startall', 32)
       call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
       call count_call('MPI_Waitall', 32)
    end do
    do i = 1, 2
       call MPI_Request_free(requests(i), error)
       call count_call('MPI_Request_free', 0)
    end do
  end subroutine persistent

  subroutine cancelled()
    call MPI_Irecv(room, 100, MPI_INTEGER, before, 7, MPI_COMM_WORLD, requests(1), error)
    call MPI_Cancel(requests(1), error)
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
    call count_call('MPI_Irecv', 0)
    call count_call('MPI_Cancel', 0)
    call count_call('MPI_Wait', 0)
  end subroutine cancelled
end program mpi_program
