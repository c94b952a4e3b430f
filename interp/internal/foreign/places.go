package foreign

import (
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// byPlace returns a call with its arguments in Go form, or a description of the parameters if they do not fit. It is
// "" for a call of an unknown function without keyword arguments.
func (n *Names) byPlace(name string, args []string) string {
	goes, found := n.calleeOf(name)
	if st := n.structure(found); st != nil {
		return literal(goes, st, args)
	}
	c := &call{names: n, found: found, goes: goes, sig: n.signature(found)}
	for i, arg := range args {
		c.add(i, arg, i == len(args)-1)
	}
	say := "in Go: "
	switch {
	case c.sig != nil && !c.fits():
		if init, ok := n.Find("initializer." + name); ok { // Normal(sigma=0.02), imported by name
			if st := n.structure(init); st != nil && literal(init.Goes, st, args) != "" {
				return literal(init.Goes, st, args)
			}
		}
		return " (arguments are positional: " + goes + c.parameters() + ")"
	case c.options:
		say = "options are functions: "
	case c.named:
		say = "arguments are positional: "
	case c.sig == nil:
		return ""
	}
	texts := make([]string, len(c.args))
	for i, a := range c.args {
		texts[i] = a.text
	}
	return " (" + say + goes + "(" + strings.Join(texts, ", ") + ")" + c.behind + ")"
}

// structure returns the struct that f is, or nil if it is something else.
func (n *Names) structure(f Found) *types.Struct {
	pkg, err := n.world.Import(f.Path)
	if err != nil {
		return nil
	}
	if tn, ok := pkg.Scope().Lookup(f.Name).(*types.TypeName); ok {
		st, _ := tn.Type().Underlying().(*types.Struct)
		return st
	}
	return nil
}

// literal returns a call of a class as a composite literal, because the order of the fields may not be Python's:
// Normal(mean=1, sigma=0.02) is initializer.Normal{Mean: 1, Sigma: 0.02}. It is "" if an argument is no field.
func literal(goes string, st *types.Struct, args []string) string {
	fields := make([]string, len(args))
	for i, arg := range args {
		m := argument().FindStringSubmatch(arg)
		if m == nil {
			return ""
		}
		field := ""
		for f := range st.Fields() {
			if f.Exported() && fold(f.Name()) == fold(m[1]) {
				field = f.Name()
			}
		}
		if field == "" {
			return ""
		}
		fields[i] = field + ": " + goValue(m[2])
	}
	return " (in Go: " + goes + "{" + strings.Join(fields, ", ") + "})"
}

// call is a Python call that is converted to Go.
type call struct {
	names          *Names
	found          Found
	goes           string
	sig            *types.Signature // nil if not known
	args           []given
	behind         string // a call of its result
	named, options bool
}

// given is an argument: the index of its parameter, its keyword in Python, and its Go text.
type given struct {
	place  int
	by     string
	text   string
	option bool
}

// add adds argument i.
func (c *call) add(i int, arg string, last bool) {
	g := given{place: i, text: arg}
	if m := argument().FindStringSubmatch(arg); m != nil {
		g.by, g.text, c.named = m[1], m[2], true
	}
	if dt := c.names.dtype(g.text); dt != "" && (g.by == "" || g.by == "dtype") {
		if g.text = dt; c.takesAxes() && last && i > 0 { // where no dtype is possible
			c.behind = ".AsType(" + dt + ")"
			return
		}
	}
	switch option := c.option(g.by); {
	case c.sig == nil:
		g.text = goValue(g.text)
	case option != "":
		g.place, g.option, c.options = c.sig.Params().Len(), true, true
		g.text = option + "(" + c.value(g.place, g.text) + ")"
	default:
		for j := range c.sig.Params().Len() {
			if fold(c.sig.Params().At(j).Name()) == fold(g.by) {
				g.place = j
			}
		}
		g.text = c.value(g.place, g.text)
	}
	c.args = append(c.args, g)
}

// option returns the function that makes the option of a keyword, or "" if the call does not take it.
func (c *call) option(by string) string {
	t := c.variadic()
	named, ok := t.(*types.Named)
	anything := t != nil && types.Identical(t, types.Universe.Lookup("any").Type()) // Parameter(x, requires_grad=False)
	if by == "" || !anything && (!ok || !strings.HasSuffix(named.Obj().Name(), "Option")) {
		return ""
	}
	option := c.names.world.Option(c.found.Path, c.goes[strings.LastIndexByte(c.goes, '.')+1:], by)
	if option == "" {
		return ""
	}
	return c.names.world.Name(c.found.Path) + "." + option
}

// list matches a tuple or a list without nested ones.
var list = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\(([^()\[\]{}]*,[^()\[\]{}]*)\)|\[([^()\[\]{}]+)\])$`)
})

// signature returns the signature of f, or nil if it is not a function.
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

// variadic returns the element type of a variadic parameter, or nil.
func (c *call) variadic() types.Type {
	if c.sig == nil || !c.sig.Variadic() {
		return nil
	}
	return c.sig.Params().At(c.sig.Params().Len() - 1).Type().(*types.Slice).Elem()
}

// takesAxes reports whether a call ends in axes or sizes, which no dtype may follow.
func (c *call) takesAxes() bool {
	t := c.variadic()
	return t != nil && types.Identical(t, types.Typ[types.Int])
}

// param returns the type of the parameter with an index, or nil.
func (c *call) param(place int) types.Type {
	last := c.sig.Params().Len() - 1
	switch {
	case c.sig.Variadic() && place >= last:
		return c.variadic()
	case place > last:
		return nil
	}
	return c.sig.Params().At(place).Type()
}

// value returns the Go text of an argument for the parameter with an index.
func (c *call) value(place int, text string) string {
	t := c.param(place)
	if t != nil && types.IsInterface(t) && rows().MatchString(text) {
		depth := len(text) - len(strings.TrimLeft(text, "["))
		return strings.Repeat("[]", depth-1) + c.slice(strings.Trim(text, "[]")) + braces().Replace(text)
	}
	m := list().FindStringSubmatch(text)
	if m == nil && t != nil && types.Identical(t, types.NewSlice(types.Typ[types.Int])) && whole().MatchString(text) {
		m = []string{text, text, ""} // a size may stand for a shape
	}
	if m == nil || t == nil {
		return goValue(text)
	}
	elems := strings.Split(strings.Trim(m[1]+m[2], ", "), ",")
	for i := range elems {
		elems[i] = goValue(elems[i])
	}
	all := strings.Join(elems, ", ")
	if _, ok := t.(*types.Basic); ok {
		return all
	}
	if _, ok := t.Underlying().(*types.Slice); ok {
		return types.TypeString(t, (*types.Package).Name) + "{" + all + "}"
	}
	if kind := c.slice(all); kind != "" {
		return kind + "{" + all + "}"
	}
	return text
}

// rows matches a list of lists of numbers.
var rows = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\[\[[-+\d., e\[\]]+\]\]$`) })

