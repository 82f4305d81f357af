//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// All settings of a configuration.

#include "configure.h"
#include "names.h"

namespace planlint {

using namespace nvinfer1;

namespace {

Named const kVERBOSITIES[] = {
    PLANLINT_NAMED(ProfilingVerbosity, LAYER_NAMES_ONLY),
    PLANLINT_NAMED(ProfilingVerbosity, NONE),
    PLANLINT_NAMED(ProfilingVerbosity, DETAILED),
};

}  // namespace

void configure(planlint_core& core, IBuilder& builder, INetworkDefinition& network, IBuilderConfig& config, Settings& settings) {
  setFlags(config, settings);
  setSearch(config, settings);
  setRoutes(config, settings);
  std::string value;
  if (settings.take("verbosity", value)) {
    auto const verbosity = static_cast<ProfilingVerbosity>(valueOf(kVERBOSITIES, "verbosity", value));
    config.setProfilingVerbosity(verbosity);
    kept("verbosity", value, verbosity, config.getProfilingVerbosity());
  }
  if (settings.take("workspace", value)) {
    auto const limit = static_cast<size_t>(number(value));
    config.setMemoryPoolLimit(MemoryPoolType::kWORKSPACE, limit);
    kept("workspace", value, limit, config.getMemoryPoolLimit(MemoryPoolType::kWORKSPACE));
  }
  if (settings.take("aux_streams", value)) {
    auto const streams = static_cast<int32_t>(number(value));
    config.setMaxAuxStreams(streams);
    kept("number of auxiliary streams", value, streams, config.getMaxAuxStreams());
  }
  setTarget(builder, config, settings);
  setProfiles(core.version, builder, network, config, settings);
  setRanges(network, settings, core.log);
}

}  // namespace planlint
