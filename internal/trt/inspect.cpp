//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// What TensorRT's engine inspector says.

#include "engine.h"
#include "frames.h"

namespace planlint {
namespace {

using namespace nvinfer1;

void write(Frames& frames, char const* text) {
  if (!frames.write(text, strlen(text))) {
    throw WriteFailed(std::string("what the inspector says could not be handed on: ") + strerror(frames.error()));
  }
}

// The same by layers, in the form that the whole has, for an inspector that has nothing to say of the whole. There
// are none for a plan that was built with profiling verbosity NONE: TensorRT 8.6.1 has a number of layers for it, and
// nothing to say of any.
void writeLayers(Frames& frames, ICudaEngine const& engine, IEngineInspector& inspector) {
  int32_t const layers = engine.getProfilingVerbosity() == ProfilingVerbosity::kNONE ? 0 : engine.getNbLayers();
  for (int32_t i = 0; i < layers; ++i) {
    char const* const layer = inspector.getLayerInformation(i, LayerInformationFormat::kJSON);
    if (layer == nullptr || *layer == 0) throw std::runtime_error("TensorRT's inspector says nothing of layer " + std::to_string(i));
    write(frames, i == 0 ? "{\"Layers\": [" : ", ");
    write(frames, layer);
  }
  auto bindings = Json::list();
  for (int32_t i = 0; i < engine.getNbIOTensors(); ++i) bindings.add(engine.getIOTensorName(i));
  write(frames, layers == 0 ? "{\"Layers\": [" : "");
  write(frames, ("], \"Bindings\": " + bindings.text() + "}").c_str());
}

}  // namespace
}  // namespace planlint

using namespace planlint;
using namespace nvinfer1;

extern "C" int planlint_inspect(planlint_engine* e, int descriptor, char type, int64_t* written, char* text, size_t size) {
  Frames frames(descriptor, type);
  int const status = guarded(text, size, [&] {
    (void)cudaOf(e->core);
    auto const inspector = made(e->engine->createEngineInspector(), "inspector");
    char const* const all = inspector->getEngineInformation(LayerInformationFormat::kJSON);
    if (all != nullptr && *all != 0) {
      write(frames, all);
    } else {
      writeLayers(frames, *e->engine, *inspector);
    }
  });
  *written = frames.written();
  return status;
}
