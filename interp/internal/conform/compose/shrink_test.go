package compose

import (
	"cmp"
	"go/ast"
	"go/build"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// edit replaces a part of a source text.
type edit struct {
	from, to int
	text     string
}

// atOnce is the maximum number of edits that one round tries at a time.
const atOnce = 40

// Shrink reduces a program as long as it fails. fails reports for each of several programs whether it fails. Shrink
// returns the smallest program found before the deadline.
func Shrink(source string, until time.Time, fails func(sources []string) []bool) string {
	check := &checker{importer: standardLibrary()}
	for time.Now().Before(until) {
		smaller := check.round(source, until, fails)
		if smaller == "" {
			break
		}
		source = smaller
	}
	return source
}

// round returns a smaller program that fails, or "".
func (c *checker) round(source string, until time.Time, fails func([]string) []bool) string {
	var list []string
	for _, e := range edits(source) {
		if time.Now().After(until) {
			return ""
		}
		if s := c.valid(source[:e.from] + e.text + source[e.to:]); s != "" && len(s) < len(source) {
			list = append(list, s)
		}
		if len(list) == atOnce {
			if s := shortest(list, fails(list)); s != "" {
				return s
			}
			list = nil
		}
	}
	if len(list) == 0 {
		return ""
	}
	return shortest(list, fails(list))
}

// shortest returns the shortest program that fails.
func shortest(list []string, failing []bool) (best string) {
	for i, s := range list {
		if failing[i] && (best == "" || len(s) < len(best)) {
			best = s
		}
	}
	return best
}

// edits returns the parts that can be removed from a program, largest first.
func edits(source string) (list []edit) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", source, 0)
	if err != nil {
		return nil
	}
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	cut := func(from, to ast.Node) { list = append(list, edit{at(from.Pos()), at(to.End()), ""}) }
	become := func(n, other ast.Node) {
		list = append(list, edit{at(n.Pos()), at(n.End()), source[at(other.Pos()):at(other.End())]})
	}
	statements := func(l []ast.Stmt) {
		for n := len(l); n > 0; n /= 2 {
			for i := 0; i+n <= len(l); i += n {
				cut(l[i], l[i+n-1])
			}
		}
	}
	for _, d := range f.Decls {
		cut(d, d)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			statements(n.List)
		case *ast.CaseClause:
			cut(n, n)
			statements(n.Body)
		case *ast.CommClause:
			cut(n, n)
			statements(n.Body)
		case *ast.IfStmt:
			become(n, n.Body)
			if n.Else != nil {
				become(n, n.Else)
				list = append(list, edit{at(n.Body.End()), at(n.Else.End()), ""})
			}
		case *ast.ForStmt:
			become(n, n.Body)
		case *ast.RangeStmt:
			become(n, n.Body)
		case *ast.Field:
			cut(n, n)
		case ast.Expr:
			list = append(list, simpler(n, at, source)...)
		}
		return true
	})
	slices.SortStableFunc(list,
		func(a, b edit) int { return cmp.Compare(b.to-b.from-len(b.text), a.to-a.from-len(a.text)) })
	return list
}

// simpler returns replacements for an expression: its parts, and constants.
func simpler(n ast.Expr, at func(token.Pos) int, source string) (list []edit) {
	from, to := at(n.Pos()), at(n.End())
	part := func(e ast.Expr) { list = append(list, edit{from, to, source[at(e.Pos()):at(e.End())]}) }
	switch n := n.(type) {
	case *ast.BinaryExpr:
		part(n.X)
		part(n.Y)
	case *ast.ParenExpr:
		part(n.X)
	case *ast.CallExpr:
		for i, arg := range n.Args {
			part(arg)
			if i > 0 {
				list = append(list, edit{at(n.Args[i-1].End()), at(arg.End()), ""})
			}
		}
	case *ast.IndexExpr:
		part(n.X)
	case *ast.TypeAssertExpr:
		part(n.X)
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			part(e)
		}
		if len(n.Elts) > 0 {
			list = append(list, edit{at(n.Lbrace) + 1, at(n.Rbrace), ""})
		}
	case *ast.BasicLit, *ast.Ident, *ast.SelectorExpr, *ast.FuncLit:
	default:
		return nil
	}
	if to-from > 4 {
		list = append(list, edit{from, to, "0"}, edit{from, to, `""`}, edit{from, to, "nil"})
	}
	return list
}

// checker fixes the imports and unused variables of programs, and checks that they compile.
type checker struct{ importer types.Importer }

// valid returns a program with the imports that it needs and its unused variables used, or "" if it is not valid Go.
func (c *checker) valid(source string) string {
	_, body, ok := strings.Cut(source, "package main")
	if !ok {
		return ""
	}
	if i := strings.Index(body, "\nimport ("); i >= 0 {
		_, rest, _ := strings.Cut(body[i:], "\n)")
		body = body[:i] + rest
	}
	for range 3 {
		text := "package main\n"
		if _, err := parser.ParseFile(token.NewFileSet(), "", text+body, 0); err != nil {
			return ""
		}
		if paths := imported(body); len(paths) > 0 {
			text += "\nimport (\n\"" + strings.Join(paths, "\"\n\"") + "\"\n)\n"
		}
		text += body
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "", text, 0)
		if err != nil {
			return ""
		}
		var errs []types.Error
		conf := types.Config{Importer: c.importer, Error: func(err error) { errs = append(errs, err.(types.Error)) }}
		conf.Check("main", fset, []*ast.File{f}, nil)
		if len(errs) == 0 {
			if pretty, err := format.Source([]byte(text)); err == nil {
				return string(pretty)
			}
			return ""
		}
		mended := usesAdded(f, fset, text, errs)
		if mended == "" {
			return ""
		}
		if _, body, ok = strings.Cut(mended, "\n)\n"); !ok || !strings.Contains(text, "\nimport (") {
			_, body, _ = strings.Cut(mended, "package main")
		}
	}
	return ""
}

// usesAdded uses unused variables, if these are the only errors.
func usesAdded(f *ast.File, fset *token.FileSet, text string, errs []types.Error) string {
	type use struct {
		at   int
		name string
	}
	var uses []use
	for _, e := range errs {
		name, ok := strings.CutPrefix(e.Msg, "declared and not used: ")
		if !ok {
			return ""
		}
		at := -1
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(ast.Stmt); ok && s.Pos() <= e.Pos && e.Pos < s.End() {
				switch s.(type) {
				case *ast.AssignStmt, *ast.DeclStmt:
					at = fset.Position(s.End()).Offset
				}
			}
			return true
		})
		if at < 0 {
			return ""
		}
		uses = append(uses, use{at, name})
	}
	slices.SortFunc(uses, func(a, b use) int { return cmp.Compare(b.at, a.at) })
	for _, u := range uses {
		text = text[:u.at] + "\n_ = " + u.name + text[u.at:]
	}
	return text
}

// standardLibrary imports packages from Go's sources. A binary built with -trimpath does not know where they are;
// the go command does.
func standardLibrary() types.Importer {
	if build.Default.GOROOT == "" {
		if root, err := exec.Command("go", "env", "GOROOT").Output(); err == nil {
			build.Default.GOROOT = strings.TrimSpace(string(root))
		}
	}
	return importer.ForCompiler(token.NewFileSet(), "source", nil)
}
