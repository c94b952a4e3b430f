package port

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/text/python"
)

// Ops make Float32 of whole numbers where a result has fractions, as MindSpore's do; numpy makes float64. So the type
// of an array has the element type, where it is known, and whole numbers of numpy are cast before such an operation.

// namesOf is the set of the words of a text.
func namesOf(words string) map[string]bool {
	names := map[string]bool{}
	for _, w := range strings.Fields(words) {
		names[w] = true
	}
	return names
}

var (
	// fractions are the functions and methods of numpy that give float64 of whole numbers.
	fractions = namesOf(`mean std var average median nanmean nanstd nanvar percentile quantile sqrt cbrt exp exp2 expm1
		log log2 log10 log1p logaddexp logaddexp2 sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arcsinh arccosh
		arctanh hypot divide true_divide float_power deg2rad rad2deg radians degrees sinc interp trapz corrcoef cov
		floor ceil trunc rint gradient linalg.norm linalg.inv linalg.det linalg.solve linalg.eigvalsh linalg.eigh
		linalg.svd linalg.lstsq linalg.slogdet linalg.qr linalg.cholesky linalg.matrix_rank linalg.pinv linalg.cond
		copysign heaviside nextafter fft.fft fft.ifft fft.fft2 fft.ifft2 fft.fftn fft.ifftn fft.rfft fft.irfft
		fft.rfft2 fft.irfft2 fft.rfftn fft.irfftn fft.hfft fft.ihfft`)
	// together are those whose result has the element type that their first arguments have together.
	together = namesOf(`add subtract multiply power maximum minimum fmax fmin mod remainder fmod floor_divide clip append
		dot matmul inner outer where`)
	// wide are the functions and methods of numpy that give 64 bits for fewer, and narrow those of ours that do not.
	wide   = namesOf(`sum prod cumsum cumprod nansum nanprod`)
	narrow = namesOf(`argsort triu_indices tril_indices triu_indices_from tril_indices_from diag_indices
		diag_indices_from unravel_index`)
	// made are the element types that functions and methods give by themselves.
	made = map[string]map[string]bool{
		"Int64": namesOf(`argmax argmin argsort argwhere count_nonzero searchsorted digitize random.randint nonzero
			flatnonzero triu_indices tril_indices triu_indices_from tril_indices_from diag_indices diag_indices_from
			unravel_index`),
		"Bool": namesOf(`isnan isinf isfinite isclose isin in1d logical_and logical_or logical_not logical_xor equal
			not_equal greater greater_equal less less_equal all any`),
		"": namesOf("astype"),
		"Float64": namesOf(`ones zeros empty eye identity tri linspace logspace geomspace hanning hamming blackman bartlett
			random.rand random.randn random.uniform random.normal random.random random.random_sample`),
	}
)

// wholeOrFloat is the element type of a variable that has one of whole numbers here and Float64 there.
const wholeOrFloat = "Int64|Float64"

// isWhole says whether an element type is, or may be, one of whole numbers or Bool.
func isWhole(dtype string) bool { return strings.Contains(dtype, "Int") || dtype == "Bool" }

// joinedType is the element type of a variable that has one of two, "" where it may be a narrow one.
func joinedType(x, y string) string {
	wide := func(d string) bool { return isWhole(d) || d == "Float64" }
	switch {
	case x == y:
		return x
	case wide(x) && wide(y):
		return wholeOrFloat
	}
	return ""
}

// ranks are element types in the order in which numpy prefers them. Those of numbers are "int" and "float".
var ranks = strings.Fields(`int Bool Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Int64|Float64
	float Float16 Float32 Float64`)

// promoted is the element type that numpy gives an operation of two, "" where it is not known.
func promoted(x, y string) string {
	i, j := slices.Index(ranks, x), slices.Index(ranks, y)
	if i > j {
		x, y, i = y, x, j
	}
	switch {
	case i < 0:
		return ""
	case x == y, x == "int" && y != "Bool":
		return y
	case !strings.HasPrefix(strings.ToLower(y), "float"):
		if x == "Bool" || y == wholeOrFloat {
			return y
		}
		return "Int64"
	case y == "float":
		return "Float64"
	case y == "Float64", i >= slices.Index(ranks, "Int32") && isWhole(x):
		return "Float64"
	}
	return y
}

