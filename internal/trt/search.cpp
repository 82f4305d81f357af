//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// How hard the builder searches, and among what.

#include "configure.h"
#include "names.h"

namespace planlint {

using namespace nvinfer1;

namespace {

Named const kSOURCES[] = {
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10 || (PLANLINT_RTX && NV_TENSORRT_MINOR < 5)
    PLANLINT_NAMED(TacticSource, CUBLAS),
    PLANLINT_NAMED(TacticSource, CUBLAS_LT),
    PLANLINT_NAMED(TacticSource, CUDNN),
#endif
    PLANLINT_NAMED(TacticSource, EDGE_MASK_CONVOLUTIONS),
    PLANLINT_NAMED(TacticSource, JIT_CONVOLUTIONS),
};

Named const kPREVIEWS[] = {
#if NV_TENSORRT_MAJOR == 8
    PLANLINT_NAMED(PreviewFeature, FASTER_DYNAMIC_SHAPES_0805),
    PLANLINT_NAMED(PreviewFeature, DISABLE_EXTERNAL_TACTIC_SOURCES_FOR_CORE_0805),
#endif
#if NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10 || (PLANLINT_RTX && NV_TENSORRT_MINOR < 5)
    PLANLINT_NAMED(PreviewFeature, PROFILE_SHARING_0806),
#endif
#if PLANLINT_10(3)
    PLANLINT_NAMED(PreviewFeature, ALIASED_PLUGIN_IO_10_03),
#endif
#if PLANLINT_10(10)
    PLANLINT_NAMED(PreviewFeature, RUNTIME_ACTIVATION_RESIZE_10_10),
#endif
#if (NV_TENSORRT_MAJOR == 10 && NV_TENSORRT_MINOR >= 16) || (PLANLINT_RTX && NV_TENSORRT_MINOR == 4)
    PLANLINT_NAMED(PreviewFeature, MULTIDEVICE_RUNTIME_10_16),
#endif
};

#if PLANLINT_10(8)
Named const kTILINGS[] = {
    PLANLINT_NAMED(TilingOptimizationLevel, NONE),
    PLANLINT_NAMED(TilingOptimizationLevel, FAST),
    PLANLINT_NAMED(TilingOptimizationLevel, MODERATE),
    PLANLINT_NAMED(TilingOptimizationLevel, FULL),
};
#endif

}  // namespace

void setSearch(IBuilderConfig& config, Settings& settings) {
  std::string value;
  if (settings.take("optimization_level", value)) {
    auto const level = static_cast<int32_t>(number(value));
    config.setBuilderOptimizationLevel(level);
    kept("optimization level", value, level, config.getBuilderOptimizationLevel());
  }
#if PLANLINT_10(4)
  if (settings.take("max_tactics", value)) {
    auto const tactics = static_cast<int32_t>(number(value));
    config.setMaxNbTactics(tactics);
    kept("number of tactics", value, tactics, config.getMaxNbTactics());
  }
#endif
#if PLANLINT_10(8)
  if (settings.take("tiling", value)) {
    auto const level = static_cast<TilingOptimizationLevel>(valueOf(kTILINGS, "tiling", value));
    kept("tiling", value, true, config.setTilingOptimizationLevel(level) && config.getTilingOptimizationLevel() == level);
  }
  if (settings.take("l2_limit", value)) {
    int64_t const limit = number(value);
    kept("L2 limit", value, true, config.setL2LimitForTiling(limit) && config.getL2LimitForTiling() == limit);
  }
#endif
  if (settings.take("tactic_sources", value)) {
    auto const names = split(value, ',');
    bool const relative = !names.empty() && (names[0][0] == '+' || names[0][0] == '-');
    TacticSources sources = relative ? config.getTacticSources() : 0;
    for (auto const& name : names) {
      if (relative && name[0] != '+' && name[0] != '-') throw std::runtime_error("tactic source " + name + " has no sign, but others have");
      uint32_t const bit = 1U << valueOf(kSOURCES, "tactic source", relative ? name.substr(1) : name);
      sources = relative && name[0] == '-' ? sources & ~bit : sources | bit;
    }
    kept("tactic sources", value, true, config.setTacticSources(sources) && config.getTacticSources() == sources);
  }
  for (auto const& name : settings.all("preview_feature")) {
    auto const feature = static_cast<PreviewFeature>(valueOf(kPREVIEWS, "preview feature", name));
    config.setPreviewFeature(feature, true);
    kept("preview feature", name, true, config.getPreviewFeature(feature));
  }
}

}  // namespace planlint
