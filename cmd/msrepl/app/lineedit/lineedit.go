// Package lineedit edits cells of several lines at a terminal. Its core does no I/O: a Decoder decodes bytes into
// keys, an Editor handles keys and computes what the screen should show, and a Painter returns the text that changes
// one frame into the next. The owner of the terminal connects them.
package lineedit

import (
	"slices"
	"strings"
)

// Config configures an Editor. Functions other than Ready may be nil.
type Config struct {
	Plain  bool // no colours, and no suggestions, which could not be distinguished from typed text
	Indent int  // width of an indentation step in columns
	// Ready reports whether text can run, and returns the indentation of the next line if it cannot.
	Ready func(text string) (ready bool, indent string)
	// Complete returns candidates to replace text[start:cursor], best first.
	Complete func(text string, cursor int) (found []Candidate, start int)
}

// Candidate is a completion.
type Candidate struct{ Text, Detail string }

// Action is what the caller of Handle must do.
type Action int

// The actions.
const (
	Going       Action = iota
	Accepted           // Text is the cell
	Interrupted        // the cell is discarded
	Leaving            // the user leaves
	Bell               // nothing could be done
	EditOutside        // let another editor change Text, then call Replace
	ClearScreen        // clear the screen and show everything again
	SuspendSelf        // suspend the program
)

// Editor holds the cell being edited and the history. Begin starts a cell.
type Editor struct {
	buffer
	cfg     Config
	history history
	search  *search
	menu    *menu
	hint    Hint
	goal    int // the column that Up and Down keep; -1 if not set

	prompt, more string // before the first line and before further lines
	top          int    // the first row of the text shown
}

// Hint is a line about the text being typed, with one part emphasized.
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

// Replace replaces the text of the cell.
func (e *Editor) Replace(text string) { e.set(text) }

// Remember adds a cell to the history unless it equals the newest one, and reports whether it did.
func (e *Editor) Remember(cell string) bool { return e.history.add(cell) }

// SetHint shows a line below the cell until it is replaced.
func (e *Editor) SetHint(h Hint) { e.hint = h }

// Handle handles a key.
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

// edit handles keys that change the text, and reports whether they had an effect.
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

// move handles keys that move the cursor or recall other cells.
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

// vertical moves to the line that contains offset at, keeping the column.
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

// typed inserts letters. A closing bracket that begins a line is outdented.
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

// outdent removes one step from the indentation before the cursor.
func (e *Editor) outdent(before string) {
	if strings.HasSuffix(before, "\t") {
		e.change(e.cursor-1, e.cursor, "")
	} else if len(before) >= e.cfg.Indent {
		e.change(e.cursor-e.cfg.Indent, e.cursor, "")
	}
}

// paste inserts text unchanged: a paste is a cell, or part of one. The text's own indentation replaces that inserted
// by the editor, and its final newline ends the cell.
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

// endOfInput deletes a letter. On an empty last line it leaves, and on a blank one it deletes the blanks.
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
