package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
)

// lowerer turns one checked unit into Go that the interpreter runs correctly.
type lowerer struct {
	f                      *Front
	a                      *analysis
	u                      *unit
	info                   *types.Info
	from                   map[ast.Expr]ast.Expr   // what a rewritten expression was before
	made                   map[ast.Expr]types.Type // types of expressions that rewrites made
	uses                   map[types.Object]bool   // session objects of the function at hand
	funcs                  []*funcScope            // the functions around the node at hand
	loose                  set[*ast.BlockStmt]     // blocks that hold what one statement became
	inst                   set[ast.Expr]           // instantiations made explicit, elements that are there for certain, and conversions that rewrites made
	comm                   set[ast.Node]           // channel operations of select clauses
	defs                   set[types.Object]       // of the unit
	future                 set[types.Object]       // methods that later units declare
	asked                  set[*ast.CallExpr]      // calls whose results are selected from at once
	called                 set[ast.Expr]           // names of functions and methods that are called at once
	labels                 map[ast.Stmt]string     // of loops
	recovering             map[*ast.FuncLit]bool   // literals by whether they call recover themselves
	deferrable, undeferred set[*ast.FuncLit]       // literals that are deferred, and those that are called at once
	counts                 map[ast.Expr]ast.Expr   // of shifts, by what checks them
	outer                  set[types.Object]       // parameters and results of functions that defer
	jumps                  set[string]             // labels that goto names
	certain                set[ast.Stmt]           // v, ok := … whose v is used only where ok is true
	simple                 int                     // inside a statement that is part of another one
	spelling               int                     // while types are spelled as the user does
	temps                  int
	jobs                   []Import
	structs                *[]*types.Named // the struct types that the unit has declared
	queue                  *[]*special     // copies of generic code to be made
	decls                  []ast.Decl      // what goes before the unit's own
	assigns                []ast.Stmt
	shown                  ast.Stmt // what shows the value of the unit
	diags                  Diags
}

// set is a set; the zero one is empty. Most of a lowerer's stay so, and cost nothing.
type set[K comparable] map[K]bool

func (s *set[K]) add(k K) { put((*map[K]bool)(s), k, true) }

// put is m[k] = v, also for a map that is nil.
func put[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}

// funcScope is a function being lowered.
type funcScope struct {
	sig    *types.Signature // nil for the cell itself
	typ    *ast.FuncType
	decl   *ast.FuncDecl // of a declared function
	name   string
	id     int  // its number in Front.scopes
	defers bool // holds defer statements
	marked bool // sets marks
	deaf   bool // what recover never finds anything in
	loops  int  // around the statement at hand
	simple int  // what lowerer.simple was around it
}

// rewrite is one cure of one defect of the interpreter, or one piece of the language of cells.
// Expressions are rewritten after their parts, statements after theirs. What a statement becomes is nil where it stays, if only in parts
// of another form.
type rewrite struct {
	name string
	expr func(*lowerer, ast.Expr) ast.Expr
	stmt func(*lowerer, ast.Stmt) []ast.Stmt
}

// rewrites in the order in which they apply to a node.
var rewrites []rewrite

func init() { // a literal would be an initialization cycle
	rewrites = slices.Concat(typeRewrites(), valueRewrites(), statementRewrites(), lastRewrites())
}

// typeRewrites are those of names, types and literals, and of values that become interfaces.
func typeRewrites() []rewrite {
	return []rewrite{
		{name: "instances", expr: boundTypes},
		{name: "blank-fields", expr: blankFields},
		{name: "blank-elements", expr: blankElements},
		{name: "element-keys", expr: keyedElements},
		{name: "constants", expr: constants},
		{name: "chains", expr: chains},
		{name: "shifts", expr: shifts},
		{name: "cell-new", expr: cellNew},
		{name: "refusals", expr: refusals},
		{name: "names", expr: renameExpr},
		{name: "map-keys", expr: mapKeys, stmt: rangeKeys}, // before the type of a variable can matter
		{name: "hiding-names"},                             // before anything is lowered
		{name: "label-names"},                              // so, too
		{name: "elided-pointers", expr: elidedPointers},
		{name: "type-arguments", expr: instantiate},
		{name: "later-functions", expr: laterFunctions},
		{name: "assertions", expr: assertions},
		{name: "errors-as", expr: errorsAs},
		{name: "spelled-structs"}, // where types are declared
		{name: "mended-types"},
		{name: "boxes"},            // of convert and assertions
		{name: "interface-copies"}, // of convert
		{name: "json"},             // of convert
		{name: "optional"},         // so, too
		{name: "nil-errors"},       // so, too
		{name: "own-places"},       // of convert
	}
}

