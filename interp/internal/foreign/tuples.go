package foreign

import (
	"go/types"
	"regexp"
	"strings"
	"sync"
)

// list matches a tuple or a list without others in it.
var list = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[(\[]([^()\[\]{}]*,[^()\[\]{}]*)[)\]]$`)
})

// signature returns the signature of what is found, nil where it is no function.
func (n *Names) signature(f Found) *types.Signature {
	pkg, err := n.world.Import(f.Path)
	if err != nil {
		return nil
	}
	name, method, ok := strings.Cut(f.Name, ".")
	o := pkg.Scope().Lookup(name)
	if ok && o != nil {
		o, _, _ = types.LookupFieldOrMethod(o.Type(), true, pkg, method)
	}
	if fn, ok := o.(*types.Func); ok {
		return fn.Signature()
	}
	return nil
}

// takesAxes says whether a call ends in axes or sizes, behind which no dtype may follow.
func takesAxes(sig *types.Signature) bool {
	if sig == nil || !sig.Variadic() {
		return false
	}
	elem := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice).Elem()
	return types.Identical(elem, types.Typ[types.Int])
}

// listFor writes argument i of a call, where it is a tuple or a list, as its parameter takes it.
func listFor(sig *types.Signature, i int, text string) string {
	m := list().FindStringSubmatch(text)
	if m == nil || sig == nil || sig.Params().Len() == 0 {
		return goValue(text)
	}
	elems := strings.Split(strings.Trim(m[1], ", "), ",")
	for i := range elems {
		elems[i] = goValue(elems[i])
	}
	all := strings.Join(elems, ", ")
	last := sig.Params().Len() - 1
	if takesAxes(sig) && i >= last {
		return all
	}
	t := sig.Params().At(min(i, last)).Type()
	if sig.Variadic() && i >= last {
		t = t.(*types.Slice).Elem()
	}
	if _, ok := t.Underlying().(*types.Slice); ok {
		return types.TypeString(t, (*types.Package).Name) + "{" + all + "}"
	}
	for _, kind := range elements() {
		if kind.looks.MatchString(all) {
			return kind.say + "{" + all + "}"
		}
	}
	return text
}

// elements are lists of Go by what their elements look like.
var elements = sync.OnceValue(func() []pythonLine {
	return []pythonLine{
		{regexp.MustCompile(`^[-\d, ]+$`), "[]int"},
		{regexp.MustCompile(`^[-\d, .e]+$`), "[]float64"},
		{regexp.MustCompile(`^((true|false)(, )?)+$`), "[]bool"},
		{regexp.MustCompile(`^([A-Za-z_][\w.]*(, )?)+$`), "Tuple"},
	}
})

// dtype writes a dtype of Python, "" for other text: np.float32 and "float32" are tensor.Float32.
func (n *Names) dtype(text string) string {
	name := strings.Trim(text[strings.LastIndexByte(text, '.')+1:], `'"`)
	if wide := map[string]string{"int": "Int64", "float": "Float64", "bool_": "Bool"}[name]; wide != "" {
		name = wide
	}
	found, ok := n.member("tensor", name, false)
	if pkg, err := n.world.Import(found.Path); ok && err == nil {
		if _, ok := pkg.Scope().Lookup(found.Name).(*types.Const); ok {
			return found.Goes
		}
	}
	return ""
}
