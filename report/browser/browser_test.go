// Package browser opens the pages of package report in a real browser.
package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/planlint/planlint/internal/testutil"
)

// browserNames are those under which Chromium is installed; Debian's packages are chromium-headless-shell and chromium.
var browserNames = []string{"chromium-headless-shell", "headless_shell", "chromium", "chromium-browser", "google-chrome"}

// start returns a tab of a browser without a window. PLANLINT_BROWSER names the browser's file.
func start(t *testing.T) context.Context {
	t.Helper()
	path := os.Getenv("PLANLINT_BROWSER")
	for _, name := range browserNames {
		if found, err := exec.LookPath(name); path == "" && err == nil {
			path = found
		}
	}
	if path == "" {
		testutil.Require(t, "browser", "none of "+strings.Join(browserNames, ", ")+" is installed, and PLANLINT_BROWSER is not set")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1400, 900))
	if os.Geteuid() == 0 { // its sandbox does not start for root
		options = append(options, chromedp.NoSandbox)
	}
	allocated, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	tab, cancel := chromedp.NewContext(allocated)
	t.Cleanup(cancel)
	if err := chromedp.Do(tab); err != nil {
		t.Fatalf("starting %s: %v", path, err)
	}
	return tab
}

// heard is what a page did that it must not do.
type heard struct {
	mutex sync.Mutex
	what  []string
}

func (h *heard) add(format string, values ...any) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.what = append(h.what, fmt.Sprintf(format, values...))
}

func (h *heard) all() string {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return strings.Join(h.what, "\n")
}

// listen notes errors, messages, dialogs, and requests for anything but the page itself.
func listen(t *testing.T, tab context.Context) *heard {
	t.Helper()
	h := &heard{}
	err := chromedp.Listen(tab, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			h.add("exception: %v", e.ExceptionDetails)
		case *runtime.EventConsoleAPICalled:
			h.add("message on the console: %s", e.Type)
		case *log.EventEntryAdded:
			h.add("log: %s: %s", e.Entry.Source, e.Entry.Text)
		case *page.EventJavascriptDialogOpening:
			h.add("dialog: %s", e.Message)
		case *network.EventRequestWillBeSent:
			if e.Type != network.ResourceTypeDocument || !strings.HasPrefix(e.Request.URL, "file://") {
				h.add("request: %s %s", e.Type, e.Request.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// run runs actions in a tab.
func run(t *testing.T, tab context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(tab, actions...); err != nil {
		t.Fatal(err)
	}
}

// call runs a command of the browser's protocol in a tab.
func call[P, R any](t *testing.T, tab context.Context, command cdp.Command[P, R], parameters P) {
	t.Helper()
	if _, err := chromedp.Call(tab, command, parameters); err != nil {
		t.Fatal(err)
	}
}

// evaluate returns the value of an expression in the page.
func evaluate[V any](t *testing.T, tab context.Context, expression string) V {
	t.Helper()
	value, err := chromedp.Run(tab, chromedp.Evaluate[V](expression))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func address(t *testing.T, path string) string {
	t.Helper()
	absolute, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return "file://" + absolute
}

// goldenPages are those that the tests of package report compare with what it writes: one for each command, with
// hostile names in some.
func goldenPages(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("../testdata/*.html")
	if err != nil || len(paths) < 6 {
		t.Fatalf("%d pages in testdata: %v", len(paths), err)
	}
	return paths
}
