// What a build's settings do to TensorRT's objects. Each function takes the settings that it knows.
#ifndef PLANLINT_CONFIGURE_H
#define PLANLINT_CONFIGURE_H

#include "native.h"
#include "settings.h"

namespace planlint {

// Configures everything but plugins and the timing cache.
void configure(planlint_core& core, nvinfer1::IBuilder& builder, nvinfer1::INetworkDefinition& network,
               nvinfer1::IBuilderConfig& config, Settings& settings);

void setFlags(nvinfer1::IBuilderConfig& config, Settings& settings);
void setSearch(nvinfer1::IBuilderConfig& config, Settings& settings);
void setRoutes(nvinfer1::IBuilderConfig& config, Settings& settings);
void setTarget(nvinfer1::IBuilder& builder, nvinfer1::IBuilderConfig& config, Settings& settings);
// The version is the library's.
void setProfiles(int32_t version, nvinfer1::IBuilder& builder, nvinfer1::INetworkDefinition& network,
                 nvinfer1::IBuilderConfig& config, Settings& settings);
void setRanges(nvinfer1::INetworkDefinition& network, Settings& settings, nvinfer1::ILogger& log);

// Flags to create a network with.
uint32_t networkFlags(Settings& settings);

}  // namespace planlint

#endif
