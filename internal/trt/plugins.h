// Plugins: those of TensorRT itself and those in libraries of the user's.
#ifndef PLANLINT_PLUGINS_H
#define PLANLINT_PLUGINS_H

#include "native.h"

#include <vector>

namespace planlint {

// Registers TensorRT's own plugins, once, if they are beside its core library. A failure is logged.
void ownPlugins(planlint_core& core);

// Loads plugin libraries into a registry, that of a builder or of a runtime, which must outlive what uses them.
void loadPlugins(nvinfer1::IPluginRegistry& registry, std::vector<std::string> const& paths);

// Puts plugin libraries into the plan, if it is a version-compatible one. Others hold none.
void serializePlugins(nvinfer1::IBuilderConfig& config, std::vector<std::string> const& paths);

}  // namespace planlint

#endif
