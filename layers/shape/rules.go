package shape

import (
	"maps"
	"sync"
)

// operators returns the rules of all operators, by domain and name. They are put together once.
var operators = sync.OnceValue(func() map[string]map[string]rule {
	standard := map[string]rule{"If": inferIf, "Loop": inferLoop, "Scan": inferScan}
	for _, group := range []map[string]rule{
		elementwise(), casts(), arithmetic(), reshapes(), growth(), selection(), construction(), reduction(), windows(), products(),
		normalization(), attention(), recurrence(), quantization(), sequences(), vision(),
	} {
		maps.Copy(standard, group)
	}
	return map[string]map[string]rule{
		"": standard, "ai.onnx.ml": learning(), "ai.onnx.preview.training": training(), "ai.onnx.preview": attention(), "com.microsoft": contributed(),
	}
})
