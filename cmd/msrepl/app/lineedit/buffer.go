package lineedit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// buffer is a text of several lines with a cursor. The cursor is a byte offset between two letters as users see them:
// combining marks are part of a letter.
type buffer struct {
	text   string
	cursor int

	undone, done []state // states for Redo and Undo
	typing       bool    // the last change was a letter of a word
	killed       string  // text for Yank
	killing      bool    // the last key also killed text
}

// undoBytes limits the text kept for Undo.
const undoBytes = 32 << 20

type state struct {
	text   string
	cursor int
}

// change replaces text[from:to] and puts the cursor after the new text.
func (b *buffer) change(from, to int, with string) {
	b.done = append(b.done, state{b.text, b.cursor})
	if len(b.done) > 1+undoBytes/(1+len(b.text)) {
		b.done = b.done[1:]
	}
	b.undone = nil
	b.typing = false
	b.splice(from, to, with)
}

// splice is change without an entry for Undo.
func (b *buffer) splice(from, to int, with string) {
	b.text = b.text[:from] + with + b.text[to:]
	b.cursor = from + len(with)
}

// set replaces the whole text.
func (b *buffer) set(text string) {
	if text != b.text {
		b.change(0, len(b.text), text)
	}
	b.cursor = len(text)
}

// insert types text at the cursor. Letters of a word are undone together.
func (b *buffer) insert(text string) {
	r, _ := utf8.DecodeRuneInString(text)
	if b.typing && inWord(r) {
		b.splice(b.cursor, b.cursor, text)
		return
	}
	b.change(b.cursor, b.cursor, text)
	last, _ := utf8.DecodeLastRuneInString(text)
	b.typing = inWord(last)
}

func (b *buffer) undo() bool { return b.back(&b.done, &b.undone) }
func (b *buffer) redo() bool { return b.back(&b.undone, &b.done) }

// back returns to the last state of one list and pushes the current state onto the other.
func (b *buffer) back(from, to *[]state) bool {
	if len(*from) == 0 {
		return false
	}
	*to = append(*to, state{b.text, b.cursor})
	last := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	b.text, b.cursor, b.typing = last.text, last.cursor, false
	return true
}

// kill deletes text[from:to] and keeps it for Yank. Consecutive kills are joined.
func (b *buffer) kill(from, to int) {
	if from == to {
		return
	}
	gone := b.text[from:to]
	switch {
	case !b.killing:
		b.killed = gone
	case to == b.cursor && from < to:
		b.killed = gone + b.killed
	default:
		b.killed += gone
	}
	b.change(from, to, "")
	b.killing = true
}

// lineStart and lineEnd return the ends of the line that contains offset at.
func (b *buffer) lineStart(at int) int { return 1 + strings.LastIndexByte(b.text[:at], '\n') }

func (b *buffer) lineEnd(at int) int {
	if n := strings.IndexByte(b.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(b.text)
}

// before returns the part of the line before the cursor.
func (b *buffer) before() string { return b.text[b.lineStart(b.cursor):b.cursor] }

// next and prev return the cursor positions after and before the current one.
func (b *buffer) next() int {
	if b.cursor == len(b.text) {
		return b.cursor
	}
	letter, _ := firstLetter(b.text[b.cursor:])
	return b.cursor + len(letter)
}

func (b *buffer) prev() int {
	at := b.cursor
	if at == 0 || b.text[at-1] < utf8.RuneSelf {
		return max(0, at-1)
	}
	// The letter begins after the last ASCII one, or is that one with combining marks.
	start := strings.LastIndexFunc(b.text[:at], func(r rune) bool { return r < utf8.RuneSelf })
	for start = max(0, start); ; {
		letter, _ := firstLetter(b.text[start:at])
		if start+len(letter) >= at {
			return start
		}
		start += len(letter)
	}
}

// firstLetter returns the first letter, as users count letters, of a text that is not empty, and its width in
// columns.
func firstLetter(text string) (letter string, columns int) {
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return text[:1], 1
	}
	return ansi.FirstGraphemeCluster(text, ansi.WcWidth)
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordEnd returns the end of the word at or after the cursor, wordStart the start of the word before it.
func (b *buffer) wordEnd() int {
	rest := strings.TrimLeftFunc(b.text[b.cursor:], func(r rune) bool { return !inWord(r) })
	return len(b.text) - len(strings.TrimLeftFunc(rest, inWord))
}

func (b *buffer) wordStart() int {
	rest := strings.TrimRightFunc(b.text[:b.cursor], func(r rune) bool { return !inWord(r) })
	return len(strings.TrimRightFunc(rest, inWord))
}

// home moves to the first letter of the line, or, from there, to its first column.
func (b *buffer) home() {
	start := b.lineStart(b.cursor)
	line := b.text[start:b.lineEnd(b.cursor)]
	first := start + len(line) - len(strings.TrimLeft(line, " \t"))
	if b.cursor == first || strings.TrimSpace(line) == "" {
		first = start
	}
	b.cursor = first
}

// transpose swaps the letters around the cursor, or, at the end of a line, the two before it.
func (b *buffer) transpose() bool {
	start, end := b.lineStart(b.cursor), b.lineEnd(b.cursor)
	keep := b.cursor
	if b.cursor == end {
		b.cursor = b.prev()
	}
	mid, from := b.cursor, b.prev()
	if from < start || mid <= start {
		b.cursor = keep
		return false
	}
	to := b.next()
	b.cursor = keep
	b.change(from, to, b.text[mid:to]+b.text[from:mid])
	return true
}

// indentation returns the leading blanks of a line.
func indentation(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// offsets returns the offset of each line of text.
func offsets(text string) []int {
	starts := make([]int, 1, 1+strings.Count(text, "\n"))
	for i := 0; ; {
		n := strings.IndexByte(text[i:], '\n')
		if n < 0 {
			return slices.Clip(starts)
		}
		i += n + 1
		starts = append(starts, i)
	}
}
