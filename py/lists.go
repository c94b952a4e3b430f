package py

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Names is a []string that prints as a list of Python: ['a', 'b'].
type Names []string

// String returns the text of the list.
func (n Names) String() string { return pyrepr.Line([]string(n)) }

// Repr is the same text as String.
func (n Names) Repr() string { return n.String() }

// ReprParts returns the brackets and the names between them.
func (n Names) ReprParts() (open string, parts []any, end string) { return "[", pyrepr.Anys(n), "]" }

// Keys is a []string that prints as the keys of an OrderedDict: odict_keys(['a', 'b']).
type Keys []string

// String returns the text of the keys.
func (k Keys) String() string { return "odict_keys(" + Names(k).String() + ")" }

// Repr is the same text as String.
func (k Keys) Repr() string { return k.String() }

// DictKeys is a []string that prints as the keys of a dictionary: dict_keys(['a', 'b']).
type DictKeys []string

// String returns the text of the keys.
func (k DictKeys) String() string { return "dict_keys(" + Names(k).String() + ")" }

// Repr is the same text as String.
func (k DictKeys) Repr() string { return k.String() }

// View is the keys, values or entries of a dictionary, which print as Python's dict_keys, dict_values and dict_items.
type View struct {
	name string
	dict *Dict
}

// String returns the text of the view: dict_values([1, 2]).
func (v View) String() string {
	elements := make([]any, len(v.dict.keys))
	for i, k := range v.dict.keys {
		switch v.name {
		case "keys":
			elements[i] = k
		case "values":
			elements[i] = v.dict.values[k]
		default:
			elements[i] = Tuple{k, v.dict.values[k]}
		}
	}
	return "dict_" + v.name + "(" + pyrepr.Line(elements) + ")"
}

// Repr is the same text as String.
func (v View) Repr() string { return v.String() }

// Len returns the number of elements.
func (v View) Len() int { return v.dict.Len() }

// Slice returns list[from:to:step] of a slice or a string; from and to are integers, or nil if omitted in Python.
// Bounds beyond the ends are clipped, as in Python. It raises TypeError for another value, ValueError for a step of
// 0.
func Slice(list, from, to any, step int) any {
	if step == 0 {
		tensor.Throw("Slice", tensor.ValueError, "wants a step other than 0")
	}
	runes, isText := []rune(nil), false
	if s, ok := list.(string); ok {
		runes, isText = []rune(s), true
		list = runes
	}
	v := reflect.ValueOf(list)
	if v.Kind() != reflect.Slice {
		tensor.Throw("Slice", tensor.TypeError, "wants a slice or a string, got %T", list)
	}
	n := v.Len()
	low, high := 0, n
	if step < 0 {
		low, high = -1, n-1
	}
	bound := func(b any, absent int) int {
		i, ok := b.(int)
		if !ok {
			return absent
		}
		if i < 0 {
			i += n
		}
		return min(max(i, low), high)
	}
	i, end := bound(from, low), bound(to, high)
	if step < 0 {
		i, end = bound(from, high), bound(to, low)
	}
	out := reflect.MakeSlice(v.Type(), 0, 0)
	for ; step > 0 && i < end || step < 0 && i > end; i += step {
		out = reflect.Append(out, v.Index(i))
	}
	if isText {
		return string(out.Interface().([]rune))
	}
	return out.Interface()
}

// Unique returns the distinct elements of a slice in order of first occurrence: set(list), whose order in Python is
// undefined. It raises TypeError for another value.
func Unique(list any) any {
	v := reflect.ValueOf(list)
	if v.Kind() != reflect.Slice {
		tensor.Throw("Unique", tensor.TypeError, "wants a slice, got %T", list)
	}
	seen := map[any]bool{}
	out := reflect.MakeSlice(v.Type(), 0, v.Len())
	for i := range v.Len() {
		if x := v.Index(i).Interface(); !seen[x] {
			seen[x] = true
			out = reflect.Append(out, v.Index(i))
		}
	}
	return out.Interface()
}

// Ints returns the elements of a tensor as integers, for a shape or axes given as a tensor.
func Ints(x *tensor.Tensor) []int {
	all := x.Int64s()
	out := make([]int, len(all))
	for i, n := range all {
		out[i] = int(n)
	}
	return out
}

// Combinations returns all choices of r elements of a slice in their order, with repeated elements if again is true:
// itertools.combinations and combinations_with_replacement. It raises TypeError for a value that is not a slice,
// ValueError for a negative r.
func Combinations(list any, r int, again bool) []Tuple {
	if r < 0 {
		tensor.Throw("Combinations", tensor.ValueError, "For 'combinations', the 'r' must not be negative, but got %d.", r)
	}
	all := TupleOf(list)
	var out []Tuple
	var choose func(from int, chosen Tuple)
	choose = func(from int, chosen Tuple) {
		if len(chosen) == r {
			out = append(out, slices.Clone(chosen))
			return
		}
		for i := from; i < len(all); i++ {
			next := i + 1
			if again {
				next = i
			}
			choose(next, append(chosen, all[i]))
		}
	}
	choose(0, Tuple{})
	return out
}

// Product returns all tuples of one element of each slice, the slices repeated several times,
// the last changing fastest: itertools.product. A negative repeat is a ValueError, another value a TypeError.
func Product(repeat int, lists ...any) []Tuple {
	if repeat < 0 {
		tensor.Throw("Product", tensor.ValueError, "For 'product', the 'repeat' must not be negative, but got %d.", repeat)
	}
	out := []Tuple{{}}
	for range repeat {
		for _, list := range lists {
			var longer []Tuple
			elements := TupleOf(list)
			for _, t := range out {
				for _, e := range elements {
					longer = append(longer, append(slices.Clip(t), e))
				}
			}
			out = longer
		}
	}
	return out
}

// Pairs returns lists of two integers each as the [][2]int of Go functions: paddings, crops. Another length raises
// ValueError.
func Pairs(lists [][]int) [][2]int {
	out := make([][2]int, len(lists))
	for i, l := range lists {
		if len(l) != 2 {
			tensor.Throw("Pairs", tensor.ValueError, "wants lists of two numbers, got %d in list %d", len(l), i)
		}
		out[i] = [2]int(l)
	}
	return out
}

// IntRows returns the rows of a matrix as integers, for paddings given as a tensor. A tensor of another rank is a
// ValueError.
func IntRows(x *tensor.Tensor) [][]int {
	if x.NDim() != 2 {
		tensor.Throw("IntRows", tensor.ValueError, "the rows of a matrix are wanted, but the shape is %v", x.Shape())
	}
	rows := make([][]int, x.Dim(0))
	for i := range rows {
		rows[i] = Ints(x.At(i))
	}
	return rows
}
