// A thread on which code of an author runs that may end in ways that Swift cannot catch.

#ifndef C_BLOCK_THREAD_H
#define C_BLOCK_THREAD_H

#include <stddef.h>

// How a run ended.
typedef enum {
  // The body returned.
  block_run_returned = 0,
  // The body called block_thread_end.
  block_run_stopped = 1,
  // The body trapped: a signal such as SIGILL.
  block_run_trapped = 2,
  // The body took more time than it has.
  block_run_timed_out = 3,
  // No thread could be made; the body did not run.
  block_run_impossible = 4,
} block_run_kind;

typedef struct {
  block_run_kind kind;
  // The number of the signal; 0: none.
  int signal;
  // What the body wrote to stderr, and the runtime about the trap: ends with a zero byte.
  char message[1024];
} block_run_outcome;

// Runs a body on a thread of its own, and waits until it returns or has ended otherwise.
//
// cpu_seconds: how much of a processor's time it may take.
// wall_seconds: how much time it may take in all.
block_run_outcome block_thread_run(
  void (*body)(void *), void *context, double cpu_seconds, double wall_seconds);

// From now on a trap does not give the calling thread's stack back: libraries that the body is inside
// of, such as libdispatch, do not bear that a thread which they use exits.
void block_thread_stay_when_trapped(void);

// Whether the calling thread is one that runs a body.
int block_thread_is_current(void);

// Ends the body of the calling thread at this point. Returns if it is no such thread.
void block_thread_end(void);

// Between these two the body is inside code that is not the author's: a trap there is not the
// author's, and the thread is not stopped in the middle of it. Calls may be nested.
void block_thread_enter_kit(void);
void block_thread_leave_kit(void);

// Calls of the author's code from inside: returns what block_thread_return_to_kit needs.
int block_thread_enter_author(void);
void block_thread_return_to_kit(int depth);

#endif
