// SPDX-License-Identifier: Apache-2.0
#include "engine/data/csv.h"

#include <doctest/doctest.h>

#include <array>

#include "tests/engine/data/test_files.h"

using namespace espalier;
using namespace espalier::test;

namespace {

std::vector<std::vector<std::string>> rows_of(const fs::path& file, char separator = '\0') {
  CsvReader reader(file, separator);
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> fields;
  while (reader.next(fields)) rows.push_back(fields);
  return rows;
}

DataSpec table(const Folder& folder, std::string_view content) {
  folder.write("t.csv", content);
  DataSpec spec;
  spec.kind = DataKind::csv;
  spec.train.samples = "t.csv";
  spec.target = "class";
  spec.validation_fraction = 0;
  spec.normalise = Normalise::none;
  return spec;
}

std::string said(const Folder& folder, const DataSpec& spec) {
  return error_of([&] { open_dataset(spec, folder.path); });
}

}  // namespace

TEST_CASE("csv: fields") {
  const Folder folder;
  using Rows = std::vector<std::vector<std::string>>;
  CHECK(rows_of(folder.write("a.csv",
                             "\xEF\xBB\xBF"
                             "a,b\r\n1,2\r\n\r\n3,4")) == Rows{{"a", "b"}, {"1", "2"}, {"3", "4"}});
  CHECK(rows_of(folder.write("a.csv", "\"x,\"\"y\"\"\nz\",\n,\"\"\n")) ==
        Rows{{"x,\"y\"\nz", ""}, {"", ""}});
  CHECK(rows_of(folder.write("a.tsv", "a,1\tb\n")) == Rows{{"a,1", "b"}});
  CHECK(rows_of(folder.write("a.csv", "a;b\n"), ';') == Rows{{"a", "b"}});
  CHECK(rows_of(folder.write("a.csv", "")).empty());
}

TEST_CASE("csv: broken quotes are named by line and column") {
  const Folder folder;
  const auto text = [&](std::string_view content) {
    return error_of([&] { rows_of(folder.write("a.csv", content)); });
  };
  CHECK(has(text("a\n1,\"b\n\n"), "line 2, column 2: the quotation mark is never closed"));
  CHECK(has(text("a\n\"b\nc\"d\n"), "line 3, column 1: text after the closing"));
  CHECK(has(text("a,b\"c\n"), "line 1, column 2: a quotation mark in the middle"));
  CHECK(has(text(std::string_view("a\0b", 3)), "not a text file"));
}

TEST_CASE("csv: numbers") {
  CHECK(parse_number(" -1.5e2 ") == -150.0F);
  CHECK(parse_number("+3") == 3.0F);
  for (const char* bad : {"", " ", "x", "1x", "1 2", "nan", "inf", "1e99", "0x10", "+-1", "1,5"})
    CHECK_FALSE(parse_number(bad));
}

TEST_CASE("csv data: a class target") {
  const Folder folder;
  const auto d = open_dataset(table(folder, "x,class,y\n1,dog,2\n3,cat,4\n5,dog,6\n"), folder.path);
  CHECK(d->columns()[0].shape == Shape{2});
  CHECK(d->columns()[1].class_names == std::vector<std::string>{"cat", "dog"});
  std::array<float, 2> x{};
  std::int64_t label = 0;
  const std::array<std::byte*, 2> out{reinterpret_cast<std::byte*>(x.data()),
                                      reinterpret_cast<std::byte*>(&label)};
  d->read(Split::train, 2, out);
  CHECK(x == std::array<float, 2>{5, 6});
  CHECK(label == 1);
  CHECK(d->describe(Split::train, 2) == "t.csv, line 4");
}

TEST_CASE("csv data: what the target is") {
  const Folder folder;
  DataSpec spec = table(folder, "x,class\n1,10\n2,2\n3,10\n");
  CHECK(open_dataset(spec, folder.path)->columns()[1].class_names ==
        std::vector<std::string>{"2", "10"});
  spec.table.target_kind = TargetKind::number;
  const auto d = open_dataset(spec, folder.path);
  CHECK(d->columns()[1].type == DType::float32);
  CHECK(d->columns()[1].shape == Shape{1});
  CHECK(d->class_of(Split::train, 0) == -1);
  CHECK(d->class_counts(Split::train).empty());
  CHECK(open_dataset(table(folder, "x,class\n1,0.5\n2,1\n"), folder.path)->columns()[1].type ==
        DType::float32);
  spec = table(folder, "x,class\n1,a\n2,1\n");
  spec.table.target_kind = TargetKind::number;
  CHECK(has(said(folder, spec), "line 2, column \"class\": expected a number, got \"a\""));
}

