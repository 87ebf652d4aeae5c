/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_MPI_MPI_TABLE_H
#define GAUDIT_AUDITORS_MPI_MPI_TABLE_H

/*
 * The calls of MPI that are measured: a row each, with the name in C and in Fortran, the number of
 * arguments in both, what it does, and where its count, datatype and communicator are among the
 * arguments, from 0 on; NO: it has none.
 *
 * What it does: CALL moves nothing that is counted. DATA: the bytes of count and datatype. ONE: of
 * a datatype. SHARE: likewise a rank's share, which may be in place in the receive buffer;
 * SHARE_LIST: in one with a list of counts. MANY: count and datatype, for every process of the
 * communicator; LIST: with a list of counts; TYPES: with lists of counts and datatypes. NEIGHBOURS,
 * NEIGHBOUR_LIST, NEIGHBOUR_TYPES: the same for the neighbours of its topology. RECEIVE: what the
 * last status says; BOTH: what is sent, too. POST: a receive that a later call completes;
 * SEND_AGAIN, RECEIVE_AGAIN: a persistent one. START, STARTALL: of such ones. FREE, WAIT ...
 * TESTANY: what they do with requests.
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
    C(Recv, recv, 7, 8, RECEIVE, NO, NO, NO) \
    C(Mrecv, mrecv, 5, 6, RECEIVE, NO, NO, NO) \
    C(Irecv, irecv, 7, 8, POST, NO, NO, NO) \
    C(Imrecv, imrecv, 5, 6, POST, NO, NO, NO) \
    C(Sendrecv, sendrecv, 12, 13, BOTH, 1, 2, NO) \
    C(Sendrecv_replace, sendrecv_replace, 9, 10, BOTH, 1, 2, NO) \
    C(Send_init, send_init, 7, 8, SEND_AGAIN, 1, 2, NO) \
    C(Bsend_init, bsend_init, 7, 8, SEND_AGAIN, 1, 2, NO) \
    C(Ssend_init, ssend_init, 7, 8, SEND_AGAIN, 1, 2, NO) \
    C(Rsend_init, rsend_init, 7, 8, SEND_AGAIN, 1, 2, NO) \
    C(Recv_init, recv_init, 7, 8, RECEIVE_AGAIN, NO, NO, NO) \
    C(Start, start, 1, 2, START, NO, NO, NO) \
    C(Startall, startall, 2, 3, STARTALL, NO, NO, NO) \
    C(Request_free, request_free, 1, 2, FREE, NO, NO, NO) \
    C(Request_get_status, request_get_status, 3, 4, CALL, NO, NO, NO) \
    C(Cancel, cancel, 1, 2, CALL, NO, NO, NO) \
    C(Probe, probe, 4, 5, CALL, NO, NO, NO) \
    C(Iprobe, iprobe, 5, 6, CALL, NO, NO, NO) \
    C(Mprobe, mprobe, 5, 6, CALL, NO, NO, NO) \
    C(Improbe, improbe, 6, 7, CALL, NO, NO, NO) \
    C(Wait, wait, 2, 3, WAIT, NO, NO, NO) \
    C(Waitall, waitall, 3, 4, WAITALL, NO, NO, NO) \
    C(Waitany, waitany, 4, 5, WAITANY, NO, NO, NO) \
    C(Waitsome, waitsome, 5, 6, WAITSOME, NO, NO, NO) \
    C(Test, test, 3, 4, TEST, NO, NO, NO) \
    C(Testall, testall, 4, 5, TESTALL, NO, NO, NO) \
    C(Testany, testany, 5, 6, TESTANY, NO, NO, NO) \
    C(Testsome, testsome, 5, 6, WAITSOME, NO, NO, NO) \
    C(Buffer_detach, buffer_detach, 2, 3, CALL, NO, NO, NO)

/* Blocking: with MpiAuditor:Barrier all of the communicator wait before them. */
#define GAU_MPI_COLLECTIVE(C) \
    C(Bcast, bcast, 5, 6, DATA, 1, 2, 4) \
    C(Gather, gather, 8, 9, DATA, 1, 2, 7) \
    C(Gatherv, gatherv, 9, 10, DATA, 1, 2, 8) \
    C(Scatter, scatter, 8, 9, DATA, 4, 5, 7) \
    C(Scatterv, scatterv, 9, 10, DATA, 5, 6, 8) \
    C(Allgather, allgather, 7, 8, SHARE, 1, 2, 6) \
    C(Allgatherv, allgatherv, 8, 9, SHARE_LIST, 1, 2, 7) \
    C(Alltoall, alltoall, 7, 8, MANY, 1, 2, 6) \
    C(Alltoallv, alltoallv, 9, 10, LIST, 1, 3, 8) \
    C(Alltoallw, alltoallw, 9, 10, TYPES, 1, 3, 8) \
    C(Reduce, reduce, 7, 8, DATA, 2, 3, 6) \
    C(Allreduce, allreduce, 6, 7, DATA, 2, 3, 5) \
    C(Reduce_scatter, reduce_scatter, 6, 7, LIST, 2, 3, 5) \
    C(Reduce_scatter_block, reduce_scatter_block, 6, 7, MANY, 2, 3, 5) \
    C(Scan, scan, 6, 7, DATA, 2, 3, 5) \
    C(Exscan, exscan, 6, 7, DATA, 2, 3, 5)

