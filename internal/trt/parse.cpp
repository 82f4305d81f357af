//go:build cgo && linux && (rtx || trt8 || trt10 || trt11)

// From an ONNX file to a network.

#include "parse.h"

#include <fstream>
#include <iterator>
#include <vector>

namespace planlint {
namespace {

std::vector<char> readModel(char const* path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(std::string("the model ") + path + " cannot be opened");
  std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw std::runtime_error(std::string("the model ") + path + " cannot be read");
  return bytes;
}

}  // namespace

void openParser(planlint_core& c) {
  if (c.createParser != nullptr) return;
  auto const path = c.parser.c_str();
  c.createParser = symbol<void*(void*, void*, int)>(open(path), "createNvOnnxParser_INTERNAL", path);
}

std::unique_ptr<nvonnxparser::IParser> parse(planlint_core& c, nvinfer1::INetworkDefinition& network, char const* path) {
  openParser(c);
  auto parser = made(static_cast<nvonnxparser::IParser*>(c.createParser(&network, &c.log, NV_ONNX_PARSER_VERSION)), "parser");
  auto const model = readModel(path);
  // The path lets the parser find weights that are kept beside the model.
  if (parser->parse(model.data(), model.size(), path)) return parser;
  std::string why = "the model could not be parsed";
  if (parser->getNbErrors() > 0 && parser->getError(0)->desc() != nullptr) why += std::string(": ") + parser->getError(0)->desc();
  throw std::runtime_error(why);
}

}  // namespace planlint
