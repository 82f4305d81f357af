package trt

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/testutil"
)

// enumerations of TensorRT's by what the support table calls their values.
var enumerations = map[string]string{
	"flag": "BuilderFlag", "tactic source": "TacticSource", "preview feature": "PreviewFeature", "tiling": "TilingOptimizationLevel",
	"verbosity": "ProfilingVerbosity", "capability": "ComputeCapability", "hardware compatibility": "HardwareCompatibilityLevel",
	"engine capability": "EngineCapability", "platform": "RuntimePlatform",
}

// methods are what a setting needs.
var methods = map[string]string{
	"optimization level": "setBuilderOptimizationLevel", "max tactics": "setMaxNbTactics", "L2 limit": "setL2LimitForTiling",
	"tactic sources": "setTacticSources", "dynamic range": "setDynamicRange", "DLA core": "setDLACore", "aux streams": "setMaxAuxStreams",
	"workspace": "setMemoryPoolLimit", "plugin": "setPluginsToSerialize", "timing cache": "createTimingCache", "route": "setBuildRoute",
	"profile": "addOptimizationProfile",
}

// inHeadersOnly are features that headers of TensorRT-RTX have and its libraries refuse or ignore.
var inHeadersOnly = append([]string{"REJECT_EMPTY_ALGORITHMS", "WEIGHTLESS", "dynamic range", "timing cache", "WINDOWS_AMD64", "hardware compatibility"}, weak...)

// otherNames are second names of values that the table has under their first.
var otherNames = []string{"verbosity DEFAULT", "verbosity VERBOSE", "engine capability DEFAULT", "engine capability SAFE_GPU",
	"engine capability SAFE_DLA", "capability NONE"}

// TestSupportTable compares the table with the headers there are.
func TestSupportTable(t *testing.T) {
	for _, h := range testutil.AllHeaders(t) {
		family, text := Family(h.Tag), headerText(t, h.Folders[0])
		found := map[string]bool{}
		for kind, enumeration := range enumerations {
			for _, name := range values(text, enumeration) {
				found[kind+" "+name] = true
			}
		}
		for feature, method := range methods {
			found[feature] = strings.Contains(text, " "+method+"(")
		}
		found["strongly typed network"] = slices.Contains(values(text, "NetworkDefinitionCreationFlag"), "STRONGLY_TYPED")
		found["weakly typed network"] = family == TRT8 || family == TRT10
		for feature, row := range support() {
			refused := family == RTX && slices.ContainsFunc(inHeadersOnly, func(part string) bool { return strings.Contains(feature, part) })
			if supported := row[family].has(releaseOf(h.Version)); supported != found[feature] && !refused {
				t.Errorf("%s %s: the table says %v of %s, the headers %v", family, h.Version, supported, feature, found[feature])
			}
		}
		for feature := range found {
			if _, known := support()[feature]; !known && !slices.Contains(otherNames, feature) {
				t.Errorf("%s %s: the table lacks %s", family, h.Version, feature)
			}
		}
	}
}

func headerText(t *testing.T, folder string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "NvInfer*.h"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no headers in %s: %v", folder, err)
	}
	var all strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`).ReplaceAllString(all.String(), "")
}

// values are the names of an enumeration's values.
func values(headers, enumeration string) []string {
	body := regexp.MustCompile(`(?s)enum class ` + enumeration + `\b[^;{]*\{(.*?)\};`).FindStringSubmatch(headers)
	if body == nil {
		return nil
	}
	var names []string
	for _, match := range regexp.MustCompile(`\bk(\w+)[^,]*`).FindAllStringSubmatch(body[1], -1) {
		names = append(names, match[1])
	}
	return names
}

// TestTableIsWhole makes sure that no row was misread.
func TestTableIsWhole(t *testing.T) {
	if rows := strings.Count(strings.TrimSpace(supportTable), "\n"); rows != len(support()) {
		t.Errorf("%d rows are %d features", rows, len(support()))
	}
	for feature, row := range support() {
		if len(row) != len(families) || !slices.ContainsFunc(families, func(f Family) bool { return row[f].first > 0 }) {
			t.Errorf("%s: %v", feature, row)
		}
	}
}
