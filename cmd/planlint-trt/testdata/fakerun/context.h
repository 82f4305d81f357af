// Running plans of text.
#ifndef CONTEXT_H
#define CONTEXT_H

#include "../object.h"
#include "plan.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include <iterator>

// The device's memory is the host's: fakes of a kind.
using Allocate = int (*)(uintptr_t*, size_t);
using Free = int (*)(uintptr_t);
template <typename F>
F cuda(char const* name) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  return reinterpret_cast<F>(dlsym(library, name));
}

struct Context final : Facade<IExecutionContext, apiv::VExecutionContext> {
  Plan& plan;
  int32_t profile;
  std::map<std::string, Shape> shapes;
  std::map<std::string, char*> memory;
  std::map<std::string, IOutputAllocator*> allocators;
  uintptr_t scratch = 0;
  int runs = 0;

  Context(Plan& p, int32_t first) : plan(p), profile(first) {
    if (cuda<Allocate>("cuMemAlloc_v2")(&scratch, 4096) != 0) abort();
    for (auto const& t : plan.tensors) shapes[t.name] = t.shape;
    using V = apiv::VExecutionContext;
    object.on<&V::getOptimizationProfile>([this] { return profile; });
    object.on<&V::setOptimizationProfileAsync>([this](int32_t i, cudaStream_t) {
      if (plan.has("refuse-profile")) return false;
      profile = i;
      return true;
    });
    object.on<&V::setInputShape>([this](char const* name, Dims const& d) {
      auto const& fixed = plan.at(name).shape;
      if (std::find(fixed.begin(), fixed.end(), -1) == fixed.end()) abort();  // nobody needs to ask for that
      shapes[name] = Shape(d.d, d.d + d.nbDims);
      return !plan.has("refuse-shape");
    });
    object.on<&V::getTensorShape>([this](char const* name) { return dims(shapes[name]); });
    object.on<&V::setTensorAddress>([this](char const* name, void* address) {
      memory[name] = static_cast<char*>(address);
      return address != nullptr;
    });
    object.on<&V::setOutputAllocator>([this](char const* name, IOutputAllocator* a) {
      allocators[name] = a;
      return true;
    });
    object.on<&V::inferShapes>([this](int32_t, char const** names) { return infer(names); });
    object.on<&V::enqueueV3>([this](cudaStream_t stream) { return run(stream); });
  }
  ~Context() override { cuda<Free>("cuMemFree_v2")(scratch); }

  Tensor& first(bool host) {
    return *std::find_if(plan.tensors.begin(), plan.tensors.end(), [&](Tensor const& t) { return t.input() && t.onHost() == host; });
  }

  int32_t infer(char const** names) {
    if (plan.has("no-inference")) return -1;
    if (plan.has("missing")) {
      names[0] = plan.tensors[0].name.c_str();
      return 1;
    }
    for (auto& t : plan.tensors) {
      if (t.input()) continue;
      Shape shape = t.shape;
      for (size_t i = 0; i < shape.size() && t.kind == "output"; ++i) {
        if (shape[i] < 0) shape[i] = shapes[first(false).name].at(i);
      }
      if (t.kind == "grown") shape = shapes[t.source];
      if (t.kind == "shape") shape = shapes[first(true).name];
      shapes[t.name] = shape;
    }
    return 0;
  }

  bool run(cudaStream_t stream) {
    ++runs;
    if (plan.has("refuse-run")) {
      gLog->log(ILogger::Severity::kERROR, "IExecutionContext::enqueueV3: Error Code 3: no run today");
      return false;
    }
    if (plan.has("hang")) pause();
    Tensor& x = first(false);
    char const* const in = memory[x.name];
    size_t const size = bytesOf(shapes[x.name], x.type);
    for (auto& t : plan.tensors) {
      if (t.input()) continue;
      char* out = memory[t.name];
      size_t const n = t.kind == "late" ? 0 : bytesOf(shapes[t.name], t.type);
      if (t.kind == "output") {
        for (size_t i = 0; i < std::min(n, size) - (plan.has("lazy") ? 1 : 0); ++i) out[i] = static_cast<char>(in[i] + 1);
        if (plan.has("rectifies")) {
          for (size_t i = 0; i < n; i += 4) memcpy(out + i, in[i + 3] < 0 ? "\0\0\0" : in + i, 4);
        }
        if (plan.has("unsteady") && runs == 3) out[1] ^= 1;
      } else if (t.kind == "shape") {
        for (size_t i = 0; i < n / 8; ++i) {
          bool const wide = first(true).type == 8;
          char const* const from = memory[first(true).name];
          int64_t const value = wide ? reinterpret_cast<int64_t const*>(from)[i] : reinterpret_cast<int32_t const*>(from)[i];
          memcpy(out + 8 * i, &value, 8);
        }
      } else if (t.kind == "grown") {
        for (size_t i = 0; i < n; ++i) out[i] = static_cast<char>(out[i] + 1);
      } else if (!late(t, in, size, stream)) {
        return false;
      }
    }
    return true;
  }

  bool late(Tensor const& t, char const* in, size_t size, cudaStream_t stream) {
    std::string found;
    std::copy_if(in, in + size, std::back_inserter(found), [](char c) { return c != 0; });
    auto const a = allocators[t.name];
    uint64_t const n = std::max<uint64_t>(found.size(), 1);
#if NV_TENSORRT_MAJOR == 8
    (void)stream;
    void* const out = a->reallocateOutput(t.name.c_str(), nullptr, n, 256);
#else
    void* const out = a->reallocateOutputAsync(t.name.c_str(), nullptr, n, 256, stream);
#endif
    if (out == nullptr) return false;
    memcpy(out, found.data(), found.size());
    a->notifyShape(t.name.c_str(), dims({static_cast<int64_t>(found.size())}));
    return true;
  }
};

#endif
