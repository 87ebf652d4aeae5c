# SPDX-License-Identifier: Apache-2.0
# Completion of gaudit for bash: asks 'gaudit complete'; without an answer bash offers files.
_gaudit() {
    local line word
    COMPREPLY=()
    while IFS= read -r line; do
        printf -v word %q "${line%%$'\t'*}"
        COMPREPLY+=("$word")
    done < <("$1" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    # A property or its value follows in the same word.
    [[ ${COMPREPLY[0]-} == *[.=] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o default -F _gaudit gaudit
