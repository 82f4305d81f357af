package redact

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// File redacts the name of a file as a user or a saved result has it: a path, an address, or a member of an archive.
// The name of the file itself stays. Texts that name it will be redacted too.
func (r *Redactor) File(name string) string {
	if name == "" || r.issued[name] || name == "-" {
		return name
	}
	if became, known := r.files[name]; known {
		return became
	}
	var parts []string
	for part := range strings.SplitSeq(name, "!") { // archive!member
		parts = append(parts, r.file(part))
	}
	became := strings.Join(parts, "!")
	if became == name {
		return name
	}
	if r.anonymous {
		return r.issue(r.files, name, became)
	}
	r.files[name], r.stale = became, true // two folders may have files of one name
	return became
}

func (r *Redactor) file(name string) string {
	if strings.Contains(name, "://") {
		name = r.replaceAddresses(name)
		if before, after, _ := strings.Cut(name, "://"); r.anonymous || strings.ContainsAny(before, ` /\`) { // it is not the address alone
			name = path.Base(after)
		}
	} else {
		name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	}
	if r.anonymous {
		ext := path.Ext(name)
		if len(ext) > 7 || strings.Trim(ext, ".abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			ext = ""
		}
		return "file" + strconv.Itoa(len(r.files)+1) + ext
	}
	return r.replaceWords(r.replacePaths(account.ReplaceAllString(name, noAccount), false))
}

// replaceKnown replaces the files and names that are known by what they became.
func (r *Redactor) replaceKnown(text string) string {
	if r.stale {
		r.replacer, r.stale = r.known(), false
	}
	if r.replacer == nil {
		return text
	}
	return replaceGroups(r.replacer, text, func(groups []string) string {
		if became, isFile := r.files[groups[2]]; isFile {
			return groups[1] + became
		}
		if became, isName := r.names[groups[2]]; isName {
			return groups[1] + became
		}
		quoted := strings.Trim(groups[2], `"`)
		return groups[1] + `"` + r.names[quoted] + `"`
	})
}

// usualNames are names in models that are words of reports as well, and say nothing of whose the model is.
var usualNames = []string{"model", "graph", "main", "main_graph", "input", "output", "data", "weight", "weights", "bias", "kernel", "plan", "zeros", "bytes"}

// known matches files and names (group 2) where they stand by themselves. Of names of one or two letters, which are
// words and dimensions too, only what is in quotes is sure.
func (r *Redactor) known() *regexp.Regexp {
	var all []string
	for name := range r.files {
		all = append(all, name)
	}
	for name := range r.names {
		if slices.Contains(usualNames, name) {
			continue
		}
		if len(name) < 3 {
			name = `"` + name + `"`
		}
		all = append(all, name)
	}
	if len(all) == 0 {
		return nil
	}
	longestFirst(all)
	for i := range all {
		word := regexp.QuoteMeta(all[i])
		if last := all[i][len(all[i])-1]; last == '_' || last >= '0' && last <= '9' || last >= 'A' && last <= 'Z' || last >= 'a' && last <= 'z' {
			word += `\b`
		}
		all[i] = word
	}
	return regexp.MustCompile(`(^|[^\pL\pN_])(` + strings.Join(all, "|") + `)`)
}
