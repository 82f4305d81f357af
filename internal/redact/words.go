package redact

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A name of a user or a host is hidden where it stands as a word, alone or in an identifier: alice, alice_block, block_alice2,
// aliceNet. A letter beside a letter of it, or a digit beside a digit, makes it another word: malice, build77. Then
//   - a name of at least insideLetters letters is hidden there too, as it is hardly by chance in a word,
//   - a name of one letter stays, which is a dimension or a variable, and so do numbers and commonWords,
//   - so does what is in the sum of a file.
const (
	leastLetters  = 2
	camelLetters  = 4 // below, MaxPool or PadV2 would be of Max and Pad
	insideLetters = 6
)

// commonWords are accounts and hosts that machines have by themselves, and words of reports, of operators and of types: they
// say nothing of who made something, and a report without them could not be read.
var commonWords = strings.Fields(`
	root user users admin administrator ubuntu debian fedora centos nvidia runner docker podman jenkins nobody default guest localhost local
	localdomain linux windows darwin daemon service system server worker workers node nodes host path secret account ec2-user developer student
	tensorrt rtx trt planlint model models build builder built test tests gpu gpus cpu cuda cudnn python onnx engine engines plan plans report
	reports bytes byte zero zeros size sizes padded padding clean suspect damaged section sections version versions layer layers network networks
	tensor tensors weight weights kernel kernels input inputs output outputs script shape shapes string format float half double int uint bool
	bfloat bfloat16 float8 float16 float32 float64 complex int8 int16 int32 int64 uint8 uint16 uint32 uint64 fp fp4 fp8 fp16 fp32 fp64 tf tf32 bf bf16 f16 f32 sm kb mb gb tb
	kib mib gib ms ns us hz id io os op ops nd up no of on in is it as at an am be by do go he if me my or so to we us and the for not all any are was
	has had larger included inside outside given but its one two who how off out new old set get put run runs ran use may can see yes per
	via max min mean sum add sub mul div
	mod abs exp log pow sin cos tan xor pad top cast clip conv gemm gelu relu elu loop scan scale split slice stack sign sqrt square where
	while range round reduce resize reshape repeat gather scatter concat constant dropout einsum expand flatten identity matrix matmul
	normal normalization uniform pool pooling average global random softmax sigmoid transpose unsqueeze squeeze upsample select shuffle
	self def else elif from import return lambda true false none print with pass try except class name names file files folder data main graph
	group groups block blocks alone memory device driver machine engineer master slave control command commands option options value values
	number numbers length offset address unknown single static dynamic profile profiles timing tactic tactics import export release debug
	public private custom plugin plugins native second seconds minute`)

// hidden is a name that is hidden, and what stands for it.
type hidden struct {
	pattern *regexp.Regexp
	letters int // and digits
	instead string
}

// wordsOf are the users and hosts that are worth hiding, the longest first.
func wordsOf(m Machine) []hidden {
	hosts := slices.Clone(m.Hosts)
	for _, host := range m.Hosts {
		if short, _, long := strings.Cut(host, "."); long {
			hosts = append(hosts, short)
		}
	}
	instead := map[string]string{}
	for _, host := range hosts {
		instead[strings.ToLower(strings.TrimSpace(host))] = noHost
	}
	for _, user := range m.Users {
		instead[strings.ToLower(strings.TrimSpace(user))] = noUser
	}
	var names []string
	for name := range instead {
		if utf8.RuneCountInString(name) >= leastLetters && strings.Trim(name, "0123456789.") != "" && !slices.Contains(commonWords, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	longestFirst(names)
	var words []hidden
	for _, name := range names {
		words = append(words, hidden{regexp.MustCompile(`(?i)` + regexp.QuoteMeta(name)), utf8.RuneCountInString(name), instead[name]})
	}
	return words
}

// replaceIn replaces the name wherever it is hidden.
func (h hidden) replaceIn(text string) string {
	var out strings.Builder
	for at := 0; ; {
		found := h.pattern.FindStringIndex(text[at:])
		if found == nil {
			out.WriteString(text[at:])
			return out.String()
		}
		start, end := at+found[0], at+found[1]
		if h.standsAt(text, start, end) {
			out.WriteString(text[at:start] + h.instead)
			at = end
			continue
		}
		_, width := utf8.DecodeRuneInString(text[start:])
		out.WriteString(text[at : start+width])
		at = start + width
	}
}

// standsAt tells the name from another word that has the same letters in it.
func (h hidden) standsAt(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	first, _ := utf8.DecodeRuneInString(text[start:end])
	last, _ := utf8.DecodeLastRuneInString(text[start:end])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return h.parted(before, first) && h.parted(last, after) && !inDigest(text, start, end)
}

// parted tells whether the name can end between two characters.
func (h hidden) parted(a, b rune) bool {
	if unicode.IsLetter(a) && unicode.IsLetter(b) {
		return h.letters >= insideLetters || h.letters >= camelLetters && unicode.IsLower(a) && unicode.IsUpper(b)
	}
	return !unicode.IsDigit(a) || !unicode.IsDigit(b)
}

// digestLength is how many hexadecimal digits in a row are taken for a sum of a file, not for words.
const digestLength = 16

func inDigest(text string, start, end int) bool {
	isHex := func(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
	for i := start; i < end; i++ {
		if !isHex(text[i]) {
			return false
		}
	}
	for start > 0 && isHex(text[start-1]) {
		start--
	}
	for end < len(text) && isHex(text[end]) {
		end++
	}
	return end-start >= digestLength
}
