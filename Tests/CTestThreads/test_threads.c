/* Gives the tests three times as many threads as there are processors. Swift's own pool has one for each, and a test that
   waits for a program keeps its thread: a quarter of the processors' time was idle, and with two threads for each it was
   where several tests of a terminal wait to see that nothing happens. Jobs go to a pool of our own by the hook
   of the runtime that exists for this (swift_task_enqueueGlobal_hook).

   What was started last goes first: the tasks of a test that runs, not those of all tests that have not begun. Otherwise a
   process of a test's own is waited for at the end of all tests only, and the thread of the testing library that looks for
   the ends of processes finds it again and again until then: 5 % of the processors' time. */
#ifdef __linux__
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>

typedef __attribute__((swiftcall)) void enqueue_function(void *job);
typedef __attribute__((swiftcall)) void enqueue_hook(void *job, enqueue_function *original);

// Programs without tasks have no such runtime.
extern enqueue_hook *swift_task_enqueueGlobal_hook __attribute__((weak));

// On the executor that has no identity, the global one.
extern __attribute__((swiftcall, weak)) void swift_job_run(void *job, void *identity, size_t implementation);

struct item {
  void *job;
  struct item *next;
};

static struct item *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_filled = PTHREAD_COND_INITIALIZER;
static pthread_once_t start = PTHREAD_ONCE_INIT;

static void *work(void *nothing) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (first == NULL) pthread_cond_wait(&is_filled, &lock);
    struct item *item = first;
    first = item->next;
    pthread_mutex_unlock(&lock);
    void *job = item->job;
    free(item);
    swift_job_run(job, NULL, 0);
  }
  return nothing;
}

static void start_threads(void) {
  cpu_set_t processors;
  int count = sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (int number = 0; number < 3 * count; number++) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, work, NULL) != 0 && number == 0) abort();
  }
}

static __attribute__((swiftcall)) void enqueue(void *job, enqueue_function *original) {
  (void)original;
  pthread_once(&start, start_threads);
  struct item *item = malloc(sizeof *item);
  if (item == NULL) abort();
  pthread_mutex_lock(&lock);
  *item = (struct item){job, first};
  first = item;
  pthread_cond_signal(&is_filled);
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void hook(void) {
  if (&swift_task_enqueueGlobal_hook != NULL) swift_task_enqueueGlobal_hook = enqueue;
}
#endif