// elementOf is the element type of an array, of what makes one, or of a number: "int" and "float".
func elementOf(u *typ) string {
	switch {
	case u.kind == array:
		return u.dtype
	case u.kind == integer:
		return "int"
	case u.kind == float:
		return "float"
	case u.kind == boolean:
		return "Bool"
	case u.is(list, tuple) && u.elem != nil:
		return arrayElement(elementOf(u.elem))
	case u.kind == tuple && len(u.elts) > 0:
		d := arrayElement(elementOf(u.elts[0]))
		for _, e := range u.elts[1:] {
			d = promoted(d, arrayElement(elementOf(e)))
		}
		return d
	}
	return ""
}

// arrayElement is the element type that numpy gives an array of values.
func arrayElement(d string) string {
	switch d {
	case "int":
		return "Int64"
	case "float":
		return "Float64"
	}
	return d
}

// elementwise is the type of an operation of two values, one of which is an array.
func (t *Translator) elementwise(x, y val) *typ {
	return &typ{
		kind: array, numpy: (x.t.numpy || !t.isArray(x)) && (y.t.numpy || !t.isArray(y)),
		dtype: promoted(elementOf(x.t), elementOf(y.t)),
	}
}

// asFloat64 is a value whose whole numbers, if it is an array of numpy, are Float64.
func asFloat64(v val) val {
	if v.t.kind != array || !v.t.numpy || !isWhole(v.t.dtype) {
		return v
	}
	u := *v.t
	u.dtype = "Float64"
	return atom(v.at(7)+".AsType(tensor.Float64)", &u)
}

// itemOf is what item of a tensor returns, a number of Go where the element type is known.
func (t *Translator) itemOf(code, dtype string) val {
	u := tItem
	switch i, float := slices.Index(ranks, dtype), slices.Index(ranks, "Float16"); {
	case i >= float:
		u = tFloat
	case i > 0 && isIn(dtype, "Bool", wholeOrFloat):
	case i > 0:
		u = tInt
	}
	return t.convert(atom(code, tItem), u)
}

// numpyLibrary calls a function of numpy; its result has numpy's element type.
func (t *Translator) numpyLibrary(e *python.Call, path, name string) val {
	var args []*typ
	for _, x := range e.Args {
		if isStarred(x) {
			break
		}
		args = append(args, t.peekValue(x).t)
	}
	first, last := 0, min(len(args), 1) // the operands
	if together[name] {
		last = len(args)
	}
	if name == "where" {
		first = last - last/3*2
	}
	d := ""
	for i, u := range args[first:last] {
		if d = promoted(d, elementOf(u)); i == 0 {
			d = elementOf(u)
		}
	}
	d = arrayElement(d)
	switch {
	case name == "where" && len(args) == 1:
		name = "nonzero"
	case wide[name] && len(args) > 0 && wider(d) != "":
		d = wider(d)
		e = t.withFirst(e, "astype", &python.Constant{Value: strings.ToLower(d)})
	case wide[name] && len(args) > 0 && args[0].kind == array && t.maybeNarrow(args[0]):
		e = t.withFirst(e, "wide")
	}
	if fractions[name] || together[name] && d == "Float64" {
		e = t.widenedArguments(e, args, first)
		if isWhole(d) {
			d = "Float64"
		}
	}
	return numpyResult(t.libraryFunction(e, path), name, d)
}

