/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_MPI_MPI_TABLE_H
#define GAUDIT_AUDITORS_MPI_MPI_TABLE_H

/*
 * The calls of MPI that are measured: a row each, with the name in C and in Fortran, the number of
 * arguments in both, what it does, and where its count, datatype and communicator are among the
 * arguments, from 0 on; NO: it has none.
 *
 * What it does: CALL moves nothing that is counted. DATA: the bytes of count and datatype. MANY:
 * count and datatype, for every process of the communicator. LIST: likewise, with a list of counts.
 * RECEIVE: what the status behind the last datatype says. POST: a receive that a later call
 * completes. WAIT, WAITALL, WAITANY, TEST: they complete receives.
 */

/* clang-format off */
#define NO 15

#define GAU_MPI_POINT_TO_POINT(C) \
    C(Send, send, 6, 7, DATA, 1, 2, NO) \
    C(Bsend, bsend, 6, 7, DATA, 1, 2, NO) \
    C(Ssend, ssend, 6, 7, DATA, 1, 2, NO) \
    C(Rsend, rsend, 6, 7, DATA, 1, 2, NO) \
    C(Isend, isend, 7, 8, DATA, 1, 2, NO) \
    C(Ibsend, ibsend, 7, 8, DATA, 1, 2, NO) \
    C(Issend, issend, 7, 8, DATA, 1, 2, NO) \
    C(Irsend, irsend, 7, 8, DATA, 1, 2, NO) \
    C(Recv, recv, 7, 8, RECEIVE, 1, 2, NO) \
    C(Mrecv, mrecv, 5, 6, RECEIVE, 1, 2, NO) \
    C(Irecv, irecv, 7, 8, POST, 1, 2, NO) \
    C(Imrecv, imrecv, 5, 6, POST, 1, 2, NO) \
    C(Sendrecv, sendrecv, 12, 13, DATA, 1, 2, NO) \
    C(Sendrecv_replace, sendrecv_replace, 9, 10, DATA, 1, 2, NO) \
    C(Send_init, send_init, 7, 8, CALL, NO, NO, NO) \
    C(Recv_init, recv_init, 7, 8, CALL, NO, NO, NO) \
    C(Start, start, 1, 2, CALL, NO, NO, NO) \
    C(Startall, startall, 2, 3, CALL, NO, NO, NO) \
    C(Probe, probe, 4, 5, CALL, NO, NO, NO) \
    C(Iprobe, iprobe, 5, 6, CALL, NO, NO, NO) \
    C(Mprobe, mprobe, 5, 6, CALL, NO, NO, NO) \
    C(Improbe, improbe, 6, 7, CALL, NO, NO, NO) \
    C(Wait, wait, 2, 3, WAIT, NO, NO, NO) \
    C(Waitall, waitall, 3, 4, WAITALL, NO, NO, NO) \
    C(Waitany, waitany, 4, 5, WAITANY, NO, NO, NO) \
    C(Waitsome, waitsome, 5, 6, CALL, NO, NO, NO) \
    C(Test, test, 3, 4, TEST, NO, NO, NO) \
    C(Testall, testall, 4, 5, CALL, NO, NO, NO) \
    C(Testany, testany, 5, 6, CALL, NO, NO, NO) \
    C(Testsome, testsome, 5, 6, CALL, NO, NO, NO)

#define GAU_MPI_COLLECTIVE(C) \
    C(Barrier, barrier, 1, 2, CALL, NO, NO, NO) \
    C(Bcast, bcast, 5, 6, DATA, 1, 2, 4) \
    C(Gather, gather, 8, 9, DATA, 1, 2, 7) \
    C(Gatherv, gatherv, 9, 10, DATA, 1, 2, 8) \
    C(Scatter, scatter, 8, 9, DATA, 4, 5, 7) \
    C(Scatterv, scatterv, 9, 10, DATA, 5, 6, 8) \
    C(Allgather, allgather, 7, 8, DATA, 1, 2, 6) \
    C(Allgatherv, allgatherv, 8, 9, DATA, 1, 2, 7) \
    C(Alltoall, alltoall, 7, 8, MANY, 1, 2, 6) \
    C(Alltoallv, alltoallv, 9, 10, LIST, 1, 3, 8) \
    C(Alltoallw, alltoallw, 9, 10, CALL, NO, NO, 8) \
    C(Reduce, reduce, 7, 8, DATA, 2, 3, 6) \
    C(Allreduce, allreduce, 6, 7, DATA, 2, 3, 5) \
    C(Reduce_scatter, reduce_scatter, 6, 7, LIST, 2, 3, 5) \
    C(Reduce_scatter_block, reduce_scatter_block, 6, 7, MANY, 2, 3, 5) \
    C(Scan, scan, 6, 7, DATA, 2, 3, 5) \
    C(Exscan, exscan, 6, 7, DATA, 2, 3, 5) \
    C(Ibarrier, ibarrier, 2, 3, CALL, NO, NO, NO) \
    C(Ibcast, ibcast, 6, 7, DATA, 1, 2, NO) \
    C(Igather, igather, 9, 10, DATA, 1, 2, NO) \
    C(Igatherv, igatherv, 10, 11, DATA, 1, 2, NO) \
    C(Iscatter, iscatter, 9, 10, DATA, 4, 5, NO) \
    C(Iscatterv, iscatterv, 10, 11, DATA, 5, 6, NO) \
    C(Iallgather, iallgather, 8, 9, DATA, 1, 2, NO) \
    C(Iallgatherv, iallgatherv, 9, 10, DATA, 1, 2, NO) \
    C(Ialltoall, ialltoall, 8, 9, CALL, NO, NO, NO) \
    C(Ialltoallv, ialltoallv, 10, 11, CALL, NO, NO, NO) \
    C(Ireduce, ireduce, 8, 9, DATA, 2, 3, NO) \
    C(Iallreduce, iallreduce, 7, 8, DATA, 2, 3, NO) \
    C(Iscan, iscan, 7, 8, DATA, 2, 3, NO) \
    C(Iexscan, iexscan, 7, 8, DATA, 2, 3, NO) \
    C(Neighbor_allgather, neighbor_allgather, 7, 8, DATA, 1, 2, NO) \
    C(Neighbor_allgatherv, neighbor_allgatherv, 8, 9, DATA, 1, 2, NO) \
    C(Neighbor_alltoall, neighbor_alltoall, 7, 8, CALL, NO, NO, NO) \
    C(Neighbor_alltoallv, neighbor_alltoallv, 9, 10, CALL, NO, NO, NO)

