// SPDX-License-Identifier: Apache-2.0
//
// LSTM and its gradient in double, step by step, row by row of the batch.
#include "engine/ops/recurrent/lstm_reference.h"

#include <algorithm>

#include "engine/ops/recurrent/lstm.h"
#include "engine/ops/support/shapes.h"
#include "engine/ops/support/typed.h"

namespace espalier {
namespace {

using namespace lstm_port;
using Doubles = std::vector<double>;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

Doubles doubles(const ReferenceContext& c, std::size_t port) {
  if (!c.has(port)) return {};
  Doubles list;
  with_float(c, c.input(port).type(), [&]<class T>(T) {
    const auto v = c.input(port).values<T>();
    list.assign(v.begin(), v.end());
  });
  return list;
}

// The order of the gates in W, R and B.
enum Gate { in, out, forget, cell };

// One direction for one row: what each step had.
struct Step {
  std::int64_t t = 0;
  Doubles z[4];              // what went into the functions, clipped
  std::vector<bool> cut[4];  // where clipping changed it
  Doubles c, h;              // after the step
};

class Row {
 public:
  Row(const ReferenceContext& c, std::int64_t d, std::int64_t n)
      : size(lstm_sizes(c, c.input(x).shape())),
        direction(d),
        row(n),
        functions(lstm_activations(c, d).value()),
        clip(c.real("clip")),
        coupled(c.flag("input_forget")) {
    length = size.steps;
    if (c.has(lens)) length = c.input(lens).values<std::int32_t>()[at(n)];
    if (length < 0 || length > size.steps)
      c.fail(message(ESP_TEXT("engine", "sequence_lens: expected 0 to {}, got {}"), size.steps,
                     length));
    reverse = lstm_reverse(c, d);
  }

  std::int64_t time(std::int64_t step) const { return reverse ? length - 1 - step : step; }
  double gate(const Step& s, Gate g, std::int64_t j) const {
    if (g == forget && coupled) return 1 - gate(s, in, j);
    return functions[g == cell ? 1 : 0].value(s.z[g][at(j)]);
  }
  double cut(double v, bool* changed = nullptr) const {
    const double kept = clip > 0 ? std::clamp(v, -clip, clip) : v;
    if (changed) *changed = kept != v;
    return kept;
  }

  void run(const Doubles& xs, const Doubles& ws, const Doubles& rs, const Doubles& bs,
           const Doubles& hs, const Doubles& cs, const Doubles& ps) {
    const std::int64_t h = size.hidden;
    first_h.assign(at(h), 0);
    first_c.assign(at(h), 0);
    for (std::int64_t j = 0; j < h; ++j) {
      if (!hs.empty()) first_h[at(j)] = hs[at(size.state(direction, row) + j)];
      if (!cs.empty()) first_c[at(j)] = cs[at(size.state(direction, row) + j)];
    }
    for (std::int64_t k = 0; k < length; ++k) {
      Step s;
      s.t = time(k);
      const Doubles &before_h = k ? steps.back().h : first_h,
                    &before_c = k ? steps.back().c : first_c;
      for (int g = 0; g < 4; ++g) {
        s.z[g].resize(at(h));
        s.cut[g].resize(at(h));
        for (std::int64_t j = 0; j < h; ++j) {
          const std::int64_t line = (direction * 4 + g) * h + j;
          double sum = bs.empty() ? 0
                                  : bs[at((direction * 8 + g) * h + j)] +
                                        bs[at((direction * 8 + 4 + g) * h + j)];
          for (std::int64_t i = 0; i < size.inputs; ++i)
            sum += ws[at(line * size.inputs + i)] * xs[at(size.row(s.t, row) * size.inputs + i)];
          for (std::int64_t i = 0; i < h; ++i) sum += rs[at(line * h + i)] * before_h[at(i)];
          s.z[g][at(j)] = sum;
        }
      }
      s.c.resize(at(h));
      s.h.resize(at(h));
      for (std::int64_t j = 0; j < h; ++j) {
        const auto close = [&](Gate g, std::int64_t peephole, double memory) {
          if (!ps.empty() && peephole >= 0)
            s.z[g][at(j)] += ps[at((direction * 3 + peephole) * h + j)] * memory;
          bool changed = false;
          s.z[g][at(j)] = cut(s.z[g][at(j)], &changed);
          s.cut[g][at(j)] = changed;
        };
        close(in, 0, before_c[at(j)]);
        close(forget, 2, before_c[at(j)]);
        close(cell, -1, 0);
        s.c[at(j)] = gate(s, forget, j) * before_c[at(j)] + gate(s, in, j) * gate(s, cell, j);
        close(out, 1, s.c[at(j)]);
        s.h[at(j)] = gate(s, out, j) * functions[2].value(cut(s.c[at(j)]));
      }
      steps.push_back(std::move(s));
    }
  }

