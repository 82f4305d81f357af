package redact

import (
	"cmp"
	"os"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Machine is what must not leave a machine.
type Machine struct {
	// Users are names of accounts and of people, Hosts those of machines. Folders are the user's, and the working one.
	Users, Hosts, Folders []string
}

// Here is what is known of this machine and of whose process this is.
func Here() Machine {
	m := Machine{Users: []string{os.Getenv("USER"), os.Getenv("LOGNAME"), os.Getenv("USERNAME")},
		Hosts:   []string{os.Getenv("HOSTNAME"), os.Getenv("COMPUTERNAME")},
		Folders: []string{os.Getenv("HOME"), os.Getenv("USERPROFILE")}}
	if u, err := user.Current(); err == nil {
		name := u.Username[strings.LastIndexByte(u.Username, '\\')+1:] // Windows says DOMAIN\name
		m.Users = append(m.Users, name, u.Name)
		m.Folders = append(m.Folders, u.HomeDir)
	}
	if name, err := os.Hostname(); err == nil {
		m.Hosts = append(m.Hosts, name)
	}
	if folder, err := os.Getwd(); err == nil {
		m.Folders = append(m.Folders, folder)
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			m.Folders = append(m.Folders, real)
		}
	}
	for _, folder := range m.Folders {
		if strings.HasPrefix(folder, "/home/") || strings.HasPrefix(folder, "/Users/") {
			first, _, _ := strings.Cut(folder[strings.IndexByte(folder[1:], '/')+2:], "/")
			m.Users = append(m.Users, first)
		}
	}
	return m
}

// commonWords are accounts and hosts that machines have by themselves, which say nothing and are words of reports.
var commonWords = []string{"root", "user", "users", "admin", "administrator", "ubuntu", "debian", "nvidia", "runner", "docker", "jenkins", "nobody",
	"default", "guest", "localhost", "linux", "windows", "tensorrt", "planlint", "model", "build", "builder", "test"}

// wordsOf matches users (group 2) and hosts (group 3) as whole words, with the character before them (group 1); nil if
// there are none.
func wordsOf(m Machine) *regexp.Regexp {
	hosts := slices.Clone(m.Hosts)
	for _, host := range m.Hosts {
		short, _, long := strings.Cut(host, ".")
		if long {
			hosts = append(hosts, short)
		}
	}
	users, names := alternatives(m.Users), alternatives(hosts)
	if users == "" && names == "" {
		return nil
	}
	const never = `[^\s\S]`
	return regexp.MustCompile(`(?i)(^|[^\pL\pN])(?:(` + cmp.Or(users, never) + `)|(` + cmp.Or(names, never) + `))\b`)
}

// alternatives is a pattern of words that are worth hiding, the longest first.
func alternatives(words []string) string {
	var all []string
	for _, word := range words {
		word = strings.TrimSpace(word)
		digits := strings.Trim(word, "0123456789.") == ""
		if len(word) < 3 || digits || slices.Contains(commonWords, strings.ToLower(word)) || slices.Contains(all, regexp.QuoteMeta(word)) {
			continue
		}
		all = append(all, regexp.QuoteMeta(word))
	}
	longestFirst(all)
	return strings.Join(all, "|")
}

func longestFirst(list []string) {
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
}
