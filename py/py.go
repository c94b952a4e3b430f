// Package py writes values as Python does, for notebooks translated from Python (msrepl port) and for comparisons
// with them: True and None, 3.0, tuples and dictionaries in the order of their entries, format specifications of
// f-strings.
package py

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Tuple prints as Python's tuple: (1, 'a').
type Tuple []any

// Pack returns its arguments as a Tuple, also several results of a call.
func Pack(values ...any) Tuple { return values }

// TupleOf returns the elements of a Go slice, such as x.Shape(), as a Tuple. It raises TypeError for other values.
func TupleOf(slice any) Tuple {
	v := reflect.ValueOf(slice)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		tensor.Throw("TupleOf", tensor.TypeError, "wants a slice, got %T", slice)
	}
	t := make(Tuple, v.Len())
	for i := range t {
		t[i] = v.Index(i).Interface()
	}
	return t
}

// TuplesOf returns the elements of a slice of slices as Tuples. It raises TypeError for another value.
func TuplesOf(slices any) []Tuple {
	outer := TupleOf(slices)
	l := make([]Tuple, len(outer))
	for i, x := range outer {
		l[i] = TupleOf(x)
	}
	return l
}

// String returns the text of the tuple.
func (t Tuple) String() string { return pyrepr.Line(t) }

// Repr is the same text as String.
func (t Tuple) Repr() string { return pyrepr.Line(t) }

// ReprParts returns the parentheses and the text between them.
func (t Tuple) ReprParts() (open string, parts []any, end string) { return "(", t, ")" }

// Tensors returns its arguments, also several results of a call, as a tuple of tensors.
func Tensors(values ...*tensor.Tensor) tensor.Tuple { return values }

// Str returns what Python's print shows of a value: str(v).
func Str(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case string:
		return v
	case fmt.Stringer:
		if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
			return "None"
		}
		return v.String()
	}
	return pyrepr.Line(v)
}

// ValueOf returns what p, a pointer, points to, and nil, which prints as None, for a nil pointer. Variables that are
// None or a number in Python are pointers in Go.
func ValueOf(p any) any {
	v := reflect.ValueOf(p)
	if v.IsNil() {
		return nil
	}
	return v.Elem().Interface()
}

// Print writes its values to standard output as Python's print does, formatted by Str, separated by spaces and
// followed by a line break. In cells it is print.
func Print(values ...any) { fmt.Print(Text(values...)) }

// Lines returns the values one per line, strings as they are and others formatted by Repr, as MindSpore's op Print
// writes them.
func Lines(values ...any) string {
	lines := make([]string, len(values))
	for i, v := range values {
		s, ok := v.(string)
		if !ok {
			s = Repr(v)
		}
		lines[i] = s
	}
	return strings.Join(lines, "\n")
}

// Text returns the text that Print writes.
func Text(values ...any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = Str(v)
	}
	return strings.Join(texts, " ") + "\n"
}

// Repr returns repr(v): Str with quotes around text.
func Repr(v any) string { return pyrepr.Line(v) }

