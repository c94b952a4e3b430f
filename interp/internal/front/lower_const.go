package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"
)

// constants spells the values of constant expressions out: the interpreter computes with 64 bits where
// Go's constants have no limit, loses the types of shifts, and fails on complex ones.
func constants(l *lowerer, e ast.Expr) ast.Expr {
	if _, ok := e.(*ast.ParenExpr); ok {
		return e
	}
	tv, ok := l.info.Types[e]
	if id, isID := e.(*ast.Ident); isID && l.session(l.info.Uses[id]) {
		l.uses[l.info.Uses[id]] = true // compiled again when the constant changes
	}
	if !ok || tv.Value == nil || tv.IsType() || l.plainLiteral(e, tv) {
		return e
	}
	t := types.Default(tv.Type)
	b, ok := under(t).(*types.Basic)
	if !ok || b.Kind() == types.Invalid || b.Kind() == types.UnsafePointer {
		return e
	}
	if x := l.constant(tv.Value, t, e.Pos()); x != nil {
		return x
	}
	return e
}

// constSpec spells the values of declared constants out. What names them is spelled out, too, so that the interpreter neither counts
// nor looks for what they depend on.
func (l *lowerer) constSpec(vs *ast.ValueSpec) {
	vs.Type, vs.Values = nil, nil
	for _, n := range vs.Names {
		pos := n.NamePos
		var x ast.Expr
		if c, ok := l.info.Defs[n].(*types.Const); ok && c.Val().Kind() != constant.Unknown {
			if t := types.Default(c.Type()); isBasic(t) {
				x = l.constant(c.Val(), t, pos)
			}
		}
		if x == nil || mentionsPackage(x) {
			x = intLit(pos, 0)
		}
		vs.Values = append(vs.Values, x)
	}
}

// mentionsPackage says whether a spelled constant is made by a function.
func mentionsPackage(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, is := n.(*ast.SelectorExpr)
		found = found || is
		return !found
	})
	return found
}

func isBasic(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && b.Kind() != types.Invalid && b.Kind() != types.UnsafePointer
}

// shifts gives the constant that is shifted by a variable its type, which it has from its surroundings.
func shifts(l *lowerer, e ast.Expr) ast.Expr {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.SHL && b.Op != token.SHR {
		return e
	}
	if tv := l.value(b.Y); tv.Value != nil { // 1.0 and 1+0i are whole numbers, too
		if n := l.integer(constant.ToInt(tv.Value), b.Y.Pos()); n != nil {
			b.Y = n
		}
	}
	if tv := l.value(b.X); tv.Value != nil && l.value(e).Value == nil {
		if t, ok := under(tv.Type).(*types.Basic); ok && t.Info()&types.IsInteger != 0 {
			typ := types.Default(tv.Type)
			b.X = &ast.CallExpr{Fun: l.mustType(typ, b.X.Pos()), Lparen: b.X.Pos(), Args: []ast.Expr{l.integer(constant.ToInt(tv.Value), b.X.Pos())}, Rparen: b.X.Pos()}
		}
	}
	return e
}

// plainLiteral says whether the interpreter reads a constant as it stands.
func (l *lowerer) plainLiteral(e ast.Expr, tv types.TypeAndValue) bool {
	b, ok := under(tv.Type).(*types.Basic)
	if !ok {
		return false
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		switch e.Kind {
		case token.INT, token.CHAR:
			return b.Info()&(types.IsInteger|types.IsFloat) != 0 && fits(tv.Value)
		case token.FLOAT:
			return b.Info()&types.IsFloat != 0
		case token.STRING:
			return b.Info()&types.IsString != 0
		}
	case *ast.Ident:
		return b.Info()&types.IsBoolean != 0 && l.info.Uses[e] != nil && l.info.Uses[e].Parent() == types.Universe
	case *ast.SelectorExpr:
		o := l.info.Uses[e.Sel]
		return o != nil && o.Pkg() != l.f.pkg && b.Info()&types.IsUntyped == 0 && fits(tv.Value)
	}
	return false
}

func fits(v constant.Value) bool {
	if v.Kind() != constant.Int {
		return true
	}
	_, exact := constant.Int64Val(v)
	return exact
}

// constant spells a constant of a basic type; nil when there is no way.
func (l *lowerer) constant(v constant.Value, t types.Type, pos token.Pos) ast.Expr {
	b := under(t).(*types.Basic)
	var x ast.Expr
	switch {
	case b.Info()&types.IsBoolean != 0:
		x = ident(pos, strconv.FormatBool(constant.BoolVal(v)))
	case b.Info()&types.IsString != 0:
		x = &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: strconv.Quote(constant.StringVal(v))}
	case b.Info()&types.IsInteger != 0:
		x = l.integer(constant.ToInt(v), pos)
	case b.Info()&types.IsFloat != 0:
		x = floatLit(constant.ToFloat(v), b.Kind() == types.Float32, pos)
	case b.Info()&types.IsComplex != 0:
		v = constant.ToComplex(v)
		re, im := floatLit(constant.Real(v), false, pos), floatLit(constant.Imag(v), false, pos)
		x = callRT(pos, "Complex", re, im)
		if t == types.Typ[types.Complex128] {
			return x
		}
	}
	if x == nil {
		return nil
	}
	if t == types.Typ[types.Int] || t == types.Typ[types.String] || t == types.Typ[types.Bool] {
		return x
	}
	typ := l.typeExpr(t, pos)
	if typ == nil {
		return nil
	}
	return &ast.CallExpr{Fun: typ, Lparen: pos, Args: []ast.Expr{x}, Rparen: pos}
}

// integer spells a whole number; one beyond int64 as the complement of a small one.
func (l *lowerer) integer(v constant.Value, pos token.Pos) ast.Expr {
	if n, ok := constant.Int64Val(v); ok {
		if n == math.MinInt64 {
			return quoteExpr(pos, "-9223372036854775807 - 1")
		}
		return signed(pos, token.INT, strconv.FormatInt(n, 10))
	}
	if n, ok := constant.Uint64Val(v); ok {
		return callRT(pos, "Uint64", intLit(pos, int(n>>32)), intLit(pos, int(n&math.MaxUint32)))
	}
	return nil
}

func floatLit(v constant.Value, single bool, pos token.Pos) ast.Expr {
	size := 64
	f, _ := constant.Float64Val(v)
	if single {
		f32, _ := constant.Float32Val(v)
		f, size = float64(f32), 32
	}
	if math.IsInf(f, 0) {
		return nil
	}
	text := strconv.FormatFloat(f, 'g', -1, size)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return signed(pos, token.FLOAT, text)
}

// signed spells a number whose text may begin with a minus.
func signed(pos token.Pos, kind token.Token, text string) ast.Expr {
	if text[0] != '-' {
		return &ast.BasicLit{ValuePos: pos, Kind: kind, Value: text}
	}
	return &ast.UnaryExpr{OpPos: pos, Op: token.SUB, X: &ast.BasicLit{ValuePos: pos, Kind: kind, Value: text[1:]}}
}
