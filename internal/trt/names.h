// TensorRT's enumerations by name, as far as the headers have them.
#ifndef PLANLINT_NAMES_H
#define PLANLINT_NAMES_H

#include "native.h"

// PLANLINT_10(n) is true for headers of TensorRT 10.n and all that came after.
#define PLANLINT_10(minor) (NV_TENSORRT_MAJOR >= 11 || PLANLINT_RTX || (NV_TENSORRT_MAJOR == 10 && NV_TENSORRT_MINOR >= minor))
// PLANLINT_11(n, m) is true for headers of TensorRT 11.n and of TensorRT-RTX 1.m, and all that came after.
#define PLANLINT_11(minor, rtx) \
  ((NV_TENSORRT_MAJOR == 11 && NV_TENSORRT_MINOR >= minor) || (PLANLINT_RTX && NV_TENSORRT_MINOR >= rtx))
// Networks can be weakly typed: builders choose among the precisions that flags allow.
#define PLANLINT_WEAK (NV_TENSORRT_MAJOR == 8 || NV_TENSORRT_MAJOR == 10)

namespace planlint {

struct Named {
  char const* name;
  int32_t value;
};

#define PLANLINT_NAMED(type, name) {#name, static_cast<int32_t>(nvinfer1::type::k##name)}

template <size_t N>
int32_t valueOf(Named const (&list)[N], char const* kind, std::string const& name) {
  for (auto const& n : list) {
    if (name == n.name) return n.value;
  }
  throw Unsupported(std::string(kind) + " " + name);
}

}  // namespace planlint

#endif
