package front

import (
	"go/ast"
	"strconv"
)

// blankFields gives fields called _ names of their own: the interpreter cannot have two of one name.
func blankFields(l *lowerer, e ast.Expr) ast.Expr {
	st, ok := e.(*ast.StructType)
	if !ok {
		return e
	}
	n := 0
	for _, f := range st.Fields.List {
		for _, id := range f.Names {
			if id.Name == "_" {
				id.Name += mark + strconv.Itoa(n)
			}
			n++
		}
		if len(f.Names) == 0 {
			n++
		}
	}
	return e
}
