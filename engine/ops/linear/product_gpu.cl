// SPDX-License-Identifier: Apache-2.0
//
// result = activate(alpha * op(left) * op(right) + beta * bias) for stacks of matrices; the third
// dimension of the grid is the stack. op(left) is [m, k], op(right) [k, n]; they are stored transposed
// where trans_a, trans_b say so. The bias has steps of 0 along what it is repeated over.
KERNEL(product)
(MEM(left), MEM(right), MEM(bias), MEM(result), int m_end, int n_end, int k_end, int trans_a,
 int trans_b, int stride_a, int stride_b, int stride_c, int bias_row, int bias_column, float alpha,
 float beta, int kind, float act_alpha) {
  INPUT(float, left);
  INPUT(float, right);
  INPUT(float, bias);
  OUTPUT(float, result);
  left += GROUP(2) * stride_a;
  right += GROUP(2) * stride_b;
  result += GROUP(2) * stride_c;
  const int a_row = trans_a ? 1 : k_end, a_k = trans_a ? m_end : 1;
  const int b_k = trans_b ? 1 : n_end, b_column = trans_b ? k_end : 1;
#define COLUMN(n)
#define A_AT(m, k) left[(m)*a_row + (k)*a_k]
#define B_AT(k, n) right[(k)*b_k + (n)*b_column]
#define STORE(m, n, v)                                                             \
  {                                                                                \
    const float added = bias ? beta * bias[(m)*bias_row + (n)*bias_column] : 0.0f; \
    result[(m)*n_end + (n)] = activate(alpha * (v) + added, kind, act_alpha);      \
  }
  TILED_PRODUCT(m_end, n_end, 0, k_end)
}
