package port

import (
	"go/types"

	"github.com/msrepl/msrepl/internal/text/python"
)

// standardCalls are functions of Python's standard library.
var standardCalls = map[string]special{
	"collections.Counter": counterCall, "collections.defaultdict": defaultDictCall,
	"collections.OrderedDict": orderedDict,
	"builtins.hasattr":        hasAttribute, "builtins.getattr": getAttribute, "builtins.divmod": divmodCall,
	"builtins.next": nextCall, "os.path.exists": pathExists, "os.path.isfile": pathExists,
}

// nextCall is next(…) of a new iterator of a dataset: its first row.
func nextCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	x := a.need(0)
	a.done()
	if c, ok := x.(*python.Call); ok && t.pathOf(c.Func) == "builtins.iter" && len(c.Args) == 1 {
		x = c.Args[0]
	}
	v := val{t: tUnknown}
	byName := false
	if c, ok := x.(*python.Call); ok {
		if f, ok := c.Func.(*python.Attribute); ok && isIn(f.Attr, "create_tuple_iterator", "create_dict_iterator") {
			v, byName = t.expr(f.Value), f.Attr == "create_dict_iterator"
		}
	}
	if v.t.named() != "data.Dataset" || t.inExpr > 0 {
		leave(e, "next of such a value")
	}
	u, row := &typ{kind: tuple, elem: tArray}, t.scope.temp("row")
	if byName {
		u.path = t.scope.temp("columns")
		t.emit("%s := %s.ColumnNames()", u.path, v.at(7))
	}
	t.emit("var %s Tuple", row)
	t.emit("for _, values := range %s.All() {", v.at(7))
	t.emit("%s = values", row)
	t.emit("break")
	t.emit("}")
	return atom(row, u)
}

// divmodCall is divmod of whole numbers.
func divmodCall(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	pair := []python.Expr{a.need(0), a.need(1)}
	a.done()
	for _, x := range pair {
		if v := t.peek(x); t.effectful(v.code) {
			leave(x, "divmod of what a call returns")
		}
	}
	return t.tupleOf([]python.Expr{
		&python.BinOp{Left: pair[0], Op: "FloorDiv", Right: pair[1]},
		&python.BinOp{Left: pair[0], Op: "Mod", Right: pair[1]},
	})
}

// pathExists is os.path.exists(path).
func pathExists(t *Translator, e *python.Call) val {
	a := t.arguments(e)
	path := t.as(a.need(0, "path"), types.Typ[types.String])
	a.done()
	if t.inExpr > 0 {
		leave(e, "a look for a file here")
	}
	name := t.scope.temp("missing")
	t.emit("_, %s := os.Stat(%s)", name, path)
	return val{code: name + " == nil", prec: 3, t: tBool}
}
