// SPDX-License-Identifier: Apache-2.0
// Holds the precompiled header that the layers share; no code.