// braces writes the brackets of nested lists as those of Go's composite literals.
var braces = sync.OnceValue(func() *strings.Replacer { return strings.NewReplacer("[", "{", "]", "}") })

// slice returns the type of a slice of elements, or "" if it is not known.
func (c *call) slice(elems string) string {
	for _, kind := range elements() {
		switch {
		case !kind.looks.MatchString(elems):
		case kind.say == "[]float64" && c.goes == "tensor.New":
			return "[]float32" // MindSpore's default for floats
		default:
			return kind.say
		}
	}
	return ""
}

// fits reports whether the arguments match the parameters, as far as can be determined, and sorts them by parameter.
func (c *call) fits() bool {
	slices.SortStableFunc(c.args, func(a, b given) int { return a.place - b.place })
	last := c.sig.Params().Len() - 1
	for i, a := range c.args {
		switch t := c.param(a.place); {
		case a.option:
		case t == nil, a.place != i && !(c.sig.Variadic() && i > last), !fits(t, a.text):
			return false
		case a.by != "" && a.place >= last && c.sig.Variadic() && !meansSame(c.sig.Params().At(last).Name(), a.by):
			return false
		}
	}
	defaults := c.found.Path == ours+"ops" || c.found.Path == ours+"tensor" // filled in for cells
	return defaults || len(c.args) >= last+1 || c.sig.Variadic() && len(c.args) == last
}

// parameters describes the parameters of the call.
func (c *call) parameters() string {
	sig := types.NewSignatureType(nil, nil, nil, c.sig.Params(), nil, c.sig.Variadic())
	return strings.TrimPrefix(types.TypeString(sig, (*types.Package).Name), "func")
}

// whole matches a whole number.
var whole = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?\d+$`) })

// fits reports whether a text may be a value of a type: a literal must match; other texts always may.
func fits(t types.Type, text string) bool {
	kind := types.IsNumeric
	switch {
	case ofPython().MatchString(text):
		return false
	case text == "true" || text == "false":
		kind = types.IsBoolean
	case text[0] == '"':
		kind = types.IsString
	case text != "nil" && !strings.HasPrefix(text, "[]") && !number().MatchString(text):
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return text != "nil" && text[0] != '[' && t.Info()&kind != 0
	case *types.Interface:
		return true
	}
	return text == "nil" || text[0] == '['
}

// ofPython matches a Python tuple or list.
var ofPython = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\(|\[[^\]]).*,.*[)\]]$`) })

// number matches a number.
var number = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[\d.]+(e-?\d+)?$`) })

// meansSame reports whether a Python keyword denotes the parameter with a name.
func meansSame(param, by string) bool {
	param, by = fold(param), fold(by)
	axis := func(s string) bool { return s == "axis" || s == "axes" || s == "dim" }
	size := func(s string) bool { return s == "dims" || s == "shape" || s == "size" }
	named := param == "args" || param == "opts" && by == "name" // nn.NewParameter(x, "w")
	return named || strings.Contains(by, param) || axis(param) && axis(by) || size(param) && size(by)
}

// elements lists Go slice forms by the form of the elements.
var elements = sync.OnceValue(func() []pythonLine {
	return []pythonLine{
		{regexp.MustCompile(`^[-+\d,\[\] ]+$`), "[]int"},
		{regexp.MustCompile(`^[-+\d,\[\] .e]+$`), "[]float64"},
		{regexp.MustCompile(`^((true|false)(, )?)+$`), "[]bool"},
		{regexp.MustCompile(`^("[^"]*"(, )?)+$`), "[]string"},
		{regexp.MustCompile(`^([A-Za-z_][\w.]*(, )?)+$`), "Tuple"},
	}
})

// dtype returns the Go form of a Python dtype, or "" for other texts: np.float32 and "float32" are tensor.Float32.
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
