package port

import (
	_ "embed"
	"fmt"
	"go/types"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/text/python"
)

//go:embed signatures.txt
var signatureText string

// signature is what a function of MindSpore takes.
type signature struct {
	params []pythonParam
	rest   string // the parameter of Go for *args, "" without; in forms the kind of its values
	list   string // the name of *args in forms
	like   bool   // that of Go
	goes   string // the function of Go, "" for that of the table of ops
}

// pythonParam is one parameter of a signature.
type pythonParam struct {
	name, to    string // of Python; of Go where it is another one
	def         python.Expr
	keywordOnly bool
}

// signatures are those of signatures.txt, under "section.name". It is read when a page first calls a function.
var signatures = sync.OnceValue(func() map[string]*signature {
	all := map[string]*signature{}
	section := ""
	text := strings.ReplaceAll(signatureText, "\n ", " ")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			section = strings.Trim(line, "[]") + "."
			continue
		}
		module, err := python.Parse("def " + line + ": pass")
		if err != nil {
			panic(fmt.Sprintf("signatures.txt: %s: %v", line, err))
		}
		def := module.Body[0].(*python.FunctionDef)
		all[section+def.Name] = newSignature(def)
	}
	return all
})

func newSignature(def *python.FunctionDef) *signature {
	sg := &signature{goes: dotted(def.Returns)}
	args := def.Args
	for i, a := range args.Args {
		p := pythonParam{name: a.Arg, to: dotted(a.Annotation)}
		if j := i - (len(args.Args) - len(args.Defaults)); j >= 0 {
			p.def = args.Defaults[j]
		}
		sg.params = append(sg.params, p)
	}
	if args.Vararg != nil {
		sg.rest, sg.list = dotted(args.Vararg.Annotation), args.Vararg.Arg
	}
	for i, a := range args.Kwonlyargs {
		p := pythonParam{name: a.Arg, to: dotted(a.Annotation), def: args.KwDefaults[i], keywordOnly: true}
		sg.params = append(sg.params, p)
	}
	return sg
}

// dotted is a name as a text, also that of a member of a package; "" for other expressions.
func dotted(e python.Expr) string {
	if a, ok := e.(*python.Attribute); ok {
		return dotted(a.Value) + "." + a.Attr
	}
	return nameOf(e)
}

// first is the name of a parameter without its other ones.
func (p pythonParam) first() string {
	name, _, _ := strings.Cut(p.name, "_or_")
	return name
}

// method is the signature of a method of tensors: that of the function without its first parameter.
func (sg *signature) method() *signature {
	if sg == nil || len(sg.params) == 0 || sg.params[0].to != "" {
		return nil
	}
	return &signature{params: sg.params[1:], goes: sg.goes}
}

// alias is the name that parameters of one meaning share: axis and dim, input and x.
func alias(name string) string {
	if other := paramsOf[name]; other != "" {
		name = other
	}
	switch f := fold(name); f {
	case "keepdim":
		return "keepdims"
	default:
		return f
	}
}

// given are the arguments of a call for the parameters of a signature, nil for those that are absent.
func (sg *signature) given(a *arguments) []python.Expr {
	out := sg.bound(a)
	for i, x := range out { // None where the function has another default asks for that
		if c, ok := x.(*python.Constant); ok && c.Value == nil && sg.params[i].def != nil {
			out[i] = nil
		}
	}
	return out
}

// bound are the arguments as the call has them.
func (sg *signature) bound(a *arguments) []python.Expr {
	out := make([]python.Expr, len(sg.params))
	for i, p := range sg.params {
		if !p.keywordOnly && sg.rest == "" && i < len(a.pos) {
			out[i] = a.get(i)
			continue
		}
		out[i] = a.get(-1, strings.Split(p.name, "_or_")...)
	}
	for i, p := range sg.params { // those of another name for the same
		for _, k := range a.call.Keywords {
			if out[i] == nil && !a.used[k.Arg] && (alias(k.Arg) == alias(p.first()) || fold(k.Arg) == fold(p.first())) {
				out[i] = a.get(-1, k.Arg)
				break
			}
		}
	}
	return out
}

// match finds the parameter of Python for each parameter of Go, -1 where there is none. A setting of a class has to
// have its name, a parameter of a function may be in its place.
func (sg *signature) match(params *types.Tuple, byPlace bool) []int {
	at := make([]int, params.Len())
	taken := make([]bool, len(sg.params))
	for i := range at {
		at[i] = -1
		goes := params.At(i).Name()
		for j, p := range sg.params {
			named := p.to != "" && fold(p.to) == fold(goes) || p.to == "" && alias(p.name) == alias(goes)
			if named && !taken[j] {
				at[i], taken[j] = j, true
				break
			}
		}
	}
	for i := range at {
		if byPlace && at[i] < 0 && i < len(sg.params) && !taken[i] && sg.params[i].to == "" {
			at[i], taken[i] = i, true
		}
	}
	return at
}

// signatureOf is the signature of a function of Go that Python has alike.
func signatureOf(sig *types.Signature) *signature {
	sg := &signature{like: true}
	for i := range sig.Params().Len() {
		p := pythonParam{name: sig.Params().At(i).Name()}
		if sig.Variadic() && i == sig.Params().Len()-1 && isOption(sig.Params().At(i).Type().(*types.Slice).Elem()) {
			break
		}
		if p.name == "axes" {
			p = pythonParam{name: "axis_or_axes", to: "axes"}
		}
		sg.params = append(sg.params, p)
	}
	return sg
}

