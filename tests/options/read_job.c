/* SPDX-License-Identifier: Apache-2.0 */
#include "read_job.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

gau_options *job_read(const char *path)
{
    gau_options *options = NULL;
    gau_error err = {0};

    if (gau_options_read_xml(&options, path, &err) < 0)
        fail_msg("%s", err.message);
    return options;
}

gau_options *job_read_text(const char *xml)
{
    folder_write("job.xml", xml);
    return job_read("job.xml");
}

void job_refused(const char *path, gau_status status, const char *message)
{
    gau_options *options = NULL;
    gau_error err = {0};

    assert_int_equal(gau_options_read_xml(&options, path, &err), status);
    assert_string_equal(err.message, message);
    assert_null(options);
    assert_int_equal(gau_options_read_xml(&options, path, NULL), status);
}
