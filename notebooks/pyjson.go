package notebooks

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// appendJSON appends v as Python's json.dumps(v, indent=1, sort_keys=True, ensure_ascii=False)
// writes it. encoding/json cannot: it escapes U+2028 and U+2029. newline is "\n" and the indentation
// of the enclosing value.
func appendJSON(b []byte, v any, newline string) []byte {
	inner := newline + " "
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case json.Number:
		return append(b, v...)
	case string:
		return appendString(b, v)
	case []any:
		if len(v) == 0 {
			return append(b, "[]"...)
		}
		for i, e := range v {
			b = append(append(b, opener(i, '[')), inner...)
			b = appendJSON(b, e, inner)
		}
		return append(append(b, newline...), ']')
	case map[string]any:
		if len(v) == 0 {
			return append(b, "{}"...)
		}
		for i, key := range slices.Sorted(maps.Keys(v)) {
			b = append(append(b, opener(i, '{')), inner...)
			b = append(appendString(b, key), ": "...)
			b = appendJSON(b, v[key], inner)
		}
		return append(append(b, newline...), '}')
	}
	panic(fmt.Sprintf("notebooks: %T is not a JSON value", v))
}

// opener returns what precedes the i-th element: the bracket or a comma.
func opener(i int, bracket byte) byte {
	if i == 0 {
		return bracket
	}
	return ','
}

var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`}

func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		switch esc, ok := escapes[r]; {
		case ok:
			b = append(b, esc...)
		case r < 0x20:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}

// plainJSON returns v in the form that appendJSON accepts: values of other Go types go through encoding/json.
func plainJSON(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	m, err := decodeJSON(fmt.Appendf(nil, `{"v":%s}`, text))
	return m["v"], err
}
