package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// Names of types of package rt, for which the interpreter makes no room in the frames of functions as it does for what stands behind a dot.
const (
	argumentType = "arg" + mark
	arrivedType  = "arrived" + mark
)

// signedZeros carries −0 to declared functions, for which the interpreter takes an argument that is zero for one that has arrived.
//
//	f(x) → f(float64(arg(x)))
//	func f(x float64) { … } → func f(x float64) { arrived(arg(x)); … }
func signedZeros(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || l.f.plain || !l.callsDeclared(c) {
		return e
	}
	sig := l.typeOf(c.Fun).Underlying().(*types.Signature)
	if !mayHoldZeros(sig) {
		return e
	}
	x := c
	if tuple, isTuple := l.typeOf(c.Args[0]).(*types.Tuple); isTuple && len(c.Args) == 1 {
		e, x = l.spread(c, tuple)
	}
	for i, arg := range x.Args {
		if i < fixedParams(sig) && holdsFloat(sig.Params().At(i).Type()) && !l.neverMinusZero(arg) {
			x.Args[i] = l.carried(arg, sig.Params().At(i).Type())
		}
	}
	return e
}

// callsDeclared says whether a call is one of a function by its name, not a value or a method, that the interpreter compiles.
func (l *lowerer) callsDeclared(c *ast.CallExpr) bool {
	fun := ast.Unparen(l.original(c.Fun))
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(x.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(x.X)
	}
	var id *ast.Ident
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return false
	}
	fn, ok := l.info.Uses[id].(*types.Func)
	return ok && fn.Signature().Recv() == nil && (fn.Pkg() == l.f.pkg || l.f.template(fn) != nil)
}

// fixedParams counts the parameters that are not variadic: those the interpreter collects as they come.
func fixedParams(sig *types.Signature) int {
	n := sig.Params().Len()
	if sig.Variadic() {
		n--
	}
	return n
}

func mayHoldZeros(sig *types.Signature) bool {
	for i := range fixedParams(sig) {
		if holdsFloat(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// holdsFloat says whether values of a type may be zeros of different signs.
func holdsFloat(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsFloat|types.IsComplex) != 0
	case *types.Array:
		return t.Len() > 0 && holdsFloat(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if holdsFloat(t.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

// carried gives an argument the form in which it arrives.
func (l *lowerer) carried(arg ast.Expr, t types.Type) ast.Expr {
	pos := arg.Pos()
	inner := &ast.CallExpr{Fun: ident(pos, argumentType), Lparen: pos, Args: []ast.Expr{arg}, Rparen: pos}
	x := &ast.CallExpr{Fun: l.mustType(t, pos), Lparen: pos, Args: []ast.Expr{inner}, Rparen: pos}
	l.inst.add(inner)
	l.inst.add(x)
	l.from[x] = arg
	l.made[x] = t
	return x
}

// arrivals undoes at the beginning of a declared function what carried does.
func (l *lowerer) arrivals(fn ast.Node, sig *types.Signature, body *ast.BlockStmt) {
	d, ok := fn.(*ast.FuncDecl)
	if !ok || d.Recv != nil || sig == nil || l.f.plain || l.f.Off["signed-zeros"] {
		return
	}
	var list []ast.Stmt
	i := 0
	for _, f := range d.Type.Params.List {
		for _, id := range f.Names {
			if id.Name != "_" && i < fixedParams(sig) && holdsFloat(sig.Params().At(i).Type()) {
				list = append(list, quote(body.Lbrace, arrivedType+"("+argumentType+"("+id.Name+"))")...)
			}
			i++
		}
	}
	body.List = append(list, body.List...)
}

// neverMinusZero says whether a number is for certain not −0. A sum is −0 only if both its parts are, a difference only if it is that of −0 and 0.
func (l *lowerer) neverMinusZero(e ast.Expr) bool {
	e = ast.Unparen(l.original(e))
	if v := l.value(e).Value; v != nil {
		return true
	}
	switch x := e.(type) {
	case *ast.BinaryExpr:
		if !isReal(l.typeOf(x)) {
			return false
		}
		switch x.Op {
		case token.ADD:
			return l.neverMinusZero(x.X) || l.neverMinusZero(x.Y)
		case token.SUB:
			v := l.value(x.Y).Value
			return l.neverMinusZero(x.X) || v != nil && constant.Sign(v) != 0
		case token.MUL:
			a, isA := ast.Unparen(x.X).(*ast.Ident)
			b, isB := ast.Unparen(x.Y).(*ast.Ident)
			return isA && isB && l.info.Uses[a] != nil && l.info.Uses[a] == l.info.Uses[b]
		}
	case *ast.CallExpr:
		if l.isType(x.Fun) && len(x.Args) == 1 && isReal(l.typeOf(x)) {
			b, ok := l.typeOf(x.Args[0]).Underlying().(*types.Basic)
			return ok && b.Info()&types.IsInteger != 0
		}
	}
	return false
}

func isReal(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}
