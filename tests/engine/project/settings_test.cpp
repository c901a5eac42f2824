// SPDX-License-Identifier: Apache-2.0
#include "engine/project/settings.h"

#include <set>

#include "engine/graph/op.h"
#include "helpers.h"

using namespace espalier;
using namespace espalier::testing;

TEST_CASE("every setting has a path of its own, help, and takes its own value") {
  std::set<std::string> paths;
  Project p;
  CHECK(all_settings().size() > 40);
  for (const Setting& s : all_settings()) {
    CAPTURE(s.path);
    CHECK(paths.insert(s.path).second);
    CHECK(std::string(s.label) != "");
    CHECK(std::string(s.help) != "");
    CHECK(std::string(s.section) != "");
    const SettingValue value = s.get(p);
    CHECK(value.index() == static_cast<std::size_t>(s.type));
    set_setting(p, s, value);
    CHECK(parse_setting(s, to_string(value)) == value);
    const std::string_view only(s.only_if);
    if (!only.empty()) CHECK(find_setting(only.substr(0, only.find('='))) != nullptr);
  }
  CHECK(p.training == TrainingSettings{});
}

TEST_CASE("--set reaches training, data and layers") {
  Project p = small_project();
  set_by_path(p, "training.epochs", "3");
  set_by_path(p, "training.optimizer.name", "SGD");
  set_by_path(p, "training.optimizer.lr", "1e-2");
  set_by_path(p, "training.optimizer.nesterov", "on");
  set_by_path(p, "data.class_names", "cat, dog");
  set_by_path(p, "data.kind", "folder");
  set_by_path(p, "data.mean", "0.1,0.2");
  set_by_path(p, "data.table.separator", ";");
  set_by_path(p, "layers.fc.units", "5");
  set_by_path(p, "layers.in.shape", "N,2*K");
  set_by_path(p, "layers.block/fc.bias", "false");
  CHECK(p.training.epochs == 3);
  CHECK(p.training.optimizer.name == "SGD");
  CHECK(p.training.optimizer.lr == 0.01);
  CHECK(p.training.optimizer.nesterov);
  CHECK(p.data.class_names == std::vector<std::string>{"cat", "dog"});
  CHECK(p.data.kind == DataKind::folder);
  CHECK(p.data.mean == std::vector<float>{0.1F, 0.2F});
  CHECK(p.data.table.separator == ';');
  CHECK(attribute<std::int64_t>(*p.network.graph.find("fc"), "units") == 5);
  CHECK(to_string(attribute<SymShape>(*p.network.graph.find("in"), "shape")) == "N×2*K");
  CHECK_FALSE(attribute<bool>(*p.network.groups.at("block").graph.find("fc"), "bias"));

  const auto refused = [&](const char* path, const char* value) {
    return error_of([&] { set_by_path(p, path, value); });
  };
  CHECK(has(refused("training.epoch", "3"),
            "There is no setting training.epoch; the closest is training.epochs."));
  CHECK(has(refused("lr", "3"), "There is no setting lr; the closest is training.optimizer.lr."));
  CHECK(has(refused("foo.bar", "3"), "There is no setting foo.bar; there are training.…, "));
  CHECK_FALSE(has(refused("foo.bar", "3"), "closest"));
  CHECK(has(refused("training.epochs", ""), "expected a whole number, got \"\"."));
  CHECK(has(refused("training.optimizer.name", ""), "AdamW, got \"\"."));
  CHECK(has(refused("training.epochs", "three"), "expected a whole number, got three"));
  CHECK(has(refused("training.epochs", "0"), "from 1"));
  CHECK(has(refused("training.epochs", "99999999999999999999"), "whole number"));
  CHECK(has(refused("training.optimizer.lr", "nan"), "expected a number"));
  CHECK(has(refused("training.optimizer.lr", "-1"), "from 0"));
  CHECK(has(refused("training.schedule.name", "cosin"), "one of constant, step, cosine"));
  CHECK(has(refused("training.optimizer.nesterov", "maybe"), "true or false"));
  CHECK(has(refused("data.table.separator", ";;"), "one character"));
  CHECK(has(refused("layers.nobody.units", "3"), "no layer named nobody"));
  CHECK(has(refused("layers.nogroup/fc.units", "3"), "no group named nogroup"));
  CHECK(has(refused("layers.fc.colour", "3"), "Gemm has no setting colour; it has units"));
  CHECK(has(refused("layers.fc.units", "0"), "units: expected"));
  CHECK(has(refused("layers.fc", "0"), "layers.NAME.SETTING"));
  CHECK(refused("layers.in.shape", "N,,") != "");
  CHECK(p.training.epochs == 3);
}

TEST_CASE("settings apply by what others say") {
  Project p;
  CHECK_FALSE(applies(*find_setting("training.optimizer.momentum"), p));
  CHECK(applies(*find_setting("training.optimizer.beta1"), p));
  p.training.optimizer.name = "SGD";
  CHECK(applies(*find_setting("training.optimizer.momentum"), p));
  CHECK_FALSE(applies(*find_setting("training.optimizer.beta1"), p));
}
