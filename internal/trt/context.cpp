//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// Running an engine.

#include "context.h"

namespace planlint {

using namespace nvinfer1;

void* Allocator::reallocate(uint64_t size) noexcept {
  try {
    if (size > static_cast<uint64_t>(mMemory.bytes()) || mMemory.address() == nullptr) {
      mMemory = Cuda::Memory();  // the old one goes first
      mMemory = Cuda::Memory(mCuda, static_cast<int64_t>(size));
      fill(mFill);
    }
    return mMemory.address();
  } catch (std::exception const& e) {
    mError = e.what();
    return nullptr;
  }
}

void Allocator::fill(unsigned char byte) {
  mFill = byte;
  if (mMemory.address() != nullptr) mStream.fill(mMemory.address(), byte, static_cast<size_t>(mMemory.bytes()));
}

namespace {

// Throws Unsupported for tensors whose bytes are not simply one element after the other.
void checkFormat(ICudaEngine const& engine, char const* name, int32_t profile) {
  if (engine.getTensorLocation(name) == TensorLocation::kHOST) return;
  if (engine.getTensorFormat(name, profile) == TensorFormat::kLINEAR && engine.getTensorVectorizedDim(name, profile) < 0) return;
  char const* const format = engine.getTensorFormatDesc(name, profile);
  throw Unsupported(std::string(modeOf(engine, name)) + " " + name + " in another format than linear (" + (format != nullptr ? format : "?") + ")");
}

// The input whose memory an output is to share; null: none.
char const* aliased(planlint_core const& core, ICudaEngine const& engine, char const* output) {
#if PLANLINT_10(15)
  // A library older than the headers lacks the method.
  if (NV_TENSORRT_MAJOR != 10 || core.version >= 101500) return engine.getAliasedInputTensor(output);
#endif
  (void)core;
  (void)engine;
  (void)output;
  return nullptr;
}

Dims dimsOf(planlint_input const& input) {
  Dims shape{};
  shape.nbDims = input.rank;
  for (int32_t i = 0; i < input.rank; ++i) shape.d[i] = static_cast<std::remove_reference_t<decltype(shape.d[0])>>(input.shape[i]);
  return shape;
}

}  // namespace
}  // namespace planlint

using namespace planlint;
using namespace nvinfer1;

