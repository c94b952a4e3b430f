package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type op struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value,omitempty"`
}

type PathError struct {
	Path string
	At   int
	Err  error
}

func (e *PathError) Error() string { return fmt.Sprintf("%s (step %d): %v", e.Path, e.At, e.Err) }
func (e *PathError) Unwrap() error { return e.Err }

var (
	errKey   = errors.New("no such key")
	errIndex = errors.New("index out of range")
	errLeaf  = errors.New("not a container")
)

func steps(path string) []string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, p := range parts {
		parts[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(p)
	}
	return parts
}

func apply(doc any, o op) (out any, err error) {
	defer func() {
		var pe *PathError
		if errors.As(err, &pe) {
			pe.Path = o.Path
		}
	}()
	return edit(doc, steps(o.Path), 0, o)
}

func edit(doc any, path []string, depth int, o op) (any, error) {
	fail := func(err error) (any, error) { return nil, &PathError{At: depth, Err: err} }
	step, last := path[0], len(path) == 1
	switch c := doc.(type) {
	case map[string]any:
		child, ok := c[step]
		if last {
			switch {
			case o.Op == "add":
				c[step] = o.Value
			case !ok:
				return fail(errKey)
			case o.Op == "replace":
				c[step] = o.Value
			case o.Op == "remove":
				delete(c, step)
			}
			return c, nil
		}
		if !ok {
			return fail(errKey)
		}
		child, err := edit(child, path[1:], depth+1, o)
		if err != nil {
			return nil, err
		}
		c[step] = child
		return c, nil
	case []any:
		i := len(c)
		if step != "-" {
			n, err := strconv.Atoi(step)
			if err != nil {
				return fail(err)
			}
			i = n
		}
		if i < 0 || i > len(c) || i == len(c) && !(last && o.Op == "add") {
			return fail(fmt.Errorf("%w: %d of %d", errIndex, i, len(c)))
		}
		if !last {
			child, err := edit(c[i], path[1:], depth+1, o)
			if err == nil {
				c[i] = child
			}
			return c, err
		}
		switch o.Op {
		case "add":
			c = append(c[:i], append([]any{o.Value}, c[i:]...)...)
		case "replace":
			c[i] = o.Value
		case "remove":
			c = append(c[:i], c[i+1:]...)
		}
		return c, nil
	default:
		return fail(errLeaf)
	}
}

func main() {
	const source = `{"title": "x", "tags": ["a", "b", "c"], "meta": {"n/m": 1, "list": [{"k": 1}, {"k": 2}]}}`
	var ops []op
	patch := `[
		{"op": "replace", "path": "/title", "value": "new"},
		{"op": "add", "path": "/tags/1", "value": "inserted"},
		{"op": "add", "path": "/tags/-", "value": "end"},
		{"op": "remove", "path": "/tags/0"},
		{"op": "replace", "path": "/meta/n~1m", "value": {"deep": true}},
		{"op": "replace", "path": "/meta/list/1/k", "value": null},
		{"op": "remove", "path": "/meta/none"},
		{"op": "add", "path": "/tags/9", "value": 0},
		{"op": "add", "path": "/tags/x", "value": 0},
		{"op": "add", "path": "/title/a/b", "value": 0}
	]`
	if err := json.Unmarshal([]byte(patch), &ops); err != nil {
		fmt.Println(err)
		return
	}
	var doc any
	json.Unmarshal([]byte(source), &doc)
	for _, o := range ops {
		out, err := apply(doc, o)
		var pe *PathError
		switch {
		case errors.As(err, &pe):
			fmt.Println(o.Op, err, errors.Is(err, errIndex), pe.At)
		default:
			doc = out
			b, _ := json.Marshal(doc)
			fmt.Println(o.Op, string(b))
		}
	}
}
