package shape

import "reflect"

// Ints returns what a caller means by an int or a list of them: an int, []int, or a type of its own that is one.
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

// Sizes is [Ints], which may also be a list whose elements are ints or nil: that is 0 here and None in Python, where it
// keeps the size of an axis.
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
func UpTo(n int) []int { return Range(0, n) }

// Range returns the numbers from lo to hi-1.
func Range(lo, hi int) []int {
	list := make([]int, max(hi-lo, 0))
	for i := range list {
		list[i] = lo + i
	}
	return list
}
