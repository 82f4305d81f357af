package folder

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// ONNX Runtime names an engine PREFIX_HASH_SUBGRAPH_ENGINE, with the precisions, the architecture and
// whether its weights were left out behind it. Versions before 1.17 have neither architecture nor,
// before 1.10, a second number; the prefix can be chosen.
const cachePattern = `^(.+)_(\d{6,20})_(\d+|\*)(?:_(\d+|\*))?((?:_(?:fp16|bf16|int8|fp8|dla\w*))*)((?:_sm\d+\+?)?)((?:\.stripped)?)\.engine$`

// defaultPrefix starts the names of a cache whose prefix was not chosen.
const defaultPrefix = "TensorrtExecutionProvider_TRTKernel_graph_"

// cacheEntries returns the members of an engine cache of ONNX Runtime; others are left out.
func cacheEntries(folder string, names []string) map[string]*result.Member {
	pattern := regexp.MustCompile(cachePattern)
	members := map[string]*result.Member{}
	for _, name := range names {
		match := pattern.FindStringSubmatch(name)
		if match == nil {
			continue
		}
		graph, byDefault := strings.CutPrefix(match[1], defaultPrefix)
		if !byDefault && !hasProfile(folder, name) && match[6] == "" {
			continue // a number in a name does not make a cache
		}
		members[name] = &result.Member{Kind: "onnxruntime-cache", Folder: folder, Name: graph + details(match[5:])}
	}
	return members
}

// hasProfile reports whether the ranges of the engine's shapes are beside it.
func hasProfile(folder, engine string) bool {
	stem := strings.TrimSuffix(strings.TrimSuffix(engine, ".engine"), ".stripped")
	_, err := os.Stat(filepath.Join(folder, stem+".profile"))
	return err == nil
}

// details returns what the name says of an engine, in brackets.
func details(parts []string) string {
	text := strings.Join(parts, "")
	words := strings.FieldsFunc(text, func(r rune) bool { return r == '_' || r == '.' })
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words, ", ") + ")"
}
