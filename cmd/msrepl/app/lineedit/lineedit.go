// Package lineedit edits cells of several lines at a terminal. Its core is a pure machine: an Editor takes keys and
// knows what the screen should show, a Decoder makes keys of bytes, a Painter makes of two pictures the text that
// turns one into the other. Who owns the terminal puts them together.
package lineedit

import (
	"slices"
	"strings"
)

// Config is what an Editor knows of those whom it serves. Functions may be nil, but for Ready.
type Config struct {
	Plain  bool // no colours, and so no suggestions, which nothing else would tell from what is typed
	Indent int  // columns of one step of indentation
	// Ready says whether text can run, and the indentation of a next line if it cannot.
	Ready func(text string) (ready bool, indent string)
	// Complete returns what may replace text[start:cursor], best candidates first.
	Complete func(text string, cursor int) (found []Candidate, start int)
}

// Candidate is what may be at the cursor.
type Candidate struct{ Text, Detail string }

// Action is what the caller of Handle must do.
type Action int

// The actions.
const (
	Going       Action = iota
	Accepted           // Text is the cell
	Interrupted        // the cell is thrown away
	Leaving            // the person leaves
	Bell               // nothing could be done
	EditOutside        // let another editor change Text, then call Replace
	ClearScreen        // and show everything again
	SuspendSelf        // give the terminal to the shell until it comes back
)

// Editor is a cell that is being edited, and what was typed before. Begin starts a cell.
type Editor struct {
	buffer
	cfg     Config
	history history
	search  *search
	menu    *menu
	hint    Hint
	goal    int // the column that Up and Down keep to, -1 when they begin

	prompt, more string // before the first line and before others
	top          int    // the first row of the text that is shown
}

// Hint is a line about what is typed, with a part that matters now.
type Hint struct {
	Text     string
	From, To int // byte offsets of the part in Text
}

// New returns an editor with a history, oldest cells first.
func New(cfg Config, history []string) *Editor {
	e := &Editor{cfg: cfg, goal: -1}
	e.history.cells = history
	e.history.stop()
	return e
}

// Begin starts an empty cell. The prompts may have colours.
func (e *Editor) Begin(prompt, more string) {
	e.buffer = buffer{killed: e.killed}
	e.prompt, e.more = prompt, more
	e.search, e.menu, e.hint, e.top, e.goal = nil, nil, Hint{}, 0, -1
	e.history.stop()
}

// Text returns the cell and the cursor's byte offset in it.
func (e *Editor) Text() (text string, cursor int) { return e.text, e.cursor }

// Replace puts another text in the place of the cell.
func (e *Editor) Replace(text string) { e.set(text) }

// Remember adds a cell to the history, unless it is the newest there, and says whether it did.
func (e *Editor) Remember(cell string) bool { return e.history.add(cell) }

// SetHint shows a line below the cell until another takes its place.
func (e *Editor) SetHint(h Hint) { e.hint = h }

// Handle does what a key means.
func (e *Editor) Handle(k Key) Action {
	text := e.text
	e.typing = e.typing && k.Code == Text
	e.killing = e.killing && slices.Contains([]Code{KillLine, KillToStart, KillWord, KillWordBefore}, k.Code)
	if k.Code != Up && k.Code != Down {
		e.goal = -1
	}
	action := e.handle(k)
	if e.text != text && k.Code != Up && k.Code != Down && k.Code != Older && k.Code != Newer {
		e.history.stop()
	}
	return action
}

func (e *Editor) handle(k Key) Action {
	if e.search != nil && e.searching(k) || e.menu != nil && e.choosing(k) {
		return Going
	}
	switch k.Code {
	case None:
	case Text:
		e.typed(k)
	case Paste:
		e.paste(k.Text)
	case Enter:
		return e.enter(k.Fast)
	case Run:
		e.cursor = len(e.text)
		return Accepted
	case Interrupt:
		return Interrupted
	case EndOfInput:
		return e.endOfInput()
	case External:
		return EditOutside
	case Redraw:
		return ClearScreen
	case Suspend:
		return SuspendSelf
	default:
		if !e.edit(k.Code) && !e.move(k.Code) {
			return Bell
		}
	}
	return Going
}

// edit serves keys that change the text, and says whether something could be done.
func (e *Editor) edit(c Code) bool {
	switch c {
	case NewLine:
		e.newLine(false)
	case Tab:
		return e.tab()
	case Delete:
		return e.remove(e.cursor, e.next())
	case Backspace:
		return e.backspace()
	case KillLine:
		if end := e.lineEnd(e.cursor); end > e.cursor {
			e.kill(e.cursor, end)
		} else {
			e.kill(e.cursor, e.next())
		}
	case KillToStart:
		e.kill(e.lineStart(e.cursor), e.cursor)
	case KillWord:
		e.kill(e.cursor, e.wordEnd())
	case KillWordBefore:
		e.kill(e.wordStart(), e.cursor)
	case Yank:
		e.change(e.cursor, e.cursor, e.killed)
	case Transpose:
		return e.transpose()
	case Undo:
		return e.undo()
	case Redo:
		return e.redo()
	default:
		return false
	}
	return true
}

