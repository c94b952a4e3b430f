package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Value is one of several kinds, told apart by a field.
type Value interface{ kind() string }

type (
	Circle struct{ R float32 }
	Rect   struct{ W, H int16 }
	Group  struct {
		Name  string
		Parts []Any `json:"parts"`
	}
)

func (Circle) kind() string { return "circle" }
func (Rect) kind() string   { return "rect" }
func (*Group) kind() string { return "group" }

type Any struct{ Value }

var kinds = map[string]func() Value{
	"circle": func() Value { return new(Circle) },
	"rect":   func() Value { return &Rect{W: 1, H: 1} },
	"group":  func() Value { return &Group{Name: "?"} },
}

func (a Any) MarshalJSON() ([]byte, error) {
	if a.Value == nil {
		return []byte("null"), nil
	}
	b, err := json.Marshal(a.Value)
	if err != nil {
		return nil, err
	}
	return append([]byte(`{"kind":`+strconv.Quote(a.kind())+","), b[1:]...), nil
}

func (a *Any) UnmarshalJSON(b []byte) error {
	var head struct{ Kind string }
	if err := json.Unmarshal(b, &head); err != nil {
		return err
	}
	f, ok := kinds[head.Kind]
	if !ok {
		return fmt.Errorf("kind %q: %w", head.Kind, errors.ErrUnsupported)
	}
	v := f()
	if err := json.Unmarshal(b, v); err != nil {
		return err
	}
	switch v := v.(type) {
	case *Circle:
		a.Value = *v
	case *Rect:
		a.Value = *v
	default:
		a.Value = v
	}
	return nil
}

func show(v Value, depth int) (s string) {
	switch v := v.(type) {
	case *Group:
		for _, p := range v.Parts {
			s += show(p.Value, depth+1)
		}
		return fmt.Sprintf("%*s%s[%d]\n", depth*2, "", v.Name, len(v.Parts)) + s
	case Any:
		return show(v.Value, depth)
	}
	return fmt.Sprintf("%*s%T%v\n", depth*2, "", v, v)
}

const input = `{"kind":"circle","R":0.1} {"kind":"rect","W":5}
{"kind":"group","parts":[{"kind":"rect","W":-7,"H":2},{"kind":"group","Name":"in","parts":[{"kind":"circle"}]}]}
{"kind":"rect","W":40000} {"kind":"blob"} {"kind":5} {"kind":"rect"`

func main() {
	d := json.NewDecoder(strings.NewReader(input))
	var all []Any
	for {
		var a Any
		err := d.Decode(&a)
		var te *json.UnmarshalTypeError
		switch {
		case errors.Is(err, io.EOF):
			fmt.Println("end")
		case errors.As(err, &te):
			fmt.Println("type:", te.Value, te.Type, te.Field, d.InputOffset())
			continue
		case errors.Is(err, errors.ErrUnsupported):
			fmt.Println("skipped:", err)
			continue
		case err != nil:
			fmt.Println("stopped:", err, errors.Is(err, io.ErrUnexpectedEOF))
		default:
			all = append(all, a)
			continue
		}
		break
	}
	for _, a := range all {
		fmt.Print(show(a, 0))
	}
	b, err := json.Marshal(append(all, Any{}))
	fmt.Println(string(b), err)
	var back []Any
	fmt.Println(json.Unmarshal(bytes.Replace(b, []byte(",null"), nil, 1), &back), len(back), back[0] == all[0],
		back[2] == all[2])
	tokens := json.NewDecoder(strings.NewReader(`{"a":[1,2.50,"x",null,true],"b":{}}`))
	tokens.UseNumber()
	for tok, err := tokens.Token(); err == nil; tok, err = tokens.Token() {
		fmt.Printf("%T:%v:%v ", tok, tok, tokens.More())
	}
	fmt.Println()
}
