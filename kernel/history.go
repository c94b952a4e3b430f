package kernel

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp"
)

const (
	historyBytes  = 16 << 20 // of this run's cells kept in memory; the oldest are dropped first
	historyOutput = 64 << 10 // longer outputs are not kept on disk
)

// history holds the cells of this run of the kernel, and finds those of earlier runs on disk.
type history struct {
	mu      sync.Mutex
	store   *historyStore // nil keeps nothing on disk
	entries []historyEntry
	bytes   int
	unsaved []historyEntry // not yet on disk
}

// historyEntry is one cell. Its session is 0 for this run until something of the run is on disk.
type historyEntry struct {
	session       int
	line          int
	input, output string
}

func (e *historyEntry) size() int { return len(e.input) + len(e.output) }

func (h *history) add(line int, code string, res interp.Result) {
	e := historyEntry{line: line, input: code}
	if res.Value != nil {
		e.output = res.Value.Text()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.entries = append(h.entries, e)
	for h.bytes += e.size(); h.bytes > historyBytes && len(h.entries) > 1; h.entries = h.entries[1:] {
		h.bytes -= h.entries[0].size()
	}
	if e.size() <= largeCell { // longer cells are not worth keeping
		h.unsaved = append(h.unsaved, e)
	}
}

// save writes the unsaved cells to disk.
func (h *history) save() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.saveLocked()
}

func (h *history) saveLocked() {
	if h.store != nil {
		for _, e := range h.unsaved {
			h.store.add(e)
		}
	}
	clear(h.unsaved)
	h.unsaved = h.unsaved[:0]
}

func (h *history) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.saveLocked()
	if h.store != nil {
		h.store.close()
	}
}

// own returns the cells of this run and its number.
func (h *history) own() (own []historyEntry, session int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.saveLocked()
	own = slices.Clone(h.entries)
	if h.store != nil {
		session = h.store.session
	}
	for i := range own {
		own[i].session = session
	}
	return own, session
}

// all returns the cells of all available runs, those of this run last.
func (h *history) all() []historyEntry {
	own, session := h.own()
	if h.store == nil {
		return own
	}
	return append(h.store.others(session), own...)
}

type historyRequest struct {
	Output     bool   `json:"output"`
	AccessType string `json:"hist_access_type"`
	Session    int    `json:"session"` // 0 is this run, −1 the one before
	Start      int    `json:"start"`
	Stop       *int   `json:"stop"` // nil is the end
	N          *int   `json:"n"`    // nil is all
	Pattern    string `json:"pattern"`
	Unique     bool   `json:"unique"`
}

// searchHistory answers tail (the last n), range (lines start to stop, without stop, of one run) and
// search (a glob pattern over the whole input).
func (k *kernel) searchHistory(r *request) {
	c := historyRequest{AccessType: "tail", Pattern: "*"}
	if !r.parse(&c) {
		return
	}
	found := []any{}
	for _, e := range c.choose(&k.history) {
		if c.Output {
			found = append(found, []any{e.session, e.line, []any{e.input, orNull(e.output)}})
		} else {
			found = append(found, []any{e.session, e.line, e.input})
		}
	}
	r.reply(map[string]any{"status": "ok", "history": found})
}

func (c *historyRequest) choose(h *history) []historyEntry {
	var entries []historyEntry
	switch c.AccessType {
	case "range":
		return slices.DeleteFunc(c.run(h), func(e historyEntry) bool {
			return e.line < c.Start || c.Stop != nil && e.line >= *c.Stop
		})
	case "search":
		entries = slices.DeleteFunc(h.all(), func(e historyEntry) bool { return !matchGlob(c.Pattern, e.input) })
		if c.Unique {
			entries = latestOfEach(entries)
		}
	case "tail":
		entries = h.all()
	}
	if c.N != nil {
		entries = entries[max(0, len(entries)-max(0, *c.N)):]
	}
	return entries
}

// run returns the cells of the session that the request names.
func (c *historyRequest) run(h *history) []historyEntry {
	entries, own := h.own()
	if c.Session == 0 || c.Session == own {
		return entries
	}
	entries = h.all()
	wanted := c.Session
	if wanted < 0 {
		runs := []int{}
		for _, e := range entries {
			if e.session != own && !slices.Contains(runs, e.session) {
				runs = append(runs, e.session)
			}
		}
		slices.Sort(runs)
		if len(runs)+wanted < 0 {
			return nil
		}
		wanted = runs[len(runs)+wanted]
	}
	return slices.DeleteFunc(entries, func(e historyEntry) bool { return e.session != wanted })
}

// latestOfEach drops entries whose input occurs again later.
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
	const stand = "\x00" // replaces the slash, which path.Match treats specially
	matched, err := path.Match(strings.ReplaceAll(pattern, "/", stand), strings.ReplaceAll(s, "/", stand))
	return err == nil && matched
}

// orNull returns s, or nil (JSON null) if it is empty.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
