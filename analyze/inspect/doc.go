// Package inspect reads the layers of a plan as TensorRT tells them: the JSON of its engine inspector, which is
// also what trtexec --exportLayerInfo writes, and the times that trtexec --exportProfile and --exportTimes add.
// It needs neither TensorRT nor a GPU.
//
// What TensorRT prints as JSON is not always JSON: control characters between the parts of a layer's metadata
// (NVIDIA/TensorRT issue 2779), names with quotes in them, nan for a number. Such text is mended while it is
// read. Text is read once, in bounded memory, whatever its size.
package inspect
