//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// Opening the libraries, and the log.

#include "native.h"

namespace planlint {

void* open(char const* path) {
  // Local, so that one family's symbols never stand in for another's; never unloaded, because TensorRT's
  // destructors crash at exit when its library is gone.
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    char const* why = dlerror();
    throw Unavailable(why != nullptr ? why : path);
  }
  return library;
}

}  // namespace planlint

using namespace planlint;

extern "C" {

int32_t planlint_header_version(void) { return NV_TENSORRT_VERSION; }

int planlint_open(char const* core, char const* parser, char const* plugins, planlint_core** out, int32_t* version, char* text, size_t size) {
  return guarded(text, size, [&] {
    auto c = std::make_unique<planlint_core>();
    c->path = core;
    void* const library = c->library = open(core);
    *version = c->version = symbol<int32_t()>(library, "getInferLibVersion", core)();
    c->createBuilder = symbol<void*(void*, int32_t)>(library, "createInferBuilder_INTERNAL", core);
    c->createRuntime = symbol<void*(void*, int32_t)>(library, "createInferRuntime_INTERNAL", core);
    c->parser = parser;
    c->plugins = plugins;
    *out = c.release();
  });
}

int planlint_record(planlint_core* c, int* severity, char* text, size_t size) {
  bool taken = false;
  guarded(text, size, [&] { taken = c->log.take(severity, text, size); });
  return taken ? 1 : 0;
}

}  // extern "C"
