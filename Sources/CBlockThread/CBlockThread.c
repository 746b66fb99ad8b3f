#define _GNU_SOURCE

#include "CBlockThread.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// A body runs on a thread of its own, and somebody waits at the other end of a pipe. Whatever ends
// the body writes one byte into the pipe, which is allowed in a handler of signals.
//
// A thread that is to end unwinds by pthread_exit: no frame of Swift cleans up, so what the frames
// held stays in memory, and the stack is given back. A thread whose memory may be damaged, or which
// must be stopped somewhere, is parked for good.

enum { alternate_stack_bytes = 1 << 16, stack_bytes = 8 << 20 };

typedef struct {
  void (*body)(void *);
  void *context;
  int pipe[2];
  pthread_t thread;
  char *alternate_stack;
  block_run_outcome outcome;
  size_t length;
  // How deep the thread is inside code that is not the author's.
  volatile sig_atomic_t depth;
  // Whether the thread is to be stopped.
  volatile sig_atomic_t is_overdue;
  // Whether the thread must not exit inside its body.
  volatile sig_atomic_t stays;
  // Whether the thread does not end.
  volatile sig_atomic_t is_parked;
} block_run;

static __thread block_run *current;
// Whether the thread was made for a body, which may have ended by now.
static __thread int is_block_thread;

static const int trap_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { trap_signal_count = sizeof trap_signals / sizeof trap_signals[0], signal_limit = 64 };
static struct sigaction previous_actions[signal_limit];
static pthread_once_t is_prepared = PTHREAD_ONCE_INIT;

// MARK: Ending a run

static void notify(block_run *run, block_run_kind kind) {
  run->outcome.kind = kind;
  current = NULL;
  char byte = 0;
  while (write(run->pipe[1], &byte, 1) < 0 && errno == EINTR) {}
}

static void park(block_run *run, block_run_kind kind) {
  run->is_parked = 1;
  notify(run, kind);
  sigset_t all;
  sigfillset(&all);
  for (;;) sigsuspend(&all);
}

static void finish(block_run *run, block_run_kind kind) {
  notify(run, kind);
  pthread_exit(NULL);
}

// MARK: Signals

static void pass_on(int number, siginfo_t *info, void *context) {
  struct sigaction *previous = &previous_actions[number];
  if (previous->sa_flags & SA_SIGINFO) {
    if (previous->sa_sigaction) previous->sa_sigaction(number, info, context);
    return;
  }
  if (previous->sa_handler == SIG_IGN) return;
  if (previous->sa_handler != SIG_DFL) {
    previous->sa_handler(number);
    return;
  }
  // The signal comes again when the handler returns, and does what it did before.
  sigaction(number, previous, NULL);
  if (number == SIGXCPU) raise(number);
}

static void handle_trap(int number, siginfo_t *info, void *context) {
  block_run *run = current;
  if (!run || run->depth > 0) {
    current = NULL;
    pass_on(number, info, context);
    return;
  }
  run->outcome.signal = number;
  if ((number == SIGILL || number == SIGTRAP) && !run->stays) {
    // An instruction of the code itself: memory and locks are as the code left them.
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, number);
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    finish(run, block_run_trapped);
  }
  park(run, block_run_trapped);
}

static void handle_overdue(int number, siginfo_t *info, void *context) {
  block_run *run = current;
  if (!run) {
    // To a thread of a body the waiting one may have sent it just as the body ended.
    if (!is_block_thread) pass_on(number, info, context);
    return;
  }
  if (!run->is_overdue) return;
  if (run->depth == 0) park(run, block_run_timed_out);
}

static void take_signal(int number, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, &previous_actions[number]);
}

// MARK: What the runtime says of a trap

static void keep(block_run *run, const char *bytes, size_t count) {
  size_t room = sizeof run->outcome.message - 1 - run->length;
  // What comes after the message of a trap is a stack trace, which nobody needs.
  int is_trap = strstr(run->outcome.message, "atal error") != NULL;
  if (count > room && run->length > 0 && !is_trap) {
    ssize_t written = write(STDERR_FILENO, run->outcome.message, run->length);
    (void)written;
    run->length = 0;
    room = sizeof run->outcome.message - 1;
  }
  if (count > room) count = room;
  memcpy(run->outcome.message + run->length, bytes, count);
  run->length += count;
  run->outcome.message[run->length] = 0;
}

#if defined(__linux__)
static ssize_t write_errors(void *cookie, const char *bytes, size_t count) {
  block_run *run = current;
  if (!run) return write(STDERR_FILENO, bytes, count);
  keep(run, bytes, count);
  return (ssize_t)count;
}

static void take_errors(void) {
  cookie_io_functions_t functions = {.write = write_errors};
  FILE *file = fopencookie(NULL, "w", functions);
  if (!file) return;
  setvbuf(file, NULL, _IONBF, 0);
  stderr = file;
}
#elif defined(__APPLE__)
static int write_errors(void *cookie, const char *bytes, int count) {
  block_run *run = current;
  if (!run) return (int)write(STDERR_FILENO, bytes, (size_t)count);
  keep(run, bytes, (size_t)count);
  return count;
}

