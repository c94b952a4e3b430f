package lineedit

import "strings"

// menu is the candidates that are open under the cell.
type menu struct {
	start  int // where in the text they go
	typed  string
	items  []Candidate
	chosen int // -1 before one is chosen
	top    int // the first one shown
}

// tab indents where a line begins, and otherwise completes: as far as all candidates agree at once, and the rest
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

// candidates returns those that begin as typed, or, without any, those that differ in case.
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

// choosing serves keys while a menu is open, and says whether they need nothing else.
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

// choose puts candidate i into the text; -1 and the one behind the last are what was typed.
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

// narrow opens the menu again if the same word goes on.
func (e *Editor) narrow(m *menu) {
	if e.cursor <= m.start || strings.TrimSpace(e.before()) == "" {
		return
	}
	if items, start := e.candidates(); start == m.start && len(items) > 0 {
		e.menu = &menu{start: start, typed: e.text[start:e.cursor], items: items, chosen: -1}
	}
}
