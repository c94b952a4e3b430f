package hints

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/types/typeutil"
)

// Hints about values that Python would index, iterate over or unpack.

// valueHints are for messages that need no further context. $1 and so on are the groups of the pattern.
var valueHints = sync.OnceValue(func() []valueHint {
	return []valueHint{
		{
			regexp.MustCompile(`^cannot (?:index|slice) (.+) \((?:variable|value) of struct type grad\.Result\)`),
			"$1.At(0) is one of several gradients, $1.Tensor() the only one",
		},
		{
			regexp.MustCompile(`grad\.Result`),
			"a grad.Result is one gradient, r.Tensor(), or several, r.Tuple() and r.At(0)",
		},
		{
			regexp.MustCompile(tensorFor + `(?:to type|as) float(?:64|32)(?: value in |$)`),
			"t.Float() is the number in a tensor t of one element",
		},
		{
			regexp.MustCompile(tensorFor + `(?:(?:to type|as) u?int\d*(?: value in |$)|must be integer)`),
			"t.Int() is the number in a tensor t of one element",
		},
		{
			regexp.MustCompile(tensorFor + `as bool value in `),
			"a tensor may hold many truth values: write t.All().Bool(), t.Any().Bool(), or t.Bool() if it has one element",
		},
		{
			regexp.MustCompile(`^cannot range over (.+) \(.* of type \*tensor\.Tensor\)`),
			"for i := range $1.Len() { row := $1[i]; … }",
		},
		{
			regexp.MustCompile(`^cannot range over (.+) \(.* of type \*nn\.(?:CellList|SequentialCell)\)`),
			"for _, c := range $1.All() { … }",
		},
		{
			regexp.MustCompile(`^cannot range over (.+) \(.* of type \*data\.Dataset\)`),
			"for i, row := range $1.All() { … row[0] … }",
		},
		{
			regexp.MustCompile(`^(?:invalid operation: )?cannot index (.+) \(.* of type \*nn\.(?:CellList|SequentialCell)`),
			"$1.At(0), $1.Slice(1, 3)",
		},
		{
			regexp.MustCompile(`^(?:invalid operation: )?cannot index (.+) \(.* of type \*py\.Dict\)`),
			"$1.Get(key), $1.Set(key, value)",
		},
		{
			regexp.MustCompile(`^invalid operation: (?:operator .* not defined on )?(\S+)\.Item\(\) `),
			"$1.Float() is the number",
		},
		{
			regexp.MustCompile(`^cannot use (\S+)\.Item\(\) \(value of interface type any\) as `),
			"$1.Float() and $1.Int() are numbers",
		},
		{
			regexp.MustCompile(`^too many arguments in call to grad\.(?:ValueAndGrad|Grad)\n`),
			"grad.New(f, grad.Weights(weights), grad.Value(), grad.HasAux()) takes these as options",
		},
		{
			regexp.MustCompile(`^too many arguments in call to grad\.(InAxes|OutAxes)\n`),
			"grad.$1([]any{0, nil}) is for several arguments or results",
		},
		{
			regexp.MustCompile(`^not enough arguments in call to optim\.New\w+\n\thave \([^,]*\)\n\twant \(any, any, \.\.\.`),
			"the second argument is the learning rate, nil for the default",
		},
		{
			regexp.MustCompile(`^not enough arguments in call to (\w+)\.GetLR\n`),
			"$1.GetLR(i) is the learning rate of parameter i",
		},
		{
			regexp.MustCompile(`of struct type (?:nn|optim|ops)\.Option\) as \w+ value in argument`),
			"this argument is positional: pass a plain value",
		},
		{
			regexp.MustCompile(`(?s)^not enough arguments in call to (ops\.(\w+))\n\thave \(\)`),
			"$1 is a function, which is called once: $1(x, …)",
		},
		{
			regexp.MustCompile(`^not enough arguments in call to initializer\.New\n`),
			`initializer.New("ones", []int{2, 3}, tensor.Float32)`,
		},
		{
			regexp.MustCompile(`^cannot use .* \(.* of type int\) as \[\]int value in argument to ops\.TensorDot`),
			"np.TensorDot(a, b, 1) takes a number of axes",
		},
		{
			regexp.MustCompile(`\(value of type \*tensor\.Tensor\) as \*nn\.Parameter value in assignment$`),
			"p.Assign(x) sets the value of a parameter p",
		},
		{
			regexp.MustCompile(`^cannot use (.+?) \((?:untyped int constant.*|.* of type int)\) as (\[\]int) value in arg`),
			"in Go: $2{$1}",
		},
		{
			regexp.MustCompile(`^cannot use (.+) \(.+\) as grad\.Params value in .*: \[\]\*nn\.Parameter does not implement`),
			"nn.ParameterTuple($1) is one",
		},
		{
			regexp.MustCompile(`^cannot use (.+) \(.+\) as \[\]any value in argument to (nn\.New(?:CellList|SequentialCell))$`),
			"$2($1) takes the list",
		},
		{regexp.MustCompile(`as a tensor element in assignment$`), "tensor.New makes a tensor from a list"},
	}
})

