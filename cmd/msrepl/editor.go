package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/chzyer/readline"
)

// errInterrupt is what ReadLine returns when Ctrl-C clears the line.
var errInterrupt = errors.New("interrupted")

// editor reads lines from a person. A test puts a script in its place.
type editor interface {
	// ReadLine shows prompt, lets the person edit a line that begins with indent, and returns it. The
	// line may hold several when it came from the history. It returns errInterrupt on Ctrl-C, io.EOF on Ctrl-D.
	ReadLine(prompt, indent string) (string, error)
	// More reports whether further lines have arrived already, as they do when text is pasted.
	More() bool
	// Remember adds a cell to the history.
	Remember(cell string)
	// Close gives the terminal back as it was.
	Close() error
}

// completer returns what may follow at byte offset cursor of the line being edited: the endings, and
// how many bytes before the cursor they have in common.
type completer func(line string, cursor int) (endings []string, shared int)

// A cell of several lines is one entry of the history. The editor knows only lines: there a rune
// that no program holds stands for the line's end, and the painter shows it as ⏎.
const (
	lineEnd      = "\ue00a"
	lineEndShown = '⏎'
)

// terminalEditor is the editor on a real terminal.
type terminalEditor struct {
	*readline.Instance
	keys *keys
}

// newTerminalEditor takes the terminal. Without historyFile the history lasts as long as the session.
func newTerminalEditor(historyFile string, complete completer) (editor, error) {
	keys := &keys{in: readline.NewCancelableStdin(os.Stdin)}
	rl, err := readline.NewEx(&readline.Config{
		Stdin:                  keys,
		HistoryFile:            historyFile,
		HistoryLimit:           2000,
		DisableAutoSaveHistory: true,
		HistorySearchFold:      true,
		AutoComplete:           complete,
		Painter:                painter{},
		Listener:               readline.FuncListener(dedent),
		InterruptPrompt:        "^C",
		EOFPrompt:              "\n", // the library's word for none
	})
	if err != nil {
		return nil, err
	}
	return &terminalEditor{rl, keys}, nil
}

func (e *terminalEditor) ReadLine(prompt, indent string) (string, error) {
	// The library's way back to the newest entry of the history, wherever the last line came from.
	_ = e.SaveHistory("")
	e.SetPrompt(prompt)
	line, err := e.ReadlineWithDefault(indent)
	if errors.Is(err, readline.ErrInterrupt) {
		return "", errInterrupt
	}
	return strings.ReplaceAll(line, lineEnd, "\n"), err
}

// Close first ends a read that waits, which the library alone would wait for.
func (e *terminalEditor) Close() error {
	e.keys.Close()
	return e.Instance.Close()
}

func (e *terminalEditor) More() bool { return e.keys.more }

// Remember does not fail: a history that cannot be written lives in memory.
func (e *terminalEditor) Remember(cell string) {
	_ = e.SaveHistory("")
	_ = e.SaveHistory(strings.ReplaceAll(strings.TrimSpace(cell), "\n", lineEnd))
}

// Do adapts c to the library's interface, which counts in runes.
func (c completer) Do(line []rune, pos int) (endings [][]rune, shared int) {
	before := string(line[:pos])
	words, n := c(strings.ReplaceAll(string(line), lineEnd, "\n"), len(strings.ReplaceAll(before, lineEnd, "\n")))
	for _, w := range words {
		endings = append(endings, []rune(w))
	}
	return endings, n
}

// painter shows line ends inside a line.
type painter struct{}

func (painter) Paint(line []rune, _ int) []rune {
	return []rune(strings.ReplaceAll(string(line), lineEnd, string(lineEndShown)))
}

// dedent moves a closing bracket that begins a line out of the block that it ends.
func dedent(line []rune, pos int, key rune) (newLine []rune, newPos int, changed bool) {
	alone := strings.TrimLeft(string(line), " ") == string(key)
	if !strings.ContainsRune(")]}", key) || !alone || pos <= indentWidth {
		return nil, 0, false
	}
	return line[indentWidth:], pos - indentWidth, true
}

// keys is the keyboard. It notices text that arrives faster than anyone types.
type keys struct {
	in   io.ReadCloser
	more bool // the last read brought the end of a line and something behind it
}

// Read is called by the library's goroutine, and only while ReadLine waits.
func (k *keys) Read(p []byte) (int, error) {
	n, err := k.in.Read(p)
	end := bytes.IndexAny(p[:n], "\r\n")
	k.more = end >= 0 && end < n-1
	return n, err
}

func (k *keys) Close() error { return k.in.Close() }
