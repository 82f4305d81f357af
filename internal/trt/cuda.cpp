//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// CUDA through its driver API. The declarations are our own; names and numbers are part of CUDA's binary interface.

#include "cuda.h"

#include "native.h"

// Functions by their exported names: those with a new form since CUDA 3.2 end in _v2.
#define PLANLINT_CUDA_FUNCTIONS(each)                                                       \
  each(cuInit, (unsigned flags))                                                            \
  each(cuDriverGetVersion, (int* version))                                                  \
  each(cuGetErrorName, (int result, char const** name))                                     \
  each(cuGetErrorString, (int result, char const** text))                                   \
  each(cuDeviceGetCount, (int* count))                                                      \
  each(cuDeviceGet, (int* device, int ordinal))                                             \
  each(cuDeviceGetName, (char* name, int size, int device))                                 \
  each(cuDeviceGetAttribute, (int* value, int attribute, int device))                       \
  each(cuDeviceTotalMem_v2, (size_t * bytes, int device))                                   \
  each(cuDevicePrimaryCtxRetain, (void** context, int device))                              \
  each(cuDevicePrimaryCtxRelease_v2, (int device))                                          \
  each(cuCtxSetCurrent, (void* context))                                                    \
  each(cuMemGetInfo_v2, (size_t * free, size_t * total))                                    \
  each(cuMemAlloc_v2, (uintptr_t * address, size_t bytes))                                  \
  each(cuMemFree_v2, (uintptr_t address))                                                   \
  each(cuMemcpyHtoDAsync_v2, (uintptr_t to, void const* from, size_t bytes, cudaStream_t s)) \
  each(cuMemcpyDtoHAsync_v2, (void* to, uintptr_t from, size_t bytes, cudaStream_t s))      \
  each(cuMemcpyDtoDAsync_v2, (uintptr_t to, uintptr_t from, size_t bytes, cudaStream_t s))  \
  each(cuMemsetD8Async, (uintptr_t to, unsigned char byte, size_t bytes, cudaStream_t s))   \
  each(cuStreamCreate, (cudaStream_t * s, unsigned flags))                                  \
  each(cuStreamDestroy_v2, (cudaStream_t s))                                                \
  each(cuEventCreate, (cudaEvent_t * e, unsigned flags))                                    \
  each(cuEventDestroy_v2, (cudaEvent_t e))                                                  \
  each(cuEventRecord, (cudaEvent_t e, cudaStream_t s))                                      \
  each(cuEventSynchronize, (cudaEvent_t e))

namespace planlint {
namespace {

constexpr char const* kLIBRARY = "libcuda.so.1";
constexpr unsigned kNON_BLOCKING = 1;             // CU_STREAM_NON_BLOCKING
constexpr unsigned kBLOCKING_WITHOUT_TIMING = 3;  // CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING
constexpr int kMAJOR = 75, kMINOR = 76;           // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*

uintptr_t number(void const* address) { return reinterpret_cast<uintptr_t>(address); }

}  // namespace

struct Cuda::Functions {
#define DECLARE(name, parameters) int(*name) parameters = nullptr;
  PLANLINT_CUDA_FUNCTIONS(DECLARE)
#undef DECLARE

