package redact

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	// address is a URL of any scheme.
	address = regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s"'<>|\x60]+`)
	// credential is a secret behind its name, or an authorization.
	credential = regexp.MustCompile(`(?i)((?:token|secret|passw(?:or)?d|pwd|api[_-]?key|access[_-]?key|signature|sig|credentials?|auth)["']?\s*[=:]\s*["']?|\bbearer\s+|\bbasic\s+)[^\s"'&;,]+`)
	// token is a secret that is known by its form: of GitHub, GitLab, Hugging Face, AWS, NVIDIA NGC, Slack, and JWTs.
	token = regexp.MustCompile(`\b(?:gh[pousr]_\w{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|hf_\w{16,}|A[KS]IA[0-9A-Z]{12,}|nvapi-[\w-]{16,}|xox[abprs]-[\w-]{10,}|eyJ[\w-]{10,}\.[\w-]+\.[\w-]*)`)
	// account is an address of mail, or who is where: user@host, user@host:path.
	account = regexp.MustCompile(`[\pL\pN._+-]+@[\pL\pN][\pL\pN.-]*(?::[~/][^\s"'<>|\x60]*)?`)
	// windowsPath starts with a drive or with two backslashes.
	windowsPath = regexp.MustCompile(`(^|[^\pL\pN])((?:[A-Za-z]:[\\/]|\\\\[\pL\pN.$_-]+\\)[^\s"'<>|\x60;,]*)`)
	// unixPath starts with a slash, with ~, or with dots; group 1 is what stands before.
	unixPath = regexp.MustCompile(`(^|[^\pL\pN_./\]-])((?:~[\pL\pN._-]*|\.\.?)?/[^\s"'<>|\x60;,()]*)`)
)

// public are addresses that may stay: those that reports of planlint name by themselves.
var public = []string{"https://github.com/NVIDIA/TensorRT", "https://github.com/planlint/planlint", "https://github.com/onnx/", "https://developer.nvidia.com/tensorrt"}

// roots are the first folders of paths. What starts with another one may be the name of a node: exporters write
// /layer/Conv.
var roots = []string{"home", "Users", "root", "tmp", "var", "mnt", "media", "opt", "srv", "data", "datasets", "workspace", "workspaces", "work", "usr",
	"etc", "private", "Volumes", "scratch", "gpfs", "lustre", "nfs", "run", "proc", "dev", "builds", "github", "__w", "app", "project", "projects",
	"net", "export", "shared", "storage", "sys", "lib", "lib64", "bin", "boot", "content", "kaggle", "cluster", "users", "repo", "repos", "src", "models"}

// replaceAddresses leaves of an address the scheme and the name of the file.
func (r *Redactor) replaceAddresses(text string) string {
	return address.ReplaceAllStringFunc(text, func(found string) string {
		trimmed := strings.TrimRight(found, ").,;:]}")
		rest := found[len(trimmed):]
		if isPublic(trimmed) {
			return found
		}
		return r.address(trimmed) + rest
	})
}

func isPublic(text string) bool {
	return !strings.ContainsAny(text, "?@") && slices.ContainsFunc(public, func(p string) bool { return strings.HasPrefix(text, p) })
}

func (r *Redactor) address(text string) string {
	scheme, rest, _ := strings.Cut(text, "://")
	rest, _, _ = strings.Cut(rest, "#")
	rest, _, _ = strings.Cut(rest, "?")
	_, inside, hasPath := strings.Cut(rest, "/")
	hidden := scheme + "://" + noHost
	if base := fileOf(inside); hasPath && base != "" {
		hidden += "/" + r.replaceWords(base)
	}
	return hidden
}

// fileOf is the name of the file that a path ends with, "" if it does not look like one. A folder says more of who made
// something than of what it is.
func fileOf(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	base := path.Base(strings.TrimRight(strings.ReplaceAll(text, `\`, "/"), ".,:"))
	ext := path.Ext(base)
	if len(ext) < 2 || len(ext) > 12 || strings.Trim(base, ".") == "" || len(base) == len(ext) || strings.ContainsAny(base, "@~") {
		return ""
	}
	return base
}

// replacePaths leaves of a path the name of the file. Of names only what starts as paths do is one.
func (r *Redactor) replacePaths(text string, name bool) string {
	for _, folder := range r.folders {
		text = replaceFolder(text, folder)
	}
	text = replaceGroups(windowsPath, text, func(groups []string) string { return groups[1] + shown(groups[2]) })
	return replaceGroups(unixPath, text, func(groups []string) string {
		if !r.isPath(groups[2], name) {
			return groups[0]
		}
		return groups[1] + shown(groups[2])
	})
}

// shown is what is left of a path, and the punctuation behind it.
func shown(path string) string {
	plain := strings.TrimRight(path, ".:")
	return orPath(fileOf(plain)) + path[len(plain):]
}

func orPath(file string) string {
	if file == "" {
		return noPath
	}
	return file
}

// isPath tells a path from the name of a node.
func (r *Redactor) isPath(text string, name bool) bool {
	segments := strings.FieldsFunc(text, func(c rune) bool { return c == '/' })
	plain := strings.TrimRight(text, ".:")
	switch {
	case len(segments) == 0, strings.HasPrefix(text, "//"), r.kept[plain], r.issued[plain]: // "//" is what is left of an address
		return false
	case !strings.HasPrefix(text, "/"): // ~ or dots
		return len(segments) > 1 || strings.HasPrefix(text, "~")
	case slices.Contains(roots, segments[0]):
		return len(segments) > 1 || !name
	}
	return !name && len(segments) > 1
}

// replaceFolder takes out a folder and all that is below it, up to where a path ends.
func replaceFolder(text, folder string) string {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, folder)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		if after != "" && !strings.ContainsRune("/\\ \t\r\n\"'<>|`;,():=", rune(after[0])) { // another folder that starts alike
			out.WriteString(folder)
			text = after
			continue
		}
		end := 0
		if after != "" && (after[0] == '/' || after[0] == '\\') {
			if end = strings.IndexAny(after, " \t\r\n\"'<>|`;,()"); end < 0 {
				end = len(after)
			}
		}
		out.WriteString(shown(after[:end]))
		text = after[end:]
	}
}
