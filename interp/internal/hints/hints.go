// Package hints adds suggestions to the messages of the type checker.
package hints

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/foreign"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/sugar"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Hints finds hints for one part of a cell.
type Hints struct {
	Files  []*ast.File
	Info   *types.Info
	Sugar  *sugar.Rewriter // nil for a part without sugar
	World  *gotypes.World
	Home   *types.Package // of the session
	Tensor *types.Pointer // *tensor.Tensor, nil if the package is not loaded
	Python *foreign.Names
	Quiet  bool // the text is not a user's cell

	Imports     bool                                 // the text has import declarations
	Names       func() []string                      // of the session
	Outlived    func(method string) string           // the cell that declared "T.M" for an earlier T, "" for none
	Unqualified func() []string                      // package members that need no qualifier
	Ours        func(path string) bool               // reports whether a package is msrepl's
	Own         func(name string) bool               // reports whether the session declares a name
	Get         func(name string) types.Object       // resolves a name
	Text        func(lo, hi token.Pos) string        // the user's source text
	Source      func(token.Pos) (src string, at int) // the cell at a position, and the offset in it
}

// words maps words of Python and of other REPLs, which people type out of habit, to Go.
var words = map[string]string{
	"None": "nil", "self": "the receiver of the method", "elif": "else if", "def": "func", "lambda": "func",
	"exit": "%quit or Ctrl-D", "quit": "%quit or Ctrl-D", "ms": "tensor, ops or nn", "mindspore": "tensor, ops or nn",
	"numpy": "np", "str": "fmt.Sprint", "float": "float64", "double": "float64", "abs": "math.Abs", "pow": "math.Pow",
	"null": "nil", "range": "for i := range n", "print": "fmt.Println", "not": "!", "input": "fmt.Scanln",
	"pass": "{ }, an empty block", "del": "delete", "sum": "x.Sum()", "sorted": "slices.Sorted", "enumerate": "for i, x := range xs",
	"isinstance": "x, ok := v.(T)",
}

// jumps lists the keywords that are a statement of their own.
var jumps = []string{"break", "continue", "fallthrough", "return"}

// foreignMembers maps the lower-case names that other libraries use for methods of cells and tensors to candidates;
// the first one that the type has is suggested.
var foreignMembers = map[string][]string{
	"forward": {"Call"}, "construct": {"Call"}, "__call__": {"Call"}, "train": {"SetTrain"}, "eval": {"SetTrain"},
	"params": {"TrainableParams"}, "parameters": {"TrainableParams"}, "children": {"Cells"}, "modules": {"Cells"},
	"numel": {"Size"}, "ndimension": {"NDim"}, "cat": {"Concat"}, "type": {"DType"}, "len": {"Len", "Size"},
}

// Of returns the hint to append to a message, or "" if there is none.
func (h *Hints) Of(e types.Error) string {
	switch {
	case h.Quiet, strings.Contains(e.Msg, " (but have "): // the message has the type checker's own hint
	case strings.HasPrefix(e.Msg, "undefined: "):
		return h.undefinedHint(strings.TrimPrefix(e.Msg, "undefined: "), e.Pos)
	case strings.HasPrefix(e.Msg, "non-boolean condition in "):
		return h.conditionHint(e.Pos)
	case strings.HasPrefix(e.Msg, "unknown field "):
		name, _, _ := strings.Cut(strings.TrimPrefix(e.Msg, "unknown field "), " ")
		return Meant(syntax.Closest(name, h.fieldsAt(e.Pos)))
	case strings.HasSuffix(e.Msg, ")") && strings.Contains(e.Msg, " has no field or method ") && !strings.Contains(e.Msg, ", but does have "):
		return h.memberHint(e.Pos)
	case strings.Contains(e.Msg, " in conversion to ") || strings.HasPrefix(e.Msg, "cannot convert ") && strings.Contains(e.Msg, " to type "):
		return cmp.Or(h.givenOption(e.Pos), h.conversionHint(e.Msg), h.valueHint(e))
	case missing().MatchString(e.Msg):
		m := missing().FindStringSubmatch(e.Msg)
		return cmp.Or(h.lostMethodOf(m[1], m[2]), h.valueHint(e))
	case strings.HasPrefix(e.Msg, "label try declared"):
		return h.Python.Line("try:")
	case strings.HasPrefix(e.Msg, "invalid operation: cannot indirect ") && strings.HasSuffix(e.Msg, "constant)") &&
		h.afterStars(e.Pos):
		return " (powers are math.Pow(x, y) and, of tensors, x.Pow(y))"
	case strings.HasPrefix(e.Msg, "invalid argument: ") && strings.HasSuffix(e.Msg, "for built-in len"):
		if h.isTensorAt(e.Pos) {
			return " (x.Len() and x.Shape() are the size of a tensor)"
		}
		return cmp.Or(uncalled(e.Msg), h.lenHint(e.Pos))
	case strings.Contains(e.Msg, valueOfFunc):
		return uncalled(e.Msg)
	case strings.HasSuffix(e.Msg, ") is not a type"):
		return h.hiddenHint(e.Msg)
	case strings.HasPrefix(e.Msg, cannotCall) && strings.HasSuffix(e.Msg, " is not a function"):
		name, _, _ := strings.Cut(strings.TrimPrefix(e.Msg, cannotCall), " (")
		if hint := h.hiddenHint(name); hint != "" {
			return hint
		}
		return " (" + h.Sugar.UserText(name) + " is the value, without parentheses)"
	}
	if h.Quiet {
		return ""
	}
	return h.valueHint(e)
}

