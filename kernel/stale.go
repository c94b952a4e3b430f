package kernel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/interp"
)

// marks records cells of notebooks that send cell IDs, and the marks shown below those whose results are out of date.
// A mark is an output of the cell, so a front end removes it when the cell runs again.
type marks struct {
	mu    sync.Mutex
	news  bool // a cell has run since the marks were last updated
	cells map[string]*marked
}

// marked is a cell and its mark.
type marked struct {
	number int
	header json.RawMessage // of the request that last ran it
	text   string          // of the mark, "" if there is none
	shown  bool            // a mark has been shown
}

// cellID returns the ID of the cell that a request is from, which JupyterLab and VS Code send, or "".
func cellID(m *message) string {
	if !bytes.Contains(m.metadata, []byte(`"cellId"`)) {
		return ""
	}
	var metadata struct {
		CellID string `json:"cellId"`
	}
	_ = json.Unmarshal(m.metadata, &metadata) // an ID of another type is ignored
	return metadata.CellID
}

// begin records that a cell runs, which clears its outputs.
func (l *marks) begin(id string, number int, header json.RawMessage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cells == nil {
		l.cells = map[string]*marked{}
	}
	l.cells[id] = &marked{number: number, header: header}
	l.news = true
}

// markStale marks the cells whose results are out of date, and removes the marks of the others.
func (k *kernel) markStale() {
	l := &k.marks
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.news {
		return
	}
	l.news = false
	now := map[string]interp.StaleCell{}
	for _, c := range k.awaitEngine().Stale() {
		now[c.ID] = c
	}
	for id, m := range l.cells {
		text := ""
		if c, ok := now[id]; ok && c.Number == m.number {
			text = staleText(c)
		}
		if text != m.text {
			k.mark(m, text)
		}
	}
}

func staleText(c interp.StaleCell) string {
	verb := "has"
	if len(c.Uses) > 1 {
		verb = "have"
	}
	return fmt.Sprintf("stale: %s %s changed since this cell ran", strings.Join(c.Uses, ", "), verb)
}

// mark shows or replaces the mark of a cell.
func (k *kernel) mark(m *marked, text string) {
	b := display.HTML("").Pass()
	if text != "" {
		const begin, end = `<div style="opacity:.7;border-left:3px solid #e6a23c;padding-left:.5em">`, "</div>"
		b = display.HTML(begin + html.EscapeString(text) + end).Pass()
	}
	b.Data["text/plain"] = text
	b.ID = fmt.Sprintf("stale-%s-%d", k.session.id, m.number)
	msgType := "display_data"
	if m.shown {
		msgType = "update_display_data"
	}
	m.text, m.shown = text, true
	k.iopub.publish(msgType, m.header, displayContent(b))
}