// valueRewrites are those of operators and calls, with the statements that some of them need.
func valueRewrites() []rewrite {
	return []rewrite{
		{name: "result-names"}, // before anything is lowered
		{name: "redeclared", stmt: redeclared},
		{name: "result-types", stmt: resultTypes},
		{name: "spread-interfaces", expr: spreadInterfaces},
		{name: "shift-counts", expr: shiftCounts, stmt: hoistCounts},
		{name: "cell-values", expr: cellValues, stmt: cellValuesStmt},
		{name: "interface-equal", expr: interfaceEqual},
		{name: "parts-equal"}, // of interface-equal
		{name: "mixed-equal", expr: mixedEqual},
		{name: "element-addresses", expr: elementAddress},
		{name: "promoted", expr: promoted},
		{name: "package-numbers", expr: packageNumbers},
		{name: "fatal", expr: fatal},
		{name: "method-values", expr: methodValues},
		{name: "literal-args", expr: literalArgs},
		{name: "appended", expr: appended},
		{name: "spread-calls", expr: spreadCall},
		{name: "signed-zeros", expr: signedZeros},
		{name: "minmax", expr: minMax},
		{name: "new-values", expr: newValue},
		{name: "print", expr: printCall},
		{name: "panics", expr: panicCall},
		{name: "nil-first", expr: nilFirst},
		{name: "nil-in-interface"}, // of nil-first
		{name: "leading-types", expr: leadingTypes},
		{name: "printed", expr: printed},
		{name: "joined"},     // of what is printed
		{name: "boxed-text"}, // so, too
		{name: "type-names", expr: typeNames},
		{name: "variadic-interfaces", expr: variadicInterfaces},
		{name: "variadic-values", expr: variadicValues},
		{name: "room", expr: roomForMake},
		{name: "made-channels", expr: madeChannels},
		{name: "waits", expr: waits},
		{name: "receive", expr: receive},
	}
}

// statementRewrites are those of statements that control what runs.
func statementRewrites() []rewrite {
	return []rewrite{
		{name: "send", stmt: sendStmt},
		{name: "select", stmt: selectStmt},
		{name: "range-chan", stmt: rangeChan},
		{name: "range-targets", stmt: rangeTargets},
		{name: "range-func", stmt: rangeFunc},
		{name: "local-types", stmt: localTypes},
		{name: "range-strings", stmt: rangeStrings},
		{name: "range-places", stmt: rangePlaces},
		{name: "range-arrays", stmt: rangeArrays},
		{name: "range-int", stmt: rangeInt},
		{name: "endless-for", stmt: endlessFor},
		{name: "loop-vars", stmt: loopVars},
		{name: "loop-frames", stmt: loopFrames},
		{name: "type-switch", stmt: typeSwitch},
		{name: "recovers"}, // of defers and panics
		{name: "defers", stmt: deferStmt},
		{name: "go", stmt: goStmt},
		{name: "empty-statements", stmt: emptyStatements},
		{name: "default-falls", stmt: defaultFalls},
		{name: "switch-interfaces", stmt: switchInterfaces},
		{name: "switch-lists", stmt: switchLists},
		{name: "switch-inits", stmt: switchInits},
		{name: "function-values", stmt: functionValues},
		{name: "returned-types", stmt: returnedTypes},
	}
}

// lastRewrites are those of assignments and of whole functions, which find all else done.
func lastRewrites() []rewrite {
	return []rewrite{
		{name: "frozen-targets", stmt: frozenTargets},
		{name: "package-targets", stmt: packageTargets},
		{name: "blank-values", stmt: blankValues},
		{name: "comma-ok", stmt: commaOK},
		{name: "missing-values", stmt: missingValues},
		{name: "literal-places", stmt: literalPlaces},
		{name: "growth", stmt: growth},
		{name: "parallel", stmt: parallel},
		{name: "marks", stmt: markStmt},
		{name: "parameters"},    // where functions begin
		{name: "local-results"}, // where they end
		{name: "restore-marks"},
		{name: "halts"}, // where they begin
	}
}

// Rewrites returns the names of all rewrites.
func (f *Front) Rewrites() (names []string) {
	for _, r := range rewrites {
		names = append(names, r.name)
	}
	return names
}

// Import is an import that the interpreter must know before a unit runs.
type Import struct{ Name, Path string }

