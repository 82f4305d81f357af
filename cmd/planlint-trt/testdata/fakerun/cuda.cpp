// A CUDA driver and NVIDIA's management library without a GPU: the memory of its device is the host's, and what is
// put into a stream is done at once. FAKE_CUDA names a function that fails, with its result and the call that does:
// "cuMemAlloc_v2 2 3".

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <iterator>
#include <map>
#include <mutex>
#include <string>

namespace {

constexpr size_t kTOTAL = 1 << 30;

std::mutex mutex;
std::map<uintptr_t, size_t> memory;  // by address, bytes
size_t used = 0;
std::map<void*, int> streams, events;
thread_local void* current = nullptr;
char context;

int result(char const* function) {
  char const* const wish = getenv("FAKE_CUDA");
  char name[64] = "";
  int code = 0, call = 1;
  static std::map<std::string, int> calls;
  std::lock_guard<std::mutex> lock(mutex);
  int const now = ++calls[function];
  if (wish == nullptr || sscanf(wish, "%63s %d %d", name, &code, &call) < 2) return 0;
  return strcmp(name, function) == 0 && now == call ? code : 0;
}

// Whether bytes lie in memory of the device's. No function may touch others.
bool inside(uintptr_t address, size_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  auto const after = memory.upper_bound(address);
  if (after == memory.begin()) return false;
  auto const block = std::prev(after);
  return address + bytes <= block->first + block->second;
}

bool ready(void* stream) {
  std::lock_guard<std::mutex> lock(mutex);
  return current == &context && (stream == nullptr || streams.count(stream) > 0);
}

}  // namespace

#define FAIL_IF(condition, code) \
  if (condition) return code
#define ENTRY(name) FAIL_IF(int const code = result(name), code)

extern "C" {

int cuInit(unsigned) {
  ENTRY("cuInit");
  return 0;
}
int cuDriverGetVersion(int* version) {
  *version = 12080;
  return 0;
}
int cuGetErrorName(int result, char const** name) {
  *name = result == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : result == 100 ? "CUDA_ERROR_NO_DEVICE" : result == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : nullptr;
  return *name == nullptr;
}
int cuGetErrorString(int result, char const** text) {
  *text = result == 2 ? "out of memory" : nullptr;
  return *text == nullptr;
}
int cuDeviceGetCount(int* count) {
  ENTRY("cuDeviceGetCount");
  *count = getenv("FAKE_CUDA_NONE") != nullptr ? 0 : 2;
  return 0;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return ordinal < 2 ? 0 : 101;
}
int cuDeviceGetName(char* name, int size, int device) {
  snprintf(name, static_cast<size_t>(size), "Fake GPU \"%d\"", device);
  return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  *value = attribute == 75 ? 12 : device;
  return 0;
}
int cuDeviceTotalMem_v2(size_t* bytes, int) {
  *bytes = kTOTAL;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** out, int) {
  *out = &context;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxSetCurrent(void* context) {
  current = context;
  return 0;
}
int cuMemGetInfo_v2(size_t* free, size_t* total) {
  FAIL_IF(!ready(nullptr), 201);
  *free = kTOTAL - used;
  *total = kTOTAL;
  return 0;
}
int cuMemAlloc_v2(uintptr_t* address, size_t bytes) {
  ENTRY("cuMemAlloc_v2");
  FAIL_IF(bytes == 0, 1);
  FAIL_IF(!ready(nullptr), 201);
  std::lock_guard<std::mutex> lock(mutex);
  FAIL_IF(bytes > kTOTAL - used, 2);
  *address = reinterpret_cast<uintptr_t>(malloc(bytes));
  memory[*address] = bytes;
  used += bytes;
  return 0;
}
int cuMemFree_v2(uintptr_t address) {
  std::lock_guard<std::mutex> lock(mutex);
  auto const block = memory.find(address);
  if (block == memory.end()) abort();
  used -= block->second;
  memory.erase(block);
  free(reinterpret_cast<void*>(address));
  return 0;
}
int cuMemcpyHtoDAsync_v2(uintptr_t to, void const* from, size_t bytes, void* stream) {
  ENTRY("cuMemcpyHtoDAsync_v2");
  FAIL_IF(!ready(stream) || !inside(to, bytes), 1);
  memcpy(reinterpret_cast<void*>(to), from, bytes);
  return 0;
}
int cuMemcpyDtoHAsync_v2(void* to, uintptr_t from, size_t bytes, void* stream) {
  ENTRY("cuMemcpyDtoHAsync_v2");
  FAIL_IF(!ready(stream) || !inside(from, bytes), 1);
  memcpy(to, reinterpret_cast<void*>(from), bytes);
  return 0;
}
int cuMemcpyDtoDAsync_v2(uintptr_t to, uintptr_t from, size_t bytes, void* stream) {
  ENTRY("cuMemcpyDtoDAsync_v2");
  FAIL_IF(!ready(stream) || !inside(to, bytes) || !inside(from, bytes), 1);
  memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  return 0;
}
int cuMemsetD8Async(uintptr_t to, unsigned char byte, size_t bytes, void* stream) {
  ENTRY("cuMemsetD8Async");
  FAIL_IF(!ready(stream) || !inside(to, bytes), 1);
  memset(reinterpret_cast<void*>(to), byte, bytes);
  return 0;
}
int cuStreamCreate(void** stream, unsigned) {
  ENTRY("cuStreamCreate");
  FAIL_IF(!ready(nullptr), 201);
  *stream = malloc(1);
  streams[*stream] = 1;
  return 0;
}
int cuStreamDestroy_v2(void* stream) {
  if (streams.erase(stream) != 1) abort();
  free(stream);
  return 0;
}
int cuEventCreate(void** event, unsigned flags) {
  ENTRY("cuEventCreate");
  FAIL_IF((flags & 1) == 0, 1);  // who waits must not look alive
  *event = malloc(1);
  events[*event] = 1;
  return 0;
}
int cuEventDestroy_v2(void* event) {
  if (events.erase(event) != 1) abort();
  free(event);
  return 0;
}
int cuEventRecord(void* event, void* stream) { return events.count(event) == 1 && ready(stream) ? 0 : 1; }
int cuEventSynchronize(void* event) {
  ENTRY("cuEventSynchronize");
  return events.count(event) == 1 ? 0 : 1;
}

int nvmlInit_v2() { return 0; }
int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  snprintf(text, size, "570.86.15");
  return 0;
}
int nvmlShutdown() { return 0; }

}  // extern "C"
