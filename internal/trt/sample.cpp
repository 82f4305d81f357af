//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// A plan of one layer, to find out whether this TensorRT builds and runs plans here, and the devices.

#include "engine.h"

namespace planlint {
namespace {

using namespace nvinfer1;

std::unique_ptr<IHostMemory> build(planlint_core& core) {
  auto const builder = made(static_cast<IBuilder*>(core.createBuilder(&core.log, NV_TENSORRT_VERSION)), "builder");
#if NV_TENSORRT_MAJOR == 8
  auto const flag = NetworkDefinitionCreationFlag::kEXPLICIT_BATCH;
#else
  auto const flag = NetworkDefinitionCreationFlag::kSTRONGLY_TYPED;
#endif
  auto const network = made(builder->createNetworkV2(1U << static_cast<uint32_t>(flag)), "network");
  Dims shape{};
  shape.nbDims = 1;
  shape.d[0] = 4;
  auto const input = network->addInput("x", DataType::kFLOAT, shape);
  auto const layer = input != nullptr ? network->addActivation(*input, ActivationType::kRELU) : nullptr;
  if (layer == nullptr) throw std::runtime_error("TensorRT made no layer");
  layer->getOutput(0)->setName("y");
  network->markOutput(*layer->getOutput(0));
  auto const config = made(builder->createBuilderConfig(), "configuration");
  std::unique_ptr<IHostMemory> plan(builder->buildSerializedNetwork(*network, *config));
  if (plan == nullptr) throw std::runtime_error("TensorRT gave no plan");
  return plan;
}

// The version of NVIDIA's driver, from its management library; empty if that is not here.
std::string driver() {
  void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return "";
  auto const init = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
  auto const version = reinterpret_cast<int (*)(char*, unsigned)>(dlsym(library, "nvmlSystemGetDriverVersion"));
  auto const shutdown = reinterpret_cast<int (*)()>(dlsym(library, "nvmlShutdown"));
  char text[81] = "";
  if (init != nullptr && version != nullptr && shutdown != nullptr && init() == 0) {
    if (version(text, sizeof text - 1) != 0) text[0] = 0;
    (void)shutdown();
  }
  (void)dlclose(library);
  return text;
}

}  // namespace
}  // namespace planlint

using namespace planlint;

extern "C" {

int planlint_build_sample(planlint_core* c, char* text, size_t size) {
  return guarded(text, size, [&] {
    c->sample.reset();
    (void)cudaIfAny(*c);
    c->sample = build(*c);
  });
}

int planlint_devices(planlint_core* c, char** json, char* text, size_t size) {
  return guarded(text, size, [&] {
    auto const cuda = cudaOf(*c);
    auto devices = Json::list();
    int32_t index = 0;
    for (auto const& d : cuda->devices()) {
      devices.add(Json::object().add("index", index++).add("name", d.name).add("sm", std::to_string(d.major) + std::to_string(d.minor)).add("memory_bytes", d.memory));
    }
    int const v = cuda->version();
    *json = Json::object().add("driver", driver()).add("cuda", std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10)).add("devices", devices).copy();
  });
}

}  // extern "C"
