//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// The types that a plan computes in: those of the model, or what flags allow.

#include "configure.h"
#include "names.h"

namespace planlint {

using namespace nvinfer1;

uint32_t networkFlags(Settings& settings) {
  using Flag = NetworkDefinitionCreationFlag;
#if NV_TENSORRT_MAJOR == 8
  std::string weak;
  settings.take("strongly_typed", weak);  // all networks are weakly typed
  return 1U << static_cast<uint32_t>(Flag::kEXPLICIT_BATCH);
#else
  uint32_t const strong = 1U << static_cast<uint32_t>(Flag::kSTRONGLY_TYPED);
#if PLANLINT_WEAK
  std::string value;
  if (settings.take("strongly_typed", value) && value == "false") return 1U << static_cast<uint32_t>(Flag::kEXPLICIT_BATCH);
#else
  (void)settings;
#endif
  return strong;
#endif
}

#if PLANLINT_WEAK
namespace {

// Models with Q/DQ say their ranges themselves, and TensorRT does not mix both ways.
bool quantized(INetworkDefinition& network) {
  for (int32_t i = 0; i < network.getNbLayers(); ++i) {
    auto const type = network.getLayer(i)->getType();
    if (type == LayerType::kQUANTIZE || type == LayerType::kDEQUANTIZE) return true;
  }
  return false;
}

void setRange(ITensor* tensor, float range) {
  if (tensor == nullptr || tensor->dynamicRangeIsSet()) return;  // optional tensors are null
  if (!tensor->setDynamicRange(-range, range)) {
    throw std::runtime_error(std::string("TensorRT refused the dynamic range of tensor ") + tensor->getName());
  }
}

}  // namespace

void setRanges(INetworkDefinition& network, Settings& settings, ILogger& log) {
  std::string value;
  if (!settings.take("int8_range", value)) return;
  if (quantized(network)) {
    log.log(ILogger::Severity::kINFO, "planlint: the model has Q/DQ, so that no dynamic range is set");
    return;
  }
  float const range = std::stof(value);
  for (int32_t i = 0; i < network.getNbInputs(); ++i) setRange(network.getInput(i), range);
  for (int32_t i = 0; i < network.getNbLayers(); ++i) {
    auto& layer = *network.getLayer(i);
    for (int32_t j = 0; j < layer.getNbOutputs(); ++j) setRange(layer.getOutput(j), range);
  }
}
#else
void setRanges(INetworkDefinition&, Settings&, ILogger&) {}
#endif

}  // namespace planlint
