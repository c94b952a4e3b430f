package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/msrepl/msrepl/cmd/msrepl/app/lineedit"
	"github.com/msrepl/msrepl/interp"
)

// config joins an editor to a session.
func (r *repl) config() lineedit.Config {
	return lineedit.Config{Plain: !r.style.coloured, Indent: indentWidth, Ready: r.ready, Complete: r.complete}
}

// ready: what is typed is a cell as soon as it is complete, or cannot become so.
func (r *repl) ready(text string) (ready bool, indent string) {
	state, indent := r.session.IsComplete(text)
	return state != interp.Incomplete, strings.ReplaceAll(indent, "\t", strings.Repeat(" ", indentWidth))
}

// complete answers the Tab key.
func (r *repl) complete(text string, cursor int) (found []lineedit.Candidate, start int) {
	got := r.session.Complete(text, cursor)
	for _, item := range got.Items {
		found = append(found, lineedit.Candidate{Text: item.Text, Detail: item.Detail})
	}
	return found, got.Start
}

// hintBytes is how long a cell may be to have hints: each key looks at all of it.
const hintBytes = 64 << 10

// hint is the function whose arguments hold the cursor.
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

// hintFunc is what a hinter asks.
type hintFunc func(text string, cursor int) lineedit.Hint

// hinter finds hints beside the editor, which does not wait for them.
type hinter struct {
	asked chan question // the newest question only
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

// ask asks for the hint of a text with a cursor, unless that was the last question.
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

// editOutside lets the person's own editor change the cell.
func (t *terminalEditor) editOutside() {
	text, _ := t.edit.Text()
	changed, err := editText(text, os.Getenv)
	if err != nil {
		t.write("msrepl: " + err.Error() + "\r\n")
		return
	}
	t.edit.Replace(strings.TrimRight(changed, "\n"))
}

// editText opens a text in the editor that the environment names.
func editText(text string, getenv func(string) string) (string, error) {
	dir, err := os.MkdirTemp("", "msrepl")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "cell.go") // a name by which editors know the language
	if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
		return "", err
	}
	words := append(outsideEditor(getenv), path)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return "", err
	}
	changed, err := os.ReadFile(path)
	return string(changed), err
}

// outsideEditor is the command of the person's editor, with its arguments.
func outsideEditor(getenv func(string) string) []string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := strings.Fields(getenv(name)); len(words) > 0 {
			return words
		}
	}
	return []string{"vi"}
}
