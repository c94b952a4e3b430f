package realtype

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"testing"
)

// TestPromotedShare: types that embed a compiled type at the same place share the entry points of its methods with
// pointer receivers, whatever else they have, and a method of their own is theirs alone.
func TestPromotedShare(t *testing.T) {
	buf := ty[*bytes.Buffer]()
	declare := func(name string, before []reflect.StructField, old reflect.Type, own ...Method) (typ reflect.Type, slots int) {
		all := append(before, emb("Buffer", ty[bytes.Buffer]()))
		was, _ := Slots()
		typ = begin(t, home, name, StructLayout(all), 8, 8)
		must(t, CompleteStruct(typ, all))
		ms := append(promoted(t, typ, []int{len(before)}, true, buf, "Len", "Read"), own...)
		if len(own) == 0 {
			ms = append(ms, promoted(t, typ, []int{len(before)}, true, buf, "WriteString")...)
		}
		if old == nil {
			must(t, SetMethods(typ, ms))
		} else {
			must(t, Succeed(typ, old, ms))
		}
		now, _ := Slots()
		return typ, now - was
	}
	use := func(typ reflect.Type, field int) string {
		p := reflect.New(typ)
		w := p.Interface().(io.StringWriter)
		n, err := w.WriteString("text")
		return fmt.Sprint(n, err, p.Interface().(interface{ Len() int }).Len(), p.Elem().Field(field).Addr().Interface())
	}
	pad := fld("N", 0)
	a, _ := declare("A", nil, nil)
	shifted, _ := declare("B", []reflect.StructField{pad}, nil)
	own := meth("WriteString", true, (func(string) (int, error))(nil), func([]reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(-1), reflect.Zero(ty[error]())}
	})
	for _, c := range []struct {
		name   string
		before []reflect.StructField
		old    reflect.Type
		own    []Method
		slots  int
		want   string
	}{
		{"again", nil, nil, nil, 0, "4 <nil> 4 text"},
		{"again behind a field", []reflect.StructField{fld("Other", 1.5)}, nil, nil, 0, "4 <nil> 4 text"},
		{"with a method of its own", nil, nil, []Method{own}, 1, "-1 <nil> 0 "},
		{"in the place of A", nil, a, []Method{own}, 1, "-1 <nil> 0 "},
	} {
		typ, slots := declare("T", c.before, c.old, c.own...)
		is(t, c.name+": entry points", slots, c.slots)
		is(t, c.name, use(typ, len(c.before)), c.want)
		Empty(typ, "gone")
	}
	is(t, "A", use(a, 0), "4 <nil> 4 text")
	is(t, "B", use(shifted, 1), "4 <nil> 4 text")
	if err := SetBody(a, "Len", "", Body{}); err == nil {
		t.Error("a method of all types that embed bytes.Buffer gets a body from one of them")
	}
	func() {
		defer func() {
			is(t, "a nil pointer", fmt.Sprint(recover()), "runtime error: invalid memory address or nil pointer dereference")
		}()
		reflect.Zero(reflect.PointerTo(a)).Interface().(interface{ Len() int }).Len()
	}()
}
