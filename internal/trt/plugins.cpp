//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// Plugins: those of TensorRT itself and those in libraries of the user's.

#include "plugins.h"

#include <unistd.h>

namespace planlint {

using namespace nvinfer1;

void ownPlugins(planlint_core& core) {
  if (core.plugins.empty() || core.pluginsTried) return;
  core.pluginsTried = true;
  if (access(core.plugins.c_str(), R_OK) != 0) return;  // an installation without them
  try {
    void* const library = open(core.plugins.c_str());
    auto const init = symbol<bool(void*, char const*)>(library, "initLibNvInferPlugins", core.plugins.c_str());
    if (init(&core.log, "")) return;
    core.log.log(ILogger::Severity::kWARNING, "planlint: TensorRT's own plugins could not be registered");
  } catch (std::exception const& e) {
    // Most models need none of them.
    core.log.log(ILogger::Severity::kWARNING, (std::string("planlint: TensorRT's own plugins are missing: ") + e.what()).c_str());
  }
}

void loadPlugins(IPluginRegistry& registry, std::vector<std::string> const& paths) {
  for (auto const& path : paths) {
    if (registry.loadLibrary(path.c_str()) == nullptr) throw std::runtime_error("the plugin library " + path + " could not be loaded");
  }
}

void serializePlugins(IBuilderConfig& config, std::vector<std::string> const& paths) {
  if (paths.empty() || !config.getFlag(BuilderFlag::kVERSION_COMPATIBLE)) return;
  std::vector<char const*> list;
  for (auto const& path : paths) list.push_back(path.c_str());
  config.setPluginsToSerialize(list.data(), static_cast<int32_t>(list.size()));
  if (config.getNbPluginsToSerialize() != static_cast<int32_t>(list.size())) {
    throw std::runtime_error("TensorRT refused to serialize the plugin libraries");
  }
}

}  // namespace planlint
