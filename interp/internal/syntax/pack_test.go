package syntax

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// TestPack: what is in one file has the lines and columns that it has in the text of the cell.
func TestPack(t *testing.T) {
	long := strings.Repeat("// a comment\n", 60)
	for _, src := range []string{
		"x1 := 1",
		"type T1 struct{ f2 int }\nfunc (t3 T1) M4() int { return t3.f2 }\n\nx5 := T1{}\nx5.M4()",
		"   type T1 int; func g2() {}; x3 := 4; y4 := x3\nfunc h5() {}",
		"\n\n\t\tfunc f1() {\n\tx2 := 1\n\n\t_ = x2 }   ;var v3 = 1\n\n\n",
		long + "func f1() {}\nx2 := `a\nb`; y3 := 1\nfunc g4() {\n}\nz5 := 1",
		"x1 := 1\n" + long + "func f2() {}\n" + strings.Repeat(" ", 90) + "func f3() {}\nfunc f4() {}",
		"x1 := 1\nfunc f2() {}\ny3 := 2\nfunc g4() {}\nz5 := 3",
		"x1 := tensor.Ones(3)\ny2 := x1[:, 0]\nfunc f3() int { return 1 }\nfunc g4() int { return 2 }",
	} {
		cell := NewCell(1, src)
		r := Reader{Fset: token.NewFileSet()}
		pieces, errs := r.Parse(cell, Split(src))
		if len(errs) > 0 {
			t.Fatalf("%q: %v", src, errs)
		}
		before := 0
		r.Fset.Iterate(func(*token.File) bool { before++; return true })
		r.Pack(pieces)
		after := 0
		r.Fset.Iterate(func(*token.File) bool { after++; return true })
		if len(pieces) > 1 && after >= before {
			t.Errorf("%q: %d files of %d", src, after, before)
		}
		names := 0
		for _, p := range pieces {
			ast.Inspect(p.File, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok || !strings.ContainsAny(id.Name, "123456789") || !strings.Contains(src, id.Name) {
					return true
				}
				names++
				at := Position(r.Fset, id.Pos())
				line := strings.SplitAfter(src, "\n")[at.Line-1]
				if at.Filename != "In[1]" || !strings.HasPrefix(line[at.Column-1:], id.Name) {
					t.Errorf("%q: %s is at %v", src, id.Name, at)
				}
				return true
			})
		}
		if names == 0 {
			t.Errorf("%q: no names", src)
		}
	}
}

// TestPackDirectives: a text that has line directives, as %%time writes them, keeps them.
func TestPackDirectives(t *testing.T) {
	cell := NewCell(1, "func f() {\n/*line cellꞏ:40:7*/x := 1; _ = x\n}\ny := 2")
	r := Reader{Fset: token.NewFileSet()}
	pieces, errs := r.Parse(cell, Split(cell.Src))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r.Pack(pieces)
	ast.Inspect(pieces[0].File, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "x" {
			if at := Position(r.Fset, id.Pos()); at.Line != 40 {
				t.Errorf("x is at %v, want line 40", at)
			}
		}
		return true
	})
}
