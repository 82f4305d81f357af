// The settings of a build.
#ifndef PLANLINT_CONFIGURE_H
#define PLANLINT_CONFIGURE_H

#include "native.h"

namespace planlint {

void configure(int32_t version, nvinfer1::IBuilder& builder, nvinfer1::IBuilderConfig& config,
               planlint_setting const* settings, size_t count);

}  // namespace planlint

#endif
