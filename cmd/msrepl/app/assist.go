package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/msrepl/msrepl/cmd/msrepl/app/lineedit"
	"github.com/msrepl/msrepl/interp"
)

// config returns the configuration that connects an editor to the session.
func (r *repl) config() lineedit.Config {
	return lineedit.Config{Plain: !r.style.coloured, Indent: indentWidth, Ready: r.ready, Complete: r.complete}
}

// ready reports whether the text can run as a cell: it is complete, or no further line can complete it.
func (r *repl) ready(text string) (ready bool, indent string) {
	state, indent := r.session.IsComplete(text)
	return state != interp.Incomplete, strings.ReplaceAll(indent, "\t", strings.Repeat(" ", indentWidth))
}

// complete returns the completions for the Tab key.
func (r *repl) complete(text string, cursor int) (found []lineedit.Candidate, start int) {
	got := r.session.Complete(text, cursor)
	for _, item := range got.Items {
		found = append(found, lineedit.Candidate{Text: item.Text, Detail: item.Detail})
	}
	return found, got.Start
}

// hintBytes is the maximum size of a cell with hints: each key scans all of it.
const hintBytes = 64 << 10

// hint returns the hint for the function call around the cursor.
func (r *repl) hint(text string, cursor int) lineedit.Hint {
	if len(text) > hintBytes || !strings.Contains(text[:cursor], "(") {
		return lineedit.Hint{}
	}
	decl, from, to, ok := r.session.Signature(text, cursor)
	if !ok {
		return lineedit.Hint{}
	}
	return lineedit.Hint{Text: decl, From: from, To: to}
}

// hintFunc computes a hint for a text and a cursor.
type hintFunc func(text string, cursor int) lineedit.Hint

// hinter computes hints in the background, so that the editor does not wait for them.
type hinter struct {
	asked chan question // only the newest question
	found chan answer
	last  question
}

type question struct {
	text   string
	cursor int
}

type answer struct {
	question
	hint lineedit.Hint
}

func newHinter(hint hintFunc) *hinter {
	h := &hinter{asked: make(chan question, 1), found: make(chan answer)}
	go func() {
		for q := range h.asked {
			h.found <- answer{q, hint(q.text, q.cursor)}
		}
	}()
	return h
}

// ask requests the hint for a text and a cursor, unless that was the last request.
func (h *hinter) ask(text string, cursor int) {
	q := question{text, cursor}
	if q == h.last {
		return
	}
	h.last = q
	select {
	case <-h.asked:
	default:
	}
	h.asked <- q
}

// editOutside opens the cell in the user's own editor.
func (t *terminalEditor) editOutside() {
	text, _ := t.edit.Text()
	changed, err := editText(text, os.Getenv)
	if err != nil {
		t.write("msrepl: " + err.Error() + "\r\n")
		return
	}
	t.edit.Replace(strings.TrimRight(changed, "\n"))
}

// editText opens a text in the editor named by the environment, and returns the edited text.
func editText(text string, getenv func(string) string) (string, error) {
	dir, err := os.MkdirTemp("", "msrepl")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "cell.go") // editors recognize the language by the name
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return "", err
	}
	words := append(outsideEditor(getenv), path)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, ownStdout, ownStdout
	if err := cmd.Run(); err != nil {
		return "", err
	}
	changed, err := os.ReadFile(path)
	return string(changed), err
}

// outsideEditor returns the command of the user's editor, with its arguments.
func outsideEditor(getenv func(string) string) []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := strings.Fields(getenv(name)); len(words) > 0 {
			return words
		}
	}
	return []string{"vi"}
}
