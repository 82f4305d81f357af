package testutil

import "testing"

// record is a test that remembers whether it failed.
type record struct {
	testing.TB
	failed bool
}

func (r *record) Helper()               {}
func (r *record) Errorf(string, ...any) { r.failed = true }

func TestValidateJSON(t *testing.T) {
	for name, test := range map[string]struct {
		document string
		fails    bool
	}{
		"empty":         {`{"schema":"planlint/scan/v1","tool":{"version":"1"},"results":[],"errors":[],"exit":0}`, false},
		"unknown field": {`{"schema":"planlint/scan/v1","tool":{"version":"1"},"results":[],"errors":[],"exit":0,"more":1}`, false},
		"other schema":  {`{"schema":"planlint/info/v1","tool":{"version":"1"},"results":[],"errors":[],"exit":0}`, true},
		"null list":     {`{"schema":"planlint/scan/v1","tool":{"version":"1"},"results":null,"errors":[],"exit":0}`, true},
		"lost field":    {`{"schema":"planlint/scan/v1","tool":{"version":"1"},"results":[],"errors":[]}`, true},
		"unknown kind": {`{"schema":"planlint/scan/v1","tool":{"version":"1"},"results":[],"exit":3,
			"errors":[{"file":"a","kind":"odd","message":""}]}`, true},
		"minus one": {`{"schema":"planlint/scan/v1","tool":{"version":"1"},"errors":[],"exit":0,"results":[{"file":"a","size":-1,
			"images":[],"kernels":[],"findings":[],"not_checked":[],"verdict":"clean"}]}`, true},
	} {
		r := &record{TB: t}
		ValidateJSON(r, "planlint/scan/v1", []byte(test.document))
		if r.failed != test.fails {
			t.Errorf("%s: failed %v, want %v", name, r.failed, test.fails)
		}
	}
}
