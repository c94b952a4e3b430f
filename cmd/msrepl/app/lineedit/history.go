package lineedit

import "strings"

// history holds the cells typed before, oldest first, and the current position while the user browses it.
type history struct {
	cells  []string
	at     int    // len(cells) while not browsing
	prefix string // prefix of the cells to show
	draft  state  // the text being typed
}

// stop ends browsing.
func (h *history) stop() { h.at = len(h.cells) }

func (h *history) add(cell string) bool {
	cell = strings.TrimSpace(cell)
	fresh := cell != "" && (len(h.cells) == 0 || h.cells[len(h.cells)-1] != cell)
	if fresh {
		h.cells = append(h.cells, cell)
	}
	h.stop()
	return fresh
}

// older shows the next older cell that begins with the text before the cursor when browsing began.
func (e *Editor) older() bool {
	h := &e.history
	if h.at == len(h.cells) {
		h.prefix, h.draft = e.text[:e.cursor], state{e.text, e.cursor}
	}
	for i := h.at - 1; i >= 0; i-- {
		if c := h.cells[i]; strings.HasPrefix(c, h.prefix) && c != e.text {
			h.at = i
			e.set(c)
			return true
		}
	}
	return false
}

// newer moves in the other direction, finally back to the text being typed.
func (e *Editor) newer() bool {
	h := &e.history
	if h.at == len(h.cells) {
		return false
	}
	for h.at++; h.at < len(h.cells); h.at++ {
		if c := h.cells[h.at]; strings.HasPrefix(c, h.prefix) && c != e.text {
			e.set(c)
			return true
		}
	}
	e.set(h.draft.text)
	e.cursor = h.draft.cursor
	return true
}

// suggestion returns the rest of the last line as it was last typed after the same lines.
func (e *Editor) suggestion() string {
	h := &e.history
	if e.cfg.Plain || e.cursor < len(e.text) || strings.TrimSpace(e.text) == "" || h.at < len(h.cells) ||
		e.search != nil || e.menu != nil {
		return ""
	}
	for i := len(h.cells) - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(h.cells[i], e.text); ok && rest != "" {
			line, _, _ := strings.Cut(rest, "\n")
			return line
		}
	}
	return ""
}

// takeSuggestion handles keys that move right beyond the end of the text.
func (e *Editor) takeSuggestion(c Code) bool {
	rest := e.suggestion()
	if rest == "" || c != Right && c != End && c != WordRight {
		return false
	}
	if c == WordRight {
		whole := buffer{text: rest}
		rest = rest[:whole.wordEnd()]
	}
	e.change(e.cursor, e.cursor, rest)
	return true
}

// search is an incremental search for cells of the history that contain a text.
type search struct {
	query  string
	at     int   // index of the cell shown; initially len(cells)
	began  state // the state before the search
	failed bool  // no cell contains the query
}

func (e *Editor) beginSearch() {
	e.search = &search{at: len(e.history.cells), began: state{e.text, e.cursor}}
}

// searching handles keys during a search, and reports whether the key is done with.
func (e *Editor) searching(k Key) bool {
	s := e.search
	switch k.Code {
	case Text, Paste:
		s.query += strings.ReplaceAll(k.Text, "\n", " ")
		e.find(min(s.at, len(e.history.cells)-1), -1)
	case Backspace:
		s.query = strings.TrimSuffix(s.query, lastLetter(s.query))
		e.find(len(e.history.cells)-1, -1)
	case SearchOlder:
		e.find(s.at-1, -1)
	case SearchNewer:
		e.find(s.at+1, 1)
	case Cancel:
		e.set(s.began.text)
		e.cursor = s.began.cursor
		e.search = nil
	case Escape:
		e.search = nil
	default:
		e.search = nil
		if k.Code == Enter {
			e.cursor = len(e.text)
		}
		return false
	}
	return true
}

func lastLetter(text string) string {
	b := buffer{text: text, cursor: len(text)}
	return text[b.prev():]
}

// find shows the first cell from index i on, in steps of step, that contains the query, ignoring case.
func (e *Editor) find(i, step int) {
	s := e.search
	if s.failed = false; s.query == "" {
		return
	}
	for ; i >= 0 && i < len(e.history.cells); i += step {
		c := e.history.cells[i]
		seen := c == e.text && i != s.at && s.at < len(e.history.cells)
		if at := indexFold(c, s.query); at >= 0 && !seen {
			s.at = i
			e.set(c)
			e.cursor = at
			return
		}
	}
	s.failed = true
}

// indexFold is strings.Index, ignoring case.
func indexFold(text, query string) int {
	low := strings.ToLower(text)
	at := strings.Index(low, strings.ToLower(query))
	if len(low) != len(text) { // some letters have cases of different length
		at = min(at, strings.Index(text, query))
	}
	return at
}
