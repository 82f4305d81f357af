//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// The flat interface to contexts.

#include "context.h"

using namespace planlint;
using namespace nvinfer1;

struct planlint_copies {
  struct Copy {
    Cuda::Memory device;
    std::vector<char> host;
    int64_t bytes() const { return device.address() != nullptr ? device.bytes() : static_cast<int64_t>(host.size()); }
  };

  explicit planlint_copies(planlint_context& x) : core(x.engine.core), stream(x.cuda), copies(x.bounds.size()) {
    for (size_t i = 0; i < copies.size(); ++i) {
      Bound& b = x.bounds[i];
      if (b.input || b.bytes() == 0) continue;
      if (b.onHost) {
        copies[i].host.assign(b.host.begin(), b.host.begin() + b.bytes());
      } else {
        copies[i].device = Cuda::Memory(x.cuda, b.bytes());
        stream.copyWithin(copies[i].device.address(), b.address(), static_cast<size_t>(b.bytes()));
      }
    }
  }

  planlint_core& core;
  Cuda::Stream stream;
  std::vector<Copy> copies;  // by tensor; those of inputs are empty
};

extern "C" {

int planlint_shares_profiles(planlint_engine const* e) {
#if NV_TENSORRT_MAJOR == 8
  // A profile belongs to one context at a time, if it says anything: of free dimensions, or of values on the host.
  auto const& engine = *e->engine;
  for (int32_t i = 0; i < engine.getNbIOTensors(); ++i) {
    char const* const name = engine.getIOTensorName(i);
    bool const host = engine.getTensorLocation(name) == TensorLocation::kHOST;
    if (engine.getTensorIOMode(name) == TensorIOMode::kINPUT && (host || !known(engine.getTensorShape(name)))) return 0;
  }
#endif
  (void)e;
  return 1;
}

int planlint_context_open(planlint_engine* e, int32_t profile, planlint_input const* inputs, size_t count,
                          planlint_context** out, char* text, size_t size) {
  return guarded(text, size, [&] { *out = new planlint_context(*e, profile, inputs, count); });
}

void planlint_context_close(planlint_context* x) {
  if (x == nullptr) return;
  (void)cudaIfAny(x->engine.core);
  delete x;
}

int planlint_context_tensors(planlint_context* x, char** json, char* text, size_t size) {
  return guarded(text, size, [&] { *json = x->tensors().copy(); });
}

int planlint_context_upload(planlint_context* x, size_t tensor, int64_t offset, void const* data, size_t bytes, char* text, size_t size) {
  return guarded(text, size, [&] {
    Bound& b = x->at(tensor, offset, bytes);
    (void)cudaOf(x->engine.core);
    x->stream.copyIn(static_cast<char*>(b.address()) + offset, data, bytes);
  });
}

int planlint_context_download(planlint_context* x, size_t tensor, int64_t offset, void* data, size_t bytes, char* text, size_t size) {
  return guarded(text, size, [&] {
    Bound& b = x->at(tensor, offset, bytes);
    (void)cudaOf(x->engine.core);
    if (b.onHost) {
      memcpy(data, b.host.data() + offset, bytes);
    } else {
      x->stream.copyOut(data, static_cast<char*>(b.address()) + offset, bytes);
    }
  });
}

int planlint_context_start(planlint_context* x, unsigned char fill, char* text, size_t size) {
  return guarded(text, size, [&] {
    (void)cudaOf(x->engine.core);
    x->start(fill);
  });
}

int planlint_context_wait(planlint_context* x, char* text, size_t size) {
  return guarded(text, size, [&] {
    (void)cudaOf(x->engine.core);
    x->wait();
  });
}

int planlint_copies_make(planlint_context* x, planlint_copies** out, char* text, size_t size) {
  return guarded(text, size, [&] {
    (void)cudaOf(x->engine.core);
    *out = new planlint_copies(*x);
  });
}

int planlint_copies_download(planlint_copies* k, size_t tensor, int64_t offset, void* data, size_t bytes, char* text, size_t size) {
  return guarded(text, size, [&] {
    auto const& copy = k->copies.at(tensor);
    if (offset < 0 || offset > copy.bytes() || bytes > static_cast<uint64_t>(copy.bytes() - offset)) {
      throw std::runtime_error("more bytes than were copied");
    }
    (void)cudaOf(k->core);
    if (copy.device.address() == nullptr) {
      memcpy(data, copy.host.data() + offset, bytes);
    } else {
      k->stream.copyOut(data, static_cast<char*>(copy.device.address()) + offset, bytes);
    }
  });
}

void planlint_copies_free(planlint_copies* k) {
  if (k == nullptr) return;
  (void)cudaIfAny(k->core);
  delete k;
}

}  // extern "C"
