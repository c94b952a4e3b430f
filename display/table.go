package display

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/internal/text/table"
	"github.com/msrepl/msrepl/tensor"
)

// The size of the largest table that is shown whole. A larger one shows its beginning and its end.
const maxRows, maxCols = 60, 20

// Table shows v as a table: a tensor with its dtype and shape in the header, slices of structs or of maps with string
// keys (a row each), slices of slices, maps (a row for each key, in order), and structs (a row for each field). A
// type with the methods Keys and Get, such as py.Dict and train.Results, is shown as a map in the order of its keys.
// Of a tensor with more than two axes it shows one plane, the first or that of the option [At]; its last axis runs to
// the right. Other values are a TypeError.
func Table(v any, opts ...PlaneOption) Bundle {
	if t, ok := invoke.AsTensor(v); ok && t != nil {
		return tensorTable(t, indicesOf(opts))
	}
	r := reflect.ValueOf(v)
	for r.Kind() == reflect.Pointer && !r.IsNil() && !isDict(r) {
		r = r.Elem()
	}
	t, ok := valueTable(r)
	if !ok {
		tensor.Throw("Table", tensor.TypeError, "For 'Table', the value must be a Tensor, a slice, a map or a struct, but got %T.", v)
	}
	return tableBundle(t)
}

func tableBundle(t table.Table) Bundle {
	return Bundle{Data: map[string]any{"text/plain": t.String(), "text/html": scrolled(t.HTML())}}
}

// scrolled puts a large table or drawing into an element with scroll bars, so that it does not fill the page. In
// print it is shown whole.
func scrolled(html string) string {
	return `<style>@media print{.msrepl-scrolled{max-height:none!important;overflow:visible!important}` +
		`:has(>.msrepl-scrolled){overflow:visible!important}}</style>` + // also removes the front end's scroll bars
		`<div class="msrepl-scrolled" style="max-height:30em;max-width:100%;overflow:auto">` + html + `</div>`
}

func tensorTable(t *tensor.Tensor, at []int) Bundle {
	p := planeOf("Table", t, at)
	texts := elementTexts(p.t)
	rows, cols := picked(p.rows(), maxRows), picked(p.cols(), maxCols)
	out := table.Table{Title: p.head, Head: []string{""}, Left: 0}
	for _, j := range cols {
		out.Head = append(out.Head, indexText(j))
	}
	for _, i := range rows {
		row := []string{indexText(i)}
		if p.rank < 2 {
			row[0] = ""
		}
		for _, j := range cols {
			cell := "…"
			if i >= 0 && j >= 0 {
				cell = texts[i*p.cols()+j]
			}
			row = append(row, cell)
		}
		out.Rows = append(out.Rows, row)
	}
	return tableBundle(out)
}

// richTensor returns the text of a tensor with its table.
func richTensor(t *tensor.Tensor) Bundle {
	b := tensorTable(t, nil)
	b.Data["text/plain"] = echoText(t)
	return b
}

// picked returns the indices of at most most of n items, with -1 where items are left out.
func picked(n, most int) (at []int) {
	for i := 0; i < n; i++ {
		if n > most && i == most/2 {
			at, i = append(at, -1), n-most/2
		}
		at = append(at, i)
	}
	return at
}

func indexText(i int) string {
	if i < 0 {
		return "…"
	}
	return strconv.Itoa(i)
}

// valueTable returns the table of a value other than a tensor.
func valueTable(r reflect.Value) (t table.Table, ok bool) {
	switch {
	case r.Kind() == reflect.Slice, r.Kind() == reflect.Array:
		return sliceTable(r), true
	case isDict(r):
		return mapTable(r), true
	case r.Kind() == reflect.Struct:
		t.Head, t.Left = []string{"field", "value"}, 1
		for i, name := range fieldNames(r.Type()) {
			t.Rows = append(t.Rows, []string{name, cellText(field(r, i))})
		}
		return alignWords(t), true
	}
	return t, false
}

// mapTable returns a table with a row for each key: the fields or elements of the value, or the value.
func mapTable(r reflect.Value) (t table.Table) {
	t.Left = 1
	elem := reflect.TypeFor[any]()
	if r.Kind() == reflect.Map {
		elem = r.Type().Elem()
	}
	keys, values := entries(r)
	names, width := columnsOf(elem, values), 2
	for _, i := range picked(len(keys), maxRows) {
		row := []string{"…"}
		if i >= 0 {
			row = append([]string{cellText(keys[i])}, rowOf(values[i], names)...)
		}
		width = max(width, len(row))
		t.Rows = append(t.Rows, row)
	}
	t.Head = append([]string{"key"}, names...)
	switch {
	case names == nil && width == 2:
		t.Head = append(t.Head, "value")
	case names == nil:
		for j := range width - 1 {
			t.Head = append(t.Head, strconv.Itoa(j))
		}
	}
	return alignWords(t)
}

// isDict reports whether v is a map, or has the methods Keys and Get of one.
func isDict(v reflect.Value) bool {
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return false
	}
	if v.Kind() == reflect.Map {
		return true
	}
	keys, get := v.MethodByName("Keys"), v.MethodByName("Get")
	if !keys.IsValid() || !get.IsValid() {
		return false
	}
	list, of := keys.Type(), get.Type()
	return list.NumIn() == 0 && list.NumOut() == 1 && list.Out(0).Kind() == reflect.Slice &&
		of.NumIn() == 1 && !of.IsVariadic() && of.NumOut() == 1 && list.Out(0).Elem().AssignableTo(of.In(0))
}

