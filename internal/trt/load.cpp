//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// Loading a plan.

#include "engine.h"
#include "plugins.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planlint {
namespace {

using namespace nvinfer1;

// A file in memory. Its pages belong to the system's cache: a plan is not held twice, as it would be if it were read.
class Mapping {
 public:
  explicit Mapping(char const* path) {
    int const descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
    struct stat about {};
    bool ok = descriptor >= 0 && fstat(descriptor, &about) == 0;
    if (ok && about.st_size == 0) {
      close(descriptor);
      throw std::runtime_error(std::string(path) + " is empty");
    }
    if (ok) {
      mSize = static_cast<size_t>(about.st_size);
      mData = mmap(nullptr, mSize, PROT_READ, MAP_PRIVATE, descriptor, 0);
      ok = mData != MAP_FAILED;
    }
    int const error = errno;
    if (descriptor >= 0) close(descriptor);
    if (!ok) throw std::runtime_error(std::string(path) + " cannot be read: " + strerror(error));
    (void)madvise(mData, mSize, MADV_SEQUENTIAL);
  }
  ~Mapping() { (void)munmap(mData, mSize); }
  Mapping(Mapping const&) = delete;
  Mapping& operator=(Mapping const&) = delete;
  void const* data() const { return mData; }
  size_t size() const { return mSize; }

 private:
  void* mData = MAP_FAILED;
  size_t mSize = 0;
};

std::shared_ptr<Cuda const> cudaForPlans(planlint_core& core) {
  try {
    return cudaOf(core);
  } catch (Unavailable const& e) {
    throw Unavailable(std::string("loading a plan takes a GPU: ") + e.what());
  }
}

// CUDA has been looked for before: without it createInferRuntime of TensorRT 8 to 11 crashes, or gives the address of a
// base class of nothing.
std::unique_ptr<IRuntime> runtimeOf(planlint_core& core) {
  void* const runtime = core.createRuntime(&core.log, NV_TENSORRT_VERSION);
  bool const something = reinterpret_cast<uintptr_t>(runtime) >= 4096;
  return made(something ? static_cast<IRuntime*>(runtime) : nullptr, "runtime");
}

std::unique_ptr<planlint_engine> load(planlint_core& core, void const* plan, size_t size, std::vector<std::string> const& plugins,
                                      bool hostCode) {
  auto const cuda = cudaForPlans(core);
  int64_t const before = cuda->free();
  ownPlugins(core);
  std::unique_ptr<planlint_engine> e(new planlint_engine{core, nullptr, nullptr});
  e->runtime = runtimeOf(core);
  if (!plugins.empty()) loadPlugins(e->runtime->getPluginRegistry(), plugins);
  e->runtime->setEngineHostCodeAllowed(hostCode);
  e->engine.reset(e->runtime->deserializeCudaEngine(plan, size));
  if (e->engine == nullptr) throw std::runtime_error("TensorRT could not load the plan");
  e->memory = before - cuda->free();
  return e;
}

}  // namespace

std::shared_ptr<Cuda const> cudaOf(planlint_core& core) {
  if (!core.cuda) core.cuda = std::make_shared<Cuda>();
  core.cuda->enter();
  return core.cuda;
}

std::shared_ptr<Cuda const> cudaIfAny(planlint_core& core) noexcept {
  try {
    return cudaOf(core);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace planlint

using namespace planlint;
using namespace nvinfer1;

extern "C" {

int planlint_load(planlint_core* c, planlint_source const* source, planlint_engine** out, char* text, size_t size) {
  return guarded(text, size, [&] {
#if NV_TENSORRT_MAJOR == 8
    if (c->version < 8600) throw Unsupported("loading plans with a TensorRT before 8.6");
#endif
    Mapping const plan(source->plan);
    std::vector<std::string> const plugins(source->plugins, source->plugins + source->count);
    *out = load(*c, plan.data(), plan.size(), plugins, source->host_code != 0).release();
  });
}

int planlint_load_sample(planlint_core* c, planlint_engine** out, char* text, size_t size) {
  return guarded(text, size, [&] { *out = load(*c, c->sample->data(), c->sample->size(), {}, false).release(); });
}

int planlint_make_runtime(planlint_core* c, char* text, size_t size) {
  return guarded(text, size, [&] {
    (void)cudaOf(*c);
    (void)runtimeOf(*c);
  });
}

void planlint_unload(planlint_engine* e) {
  if (e == nullptr) return;
  (void)cudaIfAny(e->core);
  delete e;
}

int planlint_memory(planlint_engine* e, int64_t* free, int64_t* own, char* text, size_t size) {
  return guarded(text, size, [&] {
    *free = cudaOf(e->core)->free();
    *own = e->memory;
  });
}

int planlint_set_budget(planlint_engine* e, int64_t bytes, char* text, size_t size) {
  return guarded(text, size, [&] {
    (void)cudaOf(e->core);
#if NV_TENSORRT_MAJOR == 8
    (void)bytes;
    throw Unsupported("flag WEIGHT_STREAMING");
#else
    auto const all = e->engine->getStreamableWeightsSize();
    if (all == 0) throw std::runtime_error("the plan streams no weights: it was built without WEIGHT_STREAMING");
#if NV_TENSORRT_MAJOR == 10
    int64_t const budget = std::min(bytes, all);  // 0 streams nothing, -1 is what TensorRT chooses
    bool const set = e->engine->setWeightStreamingBudget(budget);  // the other one came with 10.1
#else
    int64_t const budget = bytes < 0 ? e->engine->getWeightStreamingAutomaticBudget() : bytes == 0 ? all : std::min(bytes, all);
    bool const set = e->engine->setWeightStreamingBudgetV2(budget);
#endif
    if (!set) throw std::runtime_error("TensorRT refused a weight streaming budget of " + std::to_string(budget) + " bytes");
#endif
  });
}

}  // extern "C"
