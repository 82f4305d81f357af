package redact

import (
	"cmp"
	"os"
	"os/user"
	"path/filepath"
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

func longestFirst(list []string) {
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
}
