#pragma once

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Memory for SQLite in a process that opens and closes small files by the thousand.
///
/// To open a file, compile a few statements and close it takes SQLite several thousand blocks, most
/// of them small, taken and given back in bursts that are larger than what the C library keeps at
/// hand for a thread. Here each thread keeps more: blocks of up to 8 KiB, by size, at most 1 MiB of
/// them, until it ends. Whatever is larger, or too much, goes to the C library at once.
///
/// Each block is one of the C library's own, so that a thread may give back what another took.

enum {
  migcheck_block_header = 16,
  migcheck_block_step = 64,
  migcheck_block_limit = 8192,
  migcheck_block_sizes = migcheck_block_limit / migcheck_block_step + 1,
  migcheck_kept_limit = 1 << 20
};

typedef struct migcheck_kept_blocks {
  /// The first block of each size; a block that is kept begins with the address of the next.
  void *first[migcheck_block_sizes];
  size_t bytes;
  /// What was taken and not given back since there is a limit, and the limit; 0: none.
  int64_t spent;
  int64_t limit;
  /// Whether they are given back when the thread ends.
  int is_registered;
} migcheck_kept_blocks;

/// What this thread keeps. A variable of the header itself would not be there for Swift.
static inline migcheck_kept_blocks *migcheck_kept(void) {
  static _Thread_local migcheck_kept_blocks kept;
  return &kept;
}

/// Under which the system gives back what a thread keeps when it ends.
static inline pthread_key_t *migcheck_kept_key(void) {
  static pthread_key_t key;
  return &key;
}

/// Gives back all blocks that a thread keeps.
static inline void migcheck_give_back(void *address) {
  migcheck_kept_blocks *kept = (migcheck_kept_blocks *)address;
  for (int place = 0; place < migcheck_block_sizes; place++) {
    void *block = kept->first[place];
    while (block != 0) {
      void *next;
      memcpy(&next, block, sizeof(void *));
      free((char *)block - migcheck_block_header);
      block = next;
    }
  }
  memset(kept, 0, sizeof(*kept));
}

static inline int migcheck_roundup(int size) {
  int step = size <= migcheck_block_limit ? migcheck_block_step : 8;
  return (size + step - 1) / step * step;
}

/// The size of a block stands in front of it.
static inline int *migcheck_size_of(void *block) {
  return (int *)((char *)block - migcheck_block_header);
}

static inline int migcheck_size(void *block) { return block == 0 ? 0 : *migcheck_size_of(block); }

static inline int migcheck_is_too_much(migcheck_kept_blocks *kept, int size) {
  return kept->limit != 0 && kept->spent + size > kept->limit;
}

/// From now on SQLite gets so many bytes more on this thread, and no others; 0: as many as it likes.
/// Without effect where this allocator is not used.
///
/// To be called from the one file that uses the allocator: it is there that what a thread keeps is.
static inline void migcheck_limit_heap(int64_t bytes) {
  migcheck_kept_blocks *kept = migcheck_kept();
  kept->spent = 0;
  kept->limit = bytes;
}

/// The same for a thread that has no limit.
///
/// - returns: whether it has one now that it had not.
static inline int migcheck_limit_heap_if_free(int64_t bytes) {
  if (migcheck_kept()->limit != 0) return 0;
  migcheck_limit_heap(bytes);
  return 1;
}

static inline void *migcheck_malloc(int size) {
  size = migcheck_roundup(size);
  migcheck_kept_blocks *kept = migcheck_kept();
  if (migcheck_is_too_much(kept, size)) return 0;
  kept->spent += size;
  if (size <= migcheck_block_limit) {
    int place = size / migcheck_block_step;
    void *block = kept->first[place];
    if (block != 0) {
      memcpy(&kept->first[place], block, sizeof(void *));
      kept->bytes -= (size_t)size;
      return block;
    }
  }
  char *memory = malloc((size_t)size + migcheck_block_header);
  if (memory == 0) return 0;
  char *block = memory + migcheck_block_header;
  *migcheck_size_of(block) = size;
  return block;
}

static inline void migcheck_free(void *block) {
  if (block == 0) return;
  int size = *migcheck_size_of(block);
  migcheck_kept_blocks *kept = migcheck_kept();
  kept->spent -= size;
  if (size <= migcheck_block_limit && kept->bytes < migcheck_kept_limit) {
    if (!kept->is_registered) {
      kept->is_registered = pthread_setspecific(*migcheck_kept_key(), kept) == 0;
    }
    int place = size / migcheck_block_step;
    memcpy(block, &kept->first[place], sizeof(void *));
    kept->first[place] = block;
    kept->bytes += (size_t)size;
    return;
  }
  free((char *)block - migcheck_block_header);
}

static inline void *migcheck_realloc(void *block, int size) {
  int present = *migcheck_size_of(block);
  size = migcheck_roundup(size);
  if (size == present) return block;
  if (size > migcheck_block_limit && present > migcheck_block_limit) {
    migcheck_kept_blocks *kept = migcheck_kept();
    if (migcheck_is_too_much(kept, size - present)) return 0;
    char *memory = realloc(
        (char *)block - migcheck_block_header, (size_t)size + migcheck_block_header);
    if (memory == 0) return 0;
    *migcheck_size_of(memory + migcheck_block_header) = size;
    kept->spent += size - present;
    return memory + migcheck_block_header;
  }
  void *moved = migcheck_malloc(size);
  if (moved == 0) return 0;
  memcpy(moved, block, (size_t)(present < size ? present : size));
  migcheck_free(block);
  return moved;
}

static inline int migcheck_start_allocator(void *unused) {
  (void)unused;
  return SQLITE_OK;
}

static inline void migcheck_end_allocator(void *unused) { (void)unused; }

/// For a process whose addresses are limited, as by `ulimit -v`: its threads share the blocks of the C
/// library, which would reserve 64 MiB or more for each of them.
///
/// - returns: whether there is room for so many bytes more, or no limit.
static inline int migcheck_has_room(size_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 1;
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
  void *room = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (room == MAP_FAILED) return 0;
  munmap(room, bytes);
  return 1;
}

/// Has no effect once SQLite is in use.
static inline int migcheck_use_allocator(void) {
  if (pthread_key_create(migcheck_kept_key(), migcheck_give_back) != 0) return SQLITE_NOMEM;
  static const sqlite3_mem_methods methods = {
      migcheck_malloc,  migcheck_free,    migcheck_realloc,         migcheck_size,
      migcheck_roundup, migcheck_start_allocator, migcheck_end_allocator, 0};
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}
