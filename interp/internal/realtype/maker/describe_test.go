package maker

// This file is part of the programs that TestRandomTypes compiles as well.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"unsafe"
)

// describe returns what reflection, fmt, json and comparison say of types, in lines.
func describe(list []reflect.Type) string {
	var b strings.Builder
	for i, t := range list {
		fmt.Fprintf(&b, "type %d %v name %q pkg %q kind %v size %d align %d %d comparable %t methods %d\n",
			i, t, t.Name(), t.PkgPath(), t.Kind(), t.Size(), t.Align(), t.FieldAlign(), t.Comparable(), t.NumMethod())
		describeParts(&b, t)
		describeMethods(&b, t)
		if t.Kind() != reflect.Interface {
			describeMethods(&b, reflect.PointerTo(t))
			describeValues(&b, t)
		}
	}
	describeRelations(&b, list)
	return b.String()
}

func describeParts(b *strings.Builder, t reflect.Type) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			fmt.Fprintf(b, "\tfield %s %v tag %q offset %d embedded %t exported %t pkg %q index %v\n", f.Name, f.Type, f.Tag, f.Offset, f.Anonymous, f.IsExported(), f.PkgPath, f.Index)
		}
		for _, f := range reflect.VisibleFields(t) {
			fmt.Fprintf(b, "\tvisible %s %v\n", f.Name, f.Index)
		}
	case reflect.Array, reflect.Slice, reflect.Pointer, reflect.Chan:
		fmt.Fprintf(b, "\telem %v\n", t.Elem())
	case reflect.Map:
		fmt.Fprintf(b, "\tkey %v elem %v\n", t.Key(), t.Elem())
	case reflect.Func:
		fmt.Fprintf(b, "\tin %d out %d variadic %t\n", t.NumIn(), t.NumOut(), t.IsVariadic())
	}
}

func describeMethods(b *strings.Builder, t reflect.Type) {
	for i := range t.NumMethod() {
		m := t.Method(i)
		fmt.Fprintf(b, "\tmethod of %v: %s %v pkg %q index %d\n", t, m.Name, m.Type, m.PkgPath, m.Index)
		if t.Kind() == reflect.Interface {
			continue
		}
		for seed := range int64(2) {
			v := reflect.New(t).Elem()
			if t.Kind() == reflect.Pointer {
				v.Set(reflect.New(t.Elem()))
				fill(v.Elem(), rand.New(rand.NewSource(seed)), 3)
			} else {
				fill(v, rand.New(rand.NewSource(seed)), 3)
			}
			in := []reflect.Value{v}
			for j := 1; j < m.Type.NumIn(); j++ {
				a := reflect.New(m.Type.In(j)).Elem()
				fill(a, rand.New(rand.NewSource(seed+int64(j))), 3)
				in = append(in, a)
			}
			if m.Type.IsVariadic() {
				fmt.Fprintf(b, "\t\tcall %s\n", try(func() any { return texts(v.Method(i).CallSlice(in[1:])) }))
				fmt.Fprintf(b, "\t\tcall %s\n", try(func() any { return texts(m.Func.CallSlice(in)) }))
				continue
			}
			fmt.Fprintf(b, "\t\tcall %s\n", try(func() any { return texts(v.Method(i).Call(in[1:])) }))
			fmt.Fprintf(b, "\t\tcall %s\n", try(func() any { return texts(m.Func.Call(in)) }))
		}
	}
}

func texts(vs []reflect.Value) (l []string) {
	for _, v := range vs {
		l = append(l, fmt.Sprintf("%v", v.Interface()))
	}
	return l
}

// try returns what f returns as text, or what it panics with.
func try(f func() any) (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprint("panic: ", r)
		}
	}()
	return fmt.Sprint(f())
}

