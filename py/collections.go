package py

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// NewDefaultDict returns collections.defaultdict of a type, such as "list": a dictionary in which Get of a missing
// key sets it to the result of missing. It prints with the name of the type, as in Python.
func NewDefaultDict(name string, missing func() any) *Dict {
	return &Dict{values: map[any]any{}, missing: missing, factory: name}
}

// NewCounter returns collections.Counter of the elements of a slice, or the characters of a string: a dictionary of
// their counts. Get of a missing key returns 0. It raises TypeError for another value.
func NewCounter(elements any) *Dict {
	d := &Dict{values: map[any]any{}, counts: true}
	d.Count(elements)
	return d
}

// Count is counter.update(elements): it counts the elements of a slice, or the characters of a string. It raises
// TypeError for another value.
func (d *Dict) Count(elements any) {
	if s, ok := elements.(string); ok {
		elements = strings.Split(s, "")
	}
	v := reflect.ValueOf(elements)
	if v.Kind() != reflect.Slice {
		tensor.Throw("Count", tensor.TypeError, "wants a slice or a string, got %T", elements)
	}
	for i := range v.Len() {
		key := v.Index(i).Interface()
		n, _ := d.values[key].(int)
		d.Set(key, n+1)
	}
}

// MostCommon is counter.most_common(n): the n entries with the highest counts as pairs of key and count; entries with
// equal counts keep their order. A negative n means all entries.
func (d *Dict) MostCommon(n int) []Tuple {
	entries := make([]Tuple, len(d.keys))
	for i, k := range d.keys {
		entries[i] = Tuple{k, d.values[k]}
	}
	slices.SortStableFunc(entries, func(a, b Tuple) int {
		x, _ := a[1].(int)
		y, _ := b[1].(int)
		return y - x
	})
	if n >= 0 && n < len(entries) {
		entries = entries[:n]
	}
	return entries
}

// Plain is dict(d): a copy that is neither a counter nor a defaultdict.
func (d *Dict) Plain() *Dict {
	c := NewDict()
	c.Update(d)
	return c
}

// Merge is {**first, **second, …}: the entries of all; for equal keys the last one is kept.
func Merge(dicts ...*Dict) *Dict {
	all := NewDict()
	for _, d := range dicts {
		all.Update(d)
	}
	return all
}

// absent is Get of a key that is not there.
func (d *Dict) absent(key any) any {
	switch {
	case d.counts:
		return 0
	case d.missing != nil:
		v := d.missing()
		d.Set(key, v)
		return v
	}
	panic(&tensor.Error{Op: "Dict.Get", Kind: tensor.ValueError, Msg: "there is no key " + Repr(key)})
}

// entries is the text of keys and values.
func (d *Dict) entries(keys []any) string {
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = Repr(k) + ": " + Repr(d.values[k])
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// Compare returns -1, 0 or 1 for a < b, a == b or a > b. It compares integers, floats, strings, and tuples of them,
// by their first elements that differ. It raises TypeError for other values and for values of different kinds.
func Compare(a, b any) int {
	switch x := a.(type) {
	case int:
		if y, ok := b.(int); ok {
			return cmp.Compare(x, y)
		}
	case float64:
		if y, ok := b.(float64); ok {
			return cmp.Compare(x, y)
		}
	case string:
		if y, ok := b.(string); ok {
			return strings.Compare(x, y)
		}
	default:
		if reflect.TypeOf(a) == reflect.TypeOf(b) && reflect.ValueOf(a).Kind() == reflect.Slice {
			return slices.CompareFunc(TupleOf(a), TupleOf(b), Compare)
		}
	}
	tensor.Throw("Compare", tensor.TypeError, "%s and %s have no order", Repr(a), Repr(b))
	return 0
}

// Range returns range(from, to, step) as a slice. It raises ValueError for a step of 0.
func Range(from, to, step int) []int {
	if step == 0 {
		panic(&tensor.Error{Op: "Range", Kind: tensor.ValueError, Msg: "range() arg 3 must not be zero"})
	}
	var out []int
	for i := from; step > 0 && i < to || step < 0 && i > to; i += step {
		out = append(out, i)
	}
	return out
}

// Int is int(text). It raises ValueError, with Python's message, for a text that is not an integer.
func Int(text string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(text), "_", ""))
	if err != nil {
		msg := "invalid literal for int() with base 10: " + Repr(text)
		panic(&tensor.Error{Op: "Int", Kind: tensor.ValueError, Msg: msg})
	}
	return n
}

// Float is float(text). It raises ValueError, with Python's message, for a text that is not a number.
func Float(text string) float64 {
	s := strings.TrimSpace(text)
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || strings.ContainsAny(s, "xXpP") {
		msg := "could not convert string to float: " + Repr(text)
		panic(&tensor.Error{Op: "Float", Kind: tensor.ValueError, Msg: msg})
	}
	return x
}

// Ord is ord(text), the number of a character. It raises TypeError for a text that is not one character.
func Ord(text string) int {
	r := []rune(text)
	if len(r) != 1 {
		msg := fmt.Sprintf("ord() expected a character, but string of length %d found", len(r))
		panic(&tensor.Error{Op: "Ord", Kind: tensor.TypeError, Msg: msg})
	}
	return int(r[0])
}

// JoinPath is os.path.join(parts…) of systems with slashes.
func JoinPath(parts ...string) string {
	out := ""
	for i, p := range parts {
		switch {
		case i == 0 || strings.HasPrefix(p, "/"):
			out = p
		case out == "" || strings.HasSuffix(out, "/"):
			out += p
		default:
			out += "/" + p
		}
	}
	return out
}

// BaseName is os.path.basename(path), the part after the last slash.
func BaseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