// move serves keys that change the cursor's place or call back other cells.
func (e *Editor) move(c Code) bool {
	if e.takeSuggestion(c) {
		return true
	}
	at := e.cursor
	switch c {
	case Left:
		e.cursor = e.prev()
	case Right:
		e.cursor = e.next()
	case WordLeft:
		e.cursor = e.wordStart()
	case WordRight:
		e.cursor = e.wordEnd()
	case Home:
		e.home()
		return true
	case End:
		e.cursor = e.lineEnd(e.cursor)
		return true
	case TextStart:
		e.cursor = 0
		return true
	case TextEnd:
		e.cursor = len(e.text)
		return true
	case Up:
		return e.vertical(e.lineStart(e.cursor)-1) || e.older()
	case Down:
		return e.vertical(e.lineEnd(e.cursor)+1) || e.newer()
	case Older:
		return e.older()
	case Newer:
		return e.newer()
	case SearchOlder, SearchNewer:
		e.beginSearch()
		return true
	case Cancel, Escape, BackTab:
		return true
	}
	return e.cursor != at
}

// vertical goes to the line that holds offset at, in the column that the cursor has or had.
func (e *Editor) vertical(at int) bool {
	if at < 0 || at > len(e.text) {
		return false
	}
	if e.goal < 0 {
		e.goal = columns(e.before())
	}
	start := e.lineStart(at)
	e.cursor = start + offsetAt(e.text[start:e.lineEnd(at)], e.goal)
	return true
}

// typed inserts letters. A closing bracket that begins a line leaves the block that it ends.
func (e *Editor) typed(k Key) {
	if k.Fast {
		e.insert(k.Text)
		return
	}
	before := e.before()
	if strings.ContainsRune(")]}", rune(k.Text[0])) && strings.TrimSpace(before) == "" {
		e.outdent(before)
	}
	for _, r := range k.Text {
		e.insert(string(r))
	}
}

// outdent takes one step away from the indentation that is left of the cursor.
func (e *Editor) outdent(before string) {
	if strings.HasSuffix(before, "\t") {
		e.change(e.cursor-1, e.cursor, "")
	} else if len(before) >= e.cfg.Indent {
		e.change(e.cursor-e.cfg.Indent, e.cursor, "")
	}
}

// paste inserts text as it is: a paste is one cell, or part of one. The indentation that the editor has made gives way
// to that of the text, and the line end behind it is that of the cell.
func (e *Editor) paste(text string) {
	from := e.cursor
	if before := e.before(); strings.TrimSpace(before) == "" && text != strings.TrimLeft(text, " \t") {
		from -= len(before)
	}
	if strings.TrimSpace(e.text[e.cursor:]) == "" {
		text = strings.TrimSuffix(text, "\n")
	}
	e.change(from, e.cursor, text)
}

// enter runs the cell from its last line if it is ready, and otherwise ends the line.
func (e *Editor) enter(fast bool) Action {
	if strings.TrimSpace(e.text[e.lineEnd(e.cursor):]) == "" {
		if ready, _ := e.cfg.Ready(e.text + "\n"); ready {
			e.cursor = len(e.text)
			return Accepted
		}
	}
	e.newLine(fast)
	return Going
}

// newLine splits the line at the cursor and indents what follows.
func (e *Editor) newLine(fast bool) {
	indent, to := "", e.cursor
	if !fast {
		ready, in := e.cfg.Ready(e.text[:e.cursor] + "\n")
		indent = in
		if ready {
			indent = indentation(e.before())
		}
		rest := e.text[e.cursor:e.lineEnd(e.cursor)]
		rest = rest[len(indentation(rest)):]
		to = e.lineEnd(e.cursor) - len(rest)
		if rest != "" && strings.ContainsRune(")]}", rune(rest[0])) {
			indent = strings.TrimPrefix(indent, strings.Repeat(" ", e.cfg.Indent))
		}
	}
	e.change(e.cursor, to, "\n"+indent)
}

// endOfInput deletes a letter. On an empty last line it leaves, and on one of blanks it takes these away.
func (e *Editor) endOfInput() Action {
	line := e.text[e.lineStart(e.cursor):]
	switch {
	case e.cursor < len(e.text):
		e.remove(e.cursor, e.next())
	case line == "":
		return Leaving
	case strings.TrimSpace(line) != "":
		return Bell
	default:
		e.remove(e.cursor-len(line), e.cursor)
	}
	return Going
}

func (e *Editor) remove(from, to int) bool {
	if from == to {
		return false
	}
	e.change(from, to, "")
	return true
}

// backspace deletes a letter, or a step of indentation.
func (e *Editor) backspace() bool {
	before := e.before()
	if before != "" && strings.Trim(before, " ") == "" && len(before)%e.cfg.Indent == 0 {
		e.outdent(before)
		return true
	}
	return e.remove(e.prev(), e.cursor)
}