TEST_CASE("csv data: chosen columns, no header, test table by names") {
  const Folder folder;
  DataSpec spec = table(folder, "x,name,class,y\n1,n,0,2\n");
  spec.table.features = {"y", "x"};
  folder.write("test.csv", "class,y,x\n0,7,8\n");
  spec.test.samples = "test.csv";
  const auto d = open_dataset(spec, folder.path);
  std::array<float, 2> x{};
  const std::array<std::byte*, 2> out{reinterpret_cast<std::byte*>(x.data()), nullptr};
  d->read(Split::train, 0, out);
  CHECK(x == std::array<float, 2>{2, 1});
  d->read(Split::test, 0, out);
  CHECK(x == std::array<float, 2>{7, 8});
  spec = table(folder, "5,1\n6,0\n");
  spec.table.header = false;
  spec.target = "2";
  CHECK(open_dataset(spec, folder.path)->size(Split::train) == 2);
}

TEST_CASE("csv data: unit takes the training table's least and greatest") {
  const Folder folder;
  DataSpec spec = table(folder, "x,c,class\n1,5,0\n3,5,0\n2,5,1\n");
  spec.normalise = Normalise::unit;
  const auto d = open_dataset(spec, folder.path);
  std::array<float, 2> x{};
  const std::array<std::byte*, 2> out{reinterpret_cast<std::byte*>(x.data()), nullptr};
  d->read(Split::train, 2, out);
  CHECK(x == std::array<float, 2>{0.5F, 0});
}

TEST_CASE("csv data: bad tables") {
  const Folder folder;
  CHECK(has(said(folder, table(folder, "")), "is empty"));
  CHECK(has(said(folder, table(folder, "x,class\n")), "no rows"));
  CHECK(has(said(folder, table(folder, "x,class\n1,0\n1\n")), "line 3: expected 2 fields, got 1"));
  CHECK(has(said(folder, table(folder, "x,class\n1,0,\n")), "line 2: expected 2 fields, got 3"));
  CHECK(has(said(folder, table(folder, "x,class\n1,0\nred,1\n")),
            "line 3, column \"x\": expected a number, got \"red\""));
  CHECK(has(said(folder, table(folder, "x,class\n,0\n")), "line 2, column \"x\""));
  CHECK(has(said(folder, table(folder, "x,class\n1, \n")), "target is missing"));
  CHECK(has(said(folder, table(folder, "x,label\n1,0\n")), "no column \"class\"; it has x, label"));
  CHECK(has(said(folder, table(folder, "class\n1\n")), "no column besides the target"));
  CHECK(has(said(folder, table(folder, "x,x,class\n1,1,1\n")), "line 1, column 2"));
  DataSpec spec = table(folder, "x,class\n1,a\n2,b\n");
  spec.class_names = {"a"};
  CHECK(has(said(folder, spec), "line 3, column \"class\": \"b\" is not one of the classes"));
  spec.class_names = {};
  folder.write("test.csv", "x,class\n1,b\n2,c\n");
  spec.test.samples = "test.csv";
  CHECK(has(said(folder, spec),
            "test.csv, line 3, column \"class\": the class \"c\" does not occur in"));
  spec.test.samples = "";
  spec.class_names = {"a"};
  spec.target = "";
  CHECK(has(said(folder, spec), "no target column"));
  spec.target = "class";
  spec.table.features = {"class"};
  CHECK(has(said(folder, spec), "also among"));
  spec.train.samples = "none.csv";
  CHECK(has(said(folder, spec), "none.csv"));
}

TEST_CASE("csv data: broken rows are skipped where the project says so") {
  const Folder folder;
  DataSpec spec = table(folder, "x,y,class\n1,2,a\n3,bad,a\n4\n5,6,c\n7,8,b\n");
  spec.on_broken_sample = OnBrokenSample::skip;
  spec.class_names = {"a", "b"};
  const auto d = open_dataset(spec, folder.path);
  CHECK(d->size(Split::train) == 2);
  CHECK(d->left_out() == 3);
  CHECK(d->describe(Split::train, 1) == "t.csv, line 6");
  CHECK(d->class_of(Split::train, 1) == 1);
  spec.class_names = {"z"};
  CHECK(has(said(folder, spec), "No training samples are left"));
}