#define GAU_MPI_OTHERS(C) \
    C(Comm_dup, comm_dup, 2, 3, CALL, NO, NO, NO) \
    C(Comm_split, comm_split, 4, 5, CALL, NO, NO, NO) \
    C(Comm_split_type, comm_split_type, 5, 6, CALL, NO, NO, NO) \
    C(Comm_create, comm_create, 3, 4, CALL, NO, NO, NO) \
    C(Comm_free, comm_free, 1, 2, CALL, NO, NO, NO) \
    C(Cart_create, cart_create, 6, 7, CALL, NO, NO, NO) \
    C(Put, put, 8, 9, DATA, 1, 2, NO) \
    C(Get, get, 8, 9, DATA, 1, 2, NO) \
    C(Accumulate, accumulate, 9, 10, DATA, 1, 2, NO) \
    C(Get_accumulate, get_accumulate, 12, 13, DATA, 1, 2, NO) \
    C(Fetch_and_op, fetch_and_op, 6, 7, CALL, NO, NO, NO) \
    C(Compare_and_swap, compare_and_swap, 6, 7, CALL, NO, NO, NO) \
    C(Win_create, win_create, 6, 7, CALL, NO, NO, NO) \
    C(Win_allocate, win_allocate, 6, 7, CALL, NO, NO, NO) \
    C(Win_free, win_free, 1, 2, CALL, NO, NO, NO) \
    C(Win_fence, win_fence, 2, 3, CALL, NO, NO, NO) \
    C(Win_start, win_start, 3, 4, CALL, NO, NO, NO) \
    C(Win_complete, win_complete, 1, 2, CALL, NO, NO, NO) \
    C(Win_post, win_post, 3, 4, CALL, NO, NO, NO) \
    C(Win_wait, win_wait, 1, 2, CALL, NO, NO, NO) \
    C(Win_lock, win_lock, 4, 5, CALL, NO, NO, NO) \
    C(Win_unlock, win_unlock, 2, 3, CALL, NO, NO, NO) \
    C(Win_lock_all, win_lock_all, 2, 3, CALL, NO, NO, NO) \
    C(Win_unlock_all, win_unlock_all, 1, 2, CALL, NO, NO, NO) \
    C(Win_flush, win_flush, 2, 3, CALL, NO, NO, NO) \
    C(Win_flush_all, win_flush_all, 1, 2, CALL, NO, NO, NO) \
    C(File_open, file_open, 5, 7, CALL, NO, NO, NO) \
    C(File_close, file_close, 1, 2, CALL, NO, NO, NO) \
    C(File_set_view, file_set_view, 6, 8, CALL, NO, NO, NO) \
    C(File_sync, file_sync, 1, 2, CALL, NO, NO, NO) \
    C(File_read, file_read, 5, 6, DATA, 2, 3, NO) \
    C(File_write, file_write, 5, 6, DATA, 2, 3, NO) \
    C(File_read_all, file_read_all, 5, 6, DATA, 2, 3, NO) \
    C(File_write_all, file_write_all, 5, 6, DATA, 2, 3, NO) \
    C(File_read_at, file_read_at, 6, 7, DATA, 3, 4, NO) \
    C(File_write_at, file_write_at, 6, 7, DATA, 3, 4, NO) \
    C(File_read_at_all, file_read_at_all, 6, 7, DATA, 3, 4, NO) \
    C(File_write_at_all, file_write_at_all, 6, 7, DATA, 3, 4, NO) \
    C(Init, init, 2, 1, CALL, NO, NO, NO) \
    C(Init_thread, init_thread, 4, 3, CALL, NO, NO, NO) \
    C(Finalize, finalize, 0, 1, CALL, NO, NO, NO) \
    C(Abort, abort, 2, 3, CALL, NO, NO, NO)
/* clang-format on */

#define GAU_MPI_CALLS(C)      \
    GAU_MPI_POINT_TO_POINT(C) \
    GAU_MPI_COLLECTIVE(C)     \
    GAU_MPI_OTHERS(C)

#define GAU_MPI_ID(Name, ...) GAU_MPI_##Name,
enum gau_mpi_id { GAU_MPI_CALLS(GAU_MPI_ID) GAU_MPI_N_CALLS };

#endif