/* Without such a wait. */
#define GAU_MPI_OTHER_COLLECTIVE(C) \
    C(Barrier, barrier, 1, 2, CALL, NO, NO, NO) \
    C(Ibarrier, ibarrier, 2, 3, CALL, NO, NO, NO) \
    C(Ibcast, ibcast, 6, 7, DATA, 1, 2, 4) \
    C(Igather, igather, 9, 10, DATA, 1, 2, 7) \
    C(Igatherv, igatherv, 10, 11, DATA, 1, 2, 8) \
    C(Iscatter, iscatter, 9, 10, DATA, 4, 5, 7) \
    C(Iscatterv, iscatterv, 10, 11, DATA, 5, 6, 8) \
    C(Iallgather, iallgather, 8, 9, SHARE, 1, 2, 6) \
    C(Iallgatherv, iallgatherv, 9, 10, SHARE_LIST, 1, 2, 7) \
    C(Ialltoall, ialltoall, 8, 9, MANY, 1, 2, 6) \
    C(Ialltoallv, ialltoallv, 10, 11, LIST, 1, 3, 8) \
    C(Ialltoallw, ialltoallw, 10, 11, TYPES, 1, 3, 8) \
    C(Ireduce, ireduce, 8, 9, DATA, 2, 3, 6) \
    C(Iallreduce, iallreduce, 7, 8, DATA, 2, 3, 5) \
    C(Ireduce_scatter, ireduce_scatter, 7, 8, LIST, 2, 3, 5) \
    C(Ireduce_scatter_block, ireduce_scatter_block, 7, 8, MANY, 2, 3, 5) \
    C(Iscan, iscan, 7, 8, DATA, 2, 3, 5) \
    C(Iexscan, iexscan, 7, 8, DATA, 2, 3, 5) \
    C(Neighbor_allgather, neighbor_allgather, 7, 8, DATA, 1, 2, NO) \
    C(Neighbor_allgatherv, neighbor_allgatherv, 8, 9, DATA, 1, 2, NO) \
    C(Neighbor_alltoall, neighbor_alltoall, 7, 8, NEIGHBOURS, 1, 2, 6) \
    C(Neighbor_alltoallv, neighbor_alltoallv, 9, 10, NEIGHBOUR_LIST, 1, 3, 8) \
    C(Neighbor_alltoallw, neighbor_alltoallw, 9, 10, NEIGHBOUR_TYPES, 1, 3, 8) \
    C(Ineighbor_allgather, ineighbor_allgather, 8, 9, DATA, 1, 2, NO) \
    C(Ineighbor_allgatherv, ineighbor_allgatherv, 9, 10, DATA, 1, 2, NO) \
    C(Ineighbor_alltoall, ineighbor_alltoall, 8, 9, NEIGHBOURS, 1, 2, 6) \
    C(Ineighbor_alltoallv, ineighbor_alltoallv, 10, 11, NEIGHBOUR_LIST, 1, 3, 8) \
    C(Ineighbor_alltoallw, ineighbor_alltoallw, 10, 11, NEIGHBOUR_TYPES, 1, 3, 8)

