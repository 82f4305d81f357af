// CUDA through its driver API, which is part of NVIDIA's driver: nothing of the CUDA toolkit is needed.
#ifndef PLANLINT_CUDA_H
#define PLANLINT_CUDA_H

#include <cuda_runtime_api.h>  // cudaStream_t, cudaEvent_t; nothing is called
#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

namespace planlint {

// The first device that CUDA sees, or CUDA_VISIBLE_DEVICES lets it see, and its primary context, which
// TensorRT uses too. A context is current in one thread, and the callers' threads change: whoever calls
// TensorRT or this calls enter() before.
class Cuda {
 public:
  // Throws Unavailable if there is no driver or no device.
  Cuda();
  ~Cuda();
  Cuda(Cuda const&) = delete;
  Cuda& operator=(Cuda const&) = delete;

  void enter() const;

  struct Device {
    std::string name;
    int major, minor;  // compute capability
    int64_t memory;    // bytes
  };
  std::vector<Device> devices() const;

  // The version of CUDA that the driver offers: 12080 is 12.8.
  int version() const;

  // Bytes of the device's memory that are free.
  int64_t free() const;

  // Memory of the device.
  class Memory {
   public:
    Memory() = default;
    Memory(std::shared_ptr<Cuda const> cuda, int64_t bytes);
    ~Memory();
    Memory(Memory&& other) noexcept { swap(other); }
    Memory& operator=(Memory&& other) noexcept {
      swap(other);
      return *this;
    }
    void* address() const { return reinterpret_cast<void*>(mAddress); }
    int64_t bytes() const { return mBytes; }

   private:
    void swap(Memory& other) noexcept {
      std::swap(mCuda, other.mCuda);
      std::swap(mAddress, other.mAddress);
      std::swap(mBytes, other.mBytes);
    }
    std::shared_ptr<Cuda const> mCuda;
    uintptr_t mAddress = 0;
    int64_t mBytes = 0;
  };

  // A stream, with an event to wait for without the processor's help: a GPU that hangs must not look alive.
  class Stream {
   public:
    explicit Stream(std::shared_ptr<Cuda const> cuda);
    ~Stream();
    Stream(Stream const&) = delete;
    Stream& operator=(Stream const&) = delete;
    cudaStream_t get() const { return mStream; }
    void wait() const;
    // These begin when what was put into the stream before has ended. The copies return when they have ended.
    void copyIn(void* to, void const* from, size_t bytes) const;
    void copyOut(void* to, void const* from, size_t bytes) const;
    void copyWithin(void* to, void const* from, size_t bytes) const;
    void fill(void* to, unsigned char byte, size_t bytes) const;

   private:
    std::shared_ptr<Cuda const> mCuda;
    cudaStream_t mStream = nullptr;
    cudaEvent_t mEvent = nullptr;
  };

 private:
  struct Functions;
  void check(int result, std::string const& what) const;

  std::unique_ptr<Functions> mCall;
  int mDevice = 0;
  void* mContext = nullptr;
};

}  // namespace planlint

#endif
