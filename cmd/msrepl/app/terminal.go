package app

import (
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/chzyer/readline"

	"github.com/msrepl/msrepl/cmd/msrepl/app/lineedit"
)

// escapeDelay is how long after Escape the rest of a key sequence may take to arrive.
const escapeDelay = 50 * time.Millisecond

// terminalEditor is the editor for real terminals. While a cell is read, it owns the keyboard and the rows from the
// prompt on; while a cell runs, it owns nothing.
type terminalEditor struct {
	in      *readline.CancelableStdin
	history *historyFile
	keys    lineedit.Decoder
	queue   []lineedit.Key // keys typed but not yet handled
	hints   *hinter

	arrived chan arrival // input read
	reading bool         // a read is in progress
	resized chan struct{}

	mu    sync.Mutex // guards the state of the screen
	edit  *lineedit.Editor
	paint lineedit.Painter
	raw   *readline.State // state of the terminal before raw mode; nil outside raw mode
}

type arrival struct {
	text string
	err  error
}

// newTerminalEditor returns an editor for the terminal. Without a path, the history lasts as long as the session.
func newTerminalEditor(historyPath string, cfg lineedit.Config, hint hintFunc) *terminalEditor {
	history := &historyFile{historyPath}
	t := &terminalEditor{
		in:      readline.NewCancelableStdin(os.Stdin),
		history: history, edit: lineedit.New(cfg, history.load()), hints: newHinter(hint),
		arrived: make(chan arrival, 1), resized: make(chan struct{}, 1),
	}
	t.paint.Cuts = cutsRows(os.Getenv)
	readline.DefaultOnWidthChanged(func() {
		select {
		case t.resized <- struct{}{}:
		default:
		}
	})
	return t
}

// cutsRows reports whether a terminal that becomes narrower truncates its rows, as xterm and screen do; other
// terminals wrap them.
func cutsRows(getenv func(string) string) bool {
	return getenv("TMUX") == "" && (getenv("XTERM_VERSION") != "" || getenv("STY") != "")
}

// ReadCell takes over the terminal until the cell is complete.
func (t *terminalEditor) ReadCell(prompt, more string) (string, error) {
	if err := t.take(prompt, more); err != nil {
		return "", err
	}
	defer t.release()
	for {
		for len(t.queue) > 0 {
			key := t.queue[0]
			t.queue = t.queue[1:]
			cell, err, done := t.serve(key)
			switch {
			case done && err == nil && t.interruptedAhead():
				t.Remember(cell)
				return "", errInterrupt
			case done:
				return cell, err
			}
		}
		t.show()
		if err := t.await(); err != nil {
			return "", err
		}
	}
}

// interruptedAhead reports whether Ctrl-C was typed after a cell that has not begun to run. In raw mode the terminal
// sends no signal, so the cell would otherwise run. Input typed before the Ctrl-C is dropped, as terminals do.
func (t *terminalEditor) interruptedAhead() bool {
	i := slices.IndexFunc(t.queue, func(k lineedit.Key) bool { return k.Code == lineedit.Interrupt })
	if i < 0 {
		return false
	}
	t.queue = t.queue[i+1:]
	t.mu.Lock()
	defer t.mu.Unlock()
	t.write("^C\r\n")
	return true
}

// serve handles a key and reports whether the cell is done.
func (t *terminalEditor) serve(key lineedit.Key) (cell string, err error, done bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch t.edit.Handle(key) {
	case lineedit.Accepted:
		cell, _ := t.edit.Text()
		t.leave("")
		return cell + "\n", nil, true
	case lineedit.Interrupted:
		t.leave("^C")
		return "", errInterrupt, true
	case lineedit.Leaving:
		t.leave("")
		return "", io.EOF, true
	case lineedit.Bell:
		t.write("\a")
	case lineedit.EditOutside:
		t.aside(t.editOutside)
	case lineedit.SuspendSelf:
		t.aside(suspend)
	case lineedit.ClearScreen:
		width, _ := size()
		t.write(t.paint.Clear(width) + ansi.CursorHomePosition + ansi.EraseEntireScreen)
	}
	return "", nil, false
}

