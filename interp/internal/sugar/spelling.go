package sugar

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// spelling is a call in the form used before arguments with defaults in Python were named. It is supported, with a
// hint, for one release.
type spelling struct {
	name  string // a method of tensors, also a function of package ops; or a constructor of packages tensor and ops
	kinds string // a letter for each argument after the tensor: see [Rewriter.isKind]
	now   string // its replacement
	args  string // its arguments: a digit is one of the call, "z" is 0, "e" is -1 and "f" is false
}

var methods = []spelling{
	{"Std", "lib", "StdAxes", "012"},
	{"Var", "lib", "VarAxes", "012"},
	{"Norm", "lb", "NormAxes", "01"},
	{"Quantile", "*lb", "QuantileAxes", "012"},
	{"NanQuantile", "*lb", "NanQuantileAxes", "012"},
	{"Sort", "ib", "SortAlong", "01"},
	{"ArgSort", "ib", "ArgSortAlong", "01"},
	{"TopK", "iib", "TopKAlong", "012"},
	{"TopK", "iibb", "TopKAlong", "012"},
	{"OneHot", "i*", "OneHotOf", "01ze"},
	{"OneHot", "i**", "OneHotOf", "012e"},
	{"OneHot", "i**i", "OneHotOf", "0123"},
	{"CumSum", "ib", "CumSumAlong", "01f"},
	{"CumSum", "ibb", "CumSumAlong", "012"},
	{"CumProd", "ib", "CumProdAlong", "01f"},
	{"CumProd", "ibb", "CumProdAlong", "012"},
}

var makers = []spelling{
	{"Eye", "id", "EyeOf", "10"},
	{"Eye", "iid", "EyeOf", "201"},
	{"Fill", "dl*", "Full", "120"},
	{"Empty", "d", "EmptyOf", "0"},
	{"Empty", "di", "EmptyOf", "01"},
	{"Empty", "dii", "EmptyOf", "012"},
	{"Empty", "diii", "EmptyOf", "0123"},
	{"Empty", "diiii", "EmptyOf", "01234"},
	{"Empty", "dl", "EmptyOf", "01"}, // followed by …
}

// respell rewrites a call of an older release, or returns nil.
func (g *Rewriter) respell(e *ast.CallExpr) ast.Expr {
	sel, ok := e.Fun.(*ast.SelectorExpr)
	if !ok || g.lang.Tensor == nil {
		return nil
	}
	path := g.packageOf(sel.X)
	inOps := strings.HasSuffix(path, "/msrepl/ops")
	switch {
	case path == "":
		if x := g.Tensor(sel.X); x != nil {
			return g.respelled(e, methods, e.Args, x)
		}
	case inOps && sel.Sel.Name == "Pad":
		return g.respelledPad(e, sel)
	case strings.HasSuffix(path, "/msrepl/grad") && sel.Sel.Name == "Vmap":
		return g.respelledVmap(e, sel)
	case strings.HasSuffix(path, "/msrepl/display") && (sel.Sel.Name == "Table" || sel.Sel.Name == "Heatmap"):
		return g.respelledPlane(e, sel)
	case strings.HasSuffix(path, "/msrepl/nn/optim"):
		return g.respelledDecay(e, sel)
	case inOps && sel.Sel.Name == "Fill": // MindSpore's name and order
	case inOps || strings.HasSuffix(path, "/msrepl/tensor"):
		if n := g.respelled(e, makers, e.Args, nil); n != nil {
			return n
		}
		if inOps && len(e.Args) > 0 {
			if x := g.Tensor(e.Args[0]); x != nil {
				return g.respelled(e, methods, e.Args[1:], x)
			}
		}
	}
	return nil
}

// packageOf returns the path of the package that e names, or "" for values.
func (g *Rewriter) packageOf(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		if p, ok := g.info.ObjectOf(id).(*types.PkgName); ok {
			return p.Imported().Path()
		}
	}
	return ""
}

