package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// typeVerbs answers %T with the names of cells: compiled code sees nameless structs. The verb becomes %s
// and its argument the name. It reports whether that is left to be done when the call is made: of formats that are not constant, and of
// those that count their arguments.
func (l *lowerer) typeVerbs(c *ast.CallExpr, fn *types.Func) (dynamic bool) {
	at := fn.Signature().Params().Len() - 2 // of the format
	if !formats(fn) || at < 0 || len(c.Args) <= at+1 {
		return false
	}
	v := l.value(c.Args[at]).Value
	if v == nil || v.Kind() != constant.String || c.Ellipsis.IsValid() {
		return true
	}
	format := constant.StringVal(v)
	verbs, plain := verbsOf(format)
	if !plain {
		return true
	}
	text, arg, changed := []byte(format), at, false
	for _, i := range verbs {
		if arg++; text[i] != 'T' || arg >= len(c.Args) {
			continue
		}
		text[i], changed = 's', true
		c.Args[arg] = l.typeNamed(c.Args[arg])
	}
	if changed {
		c.Args[at] = &ast.BasicLit{ValuePos: c.Args[at].Pos(), Kind: token.STRING, Value: strconv.Quote(string(text))}
		l.made[c.Args[at]] = types.Typ[types.String]
	}
	return false
}

// verbsOf returns where the verbs of a format stand that take an argument. It is not plain if it counts arguments, or takes widths from
// them.
func verbsOf(format string) (at []int, plain bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0; i++ {
		}
		switch {
		case i >= len(format), format[i] == '[', format[i] == '*':
			return nil, i >= len(format)
		case format[i] != '%':
			at = append(at, i)
		}
	}
	return at, true
}

// typeNamed builds rt.TypeName(e, "main.T").
func (l *lowerer) typeNamed(e ast.Expr) ast.Expr {
	static := ""
	if t := unaliased(types.Default(l.typeOf(unbased(e)))); !types.IsInterface(t) {
		if _, isParam := t.(*types.TypeParam); !isParam {
			own := false
			static = atRunTime(types.TypeString(t, func(p *types.Package) string {
				own = own || p == l.f.pkg
				return p.Name()
			}) + l.argumentsOf(t))
			if !own && !strings.Contains(static, "struct{") && !l.boxes(t) {
				static = "" // compiled code knows it, and spells it as Go does
			}
		}
	}
	if l.maybeBox(l.typeOf(e)) {
		e = l.rebox(e)
	}
	n := callRT(e.Pos(), "TypeName", e, quoted(e.Pos(), static))
	l.made[n] = types.Typ[types.String]
	return n
}

// formats says whether a function of fmt or log takes a format.
func formats(fn *types.Func) bool {
	return strings.HasSuffix(fn.Name(), "f") && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "log")
}

// unbased returns the cell whose base e is, or e: a cell has been converted for the call already.
func unbased(e ast.Expr) ast.Expr {
	if c, ok := e.(*ast.CallExpr); ok && len(c.Args) == 0 {
		if sel, ok := c.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "CellBase" {
			return sel.X
		}
	}
	return e
}

// holdsStruct says whether a type holds, or may hold, structs of the session or with private fields, however deep.
func (l *lowerer) holdsStruct(t types.Type, depth int) bool {
	const deep = 6
	if n := l.f.namedStruct(t); n != nil {
		return depth > 0 || l.f.cellStruct(n) == nil
	}
	if depth > 0 && l.keepsTypes(t) && !l.f.Off["boxed-text"] {
		return true
	}
	if _, isNamed := types.Unalias(t).(*types.Named); isNamed || depth > deep {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return depth > 0 || t.NumMethods() == 0
	case *types.Pointer:
		return depth < 2 && l.holdsStruct(t.Elem(), depth+1)
	case *types.Slice:
		return l.holdsStruct(t.Elem(), depth+1)
	case *types.Array:
		return l.holdsStruct(t.Elem(), depth+1)
	case *types.Map:
		return l.keyed(t.Key()) || l.holdsStruct(t.Key(), depth+1) || l.holdsStruct(t.Elem(), depth+1)
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() || l.holdsStruct(f.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// hidePrivate keeps unexported fields out of JSON: for compiled code all fields of interpreted structs are
// exported.
func hidePrivate(st *ast.StructType) {
	for _, f := range st.Fields.List {
		if f.Tag == nil && len(f.Names) > 0 && !slices.ContainsFunc(f.Names, func(n *ast.Ident) bool { return n.IsExported() }) {
			f.Tag = &ast.BasicLit{ValuePos: f.Pos(), Kind: token.STRING, Value: "`json:\"-\"`"}
		}
	}
}
