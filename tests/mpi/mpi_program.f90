! SPDX-License-Identifier: Apache-2.0
! Calls MPI from Fortran, by "use mpi", or with F08 by "use mpi_f08", or with INCLUDED by mpif.h; prints "NAME CALLS BYTES".
program mpi_program
#if defined(F08)
  use mpi_f08
  implicit none
  type(MPI_Status) :: status
#elif defined(INCLUDED)
  implicit none
  include 'mpif.h'
  integer :: status(MPI_STATUS_SIZE)
#else
  use mpi
  implicit none
  integer :: status(MPI_STATUS_SIZE)
#endif
  double precision :: out(100), in(100)
  integer :: rank, size, error, i
  character(len=32) :: name

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, size, error)
  out = 1
  do i = 1, 5
     if (mod(rank, 2) == 0) then
        call MPI_Send(out, 100, MPI_DOUBLE_PRECISION, mod(rank + 1, size), 1, MPI_COMM_WORLD, error)
        call MPI_Recv(in, 100, MPI_DOUBLE_PRECISION, mod(rank + size - 1, size), 1, MPI_COMM_WORLD, status, error)
     else
        call MPI_Recv(in, 100, MPI_DOUBLE_PRECISION, mod(rank + size - 1, size), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
        call MPI_Send(out, 100, MPI_DOUBLE_PRECISION, mod(rank + 1, size), 1, MPI_COMM_WORLD, error)
     end if
     call MPI_Bcast(out, 10, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
     call MPI_Allreduce(out, in, 20, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  end do
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
  call get_command_argument(1, name)
  write (name, '(a, "-", i0)') trim(name), rank
  open (unit=7, file=name)
  write (7, '(a)') 'MPI_Send 5 4000', 'MPI_Recv 5 4000', 'MPI_Bcast 5 400', 'MPI_Allreduce 5 800', &
       'MPI_Barrier 1 0', 'MPI_Init 1 0', 'MPI_Finalize 1 0'
  close (7)
end program mpi_program
