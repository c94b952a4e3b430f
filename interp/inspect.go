package interp

import (
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/front"
)

// Inspect describes the name at byte offset cursor of src, or else the function whose arguments
// hold the cursor. It may be called while a cell runs; the value of a variable is part of the
// description only when none does.
func (s *Session) Inspect(src string, cursor int) (Inspection, bool) {
	cursor = min(max(cursor, 0), len(src))
	if at, ok := commandStart(src); ok && cursor >= at {
		return inspectCommand(src)
	}
	d, ok := s.assistant().Inspect(src, cursor)
	if !ok {
		return Inspection{}, false
	}
	in := Inspection{Text: d.Text(), Markdown: d.Markdown()}
	if value := s.valueOf(d.Var); value != "" {
		in.Text += "\n\n" + value
		in.Markdown += "\n\n```text\n" + value + "\n```"
	}
	return in, true
}

// valueOf echoes a variable of the session, "" while a cell runs: it may be changing.
func (s *Session) valueOf(name string) string {
	if name == "" || !s.eval.TryLock() {
		return ""
	}
	defer s.eval.Unlock()
	e := s.engine()
	o := e.front.Env()[name]
	if o == nil || runsUserCode(e.front, o.Type()) {
		return ""
	}
	return shown(e.i.Globals()[e.front.InterpName(o)])
}

// runsUserCode says whether printing a value of type t calls a method that a cell has declared, which
// nobody could interrupt here.
func runsUserCode(f *front.Front, t types.Type) bool {
	for _, name := range []string{"String", "Repr", "Error", "GoString", "Format"} {
		if m, _, _ := types.LookupFieldOrMethod(t, true, f.Package(), name); m != nil && m.Pkg() == f.Package() {
			return true
		}
	}
	return false
}

func inspectCommand(src string) (Inspection, bool) {
	name, _, _ := splitCommand(src)
	for _, c := range commands() {
		if c.Name == name {
			usage := strings.TrimSpace(":" + c.Name + " " + c.Arg)
			return Inspection{Text: usage + "\n\n" + c.Help, Markdown: "`" + usage + "`\n\n" + c.Help}, true
		}
	}
	return Inspection{}, false
}