func (a *analysis) newLowerer(u *unit) *lowerer {
	l := &lowerer{
		queue: &[]*special{}, structs: &[]*types.Named{},
		future: a.methodsAfter(u),
		f:      a.Front, a: a, u: u, info: u.info,
		from: map[ast.Expr]ast.Expr{}, made: map[ast.Expr]types.Type{}, uses: map[types.Object]bool{},
	}
	for _, f := range u.files {
		l.noteCalls(f)
		l.noteRecovers(f)
		l.noteDeferring(f)
		l.nameLocals(f)
		l.clearNames(f)
	}
	for _, x := range u.ext {
		if x.method != nil && x.decl.Body != nil {
			l.f.recovers[x.method] = l.recoversItself(x.decl.Body)
		}
	}
	for _, o := range u.defs {
		l.defs.add(o)
		if old := u.reuse[o]; old != nil {
			a.names[o] = a.name(old)
		} else {
			a.name(o)
		}
	}
	return l
}

// methodsAfter returns the methods that units after u add to older types: the checker knows them
// already, the interpreter does not.
func (a *analysis) methodsAfter(u *unit) (methods set[types.Object]) {
	after := false
	for _, x := range a.units {
		if after {
			for _, m := range x.ext {
				if m.method != nil {
					methods.add(m.method)
				}
			}
		}
		after = after || x == u
	}
	return methods
}

// walker returns the walker that applies the rewrites.
func (l *lowerer) walker() *walker {
	w := &walker{types: true}
	w.expr = func(e ast.Expr) ast.Expr {
		for _, r := range rewrites {
			if r.expr == nil || l.f.Off[r.name] {
				continue
			}
			if n := r.expr(l, e); n != e {
				l.from[n] = e
				e = n
			}
		}
		return e
	}
	w.before = func(s ast.Stmt) (ast.Stmt, bool) {
		if b := l.initBefore(s); b != nil {
			return b, false
		}
		l.prepare(s)
		return s, false
	}
	w.after, w.group = l.afterStmt, l.block
	w.part = func(in bool) {
		if in {
			l.simple++
		} else {
			l.simple--
		}
	}
	w.enter, w.leave = l.enter, l.leave
	return w
}

func (l *lowerer) afterStmt(s ast.Stmt) []ast.Stmt {
	if isLoop(s) {
		l.scope().loops--
	}
	list := []ast.Stmt{s}
	for _, r := range rewrites {
		if r.stmt == nil || l.f.Off[r.name] {
			continue
		}
		list = l.rewriteAll(r, list)
	}
	return l.unlabel(list)
}

// rewriteAll applies one rewrite to a list of statements. Most rewrites leave most statements alone, which must cost nothing.
func (l *lowerer) rewriteAll(r rewrite, list []ast.Stmt) []ast.Stmt {
	var out []ast.Stmt
	changed := false
	for i, s := range list {
		made := r.stmt(l, s)
		if made == nil {
			if changed {
				out = append(out, s)
			}
			continue
		}
		if !changed {
			out, changed = append(out, list[:i]...), true // a copy
		}
		out = append(out, made...)
	}
	if !changed {
		return list
	}
	return out
}

// unlabel keeps a label at its loop when the loop has got statements before it.
func (l *lowerer) unlabel(list []ast.Stmt) (out []ast.Stmt) {
	if !slices.ContainsFunc(list, func(s ast.Stmt) bool { _, is := s.(*ast.LabeledStmt); return is }) {
		return list
	}
	for _, s := range list {
		ls, ok := s.(*ast.LabeledStmt)
		if !ok {
			out = append(out, s)
			continue
		}
		b, ok := ls.Stmt.(*ast.BlockStmt)
		if !ok || !l.loose[b] || len(b.List) == 0 {
			out = append(out, s)
			continue
		}
		k := len(b.List) - 1
		for i, x := range b.List {
			switch x.(type) {
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.SelectStmt:
				k = i
			}
		}
		out = append(out, l.labelledBlock(ls, b, k)...)
	}
	return out
}

