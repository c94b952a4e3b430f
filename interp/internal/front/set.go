package front

// set is a set of values; the nil set is empty.
type set[K comparable] map[K]bool

func (s *set[K]) add(k K) { put((*map[K]bool)(s), k, true) }

// put is m[k] = v, also for a map that is nil.
func put[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}
