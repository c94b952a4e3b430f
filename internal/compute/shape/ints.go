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
