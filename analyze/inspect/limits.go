package inspect

// Limits on what is read, far above what plans have, so that a text made for it takes neither memory nor time.
const (
	// maxValue is the length of one layer or of another value in the text, in bytes. A subgraph of a graph
	// compiler lists thousands of nodes in some 100 KB.
	maxValue = 4 << 20
	// maxDepth is how deep values may be nested.
	maxDepth = 1000
	// maxTensors is how many inputs, outputs or constants one layer can have.
	maxTensors = 4096
	// maxRank is how many dimensions a shape can have; TensorRT has 8.
	maxRank = 16
	// maxKept is what the layers may take once they are read, in bytes, roughly.
	maxKept = 128 << 20
	// maxRuns is how many runs a file of times can have.
	maxRuns = 4 << 20
)
