//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// What an engine says of itself.

#include "engine.h"

#include <functional>
#include <numeric>

namespace planlint {
namespace {

using namespace nvinfer1;

template <size_t N>
char const* nameOf(Named const (&list)[N], int32_t value) {
  for (auto const& n : list) {
    if (n.value == value) return n.name;
  }
  return "";
}

Named const kVERBOSITIES[] = {
    PLANLINT_NAMED(ProfilingVerbosity, LAYER_NAMES_ONLY),
    PLANLINT_NAMED(ProfilingVerbosity, NONE),
    PLANLINT_NAMED(ProfilingVerbosity, DETAILED),
};

Named const kCAPABILITIES[] = {
    PLANLINT_NAMED(EngineCapability, STANDARD),
    PLANLINT_NAMED(EngineCapability, SAFETY),
    PLANLINT_NAMED(EngineCapability, DLA_STANDALONE),
};

// By number: headers of some versions lack the last.
char const* hardware(HardwareCompatibilityLevel level) {
  switch (static_cast<int32_t>(level)) {
    case 0: return "NONE";
    case 1: return "AMPERE_PLUS";
    case 2: return "SAME_COMPUTE_CAPABILITY";
  }
  return "";
}

OptProfileSelector const kSELECTORS[] = {OptProfileSelector::kMIN, OptProfileSelector::kOPT, OptProfileSelector::kMAX};
char const* const kSELECTED[] = {"min", "opt", "max"};

// The values of an input on the host, or none if the profile has none.
Json values(ICudaEngine const& engine, char const* name, int32_t profile, OptProfileSelector select, int64_t count) {
  auto list = Json::list();
#if NV_TENSORRT_MAJOR == 8
  // Bindings of a profile follow on those of the one before.
  int32_t const index = engine.getBindingIndex(name) + profile * (engine.getNbBindings() / engine.getNbOptimizationProfiles());
  auto const found = engine.getProfileShapeValues(profile, index, select);
#elif NV_TENSORRT_MAJOR == 10
  auto const found = engine.getProfileTensorValues(name, profile, select);  // the one for 64 bits came with 10.11
#else
  auto const found = engine.getProfileTensorValuesV2(name, profile, select);
#endif
  for (int64_t i = 0; found != nullptr && i < count; ++i) list.add(static_cast<int64_t>(found[i]));
  return list;
}

int64_t volume(Dims const& shape) {
  return known(shape) ? std::accumulate(shape.d, shape.d + shape.nbDims, int64_t{1}, std::multiplies<int64_t>()) : 0;
}

void addRanges(Json& binding, ICudaEngine const& engine, char const* name, bool host) {
  auto shapes = Json::list(), all = Json::list();
  for (int32_t p = 0; p < engine.getNbOptimizationProfiles(); ++p) {
    auto shape = Json::object(), value = Json::object();
    for (size_t i = 0; i < 3; ++i) {
      Dims const dims = engine.getProfileShape(name, p, kSELECTORS[i]);
      shape.add(kSELECTED[i], toJson(dims));
      if (host) value.add(kSELECTED[i], values(engine, name, p, kSELECTORS[i], volume(dims)));
    }
    shapes.add(shape);
    if (host) all.add(value);
  }
  binding.add("shapes", shapes);
  if (host) binding.add("values", all);
}

Json binding(ICudaEngine const& engine, char const* name) {
  bool const host = engine.getTensorLocation(name) == TensorLocation::kHOST;
  bool const input = engine.getTensorIOMode(name) == TensorIOMode::kINPUT;
  auto b = Json::object();
  b.add("name", name).add("mode", modeOf(engine, name)).add("dtype", typeOf(engine.getTensorDataType(name)).name);
  b.add("shape", toJson(engine.getTensorShape(name))).add("format", engine.getTensorFormatDesc(name)).add("host", host);
  if (input) addRanges(b, engine, name, host);
  return b;
}

int64_t contextMemory(ICudaEngine const& engine) {
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10
  return static_cast<int64_t>(engine.getDeviceMemorySize());
#else
  return engine.getDeviceMemorySizeV2();
#endif
}

Json describe(ICudaEngine const& engine) {
  auto bindings = Json::list();
  for (int32_t i = 0; i < engine.getNbIOTensors(); ++i) bindings.add(binding(engine, engine.getIOTensorName(i)));
  auto d = Json::object();
  d.add("name", engine.getName()).add("layers", engine.getNbLayers());
  d.add("verbosity", nameOf(kVERBOSITIES, static_cast<int32_t>(engine.getProfilingVerbosity())));
  d.add("capability", nameOf(kCAPABILITIES, static_cast<int32_t>(engine.getEngineCapability())));
  d.add("hardware_compatibility", hardware(engine.getHardwareCompatibilityLevel()));
  d.add("refittable", engine.isRefittable()).add("profiles", engine.getNbOptimizationProfiles());
  d.add("aux_streams", engine.getNbAuxStreams()).add("context_memory_bytes", contextMemory(engine));
#if NV_TENSORRT_MAJOR != 8
  d.add("streamable_weights_bytes", engine.getStreamableWeightsSize());
#endif
  return d.add("bindings", bindings);
}

}  // namespace
}  // namespace planlint

using namespace planlint;

extern "C" int planlint_describe(planlint_engine* e, char** json, char* text, size_t size) {
  return guarded(text, size, [&] {
    (void)cudaOf(e->core);
    *json = describe(*e->engine).copy();
  });
}
