// SPDX-License-Identifier: Apache-2.0
//
// Preloaded into a program (LD_PRELOAD), it lets the disk be full: after a number of writes to files below a
// folder every further one fails with ENOSPC. FULL_DISK_UNDER names the folder, FULL_DISK_STATE a file of two
// 64-bit integers that all processes share: how many writes are left, and how many were made.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static int64_t* state(void) {
  static int64_t* shared;
  if (shared == NULL) {
    const int fd = open(getenv("FULL_DISK_STATE"), O_RDWR | O_CLOEXEC);
    void* map = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (map == MAP_FAILED) abort();
    shared = map;
  }
  return shared;
}

static int is_full(int fd) {
  const char* under = getenv("FULL_DISK_UNDER");
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (under == NULL || length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, under, strlen(under)) != 0) return 0;
  int64_t* s = state();
  __atomic_add_fetch(&s[1], 1, __ATOMIC_SEQ_CST);
  return __atomic_sub_fetch(&s[0], 1, __ATOMIC_SEQ_CST) < 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FULL_OR(fd, call) \
  if (is_full(fd)) {      \
    errno = ENOSPC;       \
    return -1;            \
  }                       \
  return call

ssize_t write(int fd, const void* data, size_t size) { FULL_OR(fd, REAL(write)(fd, data, size)); }
ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
  FULL_OR(fd, REAL(pwrite)(fd, data, size, at));
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) {
  FULL_OR(fd, REAL(pwrite64)(fd, data, size, at));
}
ssize_t writev(int fd, const struct iovec* parts, int count) {
  FULL_OR(fd, REAL(writev)(fd, parts, count));
}