// respelled looks up a call in a table and returns its replacement: a method of x, or a function of package tensor.
func (g *Rewriter) respelled(e *ast.CallExpr, table []spelling, given []ast.Expr, x ast.Expr) ast.Expr {
	for _, s := range table {
		if s.name != e.Fun.(*ast.SelectorExpr).Sel.Name || !g.areKinds(given, s.kinds) {
			continue
		}
		args, texts := g.pick(e, given, s.args)
		var c *ast.CallExpr
		sp, of := g.Span(e), "tensor"
		if x == nil {
			c = g.pkgCall(s.now, e.Fun.(*ast.SelectorExpr).Sel.Pos(), sp, args...)
		} else {
			of = g.textOf(x)
			c = g.method(x, s.now, e.Fun.(*ast.SelectorExpr).Sel.Pos(), sp.Hi, args...)
			g.note(c, g.resultOf(s.now), sp)
		}
		c.Ellipsis = e.Ellipsis
		g.hint(e, fmt.Sprintf("%s.%s(%s)", of, s.now, strings.Join(texts, ", ")))
		return c
	}
	return nil
}

// pick returns the arguments selected by a spelling, with their texts.
func (g *Rewriter) pick(e *ast.CallExpr, given []ast.Expr, which string) (args []ast.Expr, texts []string) {
	for _, r := range which {
		var x ast.Expr
		switch r {
		case 'z':
			x = &ast.BasicLit{ValuePos: e.Rparen, Kind: token.INT, Value: "0"}
		case 'e':
			x = &ast.UnaryExpr{OpPos: e.Rparen, Op: token.SUB, X: &ast.BasicLit{ValuePos: e.Rparen, Kind: token.INT, Value: "1"}}
		case 'f':
			x = &ast.Ident{NamePos: e.Rparen, Name: "false"}
		default:
			x = given[r-'0']
			args, texts = append(args, x), append(texts, g.textOf(x))
			continue
		}
		args, texts = append(args, x), append(texts, types.ExprString(x))
	}
	return args, texts
}

// respelledPad rewrites ops.Pad(x, padding, mode, value), whose mode and value are options now.
func (g *Rewriter) respelledPad(e *ast.CallExpr, sel *ast.SelectorExpr) ast.Expr {
	if !g.areKinds(e.Args, "*ls*") {
		return nil
	}
	names := []string{"PaddingMode", "Value"}
	if g.isKind(e.Args[3], 'n') {
		names = names[:1]
	}
	return g.withOptions(e, sel, 2, names)
}