// valueOfFunc is how the checker describes a function without arguments.
const valueOfFunc = " (value of type func() "

// cannotCall is the beginning of the checker's message about a call of a value.
const cannotCall = "invalid operation: cannot call "

// hiddenHint is for a message that begins with the name of a variable of the session that hides a predeclared name.
func (h *Hints) hiddenHint(msg string) string {
	name, _, _ := strings.Cut(msg, " ")
	v, ok := h.Get(name).(*types.Var)
	if !ok || types.Universe.Lookup(name) == nil || v.Pkg() != h.Home {
		return ""
	}
	return " (a variable " + name + " hides Go's own: rename it; %reset removes it)"
}

// uncalled is for a message about a method instead of its result, like Python's x.shape.
func uncalled(msg string) string {
	before, _, ok := strings.Cut(msg, valueOfFunc)
	name := before[strings.LastIndexByte(before, ' ')+1:]
	if !ok || !strings.Contains(name, ".") {
		return ""
	}
	return " (" + name + "() calls it)"
}

// afterStars reports whether pos is after or at "**".
func (h *Hints) afterStars(pos token.Pos) bool {
	src, at := h.Source(pos)
	if at < 0 || at > len(src) {
		return false
	}
	before, from := src[:at], src[at:]
	return strings.HasSuffix(strings.TrimRight(before, " \t"), "**") ||
		strings.HasSuffix(before, "*") && strings.HasPrefix(from, "*")
}

// conversionHint is for invalid conversions: usually a constructor was meant, because Python calls classes.
func (h *Hints) conversionHint(msg string) string {
	if strings.HasSuffix(msg, "(untyped string constant) to type int") {
		return " (strconv.Atoi reads numbers)"
	}
	_, name, ok := strings.Cut(msg, " in conversion to ")
	if !ok {
		name = msg[strings.LastIndex(msg, " to type ")+len(" to type "):]
	}
	pkg, member, ok := strings.Cut(name, ".")
	for _, path := range h.World.PathsNamed(pkg) {
		if ok && h.World.HasMember(path, "New"+member) {
			return Meant(pkg + ".New" + member)
		}
		if ok && strings.EqualFold(pkg, member) && h.World.HasMember(path, "New") {
			return Meant(pkg + ".New")
		}
	}
	return ""
}

// Meant returns the hint that suggests a name, or "" for no name.
func Meant(name string) string {
	if name == "" {
		return ""
	}
	return " (did you mean " + name + "?)"
}

// undefinedHint is for a bare name and for a member of a package.
func (h *Hints) undefinedHint(name string, pos token.Pos) string {
	if pkg, member, ok := strings.Cut(name, "."); ok {
		if of := h.chainAt(pos); strings.HasPrefix(of, name+".") { // np.linalg.inv
			if token.IsExported(member) { // np.Linalg.Inv, which is lower case in Python
				of = strings.ToLower(of)
			}
			return cmp.Or(h.otherwise(of), h.packageHint(pkg, member))
		}
		return h.packageHint(pkg, member)
	}
	if word, ok := words[name]; ok && !foreign.Module(name) {
		return Meant(word)
	}
	if foreign.Module(name) {
		if hint := h.otherwise(h.chainAt(pos)); hint != "" {
			return hint
		}
		if name != "ds" { // usually a variable, not the module
			return Meant(words[name])
		}
	}
	if name == "Out" {
		return " (the cell showed no value, or several, which are not kept)"
	}
	if h.assigned(pos) {
		return " (" + name + " := … declares it)"
	}
	if paths := h.World.PathsNamed(name); len(paths) > 0 {
		return " (no variable is called " + name + "; package " + paths[0] + " needs a member: " + name + ".Name)"
	}
	near := h.namesAt(pos)
	if slices.Contains(near, name) { // it is declared later
		return ""
	}
	all := [][]string{near, types.Universe.Names(), h.Unqualified()}
	if h.chainAt(pos) != "" { // in a chain, which begins with a package, not with a builtin
		all = [][]string{near, h.World.Names(), h.Unqualified()}
	}
	for _, names := range all {
		if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
			return Meant(names[i])
		}
	}
	if len(name) == 1 { // a variable; similar names would be arbitrary
		return ""
	}
	near = slices.Concat(all...)
	return cmp.Or(Meant(syntax.Closest(name, near)), Meant(syntax.Closest(name, jumps)), h.otherwise(name))
}