  explicit Functions(void* library) {
#define LOOK_UP(name, parameters) name = symbol<int parameters>(library, #name, kLIBRARY);
    PLANLINT_CUDA_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
  }
};

Cuda::Cuda() {
  try {
    mCall = std::make_unique<Functions>(open(kLIBRARY));
  } catch (Unavailable const& e) {
    throw Unavailable(std::string("no CUDA driver: ") + e.what());
  }
  try {
    check(mCall->cuInit(0), "CUDA cannot be used");
    int count = 0;
    check(mCall->cuDeviceGetCount(&count), "the number of GPUs");
    if (count == 0) throw std::runtime_error("CUDA sees no GPU");
    check(mCall->cuDeviceGet(&mDevice, 0), "the first GPU");
    check(mCall->cuDevicePrimaryCtxRetain(&mContext, mDevice), "the first GPU");
  } catch (std::runtime_error const& e) {
    throw Unavailable(e.what());
  }
}

Cuda::~Cuda() { (void)mCall->cuDevicePrimaryCtxRelease_v2(mDevice); }

void Cuda::check(int result, std::string const& what) const {
  if (result == 0) return;
  char const *name = nullptr, *meaning = nullptr;
  (void)mCall->cuGetErrorName(result, &name);
  (void)mCall->cuGetErrorString(result, &meaning);
  std::string why = name != nullptr ? name : "CUDA error " + std::to_string(result);
  if (meaning != nullptr) why += std::string(" (") + meaning + ")";
  throw std::runtime_error(what + ": " + why);
}

void Cuda::enter() const { check(mCall->cuCtxSetCurrent(mContext), "the GPU's context"); }

int Cuda::version() const {
  int version = 0;
  check(mCall->cuDriverGetVersion(&version), "the version of CUDA");
  return version;
}

std::vector<Cuda::Device> Cuda::devices() const {
  int count = 0;
  check(mCall->cuDeviceGetCount(&count), "the number of GPUs");
  std::vector<Device> list;
  for (int i = 0; i < count; ++i) {
    int device = 0;
    char name[256] = "";
    size_t memory = 0;
    Device d{};
    std::string const what = "GPU " + std::to_string(i);
    check(mCall->cuDeviceGet(&device, i), what);
    check(mCall->cuDeviceGetName(name, sizeof name - 1, device), what);
    check(mCall->cuDeviceGetAttribute(&d.major, kMAJOR, device), what);
    check(mCall->cuDeviceGetAttribute(&d.minor, kMINOR, device), what);
    check(mCall->cuDeviceTotalMem_v2(&memory, device), what);
    d.name = name;
    d.memory = static_cast<int64_t>(memory);
    list.push_back(d);
  }
  return list;
}

int64_t Cuda::free() const {
  size_t free = 0, total = 0;
  check(mCall->cuMemGetInfo_v2(&free, &total), "the GPU's memory");
  return static_cast<int64_t>(free);
}

// CUDA refuses to allocate nothing, and TensorRT wants an address for an empty tensor too.
Cuda::Memory::Memory(std::shared_ptr<Cuda const> cuda, int64_t bytes) : mCuda(std::move(cuda)), mBytes(bytes) {
  mCuda->check(mCuda->mCall->cuMemAlloc_v2(&mAddress, static_cast<size_t>(std::max<int64_t>(bytes, 1))),
               std::to_string(bytes) + " bytes of the GPU's memory");
}

Cuda::Memory::~Memory() {
  if (mAddress != 0) (void)mCuda->mCall->cuMemFree_v2(mAddress);
}

Cuda::Stream::Stream(std::shared_ptr<Cuda const> cuda) : mCuda(std::move(cuda)) {
  mCuda->check(mCuda->mCall->cuStreamCreate(&mStream, kNON_BLOCKING), "a stream");
  int const result = mCuda->mCall->cuEventCreate(&mEvent, kBLOCKING_WITHOUT_TIMING);
  if (result != 0) (void)mCuda->mCall->cuStreamDestroy_v2(mStream);
  mCuda->check(result, "an event");
}

Cuda::Stream::~Stream() {
  (void)mCuda->mCall->cuEventDestroy_v2(mEvent);
  (void)mCuda->mCall->cuStreamDestroy_v2(mStream);
}

void Cuda::Stream::wait() const {
  mCuda->check(mCuda->mCall->cuEventRecord(mEvent, mStream), "the GPU");
  mCuda->check(mCuda->mCall->cuEventSynchronize(mEvent), "the GPU");
}

void Cuda::Stream::copyIn(void* to, void const* from, size_t bytes) const {
  mCuda->check(mCuda->mCall->cuMemcpyHtoDAsync_v2(number(to), from, bytes, mStream), "a copy to the GPU");
  wait();
}

void Cuda::Stream::copyOut(void* to, void const* from, size_t bytes) const {
  mCuda->check(mCuda->mCall->cuMemcpyDtoHAsync_v2(to, number(from), bytes, mStream), "a copy from the GPU");
  wait();
}

void Cuda::Stream::copyWithin(void* to, void const* from, size_t bytes) const {
  mCuda->check(mCuda->mCall->cuMemcpyDtoDAsync_v2(number(to), number(from), bytes, mStream), "a copy on the GPU");
  wait();
}

void Cuda::Stream::fill(void* to, unsigned char byte, size_t bytes) const {
  if (bytes > 0) mCuda->check(mCuda->mCall->cuMemsetD8Async(number(to), byte, bytes, mStream), "filling the GPU's memory");
}

}  // namespace planlint