  LstmSizes size;
  std::int64_t direction, row, length = 0;
  bool reverse = false;
  std::array<LstmActivation, 3> functions;
  double clip;
  bool coupled;
  Doubles first_h, first_c;
  std::vector<Step> steps;
};

Tensor as_type(DType type, Shape shape, const Doubles& values) {
  Tensor t(type, std::move(shape));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (type == DType::float32)
      t.mutable_values<float>()[i] = static_cast<float>(values[i]);
    else
      t.mutable_values<double>()[i] = values[i];
  }
  return t;
}

}  // namespace

void lstm_reference(ReferenceContext& c) {
  const LstmSizes s = lstm_sizes(c, c.input(x).shape());
  Doubles data[8];
  for (const std::size_t port : {x, w, r, b, h0, c0, p}) data[port] = doubles(c, port);
  Doubles y(at(s.steps * s.directions * s.batch * s.hidden)),
      hs(at(s.directions * s.batch * s.hidden)), cs(hs);
  for (std::int64_t d = 0; d < s.directions; ++d)
    for (std::int64_t n = 0; n < s.batch; ++n) {
      Row row(c, d, n);
      row.run(data[x], data[w], data[r], data[b], data[h0], data[c0], data[p]);
      for (std::int64_t j = 0; j < s.hidden; ++j) {
        for (const Step& step : row.steps) y[at(s.y(step.t, d, n) + j)] = step.h[at(j)];
        hs[at(s.state(d, n) + j)] =
            row.steps.empty() ? row.first_h[at(j)] : row.steps.back().h[at(j)];
        cs[at(s.state(d, n) + j)] =
            row.steps.empty() ? row.first_c[at(j)] : row.steps.back().c[at(j)];
      }
    }
  const DType type = c.input(x).type();
  const Shape state = s.batch_first ? Shape{s.batch, s.directions, s.hidden}
                                    : Shape{s.directions, s.batch, s.hidden};
  const Shape all = s.batch_first ? Shape{s.batch, s.steps, s.directions, s.hidden}
                                  : Shape{s.steps, s.directions, s.batch, s.hidden};
  const Doubles* results[] = {&y, &hs, &cs};
  for (std::size_t i = 0; i < 3 && i < c.outputs.size(); ++i)
    c.outputs[i] = as_type(type, i == 0 ? all : state, *results[i]);
}

