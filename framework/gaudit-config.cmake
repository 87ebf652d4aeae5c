include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/gaudit-targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/gaudit-module.cmake)
