// SPDX-License-Identifier: Apache-2.0
//
// The settings of a project's data.
#include "engine/project/setting_fields.h"

namespace espalier {
namespace {

constexpr const char* files = ESP_TEXT("engine", "Data");
constexpr const char* values = ESP_TEXT("engine", "Values");
constexpr const char* table_section = ESP_TEXT("engine", "Table");
constexpr const char* image_section = ESP_TEXT("engine", "Images");
constexpr const char* csv_only = "data.kind=csv";
constexpr const char* folder_only = "data.kind=folder";
constexpr const char* idx_only = "data.kind=idx";
constexpr const char* given_only = "data.normalise=given";

void add_files(std::vector<Setting>& t) {
  t.push_back(bound(
      {.path = "data.kind",
       .label = ESP_TEXT("engine", "Kind"),
       .help = ESP_TEXT("engine", "IDX files, a folder of class folders with images, or a table."),
       .choices = {"idx", "folder", "csv"},
       .section = files},
      ESP_FIELD(data.kind)));
  t.push_back(bound({.path = "data.train.samples",
                     .label = ESP_TEXT("engine", "Training samples"),
                     .help = ESP_TEXT("engine", "File or folder, relative to the project file."),
                     .section = files},
                    ESP_FIELD(data.train.samples)));
  t.push_back(bound({.path = "data.train.labels",
                     .label = ESP_TEXT("engine", "Training labels"),
                     .help = ESP_TEXT("engine", "IDX file with a label for every sample."),
                     .section = files,
                     .only_if = idx_only},
                    ESP_FIELD(data.train.labels)));
  t.push_back(
      bound({.path = "data.test.samples",
             .label = ESP_TEXT("engine", "Test samples"),
             .help = ESP_TEXT("engine", "File or folder that training never sees; may be empty."),
             .section = files},
            ESP_FIELD(data.test.samples)));
  t.push_back(bound({.path = "data.test.labels",
                     .label = ESP_TEXT("engine", "Test labels"),
                     .help = ESP_TEXT("engine", "IDX file with a label for every test sample."),
                     .section = files,
                     .only_if = idx_only},
                    ESP_FIELD(data.test.labels)));
  t.push_back(bound({.path = "data.target",
                     .label = ESP_TEXT("engine", "Target column"),
                     .help = ESP_TEXT("engine", "The column that the network learns to tell."),
                     .section = files,
                     .only_if = csv_only},
                    ESP_FIELD(data.target)));
  t.push_back(bound(
      {.path = "data.class_names",
       .label = ESP_TEXT("engine", "Classes"),
       .help = ESP_TEXT("engine", "Names in the order of their numbers; empty: from the data."),
       .section = files},
      ESP_FIELD(data.class_names)));
  t.push_back(bound(
      {.path = "data.validation_fraction",
       .label = ESP_TEXT("engine", "Validation share"),
       .help = ESP_TEXT("engine", "Share of the training samples that only checks the training."),
       .minimum = 0,
       .maximum = 0.9,
       .section = files},
      ESP_FIELD(data.validation_fraction)));
  t.push_back(bound({.path = "data.validation_seed",
                     .label = ESP_TEXT("engine", "Validation seed"),
                     .help = ESP_TEXT("engine", "Which samples those are."),
                     .minimum = 0,
                     .maximum = 9e15,
                     .section = files,
                     .advanced = true},
                    ESP_FIELD(data.validation_seed)));
  t.push_back(bound({.path = "data.on_broken_sample",
                     .label = ESP_TEXT("engine", "Broken samples"),
                     .help = ESP_TEXT("engine", "Stop the run and name the file, or skip it."),
                     .choices = {"stop", "skip"},
                     .section = files,
                     .advanced = true},
                    ESP_FIELD(data.on_broken_sample)));
}

void add_values(std::vector<Setting>& t) {
  t.push_back(
      bound({.path = "data.normalise",
             .label = ESP_TEXT("engine", "Normalise"),
             .help = ESP_TEXT("engine",
                              "How stored values become inputs: as they are, to 0 … 1, by the "
                              "given mean and deviation, or by those of the training data."),
             .choices = {"none", "unit", "given", "from_data"},
             .section = values},
            ESP_FIELD(data.normalise)));
  t.push_back(bound({.path = "data.mean",
                     .label = ESP_TEXT("engine", "Mean"),
                     .help = ESP_TEXT("engine", "One number a channel or feature, or one for all."),
                     .section = values,
                     .only_if = given_only},
                    ESP_FIELD(data.mean)));
  t.push_back(bound({.path = "data.deviation",
                     .label = ESP_TEXT("engine", "Deviation"),
                     .help = ESP_TEXT("engine", "One number a channel or feature, or one for all."),
                     .minimum = 1e-30,
                     .section = values,
                     .only_if = given_only},
                    ESP_FIELD(data.deviation)));
}

void add_images(std::vector<Setting>& t) {
  constexpr double largest = 65536;
  t.push_back(bound({.path = "data.image.width",
                     .label = ESP_TEXT("engine", "Width"),
                     .help = ESP_TEXT("engine", "Images are scaled to it; 0: as the first image."),
                     .minimum = 0,
                     .maximum = largest,
                     .section = image_section,
                     .unit = "px",
                     .only_if = folder_only},
                    ESP_FIELD(data.image.width)));
  t.push_back(bound({.path = "data.image.height",
                     .label = ESP_TEXT("engine", "Height"),
                     .help = ESP_TEXT("engine", "Images are scaled to it; 0: as the first image."),
                     .minimum = 0,
                     .maximum = largest,
                     .section = image_section,
                     .unit = "px",
                     .only_if = folder_only},
                    ESP_FIELD(data.image.height)));
  t.push_back(bound({.path = "data.image.channels",
                     .label = ESP_TEXT("engine", "Channels"),
                     .help = ESP_TEXT("engine", "1 for grey, 3 for colour; 0: as the first image."),
                     .minimum = 0,
                     .maximum = 4,
                     .section = image_section,
                     .only_if = folder_only},
                    ESP_FIELD(data.image.channels)));
}

void add_table(std::vector<Setting>& t) {
  t.push_back(bound(
      {.path = "data.table.header",
       .label = ESP_TEXT("engine", "Header"),
       .help = ESP_TEXT("engine", "The first line names the columns; without one they are 1, 2, …"),
       .section = table_section,
       .only_if = csv_only},
      ESP_FIELD(data.table.header)));
  t.push_back(
      bound({.path = "data.table.separator",
             .label = ESP_TEXT("engine", "Separator"),
             .help = ESP_TEXT("engine", "One character between cells; empty: by the file's name."),
             .section = table_section,
             .only_if = csv_only,
             .advanced = true},
            ESP_FIELD(data.table.separator)));
  t.push_back(bound(
      {.path = "data.table.features",
       .label = ESP_TEXT("engine", "Features"),
       .help = ESP_TEXT("engine", "Columns that go into the network; empty: all but the target."),
       .section = table_section,
       .only_if = csv_only},
      ESP_FIELD(data.table.features)));
  t.push_back(
      bound({.path = "data.table.target_kind",
             .label = ESP_TEXT("engine", "Target is"),
             .help = ESP_TEXT("engine", "Classes or a number; automatic looks at the column."),
             .choices = {"automatic", "classes", "number"},
             .section = table_section,
             .only_if = csv_only},
            ESP_FIELD(data.table.target_kind)));
}

}  // namespace

void add_data_settings(std::vector<Setting>& table) {
  add_files(table);
  add_values(table);
  add_images(table);
  add_table(table);
}

}  // namespace espalier
