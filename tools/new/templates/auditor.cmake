# SPDX-License-Identifier: Apache-2.0
# Runs the job, and compares its results with those that are expected. Variables: GAUDIT, JOB.
file(REMOVE_RECURSE result)
execute_process(COMMAND ${GAUDIT} run -q -j 2 -n 1000 -o result ${JOB} COMMAND_ERROR_IS_FATAL ANY)
file(READ result/new-component.json document)

# expect(NUMBER KEY...): the document has it there.
function(expect wanted)
    string(JSON found GET "${document}" ${ARGN})
    if(NOT found EQUAL wanted)
        message(FATAL_ERROR "'${ARGN}' is ${found}, not ${wanted}")
    endif()
endfunction()

# The rows are Event, GeneratorInput, Line, Line Cut, which rejects each fourth event, and Line Rest.
expect(1000 events)
expect(1000 branches 3 calls)
expect(250 branches 3 rejected)
expect(750 branches 4 calls)
expect(0 branches 4 rejected)
