// A context that runs an engine, with the memory of its inputs and outputs.
#ifndef PLANLINT_CONTEXT_H
#define PLANLINT_CONTEXT_H

#include "engine.h"

namespace planlint {

// Gives an output memory whose size is known only while the engine runs.
class Allocator final : public nvinfer1::IOutputAllocator {
 public:
  Allocator(std::shared_ptr<Cuda const> cuda, Cuda::Stream const& stream) : mCuda(std::move(cuda)), mStream(stream) {}

#if NV_TENSORRT_MAJOR == 8
  void* reallocateOutput(char const*, void*, uint64_t size, uint64_t) noexcept override { return reallocate(size); }
#else
  void* reallocateOutputAsync(char const*, void*, uint64_t size, uint64_t, cudaStream_t) override { return reallocate(size); }
#endif
  void notifyShape(char const*, nvinfer1::Dims const& shape) noexcept override { mShape = shape; }

  // Fills the memory there is, and that to come.
  void fill(unsigned char byte);

  Cuda::Memory const& memory() const { return mMemory; }
  nvinfer1::Dims const& shape() const { return mShape; }
  // Why there was no memory; empty: there was.
  std::string const& error() const { return mError; }

 private:
  void* reallocate(uint64_t size) noexcept;

  std::shared_ptr<Cuda const> mCuda;
  Cuda::Stream const& mStream;
  Cuda::Memory mMemory;
  nvinfer1::Dims mShape{-1, {}};
  unsigned char mFill = 0;
  std::string mError;
};

// An input or output. Its memory is one of three: on the device, on the host, or what an allocator gave.
struct Bound {
  std::string name;
  bool input = false;
  Type type{};
  nvinfer1::Dims shape{};
  Cuda::Memory device;
  bool onHost = false;
  std::vector<char> host;
  std::unique_ptr<Allocator> allocator;
  // The output that shares the memory of an input, or the other way round; null: none.
  Bound const* shares = nullptr;
  bool overwritten = false;  // an input

  int64_t bytes() const { return bytesOf(allocator ? allocator->shape() : shape, type); }
  void* address() {
    if (onHost) return host.data();
    return (shares != nullptr && !input ? shares->device : allocator ? allocator->memory() : device).address();
  }
};

}  // namespace planlint

struct planlint_context {
  planlint_context(planlint_engine& e, int32_t profile, planlint_input const* inputs, size_t count);

  // Throws if the bytes do not lie in the tensor.
  planlint::Bound& at(size_t tensor, int64_t offset, size_t bytes);
  void start(unsigned char fill);
  void wait();
  planlint::Json tensors();

  planlint_engine& engine;
  std::shared_ptr<planlint::Cuda const> cuda;
  planlint::Cuda::Stream stream;
  std::vector<planlint::Bound> bounds;  // never grows, so that its elements stay where they are
  std::unique_ptr<nvinfer1::IExecutionContext> context;  // ends before the memory that it uses
};

#endif
