# SPDX-License-Identifier: Apache-2.0
# Completion of gaudit for fish: asks 'gaudit complete'; without an answer fish offers files.
function __gaudit_complete
    set -l words (commandline -opc)
    set -l found (command $words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c gaudit -f -a '(__gaudit_complete)'
