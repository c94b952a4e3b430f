package optest

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// Index parses the index of an expression such as "x[1:, ::2]". Names refer to the tensors after x, in order of their
// first occurrence.
func Index(text string, more []*tensor.Tensor) ([]any, error) {
	from, to := strings.IndexByte(text, '['), strings.LastIndexByte(text, ']')
	if from < 0 || to < from {
		return nil, fmt.Errorf("no index in %q", text)
	}
	r := indexReader{more: more, names: map[string]*tensor.Tensor{}}
	var index []any
	for _, part := range commas(text[from+1 : to]) {
		v, err := r.part(part)
		if err != nil {
			return nil, err
		}
		index = append(index, v)
	}
	return index, nil
}

type indexReader struct {
	more  []*tensor.Tensor
	names map[string]*tensor.Tensor
}

// commas splits text at the commas outside brackets.
func commas(text string) (parts []string) {
	depth, start := 0, 0
	for i, r := range text {
		switch r {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	if last := strings.TrimSpace(text[start:]); last != "" {
		parts = append(parts, last)
	}
	return parts
}

func (r *indexReader) part(text string) (any, error) {
	words := map[string]any{"...": tensor.Ellipsis, "None": nil, "True": true, "False": false}
	if v, ok := words[text]; ok {
		return v, nil
	}
	if inner, ok := strings.CutPrefix(text, "["); ok {
		return r.list(commas(strings.TrimSuffix(inner, "]")))
	}
	if strings.Contains(text, ":") {
		return slice(strings.Split(text, ":"))
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n, nil
	}
	return r.name(text)
}

func (r *indexReader) list(parts []string) (any, error) {
	items := make([]any, len(parts))
	for i, p := range parts {
		v, err := r.part(p)
		if err != nil {
			return nil, err
		}
		items[i] = v
	}
	return items, nil
}

// name returns the tensor that the first word of text refers to.
func (r *indexReader) name(text string) (any, error) {
	word := strings.Fields(text)[0]
	if v := r.names[word]; v != nil {
		return v, nil
	}
	if len(r.more) == 0 {
		return nil, fmt.Errorf("no tensor for %q", text)
	}
	r.names[word], r.more = r.more[0], r.more[1:]
	return r.names[word], nil
}

// slice parses a:b:c, any of which may be missing.
func slice(parts []string) (any, error) {
	n := make([]int, 3)
	for i, p := range parts {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		v, err := strconv.Atoi(p)
		if err != nil || i > 2 {
			return nil, fmt.Errorf("bad slice %q", strings.Join(parts, ":"))
		}
		n[i] = v
	}
	has := func(i int) bool { return i < len(parts) && strings.TrimSpace(parts[i]) != "" }
	s := tensor.All()
	switch {
	case has(0) && has(1):
		s = tensor.Span(n[0], n[1])
	case has(0):
		s = tensor.From(n[0])
	case has(1):
		s = tensor.To(n[1])
	}
	if has(2) {
		s = s.By(n[2])
	}
	return s, nil
}
