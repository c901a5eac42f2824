// SPDX-License-Identifier: Apache-2.0
//
// ONNX SoftmaxCrossEntropyLoss, as engine/kernels/cross_entropy.h has it: scores [N, C, S], labels
// [N, S] of int64, or of int32 where `wide` is 0.
#define LABELS MEM(labels), int wide, MEM(weights), int classes, int ignored
#define OPEN_LABELS   \
  INPUT(i64, labels); \
  INPUT(float, weights)
#define LABEL(i) (wide ? labels[i] : (i64)((const GLOBAL(int))labels)[i])

/* What a sample counts: 0 where it is ignored, NaN where its label is no class. */
DEVICE float label_weight(i64 label, int classes, int ignored, const GLOBAL(float) weights) {
  if (label == (i64)ignored) return 0.0f;
  if (label < 0 || label >= (i64)classes) return NOT_A_NUMBER;
  return weights ? weights[(int)label] : 1.0f;
}

/* A group a sample. */
KERNEL(cross_entropy)(MEM(scores), LABELS, MEM(log_prob), MEM(losses), int spatial) {
  INPUT(float, scores);
  OPEN_LABELS;
  OUTPUT(float, log_prob);
  OUTPUT(float, losses);
  LOCAL(float, scratch, 256);
  const int sample = GROUP(0), at = sample / spatial * classes * spatial + sample % spatial;
  float most = -INFINITE, sum = 0.0f;
  for (int c = ITEM(0); c < classes; c += GROUP_ITEMS) {
    const float v = scores[at + c * spatial];
    if (v > most || v != v) most = v;
  }
  most = group_max(most, scratch);
  for (int c = ITEM(0); c < classes; c += GROUP_ITEMS) sum += EXP(scores[at + c * spatial] - most);
  sum = group_sum(sum, scratch);
  const float log_sum = LOG(sum);
  if (ITEM(0) == 0) {
    const i64 label = LABEL(sample);
    const float weight = label_weight(label, classes, ignored, weights);
    const int known = label >= 0 && label < (i64)classes;
    float loss = weight;
    if (known && label != (i64)ignored)
      loss = weight * (log_sum - (scores[at + (int)label * spatial] - most));
    losses[sample] = loss;
  }
  /* log_prob may be the scores themselves. */
  BARRIER();
  if (log_prob)
    for (int c = ITEM(0); c < classes; c += GROUP_ITEMS)
      log_prob[at + c * spatial] = scores[at + c * spatial] - most - log_sum;
}

/* One group: the sum of the losses, or their weighted mean, and the sum of weights. */
KERNEL(cross_entropy_reduce)
(MEM(losses), LABELS, MEM(loss), MEM(total_weight), int count, int mean) {
  INPUT(float, losses);
  OPEN_LABELS;
  OUTPUT(float, loss);
  OUTPUT(float, total_weight);
  LOCAL(float, scratch, 256);
  float sum = 0.0f, total = 0.0f;
  for (int i = ITEM(0); i < count; i += GROUP_ITEMS) {
    sum += losses[i];
    total += label_weight(LABEL(i), classes, ignored, weights);
  }
  sum = group_sum(sum, scratch);
  total = group_sum(total, scratch);
  if (ITEM(0) != 0) return;
  if (loss) loss[0] = mean ? sum / total : sum;
  if (total_weight) total_weight[0] = total;
}

/* dscores = (exp(log_prob) - [c == label]) * weight * dloss / total_weight: an item an element. */
KERNEL(cross_entropy_grad)
(MEM(log_prob), LABELS, MEM(total_weight), MEM(dloss), MEM(dscores), int count, int spatial,
 int per_sample) {
  INPUT(float, log_prob);
  OPEN_LABELS;
  INPUT(float, total_weight);
  INPUT(float, dloss);
  OUTPUT(float, dscores);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  const int b = i / (classes * spatial), c = i / spatial % classes;
  const int sample = b * spatial + i % spatial;
  const i64 label = LABEL(sample);
  float factor = label_weight(label, classes, ignored, weights) * dloss[per_sample ? sample : 0];
  if (total_weight) factor /= total_weight[0];
  const float grad = (EXP(log_prob[i]) - (label == (i64)c ? 1.0f : 0.0f)) * factor;
  dscores[i] = label == (i64)ignored ? 0.0f : grad;
}
