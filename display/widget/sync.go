package widget

import (
	"maps"
	"math"
	"reflect"
	"slices"
)

// change sets parts of the state, sends those that the front end does not have yet, and calls the observers. received
// is the state that the front end sent, under the names used here, or nil if a cell sets the parts.
func (m *Model) change(parts, received map[string]any) {
	m.mu.Lock()
	next := maps.Clone(m.state)
	maps.Copy(next, parts)
	m.bound(next)
	var keys, changed []string
	for _, key := range slices.Sorted(maps.Keys(next)) {
		sent, fromThere := received[key]
		differs := !reflect.DeepEqual(next[key], m.state[key])
		if differs {
			changed = append(changed, key)
		}
		if differs && !fromThere || fromThere && !reflect.DeepEqual(next[key], sent) {
			keys = append(keys, key)
		}
	}
	m.state = next
	if len(keys) > 0 && m.comm != nil {
		m.update(keys)
	}
	calls := m.calls(changed)
	m.mu.Unlock()
	for _, call := range calls {
		call()
	}
}

// calls returns the calls of observers for changed keys. The caller holds m.mu.
func (m *Model) calls(changed []string) (calls []func()) {
	for _, key := range changed {
		value := m.state[key]
		for _, w := range m.watchers {
			if w.key == key {
				calls = append(calls, func() { w.f(value) })
			}
		}
	}
	return calls
}

// bound limits values to their range, and selections to the available options.
func (m *Model) bound(state map[string]any) {
	if labels, is := m.kind.defaults["_options_labels"]; is && labels != nil {
		n := len(asList(state["_options_labels"]))
		if i, ok := state["index"].(int); ok && i != 0 && (i < 0 || i >= n) {
			state["index"] = nil
		}
		if list, ok := state["index"].([]any); ok {
			state["index"] = slices.DeleteFunc(slices.Clone(list), func(i any) bool {
				at, ok := i.(int)
				return !ok || at < 0 || at >= n
			})
		}
		return
	}
	low, isNumber := number(state["min"])
	high, alsoNumber := number(state["max"])
	if !isNumber || !alsoNumber {
		return
	}
	if b, ok := state["base"].(float64); ok {
		low, high = math.Pow(b, low), math.Pow(b, high)
	}
	if list, ok := state["value"].([]any); ok {
		moved := make([]any, len(list))
		for i, v := range list {
			moved[i] = clamped(v, low, high)
		}
		state["value"] = moved
		return
	}
	state["value"] = clamped(state["value"], low, high)
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func clamped(v any, low, high float64) any {
	switch x := v.(type) {
	case int:
		if f := float64(x); f < low || f > high {
			return int(max(low, min(f, high)))
		}
	case float64:
		return max(low, min(x, high))
	}
	return v
}