// tensorFor matches the beginning of messages about a tensor instead of a plain value.
const tensorFor = `^(?:cannot (?:use|convert)|invalid argument: index) .* of type \*tensor\.Tensor\) `

// valueHint is an element of valueHints.
type valueHint struct {
	message *regexp.Regexp
	say     string
}

// valueHint returns the hint for a message about a value, or "".
func (h *Hints) valueHint(e types.Error) string {
	if m := unsettable().FindStringSubmatch(e.Msg); m != nil {
		if setter := h.setter(e, m[2]); setter != "" {
			return " (" + m[1] + "." + setter + "(…) sets it)"
		}
	}
	if strings.HasPrefix(e.Msg, "assignment mismatch: ") {
		return h.mismatchHint(e)
	}
	if hint := cmp.Or(h.optionHint(e), h.argumentHint(e)); hint != "" {
		return hint
	}
	for _, h := range valueHints() {
		if m := h.message.FindStringSubmatchIndex(e.Msg); m != nil {
			return " (" + string(h.message.ExpandString(nil, h.say, e.Msg, m)) + ")"
		}
	}
	return h.parametersHint(e)
}

// parametersHint names the parameters of one of our functions that is called with too few arguments.
func (h *Hints) parametersHint(e types.Error) string {
	if !strings.HasPrefix(e.Msg, "not enough arguments in call to ") {
		return ""
	}
	for expr := range h.Info.Types {
		call, ok := expr.(*ast.CallExpr)
		if !ok || call.Rparen != e.Pos {
			continue
		}
		f, ok := typeutil.Callee(h.Info, call).(*types.Func)
		if !ok || f.Pkg() == nil || !h.Ours(f.Pkg().Path()) || f.Signature().Params().Len() < 2 {
			continue
		}
		var names []string
		for p := range f.Signature().Params().Variables() {
			names = append(names, p.Name())
		}
		return " (the parameters are " + strings.Join(names, ", ") + ")"
	}
	return ""
}

// givenOption is for the name of a type instead of an option that has this name in Python: momentum=0.9 is
// MomentumFactor(0.9), because Momentum is an optimizer.
func (h *Hints) givenOption(pos token.Pos) (hint string) {
	within := func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return hint == ""
		}
		callee, _ := call.Fun.(*ast.SelectorExpr)
		at := slices.IndexFunc(call.Args, func(x ast.Expr) bool {
			c, ok := x.(*ast.CallExpr)
			return ok && len(c.Args) == 1 && c.Args[0].Pos() == pos
		})
		if callee == nil || at < 0 {
			return true
		}
		name, ok := call.Args[at].(*ast.CallExpr).Fun.(*ast.SelectorExpr)
		f, isFunc := h.Info.Uses[callee.Sel].(*types.Func)
		if ok && isFunc && f.Pkg() != nil {
			if o := h.World.Option(f.Pkg().Path(), f.Name(), strings.ToLower(name.Sel.Name)); o != "" {
				hint = Meant(types.ExprString(name.X) + "." + o)
			}
		}
		return true
	}
	for _, f := range h.Files {
		ast.Inspect(f, within)
	}
	return hint
}

// optionHint is for a value instead of an option, which is the result of a function of that value.
func (h *Hints) optionHint(e types.Error) string {
	if !strings.Contains(e.Msg, "Option value in argument to ") {
		return ""
	}
	for expr := range h.Info.Types {
		call, ok := expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		at := slices.IndexFunc(call.Args, func(x ast.Expr) bool { return x.Pos() == e.Pos })
		// a rewritten operator is a call, too
		if !ok || at < 0 || !strings.Contains(e.Msg, " in argument to "+types.ExprString(sel)) {
			continue
		}
		f, ok := h.Info.Uses[sel.Sel].(*types.Func)
		if t := h.Info.TypeOf(call.Args[at]); ok && t != nil && f.Pkg() != nil {
			options := h.World.Options(f, t)
			for i, name := range options {
				options[i] = f.Pkg().Name() + "." + name + "(" + h.Sugar.UserText(types.ExprString(call.Args[at])) + ")"
			}
			if len(options) == 0 {
				return " (options are functions; :doc " + types.ExprString(sel) + " lists them)"
			}
			return " (options are functions: " + strings.Join(options, ", ") + ")"
		}
	}
	return ""
}