// Bit is int(b): 1 for true and 0 for false.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// FloorDiv returns x // y, the quotient rounded down. It raises ValueError when y is 0.
func FloorDiv(x, y int) int {
	if y == 0 {
		tensor.Throw("FloorDiv", tensor.ValueError, "integer division by zero")
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// Mod returns x % y, which has the sign of y. It raises ValueError when y is 0.
func Mod(x, y int) int { return x - FloorDiv(x, y)*y }

// Pow returns x ** y for integers. It raises ValueError when y is negative or the result has more than 64 bits.
func Pow(x, y int) int {
	if y < 0 {
		tensor.Throw("Pow", tensor.ValueError, "wants a power of at least 0, got %d", y)
	}
	z := 1
	for range y {
		next := z * x
		if x != 0 && next/x != z {
			tensor.Throw("Pow", tensor.ValueError, "wants a result of at most 64 bits, got %d ** %d", x, y)
		}
		z = next
	}
	return z
}

// PowFloat returns x ** y for floats, with Python's digits, of which math.Pow may miss the last ones. It raises
// ValueError where Python has no float: when 0 has a negative power, a negative number one that is not whole, or the
// result is too large.
func PowFloat(x, y float64) float64 {
	z, finite := rng.Pow(x, y), x-x == 0 && y-y == 0
	switch {
	case finite && x == 0 && y < 0:
		tensor.Throw("PowFloat", tensor.ValueError, "%s cannot be raised to a negative power", Str(x))
	case finite && z != z:
		tensor.Throw("PowFloat", tensor.ValueError, "wants a whole power of a negative number, got %s ** %s", Str(x), Str(y))
	case finite && z-z != 0:
		tensor.Throw("PowFloat", tensor.ValueError, "wants a result of at most 1.8e308, got %s ** %s", Str(x), Str(y))
	}
	return z
}

// Round returns round(x, digits) as Python rounds: to the nearest, halves to even.
func Round(x float64, digits int) float64 {
	var out float64
	if _, err := fmt.Sscan(fmt.Sprintf("%.*f", max(digits, 0), x), &out); err != nil || digits < 0 {
		scale := math.Pow10(digits)
		return math.RoundToEven(x*scale) / scale
	}
	return out
}

// Dict is a dictionary whose entries keep their insertion order, as in Python.
type Dict struct {
	keys    []any
	values  map[any]any
	counts  bool       // a counter
	missing func() any // of a defaultdict
	factory string     // its type
}

// NewDict returns a dictionary of alternating keys and values: NewDict("a", 1, "b", 2). It raises ValueError for a
// key without a value.
func NewDict(entries ...any) *Dict {
	if len(entries)%2 != 0 {
		tensor.Throw("NewDict", tensor.ValueError, "wants keys and values in turn, got %d arguments", len(entries))
	}
	d := &Dict{values: map[any]any{}}
	for i := 0; i < len(entries); i += 2 {
		d.Set(entries[i], entries[i+1])
	}
	return d
}

// Set is d[key] = value.
func (d *Dict) Set(key, value any) {
	if _, ok := d.values[key]; !ok {
		d.keys = append(d.keys, key)
	}
	d.values[key] = value
}

// Get is d[key]. It raises ValueError for a missing key, unless d is a counter or a defaultdict.
func (d *Dict) Get(key any) any {
	if v, ok := d.values[key]; ok {
		return v
	}
	return d.absent(key)
}

// Has is key in d.
func (d *Dict) Has(key any) bool {
	_, ok := d.values[key]
	return ok
}

// GetOr is d.get(key, otherwise).
func (d *Dict) GetOr(key, otherwise any) any {
	if v, ok := d.values[key]; ok {
		return v
	}
	return otherwise
}

// SetDefault is d.setdefault(key, value).
func (d *Dict) SetDefault(key, value any) any {
	if !d.Has(key) {
		d.Set(key, value)
	}
	return d.values[key]
}

// Pop is d.pop(key). It raises ValueError for a missing key.
func (d *Dict) Pop(key any) any {
	v, ok := d.values[key]
	if !ok {
		tensor.Throw("Dict.Pop", tensor.ValueError, "there is no key %s", Repr(key))
	}
	delete(d.values, key)
	d.keys = slices.DeleteFunc(d.keys, func(k any) bool { return k == key })
	return v
}

// Update is d.update(other).
func (d *Dict) Update(other *Dict) {
	for _, k := range other.keys {
		d.Set(k, other.values[k])
	}
}

// Copy is d.copy().
func (d *Dict) Copy() *Dict {
	c := &Dict{values: map[any]any{}, counts: d.counts, missing: d.missing, factory: d.factory}
	c.Update(d)
	return c
}

// Clear is d.clear().
func (d *Dict) Clear() { d.keys, d.values = nil, map[any]any{} }

// KeysView is d.keys() as a value, which prints as in Python.
func (d *Dict) KeysView() View { return View{"keys", d} }

// ValuesView is d.values() as a value.
func (d *Dict) ValuesView() View { return View{"values", d} }

// ItemsView is d.items() as a value.
func (d *Dict) ItemsView() View { return View{"items", d} }

// Keys returns the keys in their order.
func (d *Dict) Keys() []any { return d.keys }

// Len returns the number of entries.
func (d *Dict) Len() int { return len(d.keys) }

// String returns the text of the dictionary, {'a': 1}, or that of a counter in order of descending counts.
func (d *Dict) String() string {
	switch {
	case d.counts && len(d.keys) == 0:
		return "Counter()"
	case d.counts:
		keys := make([]any, 0, len(d.keys))
		for _, entry := range d.MostCommon(-1) {
			keys = append(keys, entry[0])
		}
		return "Counter(" + d.entries(keys) + ")"
	case d.missing != nil:
		return "defaultdict(<class '" + d.factory + "'>, " + d.entries(d.keys) + ")"
	}
	return d.entries(d.keys)
}

// Repr is the same text as String.
func (d *Dict) Repr() string { return d.String() }
