# SPDX-License-Identifier: Apache-2.0
# usage: cmake -DSOURCE=FOLDER -DOUTPUT=FILE.c -P embed.cmake: writes the files that a page contains as arrays of bytes that
# end with NUL, and the sums of the first two, which the policy of the page names.
set(text "#include \"report/html/page_files.h\"\n")
foreach(item style:page.min.css script:page.min.js licences:licences.txt)
    string(REPLACE ":" ";" item ${item})
    list(GET item 0 name)
    list(GET item 1 file)
    file(READ ${SOURCE}/${file} bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
    string(APPEND text "\nconst unsigned char gau_page_${name}[] = {\n${bytes}0};\n")
endforeach()
file(STRINGS ${SOURCE}/page.hashes hashes)
list(GET hashes 0 script)
list(GET hashes 1 style)
string(APPEND text "\nconst char gau_page_script_sha256[] = \"${script}\";\nconst char gau_page_style_sha256[] = \"${style}\";\n")
file(WRITE ${OUTPUT} "${text}")
