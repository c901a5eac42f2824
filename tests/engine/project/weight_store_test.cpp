// SPDX-License-Identifier: Apache-2.0
#include "engine/project/weight_store.h"

#include <cstring>

#include "engine/project/project_file.h"
#include "engine/project/safetensors.h"
#include "helpers.h"

using namespace espalier;
using namespace espalier::testing;

namespace {

// A file with a header of one's own and so many bytes of data.
void write_raw(const fs::path& path, const std::string& header, std::size_t data,
               std::uint64_t claimed = 0) {
  std::string text(8, '\0');
  const std::uint64_t size = claimed ? claimed : header.size();
  std::memcpy(text.data(), &size, 8);
  write_text(path, text + header + std::string(data, '\1'));
}

}  // namespace

TEST_CASE("safetensors: what is written is read, as views of the file") {
  const Folder folder;
  SafeTensors content;
  content.metadata["note"] = "a \"b\"";
  content.tensors = {{"odd", Tensor::of<std::uint8_t>({3}, {1, 2, 3})},
                     {"scalar", Tensor::scalar<double>(2.5)},
                     {"stages[0]/conv.W", Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6})},
                     {"half", Tensor(DType::float16, {5})},
                     {"flags", Tensor::of<bool>({2}, {true, false})},
                     {"empty", Tensor(DType::int64, {0, 4})}};
  write_safetensors(folder / "t", content);
  const SafeTensors again = read_safetensors(folder / "t");
  CHECK(again.metadata == content.metadata);
  REQUIRE(again.tensors.size() == content.tensors.size());
  for (const auto& [name, tensor] : content.tensors)
    CHECK(again.tensors.at(name).identical(tensor));
  SafeTensors strings;
  strings.tensors["s"] = Tensor::of_strings({1}, {"x"});
  CHECK(has(error_of([&] { write_safetensors(folder / "s", strings); }), "cannot hold"));
  CHECK(folder.names() == std::vector<std::string>{"t"});
}

TEST_CASE("safetensors: a hostile file is refused before memory is asked for") {
  const Folder folder;
  const fs::path path = folder / "bad";
  const auto refused = [&](const std::string& header, std::size_t data, std::uint64_t claimed = 0) {
    write_raw(path, header, data, claimed);
    return error_of([&] { read_safetensors(path); });
  };
  const std::string one = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  CHECK(refused(one, 8) == "");
  CHECK(has(refused(one, 7), "offsets within the file"));
  CHECK(has(refused(one, 9), "do not fill the file"));
  CHECK(has(refused(one, 8, UINT64_MAX), "header is longer than the file"));
  CHECK(has(refused(one, 8, one.size() + 9), "header is longer than the file"));
  CHECK(has(refused(one, 8, one.size() - 3), "not valid JSON"));
  CHECK(has(refused("[]", 0), "no JSON object"));
  CHECK(has(refused(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", 8),
            "as many bytes"));
  CHECK(
      has(refused(R"({"a":{"dtype":"F31","shape":[2],"data_offsets":[0,8]}})", 8), "element type"));
  CHECK(has(refused(R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", 8),
            "whole number"));
  CHECK(has(
      refused(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,8]}})", 8),
      "as many bytes"));
  CHECK(
      has(refused(R"({"a":{"dtype":"F32","shape":[2305843009213693952],"data_offsets":[0,8]}})", 8),
          "as many bytes"));
  CHECK(has(refused(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", 8),
            "offsets within"));
  CHECK(has(
      refused(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,18446744073709551615]}})", 8),
      "whole number"));
  CHECK(has(refused(R"({"a":{"dtype":"F32","shape":[2]}})", 8), "data_offsets is missing"));
  CHECK(has(
      refused(
          R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
          4),
      "overlap"));
  CHECK(has(refused(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8),
            "bytes between"));
  CHECK(has(refused(R"({"__metadata__":{"a":1}})", 0), "a text"));
  write_text(path, "short");
  CHECK(has(error_of([&] { read_safetensors(path); }), "shorter than its header"));
  write_text(path, "");
  CHECK(error_of([&] { read_safetensors(path); }) != "");

  // Cut anywhere.
  write_raw(path, one, 8);
  const std::string good = read_text(path);
  for (std::size_t cut = 0; cut < good.size(); ++cut) {
    write_text(path, good.substr(0, cut));
    CHECK(error_of([&] { read_safetensors(path); }) != "");
  }
}

