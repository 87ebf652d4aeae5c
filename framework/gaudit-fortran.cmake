# gaudit_fortran, also called gaudit::fortran: the Fortran module gaudit, compiled from its source
# GAUDIT_FORTRAN_SOURCE by the project that uses it, since module files are those of one compiler.
# Used here and, once installed, by find_package(gaudit COMPONENTS Fortran).
if(NOT TARGET gaudit_fortran)
    add_library(gaudit_fortran STATIC EXCLUDE_FROM_ALL ${GAUDIT_FORTRAN_SOURCE})
    add_library(gaudit::fortran ALIAS gaudit_fortran)
    target_link_libraries(gaudit_fortran PUBLIC gaudit::gaudit)
    set_target_properties(gaudit_fortran PROPERTIES
        POSITION_INDEPENDENT_CODE ON
        Fortran_MODULE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/gaudit-fortran)
    target_include_directories(gaudit_fortran PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/gaudit-fortran)
endif()