// numpyResult is what a function or a method of numpy gives, with its element type: d, if it has none of its own.
func numpyResult(v val, name, d string) val {
	for own, names := range made {
		if names[name] {
			d = own
		}
	}
	if d == "Bool" && wide[name] {
		d = "Int64"
	}
	if v.t.kind == array && v.t.numpy && (narrow[name] || name == "where" && d == "Int64") {
		v = atom(v.at(7)+".AsType(tensor.Int64)", v.t)
	}
	if m := castEnd().FindStringSubmatch(v.code); m != nil {
		d = m[1]
	}
	switch {
	case v.t.kind == array && v.t.numpy && v.t.dtype == "":
		u := *v.t
		u.dtype = d
		v.t = &u
	case v.t.is(list, tuple) && v.t.elem != nil && v.t.elem.kind == array:
		if narrow[name] {
			v = atom("py.WideAll("+v.code+")", v.t)
		}
		v.t = &typ{kind: v.t.kind, elem: &typ{kind: array, numpy: true, dtype: d}}
	}
	return v
}

// wider is the element type of sums of whole numbers of fewer bits, "" of others.
func wider(d string) string {
	switch d {
	case "Int8", "Int16", "Int32":
		return "Int64"
	case "UInt8", "UInt16", "UInt32":
		return "UInt64"
	}
	return ""
}

// maybeNarrow says whether the elements of an array of numpy may be whole numbers of fewer than 64 bits: their type is
// not known, and the page has such types.
func (t *Translator) maybeNarrow(u *typ) bool {
	return u.numpy && isIn(u.dtype, "", wholeOrFloat) && t.written(`\bu?int(8|16|32)\b`)
}

// withFirst is a call whose first argument is what a method of it gives.
func (t *Translator) withFirst(e *python.Call, method string, args ...python.Expr) *python.Call {
	call := *e
	call.Args = slices.Clone(e.Args)
	call.Args[0] = &python.Call{Func: &python.Attribute{Value: e.Args[0], Attr: method}, Args: args}
	return &call
}

// ofNumpy is the array, or are the arrays, that a function of ours returns in place of numpy's.
func ofNumpy(v val) val {
	switch {
	case v.t.kind == array:
		v.t = tNumpy
	case v.t.kind == tuple && len(v.t.elts) > 0:
		u := *v.t
		u.elts = slices.Clone(u.elts)
		for i, e := range u.elts {
			if e.kind == array {
				u.elts[i] = tNumpy
			}
		}
		v.t = &u
	}
	return v
}

// castEnd matches code that ends with a cast.
var castEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.AsType\(tensor\.(\w+)\)$`) })

// widenedArguments is a call of numpy whose arguments of whole numbers, from the first operand on, are float64.
func (t *Translator) widenedArguments(e *python.Call, args []*typ, first int) *python.Call {
	call := *e
	call.Args = slices.Clone(e.Args)
	double := &python.Constant{Value: "float64"}
	for i := first; i < len(args); i++ {
		x, u := e.Args[i], args[i]
		switch {
		case u.kind == array && u.numpy && isWhole(u.dtype):
			call.Args[i] = &python.Call{Func: &python.Attribute{Value: x, Attr: "astype"}, Args: []python.Expr{double}}
		case i > first: // axes, or what is not an operand
		case u.kind == integer:
			call.Args[i] = &python.Call{Func: load("float"), Args: []python.Expr{x}}
		case u.is(list, tuple) && isWhole(elementOf(u)) && t.numpyName(e.Func) != nil:
			call.Args[i] = t.numpyOf(e, "array", x, double)
		}
	}
	return &call
}

// numpyOf is a call of another function of the module that e calls a function of.
func (t *Translator) numpyOf(e *python.Call, name string, args ...python.Expr) *python.Call {
	module := t.numpyName(e.Func)
	if module == nil {
		leave(e, "these arguments of a function that is imported by its name")
	}
	return &python.Call{Func: &python.Attribute{Value: module, Attr: name}, Args: args}
}

// numpyName is the name of the module numpy in the name of one of its functions, nil where it is imported alone.
func (t *Translator) numpyName(f python.Expr) python.Expr {
	for {
		a, ok := f.(*python.Attribute)
		if !ok {
			return nil
		}
		if f = a.Value; isIn(t.pathOf(f), "numpy", "mindspore.numpy") {
			return f
		}
	}
}
