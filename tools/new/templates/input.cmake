# SPDX-License-Identifier: Apache-2.0
# Runs the job, and compares its results with those that are expected. Variables: GAUDIT, JOB.
file(REMOVE_RECURSE result)
execute_process(COMMAND ${GAUDIT} run -q -j 2 -n 2000 -o result ${JOB} COMMAND_ERROR_IS_FATAL ANY)
file(READ result/histogram.json document)

# expect(NUMBER KEY...): the document has it there.
function(expect wanted)
    string(JSON found GET "${document}" ${ARGN})
    if(NOT found EQUAL wanted)
        message(FATAL_ERROR "'${ARGN}' is ${found}, not ${wanted}")
    endif()
endfunction()

# The input ends after 1000 events. Two values in an event, evenly in 50 bins from 0 to 1.
expect(2000 entries)
expect(40 bins 0 count)
expect(40 bins 49 count)
