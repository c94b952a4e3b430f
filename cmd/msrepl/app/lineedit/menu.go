package lineedit

import "strings"

// menu is the list of candidates shown under the cell.
type menu struct {
	start  int // offset of the candidates in the text
	typed  string
	items  []Candidate
	chosen int // -1 until one is chosen
	top    int // the first one shown
}

// tab indents at the beginning of a line, and otherwise completes: first the common prefix of all candidates, then
// from a menu.
func (e *Editor) tab() bool {
	if strings.TrimSpace(e.before()) == "" {
		e.insert(strings.Repeat(" ", e.cfg.Indent))
		return true
	}
	items, start := e.candidates()
	if len(items) == 0 {
		return false
	}
	common := items[0].Text
	for _, it := range items {
		for !strings.HasPrefix(it.Text, common) {
			common = common[:len(common)-1]
		}
	}
	typed := e.text[start:e.cursor]
	if common = strings.ToValidUTF8(common, ""); common != typed && (strings.HasPrefix(common, typed) || len(items) == 1) {
		e.change(start, e.cursor, common)
		typed = common
	}
	if len(items) > 1 {
		e.menu = &menu{start: start, typed: typed, items: items, chosen: -1}
	}
	return true
}

// candidates returns those that begin with the typed text, or, if there are none, those that match ignoring case.
func (e *Editor) candidates() (items []Candidate, start int) {
	if e.cfg.Complete == nil {
		return nil, 0
	}
	all, start := e.cfg.Complete(e.text, e.cursor)
	typed := e.text[start:e.cursor]
	for _, c := range all {
		if strings.HasPrefix(c.Text, typed) {
			items = append(items, c)
		}
	}
	if len(items) == 0 {
		items = all
	}
	return items, start
}

// choosing handles keys while a menu is open, and reports whether the key is done with.
func (e *Editor) choosing(k Key) bool {
	m := e.menu
	switch k.Code {
	case Tab, Down:
		e.choose(m.chosen + 1)
	case BackTab, Up:
		e.choose(m.chosen - 1)
	case Newer:
		e.choose(min(m.chosen+menuRows, len(m.items)-1))
	case Older:
		e.choose(max(m.chosen-menuRows, 0))
	case Escape, Cancel:
		e.choose(-1)
		e.menu = nil
	case Enter:
		e.menu = nil
		return m.chosen >= 0
	case Text, Backspace:
		narrows := m.chosen < 0
		e.menu = nil
		e.handle(k)
		if narrows {
			e.narrow(m)
		}
	default:
		e.menu = nil
		return false
	}
	return true
}

// choose puts candidate i into the text; -1 and one past the last restore the typed text.
func (e *Editor) choose(i int) {
	m := e.menu
	if i < -1 {
		i = len(m.items) - 1
	}
	if i >= len(m.items) {
		i = -1
	}
	with := m.typed
	if i >= 0 {
		with = m.items[i].Text
	}
	if m.chosen < 0 && i >= 0 {
		e.change(m.start, e.cursor, with)
	} else {
		e.splice(m.start, e.cursor, with)
	}
	m.chosen = i
}

// narrow reopens the menu if the same word continues.
func (e *Editor) narrow(m *menu) {
	if e.cursor <= m.start || strings.TrimSpace(e.before()) == "" {
		return
	}
	if items, start := e.candidates(); start == m.start && len(items) > 0 {
		e.menu = &menu{start: start, typed: e.text[start:e.cursor], items: items, chosen: -1}
	}
}
