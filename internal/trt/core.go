package trt

// About says what a shim was compiled for and what it opened.
type About struct {
	Family  Family `json:"family"`
	Headers string `json:"headers"` // version of the headers, 1.7.1
	Library string `json:"library"` // version of the library
	// Features are what this family's shim can do beyond a plain build: "stream-writer".
	Features []string `json:"features"`
}

// PlanFrame is the type of the frames that a plan is written in. Each has 4 bytes of length, little-endian,
// one of type, and that many bytes of the plan.
const PlanFrame = 'p'

// CacheFrame is the type of the frames that a timing cache is written in, behind its plan.
const CacheFrame = 'c'
