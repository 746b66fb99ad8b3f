#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __APPLE__
#include <mach/mach.h>
#endif

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
  /// The thread that makes the call.
  pthread_t thread;
  /// For the thread that reads: which call it saw last, and how much of a processor's time the thread of
  /// that call had taken then, in milliseconds.
  int64_t seen;
  pthread_t seen_thread;
  int64_t seen_processor;
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

/// How much of a processor's time a thread has taken, in milliseconds; −1: nobody knows. The thread must
/// not end meanwhile.
static inline int64_t migcheck_processor(pthread_t thread) {
#ifdef __APPLE__
  thread_basic_info_data_t info;
  mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;
  if (thread_info(
          pthread_mach_thread_np(thread), THREAD_BASIC_INFO, (thread_info_t)&info, &count)
      != KERN_SUCCESS) {
    return -1;
  }
  return ((int64_t)info.user_time.seconds + info.system_time.seconds) * 1000
      + (info.user_time.microseconds + info.system_time.microseconds) / 1000;
#else
  clockid_t clock;
  struct timespec time;
  if (pthread_getcpuclockid(thread, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
#endif
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
  call->thread = pthread_self();
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
/// That is the processor's time since a reader first saw the call, so that a busy machine ends nothing; a
/// call that waits counts a tenth of the time.
///
/// - parameter buffer: gets the beginning of the text, with a zero at its end, if the call has lasted
///   at least so long.
static inline int64_t migcheck_call_read(
    void *address, int64_t least, char *buffer, int64_t capacity) {
  migcheck_call *call = (migcheck_call *)address;
  // The call does not return while this is set, so its thread and its text are there.
  atomic_store(&call->is_read, 1);
  int64_t began = atomic_load(&call->began);
  int64_t lasted = -1;
  if (began != 0) {
    int64_t processor = migcheck_processor(call->thread);
    if (call->seen != began || !pthread_equal(call->seen_thread, call->thread)) {
      call->seen = began;
      call->seen_thread = call->thread;
      call->seen_processor = processor;
    }
    int64_t waited = migcheck_now() - began;
    lasted = processor < 0 ? waited : processor - call->seen_processor;
    if (lasted < waited / 10) lasted = waited / 10;
  }
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
