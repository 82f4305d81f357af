//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// What the plan is to run on.

#include "configure.h"
#include "names.h"

namespace planlint {

using namespace nvinfer1;

namespace {

Named const kHARDWARE[] = {
    PLANLINT_NAMED(HardwareCompatibilityLevel, NONE),
    PLANLINT_NAMED(HardwareCompatibilityLevel, AMPERE_PLUS),
#if PLANLINT_10(9)
    PLANLINT_NAMED(HardwareCompatibilityLevel, SAME_COMPUTE_CAPABILITY),
#endif
};

Named const kENGINES[] = {
    PLANLINT_NAMED(EngineCapability, STANDARD),
    PLANLINT_NAMED(EngineCapability, SAFETY),
    PLANLINT_NAMED(EngineCapability, DLA_STANDALONE),
};

#if PLANLINT_10(2)
Named const kPLATFORMS[] = {
    PLANLINT_NAMED(RuntimePlatform, SAME_AS_BUILD),
    PLANLINT_NAMED(RuntimePlatform, WINDOWS_AMD64),
};
#endif

#if PLANLINT_RTX
ComputeCapability capability(std::string const& name) {
  if (name == "CURRENT") return ComputeCapability::kCURRENT;
  if (name.rfind("SM", 0) != 0) throw Unsupported("capability " + name);
  return static_cast<ComputeCapability>(number(name.substr(2)));
}

void setCapabilities(IBuilderConfig& config, std::string const& value) {
  auto const names = split(value, ',');
  kept("capabilities", value, true, config.setNbComputeCapabilities(static_cast<int32_t>(names.size())));
  for (size_t i = 0; i < names.size(); ++i) {
    auto const given = capability(names[i]);
    auto const index = static_cast<int32_t>(i);
    kept("capability", names[i], true,
         config.setComputeCapability(given, index) && config.getComputeCapability(index) == given);
  }
}
#endif

void setDLA(IBuilder& builder, IBuilderConfig& config, std::string const& value) {
  auto const core = static_cast<int32_t>(number(value));
  int32_t const cores = builder.getNbDLACores();
  if (core < 0 || core >= cores) {
    throw std::runtime_error("DLA core " + value + " is not there: this machine has " + std::to_string(cores) + " DLA cores");
  }
  config.setDefaultDeviceType(DeviceType::kDLA);
  config.setDLACore(core);
  kept("DLA core", value, true, config.getDLACore() == core && config.getDefaultDeviceType() == DeviceType::kDLA);
}

}  // namespace

void setTarget(IBuilder& builder, IBuilderConfig& config, Settings& settings) {
  std::string value;
#if PLANLINT_RTX
  if (settings.take("capabilities", value)) setCapabilities(config, value);
#endif
  if (settings.take("hardware_compatibility", value)) {
    auto const level = static_cast<HardwareCompatibilityLevel>(valueOf(kHARDWARE, "hardware compatibility", value));
    config.setHardwareCompatibilityLevel(level);
    kept("hardware compatibility", value, level, config.getHardwareCompatibilityLevel());
  }
  if (settings.take("engine_capability", value)) {
    auto const engine = static_cast<EngineCapability>(valueOf(kENGINES, "engine capability", value));
    config.setEngineCapability(engine);
    kept("engine capability", value, engine, config.getEngineCapability());
  }
#if PLANLINT_10(2)
  if (settings.take("platform", value)) {
    auto const platform = static_cast<RuntimePlatform>(valueOf(kPLATFORMS, "platform", value));
    config.setRuntimePlatform(platform);
    kept("platform", value, platform, config.getRuntimePlatform());
  }
#endif
  if (settings.take("dla_core", value)) setDLA(builder, config, value);
}

}  // namespace planlint
