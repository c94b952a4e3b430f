package front

import (
	"go/ast"
	"go/token"
	"strings"
)

// A statement has one mark, however many places in it can fail. What has failed tells which of them it was.

// risk is a part of a statement that can fail, and where it says so.
type risk struct {
	pos  token.Pos
	node ast.Node
}

// spot is a risk in the text of a cell.
type spot struct {
	token.Position
	call string // the name of the method or function that is called there, "" where none is
}

// place puts the mark of a statement where its only risk is, or where it begins.
func (m *Mark) place(f *Front, s ast.Stmt, risks []risk) {
	if len(risks) == 1 {
		m.Position = f.Position(risks[0].pos)
		return
	}
	m.Position = f.Position(s.Pos())
	m.spots = make([]spot, len(risks))
	for i, r := range risks {
		m.spots[i] = spot{f.Position(r.pos), called(r.node)}
	}
}

// called returns the name of what a node calls.
func called(n ast.Node) string {
	c, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Name
	case *ast.Ident:
		return fun.Name
	}
	return ""
}

// sugared are the ops that cells write without their names, and what the sugar calls.
var sugared = map[string]string{"Tensor.getitem": "At", "Tensor.setitem": "SetAt"}

// At returns where the statement of a mark has called the op that failed: the only place that calls something of that name, or
// else the only one that calls a cell, whose ops have names of their own. In doubt, that is the place of the mark.
func (m Mark) At(op string) token.Position {
	name := strings.TrimPrefix(op, "Reduce")
	if method, ok := sugared[op]; ok {
		name = method
	}
	var named, cells []spot
	for _, s := range m.spots {
		switch s.call {
		case "":
		case op, name:
			named = append(named, s)
		case "Call":
			cells = append(cells, s)
		}
	}
	switch {
	case op == "":
	case len(named) == 1 && len(cells) == 0:
		return named[0].Position
	case len(named) == 0 && len(cells) == 1:
		return cells[0].Position
	}
	return m.Position
}
