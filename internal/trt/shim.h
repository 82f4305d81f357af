// The flat C interface of the shim. No function throws; a text of an error is copied into the caller's buffer.
#ifndef PLANLINT_SHIM_H
#define PLANLINT_SHIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  PLANLINT_OK = 0,
  PLANLINT_FAILED = 1,       // the text says why
  PLANLINT_UNSUPPORTED = 2,  // the text names the feature
  PLANLINT_WRITE = 3,        // the plan could not be written; the text says why
  PLANLINT_UNAVAILABLE = 4,  // the text says what is missing on this machine
};

typedef struct planlint_core planlint_core;

typedef struct {
  char const* key;
  char const* value;
} planlint_setting;

// Version of the headers that the shim was compiled against, as a number of TensorRT's.
int32_t planlint_header_version(void);

// Opens the core library, which stays open until the process ends; parser and plugins are opened when they are
// needed, and plugins may be empty. *version gets the library's version before anything but that is called; a
// core is usable only if the caller finds that version to fit.
int planlint_open(char const* core, char const* parser, char const* plugins, planlint_core** out, int32_t* version,
                  char* text, size_t size);

// A plan to build from an ONNX file. It is written to the descriptor in frames of 4 bytes length (little-endian),
// one byte of type, and the bytes; so is the timing cache, behind the plan, if the settings have one.
typedef struct {
  char const* model;
  planlint_setting const* settings;
  size_t count;
  int descriptor;
  char plan_type, cache_type;
} planlint_request;

// Builds a plan. *written gets the number of the plan's bytes, also with an error.
int planlint_build(planlint_core* c, planlint_request const* request, int64_t* written, char* text, size_t size);

// Gets the build routes that there are, as TensorRT's JSON, which the caller frees.
int planlint_routes(planlint_core* c, char** routes, char* text, size_t size);

// 1 if this TensorRT hands plans on piece by piece, 0 if it needs them whole in memory.
int planlint_streams(planlint_core const* c);

// Takes the oldest record of the log. Returns 0 if there is none. Records are dropped when too many wait.
int planlint_record(planlint_core* c, int* severity, char* text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
