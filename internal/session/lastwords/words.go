package lastwords

import (
	"fmt"
	"strings"
)

// Words describe why a process has died.
type Words struct {
	Why     string   // the runtime's message: "concurrent map writes"
	At      string   // the last known position of a cell, "In[5]:3"; "" if unknown
	Started []string // where its last goroutines were started
}

// advice suggests fixes, by a part of the runtime's message.
var advice = []struct{ of, what string }{
	{"concurrent map", "two goroutines used one map at the same time: guard it with a sync.Mutex, or use a sync.Map"},
	{"unlock of unlocked", "a mutex that was not locked was unlocked"},
	{"stack overflow", "an endless recursion in compiled code"},
	{"out of memory", "the system has no more memory: a limit of your own (--memory-limit) fails the cell instead"},
	{"cannot allocate memory", "the system has no more memory: a limit of your own (--memory-limit) fails the cell instead"},
}

// String returns the message to the user, in two or three lines.
func (w Words) String() string {
	var b strings.Builder
	b.WriteString(w.Why)
	if w.At != "" {
		fmt.Fprintf(&b, ", near %s", w.At)
	}
	if len(w.Started) > 0 {
		fmt.Fprintf(&b, " (goroutines started in %s)", strings.Join(w.Started, ", "))
	}
	b.WriteByte('\n')
	for _, a := range advice {
		if strings.Contains(w.Why, a.of) {
			b.WriteString(a.what + "\n")
			break
		}
	}
	b.WriteString("Go ends the process then; this cannot be prevented: variables and definitions are lost")
	return b.String()
}

// wordsOf extracts the cause from the runtime's output; died is false if the output reports no fatal error.
func wordsOf(report string) (w Words, died bool) {
	for line := range strings.Lines(report) {
		line = strings.TrimSpace(line)
		for _, prefix := range []string{"fatal error: ", "panic: ", "SIG"} {
			rest, ok := strings.CutPrefix(line, prefix)
			if !ok {
				continue
			}
			if prefix == "SIG" {
				rest = line
			}
			return Words{Why: strings.TrimPrefix(rest, "runtime: ")}, true
		}
	}
	return w, false
}
