/* A disk that remembers what was synced and nothing else, for programs that use this library's calls.

Loaded with LD_PRELOAD. What is written below FORGETFUL_FOLDER goes where it should, and besides, with
its place, to the file FORGETFUL_LOG; so does every sync. From that tests/storage/forgetful.py works
out what a disk may have kept when the power failed. Calls of libc that SQLite does not use for its
files are not looked at. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

typedef struct {
    char kind[8];
    uint64_t at, length, path_length;
} Head;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t count; /* How many lines this process has written. */
static int log_file = -1;
static const char *folder;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    folder = getenv("FORGETFUL_FOLDER");
    const char *path = getenv("FORGETFUL_LOG");
    if (folder && path)
        log_file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* Whether a file is below the folder, and its path. */
static int is_ours(int file, char *path) {
    if (log_file < 0)
        return 0;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

static void note(const char *kind, const char *path, uint64_t at, const void *data, uint64_t length) {
    Head head = {.at = at, .length = length, .path_length = strlen(path)};
    strncpy(head.kind, kind, sizeof head.kind - 1);
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)path, head.path_length}, {(void *)data, data ? length : 0}};
    ssize_t whole = sizeof head + head.path_length + (data ? length : 0);
    if (writev(log_file, parts, 3) != whole)
        abort(); /* Half a line would be a lie. */
    count++;
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t at) {
    char path[PATH_MAX];
    if (!is_ours(file, path))
        return REAL(pwrite64)(file, data, length, at);
    pthread_mutex_lock(&lock);
    ssize_t done = REAL(pwrite64)(file, data, length, at);
    if (done > 0)
        note("write", path, at, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int file, const void *data, size_t length) {
    char path[PATH_MAX];
    if (!is_ours(file, path))
        return REAL(write)(file, data, length);
    pthread_mutex_lock(&lock);
    off64_t at = lseek64(file, 0, SEEK_CUR);
    ssize_t done = REAL(write)(file, data, length);
    if (done > 0)
        note("write", path, at, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate64(int file, off64_t length) {
    char path[PATH_MAX];
    if (!is_ours(file, path))
        return REAL(ftruncate64)(file, length);
    pthread_mutex_lock(&lock);
    int failed = REAL(ftruncate64)(file, length);
    if (!failed)
        note("cut", path, length, NULL, 0);
    pthread_mutex_unlock(&lock);
    return failed;
}

int unlink(const char *path) {
    int failed = REAL(unlink)(path);
    if (!failed && log_file >= 0 && strncmp(path, folder, strlen(folder)) == 0) {
        pthread_mutex_lock(&lock);
        note("unlink", path, 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return failed;
}

/* What is written while a sync is under way may be too late for it. */
static int synced(int file, int (*sync)(int)) {
    char path[PATH_MAX];
    if (!is_ours(file, path))
        return sync(file);
    pthread_mutex_lock(&lock);
    uint64_t before = count;
    pthread_mutex_unlock(&lock);
    int failed = sync(file);
    pthread_mutex_lock(&lock);
    if (!failed)
        note("sync", path, before, NULL, 0);
    pthread_mutex_unlock(&lock);
    return failed;
}

int fdatasync(int file) { return synced(file, REAL(fdatasync)); }
int fsync(int file) { return synced(file, REAL(fsync)); }
