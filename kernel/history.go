package kernel

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp"
)

// history holds the cells of this run of the kernel; its session number is always 0, the current one.
type history struct {
	mu      sync.Mutex
	entries []historyEntry
}

type historyEntry struct {
	line          int
	input, output string
}

func (h *history) add(line int, code string, res interp.Result) {
	e := historyEntry{line: line, input: code}
	if res.Value != nil {
		e.output = res.Value.Text()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.entries = append(h.entries, e)
}

func (h *history) all() []historyEntry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.entries)
}

type historyRequest struct {
	Output     bool   `json:"output"`
	AccessType string `json:"hist_access_type"`
	Session    int    `json:"session"`
	Start      int    `json:"start"`
	Stop       *int   `json:"stop"` // nil is the end
	N          *int   `json:"n"`    // nil is all
	Pattern    string `json:"pattern"`
	Unique     bool   `json:"unique"`
}

// searchHistory answers tail (the last n), range (lines start to stop, without stop) and search (a
// glob pattern over the whole input).
func (k *kernel) searchHistory(r *request) {
	c := historyRequest{AccessType: "tail", Pattern: "*"}
	if !r.parse(&c) {
		return
	}
	found := []any{}
	for _, e := range c.choose(k.history.all()) {
		if c.Output {
			found = append(found, []any{0, e.line, []any{e.input, orNull(e.output)}})
		} else {
			found = append(found, []any{0, e.line, e.input})
		}
	}
	r.reply(map[string]any{"status": "ok", "history": found})
}

func (c *historyRequest) choose(entries []historyEntry) []historyEntry {
	switch c.AccessType {
	case "range":
		if c.Session != 0 {
			return nil // earlier runs are not kept
		}
		return slices.DeleteFunc(entries, func(e historyEntry) bool {
			return e.line < c.Start || c.Stop != nil && e.line >= *c.Stop
		})
	case "search":
		entries = slices.DeleteFunc(entries, func(e historyEntry) bool { return !matchGlob(c.Pattern, e.input) })
		if c.Unique {
			entries = latestOfEach(entries)
		}
	}
	if c.N != nil {
		entries = entries[max(0, len(entries)-max(0, *c.N)):]
	}
	return entries
}

// latestOfEach drops an entry when the same input comes again later.
func latestOfEach(entries []historyEntry) []historyEntry {
	last := map[string]int{}
	for i, e := range entries {
		last[e.input] = i
	}
	var kept []historyEntry
	for i, e := range entries {
		if last[e.input] == i {
			kept = append(kept, e)
		}
	}
	return kept
}

// matchGlob is path.Match without path elements: * and ? match any character.
func matchGlob(pattern, s string) bool {
	const stand = "\x00" // for the slash, which path.Match treats apart
	matched, err := path.Match(strings.ReplaceAll(pattern, "/", stand), strings.ReplaceAll(s, "/", stand))
	return err == nil && matched
}

// orNull gives JSON null for a cell without output.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