// assigned reports whether the name at pos is a variable that a statement assigns to.
func (h *Hints) assigned(pos token.Pos) bool {
	found := false
	for _, f := range h.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if as, ok := n.(*ast.AssignStmt); ok && as.Tok == token.ASSIGN {
				for _, x := range as.Lhs {
					id, ok := x.(*ast.Ident)
					found = found || ok && id.Pos() == pos
				}
			}
			return !found
		})
	}
	return found
}

// packageHint looks for the member in its package, and then for another package with that member.
func (h *Hints) packageHint(name, member string) string {
	paths := h.World.PathsNamed(name)
	declared := h.Own(name) || h.Imports
	variable := !declared && len(paths) > 0 && !h.Ours(paths[0]) // net, for example, is often a variable
	made := name + "." + strings.TrimPrefix(member, "New")       // nn.NewLinear is Python's nn.Linear
	if hint := cmp.Or(h.otherwise(name+"."+member), h.otherwise(made)); hint != "" && !variable {
		return hint
	}
	for _, path := range h.World.PathsNamed(name) {
		if c := syntax.Closest(member, h.World.Members(path)); c != "" && token.IsExported(c) {
			return Meant(name + "." + c)
		}
	}
	if slices.Contains(paths, "syscall") {
		return " (a session has signals, errors and a few functions of package syscall)"
	}
	if variable {
		return " (no variable is called " + name + ", and package " + paths[0] + " has no " + member + ")"
	}
	for _, other := range []string{"tensor", "ops", "nn", "grad", "optim", "np"} {
		for _, path := range h.World.PathsNamed(other) {
			if other != name && h.World.HasMember(path, member) {
				return Meant(other + "." + member)
			}
		}
	}
	return ""
}

// namesAt returns the names declared by the text and the session that are visible at pos.
func (h *Hints) namesAt(pos token.Pos) (names []string) {
	for _, s := range h.Info.Scopes {
		if s.Contains(pos) {
			names = append(names, s.Names()...)
		}
	}
	return slices.DeleteFunc(append(names, h.Names()...), func(n string) bool { return strings.Contains(n, syntax.Mark) })
}

// conditionHint is for conditions that are tensors, not bools.
func (h *Hints) conditionHint(pos token.Pos) string {
	for _, f := range h.Files {
		hint := ""
		ast.Inspect(f, func(n ast.Node) bool {
			var cond ast.Expr
			switch n := n.(type) {
			case *ast.IfStmt:
				cond = n.Cond
			case *ast.ForStmt:
				cond = n.Cond
			}
			if cond != nil && (cond.Pos() == pos || h.Sugar != nil && h.Sugar.Span(cond).Lo == pos) && h.tensorType(cond) {
				sp := sugar.Span{Lo: cond.Pos(), Hi: cond.End()}
				if h.Sugar != nil {
					sp = h.Sugar.Span(cond)
				}
				hint = ": " + truthOf(h.Text(sp.Lo, sp.Hi))
			}
			return hint == ""
		})
		if hint != "" {
			return hint
		}
	}
	return ""
}

// truthOf returns how to convert a condition that is a tensor to a bool.
func truthOf(cond string) string {
	x, err := parser.ParseExpr(cond)
	if call, ok := x.(*ast.CallExpr); ok && err == nil {
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == "All" || sel.Sel.Name == "Any") {
			return "a tensor is not a Go bool; write " + cond + ".Bool()"
		}
	} else if strings.ContainsAny(cond, " <>=!") {
		cond = "(" + cond + ")"
	}
	return "a tensor may hold many truth values; write " + cond + ".All().Bool() or " + cond + ".Any().Bool(), or " +
		cond + ".Bool() if it has one element"
}

func (h *Hints) tensorType(e ast.Expr) bool {
	if h.Tensor == nil || h.Sugar == nil {
		return false
	}
	return h.Sugar.Tensor(e) != nil
}

// isTensorAt reports whether the expression at pos is a tensor.
func (h *Hints) isTensorAt(pos token.Pos) bool {
	for e, tv := range h.Info.Types {
		if e.Pos() == pos && h.Tensor != nil && tv.Type != nil && types.Identical(tv.Type, h.Tensor) {
			return true
		}
	}
	return false
}