// entries returns the keys and values of a v for which isDict returns true, in order.
func entries(v reflect.Value) (keys, values []reflect.Value) {
	value := v.MapIndex
	if v.Kind() == reflect.Map {
		keys = pyrepr.SortedKeys(v)
	} else {
		get := v.MethodByName("Get")
		value = func(k reflect.Value) reflect.Value { return get.Call([]reflect.Value{k})[0] }
		for list, i := v.MethodByName("Keys").Call(nil)[0], 0; i < list.Len(); i++ {
			keys = append(keys, list.Index(i))
		}
	}
	for _, k := range keys {
		values = append(values, value(k))
	}
	return keys, values
}

func sliceTable(r reflect.Value) (t table.Table) {
	var values []reflect.Value
	for i := range different(r) {
		values = append(values, r.Index(i))
	}
	width := 0
	t.Head = columnsOf(r.Type().Elem(), values)
	named := t.Head != nil
	for _, i := range picked(r.Len(), maxRows) {
		row := []string{indexText(i)}
		if i >= 0 {
			row = append(row, rowOf(r.Index(i), t.Head)...)
		}
		width = max(width, len(row))
		t.Rows = append(t.Rows, row)
	}
	t.Head = append([]string{""}, t.Head...)
	for j := len(t.Head); j < width && !named; j++ {
		t.Head = append(t.Head, strconv.Itoa(j-1))
	}
	for i, row := range t.Rows {
		t.Rows[i] = row[:min(len(row), len(t.Head))]
	}
	return alignWords(t)
}

// different returns the number of elements of a list that may have different columns. Structs have the same: a list of
// them without fields may have more elements than can be counted.
func different(r reflect.Value) int {
	if r.Type().Elem().Kind() == reflect.Struct {
		return min(r.Len(), 1)
	}
	return r.Len()
}

// bare follows pointers and interfaces, and unwraps boxes.
func bare(v reflect.Value) reflect.Value {
	for {
		switch {
		case !v.IsValid():
			return v
		case (v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface) && !v.IsNil():
			if v.Kind() == reflect.Pointer {
				v = renewed(v)
				if _, own := pyrepr.Own(v.Interface()); own {
					return v
				}
			}
			v = v.Elem()
		default:
			return renewed(v)
		}
	}
}

// columnsOf returns the column names if all rows are structs of one type or maps with string keys, otherwise nil.
func columnsOf(elem reflect.Type, rows []reflect.Value) []string {
	if len(rows) == 0 {
		if elem.Kind() == reflect.Struct {
			return fieldNames(elem)
		}
		return nil
	}
	first := bare(rows[0])
	if isRecord(first) {
		return fieldNames(first.Type())
	}
	var names []string
	for _, r := range rows {
		if r = bare(r); !isDict(r) {
			return nil
		}
		keys, _ := entries(r)
		for _, k := range keys {
			if k = bare(k); k.Kind() != reflect.String {
				return nil
			}
			if !slices.Contains(names, k.String()) {
				names = append(names, k.String())
			}
		}
	}
	if first.Kind() == reflect.Map {
		slices.Sort(names) // Go's maps have no order
	}
	return names
}

func isRecord(v reflect.Value) bool {
	if v.Kind() != reflect.Struct {
		return false
	}
	_, own := pyrepr.Own(v.Interface())
	return !own
}

// rowOf returns the cells of a row; a map has one for each of names.
func rowOf(v reflect.Value, names []string) (cells []string) {
	v = bare(v)
	switch {
	case names != nil && isDict(v):
		keys, values := entries(v)
		for _, n := range names {
			var value reflect.Value
			if i := slices.IndexFunc(keys, func(k reflect.Value) bool { return bare(k).String() == n }); i >= 0 {
				value = values[i]
			}
			cells = append(cells, cellText(value))
		}
	case v.IsValid() && isRecord(v):
		for i := range v.NumField() {
			cells = append(cells, cellText(field(v, i)))
		}
	case v.IsValid() && (v.Kind() == reflect.Slice || v.Kind() == reflect.Array) && v.Type().Elem().Kind() != reflect.Uint8:
		for i := range min(v.Len(), maxCols) {
			cells = append(cells, cellText(v.Index(i)))
		}
	default:
		cells = []string{cellText(v)}
	}
	return cells
}

// field returns a field. One that is not exported is read through its address in a copy.
func field(v reflect.Value, i int) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	f := c.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

// cellText returns the text of one cell: that of a method such as String, otherwise strings unquoted, numbers short.
func cellText(v reflect.Value) string {
	v = bare(v)
	if !v.IsValid() {
		return ""
	}
	switch v.Kind() {
	case reflect.String, reflect.Float32, reflect.Float64:
		v = renewed(v)
		if text, ok := pyrepr.Own(v.Interface()); ok {
			return text
		}
		if v.Kind() == reflect.String {
			return v.String()
		}
		return strconv.FormatFloat(v.Float(), 'g', 6, 64)
	}
	if t, ok := v.Interface().(*tensor.Tensor); ok && t != nil && t.Size() > 1 {
		return fmt.Sprintf("%v %s", t.DType(), t.Shape())
	}
	return echoText(v.Interface())
}

// alignWords left-aligns the columns of words.
func alignWords(t table.Table) table.Table {
	t.Left, t.Words = 0, make([]bool, len(t.Head))
	for j := range t.Head {
		for _, row := range t.Rows {
			t.Words[j] = t.Words[j] || j < len(row) && row[j] != "…" && row[j] != "nil" && row[j] != "" && !isNumber(row[j])
		}
	}
	if len(t.Rows) == 0 {
		t.Notes = []string{"no rows"}
		if len(t.Head) == 1 {
			t.Head = nil // only the head of the index
		}
	}
	return t
}

func isNumber(s string) bool { _, err := strconv.ParseFloat(s, 64); return err == nil }