planlint_context::planlint_context(planlint_engine& e, int32_t profile, planlint_input const* inputs, size_t count)
    : engine(e), cuda(cudaOf(e.core)), stream(cuda) {
  auto& trt = *e.engine;
  bounds.resize(static_cast<size_t>(trt.getNbIOTensors()));
  for (size_t i = 0; i < bounds.size(); ++i) {
    Bound& b = bounds[i];
    b.name = trt.getIOTensorName(static_cast<int32_t>(i));
    checkFormat(trt, b.name.c_str(), profile);
    b.input = trt.getTensorIOMode(b.name.c_str()) == TensorIOMode::kINPUT;
    b.type = typeOf(trt.getTensorDataType(b.name.c_str()));
    b.onHost = trt.getTensorLocation(b.name.c_str()) == TensorLocation::kHOST;
  }
  context = made(trt.createExecutionContext(), "execution context");
  // The second context of an engine of TensorRT 8 has none, and needs none if all shapes are fixed.
  bool const fixed = NV_TENSORRT_MAJOR == 8 && profile == 0 && planlint_shares_profiles(&e) != 0;
  if (!fixed && context->getOptimizationProfile() != profile &&
      (!context->setOptimizationProfileAsync(profile, stream.get()) || context->getOptimizationProfile() != profile)) {
    throw std::runtime_error("TensorRT refused profile " + std::to_string(profile));
  }
  stream.wait();

  for (Bound& b : bounds) {
    if (!b.input) continue;
    auto const given = std::find_if(inputs, inputs + count, [&](planlint_input const& in) { return b.name == in.name; });
    if (given == inputs + count) throw std::runtime_error("input " + b.name + " has no shape");
    b.shape = dimsOf(*given);
    if (!known(trt.getTensorShape(b.name.c_str())) && !context->setInputShape(b.name.c_str(), b.shape)) {
      throw std::runtime_error("TensorRT refused shape " + toText(b.shape) + " of input " + b.name);
    }
    if (b.onHost) {
      b.host.assign(static_cast<char const*>(given->data), static_cast<char const*>(given->data) + given->bytes);
      b.host.resize(std::max<size_t>(b.host.size(), 1));  // for an address
    } else {
      b.device = Cuda::Memory(cuda, b.bytes());
    }
    if (!context->setTensorAddress(b.name.c_str(), b.address())) throw std::runtime_error("TensorRT refused the memory of input " + b.name);
  }
  std::vector<char const*> missing(bounds.size());
  int32_t const number = context->inferShapes(static_cast<int32_t>(missing.size()), missing.data());
  if (number != 0) {
    throw std::runtime_error("TensorRT could not infer the shapes of the outputs" +
                             (number > 0 && missing[0] != nullptr ? std::string(": it needs more of ") + missing[0] : std::string()));
  }

  for (Bound& b : bounds) {
    if (b.input) continue;
    char const* const name = b.name.c_str();
    b.shape = context->getTensorShape(name);
    char const* const source = aliased(e.core, trt, name);
    auto const input = std::find_if(bounds.begin(), bounds.end(), [&](Bound const& o) { return source != nullptr && o.name == source; });
    bool ok = true;
    if (input != bounds.end()) {
      b.shares = &*input;
      input->overwritten = true;
    } else if (b.onHost) {
      b.host.resize(std::max<size_t>(static_cast<size_t>(b.bytes()), 1));
    } else if (known(b.shape)) {
      b.device = Cuda::Memory(cuda, b.bytes());
    } else {
      b.allocator = std::make_unique<Allocator>(cuda, stream);
      ok = context->setOutputAllocator(name, b.allocator.get());
    }
    if (b.onHost && !known(b.shape)) throw Unsupported("output " + b.name + " on the host, of a shape that depends on the data");
    if (!b.allocator) ok = context->setTensorAddress(name, b.address());
    if (!ok) throw std::runtime_error("TensorRT refused the memory of output " + b.name);
  }
}

Bound& planlint_context::at(size_t tensor, int64_t offset, size_t bytes) {
  if (tensor >= bounds.size()) throw std::runtime_error("tensor " + std::to_string(tensor) + " is not there");
  Bound& b = bounds[tensor];
  int64_t const size = b.bytes();
  if (offset < 0 || offset > size || bytes > static_cast<uint64_t>(size - offset)) {
    throw std::runtime_error("bytes " + std::to_string(offset) + " and " + std::to_string(bytes) + " more of tensor " + b.name + ", which has " + std::to_string(size));
  }
  return b;
}

void planlint_context::start(unsigned char fill) {
  for (Bound& b : bounds) {
    if (b.input || b.shares != nullptr) continue;
    if (b.allocator) {
      b.allocator->fill(fill);
    } else if (b.onHost) {
      memset(b.host.data(), fill, b.host.size());
    } else {
      stream.fill(b.device.address(), fill, static_cast<size_t>(b.device.bytes()));
    }
  }
  bool const done = context->enqueueV3(stream.get());
  for (Bound& b : bounds) {
    if (b.allocator && !b.allocator->error().empty()) throw std::runtime_error("output " + b.name + ": " + b.allocator->error());
  }
  if (!done) throw std::runtime_error("TensorRT could not run the plan");
}

void planlint_context::wait() { stream.wait(); }

Json planlint_context::tensors() {
  auto list = Json::list();
  for (Bound& b : bounds) {
    auto t = Json::object();
    t.add("name", b.name).add("mode", b.input ? "input" : "output").add("dtype", b.type.name);
    t.add("shape", toJson(b.allocator ? b.allocator->shape() : b.shape)).add("bytes", b.bytes());
    list.add(t.add("host", b.onHost).add("overwritten", b.overwritten));
  }
  return list;
}
