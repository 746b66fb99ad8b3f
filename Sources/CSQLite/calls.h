#pragma once

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// What a connection is doing inside SQLite, so that another thread can see a call that does not
/// return: SQLite itself asks nobody while it compiles a statement, or while a function runs.
typedef struct migcheck_call migcheck_call;

struct migcheck_call {
  /// When the call began, in milliseconds of a clock that only goes forward; 0: there is none.
  _Atomic int64_t began;
  /// Whether another thread is reading the text; the call must not return meanwhile.
  _Atomic int is_read;
  const char *text;
  int64_t length;
};

static inline int64_t migcheck_now(void) {
  struct timespec now;
#ifdef CLOCK_MONOTONIC_COARSE
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
#else
  clock_gettime(CLOCK_MONOTONIC, &now);
#endif
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

static inline void *migcheck_call_new(void) { return calloc(1, sizeof(migcheck_call)); }

static inline void migcheck_call_free(void *address) { free(address); }

/// A call begins, of a function that SQLite calls perhaps inside another one.
///
/// - returns: what `migcheck_call_end` takes.
static inline int64_t migcheck_call_begin(void *address, const char *text, int64_t length) {
  migcheck_call *call = (migcheck_call *)address;
  int64_t outer = atomic_load_explicit(&call->began, memory_order_relaxed);
  // The text of the outer one stays: it is what does not return.
  if (outer != 0) return outer;
  call->text = text;
  call->length = length;
  atomic_store_explicit(&call->began, migcheck_now(), memory_order_release);
  return 0;
}

static inline void migcheck_call_end(void *address, int64_t outer) {
  migcheck_call *call = (migcheck_call *)address;
  if (outer != 0) return;
  atomic_store(&call->began, 0);
  while (atomic_load(&call->is_read) != 0) {}
}

/// For another thread: how long the present call has lasted, in milliseconds; −1: there is none.
///
/// - parameter buffer: gets the beginning of the text, with a zero at its end, if the call has lasted
///   at least so long.
static inline int64_t migcheck_call_read(
    void *address, int64_t least, char *buffer, int64_t capacity) {
  migcheck_call *call = (migcheck_call *)address;
  atomic_store(&call->is_read, 1);
  int64_t began = atomic_load(&call->began);
  int64_t lasted = began == 0 ? -1 : migcheck_now() - began;
  if (began != 0 && lasted >= least) {
    int64_t length = call->text == 0 ? 0 : call->length;
    if (length < 0) length = (int64_t)strnlen(call->text, (size_t)capacity - 1);
    if (length > capacity - 1) length = capacity - 1;
    if (length > 0) memcpy(buffer, call->text, (size_t)length);
    buffer[length] = 0;
  }
  atomic_store(&call->is_read, 0);
  return lasted;
}