// labelledBlock puts the label of a block at the statement that the block is about. A goto to it begins with
// what is before that.
func (l *lowerer) labelledBlock(ls *ast.LabeledStmt, b *ast.BlockStmt, k int) []ast.Stmt {
	inner := ls
	if l.jumps[ls.Label.Name] && k > 0 && !breakable(b.List[k]) { // what the statement declares stays in scope
		ls.Stmt, b.List[0] = b.List[0], ls
		return b.List
	}
	if l.jumps[ls.Label.Name] && k > 0 {
		inner = &ast.LabeledStmt{Label: ident(ls.Label.NamePos, l.temp(ls.Label.Name)), Colon: ls.Colon}
		ast.Inspect(b.List[k], func(n ast.Node) bool {
			if j, ok := n.(*ast.BranchStmt); ok && j.Tok != token.GOTO && j.Label != nil && j.Label.Name == ls.Label.Name {
				j.Label = ident(j.Label.NamePos, inner.Label.Name)
			}
			return true
		})
	}
	inner.Stmt = b.List[k]
	b.List[k] = inner
	switch {
	case inner != ls:
		ls.Stmt = b
		return []ast.Stmt{ls}
	case declares(b.List[:k]): // the names are those of the loop
		return []ast.Stmt{b}
	}
	return b.List
}

// breakable says whether break may name a statement by its label.
func breakable(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		return true
	}
	return false
}

// declares says whether one of some statements declares a name.
func declares(list []ast.Stmt) bool {
	return slices.ContainsFunc(list, func(s ast.Stmt) bool {
		as, isAssign := s.(*ast.AssignStmt)
		_, isDecl := s.(*ast.DeclStmt)
		return isDecl || isAssign && as.Tok == token.DEFINE
	})
}

// block makes one statement of several where only one may stand.
func (l *lowerer) block(list []ast.Stmt) ast.Stmt {
	if len(list) == 1 {
		return list[0]
	}
	b := &ast.BlockStmt{Lbrace: list[0].Pos(), List: list, Rbrace: list[len(list)-1].End()}
	l.loose.add(b)
	return b
}

// typeOf returns the type that the checker gave to e, or to what e was before.
func (l *lowerer) typeOf(e ast.Expr) types.Type {
	for e != nil {
		if t := l.made[e]; t != nil {
			return t
		}
		if tv, ok := l.info.Types[e]; ok && tv.Type != nil {
			return tv.Type
		}
		if id, ok := e.(*ast.Ident); ok {
			if o := l.info.ObjectOf(id); o != nil {
				return o.Type()
			}
		}
		if p, ok := e.(*ast.ParenExpr); ok {
			e = p.X
			continue
		}
		e = l.from[e]
	}
	return types.Typ[types.Invalid]
}

// value returns what the checker knows of e beyond its type.
func (l *lowerer) value(e ast.Expr) types.TypeAndValue {
	for e != nil {
		if tv, ok := l.info.Types[e]; ok {
			return tv
		}
		e = l.from[e]
	}
	return types.TypeAndValue{}
}

func (l *lowerer) isType(e ast.Expr) bool { return l.value(e).IsType() }

// temp returns a fresh name.
func (l *lowerer) temp(prefix string) string {
	l.temps++
	return prefix + mark + strconv.Itoa(l.temps)
}

// refuse reports what cannot be made right.
func (l *lowerer) refuse(pos token.Pos, msg string) {
	l.diags = append(l.diags, Diag{l.f.Position(pos), msg + " (a limit of the interpreter)"})
}

// refuseOnce is refuse for what is said once of a place.
func (l *lowerer) refuseOnce(pos token.Pos, msg string) {
	for _, d := range l.diags {
		if d.Pos == l.f.Position(pos) {
			return
		}
	}
	l.refuse(pos, msg)
}

// importName returns the interpreter's name of a package and imports it at first use.
func (l *lowerer) importName(path string) string {
	if n, ok := l.f.imports[path]; ok {
		return n
	}
	if name, ok := l.libraryName(path); ok {
		return name
	}
	n := l.f.fresh(l.f.world.Name(path))
	if l.f.locals[n] {
		n = l.f.fresh(n + "pkg")
	}
	l.f.imports[path] = n
	l.a.imported = append(l.a.imported, path)
	l.jobs = append(l.jobs, Import{n, path})
	return n
}

// hiddenName names an unexported compiled type.
func (f *Front) hiddenName(t reflect.Type) string {
	if n, ok := f.hiddens[t]; ok {
		return n
	}
	n := "T" + strconv.Itoa(len(f.hiddens))
	f.hiddens[t] = n
	f.hidden(n, t)
	return n
}

// session says whether o is a package-level object of the session.
func (l *lowerer) session(o types.Object) bool {
	if o == nil || o.Pkg() != l.f.pkg {
		return false
	}
	_, named := l.f.names[o]
	return named || l.defs[o]
}
