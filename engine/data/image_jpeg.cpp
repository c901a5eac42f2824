// SPDX-License-Identifier: Apache-2.0
// The library's headers need the two before them.
// clang-format off
#include <cstddef>
#include <cstdio>
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include <csetjmp>

#include "engine/data/image_codec.h"

namespace espalier {
namespace {

struct Decoder {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr manager{};
  std::jmp_buf back{};
  char reason[JMSG_LENGTH_MAX] = "";
};

Decoder& decoder_of(j_common_ptr jpeg) { return *static_cast<Decoder*>(jpeg->client_data); }

void stop(j_common_ptr jpeg) {
  Decoder& d = decoder_of(jpeg);
  (*jpeg->err->format_message)(jpeg, d.reason);
  std::longjmp(d.back, 1);
}

// The library fills the rest of a damaged file with grey and only warns. Such a picture is broken;
// stray bytes between segments are not.
void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  switch (jpeg->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_MUST_RESYNC:
      stop(jpeg);
      break;
    default:
      break;
  }
}

void choose_scale(jpeg_decompress_struct& jpeg, SmallestUse use) {
  if (use.width <= 0 || use.height <= 0) return;
  // Twice the wanted size is left for the filter that follows, which is better than this one.
  unsigned shrink = 1;
  while (shrink < 8 && jpeg.image_width / (shrink * 2) >= static_cast<unsigned>(use.width) * 2 &&
         jpeg.image_height / (shrink * 2) >= static_cast<unsigned>(use.height) * 2)
    shrink *= 2;
  jpeg.scale_num = 1;
  jpeg.scale_denom = shrink;
}

// Every call that can jump back; no object with a destructor may live here.
bool read_header(Decoder& d, std::span<const std::byte> bytes) {
  d.jpeg.err = jpeg_std_error(&d.manager);
  d.manager.error_exit = stop;
  d.manager.emit_message = on_message;
  d.jpeg.client_data = &d;
  if (setjmp(d.back) != 0) return false;
  jpeg_create_decompress(&d.jpeg);
  jpeg_mem_src(&d.jpeg, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(&d.jpeg, TRUE);
  return true;
}

bool start(Decoder& d, SmallestUse use) {
  if (setjmp(d.back) != 0) return false;
  choose_scale(d.jpeg, use);
  const bool four = d.jpeg.jpeg_color_space == JCS_CMYK || d.jpeg.jpeg_color_space == JCS_YCCK;
  d.jpeg.out_color_space = d.jpeg.num_components == 1 ? JCS_GRAYSCALE : four ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&d.jpeg);
  return true;
}

bool read_rows(Decoder& d, std::uint8_t* pixels) {
  if (setjmp(d.back) != 0) return false;
  const std::size_t stride =
      std::size_t{d.jpeg.output_width} * static_cast<unsigned>(d.jpeg.output_components);
  while (d.jpeg.output_scanline < d.jpeg.output_height) {
    JSAMPROW row = pixels + d.jpeg.output_scanline * stride;
    jpeg_read_scanlines(&d.jpeg, &row, 1);
  }
  jpeg_finish_decompress(&d.jpeg);
  return true;
}

struct Closer {
  Decoder& d;
  ~Closer() { jpeg_destroy_decompress(&d.jpeg); }
};

// Programs that write four inks store them inverted, so that a product with black is the colour.
void inks_to_rgb(Image& image) {
  const std::size_t n = image.pixels.size() / 4;
  std::uint8_t* p = image.pixels.data();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      p[i * 3 + c] = static_cast<std::uint8_t>(p[i * 4 + c] * p[i * 4 + 3] / 255);
  image.pixels.resize(n * 3);
}

}  // namespace

void decode_jpeg(std::span<const std::byte> bytes, const std::string& source, Image& into,
                 SmallestUse use) {
  Decoder d;
  const Closer closer{d};
  if (!read_header(d, bytes)) throw_broken_image(source, "JPEG", d.reason);
  check_image_size(source, d.jpeg.image_width, d.jpeg.image_height);
  if (!start(d, use)) throw_broken_image(source, "JPEG", d.reason);
  into.width = static_cast<int>(d.jpeg.output_width);
  into.height = static_cast<int>(d.jpeg.output_height);
  into.channels = d.jpeg.output_components == 1 ? 1 : 3;
  into.pixels.resize(std::size_t{d.jpeg.output_width} * d.jpeg.output_height *
                     static_cast<unsigned>(d.jpeg.output_components));
  if (!read_rows(d, into.pixels.data())) throw_broken_image(source, "JPEG", d.reason);
  if (d.jpeg.output_components == 4) inks_to_rgb(into);
}

}  // namespace espalier