// respelledVmap rewrites grad.Vmap(f, in, out), whose axes are options now.
func (g *Rewriter) respelledVmap(e *ast.CallExpr, sel *ast.SelectorExpr) ast.Expr {
	names := []string{"InAxes", "OutAxes"}
	if n := len(e.Args) - 1; n == 1 || n == 2 {
		names = names[:n]
	} else {
		return nil
	}
	for _, x := range e.Args[1:] {
		t := g.TypeOf(x)
		if t == nil {
			return nil
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Name() == "VmapOption" {
			return nil
		}
	}
	return g.withOptions(e, sel, 1, names)
}

// respelledPlane rewrites display.Table(x, 0, 1), whose indices are an option now.
func (g *Rewriter) respelledPlane(e *ast.CallExpr, sel *ast.SelectorExpr) ast.Expr {
	if len(e.Args) < 2 || e.Ellipsis.IsValid() && !g.isKind(e.Args[1], 'l') {
		return nil
	}
	for _, x := range e.Args[1:] {
		if !e.Ellipsis.IsValid() && !g.isKind(x, 'i') {
			return nil
		}
	}
	at := e.Args[1]
	c := g.method(&ast.Ident{NamePos: at.Pos(), Name: sel.X.(*ast.Ident).Name}, "At", at.Pos(), e.Rparen+1, e.Args[1:]...)
	c.Ellipsis = e.Ellipsis
	n := &ast.CallExpr{Fun: e.Fun, Lparen: e.Lparen, Args: []ast.Expr{e.Args[0], c}, Rparen: e.Rparen}
	if sig := g.TypeOf(e.Fun); sig != nil {
		g.note(n, result(sig), g.Span(e))
	}
	g.hint(e, types.ExprString(n))
	return n
}

// respelledDecay rewrites a decay of package optim that ends in a bool, which is an option now.
func (g *Rewriter) respelledDecay(e *ast.CallExpr, sel *ast.SelectorExpr) ast.Expr {
	last := len(e.Args) - 1
	if last < 1 || !strings.Contains(sel.Sel.Name, "Decay") || !g.isKind(e.Args[last], 'b') { // UpdateDecay has one
		return nil
	}
	if strings.Contains(sel.Sel.Name, "Polynomial") {
		return g.withOptions(e, sel, last, []string{"UpdateDecay"})
	}
	return g.withOptions(e, sel, last, []string{"Stair"})
}

// withOptions converts the arguments of a call from an index on to options of its package with these names, and drops
// further arguments.
func (g *Rewriter) withOptions(e *ast.CallExpr, sel *ast.SelectorExpr, from int, names []string) ast.Expr {
	if e.Ellipsis.IsValid() {
		return nil
	}
	pkg := sel.X.(*ast.Ident).Name
	args, texts := slices.Clone(e.Args[:from]), make([]string, from)
	for i, x := range args {
		texts[i] = g.textOf(x)
	}
	for i, name := range names {
		x := e.Args[from+i]
		args = append(args, g.method(&ast.Ident{NamePos: x.Pos(), Name: pkg}, name, x.Pos(), x.End(), x))
		texts = append(texts, fmt.Sprintf("%s.%s(%s)", pkg, name, g.textOf(x)))
	}
	c := &ast.CallExpr{Fun: e.Fun, Lparen: e.Lparen, Args: args, Rparen: e.Rparen}
	if sig := g.TypeOf(e.Fun); sig != nil {
		g.note(c, result(sig), g.Span(e))
	}
	g.hint(e, fmt.Sprintf("%s(%s)", types.ExprString(sel), strings.Join(texts, ", ")))
	return c
}

// textOf returns e as the user typed it.
func (g *Rewriter) textOf(e ast.Expr) string {
	sp := g.Span(e)
	if text := g.lang.Text(sp.Lo, sp.Hi); text != "" {
		return text
	}
	return types.ExprString(e)
}

// hint reports the current form of a call.
func (g *Rewriter) hint(e ast.Expr, now string) {
	if g.lang.Hint != nil {
		g.lang.Hint(fmt.Sprintf("hint: %s is now %s; the next release removes the old spelling", g.textOf(e), now))
	}
}

func (g *Rewriter) areKinds(args []ast.Expr, kinds string) bool {
	if len(args) != len(kinds) {
		return false
	}
	for i, x := range args {
		if !g.isKind(x, kinds[i]) {
			return false
		}
	}
	return true
}

// isKind reports whether e is a list of ints or nil (l), nil (n), an integer (i), a bool (b), a string (s), a dtype
// (d) or any value whose type is known (*).
func (g *Rewriter) isKind(e ast.Expr, kind byte) bool {
	t := g.TypeOf(e)
	if t == nil || g.isType(e) {
		return false
	}
	n, named := types.Unalias(t).(*types.Named)
	isDType := named && n.Obj().Name() == "DType"
	b, basic := gotypes.Under(t).(*types.Basic)
	is := func(info types.BasicInfo) bool { return basic && !isDType && b.Info()&info != 0 }
	switch kind {
	case '*':
		return true
	case 'd':
		return isDType
	case 'i':
		return is(types.IsInteger)
	case 'b':
		return is(types.IsBoolean)
	case 's':
		return is(types.IsString)
	}
	isNil := basic && b.Kind() == types.UntypedNil
	s, slice := gotypes.Under(t).(*types.Slice)
	return isNil || kind == 'l' && slice && types.Identical(s.Elem().Underlying(), types.Typ[types.Int])
}
