// yggdrasil's engine under measurement, through its C interface. Speaks the protocol of programs.py.
//
//   yggdrasil LIBRARY FOLDER
//
// Modes: `enabled` (flat_check_enabled) and `variant` (flat_check_variant). There is one ready message for each
// context; of the flag's name in it, eight bytes are replaced for each question, as a caller who keeps messages could do.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { batch = 1000, key_length = 8 };

// What every flat call gives back; `flat_buf_free` takes it.
struct buffer {
  uint8_t *bytes;
  size_t length;
  size_t capacity;
};

typedef struct buffer (*check_function)(void *engine, uint64_t message, uint64_t length);

static struct {
  void *engine;
  check_function check_enabled;
  check_function check_variant;
  void (*free_buffer)(struct buffer);

  uint8_t *messages;      // the file
  const uint32_t *table;  // start, length and place of the flag's name of each message
  char *keys;             // lines of eight bytes and a line feed
  uint32_t *questions;    // pairs of a context's and a flag's number
  size_t question_count;
} asked;

static void fail(const char *message, const char *detail) {
  fprintf(stderr, "yggdrasil: %s: %s\n", message, detail);
  exit(1);
}

static void *read_file(const char *folder, const char *name, size_t *length) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) fail("cannot read", path);
  long size = ftell(file);
  rewind(file);
  // Flatbuffers want to be aligned; a zero at the end makes text of it.
  uint8_t *bytes = aligned_alloc(64, ((size_t)size / 64 + 1) * 64);
  if (size < 0 || !bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size) fail("cannot read", path);
  bytes[size] = 0;
  fclose(file);
  if (length) *length = (size_t)size;
  return bytes;
}

static void *symbol(void *library, const char *name) {
  void *address = dlsym(library, name);
  if (!address) fail("the library has no", name);
  return address;
}

static void load(const char *library_path, const char *folder) {
  void *library = dlopen(library_path, RTLD_NOW);
  if (!library) fail("cannot load the library", dlerror());
  asked.check_enabled = (check_function)symbol(library, "flat_check_enabled");
  asked.check_variant = (check_function)symbol(library, "flat_check_variant");
  asked.free_buffer = (void (*)(struct buffer))symbol(library, "flat_buf_free");
  void *(*new_engine)(void) = (void *(*)(void))symbol(library, "new_engine");
  char *(*take_state)(void *, const char *) = (char *(*)(void *, const char *))symbol(library, "take_state");
  void (*free_response)(char *) = (void (*)(char *))symbol(library, "free_response");

  asked.engine = new_engine();
  char *response = take_state(asked.engine, read_file(folder, "unleash.json", NULL));
  if (!response || !strstr(response, "\"Ok\"")) fail("the flags were refused", response ? response : "no answer");
  free_response(response);

  size_t length;
  asked.messages = read_file(folder, "messages.bin", NULL);
  asked.table = (const uint32_t *)asked.messages + 1;
  asked.keys = read_file(folder, "keys-100.txt", NULL);
  asked.questions = read_file(folder, "questions-100.bin", &length);
  asked.question_count = length / 8;
}

static inline uint32_t load32(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

// The field of a flatbuffers table, or NULL when it has its default.
static inline const uint8_t *field(const uint8_t *buffer, unsigned slot) {
  const uint8_t *table = buffer + load32(buffer);
  const uint8_t *offsets = table - (int32_t)load32(table);
  uint16_t size, offset = 0;
  memcpy(&size, offsets, sizeof size);
  if (4 + 2 * slot < size) memcpy(&offset, offsets + 4 + 2 * slot, sizeof offset);
  return offset ? table + offset : NULL;
}

static inline int is_set(const uint8_t *buffer, unsigned slot) {
  const uint8_t *value = field(buffer, slot);
  return value && *value;
}

static inline struct buffer ask(check_function check, size_t number) {
  const uint32_t *question = asked.questions + 2 * number;
  const uint32_t *message = asked.table + 3 * question[0];
  uint8_t *bytes = asked.messages + message[0];
  memcpy(bytes + message[2], asked.keys + question[1] * (key_length + 1), key_length);
  return check(asked.engine, (uint64_t)(uintptr_t)bytes, message[1]);
}

// `enabled`: 1 or -. `variant`: the variant's name or -.
static char letter(const uint8_t *answer, int wants_variant) {
  if (!wants_variant) return is_set(answer, 0) ? '1' : '-';
  if (!is_set(answer, 2)) return '-';
  const uint8_t *name = field(answer, 3);
  if (!name) return '?';
  name += load32(name);
  return load32(name) == 1 ? (char)name[4] : '?';
}

static void write_answers(check_function check, const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) fail("cannot write", path);
  for (size_t number = 0; number < asked.question_count; number++) {
    struct buffer answer = ask(check, number);
    if (!answer.bytes || answer.length > answer.capacity) fail("no answer", path);
    fputc(letter(answer.bytes, check == asked.check_variant), file);
    asked.free_buffer(answer);
  }
  fclose(file);
}

static uint64_t thread_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static volatile uint64_t sink;

static void measure(check_function check, uint64_t milliseconds) {
  static size_t position = 0;
  uint64_t start = thread_nanoseconds(), taken, count = 0, enabled = 0;
  while ((taken = thread_nanoseconds() - start) < milliseconds * 1000000) {
    for (int number = 0; number < batch; number++) {
      struct buffer answer = ask(check, position);
      enabled += (uint64_t)is_set(answer.bytes, 0);
      asked.free_buffer(answer);
      if (++position == asked.question_count) position = 0;
    }
    count += batch;
  }
  sink = enabled;
  printf("ok %llu %llu\n", (unsigned long long)count, (unsigned long long)taken);
}

int main(int argc, char **argv) {
  if (argc != 3) fail("usage", "yggdrasil LIBRARY FOLDER");
  load(argv[1], argv[2]);
  char command[32], mode[64], argument[4096];
  while (scanf("%31s %63s %4095s", command, mode, argument) == 3) {
    check_function check = !strcmp(mode, "enabled")   ? asked.check_enabled
                           : !strcmp(mode, "variant") ? asked.check_variant
                                                      : NULL;
    if (!check) {
      printf("refused there is no mode %s\n", mode);
    } else if (!strcmp(command, "answers")) {
      write_answers(check, argument);
      puts("ok");
    } else {
      measure(check, strtoull(argument, NULL, 10));
    }
    fflush(stdout);
  }
  return 0;
}
