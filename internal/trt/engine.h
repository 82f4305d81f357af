// An engine that was loaded from a plan, and what inspecting and running it share.
#ifndef PLANLINT_ENGINE_H
#define PLANLINT_ENGINE_H

#include "cuda.h"
#include "json.h"
#include "names.h"
#include "native.h"
#include "running.h"

#include <vector>

struct planlint_engine {
  planlint_core& core;
  std::unique_ptr<nvinfer1::IRuntime> runtime;  // outlives the engine
  std::unique_ptr<nvinfer1::ICudaEngine> engine;
  int64_t memory = 0;  // bytes of the device's memory that went when it was loaded
};

namespace planlint {

// CUDA, current in this thread. Throws Unavailable.
std::shared_ptr<Cuda const> cudaOf(planlint_core& core);

// The same, or null: builders of TensorRT-RTX need none, and what is not there need not be freed.
std::shared_ptr<Cuda const> cudaIfAny(planlint_core& core) noexcept;

// How a data type is called, and the bits of an element. Throws Unsupported.
struct Type {
  char const* name;
  int bits;
};
Type typeOf(nvinfer1::DataType type);

// The bytes of a tensor. A shape that is not known has none.
int64_t bytesOf(nvinfer1::Dims const& shape, Type type);

bool known(nvinfer1::Dims const& shape);

Json toJson(nvinfer1::Dims const& shape);

std::string toText(nvinfer1::Dims const& shape);

char const* modeOf(nvinfer1::ICudaEngine const& engine, char const* tensor);

}  // namespace planlint

#endif