// methodHere matches a hint of package foreign that names a method.
var methodHere = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^ \(here: (?:x|net|p|ds|opt|model|params)\.(\w+)\(`)
})

// memberHint is for x.name; pos is the position of name.
func (h *Hints) memberHint(pos token.Pos) string {
	for _, f := range h.Files {
		hint := ""
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok || sel.Sel.Pos() != pos {
				return true
			}
			if tv, ok := h.Info.Types[sel.X]; ok && gotypes.Valid(tv.Type) {
				members := membersOf(tv.Type, h.Home)
				op := ""
				if h.holdsTensor(tv.Type) {
					op = h.opOf(sel.Sel.Name)
				}
				hint = cmp.Or(h.inPlace(tv.Type, types.ExprString(sel.X), sel.Sel.Name), h.elsewhere(sel.Sel.Name, members),
					Meant(cmp.Or(sameName(sel.Sel.Name, members), op, closestMember(sel.Sel.Name, members))))
				if other := cmp.Or(h.hiddenPackage(sel), h.lostMethod(tv.Type, sel.Sel.Name)); other != "" {
					hint = other
				} else if other := layerMember(tv.Type, types.ExprString(sel.X), sel.Sel.Name); other != "" {
					hint = other
				} else if hint == "" && h.ofPython(tv.Type) {
					hint = cmp.Or(h.otherwise("x."+sel.Sel.Name), h.otherwise("x."+snake(sel.Sel.Name)))
					if m := methodHere().FindStringSubmatch(hint); m != nil && !slices.Contains(members, m[1]) {
						hint = "" // the method belongs to another type
					}
				}
			}
			return true
		})
		if hint != "" {
			return hint
		}
	}
	return ""
}

// ofPython reports whether type t has a counterpart in Python: it is one of msrepl's types, or a cell.
func (h *Hints) ofPython(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	base, _, _ := types.LookupFieldOrMethod(t, true, nil, "CellBase")
	return base != nil || ok && named.Obj().Pkg() != nil && h.Ours(named.Obj().Pkg().Path())
}

// elsewhere is for a member that has this name in another library, in any case, and another name in the type.
func (h *Hints) elsewhere(name string, members []string) string {
	if strings.ContainsRune(name, '_') {
		return ""
	}
	hint := h.otherwise("x." + strings.ToLower(name))
	if m := methodHere().FindStringSubmatch(hint); m != nil && slices.Contains(members, m[1]) && !strings.EqualFold(name, m[1]) {
		return hint
	}
	return ""
}

// missing finds the type and the method in a message about an interface.
var missing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`: \*?(\w+)(?:\[[^ ]*\])? does not implement .* \(missing method (\w+)\)$`)
})

// lostMethod is for a method that was declared for an earlier type of the same name, before its redeclaration.
func (h *Hints) lostMethod(t types.Type, name string) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || h.Get(n.Obj().Name()) != n.Obj() && n.Obj().Parent() != h.Home.Scope() { // from a package, or local
		return ""
	}
	return h.lostMethodOf(n.Obj().Name(), name)
}

func (h *Hints) lostMethodOf(typeName, name string) string {
	cell := h.Outlived(typeName + "." + name)
	if cell == "" {
		return ""
	}
	return " (the " + typeName + " of an earlier declaration has it, from " + cell + "; declare it again for this one)"
}

// closestMember returns the member that was probably meant: one with this name in other libraries, or one with a
// similar name.
func closestMember(name string, members []string) string {
	for _, other := range foreignMembers[strings.ToLower(name)] {
		if slices.Contains(members, other) {
			return other
		}
	}
	return syntax.Closest(name, members)
}

// membersOf returns the names of the methods and fields of a type.
func membersOf(t types.Type, home *types.Package) (names []string) {
	set := types.NewMethodSet(t)
	if _, isPtr := t.Underlying().(*types.Pointer); !isPtr && !types.IsInterface(t) {
		set = types.NewMethodSet(types.NewPointer(t))
	}
	for i := range set.Len() {
		if o := set.At(i).Obj(); o.Exported() || o.Pkg() == home {
			names = append(names, o.Name())
		}
	}
	return append(names, fieldsOf(t, home)...)
}

func fieldsOf(t types.Type, home *types.Package) (names []string) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if f.Exported() || f.Pkg() == home {
				names = append(names, f.Name())
			}
		}
	}
	return names
}

// fieldsAt returns the fields of the struct literal whose key is at pos.
func (h *Hints) fieldsAt(pos token.Pos) (names []string) {
	for e, tv := range h.Info.Types {
		lit, ok := e.(*ast.CompositeLit)
		if !ok || tv.Type == nil {
			continue
		}
		for _, elt := range lit.Elts {
			if elt.Pos() == pos {
				names = fieldsOf(tv.Type, h.Home)
			}
		}
	}
	return names
}
