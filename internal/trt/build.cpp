//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// Building a plan.

#include "cache.h"
#include "configure.h"
#include "frames.h"
#include "native.h"
#include "names.h"
#include "parse.h"
#include "plugins.h"

#define PLANLINT_STREAMS PLANLINT_10(13)

namespace planlint {
namespace {

using namespace nvinfer1;

#if PLANLINT_STREAMS
class Stream final : public IStreamWriter {
 public:
  explicit Stream(Frames& frames) : mFrames(frames) {}
  int64_t write(void const* data, int64_t n) noexcept override {
    if (n < 0 || (data == nullptr && n > 0)) return -1;
    return mFrames.write(static_cast<char const*>(data), static_cast<size_t>(n)) ? n : -1;
  }

 private:
  Frames& mFrames;
};
#endif

// True if headers and library both have IBuilder::buildSerializedNetworkToStream, which came with 10.13. A
// library older than the headers lacks what was appended to its classes since.
bool streams(planlint_core const& c) {
#if NV_TENSORRT_MAJOR == 10
  return PLANLINT_STREAMS && c.version >= 101300;
#else
  (void)c;
  return PLANLINT_STREAMS;
#endif
}

bool build(planlint_core const& c, IBuilder& builder, INetworkDefinition& network, IBuilderConfig& config, Frames& frames) {
#if PLANLINT_STREAMS
  if (streams(c)) {
    Stream stream(frames);
    return builder.buildSerializedNetworkToStream(network, config, stream);
  }
#endif
  (void)c;
  std::unique_ptr<IHostMemory> plan(builder.buildSerializedNetwork(network, config));
  return plan != nullptr && frames.write(static_cast<char const*>(plan->data()), plan->size());
}

// A builder and the timing cache that it uses, which must outlive it.
struct Building {
  TimingCache cache;
  std::unique_ptr<IBuilder> builder;
};

// Makes a builder. The first one of TensorRT 8.6.1 loads more than a GB of kernels, which takes 15 s on an H200, and
// so does the next one unless another builder still has them. So the last one is kept until there is a new one:
// small models then took 2.6 s each, inspection included, instead of 30.
std::shared_ptr<Building> begin(planlint_core& c) {
  auto b = std::make_shared<Building>();
  b->builder = made(static_cast<IBuilder*>(c.createBuilder(&c.log, NV_TENSORRT_VERSION)), "builder");
  c.builder = b;
  return b;
}

void serialize(planlint_core const& c, IBuilder& builder, INetworkDefinition& network, IBuilderConfig& config, Frames& frames) {
  bool const done = build(c, builder, network, config, frames);
  if (frames.error() != 0) throw WriteFailed(std::string("the plan could not be handed on: ") + strerror(frames.error()));
  if (!done) throw std::runtime_error("TensorRT gave no plan");
  if (frames.written() == 0) throw std::runtime_error("TensorRT gave an empty plan");
}

}  // namespace
}  // namespace planlint

using namespace planlint;
using namespace nvinfer1;

extern "C" {

int planlint_streams(planlint_core const* c) { return streams(*c) ? 1 : 0; }

int planlint_build(planlint_core* c, planlint_request const* request, int64_t* written, char* text, size_t size) {
  Frames plan(request->descriptor, request->plan_type), cached(request->descriptor, request->cache_type);
  int const status = guarded(text, size, [&] {
    Settings settings(request->settings, request->count);
    auto const plugins = settings.all("plugin");
    ownPlugins(*c);
    // Destroyed in the reverse order: the parser before the network, the builder behind them.
    auto const building = begin(*c);
    auto const& builder = building->builder;
    auto& cache = building->cache;
    if (!plugins.empty()) loadPlugins(builder->getPluginRegistry(), plugins);
    auto const network = made(builder->createNetworkV2(networkFlags(settings)), "network");
    auto const parser = parse(*c, *network, request->model);
    auto const config = made(builder->createBuilderConfig(), "configuration");
    configure(*c, *builder, *network, *config, settings);
    serializePlugins(*config, plugins);
    cache.give(*config, settings);
    settings.finish();
    serialize(*c, *builder, *network, *config, plan);
    cache.write(cached);
  });
  *written = plan.written();
  return status;
}

}  // extern "C"
