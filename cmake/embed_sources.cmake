# SPDX-License-Identifier: Apache-2.0
# Run as a script: writes the files named in FILES (one a line) as a table of raw strings into
# OUTPUT: the function FUNCTION of the header HEADER gives the table of STRUCTs. A string literal has a
# limit in some compilers, so long texts go in pieces.

file(STRINGS "${FILES}" files ENCODING UTF-8)
list(SORT files)
list(LENGTH files count)
set(result "// Generated; do not edit.
#include \"${HEADER}\"

#include <array>

namespace espalier {
namespace {
")
string(APPEND result "constexpr std::array<${STRUCT}, ${count}> kSources{{\n")
foreach(file IN LISTS files)
  file(RELATIVE_PATH name "${BASE}" "${file}")
  file(READ "${file}" text)
  if(text MATCHES "\\)esp~\"")
    message(FATAL_ERROR "${file}: the text )esp~\" cannot be embedded")
  endif()
  string(APPEND result "    {\"${name}\",\n")
  string(LENGTH "${text}" length)
  set(start 0)
  while(start LESS length OR start EQUAL 0)
    string(SUBSTRING "${text}" ${start} 8000 piece)
    string(APPEND result "R\"esp~(${piece})esp~\"\n")
    math(EXPR start "${start} + 8000")
  endwhile()
  string(APPEND result "    },\n")
endforeach()
string(APPEND result "}};
}  // namespace

std::span<const ${STRUCT}> ${FUNCTION}() { return kSources; }

}  // namespace espalier
")
file(WRITE "${OUTPUT}" "${result}")
