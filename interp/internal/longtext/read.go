package longtext

import "reflect"

// Read returns a pointer to a new value of a type with the elements of a list, which must have passed Check.
func Read(list string, t reflect.Type) reflect.Value {
	p := reflect.New(t)
	r := reader{src: list}
	r.fill(p.Elem())
	return p
}

// fill reads the elements of v up to the closing brace.
func (r *reader) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		n := r.count()
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	case reflect.Map:
		v.Set(reflect.MakeMapWithSize(v.Type(), r.count()))
	}
	var key, elem reflect.Value
	if v.Kind() == reflect.Map {
		key, elem = reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
	}
	for i := 0; ; i++ {
		first := r.next()
		if first.kind == ',' { // after the previous element
			first = r.next()
		}
		if first.kind == 0 || first.kind == '}' {
			return
		}
		r.at = first.from
		switch v.Kind() {
		case reflect.Map:
			key.SetZero()
			r.value(key)
			r.next() // the colon
			elem.SetZero()
			r.value(elem)
			v.SetMapIndex(key, elem)
		case reflect.Struct:
			at := i
			if first.kind == 'i' {
				r.at = first.to
				r.next() // the colon
				f, _ := v.Type().FieldByName(r.src[first.from:first.to])
				at = f.Index[0]
			}
			f := v.Field(at)
			r.value(reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem())
		default:
			r.value(v.Index(i))
		}
	}
}

// count returns the number of elements up to the closing brace.
func (r *reader) count() (n int) {
	ahead := reader{src: r.src, at: r.at}
	depth, value := 0, false
	for depth >= 0 {
		t := ahead.next()
		switch {
		case t.kind == 0:
			depth = -1
		case t.kind == '{':
			depth++
		case t.kind == '}':
			depth--
			value = value || depth >= 0
		case depth == 0 && t.kind == ',':
			n, value = n+1, false
		default:
			value = value || depth == 0
		}
	}
	if value {
		n++
	}
	return n
}

// value reads a value.
func (r *reader) value(v reflect.Value) {
	first := r.next()
	if first.kind == '{' {
		if v.Kind() == reflect.Pointer {
			v.Set(reflect.New(v.Type().Elem()))
			v = v.Elem()
		}
		r.fill(v)
		return
	}
	r.at = first.from
	r.constant().put(v)
}

// put stores a constant.
func (k number) put(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		s, _ := k.string()
		v.SetString(s)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, _ := k.whole()
		if k.minus {
			n = -n
		}
		v.SetInt(int64(n))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n, _ := k.whole()
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		x, _ := k.float(v.Type().Bits())
		v.SetFloat(x)
	case reflect.Complex64, reflect.Complex128:
		x, _ := k.float(v.Type().Bits() / 2)
		v.SetComplex(complex(x, 0))
	case reflect.Interface:
		v.Set(k.boxed())
	}
}

// boxed returns the constant with its default type.
func (k number) boxed() reflect.Value {
	t := map[byte]reflect.Type{'n': reflect.TypeFor[int](), 'f': reflect.TypeFor[float64](), 'c': reflect.TypeFor[rune]()}[k.kind]
	if t == nil {
		t = reflect.TypeFor[string]()
	}
	v := reflect.New(t).Elem()
	k.put(v)
	return v
}
