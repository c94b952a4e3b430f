package syntax

// Set is a set of values; the nil set is empty.
type Set[K comparable] map[K]bool

func (s *Set[K]) Add(k K) { Put((*map[K]bool)(s), k, true) }

// Put sets m[k] = v, allocating the map if it is nil.
func Put[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}