// bind translates the arguments of a call for a function of Go by the signature that Python has for it, nil where it
// is that of Go; called is what takes the options, or only their package.
func (t *Translator) bind(a *arguments, sig *types.Signature, called string, sg *signature) (codes []string) {
	if sg == nil {
		sg = signatureOf(sig)
	}
	given, at := sg.given(a), sg.match(sig.Params(), true)
	n := sig.Params().Len()
	for i := range n {
		p := sig.Params().At(i)
		switch {
		case sig.Variadic() && i == n-1:
			codes = append(codes, t.variadicOf(a.call, p, called, sg, given, at)...)
		case sg.rest != "" && fold(sg.rest) == fold(p.Name()):
			codes = append(codes, t.restList(a, p.Type()))
		case p.Name() == "params" && at[i] >= 0 && given[at[i]] != nil:
			pkg, _, _ := strings.Cut(called, ".")
			codes = append(codes, t.groups(given[at[i]], pkg))
			given[at[i]] = nil
		default:
			codes = append(codes, t.fixedOf(a.call, p, sg, given, at[i]))
		}
	}
	t.dropped(sg, given)
	if sig.Variadic() {
		codes = append(codes, t.moreOf(a, sg, sig.Params().At(n-1).Type().(*types.Slice).Elem(), called)...)
	}
	a.done()
	return codes
}

// moreOf are the arguments of a call that the signature has not: options, or further values.
func (t *Translator) moreOf(a *arguments, sg *signature, elem types.Type, called string) (codes []string) {
	if !isOption(elem) {
		for i := len(sg.params); sg.like && i < len(a.pos); i++ {
			codes = append(codes, t.values(a.get(i), elem)...)
		}
		return codes
	}
	for _, k := range a.call.Keywords {
		if !a.used[k.Arg] {
			a.used[k.Arg] = true
			codes = append(codes, t.option(k.Value, called, k.Arg, elem)...)
		}
	}
	return codes
}

// fixedOf is the argument for a parameter that Go wants, and takes it from what is given.
func (t *Translator) fixedOf(call *python.Call, p *types.Var, sg *signature, given []python.Expr, at int) string {
	var x python.Expr
	if at >= 0 {
		if x = given[at]; x == nil {
			x = sg.params[at].def
		}
		given[at] = nil
	}
	if x == nil {
		if d := goDefaults[p.Name()]; d != "" {
			return d
		}
		leave(call, "a call without the argument %s", p.Name())
	}
	if elts, ok := elements(x); ok && isIn(p.Name(), "size", "outputSize") { // None keeps an axis, 0 here
		sizes := &python.List{}
		for _, n := range elts {
			if isNone(n) {
				n = &python.Constant{Value: new(big.Int)}
			}
			sizes.Elts = append(sizes.Elts, n)
		}
		x = sizes
	}
	return t.as(x, p.Type())
}

// restList are the tensors of a call of a function with *args, as a list; a list of them may be the only argument.
func (t *Translator) restList(a *arguments, want types.Type) string {
	for i := range a.pos {
		a.taken[i] = true
	}
	if len(a.pos) == 1 {
		if _, ok := elements(a.pos[0]); ok {
			return t.as(a.pos[0], want)
		}
	}
	return t.as(&python.List{Elts: a.pos}, want)
}

// variadicOf are the arguments for the last parameter of Go: options, or the values of one or several parameters.
func (t *Translator) variadicOf(
	call *python.Call, last *types.Var, called string, sg *signature, given []python.Expr, at []int,
) (codes []string) {
	elem := last.Type().(*types.Slice).Elem()
	var own []int
	for j, p := range sg.params {
		free := p.to != "_" && !slices.Contains(at[:len(at)-1], j)
		switch {
		case isOption(elem) && free && given[j] != nil:
			name := p.name
			if p.to != "" {
				name = p.to
			}
			if !t.hasOption(called, name, elem) && t.isDefault(given[j], p.def) {
				continue
			}
			codes = append(codes, t.option(given[j], called, name, elem)...)
			given[j] = nil
		case !isOption(elem) && free && (j == at[len(at)-1] || p.to != "" && fold(p.to) == fold(last.Name())):
			own = append(own, j)
		}
	}
	end := len(own)
	for end > 0 && given[own[end-1]] == nil {
		end--
	}
	for _, j := range own[:end] {
		x := given[j]
		if x == nil {
			x = sg.params[j].def
		}
		given[j] = nil
		if !isNone(x) || types.IsInterface(elem) {
			codes = append(codes, t.values(x, elem)...)
		}
	}
	return codes
}

// dropped refuses arguments that Go has no place for, unless they are what the function has by default.
func (t *Translator) dropped(sg *signature, given []python.Expr) {
	for i, x := range given {
		if p := sg.params[i]; x != nil && p.to != "_" && !t.isDefault(x, p.def) {
			leave(x, "the argument %s of this call", p.name)
		}
	}
}

// isDefault says whether an argument is known to be what the function has without it.
func (t *Translator) isDefault(x, def python.Expr) bool {
	if def == nil {
		return false
	}
	if c, ok := def.(*python.Constant); ok {
		if s, ok := c.Value.(string); ok && dtypes[s] != "" {
			v := t.quietly(func() val { return atom(t.asDType(x), t.lib.dtype) })
			return v.code == "tensor."+dtypes[s]
		}
	}
	u, v := t.peekValue(x), t.peekValue(def)
	return u.t.kind != unknown && v.t.kind != unknown && u.code == v.code
}

// hasOption says whether there is an option for a keyword of what is called.
func (t *Translator) hasOption(called, name string, want types.Type) bool {
	f := t.optionOf(called, name)
	return f != nil && types.Identical(f.Signature().Results().At(0).Type(), want)
}