void lstm_grad_reference(ReferenceContext& c) {
  const LstmSizes s = lstm_sizes(c, c.input(x).shape());
  const std::int64_t h = s.hidden;
  Doubles data[11], grad[8];
  for (const std::size_t port : {x, w, r, b, h0, c0, p, dy, dy_h, dy_c})
    data[port] = doubles(c, port);
  for (const std::size_t port : {x, w, r, b, h0, c0, p}) grad[port].resize(data[port].size());
  for (std::int64_t d = 0; d < s.directions; ++d)
    for (std::int64_t n = 0; n < s.batch; ++n) {
      Row row(c, d, n);
      row.run(data[x], data[w], data[r], data[b], data[h0], data[c0], data[p]);
      Doubles dh(at(h)), dc(at(h));
      for (std::int64_t j = 0; j < h; ++j) {
        if (!data[dy_h].empty()) dh[at(j)] = data[dy_h][at(s.state(d, n) + j)];
        if (!data[dy_c].empty()) dc[at(j)] = data[dy_c][at(s.state(d, n) + j)];
      }
      for (std::int64_t k = row.length - 1; k >= 0; --k) {
        const Step& step = row.steps[at(k)];
        const Doubles& before_h = k ? row.steps[at(k - 1)].h : row.first_h;
        const Doubles& before_c = k ? row.steps[at(k - 1)].c : row.first_c;
        Doubles dz[4];
        for (Doubles& v : dz) v.resize(at(h));
        for (std::int64_t j = 0; j < h; ++j) {
          const auto slope = [&](Gate g) {
            return step.cut[g][at(j)] ? 0.0
                                      : row.functions[g == cell ? 1 : 0].slope(step.z[g][at(j)]);
          };
          const auto peephole = [&](std::int64_t which, double flow, double memory) {
            if (data[p].empty()) return 0.0;
            const std::size_t i = at((d * 3 + which) * h + j);
            grad[p][i] += flow * memory;
            return flow * data[p][i];
          };
          const double memory = step.c[at(j)], old = before_c[at(j)];
          if (!data[dy].empty()) dh[at(j)] += data[dy][at(s.y(step.t, d, n) + j)];
          bool outside = false;
          const double seen = row.cut(memory, &outside);
          dz[out][at(j)] = dh[at(j)] * row.functions[2].value(seen) * slope(out);
          dc[at(j)] += peephole(1, dz[out][at(j)], memory);
          if (!outside)
            dc[at(j)] += dh[at(j)] * row.gate(step, out, j) * row.functions[2].slope(seen);
          dz[cell][at(j)] = dc[at(j)] * row.gate(step, in, j) * slope(cell);
          double din = dc[at(j)] * row.gate(step, cell, j);
          const double dforget = dc[at(j)] * old;
          if (row.coupled) din -= dforget;
          dz[in][at(j)] = din * slope(in);
          if (!row.coupled) dz[forget][at(j)] = dforget * slope(forget);
          dc[at(j)] = dc[at(j)] * row.gate(step, forget, j);
          dc[at(j)] += peephole(0, dz[in][at(j)], old);
          if (!row.coupled) dc[at(j)] += peephole(2, dz[forget][at(j)], old);
        }
        std::fill(dh.begin(), dh.end(), 0);
        for (int g = 0; g < 4; ++g)
          for (std::int64_t j = 0; j < h; ++j) {
            const double v = dz[g][at(j)];
            const std::int64_t line = (d * 4 + g) * h + j;
            for (std::int64_t i = 0; i < s.inputs; ++i) {
              const std::size_t from = at(s.row(step.t, n) * s.inputs + i);
              grad[w][at(line * s.inputs + i)] += v * data[x][from];
              grad[x][from] += v * data[w][at(line * s.inputs + i)];
            }
            for (std::int64_t i = 0; i < h; ++i) {
              grad[r][at(line * h + i)] += v * before_h[at(i)];
              dh[at(i)] += v * data[r][at(line * h + i)];
            }
            for (const std::int64_t half : {0, 4})
              if (!grad[b].empty()) grad[b][at((d * 8 + half + g) * h + j)] += v;
          }
      }
      for (std::int64_t j = 0; j < h; ++j) {
        if (!grad[h0].empty()) grad[h0][at(s.state(d, n) + j)] += dh[at(j)];
        if (!grad[c0].empty()) grad[c0][at(s.state(d, n) + j)] += dc[at(j)];
      }
    }
  constexpr std::size_t from[] = {x, w, r, b, h0, c0, p};
  for (std::size_t i = 0; i < 7 && i < c.outputs.size(); ++i)
    c.outputs[i] = as_type(c.input(x).type(), c.has(from[i]) ? c.input(from[i]).shape() : Shape{0},
                           grad[from[i]]);
}

}  // namespace espalier
