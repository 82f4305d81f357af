// The flat C interface to loading, describing and running plans, as shim.h is that to building them. Texts of
// JSON belong to the caller, who frees them. Tensors count from 0, in the engine's order.
#ifndef PLANLINT_RUNNING_H
#define PLANLINT_RUNNING_H

#include "shim.h"

#ifdef __cplusplus
extern "C" {
#endif

// Gets the versions of driver and CUDA and the devices as JSON: struct cudaSystem. PLANLINT_UNAVAILABLE without a driver
// or a device, as from all below but planlint_build_sample.
int planlint_devices(planlint_core* c, char** json, char* text, size_t size);

// An engine that was loaded from a plan.
typedef struct planlint_engine planlint_engine;

typedef struct {
  char const* plan;
  char const* const* plugins;
  size_t count;   // of plugins
  int host_code;  // whether code for the CPU that is in the plan may run
} planlint_source;

int planlint_load(planlint_core* c, planlint_source const* source, planlint_engine** out, char* text, size_t size);

// Builds a plan of one layer, y = max(x, 0) for 4 numbers of float32, and keeps it in memory. A next call frees
// it. planlint_load_sample loads it.
int planlint_build_sample(planlint_core* c, char* text, size_t size);
int planlint_load_sample(planlint_core* c, planlint_engine** out, char* text, size_t size);

// Makes a runtime and nothing else.
int planlint_make_runtime(planlint_core* c, char* text, size_t size);

void planlint_unload(planlint_engine* e);

// Gets the description as JSON: Description.
int planlint_describe(planlint_engine* e, char** json, char* text, size_t size);

// Writes the engine inspector's JSON to a descriptor in frames of a type.
int planlint_inspect(planlint_engine* e, int descriptor, char type, int64_t* written, char* text, size_t size);

// Gets the bytes of the device's memory that are free, and those that went when the engine was loaded.
int planlint_memory(planlint_engine* e, int64_t* free, int64_t* own, char* text, size_t size);

// Sets how much of the device's memory streamed weights get: bytes, 0 for all that they need, -1 for what
// TensorRT chooses. There may be no contexts.
int planlint_set_budget(planlint_engine* e, int64_t bytes, char* text, size_t size);

// 1 if contexts can use one profile at the same time.
int planlint_shares_profiles(planlint_engine const* e);

// An execution context with a stream and the memory of its inputs and outputs.
typedef struct planlint_context planlint_context;

typedef struct {
  char const* name;
  int32_t rank;
  int64_t shape[8];
  // The content of an input that TensorRT reads on the host.
  void const* data;
  size_t bytes;
} planlint_input;

int planlint_context_open(planlint_engine* e, int32_t profile, planlint_input const* inputs, size_t count,
                          planlint_context** out, char* text, size_t size);
void planlint_context_close(planlint_context* x);

// Gets inputs and outputs as JSON: a list of struct bound.
int planlint_context_tensors(planlint_context* x, char** json, char* text, size_t size);

int planlint_context_upload(planlint_context* x, size_t tensor, int64_t offset, void const* data, size_t bytes, char* text,
                            size_t size);
int planlint_context_download(planlint_context* x, size_t tensor, int64_t offset, void* data, size_t bytes, char* text,
                              size_t size);

// Fills the outputs with a byte and starts a run; wait returns when it has ended.
int planlint_context_start(planlint_context* x, unsigned char fill, char* text, size_t size);
int planlint_context_wait(planlint_context* x, char* text, size_t size);

// Copies of a context's outputs, on the device.
typedef struct planlint_copies planlint_copies;

int planlint_copies_make(planlint_context* x, planlint_copies** out, char* text, size_t size);
int planlint_copies_download(planlint_copies* k, size_t tensor, int64_t offset, void* data, size_t bytes, char* text,
                             size_t size);
void planlint_copies_free(planlint_copies* k);

#ifdef __cplusplus
}
#endif
#endif
