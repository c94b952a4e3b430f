package port

import (
	"maps"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// magic keeps the lines that mean the same here.
func (t *Translator) magic(s *python.Magic) {
	first, rest, _ := strings.Cut(s.Text, "\n")
	switch word := strings.Fields(first + " ")[0]; {
	case s.Target == nil && (word == "%matplotlib" || word == "%load_ext" || word == "%autoreload" || word == "%config"):
	case s.Target == nil && rest == "" &&
		(strings.HasPrefix(first, "%pip ") || strings.HasPrefix(first, "!pip ") || strings.HasPrefix(first, "%env ")):
		t.emit("// %s", first)
	default:
		leave(s, "the line of IPython %s", first)
	}
}

func (t *Translator) imports(s python.Stmt) {
	bind := func(name, path string) {
		t.scope.declare(name, name, &typ{kind: member, path: canonical(path)})
	}
	switch s := s.(type) {
	case *python.Import:
		for _, a := range s.Names {
			if a.Asname != "" {
				bind(a.Asname, a.Name)
			} else {
				top, _, _ := strings.Cut(a.Name, ".")
				bind(top, top)
			}
		}
	case *python.ImportFrom:
		if s.Level > 0 {
			leave(s, "an import from a file beside the notebook")
		}
		for _, a := range s.Names {
			if a.Name == "*" {
				leave(s, "import *")
			}
			name := a.Asname
			if name == "" {
				name = a.Name
			}
			bind(name, s.Module+"."+a.Name)
		}
	}
}

// importLater makes the names known that a cell imports below its first functions, which run later.
func (t *Translator) importLater(body []python.Stmt) {
	for _, s := range body {
		switch s.(type) {
		case *python.Import, *python.ImportFrom:
			before := maps.Clone(t.top.vars)
			t.quietly(func() val { t.imports(s); return val{} })
			maps.Copy(t.top.vars, before) // a name that the page has is the old one up to the import
		}
	}
}
