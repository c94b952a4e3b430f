package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"
	"text/tabwriter"
	"text/template"
)

// Reflection-driven validator + template + JSON with interface fields.
type Unit string
type Range[T int | float64] struct{ Min, Max T }

func (r Range[T]) Contains(v T) bool { return v >= r.Min && v <= r.Max }
func (r Range[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]T{r.Min, r.Max})
}
func (r *Range[T]) UnmarshalJSON(b []byte) error {
	var a [2]T
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	r.Min, r.Max = a[0], a[1]
	return nil
}

type Shape interface {
	Area() float64
	kind() string
}
type Circle struct{ R float64 }
type Rect struct{ W, H float64 }

func (c Circle) Area() float64 { return 3 * c.R * c.R }
func (Circle) kind() string    { return "circle" }
func (r *Rect) Area() float64  { return r.W * r.H }
func (*Rect) kind() string     { return "rect" }

var kinds = map[string]func() Shape{
	"circle": func() Shape { return &ptrCircle{} },
	"rect":   func() Shape { return new(Rect) },
}

type ptrCircle struct{ Circle }
type Any struct{ Shape }

func (a Any) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Kind string
		Shape
	}{a.kind(), a.Shape})
}
func (a *Any) UnmarshalJSON(b []byte) error {
	var head struct{ Kind string }
	if err := json.Unmarshal(b, &head); err != nil {
		return err
	}
	mk, ok := kinds[head.Kind]
	if !ok {
		return fmt.Errorf("kind %q", head.Kind)
	}
	a.Shape = mk()
	var in struct{ Shape json.RawMessage }
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	return json.Unmarshal(in.Shape, a.Shape)
}

type Sensor struct {
	Name   string             `json:"name" check:"required,max=8"`
	Unit   Unit               `json:"unit" check:"oneof=C F"`
	Limits Range[float64]     `json:"limits"`
	Steps  *Range[int]        `json:"steps,omitempty"`
	Shapes []Any              `json:"shapes"`
	Meta   map[string]any     `json:"meta"`
	Sub    map[string]*Sensor `json:"sub,omitempty"`
	_      struct{}
}

func check(v reflect.Value, path string, add func(string, ...any)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			check(v.Elem(), path, add)
		}
	case reflect.Map:
		for k, e := range v.Seq2() {
			check(e, path+"["+k.String()+"]", add)
		}
	case reflect.Struct:
		t := v.Type()
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() {
				continue
			}
			for rule := range strings.SplitSeq(f.Tag.Get("check"), ",") {
				name, arg, _ := strings.Cut(rule, "=")
				var n int
				switch name {
				case "required":
					if v.Field(i).IsZero() {
						add("%s.%s is required", path, f.Name)
					}
				case "max":
					fmt.Sscan(arg, &n)
					if l := v.Field(i).Len(); l > n {
						add("%s.%s has %d of %d", path, f.Name, l, n)
					}
				case "oneof":
					if !strings.Contains(" "+arg+" ", " "+v.Field(i).String()+" ") {
						add("%s.%s is no %s", path, f.Name, arg)
					}
				}
			}
			check(v.Field(i), path+"."+f.Name, add)
		}
	}
}

func main() {
	s := Sensor{Name: "temp", Unit: "C", Limits: Range[float64]{-4.5, 99}, Shapes: []Any{{Circle{2}}, {&Rect{2, 3}}}}
	s.Sub = map[string]*Sensor{"in": {Unit: "K", Steps: &Range[int]{1, 3}}, "out": {Name: "much too long", Unit: "F"}}
	b, err := json.MarshalIndent(s, "", " ")
	fmt.Println(string(b), err)
	var back Sensor
	err = json.Unmarshal(b, &back)
	fmt.Println(err, back.Name, back.Limits, *back.Sub["in"].Steps, back.Limits.Contains(5))
	for _, sh := range back.Shapes {
		fmt.Printf("%T %.1f %s\n", sh.Shape, sh.Area(), sh.kind())
	}
	var msgs []string
	check(reflect.ValueOf(&back), "s", func(f string, a ...any) { msgs = append(msgs, fmt.Sprintf(f, a...)) })
	sort.Strings(msgs)
	fmt.Println(strings.Join(msgs, "\n"))
	fmt.Println(json.Unmarshal([]byte(`{"shapes":[{"Kind":"hex"}]}`), &back))
	fmt.Println(json.Unmarshal([]byte(`{"limits":["a",1]}`), &back))
	t := template.Must(template.New("t").Funcs(template.FuncMap{"area": Shape.Area}).Parse(
		`{{range $n, $_ := .Sub}}{{$n}}	{{with .Steps}}{{.Min}}..{{.Max}}{{if .Contains 2}} 2{{end}}{{else}}-{{end}}	{{.Unit}}
{{end}}{{range .Shapes}}{{area .Shape}}	{{.Area}}	{{printf "%T" .Shape}}
{{end}}`))
	var buf bytes.Buffer
	tw := tabwriter.NewWriter(&buf, 0, 8, 1, ' ', tabwriter.TabIndent)
	if err := t.Execute(tw, back); err != nil {
		fmt.Println(err)
	}
	tw.Flush()
	os.Stdout.Write(bytes.ReplaceAll(buf.Bytes(), []byte("\t"), []byte("→")))
}
