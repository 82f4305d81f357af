//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// The flags of a build.

#include "configure.h"
#include "names.h"

namespace planlint {
namespace {

using nvinfer1::BuilderFlag;

#define FLAG(name) PLANLINT_NAMED(BuilderFlag, name)
Named const kFLAGS[] = {
    FLAG(DEBUG), FLAG(GPU_FALLBACK), FLAG(REFIT), FLAG(DISABLE_TIMING_CACHE), FLAG(TF32), FLAG(SPARSE_WEIGHTS),
    FLAG(SAFETY_SCOPE), FLAG(DIRECT_IO), FLAG(VERSION_COMPATIBLE), FLAG(EXCLUDE_LEAN_RUNTIME),
#if PLANLINT_WEAK
    FLAG(FP16), FLAG(INT8), FLAG(FP8), FLAG(OBEY_PRECISION_CONSTRAINTS), FLAG(PREFER_PRECISION_CONSTRAINTS),
    FLAG(REJECT_EMPTY_ALGORITHMS),
#endif
#if NV_TENSORRT_MAJOR == 8
    FLAG(STRICT_TYPES), FLAG(ENABLE_TACTIC_HEURISTIC),
#endif
#if NV_TENSORRT_MAJOR == 10
    FLAG(BF16), FLAG(WEIGHTLESS),
#if PLANLINT_10(1)
    FLAG(INT4),
#endif
#if PLANLINT_10(8)
    FLAG(FP4),
#endif
#endif
#if PLANLINT_10(0)
    FLAG(ERROR_ON_TIMING_CACHE_MISS), FLAG(DISABLE_COMPILATION_CACHE), FLAG(STRIP_PLAN), FLAG(REFIT_IDENTICAL),
    FLAG(WEIGHT_STREAMING),
#endif
#if PLANLINT_10(2)
    FLAG(REFIT_INDIVIDUAL),
#endif
#if PLANLINT_10(6)
    FLAG(STRICT_NANS), FLAG(MONITOR_MEMORY),
#endif
#if PLANLINT_10(8)
    FLAG(EDITABLE_TIMING_CACHE),
#endif
#if PLANLINT_10(12)
    FLAG(DISTRIBUTIVE_INDEPENDENCE),
#endif
#if PLANLINT_11(99, 5)
    FLAG(REQUIRE_USER_ALLOCATION),
#elif PLANLINT_RTX
    {"REQUIRE_USER_ALLOCATION", 29},  // the libraries have it, the headers hide it
#endif
};
#undef FLAG

void set(nvinfer1::IBuilderConfig& config, BuilderFlag flag, bool on) {
  if (on) {
    config.setFlag(flag);
  } else {
    config.clearFlag(flag);
  }
}

// Some flags need others that were set before them: EXCLUDE_LEAN_RUNTIME comes after VERSION_COMPATIBLE. Their
// numbers are in that order.
void apply(nvinfer1::IBuilderConfig& config, std::vector<std::string> const& names, bool on) {
  std::vector<std::pair<int32_t, std::string>> flags;
  for (auto const& name : names) flags.emplace_back(valueOf(kFLAGS, "flag", name), name);
  std::sort(flags.begin(), flags.end());
  for (auto const& f : flags) set(config, static_cast<BuilderFlag>(f.first), on);
  for (auto const& f : flags) {
    kept(on ? "flag" : "clearing of flag", f.second, on, config.getFlag(static_cast<BuilderFlag>(f.first)));
  }
}

}  // namespace

void setFlags(nvinfer1::IBuilderConfig& config, Settings& settings) {
  apply(config, settings.all("no_flag"), false);
  apply(config, settings.all("flag"), true);
}

}  // namespace planlint