static void take_errors(void) {
  FILE *file = funopen(NULL, NULL, write_errors, NULL, NULL);
  if (!file) return;
  setvbuf(file, NULL, _IONBF, 0);
  stderr = file;
}
#else
static void take_errors(void) {}
#endif

static void prepare(void) {
  for (int place = 0; place < trap_signal_count; place++) {
    take_signal(trap_signals[place], handle_trap);
  }
  take_signal(SIGXCPU, handle_overdue);
  take_errors();
}

// MARK: Running

static void *start(void *argument) {
  block_run *run = argument;
  stack_t stack = {.ss_sp = run->alternate_stack, .ss_size = alternate_stack_bytes};
  sigaltstack(&stack, NULL);
  // Whoever waits may have blocked signals, as threads of libdispatch do.
  sigset_t own;
  sigemptyset(&own);
  for (int place = 0; place < trap_signal_count; place++) sigaddset(&own, trap_signals[place]);
  sigaddset(&own, SIGXCPU);
  pthread_sigmask(SIG_UNBLOCK, &own, NULL);
  is_block_thread = 1;
  current = run;
  run->body(run->context);
  // No signal comes between here and the end.
  run->depth = 1;
  notify(run, block_run_returned);
  return NULL;
}

static double seconds(clockid_t clock) {
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double processor_seconds(pthread_t thread) {
#if defined(__linux__)
  clockid_t clock;
  if (pthread_getcpuclockid(thread, &clock) == 0) return seconds(clock);
#endif
  return 0;
}

static void wait_for(block_run *run, double cpu_seconds, double wall_seconds) {
  double begin = seconds(CLOCK_MONOTONIC);
  struct pollfd end = {.fd = run->pipe[0], .events = POLLIN};
  int interval = cpu_seconds < 0.2 ? 10 : 50;
  for (;;) {
    int ready = poll(&end, 1, interval);
    if (ready > 0) return;
    if (run->is_overdue) {
      // It is asked again, since it may have been inside code that must not be stopped.
      pthread_kill(run->thread, SIGXCPU);
      continue;
    }
    if (seconds(CLOCK_MONOTONIC) - begin >= wall_seconds ||
        processor_seconds(run->thread) >= cpu_seconds) {
      run->is_overdue = 1;
      pthread_kill(run->thread, SIGXCPU);
    }
  }
}

block_run_outcome block_thread_run(
  void (*body)(void *), void *context, double cpu_seconds, double wall_seconds) {
  pthread_once(&is_prepared, prepare);
  block_run_outcome impossible = {.kind = block_run_impossible};
  block_run *run = calloc(1, sizeof *run);
  if (!run) return impossible;
  run->body = body;
  run->context = context;
  run->alternate_stack = malloc(alternate_stack_bytes);
  if (!run->alternate_stack || pipe(run->pipe) != 0) {
    free(run->alternate_stack);
    free(run);
    return impossible;
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  int problem = pthread_create(&run->thread, &attributes, start, run);
  pthread_attr_destroy(&attributes);
  if (problem == 0) wait_for(run, cpu_seconds, wall_seconds);
  close(run->pipe[0]);
  close(run->pipe[1]);
  block_run_outcome outcome = problem == 0 ? run->outcome : impossible;
  if (problem == 0 && run->is_parked) {
    // It stays, and so does what it stands on.
    pthread_detach(run->thread);
    return outcome;
  }
  if (problem == 0) pthread_join(run->thread, NULL);
  if (outcome.kind == block_run_returned && run->length > 0) {
    // What the author wrote there is the author's own.
    ssize_t written = write(STDERR_FILENO, outcome.message, run->length);
    (void)written;
  }
  free(run->alternate_stack);
  free(run);
  return outcome;
}

void block_thread_stay_when_trapped(void) {
  if (current) current->stays = 1;
}

int block_thread_is_current(void) { return current != NULL; }

void block_thread_end(void) {
  block_run *run = current;
  if (!run) return;
  run->depth = 1;
  finish(run, run->is_overdue ? block_run_timed_out : block_run_stopped);
}

void block_thread_enter_kit(void) {
  if (current) current->depth += 1;
}

void block_thread_leave_kit(void) {
  block_run *run = current;
  if (!run) return;
  run->depth -= 1;
  if (run->depth == 0 && run->is_overdue) block_thread_end();
}

int block_thread_enter_author(void) {
  block_run *run = current;
  if (!run) return 0;
  int depth = run->depth;
  run->depth = 0;
  if (run->is_overdue) block_thread_end();
  return depth;
}

void block_thread_return_to_kit(int depth) {
  if (current) current->depth = depth;
}
