// Package wrap finds the plans inside of a file: bare, or in one of the formats that tools put around
// them, or in several of those at once.
//
// Formats are told apart by content, never by name. What lies in the file as it is stays there: the plan
// is a window of the file, and a model of many gigabytes is not loaded to find it. What is compressed is
// decoded once into a store that the caller supplies.
//
// The formats, with the name that Plan.Wrapper gives them:
//
//	ultralytics     JSON length (4 bytes, little-endian), JSON, plan
//	base64          the plan as base64 text
//	torch-tensorrt  such text in a pickle, or in a JSON file of an archive, as Torch-TensorRT saves it
//	pickle          the plan as bytes of a Python pickle, as torch2trt saves it
//	executorch      a TR01 or TR02 blob, alone or in an ExecuTorch program
//	zip, pytorch, torchscript  archives; members are looked at by content
//	onnx            EPContext nodes of ONNX Runtime, with the plan in the model or in a file beside it
//	gzip, zstd      streams
//
// Wrappers around wrappers are joined by a slash, the outermost first: "zip/ultralytics".
package wrap
