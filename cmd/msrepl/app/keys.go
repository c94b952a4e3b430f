package app

import (
	"io"
	"strings"
	"sync/atomic"

	"github.com/chzyer/readline"
)

// The editor knows lines of runes that are one column wide. A cell of several lines is one line for it, as
// an entry of the history, and tabs may be in what is pasted. Runes that no program holds stand for both.
const (
	lineEnd = '\ue00a' // shown as ⏎
	tab     = '\ue009' // shown as a blank
)

var (
	toLine   = strings.NewReplacer("\n", string(lineEnd), "\t", string(tab))
	fromLine = strings.NewReplacer(string(lineEnd), "\n", string(tab), "\t")
	shown    = strings.NewReplacer(string(lineEnd), "⏎", string(tab), " ")
)

// painter shows the line.
type painter struct{}

func (painter) Paint(line []rune, _ int) []rune { return []rune(shown.Replace(string(line))) }

// pastedTab takes the place of a tab on its way through the library, for which a tab is a key. It is a
// control character that no key of the library's sends.
const pastedTab = 0x1d

// While a line is edited, the terminal says where pasted text begins and ends.
const (
	pasteOn    = "\x1b[?2004h"
	pasteOff   = "\x1b[?2004l"
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// keyNames are spellings of keys that the library does not know, and what it knows them by: Home and End in tmux,
// screen and on the console of Linux.
var keyNames = strings.NewReplacer("\x1b[1~", "\x01", "\x1b[7~", "\x01", "\x1b[4~", "\x05", "\x1b[8~", "\x05")

// keys is the keyboard. It notices text that is pasted: the terminal marks it, or it arrives faster than anyone
// types.
type keys struct {
	in      io.ReadCloser
	pasting atomic.Bool // the last read was inside of marks, or brought the end of a line and something behind it
	marked  bool        // the last mark was that of a beginning
}

// Read is called by the library's goroutine, and only while ReadLine waits.
func (k *keys) Read(p []byte) (int, error) {
	for {
		n, err := k.in.Read(p)
		if typed := k.typed(string(p[:n])); typed != "" || err != nil {
			return copy(p, typed), err
		}
	}
}

// typed is what the library gets to see of text that has arrived, which is never longer.
func (k *keys) typed(text string) string {
	var b strings.Builder
	pasting := false
	for text != "" {
		mark := pasteBegin
		if k.marked {
			mark = pasteEnd
		}
		part, rest, found := strings.Cut(text, mark)
		end := strings.IndexAny(part, "\r\n")
		several := end >= 0 && (k.marked || end < len(part)-1)
		if pasting = pasting || several; k.marked || several {
			part = strings.ReplaceAll(part, "\t", string(rune(pastedTab)))
		}
		if !k.marked {
			part = keyNames.Replace(part)
		}
		b.WriteString(part)
		if text = rest; found {
			k.marked = !k.marked
		}
	}
	k.pasting.Store(pasting || k.marked)
	return b.String()
}

func (k *keys) Close() error { return k.in.Close() }

// filter lets all runes through to the editor.
func (k *keys) filter(r rune) (rune, bool) {
	if r == pastedTab {
		return tab, true
	}
	return r, true
}

// dedent moves a closing bracket that begins a line out of the block that it ends. Ctrl-D on a line that holds
// nothing but its indentation takes that away, so that the next one leaves.
func (k *keys) dedent(line []rune, pos int, key rune) (newLine []rune, newPos int, changed bool) {
	if key == readline.CharDelete && len(line) > 0 && strings.TrimSpace(string(line)) == "" {
		return []rune{}, 0, true
	}
	alone := strings.TrimLeft(string(line), " ") == string(key)
	if k.pasting.Load() || !strings.ContainsRune(")]}", key) || !alone || pos <= indentWidth {
		return nil, 0, false
	}
	return line[indentWidth:], pos - indentWidth, true
}
