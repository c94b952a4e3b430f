package front

import "go/ast"

// stopVar is the interpreter's variable that is not 0 while goroutines are told to end.
const stopVar = "stop" + mark

// halts makes a function that compiled code may call ask at its beginning whether its goroutine is to end: an interrupt makes the
// interpreted function return, but compiled code, a sort for one, would go on to call it again, and again.
func (l *lowerer) halts(fn ast.Node, body *ast.BlockStmt) {
	if d, ok := fn.(*ast.FuncDecl); l.f.plain || l.f.Off["halts"] || ok && d.Recv == nil {
		return
	}
	pos := body.Lbrace
	body.List = append(quote(pos, "if "+stopVar+" != 0 { Q0 }", callRT(pos, "Halt")), body.List...)
}
