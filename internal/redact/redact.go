// Package redact takes out of results and texts what says where, on what machine and by whom they were made: folders,
// names of users and hosts, addresses with what stands in them, credentials. What is left can be published.
//
// It is a list of what is known to be there, and of patterns. A secret that looks like an ordinary word and that nobody
// named is not found.
package redact

import (
	"regexp"
	"strconv"
	"strings"
)

// Redactor redacts texts that belong together: the same name becomes the same one everywhere. It is not safe for
// concurrent use.
type Redactor struct {
	// anonymous: names of models and files are replaced too.
	anonymous bool
	folders   []string
	words     []hidden // users and hosts
	// files are paths as they were named, and names those of a model, with what they became.
	files, names map[string]string
	issued       map[string]bool // what names and files became
	kept         map[string]bool // names that did not change
	// stale: names or files came since the replacer was made.
	replacer *regexp.Regexp
	stale    bool
}

// What stands for what was taken out.
const (
	noPath    = "[path]"
	noUser    = "[user]"
	noHost    = "[host]"
	noSecret  = "[secret]"
	noAccount = "[account]"
)

// New returns a redactor for what a machine's user made. An anonymous one replaces names in models, and of files, too.
func New(m Machine, anonymous bool) *Redactor {
	r := &Redactor{anonymous: anonymous, files: map[string]string{}, names: map[string]string{}, issued: map[string]bool{}, kept: map[string]bool{}}
	for _, folder := range m.Folders {
		if folder = strings.TrimRight(folder, `/\`); len(folder) > 1 {
			r.folders = append(r.folders, folder)
		}
	}
	longestFirst(r.folders)
	r.words = wordsOf(m)
	return r
}

// Text redacts a text in words: a message, a command, a title.
func (r *Redactor) Text(text string) string {
	text = r.replaceAddresses(text)
	text = r.replaceKnown(text)
	text = account.ReplaceAllString(text, noAccount) // before a path behind it goes by itself
	text = r.replacePaths(text, false)
	return r.replaceWords(text)
}

// Name redacts the name of a node, a value or a network. Names with slashes are usual in models and stay, as long as
// they do not start as paths do. Different names stay different.
func (r *Redactor) Name(name string) string {
	if name == "" || r.issued[name] || r.kept[name] {
		return name
	}
	if became, known := r.names[name]; known {
		return became
	}
	became := name
	if r.anonymous {
		became = "name" + strconv.Itoa(len(r.names)+1)
	} else {
		became = r.replaceAddresses(became)
		became = r.replacePaths(became, true)
		became = r.replaceWords(became)
	}
	if became == name {
		r.kept[name] = true
		return name
	}
	return r.issue(r.names, name, became)
}

// issue remembers what a name became, with a number behind it if another one became the same.
func (r *Redactor) issue(list map[string]string, name, became string) string {
	free := became
	for i := 2; r.issued[free] || r.kept[free]; i++ {
		free = became + "_" + strconv.Itoa(i)
	}
	list[name], r.issued[free], r.stale = free, true, true
	return free
}

// replaceWords takes out users, hosts and credentials.
func (r *Redactor) replaceWords(text string) string {
	text = credential.ReplaceAllString(text, "${1}"+noSecret)
	text = token.ReplaceAllString(text, noSecret)
	text = account.ReplaceAllString(text, noAccount)
	for _, word := range r.words {
		text = word.replaceIn(text)
	}
	return text
}

// replaceGroups replaces matches by what with makes of their groups, again and again: a match takes the character
// before it, which may be the end of the one before.
func replaceGroups(pattern *regexp.Regexp, text string, with func(groups []string) string) string {
	for range 2 {
		text = pattern.ReplaceAllStringFunc(text, func(match string) string { return with(pattern.FindStringSubmatch(match)) })
	}
	return text
}
