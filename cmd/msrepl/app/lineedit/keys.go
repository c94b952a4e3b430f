package lineedit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/chzyer/readline"
)

// Code identifies a key.
type Code int

// The keys that an Editor handles. Keys with the same function have the same code.
const (
	None  Code = iota
	Text       // one or more letters
	Paste      // text marked as pasted by the terminal
	Enter
	Run     // Alt-Enter
	NewLine // Ctrl-O
	Tab
	BackTab
	Escape
	Cancel // Ctrl-G
	Interrupt
	EndOfInput // Ctrl-D
	Delete
	Backspace
	Left
	Right
	WordLeft
	WordRight
	Up
	Down
	Older // PageUp, Ctrl-Up
	Newer // PageDown, Ctrl-Down
	Home
	End
	TextStart
	TextEnd
	KillLine       // to the line's end
	KillToStart    // to the line's start
	KillWord       // to the word's end
	KillWordBefore // to the word's start
	Yank
	Transpose
	Undo
	Redo
	SearchOlder
	SearchNewer
	External // Ctrl-X Ctrl-E
	Redraw
	Suspend
)

// Key is what was typed or pasted.
type Key struct {
	Code Code
	Text string // of Text and Paste
	// Fast is set on keys that arrived together with several lines, faster than anyone types. They are not indented,
	// and tabs are inserted as tabs.
	Fast bool
}

// Markers that a terminal sends around pasted text in bracketed paste mode, and the sequences that switch this mode.
const (
	PasteOn    = "\x1b[?2004h"
	PasteOff   = "\x1b[?2004l"
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// controls maps control characters to keys.
var controls = map[byte]Code{
	readline.CharLineStart: Home, readline.CharLineEnd: End,
	readline.CharBackward: Left, readline.CharForward: Right, readline.CharPrev: Up, readline.CharNext: Down,
	readline.CharInterrupt: Interrupt, readline.CharDelete: EndOfInput, readline.CharBell: Cancel,
	readline.CharBackspace: Backspace, readline.CharCtrlH: Backspace, readline.CharTab: Tab,
	readline.CharEnter: Enter, readline.CharCtrlJ: Enter, readline.CharKill: KillLine, readline.CharCtrlL: Redraw,
	readline.CharBckSearch: SearchOlder, readline.CharFwdSearch: SearchNewer, readline.CharTranspose: Transpose,
	readline.CharCtrlU: KillToStart, readline.CharCtrlW: KillWordBefore, readline.CharCtrlY: Yank,
	readline.CharCtrlZ: Suspend, 0x0f: NewLine, 0x1f: Undo,
	0: EndOfInput, // Linux sends this for a Ctrl-D typed before raw mode
}

// prefixed holds the keys after Ctrl-X, and metas those after Escape or with Alt.
var (
	prefixed = map[byte]Code{0x05: External, 0x15: Undo, 0x12: Redo}
	metas    = map[byte]Code{
		'b': WordLeft, 'f': WordRight, 'd': KillWord,
		readline.CharBackspace: KillWordBefore, readline.CharCtrlH: KillWordBefore,
		'\r': Run, '\n': Run, '<': TextStart, '>': TextEnd, '/': Redo,
	}
)

// arrows maps the final letters of key sequences to keys, without and with Ctrl or Alt; numbered maps the sequences
// that end in a tilde.
var (
	arrows = map[byte][2]Code{
		'A': {Up, Older}, 'B': {Down, Newer}, 'C': {Right, WordRight}, 'D': {Left, WordLeft},
		'H': {Home, TextStart}, 'F': {End, TextEnd}, 'Z': {BackTab, BackTab},
		'c': {WordRight, WordRight}, 'd': {WordLeft, WordLeft}, 'a': {Older, Older}, 'b': {Newer, Newer},
	}
	numbered = map[string][2]Code{
		"1": {Home, TextStart}, "7": {Home, TextStart}, "4": {End, TextEnd}, "8": {End, TextEnd},
		"3": {Delete, KillWord}, "5": {Older, Older}, "6": {Newer, Newer},
	}
)

// Decoder decodes the input of a terminal into keys. The zero value is ready for use.
type Decoder struct {
	held    string // the beginning of an incomplete key sequence
	pasting bool
	pasted  strings.Builder
}

// Feed returns the keys in bytes that arrived together.
func (d *Decoder) Feed(text string) (keys []Key) {
	text, d.held = d.held+text, ""
	fast := !d.pasting && several(text)
	for text != "" {
		if d.pasting {
			text, keys = d.paste(text, keys)
			continue
		}
		key, n := decode(text)
		if n == 0 {
			d.held = text
			break
		}
		if text[:n] == pasteBegin {
			d.pasting = true
		}
		text = text[n:]
		if key.Fast = fast; fast && key.Code == Tab {
			key = Key{Code: Text, Text: "\t", Fast: true}
		}
		if key.Code != None {
			keys = append(keys, key)
		}
	}
	return keys
}

// several reports whether text contains a newline with something after it.
func several(text string) bool {
	text, _, _ = strings.Cut(text, pasteBegin)
	end := strings.IndexAny(text, "\r\n")
	return end >= 0 && end < len(text)-1
}

// paste reads text up to the end marker, which may arrive in two pieces.
func (d *Decoder) paste(text string, keys []Key) (rest string, _ []Key) {
	part, rest, found := strings.Cut(text, pasteEnd)
	if !found {
		for n := min(len(part), len(pasteEnd)-1); n > 0 && d.held == ""; n-- {
			if strings.HasPrefix(pasteEnd, part[len(part)-n:]) {
				part, d.held = part[:len(part)-n], part[len(part)-n:]
			}
		}
		d.pasted.WriteString(part)
		return "", keys
	}
	d.pasted.WriteString(part)
	keys = append(keys, Key{Code: Paste, Text: lineEnds.Replace(d.pasted.String())})
	d.pasted.Reset()
	d.pasting = false
	return rest, keys
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Waiting reports whether an incomplete key sequence has arrived. If the rest does not arrive soon, it is a key by
// itself: Escape.
func (d *Decoder) Waiting() bool { return d.held != "" && !d.pasting }

// Flush returns the keys of an incomplete sequence taken by itself.
func (d *Decoder) Flush() (keys []Key) {
	if d.held != "" && strings.Trim(d.held, "\x1b") == "" {
		keys = []Key{{Code: Escape}}
	}
	d.held = ""
	return keys
}

// decode returns the first key of text, which is not empty, and its length, or 0 if the key is incomplete.
func decode(text string) (Key, int) {
	switch c := text[0]; {
	case c == '\x1b':
		return decodeEscape(text)
	case c == 0x18:
		if len(text) == 1 {
			return Key{}, 0
		}
		return Key{Code: prefixed[text[1]]}, 2
	case c < ' ' || c == readline.CharBackspace:
		return Key{Code: controls[c]}, 1
	}
	n := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == readline.CharBackspace })
	if n < 0 {
		n = len(text)
	}
	return decodeText(text[:n])
}

