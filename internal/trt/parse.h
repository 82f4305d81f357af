// From an ONNX file to a network.
#ifndef PLANLINT_PARSE_H
#define PLANLINT_PARSE_H

#include "native.h"

#include <NvOnnxParser.h>

namespace planlint {

// Opens the parser's library, unless it is open. Throws Unavailable.
void openParser(planlint_core& c);

// Adds the model in a file to a network. The parser owns weights of the network and must live as long.
std::unique_ptr<nvonnxparser::IParser> parse(planlint_core& c, nvinfer1::INetworkDefinition& network, char const* path);

}  // namespace planlint

#endif
