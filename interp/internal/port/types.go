package port

import (
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// kind is what translated code knows of a value.
type kind int

const (
	unknown kind = iota
	none
	integer
	float
	boolean
	text
	array    // *tensor.Tensor
	list     // []elem
	tuple    // several values
	dict     // *py.Dict
	golang   // a type of our packages
	function // a function of the page
	class    // a class of the page
	instance // of such a class
	member   // a module or a name of one
	method   // a bound method of a value
	gradient // what grad.Grad and its like return
	gradOp   // grad.GradOperation
	result   // a grad.Result, or a part of one
	anything // any
	set      // []elem, whose elements have no order
)

// typ is a type.
type typ struct {
	kind  kind
	elem  *typ       // of a list, of the values of a dict
	key   *typ       // of the keys of a dict
	keys  []any      // of a dict literal; elts has the values
	elts  []*typ     // of a tuple or such a result, of a list of several types, or of a dict with keys
	goes  types.Type // golang
	fn    *fn
	class *classInfo
	path  string // member
	grad  *gradInfo
	numpy bool   // an array of numpy
	dtype string // of the elements of an array, "" where it is not known
	recv  *val   // method
	name  string
	opt   bool // a pointer, nil for None
	words bool // a list that prints as a tuple: a shape
	boxed bool // a tuple among other values, a py.Tuple
}

var (
	tUnknown = &typ{kind: unknown}
	tNone    = &typ{kind: none}
	tInt     = &typ{kind: integer}
	tFloat   = &typ{kind: float}
	tBool    = &typ{kind: boolean}
	tText    = &typ{kind: text}
	tArray   = &typ{kind: array}
	tNumpy   = &typ{kind: array, numpy: true}
	tAny     = &typ{kind: anything}
	tItem    = &typ{kind: anything, name: "item"} // a number of an element type that is not known
	tSum     = &typ{kind: unknown, name: "item"}  // a float64 made of such numbers, for nothing but a float
	tShape   = &typ{kind: list, elem: &typ{kind: integer}, words: true}
	tGrads   = &typ{kind: tuple, elts: nil, elem: tArray} // a tensor.Tuple
)

func listOf(e *typ) *typ { return &typ{kind: list, elem: e} }

func (t *typ) is(kinds ...kind) bool {
	return slices.Contains(kinds, t.kind)
}

// boxedType is the type of a value of type t in a dict or a py.Tuple, where tuples of Python are a py.Tuple.
func boxedType(t *typ) *typ {
	switch {
	case t.kind == tuple && t.goText() != "Tuple":
		return &typ{kind: tuple, elts: t.elts, boxed: true}
	case t.words:
		return &typ{kind: tuple, boxed: true, elem: t.elem}
	case t.kind == list && isTuple(t.elem):
		return tAny
	}
	return t
}

// value is the type of what a variable holds that may be None.
func (t *typ) value() *typ {
	u := *t
	u.opt = false
	return &u
}

// orNone is the type of a variable that is None at times: what Go has no nil for is behind a pointer. It is nil where
// there is none.
func (t *typ) orNone() *typ {
	if t.opt || nilable(t) != nil {
		return t
	}
	if !t.is(integer, float, boolean, text, list, tuple) || t.goText() == "" || several(t) {
		return nil
	}
	u := *t
	u.opt = true
	return &u
}

// keyType is the type of the keys of a dict.
func (t *typ) keyType() *typ {
	if t.key == nil {
		return tText
	}
	return t.key
}

// fixed says whether values are a class, what a library has, or None, which no variable holds.
func (t *typ) fixed() bool { return t != nil && t.is(member, class, none) }

// isItem says whether values are floats or whole numbers, it is not known which: what item of a tensor returns.
func (t *typ) isItem() bool { return t.is(anything, unknown) && t.name == tItem.name }

// number says whether t is an int, a float or a bool.
func (t *typ) number() bool { return t.is(integer, float, boolean) }

// named returns the name of a type of ours, "nn.Parameter" of *nn.Parameter, "" of others.
func (t *typ) named() string {
	if t.kind != golang {
		return ""
	}
	return goName(t.goes)
}

func goName(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Name() + "." + n.Obj().Name()
}

// goText is the type as Go writes it, "" for what no Go variable can hold.
func (t *typ) goText() string {
	if t.opt {
		return "*" + t.value().goText()
	}
	switch t.kind {
	case integer:
		return "int"
	case float:
		return "float64"
	case boolean:
		return "bool"
	case text:
		return "string"
	case array:
		return "*Tensor"
	case list, set:
		if e := t.elem.goText(); e != "" {
			return "[]" + e
		}
		return "[]any"
	case tuple:
		return t.tupleText()
	case dict:
		return "*py.Dict"
	case golang:
		return types.TypeString(t.goes, func(p *types.Package) string { return p.Name() })
	case instance:
		return "*" + t.class.name
	case function:
		return t.fn.goType()
	case gradient:
		return t.grad.goType()
	case gradOp:
		return "grad.GradOperation"
	case result:
		return "grad.Result"
	case anything:
		return "any"
	}
	return ""
}

func (t *typ) tupleText() string {
	all := func(k kind) bool {
		for _, e := range t.elts {
			if e.kind != k {
				return false
			}
		}
		return true
	}
	switch {
	case t.boxed:
		return "py.Tuple"
	case t.elem != nil, len(t.elts) > 0 && all(array):
		return "Tuple"
	case len(t.elts) > 0 && all(integer):
		return "[]int"
	case len(t.elts) > 0 && all(float):
		return "[]float64"
	}
	return "py.Tuple"
}

// same says whether values of both types fit one Go variable and mean the same.
func (t *typ) same(u *typ) bool {
	return t == u ||
		t.kind == u.kind && t.goText() == u.goText() && t.kind != gradient && t.kind != member && t.kind != class &&
			t.kind != result &&
			t.kind != method
}

// join is the type of a variable that takes both, nil when there is none.
func join(t, u *typ) *typ {
	switch {
	case t != nil && u != nil && t.opt != u.opt:
		return nil
	case t != nil && u != nil && t.kind == list && u.kind == list && t.isDeque() != u.isDeque():
		return nil
	case t == nil || t.kind == unknown:
		return u
	case u == nil || u.kind == unknown:
		return t
	case t.kind == array && u.kind == array:
		return &typ{kind: array, numpy: t.numpy && u.numpy, dtype: joinedType(t.dtype, u.dtype)}
	case t.kind == function && t.same(u) && (t.fn.node != u.fn.node || u.name == severalFunctions):
		return &typ{kind: function, fn: t.fn, name: severalFunctions}
	case t.empty() && u.grows():
		return u.anyLength()
	case u.empty() && t.grows():
		return t.anyLength()
	case t.kind == tuple && u.kind == tuple && len(t.elts) != len(u.elts) && t.same(u):
		return t.anyLength()
	case t.kind == float && u.isItem(), u.kind == float && t.isItem(): // whole numbers share no variable with floats
		return tFloat
	case t.kind == anything && u.kind == anything && t.name != u.name:
		return tAny
	case t.rows() && t.same(u):
		return t.joinedRows(u)
	case t.kind == u.kind && (t.kind == dict || t.kind == list) && t.elem.kind == unknown:
		return u
	case t.kind == u.kind && (t.kind == dict || t.kind == list) && u.elem.kind == unknown:
		return t
	case t.keys != nil && t.same(u):
		return t.joinedDict(u)
	case t.same(u), t.fixed() && t.kind == u.kind && t.path == u.path && t.class.same(u.class):
		return t
	case (t.kind == boolean) != (u.kind == boolean) && t.number() && u.number(): // True is no 1 where it is shown
		return nil
	case t.number() && u.number():
		if t.kind == float || u.kind == float {
			return tFloat
		}
		return tInt
	case t.kind == array && u.number(), u.kind == array && t.number():
		return tArray
	case t.kind == result && u.kind == tuple && u.elem == tArray, u.kind == result && t.kind == tuple && t.elem == tArray:
		return tGrads
	case t.kind == array && u.kind == result && u.elts == nil, u.kind == array && t.kind == result && t.elts == nil:
		return tArray
	case t.kind == none:
		return nilable(u)
	case u.kind == none:
		return nilable(t)
	case t.layer() && u.layer():
		return tLayer
	case t.kind == list && u.kind == list:
		if e := join(t.elem, u.elem); e != nil {
			return listOf(e)
		}
	}
	return nil
}

// empty says whether t is that of (), a tuple of anything that grows later.
func (t *typ) empty() bool { return t.kind == tuple && len(t.elts) == 0 && t.elem == nil && !t.boxed }

// grows says whether t is a tuple to which Go appends others.
func (t *typ) grows() bool {
	return (t.kind == tuple || t.words) && isIn(t.goText(), "Tuple", "[]int", "[]float64")
}

// anyLength is the type of tuples like t that are not all as long.
func (t *typ) anyLength() *typ {
	switch {
	case t.goText() == "Tuple":
		return tGrads
	case t.words:
		return t
	case t.grows():
		return &typ{kind: list, elem: t.elts[0], words: true}
	}
	return &typ{kind: tuple, boxed: true}
}

// longer is the type of x + y and x * n for a list or tuple x of type t.
func (t *typ) longer() *typ {
	if t.kind == tuple {
		return t.anyLength()
	}
	return t
}

// isDType says whether t is that of element types.
func isDType(t *typ) bool { return strings.HasSuffix(t.named(), ".DType") }

// rows says whether t is a list of values of several types, or of such lists.
func (t *typ) rows() bool {
	return t.kind == list && (t.elts != nil || t.elem.rows())
}

// joinedRows is the type of a variable of either of two such lists: an element that differs may be anything.
func (t *typ) joinedRows(u *typ) *typ {
	out := *t
	out.elem = join(t.elem, u.elem)
	out.elts = nil
	for i := range min(len(t.elts), len(u.elts)) {
		if e := tAny; len(t.elts) == len(u.elts) {
			if t.elts[i].same(u.elts[i]) {
				e = join(t.elts[i], u.elts[i])
			}
			out.elts = append(out.elts, e)
		}
	}
	return &out
}

// joinedDict is the type of a variable of either of two dicts. It has the keys that both have for values of one type.
func (t *typ) joinedDict(u *typ) *typ {
	out := *t
	out.keys, out.elts = nil, nil
	for i, k := range t.keys {
		if j := slices.Index(u.keys, k); j >= 0 && t.elts[i].same(u.elts[j]) {
			out.keys, out.elts = append(out.keys, k), append(out.elts, t.elts[i])
		}
	}
	return &out
}

// anyOf is the type of values of two types, which may be arrays of numpy.
func anyOf(x, y *typ) *typ {
	a, b := x.arrays()
	c, d := y.arrays()
	if (a || c) && !b && !d {
		return &typ{kind: anything, numpy: true}
	}
	return tAny
}

// mixedRows says whether two lists have numbers of different types, which Python keeps.
func mixedRows(x, y *typ) bool {
	return x.kind == list && y.kind == list && (x.elem.number() && y.elem.number() && x.elem.kind != y.elem.kind ||
		mixedRows(x.elem, y.elem))
}

// severalFunctions is the name of the type of what is one function here and another there.
const severalFunctions = "several"

// nilable is the type of a variable that may also be None.
func nilable(t *typ) *typ {
	if t.is(array, dict, golang, instance, function, gradient) ||
		t.kind == tuple && strings.HasSuffix(t.goText(), "Tuple") {
		return t
	}
	return nil
}

// tLayer is nn.Layer, tMaker a function that makes one, tUnary a function of a tensor; newLibrary sets them.
var (
	tLayer = &typ{kind: golang}
	tMaker = &typ{kind: golang}
	tUnary = &typ{kind: golang}
)

// layer says whether values of t are cells.
func (t *typ) layer() bool {
	if t.kind == instance {
		return t.class.isCell()
	}
	if t.kind != golang {
		return false
	}
	if goName(t.goes) == "nn.Layer" {
		return true
	}
	o, _, _ := types.LookupFieldOrMethod(t.goes, true, nil, "CellBase")
	return o != nil
}

// val is a translated expression.
type val struct {
	code  string
	prec  int // of the Go operator on top, unary and primary expressions have 6 and 7
	t     *typ
	parts []val // of a tuple that is no single Go value
	konst any   // the value of a constant
	node  python.Expr
	multi bool // a call with several results

	pointer  string // the variable, of a value that may be None
	fresh    bool   // a variable that nothing else names
	declared bool   // code is the variable that the assignment is for
}

func atom(code string, t *typ) val { return val{code: code, prec: 7, t: t} }

// at is the code as an operand that binds at least as strongly as prec.
func (v val) at(prec int) string {
	if v.prec < prec {
		return "(" + v.code + ")"
	}
	return v.code
}

// goCase is the Go name of a Python name: train_step is trainStep.
func goCase(name string, exported bool) string {
	lead := strings.TrimLeft(name, "_")
	var b strings.Builder
	up := exported
	for i, r := range lead {
		switch {
		case r == '_':
			up = b.Len() > 0 || exported
			continue
		case up:
			b.WriteString(strings.ToUpper(string(r)))
		case i == 0 && !exported:
			b.WriteString(strings.ToLower(string(r)))
		default:
			b.WriteRune(r)
		}
		up = false
	}
	s := b.String()
	if !exported && len(s) > 1 && strings.ToUpper(lead) == lead &&
		strings.Trim(lead[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		s = strings.ToLower(lead[:1]) + strings.ToLower(strings.ReplaceAll(lead[1:], "_", ""))
	}
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		s = "v" + s
	}
	return s
}

// taken are names that a cell must not give to something: words of Go, its builtin functions that translated cells
// use, packages, and functions that Go calls by itself.
var taken = map[string]bool{}

func init() {
	for _, s := range strings.Fields(`break case chan const continue default defer else fallthrough for func go goto if import interface map
		package range return select struct switch type var any append bool byte cap cmp
		close complex copy delete error false float32 float64
		imag int int32 int64 iota len make max min new nil panic print println real recover rune string true uint8
		clear main init
		tensor ops grad py nn np data train sparse unicode rand
		experimental optim ckpt initializer display fmt math strings os time sort slices errors exchange safetensors`) {
		taken[s] = true
	}
}
