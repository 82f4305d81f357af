// Package testutil holds what the tests of several packages share.
package testutil

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Require ends a test that needs something which is not here: it skips with the reason, or fails if
// PLANLINT_REQUIRE, a list separated by commas, names what is missing. So a machine that is meant to
// have it cannot pass by skipping.
func Require(t testing.TB, what, reason string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("PLANLINT_REQUIRE"), ","), what) {
		t.Fatalf("%s is required by PLANLINT_REQUIRE: %s", what, reason)
	}
	t.Skipf("skipped, %s is not available: %s", what, reason)
}