func describeValues(b *strings.Builder, t reflect.Type) {
	var vs []any
	for _, seed := range []int64{1, 1, 2} {
		v := reflect.New(t).Elem()
		fill(v, rand.New(rand.NewSource(seed)), 3)
		vs = append(vs, v.Interface())
		blanks(v)
	}
	vs = append(vs, reflect.Zero(t).Interface())
	for _, v := range vs[1:] {
		for _, verb := range []string{"%v", "%+v", "%#v", "%T", "%d", "%q"} {
			fmt.Fprintf(b, "\t%s %s\n", verb, try(func() any { return fmt.Sprintf(verb, v) }))
		}
		fmt.Fprintf(b, "\tjson %s\n", try(func() any {
			text, err := json.Marshal(v)
			return fmt.Sprint(string(text), err)
		}))
	}
	for _, v := range vs {
		fmt.Fprintf(b, "\tequal %s", try(func() any { return vs[0] == v }))
		fmt.Fprintf(b, " deeply %s\n", try(func() any { return reflect.DeepEqual(vs[0], v) }))
	}
	fmt.Fprintf(b, "\tas keys %s\n", try(func() any {
		m := map[any]int{}
		for _, v := range vs {
			m[v]++
		}
		return len(m)
	}))
	if t.Comparable() {
		fmt.Fprintf(b, "\tin a map %s\n", try(func() any {
			m := reflect.MakeMap(reflect.MapOf(t, reflect.TypeFor[int]()))
			for i, v := range vs {
				m.SetMapIndex(reflect.ValueOf(v), reflect.ValueOf(i))
			}
			return m.Len()
		}))
	}
	s, isStringer := vs[0].(fmt.Stringer)
	e, isError := vs[0].(error)
	m, isM := vs[0].(interface{ M1(int, string) string })
	fmt.Fprintf(b, "\tStringer %t error %t M1 %t\n", isStringer, isError, isM)
	if isStringer {
		fmt.Fprintf(b, "\t\t%s\n", try(func() any { return s.String() }))
	}
	if isError {
		fmt.Fprintf(b, "\t\t%s\n", try(func() any { return e.Error() }))
	}
	if isM {
		fmt.Fprintf(b, "\t\t%s\n", try(func() any { return m.M1(3, "x") }))
	}
}

// blanks gives blank fields a value, which must not change comparisons.
func blanks(v reflect.Value) {
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		if f := v.Field(i); v.Type().Field(i).Name == "_" && f.Kind() == reflect.Int {
			reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().SetInt(7)
		}
	}
}

func describeRelations(b *strings.Builder, list []reflect.Type) {
	for i, t := range list {
		for j, u := range list {
			a, c := t.AssignableTo(u), t.ConvertibleTo(u)
			im := u.Kind() == reflect.Interface && t.Implements(u)
			pm := u.Kind() == reflect.Interface && reflect.PointerTo(t).Implements(u)
			if i != j && (a || c || im || pm) {
				fmt.Fprintf(b, "%d to %d: assignable %t convertible %t implements %t *%t\n", i, j, a, c, im, pm)
			}
		}
	}
}

// fill gives a value something that prints without addresses. Values of compiled packages stay as they are.
func fill(v reflect.Value, r *rand.Rand, depth int) {
	t := v.Type()
	if depth == 0 || t.PkgPath() != "" && t.PkgPath() != "main" && t.Kind() == reflect.Struct {
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.Intn(100)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(r.Intn(100)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(r.Intn(1000)) / 8)
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(float64(r.Intn(10)), float64(r.Intn(10))))
	case reflect.String:
		v.SetString(string(rune('a' + r.Intn(26))))
	case reflect.Array:
		for i := range min(v.Len(), 4) {
			fill(v.Index(i), r, depth-1)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 2, 2))
		for i := range 2 {
			fill(v.Index(i), r, depth-1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		for range 2 {
			k, e := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			fill(k, r, depth-1)
			fill(e, r, depth-1)
			v.SetMapIndex(k, e)
		}
	case reflect.Interface:
		if t.NumMethod() == 0 {
			v.Set(reflect.ValueOf(r.Intn(100)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			fill(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem(), r, depth-1)
		}
	}
}

// results is the body of all methods: it gives the results something that shows the method, the receiver and
// the arguments.
func results(method, recv string, args []any, out ...any) {
	text := fmt.Sprintf("%s of %s %v", method, recv, args)
	for _, o := range out {
		v := reflect.ValueOf(o).Elem()
		switch {
		case v.Kind() == reflect.String:
			v.SetString(text)
		case v.Kind() == reflect.Bool:
			v.SetBool(true)
		case v.CanInt():
			v.SetInt(int64(len(text)) % 100)
		case v.Type() == reflect.TypeFor[[]byte]():
			v.SetBytes([]byte(method))
		}
	}
}