#define GAU_MPI_COMMUNICATORS(C) \
    C(Comm_dup, comm_dup, 2, 3, CALL, NO, NO, NO) \
    C(Comm_dup_with_info, comm_dup_with_info, 3, 4, CALL, NO, NO, NO) \
    C(Comm_idup, comm_idup, 3, 4, CALL, NO, NO, NO) \
    C(Comm_split, comm_split, 4, 5, CALL, NO, NO, NO) \
    C(Comm_split_type, comm_split_type, 5, 6, CALL, NO, NO, NO) \
    C(Comm_create, comm_create, 3, 4, CALL, NO, NO, NO) \
    C(Comm_create_group, comm_create_group, 4, 5, CALL, NO, NO, NO) \
    C(Comm_free, comm_free, 1, 2, CALL, NO, NO, NO) \
    C(Comm_disconnect, comm_disconnect, 1, 2, CALL, NO, NO, NO) \
    C(Comm_spawn, comm_spawn, 8, 11, CALL, NO, NO, NO) \
    C(Comm_spawn_multiple, comm_spawn_multiple, 9, 12, CALL, NO, NO, NO) \
    C(Comm_accept, comm_accept, 5, 7, CALL, NO, NO, NO) \
    C(Comm_connect, comm_connect, 5, 7, CALL, NO, NO, NO) \
    C(Intercomm_create, intercomm_create, 6, 7, CALL, NO, NO, NO) \
    C(Intercomm_merge, intercomm_merge, 3, 4, CALL, NO, NO, NO) \
    C(Cart_create, cart_create, 6, 7, CALL, NO, NO, NO) \
    C(Cart_sub, cart_sub, 3, 4, CALL, NO, NO, NO) \
    C(Graph_create, graph_create, 6, 7, CALL, NO, NO, NO) \
    C(Dist_graph_create, dist_graph_create, 9, 10, CALL, NO, NO, NO) \
    C(Dist_graph_create_adjacent, dist_graph_create_adjacent, 10, 11, CALL, NO, NO, NO) \
    C(Init, init, 2, 1, CALL, NO, NO, NO) \
    C(Init_thread, init_thread, 4, 3, CALL, NO, NO, NO) \
    C(Finalize, finalize, 0, 1, CALL, NO, NO, NO) \
    C(Abort, abort, 2, 3, CALL, NO, NO, NO)

#define GAU_MPI_ONE_SIDED(C) \
    C(Put, put, 8, 9, DATA, 1, 2, NO) \
    C(Get, get, 8, 9, DATA, 1, 2, NO) \
    C(Accumulate, accumulate, 9, 10, DATA, 1, 2, NO) \
    C(Get_accumulate, get_accumulate, 12, 13, DATA, 4, 5, NO) \
    C(Rput, rput, 9, 10, DATA, 1, 2, NO) \
    C(Rget, rget, 9, 10, DATA, 1, 2, NO) \
    C(Raccumulate, raccumulate, 10, 11, DATA, 1, 2, NO) \
    C(Rget_accumulate, rget_accumulate, 13, 14, DATA, 4, 5, NO) \
    C(Fetch_and_op, fetch_and_op, 7, 8, ONE, NO, 2, NO) \
    C(Compare_and_swap, compare_and_swap, 7, 8, ONE, NO, 3, NO) \
    C(Win_create, win_create, 6, 7, CALL, NO, NO, NO) \
    C(Win_create_dynamic, win_create_dynamic, 3, 4, CALL, NO, NO, NO) \
    C(Win_allocate, win_allocate, 6, 7, CALL, NO, NO, NO) \
    C(Win_allocate_shared, win_allocate_shared, 6, 7, CALL, NO, NO, NO) \
    C(Win_free, win_free, 1, 2, CALL, NO, NO, NO) \
    C(Win_fence, win_fence, 2, 3, CALL, NO, NO, NO) \
    C(Win_start, win_start, 3, 4, CALL, NO, NO, NO) \
    C(Win_complete, win_complete, 1, 2, CALL, NO, NO, NO) \
    C(Win_post, win_post, 3, 4, CALL, NO, NO, NO) \
    C(Win_wait, win_wait, 1, 2, CALL, NO, NO, NO) \
    C(Win_test, win_test, 2, 3, CALL, NO, NO, NO) \
    C(Win_lock, win_lock, 4, 5, CALL, NO, NO, NO) \
    C(Win_unlock, win_unlock, 2, 3, CALL, NO, NO, NO) \
    C(Win_lock_all, win_lock_all, 2, 3, CALL, NO, NO, NO) \
    C(Win_unlock_all, win_unlock_all, 1, 2, CALL, NO, NO, NO) \
    C(Win_flush, win_flush, 2, 3, CALL, NO, NO, NO) \
    C(Win_flush_all, win_flush_all, 1, 2, CALL, NO, NO, NO) \
    C(Win_flush_local, win_flush_local, 2, 3, CALL, NO, NO, NO) \
    C(Win_flush_local_all, win_flush_local_all, 1, 2, CALL, NO, NO, NO) \
    C(Win_sync, win_sync, 1, 2, CALL, NO, NO, NO)

