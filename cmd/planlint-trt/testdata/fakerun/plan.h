// Plans of text, that the fake TensorRT runs. A plan has a line for each tensor, and lines with wishes:
//
//   input NAME TYPE SHAPE MIN OPT MAX      on the device; MIN OPT MAX are repeated for more profiles
//   host NAME TYPE SHAPE MIN OPT MAX       the same, read on the host; MIN OPT MAX are values then
//   output NAME TYPE SHAPE                 byte i is byte i of the first input and 1, for as many as there are
//   late NAME TYPE                         the bytes of the first input that are not 0, as int8
//   shape NAME                             the values of the first host input, as int64, on the host
//   grown NAME TYPE INPUT                  shares the memory of an input, whose bytes grow by 1
//   wish WORD                              see has()
//
// TYPE is TensorRT's number, a SHAPE is 1,3; -1 is free and takes its size from the first input.
#ifndef PLAN_H
#define PLAN_H

#include <NvInfer.h>

#include <algorithm>
#include <array>
#include <deque>
#include <sstream>
#include <string>
#include <vector>

using namespace nvinfer1;

inline ILogger* gLog = nullptr;

using Shape = std::vector<int64_t>;

inline Shape parsed(std::string const& text) {
  Shape shape;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) {
    if (part != "scalar") shape.push_back(std::stoll(part));
  }
  return shape;
}

inline Dims dims(Shape const& shape) {
  Dims d{};
  d.nbDims = static_cast<int32_t>(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) d.d[i] = static_cast<std::remove_reference_t<decltype(d.d[0])>>(shape[i]);
  return d;
}

inline size_t bytesOf(Shape const& shape, int type) {
  static int const bits[] = {32, 16, 8, 32, 8, 8, 8, 16, 64, 4, 4, 8};
  int64_t n = bits[type];
  for (auto d : shape) n *= d;
  return static_cast<size_t>((n + 7) / 8);
}

struct Tensor {
  std::string kind, name, source;
  int type = 0;
  Shape shape;
  std::vector<std::array<Shape, 3>> profiles;
  std::vector<std::array<std::vector<int32_t>, 3>> values32;
  std::vector<std::array<std::vector<int64_t>, 3>> values64;
  bool input() const { return kind == "input" || kind == "host"; }
  bool onHost() const { return kind == "host" || kind == "shape"; }
};

struct Plan {
  std::deque<Tensor> tensors;
  std::vector<std::string> wishes;

  explicit Plan(std::string const& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string kind, word;
      words >> kind;
      if (kind == "wish") {
        words >> word;
        wishes.push_back(word);
        continue;
      }
      Tensor t;
      t.kind = kind;
      words >> t.name;
      if (kind == "shape") t.type = 8;
      if (kind == "late" || kind == "grown" || kind == "input" || kind == "host" || kind == "output") words >> t.type;
      if (kind == "grown") words >> t.source;
      if (kind == "input" || kind == "host" || kind == "output") {
        words >> word;
        t.shape = parsed(word);
      }
      if (kind == "late") t.shape = {-1};
      for (std::array<std::string, 3> three; words >> three[0] >> three[1] >> three[2];) {
        t.profiles.emplace_back();
        t.values32.emplace_back();
        t.values64.emplace_back();
        for (size_t i = 0; i < 3; ++i) {
          auto const numbers = parsed(three[i]);
          t.profiles.back()[i] = kind == "host" ? t.shape : numbers;
          t.values64.back()[i] = numbers;
          t.values32.back()[i].assign(numbers.begin(), numbers.end());
        }
      }
      tensors.push_back(t);
    }
  }

  bool has(char const* wish) const { return std::find(wishes.begin(), wishes.end(), wish) != wishes.end(); }
  Tensor& at(char const* name) {
    return *std::find_if(tensors.begin(), tensors.end(), [&](Tensor const& t) { return t.name == name; });
  }
  int32_t profiles() const {
    size_t n = 1;
    for (auto const& t : tensors) n = std::max(n, t.profiles.size());
    return static_cast<int32_t>(n);
  }
};

#endif
