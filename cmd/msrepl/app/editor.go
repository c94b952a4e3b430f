package app

import (
	"errors"
	"fmt"
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
		FuncFilterInputRune:    keys.filter,
		Painter:                painter{},
		Listener:               readline.FuncListener(keys.dedent),
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
	fmt.Print(pasteOn)
	defer fmt.Print(pasteOff) // what a cell reads is its own
	line, err := e.ReadlineWithDefault(indent)
	if errors.Is(err, readline.ErrInterrupt) {
		return "", errInterrupt
	}
	return fromLine.Replace(line), err
}

// Close first ends a read that waits, which the library alone would wait for.
func (e *terminalEditor) Close() error {
	e.keys.Close()
	return e.Instance.Close()
}

func (e *terminalEditor) More() bool { return e.keys.pasting.Load() }

// Remember does not fail: a history that cannot be written lives in memory.
func (e *terminalEditor) Remember(cell string) {
	_ = e.SaveHistory("")
	_ = e.SaveHistory(toLine.Replace(strings.TrimSpace(cell)))
}

// Do adapts c to the library's interface, which counts in runes.
func (c completer) Do(line []rune, pos int) (endings [][]rune, shared int) {
	words, n := c(fromLine.Replace(string(line)), len(fromLine.Replace(string(line[:pos]))))
	for _, w := range words {
		endings = append(endings, []rune(w))
	}
	return endings, n
}
