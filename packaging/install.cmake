# SPDX-License-Identifier: Apache-2.0
# What is installed where, and the Debian package:
#   packaging/build_package

include(GNUInstallDirs)
set(packaging "${CMAKE_SOURCE_DIR}/packaging")

set(programs "")
foreach(program espalier espalier-cli)
  if(TARGET ${program})
    list(APPEND programs ${program})
  endif()
endforeach()
if(programs)
  install(TARGETS ${programs} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

# Opened at run time from beside the programs; CUDA's is for those who build it.
if(TARGET espalier_opencl)
  install(TARGETS espalier_opencl LIBRARY DESTINATION "lib/espalier")
endif()
if(TARGET espalier_cuda)
  install(TARGETS espalier_cuda LIBRARY DESTINATION "lib/espalier" COMPONENT cuda
          EXCLUDE_FROM_ALL)
endif()

foreach(folder projects docs)
  if(EXISTS "${CMAKE_SOURCE_DIR}/${folder}")
    set(target "${CMAKE_INSTALL_DATADIR}/espalier/${folder}")
    if(folder STREQUAL "docs")
      set(target "${CMAKE_INSTALL_DOCDIR}")
    endif()
    # Without what a training left beside an example.
    install(DIRECTORY "${CMAKE_SOURCE_DIR}/${folder}/" DESTINATION "${target}"
            FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
            PATTERN "*.autosave" EXCLUDE PATTERN "*.lock" EXCLUDE
            PATTERN "*.runs" EXCLUDE PATTERN "__pycache__" EXCLUDE PATTERN ".*" EXCLUDE)
  endif()
endforeach()

if(ESPALIER_UI)
  install(FILES "${packaging}/espalier.desktop"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES "${packaging}/espalier.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
  install(FILES "${packaging}/icons/espalier.svg"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
  install(FILES "${packaging}/icons/application-x-espalier.svg"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/mimetypes")
endif()
install(FILES "${packaging}/completions/espalier-cli.bash" RENAME espalier-cli
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${packaging}/deb/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Debian wants manual pages and change logs compressed, without a time stamp in them.
find_program(ESPALIER_GZIP gzip REQUIRED)
function(espalier_install_compressed source name destination)
  set(output "${CMAKE_BINARY_DIR}/packaging/${name}.gz")
  add_custom_command(OUTPUT "${output}"
      COMMAND sh -c "mkdir -p \"$(dirname \"$2\")\" && \"$0\" -9n < \"$1\" > \"$2\""
              "${ESPALIER_GZIP}" "${source}" "${output}"
      DEPENDS "${source}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY ESPALIER_COMPRESSED "${output}")
  install(FILES "${output}" DESTINATION "${destination}")
endfunction()
espalier_install_compressed("${packaging}/man/espalier-cli.1" espalier-cli.1
                            "${CMAKE_INSTALL_MANDIR}/man1")
if(ESPALIER_UI)
  espalier_install_compressed("${packaging}/man/espalier.1" espalier.1
                              "${CMAKE_INSTALL_MANDIR}/man1")
endif()
espalier_install_compressed("${packaging}/deb/changelog" changelog "${CMAKE_INSTALL_DOCDIR}")
get_property(compressed GLOBAL PROPERTY ESPALIER_COMPRESSED)
add_custom_target(packaging_files ALL DEPENDS ${compressed})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME espalier)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "The Espalier contributors <maintainers@espalier.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "draw, train and ship neural networks")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Espalier is a desktop application in which you draw a neural network, train
it on this machine while you watch, see where its time and memory go, and
take it away as an ONNX file or as C source that needs no framework.

The command line tool espalier-cli does the same without a window.")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}")
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# The layout of large graphs, the examples' data, the fonts, Qt's own words, the compiler of
# bundles: the programs say so where one is missing.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "dataset-fashion-mnist, fonts-inter, fonts-noto-cjk, gcc, graphviz, qt6-translations-l10n")
include(CPack)
