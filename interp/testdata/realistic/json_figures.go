package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

type Point struct {
	X float64 `json:"x"`
	Y float64 `json:"y,omitempty"`
}

type Shape struct {
	Kind   string          `json:"kind"`
	Points []Point         `json:"points"`
	Style  map[string]any  `json:"style,omitempty"`
	Parent *Shape          `json:"parent,omitempty"`
	Raw    json.RawMessage `json:"raw,omitempty"`
	hidden int
}

func (s Shape) Bounds() (lo, hi Point) {
	for i, p := range s.Points {
		if i == 0 {
			lo, hi = p, p
			continue
		}
		lo = Point{min(lo.X, p.X), min(lo.Y, p.Y)}
		hi = Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	return
}

func flatten(prefix string, v any, into map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			flatten(prefix+"."+k, x, into)
		}
	case []any:
		for i, x := range v {
			flatten(fmt.Sprintf("%s[%d]", prefix, i), x, into)
		}
	default:
		into[strings.TrimPrefix(prefix, ".")] = fmt.Sprintf("%v:%T", v, v)
	}
}

func main() {
	text := `{"kind":"poly","points":[{"x":1,"y":2},{"x":-3},{"x":0.5,"y":9}],"style":{"fill":"red","width":2.5,"dash":[1,null,true]},"raw":{"keep": [1, 2]}}`
	var s Shape
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Kind, len(s.Points), string(s.Raw))
	fmt.Println(s.Bounds())
	child := Shape{Kind: "dot", Parent: &Shape{Kind: "root"}, hidden: 3}
	out, err := json.MarshalIndent(child, "", " ")
	fmt.Println(string(out), err)

	var tree any
	dec := json.NewDecoder(strings.NewReader(text))
	if err := dec.Decode(&tree); err != nil {
		fmt.Println(err)
	}
	flat := map[string]string{}
	flatten("", tree, flat)
	keys := []string{}
	for k := range flat {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Println(k, flat[k])
	}
	for _, bad := range []string{`{"kind": 3}`, `{"points": [1]}`, `{`, `{"x":1}`} {
		var s Shape
		err := json.Unmarshal([]byte(bad), &s)
		if te, ok := err.(*json.UnmarshalTypeError); ok {
			fmt.Println("type:", te.Field, te.Value)
			continue
		}
		fmt.Println(err)
	}
}
