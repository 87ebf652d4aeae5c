# gaudit_add_module(NAME SOURCE...): a shared object that gaudit can load, with its manifest
# (class -> file) beside it. Used here and, once installed, by other projects.
function(gaudit_add_module name)
    add_library(${name} MODULE ${ARGN})
    target_link_libraries(${name} PRIVATE gaudit::gaudit)
    set_target_properties(${name} PROPERTIES PREFIX "" C_VISIBILITY_PRESET hidden
        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    add_custom_command(TARGET ${name} POST_BUILD VERBATIM
        COMMAND gaudit::command manifest
            -O $<TARGET_FILE_DIR:${name}>/$<TARGET_FILE_BASE_NAME:${name}>.manifest $<TARGET_FILE:${name}>)
endfunction()
