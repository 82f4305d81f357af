// Package folder finds plans in folders, by what files hold and not by their names, and says which part
// of what a plan is: a rank of a TensorRT-LLM engine, a version of a Triton model, an entry of the engine
// cache of ONNX Runtime. A file that is named like a plan and holds none is a Problem.
//
// Of each file only the first 512 bytes are read, and of files that may hold a plan what is needed to
// know. A file that cannot be read is a Problem and does not stop the search.
package folder
