//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// What a build's settings do to TensorRT's configuration.

#include "configure.h"

#include <sstream>
#include <vector>

#if NV_TENSORRT_MAJOR == 8 || (NV_TENSORRT_MAJOR == 10 && NV_TENSORRT_MINOR < 2)
#define PLANLINT_PLATFORMS 0
#else
#define PLANLINT_PLATFORMS 1
#endif

namespace planlint {
namespace {

using namespace nvinfer1;

struct Named {
  char const* name;
  int32_t value;
};

#define FLAG(name) {#name, static_cast<int32_t>(BuilderFlag::k##name)}
Named const kFLAGS[] = {
    FLAG(REFIT), FLAG(DISABLE_TIMING_CACHE), FLAG(TF32), FLAG(SPARSE_WEIGHTS), FLAG(GPU_FALLBACK),
    FLAG(VERSION_COMPATIBLE), FLAG(EXCLUDE_LEAN_RUNTIME),
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10
    FLAG(FP16), FLAG(INT8),
#endif
#if NV_TENSORRT_MAJOR != 8
    FLAG(STRIP_PLAN), FLAG(WEIGHT_STREAMING), FLAG(REFIT_IDENTICAL),
#endif
};
#undef FLAG

Named const kVERBOSITIES[] = {
    {"LAYER_NAMES_ONLY", static_cast<int32_t>(ProfilingVerbosity::kLAYER_NAMES_ONLY)},
    {"NONE", static_cast<int32_t>(ProfilingVerbosity::kNONE)},
    {"DETAILED", static_cast<int32_t>(ProfilingVerbosity::kDETAILED)},
};

template <size_t N>
int32_t valueOf(Named const (&list)[N], std::string const& kind, std::string const& name) {
  for (auto const& n : list) {
    if (name == n.name) return n.value;
  }
  throw Unsupported(kind + " " + name);
}

int64_t number(std::string const& text) {
  size_t end = 0;
  int64_t n = std::stoll(text, &end);
  if (end != text.size()) throw std::runtime_error("\"" + text + "\" is no number");
  return n;
}

Dims shape(std::string const& text) {
  Dims d{};
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, 'x');) {
    if (d.nbDims == Dims::MAX_DIMS) throw std::runtime_error("shape " + text + " has too many dimensions");
    d.d[d.nbDims++] = static_cast<std::remove_reference_t<decltype(d.d[0])>>(number(part));
  }
  return d;
}

void setCapabilities(IBuilderConfig& config, std::string const& value) {
#if PLANLINT_RTX
  std::vector<std::string> names;
  std::istringstream in(value);
  for (std::string name; std::getline(in, name, ',');) names.push_back(name);
  if (!config.setNbComputeCapabilities(static_cast<int32_t>(names.size()))) throw Unsupported("capabilities " + value);
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].rfind("SM", 0) != 0) throw Unsupported("capability " + names[i]);
    auto capability = static_cast<ComputeCapability>(number(names[i].substr(2)));
    if (!config.setComputeCapability(capability, static_cast<int32_t>(i))) throw Unsupported("capability " + names[i]);
  }
#else
  (void)config;
  (void)value;
  throw Unsupported("capabilities");
#endif
}

void setPlatform(int32_t version, IBuilderConfig& config, std::string const& value) {
#if !PLANLINT_PLATFORMS
  (void)version;
  (void)config;
  (void)value;
  throw Unsupported("platform");
#else
  if (NV_TENSORRT_MAJOR == 10 && version < 100200) throw Unsupported("platform");
  Named const platforms[] = {
      {"SAME_AS_BUILD", static_cast<int32_t>(RuntimePlatform::kSAME_AS_BUILD)},
      {"WINDOWS_AMD64", static_cast<int32_t>(RuntimePlatform::kWINDOWS_AMD64)},
  };
  config.setRuntimePlatform(static_cast<RuntimePlatform>(valueOf(platforms, "platform", value)));
#endif
}

// The value is MIN;OPT;MAX;NAME.
void setProfile(IOptimizationProfile& profile, std::string const& value) {
  std::istringstream in(value);
  OptProfileSelector const kinds[] = {OptProfileSelector::kMIN, OptProfileSelector::kOPT, OptProfileSelector::kMAX};
  std::string shapes[3], name;
  for (auto& s : shapes) std::getline(in, s, ';');
  std::getline(in, name, '\0');
  for (int i = 0; i < 3; ++i) {
    if (!profile.setDimensions(name.c_str(), kinds[i], shape(shapes[i]))) {
      throw std::runtime_error("TensorRT refused the shape " + shapes[i] + " of input " + name);
    }
  }
}

}  // namespace

void configure(int32_t version, IBuilder& builder, IBuilderConfig& config, planlint_setting const* settings, size_t count) {
  IOptimizationProfile* profile = nullptr;  // belongs to the builder
  for (size_t i = 0; i < count; ++i) {
    std::string const key = settings[i].key, value = settings[i].value;
    if (key == "optimization_level") {
      config.setBuilderOptimizationLevel(static_cast<int32_t>(number(value)));
    } else if (key == "flag") {
      config.setFlag(static_cast<BuilderFlag>(valueOf(kFLAGS, "flag", value)));
    } else if (key == "no_flag") {
      config.clearFlag(static_cast<BuilderFlag>(valueOf(kFLAGS, "flag", value)));
    } else if (key == "verbosity") {
      config.setProfilingVerbosity(static_cast<ProfilingVerbosity>(valueOf(kVERBOSITIES, "verbosity", value)));
    } else if (key == "capabilities") {
      setCapabilities(config, value);
    } else if (key == "platform") {
      setPlatform(version, config, value);
    } else if (key == "workspace") {
      config.setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, static_cast<size_t>(number(value)));
    } else if (key == "profile") {
      if (profile == nullptr && (profile = builder.createOptimizationProfile()) == nullptr) {
        throw std::runtime_error("TensorRT made no profile");
      }
      setProfile(*profile, value);
    } else {
      throw Unsupported("setting " + key);
    }
  }
  if (profile != nullptr && config.addOptimizationProfile(profile) < 0) {
    throw std::runtime_error("TensorRT refused the profile: its shapes do not fit the model");
  }
}

}  // namespace planlint
