package notebooks

import (
	"encoding/json"
	"fmt"
)

// fields removes known fields from a JSON object one by one, so that only unknown ones remain. The first field of a
// wrong type sets err; absent fields are zero.
type fields struct {
	m     map[string]any
	where string // "cell 3", for messages
	err   error
}

func (f *fields) take(key string) any {
	v := f.m[key]
	delete(f.m, key)
	return v
}

func (f *fields) fail(key, want string) {
	if f.err == nil {
		f.err = fmt.Errorf("%s: %q is not %s", f.where, key, want)
	}
}

// takeA takes a field that is of type T, which messages call want.
func takeA[T any](f *fields, key, want string) T {
	v := f.take(key)
	t, ok := v.(T)
	if !ok && v != nil {
		f.fail(key, want)
	}
	return t
}

func (f *fields) takeString(key string) string { return takeA[string](f, key, "a string") }

func (f *fields) takeMap(key string) map[string]any {
	return takeA[map[string]any](f, key, "an object")
}

func (f *fields) takeList(key string) []any { return takeA[[]any](f, key, "a list") }

// takeText accepts a string or a list of lines.
func (f *fields) takeText(key string) string {
	switch v := f.take(key).(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		if s, ok := joinStrings(v); ok {
			return s
		}
	}
	f.fail(key, "a string or a list of strings")
	return ""
}

func (f *fields) takeInt(key string) *int {
	v := f.take(key)
	if v == nil {
		return nil
	}
	if num, ok := v.(json.Number); ok {
		if i, err := num.Int64(); err == nil {
			n := int(i)
			return &n
		}
	}
	f.fail(key, "an integer")
	return nil
}

func (f *fields) takeStrings(key string) []string {
	list := f.takeList(key)
	out := make([]string, len(list))
	for i, v := range list {
		s, ok := v.(string)
		if !ok {
			f.fail(key, "a list of strings")
		}
		out[i] = s
	}
	return out
}
