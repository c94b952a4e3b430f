package port

import (
	"github.com/msrepl/msrepl/internal/text/python"
)

func (t *Translator) ifStmt(s *python.If) {
	t.hoist(s, s.Body, s.Orelse)
	t.ifChain(s)
}

func (t *Translator) ifChain(s *python.If) {
	if isMain(s.Test) {
		t.body(s.Body)
		return
	}
	narrow := t.isinstance(s)
	if narrow == nil && t.decided(s) {
		return
	}
	if narrow == nil {
		t.emit("if %s {", t.test(s.Test))
		t.block(s.Body)
	} else {
		narrow()
	}
	for s.Orelse != nil {
		if e, ok := s.Orelse[0].(*python.If); ok && len(s.Orelse) == 1 && e.Col > 0 && t.isinstance(e) == nil {
			mark := len(t.lines)
			test := t.test(e.Test)
			if len(t.lines) == mark {
				t.emit("} else if %s {", test)
				t.block(e.Body)
				s = e
				continue
			}
			t.lines = t.lines[:mark]
		}
		t.emit("} else {")
		t.block(s.Orelse)
		break
	}
	t.emit("}")
}

// decided translates an if whose test is settled by the types: only the branch that runs.
func (t *Translator) decided(s *python.If) bool {
	c, ok := s.Test.(*python.Call)
	if u, isNot := s.Test.(*python.UnaryOp); isNot && u.Op == "Not" {
		c, ok = u.Operand.(*python.Call)
	}
	if !ok || !isIn(t.pathOf(c.Func), "builtins.isinstance", "builtins.hasattr") {
		return false
	}
	v := t.expr(c)
	yes, isConst := v.konst.(bool)
	if !isConst {
		return false
	}
	if c != s.Test {
		yes = !yes
	}
	if yes {
		t.body(s.Body)
	} else {
		t.body(s.Orelse)
	}
	return true
}

// isMain recognizes if __name__ == "__main__".
func isMain(e python.Expr) bool {
	c, ok := e.(*python.Compare)
	if !ok {
		return false
	}
	n, ok := c.Left.(*python.Name)
	return ok && n.ID == "__name__"
}
