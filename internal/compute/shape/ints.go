package shape

import "reflect"

// Ints returns the values of v, an int or []int or a type defined as one of these. ok is false for anything else.
func Ints(v any) (list []int, ok bool) {
	switch v := v.(type) {
	case int:
		return []int{v}, true
	case []int:
		return v, true
	}
	if ints := reflect.TypeFor[[]int](); v != nil && reflect.TypeOf(v).ConvertibleTo(ints) && reflect.TypeOf(v).Kind() == reflect.Slice {
		return reflect.ValueOf(v).Convert(ints).Interface().([]int), true
	}
	return nil, false
}

// Sizes is [Ints] that also accepts a list of ints and nils. nil becomes 0; it is Python's None, which keeps the size
// of an axis.
func Sizes(v any) (list []int, ok bool) {
	if list, ok = Ints(v); ok || v == nil {
		return list, ok
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice || r.Type().Elem().Kind() != reflect.Interface {
		return nil, false
	}
	list = make([]int, r.Len())
	for i := range list {
		if e := r.Index(i); !e.IsNil() {
			if list[i], ok = e.Interface().(int); !ok {
				return nil, false
			}
		}
	}
	return list, true
}

// UpTo returns the numbers from 0 to n-1.
func UpTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
