package main

import (
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strings"
)

// Shapes of several kinds in one document, told apart by a field.

type Shape interface {
	Area() float64
	Kind() string
}

type Circle struct {
	R float64 `json:"r"`
}

type Rect struct {
	W float64 `json:"w"`
	H float64 `json:"h"`
}

type Group struct {
	Name  string
	Parts []Shape
}

func (c Circle) Area() float64 { return math.Pi * c.R * c.R }
func (r *Rect) Area() float64  { return r.W * r.H }
func (g *Group) Area() (sum float64) {
	for _, p := range g.Parts {
		sum += p.Area()
	}
	return
}

func (Circle) Kind() string { return "circle" }
func (*Rect) Kind() string  { return "rect" }
func (*Group) Kind() string { return "group" }

type envelope struct {
	Kind  string            `json:"kind"`
	Value json.RawMessage   `json:"value,omitempty"`
	Name  string            `json:"name,omitempty"`
	Parts []json.RawMessage `json:"parts,omitempty"`
}

var registry = map[string]func() Shape{
	"rect": func() Shape { return new(Rect) },
}

func encode(s Shape) (json.RawMessage, error) {
	env := envelope{Kind: s.Kind()}
	var err error
	switch s := s.(type) {
	case *Group:
		env.Name = s.Name
		for _, p := range s.Parts {
			raw, err := encode(p)
			if err != nil {
				return nil, err
			}
			env.Parts = append(env.Parts, raw)
		}
	default:
		if env.Value, err = json.Marshal(s); err != nil {
			return nil, fmt.Errorf("encode %s: %w", env.Kind, err)
		}
	}
	return json.Marshal(env)
}

func decode(raw []byte) (Shape, error) {
	var env envelope
	if err := json.Unmarshal(raw, &env); err != nil {
		return nil, err
	}
	switch env.Kind {
	case "group":
		g := &Group{Name: env.Name}
		for i, part := range env.Parts {
			s, err := decode(part)
			if err != nil {
				return nil, fmt.Errorf("%s[%d]: %w", g.Name, i, err)
			}
			g.Parts = append(g.Parts, s)
		}
		return g, nil
	case "circle":
		var c Circle
		err := json.Unmarshal(env.Value, &c)
		return c, err
	}
	mk, ok := registry[env.Kind]
	if !ok {
		return nil, fmt.Errorf("unknown kind %q", env.Kind)
	}
	s := mk()
	err := json.Unmarshal(env.Value, s)
	return s, err
}

func describe(s Shape, depth int) {
	indent := strings.Repeat("  ", depth)
	switch v := s.(type) {
	case Circle:
		fmt.Printf("%scircle r=%g\n", indent, v.R)
	case *Rect:
		fmt.Printf("%srect %gx%g\n", indent, v.W, v.H)
	case *Group:
		fmt.Printf("%s%s (%.2f)\n", indent, v.Name, v.Area())
		sort.SliceStable(v.Parts, func(i, j int) bool { return v.Parts[i].Area() > v.Parts[j].Area() })
		for _, p := range v.Parts {
			describe(p, depth+1)
		}
	}
}

func main() {
	g := &Group{"top", []Shape{
		&Rect{2, 3},
		Circle{1},
		&Group{Name: "inner", Parts: []Shape{Circle{0.5}, &Rect{W: 10, H: 10}}},
		&Group{Name: "empty"},
	}}
	raw, err := encode(g)
	fmt.Println(string(raw), err)
	back, err := decode(raw)
	if err != nil {
		fmt.Println(err)
		return
	}
	describe(back, 0)
	fmt.Println(back.Area() == g.Area(), back.Kind())
	for _, bad := range []string{
		`{"kind":"group","name":"g","parts":[{"kind":"circle","value":{"r":1}},{"kind":"hexagon"}]}`,
		`{"kind":"rect","value":{"w":"wide"}}`,
		`{"kind":`,
		`{"kind":"circle","value":[]}`,
	} {
		_, err := decode([]byte(bad))
		fmt.Println(err)
	}
	_, err = encode(&Rect{math.Inf(1), 1})
	fmt.Println(err)
}
