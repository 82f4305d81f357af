package trt

// minVersions are the first versions with a feature, where it is known: from the release notes and headers.
var minVersions = map[string]map[Family]string{
	"flag WEIGHT_STREAMING": {TRT8: "TensorRT 10.0"},
	"flag STRIP_PLAN":       {TRT8: "TensorRT 10.0"},
	"platform":              {TRT8: "TensorRT 10.2", TRT10: "TensorRT 10.2"},
	"capabilities":          {TRT8: "TensorRT-RTX 1.0", TRT10: "TensorRT-RTX 1.0", TRT11: "TensorRT-RTX 1.0"},
}

// unsupported is the error for a feature that the shim refused.
func unsupported(family Family, feature string) error {
	return &UnsupportedError{Feature: feature, MinVersion: minVersions[feature][family]}
}
