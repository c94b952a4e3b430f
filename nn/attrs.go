package nn

import (
	"reflect"
	"slices"
	"strconv"
)

// attr is an attribute of a cell that holds a parameter, a tuple or a list of parameters, or a cell; exactly one
// of the four is set.
type attr struct {
	name  string
	param *Parameter
	tuple ParameterTuple
	list  []*Parameter // only named; they do not belong to the cell
	cell  *Cell

	inserted *place // for an attribute that has no field
}

// place is where an attribute was inserted: after the last one that the cell had then, or first if it had none. It
// is unknown for a cell that was not initialized.
type place struct {
	known  bool
	behind string
}

// attributed is implemented by containers, whose elements are attributes.
type attributed interface{ elementAttrs() []attr }

// attrs returns the attributes of c: those of the fields of the struct around it in order, and each that was
// inserted by name after those that existed before it, as in a Python dict.
func (c *Cell) attrs() []attr {
	if a := container(c.outer); a != nil {
		return append(a.elementAttrs(), c.extra...)
	}
	s := scan{base: c}
	if v := reflect.ValueOf(c.self()); v.Kind() == reflect.Pointer {
		s.fields(v.Elem())
	}
	return c.withInserted(s.found)
}

// withInserted merges the inserted attributes into those of fields.
func (c *Cell) withInserted(fields []attr) []attr {
	out := fields
	for _, e := range c.extra {
		at := len(out)
		if e.inserted.known {
			at = 0
			for i, a := range out {
				if a.name == e.inserted.behind {
					at = i + 1
				}
			}
		}
		out = slices.Insert(out, at, e)
	}
	return out
}

// insert adds an attribute without a field after the existing ones.
func (c *Cell) insert(a attr) {
	a.inserted = &place{known: c.outer != nil}
	if have := c.attrs(); len(have) > 0 {
		a.inserted.behind = have[len(have)-1].name
	}
	c.extra = append(c.extra, a)
}

// container returns x if its elements are its attributes. A type that embeds a container has these and its own
// fields.
func container(x any) attributed {
	switch x := x.(type) {
	case *SequentialCell:
		return x
	case *CellList:
		return x
	case *CellDict:
		return x
	}
	return nil
}

// scan collects the attributes in the fields of a struct.
type scan struct {
	base  *Cell
	found []attr
}

// fields scans every field of the struct s. An embedded struct that contains the Cell contributes its fields as if
// they were fields of the outer struct.
func (s *scan) fields(v reflect.Value) {
	if a := container(v.Addr().Interface()); a != nil {
		s.found = append(s.found, a.elementAttrs()...)
		return
	}
	for i := range v.NumField() {
		f := exposed(v.Field(i))
		if f.Type() == cellType && f.Addr().Interface().(*Cell) == s.base {
			continue
		}
		if inner := f; embedsBase(&inner, s.base) {
			s.fields(inner)
			continue
		}
		if name := fieldName(v.Type(), i); name != "-" {
			s.value(name, f)
		}
	}
}

// embedsBase reports whether f is the struct, or a pointer to the struct, that contains base; it stores the struct
// in *f.
func embedsBase(f *reflect.Value, base *Cell) bool {
	switch f.Kind() {
	case reflect.Struct:
		return baseOf(f.Addr()) == base
	case reflect.Pointer:
		if f.IsNil() || f.Elem().Kind() != reflect.Struct || f.Elem().Type() == cellType || baseOf(*f) != base {
			return false
		}
		*f = f.Elem()
		return true
	}
	return false
}

// fieldName returns the name of an attribute: the user's field name, or that in the tag `ms` ("-" for a field that
// is not an attribute).
func fieldName(t reflect.Type, i int) string {
	f := t.Field(i)
	if tag, ok := f.Tag.Lookup("ms"); ok {
		return tag
	}
	return f.Name
}

// value adds the contents of v under name. The cell does not own the contents of a list of parameters, as in
// MindSpore; a list or map of cells has the attributes name.0, name.1 or name.key.
func (s *scan) value(name string, v reflect.Value) {
	v = opened(v)
	if !v.IsValid() {
		return
	}
	switch x := v.Interface().(type) {
	case *Parameter:
		if x != nil {
			s.found = append(s.found, attr{name: name, param: x})
		}
		return
	case ParameterTuple:
		if len(x) > 0 {
			s.found = append(s.found, attr{name: name, tuple: x})
		}
		return
	case ParameterList:
		s.params(name, x)
		return
	case []*Parameter:
		s.params(name, x)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		s.layer(name, v)
	case reflect.Struct:
		if v.CanAddr() {
			s.layer(name, v.Addr())
		}
	case reflect.Slice, reflect.Array:
		s.elements(name, v)
	case reflect.Map:
		s.entries(name, v)
	}
}

func (s *scan) params(name string, list []*Parameter) {
	if len(list) > 0 {
		s.found = append(s.found, attr{name: name, list: list})
	}
}

func (s *scan) layer(name string, v reflect.Value) {
	if c := layerOf(v); c != nil && c != s.base {
		s.found = append(s.found, attr{name: name, cell: c})
	}
}

func (s *scan) elements(name string, v reflect.Value) {
	if !mayHoldLayer(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		s.value(name+"."+strconv.Itoa(i), v.Index(i))
	}
}

func (s *scan) entries(name string, v reflect.Value) {
	if v.Type().Key().Kind() != reflect.String || !mayHoldLayer(v.Type().Elem()) {
		return
	}
	var keys []string
	for _, k := range v.MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	for _, k := range keys {
		s.value(name+"."+k, v.MapIndex(reflect.ValueOf(k).Convert(v.Type().Key())))
	}
}

// mayHoldLayer excludes slices of numbers and the like from the scan.
func mayHoldLayer(t reflect.Type) bool {
	for range 8 { // a type may contain itself
		switch t.Kind() {
		case reflect.Slice, reflect.Array, reflect.Map:
			t = t.Elem()
		case reflect.Interface, reflect.Pointer, reflect.Struct:
			return t != reflect.TypeFor[*Parameter]() && t != tensorType
		default:
			return false
		}
	}
	return false
}

// opened unwraps interfaces.
func opened(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}