// unsettable matches the message about an assignment to a method.
var unsettable = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^cannot assign to (.+)\.(\w+) \(neither addressable nor a map index expression\)`)
})

// setter returns the method that sets what the method with a name returns.
func (h *Hints) setter(e types.Error, name string) string {
	for expr, tv := range h.Info.Types {
		sel, ok := expr.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != name || !(sel.Pos() <= e.Pos && e.Pos <= sel.End()) || tv.Type == nil {
			continue
		}
		if x, ok := h.Info.Types[sel.X]; ok && x.Type != nil {
			if o, _, _ := types.LookupFieldOrMethod(x.Type, true, h.Home, "Set"+name); o != nil {
				return "Set" + name
			}
		}
	}
	return ""
}

// mismatchHint is for a, b := r of gradients.
func (h *Hints) mismatchHint(e types.Error) string {
	hint := ""
	for _, f := range h.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.AssignStmt)
			if !ok || len(s.Rhs) != 1 || !(s.Pos() <= e.Pos && e.Pos <= s.End()) {
				return hint == ""
			}
			tv, ok := h.Info.Types[s.Rhs[0]]
			if !ok || tv.Type == nil {
				return true
			}
			if call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr); ok {
				hint = h.moreResults(call, len(s.Lhs))
			}
			switch t := types.TypeString(tv.Type, func(p *types.Package) string { return p.Name() }); t {
			case "grad.Result":
				text := h.Sugar.UserText(types.ExprString(s.Rhs[0]))
				hint = " (" + text + ".At(0), " + text + ".At(1), or " + text + ".Tuple())"
			case "tensor.Tuple", "[]*tensor.Tensor":
				text := h.Sugar.UserText(types.ExprString(s.Rhs[0]))
				hint = " (a list is not unpacked automatically: " + text + "[0], " + text + "[1])"
			}
			return hint == ""
		})
	}
	return hint
}

// lenHint is for len(x) of a value with a method that returns its length.
func (h *Hints) lenHint(pos token.Pos) string {
	for e, tv := range h.Info.Types {
		if e.Pos() != pos || tv.Type == nil || !h.ofPython(tv.Type) {
			continue
		}
		for _, name := range []string{"Len", "Size"} {
			o, _, _ := types.LookupFieldOrMethod(tv.Type, true, nil, name)
			if f, ok := o.(*types.Func); ok && f.Signature().Params().Len() == 0 {
				return " (" + h.Sugar.UserText(types.ExprString(e)) + "." + name + "() is its length)"
			}
		}
	}
	return ""
}

// moreResults is for a function that returns fewer values than its counterpart in Python: values, indices := x.Max(1).
// A function whose name continues the name of this one returns as many.
func (h *Hints) moreResults(call *ast.CallExpr, want int) string {
	f, ok := typeutil.Callee(h.Info, call).(*types.Func)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isSel || f.Pkg() == nil || !h.Ours(f.Pkg().Path()) {
		return ""
	}
	names := h.World.Members(f.Pkg().Path())
	if r := f.Signature().Recv(); r != nil {
		names = membersOf(r.Type(), h.Home)
	}
	best := ""
	for _, name := range names {
		var o types.Object = f.Pkg().Scope().Lookup(name)
		if r := f.Signature().Recv(); r != nil {
			o, _, _ = types.LookupFieldOrMethod(r.Type(), true, nil, name)
		}
		rest, longer := strings.CutPrefix(name, f.Name())
		m, ok := o.(*types.Func)
		if ok && longer && slices.Contains(moreEndings, rest) && m.Signature().Results().Len() == want {
			best = m.Name()
		}
	}
	if best == "" {
		return ""
	}
	return " (" + h.Sugar.UserText(types.ExprString(sel.X)) + "." + best + " returns " + strconv.Itoa(want) + " values)"
}

// moreEndings ends the names of functions that return what the plain function returns, and more.
var moreEndings = []string{"WithIndex", "WithIndices", "WithCounts", "Moments", "Mask"}

// layerMember is for a method of cells on a variable of type nn.Layer.
func layerMember(t types.Type, x, name string) string {
	base, _, _ := types.LookupFieldOrMethod(t, true, nil, "CellBase")
	f, ok := base.(*types.Func)
	if !ok || !types.IsInterface(t) {
		return ""
	}
	members := membersOf(f.Signature().Results().At(0).Type(), nil)
	c := closestMember(name, members)
	if slices.Contains(members, name) {
		c = name
	}
	if c != "" {
		return " (did you mean " + x + ".CellBase()." + c + "?)"
	}
	return ""
}
