package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// What may wait for ever, or ask for more memory than there is, goes through compiled code that an interrupt, the watch over
// deadlocks and the memory limit know of.

// madeChannels notes the channels that cells make: a wait for those alone is in vain when nobody in the session is left to end it.
func madeChannels(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	if name != "make" {
		return e
	}
	t := l.typeOf(c)
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return e
	}
	if ch.Dir() != types.SendRecv { // the interpreter makes a channel in both directions or fails
		c.Args[0] = l.mustType(types.NewChan(types.SendRecv, ch.Elem()), c.Pos())
	}
	out := quoteExpr(c.Pos(), "func(cꞏ Q0) Q0 { rtꞏ.Made(cꞏ); return cꞏ }(Q1)", l.mustType(t, c.Pos()), e)
	l.made[out] = t
	return out
}

// smallMake is the number of bytes up to which a constant length is taken as it is.
const smallMake = 1 << 24

// roomForMake checks that what make is to make fits into the memory.
func roomForMake(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	if name != "make" {
		return e
	}
	var size int64
	sizes := types.SizesFor("gc", "amd64")
	switch t := l.typeOf(c).Underlying().(type) {
	case *types.Slice:
		size = sizes.Sizeof(t.Elem())
	case *types.Chan:
		size = sizes.Sizeof(t.Elem())
	case *types.Map:
		size = 2 * (sizes.Sizeof(t.Key()) + sizes.Sizeof(t.Elem()))
	}
	for i, arg := range c.Args[1:] {
		pos := arg.Pos()
		if v := l.value(arg).Value; v != nil {
			if n, ok := constant.Int64Val(constant.ToInt(v)); ok && n <= smallMake/max(size, 1) {
				continue
			}
		}
		c.Args[i+1] = callRT(pos, "Room", quoteExpr(pos, "int(Q0)", arg), intLit(pos, int(size)))
		l.made[c.Args[i+1]] = types.Typ[types.Int]
	}
	return e
}

// waitCalls are the methods of package sync that may wait for ever or end the program, and what does the same.
var waitCalls = map[string]string{
	"(*sync.Mutex).Lock": "Lock", "(*sync.Mutex).Unlock": "Unlock",
	"(*sync.RWMutex).Lock": "Lock", "(*sync.RWMutex).Unlock": "Unlock",
	"(*sync.RWMutex).RLock": "RLock", "(*sync.RWMutex).RUnlock": "RUnlock",
	"(*sync.WaitGroup).Wait": "Wait", "(*sync.Cond).Wait": "CondWait",
}

// waits rewrites calls of these methods: mu.Lock() becomes rt.Lock(&mu).
func waits(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || len(c.Args) > 0 {
		return e
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return e
	}
	s := l.info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return e
	}
	name := waitCalls[s.Obj().(*types.Func).FullName()]
	if name == "" {
		return e
	}
	pos := sel.Pos()
	recv, t := sel.X, s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] { // it is promoted
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		recv, t = &ast.SelectorExpr{X: recv, Sel: ident(pos, f.Name())}, f.Type()
	}
	if _, ok := t.Underlying().(*types.Pointer); !ok {
		recv = &ast.UnaryExpr{OpPos: pos, Op: token.AND, X: recv}
	}
	out := callRT(pos, name, recv)
	c.Fun, c.Args = out.Fun, out.Args
	return e
}
