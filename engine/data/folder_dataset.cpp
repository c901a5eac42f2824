// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "engine/data/open.h"

namespace espalier {
namespace {

bool hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

bool is_image(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".png" || ending == ".jpg" || ending == ".jpeg";
}

// Names in byte order, so that the numbers of classes and samples do not depend on the disk.
std::vector<std::string> sorted_names(const fs::path& folder, bool folders) {
  std::error_code error;
  std::vector<std::string> names;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (hidden(it->path()) || it->is_directory(ignored) != folders) continue;
    if (folders || is_image(it->path())) names.push_back(it->path().filename().string());
  }
  if (error)
    throw Error(ESP_TEXT("engine",
                         "{}: the folder cannot be read ({}). Check that it exists and "
                         "that you may read it."),
                folder.string(), error.message());
  std::sort(names.begin(), names.end());
  return names;
}

class FolderDataset final : public Dataset {
 public:
  explicit FolderDataset(const DataSpec& spec) {
    on_broken_ = spec.on_broken_sample;
    measured_ = 2000;  // decoding all of a large set would take minutes
    roots_ = {spec.train.samples, spec.test.samples};
    std::error_code ignored;
    if (spec.test.samples.empty() && fs::is_directory(roots_[training] / "train", ignored)) {
      const fs::path whole = roots_[training];
      roots_[training] = whole / "train";
      if (fs::is_directory(whole / "test", ignored)) roots_[testing] = whole / "test";
    }
    classes_ = spec.class_names;
    if (classes_.empty()) classes_ = sorted_names(roots_[training], true);
    if (classes_.empty())
      throw Error(ESP_TEXT("engine",
                           "{}: has no class folders. Put the pictures of each class in a "
                           "folder of its own there."),
                  roots_[training].string());
    list(training);
    if (!roots_[testing].empty()) list(testing);
    describe_columns(spec);
    finish(spec);
  }

 private:
  void list(Part part) {
    for (const std::string& folder : sorted_names(roots_[part], true))
      if (std::find(classes_.begin(), classes_.end(), folder) == classes_.end())
        throw Error(ESP_TEXT("engine",
                             "{}: there is no class of this name. Add it to the class "
                             "names in the data settings or move the folder away."),
                    (roots_[part] / folder).string());
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const fs::path folder = roots_[part] / classes_[i];
      const auto names = sorted_names(folder, false);
      if (names.empty())
        throw Error(ESP_TEXT("engine",
                             "{}: has no PNG or JPEG pictures. Put some there or remove "
                             "the class."),
                    folder.string());
      for (const std::string& name : names) {
        files_[part].push_back(name);
        targets_[part].classes.push_back(static_cast<std::int64_t>(i));
      }
    }
  }

  void describe_columns(const DataSpec& spec) {
    ImageSize size = spec.image;
    if (size.width < 0 || size.height < 0 || size.width > 8192 || size.height > 8192 ||
        (size.channels != 0 && size.channels != 1 && size.channels != 3))
      throw Error(ESP_TEXT("engine",
                           "The image size {}×{} with {} channels is not possible; "
                           "expected sides up to 8192 and 1 or 3 channels. Correct it in "
                           "the data settings."),
                  size.width, size.height, size.channels);
    if (size.width == 0 || size.height == 0 || size.channels == 0) {
      const Image first = first_whole_image();
      if (size.width == 0) size.width = first.width;
      if (size.height == 0) size.height = first.height;
      if (size.channels == 0) size.channels = first.channels;
    }
    set_columns({"image", DType::float32, {size.channels, size.height, size.width}, false, {}},
                {"label", DType::int64, {}, true, classes_});
    input_.bytes = true;
  }

  Image first_whole_image() const {
    const auto n = static_cast<std::int64_t>(files_[training].size());
    for (std::int64_t row = 0;; ++row) {
      try {
        return load_image(path(training, row));
      } catch (const Error&) {
        if (on_broken_ == OnBrokenSample::stop || row + 1 == n) throw;
      }
    }
  }

  fs::path path(Part part, std::int64_t row) const {
    const auto i = static_cast<std::size_t>(row);
    const auto label = static_cast<std::size_t>(targets_[part].classes[i]);
    return roots_[part] / classes_[label] / files_[part][i];
  }

  void read_input(Part part, std::int64_t row, const Scaling& scaling, float* out) const override {
    thread_local Image image;  // keeps its memory from sample to sample
    const fs::path file = path(part, row);
    const MappedFile mapped = map_file(file);
    const int height = static_cast<int>(input_.shape[1]);
    const int width = static_cast<int>(input_.shape[2]);
    decode_image({mapped.data, mapped.size}, file.string(), image, {width, height});
    image_to_input(image, {input_.shape, true, scaling}, out);
  }

  std::string describe_row(Part part, std::int64_t row) const override {
    const fs::path file = path(part, row);
    return (file.parent_path().filename() / file.filename()).string();
  }

  std::optional<Image> picture_of_row(Part part, std::int64_t row) const override {
    return load_image(path(part, row));
  }

  std::array<fs::path, 2> roots_;
  std::vector<std::string> classes_;
  std::array<std::vector<std::string>, 2> files_;
};

}  // namespace

std::shared_ptr<const Dataset> open_folder_dataset(const DataSpec& spec) {
  return std::make_shared<FolderDataset>(spec);
}

}  // namespace espalier
