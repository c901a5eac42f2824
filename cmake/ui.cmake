# SPDX-License-Identifier: Apache-2.0
# The designer: every folder of ui/ is a library, resources and translations are built in.

add_library(ui_pch OBJECT "${CMAKE_SOURCE_DIR}/cmake/pch.cpp")
target_link_libraries(ui_pch PRIVATE espalier_options espalier::json fmt::fmt Threads::Threads
    Qt6::Widgets Qt6::Concurrent Qt6::PrintSupport Qt6::Charts Qt6::Svg Qt6::SvgWidgets)
target_precompile_headers(ui_pch PRIVATE
    <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <set> <span>
    <string> <string_view> <unordered_map> <utility> <variant> <vector>
    <QAction> <QApplication> <QBoxLayout> <QCheckBox> <QComboBox> <QFont> <QFormLayout>
    <QGraphicsItem> <QGraphicsScene> <QGraphicsSceneMouseEvent> <QGraphicsView> <QHash>
    <QHeaderView> <QKeyEvent> <QLabel> <QLineEdit> <QMainWindow> <QMenu> <QMouseEvent> <QObject>
    <QPainter> <QPainterPath> <QPointer> <QPushButton> <QSettings> <QSpinBox> <QString>
    <QStyleOptionGraphicsItem> <QTableView> <QTimer> <QToolButton> <QTreeView> <QUndoStack>
    <QVariant> <QWidget>
    <QtCharts/QChart> <QtCharts/QChartView> <QtCharts/QLineSeries> <QtCharts/QValueAxis>)

set(ui_libraries Qt6::Widgets Qt6::Concurrent Qt6::PrintSupport Qt6::Charts Qt6::Svg
                 Qt6::SvgWidgets)

# resources/*.qrc and translations/*.ts (as :/translations/NAME.qm).
find_package(Qt6 QUIET REQUIRED COMPONENTS LinguistTools)
file(GLOB ts_files CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/translations/*.ts")
espalier_find_sources(qrc_files DIR resources PATTERNS *.qrc)
set(qm_entries "")
set(qm_files "")
foreach(ts IN LISTS ts_files)
  get_filename_component(stem "${ts}" NAME_WE)
  set(qm "${CMAKE_BINARY_DIR}/translations/${stem}.qm")
  add_custom_command(OUTPUT "${qm}"
      COMMAND Qt6::lrelease -silent "${ts}" -qm "${qm}"
      DEPENDS "${ts}" COMMENT "Translation ${stem}" VERBATIM)
  list(APPEND qm_files "${qm}")
  string(APPEND qm_entries "    <file>${stem}.qm</file>\n")
endforeach()
if(qm_files)
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/translations/translations.qrc" @ONLY CONTENT
"<RCC>
  <qresource prefix=\"/translations\">
@qm_entries@  </qresource>
</RCC>
")
  list(APPEND qrc_files "${CMAKE_BINARY_DIR}/translations/translations.qrc")
endif()
add_library(ui_resources INTERFACE)
if(qrc_files)
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/translations")
  set(rcc_sources "")
  foreach(qrc IN LISTS qrc_files)
    get_filename_component(stem "${qrc}" NAME_WE)
    set(rcc "${CMAKE_BINARY_DIR}/generated/resources/qrc_${stem}.cpp")
    file(STRINGS "${qrc}" lines REGEX "<file")
    set(contents "")
    get_filename_component(folder "${qrc}" DIRECTORY)
    foreach(line IN LISTS lines)
      if(line MATCHES "<file[^>]*>([^<]+)</file>")
        list(APPEND contents "${folder}/${CMAKE_MATCH_1}")
      endif()
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${qrc}")
    add_custom_command(OUTPUT "${rcc}"
        COMMAND Qt6::rcc --name ${stem} --output "${rcc}" "${qrc}"
        DEPENDS "${qrc}" ${contents} COMMENT "Resources ${stem}" VERBATIM)
    list(APPEND rcc_sources "${rcc}")
  endforeach()
  # Whole, because nothing calls a resource by name.
  add_library(ui_resources_archive STATIC ${rcc_sources})
  target_link_libraries(ui_resources_archive PUBLIC Qt6::Core)
  target_link_libraries(ui_resources INTERFACE
      "$<LINK_LIBRARY:WHOLE_ARCHIVE,ui_resources_archive>")
endif()

# Brings translations/*.ts up to date with the sources. The engine marks its texts with ESP_TEXT; the
# window translates them. English needs its plurals only.
set(lupdate_arguments -no-obsolete -locations none -tr-function-alias QT_TRANSLATE_NOOP+=ESP_TEXT
    "${CMAKE_SOURCE_DIR}/ui" "${CMAKE_SOURCE_DIR}/app/designer" "${CMAKE_SOURCE_DIR}/engine"
    -I "${CMAKE_SOURCE_DIR}")
set(english "${CMAKE_SOURCE_DIR}/translations/espalier_en.ts")
set(other_languages ${ts_files})
list(REMOVE_ITEM other_languages "${english}")
add_custom_target(update_translations
    COMMAND Qt6::lupdate ${lupdate_arguments} -ts ${other_languages}
    COMMAND Qt6::lupdate -pluralonly ${lupdate_arguments} -ts "${english}"
    COMMENT "Updating translations/" VERBATIM)

set(CMAKE_AUTOMOC ON)
set(CMAKE_AUTOGEN_PARALLEL 2)
# moc reads our headers only: it need not wait for the engine to be linked.
set(CMAKE_AUTOGEN_ORIGIN_DEPENDS OFF)
espalier_find_sources(ui_sources DIR ui)
set(ui_folders "")
foreach(file IN LISTS ui_sources)
  if(file MATCHES "^${CMAKE_SOURCE_DIR}/ui/([^/]+)/")
    list(APPEND ui_folders "${CMAKE_MATCH_1}")
  endif()
endforeach()
list(APPEND ui_folders widgets document shell)
list(REMOVE_DUPLICATES ui_folders)
set(ui_targets "${ui_folders}")
list(TRANSFORM ui_targets PREPEND ui_)

# widgets stand on Qt and, for messages in the user's language, on engine/base; document on the
# engine, the shell on everything; whatever else there is stands on widgets and document.
foreach(folder IN LISTS ui_folders)
  if(folder STREQUAL "widgets")
    set(deps engine_base)
  elseif(folder STREQUAL "document")
    set(deps ui_widgets engine_session)
  elseif(folder STREQUAL "shell")
    set(deps ${ui_targets})
    list(REMOVE_ITEM deps ui_shell)
  else()
    set(deps ui_widgets ui_document)
  endif()
  espalier_layer(ui_${folder} DIR ui/${folder} PCH ui_pch
                 DEPS ${deps} ui_resources ${ui_libraries} espalier::json fmt::fmt)
endforeach()

espalier_program(espalier DIR app/designer PCH ui_pch DEPS ui_shell)
set(CMAKE_AUTOMOC OFF)
