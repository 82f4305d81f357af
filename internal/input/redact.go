package input

import (
	"net/url"
	"strings"
)

// redact removes the user, password, query and fragment of an address, well-formed or not.
func redact(address string) string {
	scheme, rest, _ := strings.Cut(address, "://")
	secret := ""
	if at := strings.IndexAny(rest, "?#"); at >= 0 {
		rest, secret = rest[:at], rest[at:]
	}
	end := strings.IndexByte(rest, '/')
	if _, err := url.Parse(address); err != nil {
		// Where the host starts is anyone's guess: a password may hold a slash or a question mark.
		end, secret = -1, ""
		rest = address[len(scheme)+len("://"):]
	}
	if end < 0 {
		end = len(rest)
	}
	if at := strings.LastIndexByte(rest[:end], '@'); at >= 0 {
		rest = rest[at+1:]
	}
	if strings.HasPrefix(secret, "?") {
		rest += "?..."
	}
	return scheme + "://" + rest
}
