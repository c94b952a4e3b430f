package app

import (
	"bytes"
	"io"
	"strings"
	"sync/atomic"
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

// keys is the keyboard. It notices text that arrives faster than anyone types.
type keys struct {
	in      io.ReadCloser
	pasting atomic.Bool // the last read brought the end of a line and something behind it
}

// Read is called by the library's goroutine, and only while ReadLine waits.
func (k *keys) Read(p []byte) (int, error) {
	n, err := k.in.Read(p)
	end := bytes.IndexAny(p[:n], "\r\n")
	pasting := end >= 0 && end < n-1
	k.pasting.Store(pasting)
	for i := range p[:n] {
		if p[i] == '\t' && pasting {
			p[i] = pastedTab
		}
	}
	return n, err
}

func (k *keys) Close() error { return k.in.Close() }

// filter lets all runes through to the editor.
func (k *keys) filter(r rune) (rune, bool) {
	if r == pastedTab {
		return tab, true
	}
	return r, true
}

// dedent moves a closing bracket that begins a line out of the block that it ends.
func (k *keys) dedent(line []rune, pos int, key rune) (newLine []rune, newPos int, changed bool) {
	alone := strings.TrimLeft(string(line), " ") == string(key)
	if k.pasting.Load() || !strings.ContainsRune(")]}", key) || !alone || pos <= indentWidth {
		return nil, 0, false
	}
	return line[indentWidth:], pos - indentWidth, true
}
