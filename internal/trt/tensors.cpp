//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// What tensors are.

#include "engine.h"

namespace planlint {

using namespace nvinfer1;

Type typeOf(DataType type) {
  // In the order of TensorRT's numbers, which are the same in all families. Headers of some versions lack the last.
  static Type const types[] = {{"float32", 32}, {"float16", 16}, {"int8", 8},   {"int32", 32}, {"bool", 8}, {"uint8", 8},
                               {"fp8", 8},      {"bfloat16", 16}, {"int64", 64}, {"int4", 4},   {"fp4", 4},  {"e8m0", 8}};
  auto const i = static_cast<size_t>(type);
  if (i >= sizeof types / sizeof *types) throw Unsupported("data type " + std::to_string(i));
  return types[i];
}

bool known(Dims const& shape) {
  return shape.nbDims >= 0 && std::all_of(shape.d, shape.d + shape.nbDims, [](int64_t n) { return n >= 0; });
}

int64_t bytesOf(Dims const& shape, Type type) {
  if (!known(shape)) return 0;
  int64_t elements = 1, bits = 0;
  bool over = false;
  for (int32_t i = 0; i < shape.nbDims; ++i) over |= __builtin_mul_overflow(elements, shape.d[i], &elements);
  over |= __builtin_mul_overflow(elements, type.bits, &bits) || __builtin_add_overflow(bits, 7, &bits);
  if (over) throw std::runtime_error("a tensor of shape " + toText(shape) + " is larger than any memory");
  return bits / 8;
}

Json toJson(Dims const& shape) {
  auto list = Json::list();
  for (int32_t i = 0; i < shape.nbDims; ++i) list.add(static_cast<int64_t>(shape.d[i]));
  return list;
}

std::string toText(Dims const& shape) {
  std::string text;
  for (int32_t i = 0; i < shape.nbDims; ++i) text += (i > 0 ? "x" : "") + std::to_string(shape.d[i]);
  return text;
}

char const* modeOf(ICudaEngine const& engine, char const* tensor) {
  return engine.getTensorIOMode(tensor) == TensorIOMode::kINPUT ? "input" : "output";
}

}  // namespace planlint
