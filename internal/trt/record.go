package trt

import "fmt"

// Severity is that of a record in TensorRT's log, in TensorRT's numbers: the lower, the worse.
type Severity int

// The severities of nvinfer1::ILogger.
const (
	SeverityInternalError Severity = iota
	SeverityError
	SeverityWarning
	SeverityInfo
	SeverityVerbose
)

func (s Severity) String() string {
	names := [...]string{"internal error", "error", "warning", "info", "verbose"}
	if s < 0 || int(s) >= len(names) {
		return fmt.Sprintf("severity %d", int(s))
	}
	return names[s]
}

// Record is one message of TensorRT's log.
type Record struct {
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`
}