// decodeText decodes letters. It leaves an incomplete letter at the end.
func decodeText(text string) (Key, int) {
	n := len(text)
	for i := n - 1; i >= max(0, n-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(text[i]) {
			if !utf8.FullRuneInString(text[i:]) {
				n = i
			}
			break
		}
	}
	if n == 0 {
		return Key{}, 0
	}
	return Key{Code: Text, Text: strings.ToValidUTF8(text[:n], "\uFFFD")}, n
}

func decodeEscape(text string) (Key, int) {
	switch {
	case len(text) == 1:
		return Key{}, 0
	case text[1] == '\x1b':
		if len(text) == 2 {
			return Key{}, 0
		}
		if text[2] == '[' || text[2] == 'O' { // Alt with a key that is itself such a sequence
			key, n := decodeEscape(text[1:])
			if code := altered(text[1 : 1+n]); code != None {
				key.Code = code
			}
			return key, n + min(n, 1)
		}
		return Key{Code: Escape}, 1
	case text[1] != '[' && text[1] != 'O':
		if code, ok := metas[text[1]]; ok {
			return Key{Code: code}, 2
		}
		return Key{Code: Escape}, 1 // followed by a letter typed soon after
	}
	end := strings.IndexFunc(text[2:], func(r rune) bool { return r >= '@' && r <= '~' })
	if end < 0 {
		return Key{}, 0
	}
	n := 2 + end + 1
	switch {
	case text[2] == '[': // function keys of the Linux console
		if len(text) < 4 {
			return Key{}, 0
		}
		return Key{}, 4
	case strings.ContainsAny(text[2:3], "?<=>"): // replies of the terminal
		return Key{}, n
	}
	params, modified := text[2:n-1], 0
	if first, second, ok := strings.Cut(params, ";"); ok {
		m, _ := strconv.Atoi(second)
		if params = first; m > 1 && (m-1)&(2|4|8) != 0 {
			modified = 1
		}
	} else if n == 4 && params == "5" && text[n-1] != '~' { // Ctrl with an arrow key in older terminals
		modified = 1
	}
	if text[n-1] == '~' {
		return Key{Code: numbered[params][modified]}, n
	}
	return Key{Code: arrows[text[n-1]][modified]}, n
}

// altered returns the code of a key sequence together with Alt.
func altered(sequence string) Code {
	if sequence == "" {
		return None
	}
	return arrows[sequence[len(sequence)-1]][1]
}
