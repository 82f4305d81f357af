//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// Build routes: options of the compiler in the builder.

#include "configure.h"
#include "names.h"

namespace planlint {

using namespace nvinfer1;

#if PLANLINT_11(1, 6)
// A route is NAME=VALUE. TensorRT takes all of them in one text.
void setRoutes(IBuilderConfig& config, Settings& settings) {
  std::string all;
  for (auto const& route : settings.all("route")) all += (all.empty() ? "" : " ") + route;
  if (all.empty()) return;
  bool const set = config.setBuildRoute(all.c_str());
  char const* const now = config.getBuildRoute();
  kept("build route", all, true, set && now != nullptr && all == now);
}
#else
void setRoutes(IBuilderConfig&, Settings&) {}
#endif

}  // namespace planlint

using namespace planlint;
using namespace nvinfer1;

extern "C" int planlint_routes(planlint_core* c, char** routes, char* text, size_t size) {
  return guarded(text, size, [&] {
#if PLANLINT_11(1, 6)
    auto const builder = made(static_cast<IBuilder*>(c->createBuilder(&c->log, NV_TENSORRT_VERSION)), "builder");
    auto const config = made(builder->createBuilderConfig(), "configuration");
    char const* const all = config->getAllBuildRoutes();
    // TensorRT-RTX has none where there is no GPU.
    if (all == nullptr || *all == 0) throw std::runtime_error("TensorRT names no build routes on this machine");
    if ((*routes = strdup(all)) == nullptr) throw std::bad_alloc();
#else
    (void)c;
    (void)routes;
    throw Unsupported("route");
#endif
  });
}
