package compare

import "regexp"

// generated are the parts of kernel names that a builder makes up. They differ from build to build, or with
// each change of a model, where the kernels do not:
//
//	__myl_CastMulLtSeleCast_myl6_0    the number of a layer
//	__myl_MulMaxTran_0x9474fb...      a hash of the kernel's source, 32 digits in all that were seen
//	nvrtc_prog_1694013261_cu_...      a program compiled while the plan was built (NVIDIA/TensorRT issue 3316)
var generated = regexp.MustCompile(`_myl[0-9]+(?:_[0-9]+)*|_0x[0-9a-f]{16,}|nvrtc_prog_[0-9]+`)

// normalName returns a kernel name with a mark in place of each generated part.
func normalName(name string) string {
	return generated.ReplaceAllStringFunc(name, generatedMark)
}

// generatedMark stands for a generated part, and tells its kind. "#" is in no kernel name.
func generatedMark(part string) string {
	switch {
	case len(part) > 4 && part[:4] == "_myl":
		return "_myl#"
	case part[:3] == "_0x":
		return "_0x#"
	}
	return "nvrtc_prog_#"
}

// sameName tells whether two texts are the same but for generated parts, of which there is at least one.
func sameName(old, new []byte) bool {
	return generated.Match(old) && string(generated.ReplaceAllFunc(old, mark)) == string(generated.ReplaceAllFunc(new, mark))
}

func mark(part []byte) []byte { return []byte(generatedMark(string(part))) }

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