#define GAU_MPI_FILES(C) \
    C(File_open, file_open, 5, 7, CALL, NO, NO, NO) \
    C(File_close, file_close, 1, 2, CALL, NO, NO, NO) \
    C(File_delete, file_delete, 2, 4, CALL, NO, NO, NO) \
    C(File_set_size, file_set_size, 2, 3, CALL, NO, NO, NO) \
    C(File_preallocate, file_preallocate, 2, 3, CALL, NO, NO, NO) \
    C(File_set_view, file_set_view, 6, 8, CALL, NO, NO, NO) \
    C(File_sync, file_sync, 1, 2, CALL, NO, NO, NO) \
    C(File_read, file_read, 5, 6, RECEIVE, NO, NO, NO) \
    C(File_read_all, file_read_all, 5, 6, RECEIVE, NO, NO, NO) \
    C(File_read_shared, file_read_shared, 5, 6, RECEIVE, NO, NO, NO) \
    C(File_read_ordered, file_read_ordered, 5, 6, RECEIVE, NO, NO, NO) \
    C(File_read_at, file_read_at, 6, 7, RECEIVE, NO, NO, NO) \
    C(File_read_at_all, file_read_at_all, 6, 7, RECEIVE, NO, NO, NO) \
    C(File_iread, file_iread, 5, 6, POST, NO, NO, NO) \
    C(File_iread_all, file_iread_all, 5, 6, POST, NO, NO, NO) \
    C(File_iread_shared, file_iread_shared, 5, 6, POST, NO, NO, NO) \
    C(File_iread_at, file_iread_at, 6, 7, POST, NO, NO, NO) \
    C(File_iread_at_all, file_iread_at_all, 6, 7, POST, NO, NO, NO) \
    C(File_read_all_begin, file_read_all_begin, 4, 5, CALL, NO, NO, NO) \
    C(File_read_all_end, file_read_all_end, 3, 4, RECEIVE, NO, NO, NO) \
    C(File_read_ordered_begin, file_read_ordered_begin, 4, 5, CALL, NO, NO, NO) \
    C(File_read_ordered_end, file_read_ordered_end, 3, 4, RECEIVE, NO, NO, NO) \
    C(File_read_at_all_begin, file_read_at_all_begin, 5, 6, CALL, NO, NO, NO) \
    C(File_read_at_all_end, file_read_at_all_end, 3, 4, RECEIVE, NO, NO, NO) \
    C(File_write, file_write, 5, 6, DATA, 2, 3, NO) \
    C(File_write_all, file_write_all, 5, 6, DATA, 2, 3, NO) \
    C(File_write_shared, file_write_shared, 5, 6, DATA, 2, 3, NO) \
    C(File_write_ordered, file_write_ordered, 5, 6, DATA, 2, 3, NO) \
    C(File_write_at, file_write_at, 6, 7, DATA, 3, 4, NO) \
    C(File_write_at_all, file_write_at_all, 6, 7, DATA, 3, 4, NO) \
    C(File_iwrite, file_iwrite, 5, 6, DATA, 2, 3, NO) \
    C(File_iwrite_all, file_iwrite_all, 5, 6, DATA, 2, 3, NO) \
    C(File_iwrite_shared, file_iwrite_shared, 5, 6, DATA, 2, 3, NO) \
    C(File_iwrite_at, file_iwrite_at, 6, 7, DATA, 3, 4, NO) \
    C(File_iwrite_at_all, file_iwrite_at_all, 6, 7, DATA, 3, 4, NO) \
    C(File_write_all_begin, file_write_all_begin, 4, 5, DATA, 2, 3, NO) \
    C(File_write_all_end, file_write_all_end, 3, 4, CALL, NO, NO, NO) \
    C(File_write_ordered_begin, file_write_ordered_begin, 4, 5, DATA, 2, 3, NO) \
    C(File_write_ordered_end, file_write_ordered_end, 3, 4, CALL, NO, NO, NO) \
    C(File_write_at_all_begin, file_write_at_all_begin, 5, 6, DATA, 3, 4, NO) \
    C(File_write_at_all_end, file_write_at_all_end, 3, 4, CALL, NO, NO, NO)
/* clang-format on */

#define GAU_MPI_CALLS(C)        \
    GAU_MPI_POINT_TO_POINT(C)   \
    GAU_MPI_COLLECTIVE(C)       \
    GAU_MPI_OTHER_COLLECTIVE(C) \
    GAU_MPI_COMMUNICATORS(C)    \
    GAU_MPI_ONE_SIDED(C)        \
    GAU_MPI_FILES(C)

#define GAU_MPI_ID(Name, ...) GAU_MPI_##Name,
enum gau_mpi_id { GAU_MPI_CALLS(GAU_MPI_ID) GAU_MPI_N_CALLS };

#endif