// await waits for keys, a change of the screen size, or a hint.
func (t *terminalEditor) await() error {
	if !t.reading {
		t.reading = true
		go func() {
			b := make([]byte, 4096)
			n, err := t.in.Read(b)
			t.arrived <- arrival{string(b[:n]), err}
		}()
	}
	var escape <-chan time.Time
	if t.keys.Waiting() {
		escape = time.After(escapeDelay)
	}
	t.hints.ask(t.edit.Text())
	select {
	case a := <-t.arrived:
		t.reading = false
		t.queue = append(t.queue, t.keys.Feed(a.text)...)
		return a.err
	case <-escape:
		t.queue = append(t.queue, t.keys.Flush()...)
	case <-t.resized:
	case h := <-t.hints.found:
		t.mu.Lock()
		if text, cursor := t.edit.Text(); h.text == text && h.cursor == cursor {
			t.edit.SetHint(h.hint)
		}
		t.mu.Unlock()
	}
	return nil
}

// show updates the screen.
func (t *terminalEditor) show() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.draw()
}

func (t *terminalEditor) draw() {
	width, height := size()
	t.write(t.paint.Paint(t.edit.Frame(width, height), width, height))
}

// leave shows the final state of the whole cell and moves below it.
func (t *terminalEditor) leave(words string) {
	width, height := size()
	t.write(t.paint.Paint(t.edit.Final(width), width, height) + t.paint.Leave(words))
}

// Print writes text above the cell being read. It returns false, without writing, if none is being read.
func (t *terminalEditor) Print(w io.Writer, text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.raw == nil {
		return false
	}
	width, _ := size()
	t.write(t.paint.Clear(width))
	_, _ = io.WriteString(w, text)
	if text[len(text)-1] != '\n' {
		_, _ = io.WriteString(w, "\n")
	}
	t.draw()
	return true
}

// aside gives the terminal to do while the cell is suspended. What is printed meanwhile goes straight to it.
func (t *terminalEditor) aside(do func()) {
	width, _ := size()
	t.write(t.paint.Clear(width))
	t.restore()
	t.mu.Unlock()
	do()
	t.mu.Lock()
	_ = t.makeRaw() // it succeeded before
}

func (t *terminalEditor) take(prompt, more string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.edit.Begin(prompt, more)
	return t.makeRaw()
}

func (t *terminalEditor) makeRaw() (err error) {
	if t.raw, err = readline.MakeRaw(int(os.Stdin.Fd())); err == nil {
		t.write(lineedit.PasteOn)
	}
	return err
}

func (t *terminalEditor) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.restore()
}

// restore restores the terminal, so that a cell reads its own input.
func (t *terminalEditor) restore() {
	if t.raw != nil {
		t.write(lineedit.PasteOff)
		_ = readline.Restore(int(os.Stdin.Fd()), t.raw)
		t.raw = nil
	}
}

// Close also ends a pending read.
func (t *terminalEditor) Close() error {
	t.release()
	return t.in.Close()
}

// Remember adds a cell to the history.
func (t *terminalEditor) Remember(cell string) {
	if t.edit.Remember(cell) {
		t.history.add(cell)
	}
}

// ownStdout is os.Stdout with which the process starts: a session assigns another file to the variable.
var ownStdout = os.Stdout

// write bypasses the screen, because it is not output of cells. It ignores errors: a lost terminal ends the session
// elsewhere.
func (*terminalEditor) write(text string) { _, _ = io.WriteString(ownStdout, text) }

// size is that of the screen, of which some terminals say nothing.
func size() (width, height int) {
	width, height, err := term.GetSize(ownStdout.Fd())
	if err != nil || width <= 0 || height <= 0 {
		return 80, 24
	}
	return width, height
}