TEST_CASE("weights that do not fit are reported and left out, and their file stays") {
  const Folder folder;
  const fs::path path = folder / "net.espalier";
  Project p = small_project();
  save_project(p, path, nullptr);
  const fs::path weights = weights_path(path, 1);
  SafeTensors content = read_safetensors(weights);
  CHECK(content.tensors.contains("blocks[1]/fc.B"));
  content.tensors["fc.B"] = Tensor(DType::float32, {3, 4, 5});
  content.tensors["gone.W"] = Tensor(DType::float32, {2});
  write_safetensors(weights, content);

  const LoadedProject loaded = load_project(path);
  REQUIRE(loaded.warnings.size() == 2);
  CHECK(loaded.warnings[0].text() ==
        "The weights fc.B are left out: expected float32 3×4, the file has float32 [3,4,5].");
  CHECK(loaded.warnings[1].text() == "The weights gone.W are left out, for no layer has them.");
  CHECK(has(loaded.weights_problem.text(), "net.weights-1.safetensors: The weights fc.B"));
  CHECK(has(loaded.weights_problem.text(), "train the project again"));
  CHECK(loaded.project.weights.all().size() == 5);
  save_project(loaded.project, path, &loaded.stamp);
  CHECK(folder.names() == std::vector<std::string>{"net.espalier", "net.weights-1.safetensors",
                                                   "net.weights-2.safetensors"});
  CHECK(load_project(path).warnings.empty());
  CHECK(load_project(path).weights_problem.empty());
}

TEST_CASE("a damaged or missing weights file does not keep the drawing from opening") {
  const Folder folder;
  const fs::path path = folder / "net.espalier";
  const Project p = small_project();
  save_project(p, path, nullptr);
  const fs::path weights = weights_path(path, 1);
  write_text(weights, read_text(weights).substr(0, 300));
  LoadedProject loaded = load_project(path);
  REQUIRE(loaded.warnings.size() == 1);
  CHECK(has(loaded.warnings[0].text(), "damaged"));
  CHECK(has(loaded.weights_problem.text(), "Put the file back, or train the project again."));
  CHECK(loaded.project.weights.empty());
  save_project(loaded.project, path, &loaded.stamp);
  CHECK(fs::exists(weights));  // somebody may still rescue it
  fs::remove(weights);
  CHECK(load_project(path).project.network.graph.same_as(p.network.graph));
}

TEST_CASE("generations: written only when needed, removed when nothing refers to them") {
  const Folder folder;
  const fs::path path = folder / "net.espalier";
  Project p = small_project();
  FileStamp stamp = save_project(p, path, nullptr);
  p.training.epochs = 3;
  stamp = save_project(p, path, &stamp);
  CHECK(stamp.generation == 1);  // the same weights, the same file
  REQUIRE_FALSE(p.network.graph.rename(p.network.graph.find("fc")->id, "head [x]"));
  stamp = save_project(p, path, &stamp);
  CHECK(stamp.generation == 2);  // names on disk follow the drawing
  CHECK(generations(path) == std::vector<int>{2});
  CHECK(read_safetensors(weights_path(path, 2)).tensors.contains("head %5Bx%5D.B"));

  p.versions.push_back({"before", p.weights});
  p.weights = WeightSet(WeightSet::Map(p.weights.all()));  // as if trained
  stamp = save_project(p, path, &stamp);
  CHECK(generations(path) == std::vector<int>{2, 3});
  p.versions.clear();
  stamp = save_project(p, path, &stamp);
  CHECK(generations(path) == std::vector<int>{3});
  write_text(folder / "net.weights-x.safetensors", "not ours");
  write_text(folder / "network.weights-1.safetensors", "not ours");
  p.weights = {};
  stamp = save_project(p, path, &stamp);
  CHECK(folder.names() == std::vector<std::string>{"net.espalier", "net.weights-x.safetensors",
                                                   "network.weights-1.safetensors"});
  // Weights of a layer that is gone are not written, those of the others are.
  p = small_project();
  REQUIRE_FALSE(p.network.graph.remove(p.network.graph.find("fc")->id));
  save_project(p, path, &stamp);
  CHECK(load_project(path).project.weights.all().size() == 4);
}
