package schedule

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/passtest"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// TestUnits compares the order of cells: a line "declarations:" or "statements:" for each unit, and its text. A comment
// "// known: a b" names what earlier cells have defined, "// used: a" what their functions use of it.
func TestUnits(t *testing.T) {
	passtest.Run(t, func(t *testing.T, in string) string {
		known, used := words(in, "// known:"), words(in, "// used:")
		cell := syntax.NewCell(1, in)
		fset := token.NewFileSet()
		pieces, errs := syntax.Reader{Fset: fset}.Parse(cell, syntax.Split(in))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		session := &Session{
			Lookup: func(name string) types.Object {
				if !slices.Contains(known, name) {
					return nil
				}
				return types.NewVar(token.NoPos, nil, name, types.Typ[types.Int])
			},
			Import: func(string) *types.Package { return nil },
			Used:   func(name string) bool { return slices.Contains(used, name) },
		}
		var out strings.Builder
		for _, u := range Units(cell, pieces, session) {
			if u.Body != nil {
				out.WriteString("statements:\n")
				for _, s := range u.Body.List {
					out.WriteString(passtest.Print(t, s) + "\n")
				}
				continue
			}
			out.WriteString("declarations:\n")
			for _, f := range u.Files {
				for _, d := range f.Decls {
					out.WriteString(passtest.Print(t, d) + "\n")
				}
			}
		}
		return out.String()
	})
}

// words returns those of a line that begins with a mark.
func words(text, mark string) []string {
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			return strings.Fields(rest)
		}
	}
	return nil
}
