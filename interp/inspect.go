package interp

import (
	"go/scanner"
	"go/token"
	"go/types"
	"html"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Inspect describes the name at byte offset cursor of src, or otherwise the function whose argument list contains the
// cursor. It may be called while a cell runs; then the description does not contain the value of a variable.
func (s *Session) Inspect(src string, cursor int) (Inspection, bool) {
	cursor = min(max(cursor, 0), len(src))
	src, in, ok := s.inspectable(src, cursor)
	if ok {
		return in, true
	}
	d, ok := s.assistant().Inspect(src, cursor)
	if !ok {
		return Inspection{}, false
	}
	if d.Line > 0 {
		s.mu.Lock()
		d.Doc = commentOf(s.cells[d.Cell], d.Line)
		s.mu.Unlock()
	}
	in = Inspection{Text: d.Text(), Markdown: d.Markdown(), HTML: d.HTML()}
	if value := s.valueOf(d.Var); value != "" {
		in.add("text", value)
	}
	return in, true
}

// commentOf returns the text of the comment directly above a line of a cell, counted from 1, or otherwise of the one
// at the end of the line.
func commentOf(cell string, line int) string {
	lines := strings.Split(cell, "\n")
	var doc []string
	for i := min(line, len(lines)+1) - 2; i >= 0; i-- {
		text, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "//")
		if !ok || strings.HasPrefix(text, " %%") {
			break
		}
		doc = append(doc, strings.TrimPrefix(text, " "))
	}
	if len(doc) == 0 && line <= len(lines) {
		return commentBehind(lines[line-1])
	}
	slices.Reverse(doc)
	return strings.Join(doc, "\n")
}

// commentBehind returns the text of the comment after the declaration in a line, or "" if the comment continues in
// the next line.
func commentBehind(line string) string {
	open := false
	for l := range syntax.Tokens(line, scanner.ScanComments) {
		if text, isComment := strings.CutPrefix(l.Lit, "//"); isComment && !open {
			return strings.TrimSpace(text)
		} else if isComment {
			break
		}
		open = l.Tok == token.LBRACE || l.Tok == token.LPAREN
	}
	return ""
}

// InspectSource is Inspect with the source of a name defined by a cell, or the place where the source of a package
// can be read.
func (s *Session) InspectSource(src string, cursor int) (Inspection, bool) {
	in, ok := s.Inspect(src, cursor)
	if !ok {
		return in, false
	}
	cursor = min(max(cursor, 0), len(src))
	src, _, command := s.inspectable(src, cursor)
	if command {
		return in, true
	}
	d, ok := s.assistant().Inspect(src, cursor)
	switch {
	case !ok:
	case d.Line > 0:
		s.mu.Lock()
		text := syntax.ItemAt(s.cells[d.Cell], d.Line)
		s.mu.Unlock()
		if text != "" {
			in.add("go", text)
		}
	case d.Path != "":
		link := "https://pkg.go.dev/" + d.Path
		in.Text += "\n\nSource: " + link
		in.Markdown += "\n\nSource: <" + link + ">"
		in.HTML += "<p>Source: <a href=\"" + link + "\">" + link + "</a></p>\n"
	}
	return in, true
}

// Signature returns the declaration of the function whose argument list contains byte offset cursor of src, and the
// position in it of the parameter for the argument at the cursor: decl[from:to], empty if there is none. It may be
// called while a cell runs, and src may be incomplete.
func (s *Session) Signature(src string, cursor int) (decl string, from, to int, ok bool) {
	cursor = min(max(cursor, 0), len(src))
	src, _, command := s.inspectable(src, cursor)
	if command {
		return "", 0, 0, false
	}
	return s.assistant().Signature(src, cursor)
}

// add appends a block of text with a language.
func (in *Inspection) add(language, text string) {
	in.Text += "\n\n" + text
	in.Markdown += "\n\n```" + language + "\n" + text + "\n```"
	in.HTML += "<pre>" + html.EscapeString(text) + "</pre>\n"
}

// valueOf returns the echo of a variable of the session, or "" while a cell runs, which may be changing it.
func (s *Session) valueOf(name string) string {
	if name == "" || !s.eval.TryLock() {
		return ""
	}
	defer s.eval.Unlock()
	e := s.engine()
	o, ok := e.front.Env()[name].(*types.Var)
	if !ok || runsUserCode(e.front, o.Type()) {
		return ""
	}
	return shown(e.machine.value(o))
}

// runsUserCode reports whether printing a value of type t calls a method declared by a cell, which could not be
// interrupted here.
func runsUserCode(f *front.Front, t types.Type) bool {
	return slices.ContainsFunc([]string{"String", "Repr", "Error", "GoString", "Format"}, func(name string) bool {
		m, _, _ := types.LookupFieldOrMethod(t, true, f.Package(), name)
		return m != nil && m.Pkg() == f.Package()
	})
}

// inspectable returns the Go text of a cell. If the cursor is on a command, in describes the command instead.
func (s *Session) inspectable(src string, cursor int) (text string, in Inspection, command bool) {
	if !mayCommand(src) {
		return src, in, false
	}
	all := s.parts(src)
	for _, p := range all {
		if c := p.call; c != nil && c.from <= cursor && (cursor < c.at || cursor <= c.end && c.arg == "") {
			if cmd, ok := find(c.name); ok && !strings.Contains(c.src[c.from:c.at], "?") {
				return src, inspectCommand(cmd, c.sign()), true
			}
		}
	}
	return goIn(all, src, cursor), in, false
}

func inspectCommand(c Command, sign string) Inspection {
	usage := c.usage(sign)
	return Inspection{
		Text: usage + "\n\n" + c.Help, Markdown: "`" + usage + "`\n\n" + c.Help,
		HTML: "<p><code>" + html.EscapeString(usage) + "</code></p>\n<p>" + html.EscapeString(c.Help) + "</p>\n",
	}
}
