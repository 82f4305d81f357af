// What the files of the shim share. The shim is compiled against the headers of one TensorRT family and links
// to nothing of it: everything but a few C functions goes through virtual tables. Every entry catches
// everything. TensorRT calls back on its own threads, so log records are only queued here, and no Go function
// is called.
#ifndef PLANLINT_NATIVE_H
#define PLANLINT_NATIVE_H

#include "log.h"
#include "shim.h"

#include <NvInfer.h>

#include <dlfcn.h>
#include <string.h>

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#if NV_TENSORRT_MAJOR == 1
#define PLANLINT_RTX 1
#else
#define PLANLINT_RTX 0
#endif

namespace planlint {
class Cuda;
}

// An opened TensorRT.
struct planlint_core {
  planlint::Log log;
  int32_t version = 0;          // of the library, as TensorRT numbers it
  std::string path;             // of the library
  void* library = nullptr;      // its handle, which is never closed
  void* (*createBuilder)(void* log, int32_t version) = nullptr;
  void* (*createRuntime)(void* log, int32_t version) = nullptr;

  // The parser and TensorRT's own plugins are libraries of their own, which are opened when they are needed: a
  // plan runs without the parser.
  std::string parser;
  std::string plugins;  // empty: the family has none
  bool pluginsTried = false;
  void* (*createParser)(void* network, void* log, int version) = nullptr;

  std::shared_ptr<planlint::Cuda> cuda;            // null until it is needed
  std::shared_ptr<void> builder;                  // the last one: while it is there the next one comes much sooner
  std::unique_ptr<nvinfer1::IHostMemory> sample;  // a plan to try this TensorRT with, if it was built
};

namespace planlint {

// The text names a feature that this TensorRT lacks.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The text says what is missing on this machine.
struct Unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What was to be handed to the parent could not be written.
struct WriteFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename T>
std::unique_ptr<T> made(T* p, char const* what) {
  if (p == nullptr) throw std::runtime_error(std::string("TensorRT made no ") + what);
  return std::unique_ptr<T>(p);
}

// Runs one entry's work and turns whatever is thrown into a status and a text.
template <typename F>
int guarded(char* text, size_t size, F&& work) noexcept {
  try {
    work();
    return PLANLINT_OK;
  } catch (Unsupported const& e) {
    copyText(text, size, e.what());
    return PLANLINT_UNSUPPORTED;
  } catch (Unavailable const& e) {
    copyText(text, size, e.what());
    return PLANLINT_UNAVAILABLE;
  } catch (WriteFailed const& e) {
    copyText(text, size, e.what());
    return PLANLINT_WRITE;
  } catch (std::bad_alloc const&) {
    copyText(text, size, "the memory is not enough");
  } catch (std::exception const& e) {
    copyText(text, size, e.what());
  } catch (...) {
    copyText(text, size, "an exception that says nothing");
  }
  return PLANLINT_FAILED;
}

// Throws Unavailable if the library has no such function.
template <typename F>
F* symbol(void* library, char const* name, char const* path) {
  void* s = dlsym(library, name);
  if (s == nullptr) throw Unavailable(std::string(path) + " has no " + name);
  return reinterpret_cast<F*>(s);
}

// Opens a library and leaves it open. Throws Unavailable.
void* open(char const* path);

}  // namespace planlint

#endif
