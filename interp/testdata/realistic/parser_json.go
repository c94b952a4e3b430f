package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kind says what a value is.
type Kind int

const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"null", "bool", "number", "string", "array", "object"}

func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return "Kind(" + strconv.Itoa(int(k)) + ")"
	}
	return kindNames[k]
}

// Value is a node of a document.
type Value struct {
	Kind   Kind
	Bool   bool
	Num    float64
	Str    string
	Items  []Value
	Fields map[string]Value
}

var errEOF = errors.New("unexpected end of input")

type decoder struct {
	in  string
	off int
}

func Parse(in string) (v Value, err error) {
	d := &decoder{in: in}
	if v, err = d.value(); err != nil {
		return Value{}, fmt.Errorf("offset %d: %w", d.off, err)
	}
	d.space()
	if d.off < len(d.in) {
		return Value{}, fmt.Errorf("offset %d: trailing %q", d.off, d.in[d.off:])
	}
	return v, nil
}

func (d *decoder) space() {
	for d.off < len(d.in) && strings.ContainsRune(" \t\r\n", rune(d.in[d.off])) {
		d.off++
	}
}

func (d *decoder) next() (byte, error) {
	d.space()
	if d.off == len(d.in) {
		return 0, errEOF
	}
	return d.in[d.off], nil
}

func (d *decoder) literal(word string, v Value) (Value, error) {
	if !strings.HasPrefix(d.in[d.off:], word) {
		return v, fmt.Errorf("bad literal")
	}
	d.off += len(word)
	return v, nil
}

func (d *decoder) value() (Value, error) {
	c, err := d.next()
	if err != nil {
		return Value{}, err
	}
	switch {
	case c == 'n':
		return d.literal("null", Value{})
	case c == 't':
		return d.literal("true", Value{Kind: Bool, Bool: true})
	case c == 'f':
		return d.literal("false", Value{Kind: Bool})
	case c == '"':
		s, err := d.str()
		return Value{Kind: String, Str: s}, err
	case c == '[':
		return d.array()
	case c == '{':
		return d.object()
	case c == '-', '0' <= c && c <= '9':
		start := d.off
		for d.off < len(d.in) && strings.IndexByte("+-.eE0123456789", d.in[d.off]) >= 0 {
			d.off++
		}
		n, err := strconv.ParseFloat(d.in[start:d.off], 64)
		return Value{Kind: Number, Num: n}, err
	}
	r, _ := utf8.DecodeRuneInString(d.in[d.off:])
	return Value{}, fmt.Errorf("unexpected %q", r)
}

func (d *decoder) str() (string, error) {
	end := d.off + 1
	for end < len(d.in) && d.in[end] != '"' {
		if d.in[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(d.in) {
		return "", errEOF
	}
	s, err := strconv.Unquote(d.in[d.off : end+1])
	d.off = end + 1
	return s, err
}

func (d *decoder) array() (v Value, err error) {
	v.Kind = Array
	d.off++
	for {
		c, err := d.next()
		if err != nil {
			return v, err
		}
		if c == ']' {
			d.off++
			return v, nil
		}
		if c == ',' && len(v.Items) > 0 {
			d.off++
		}
		item, err := d.value()
		if err != nil {
			return v, fmt.Errorf("[%d]: %w", len(v.Items), err)
		}
		v.Items = append(v.Items, item)
	}
}

func (d *decoder) object() (v Value, err error) {
	v = Value{Kind: Object, Fields: map[string]Value{}}
	d.off++
	for {
		c, err := d.next()
		if err != nil {
			return v, err
		}
		switch c {
		case '}':
			d.off++
			return v, nil
		case ',':
			d.off++
			continue
		}
		key, err := d.str()
		if err != nil {
			return v, err
		}
		if c, err = d.next(); err != nil || c != ':' {
			return v, fmt.Errorf("key %q without value", key)
		}
		d.off++
		if v.Fields[key], err = d.value(); err != nil {
			return v, fmt.Errorf(".%s: %w", key, err)
		}
	}
}

func (v Value) dump(b *strings.Builder, indent string) {
	switch v.Kind {
	case Array:
		fmt.Fprintf(b, "%s of %d\n", v.Kind, len(v.Items))
		for i, item := range v.Items {
			fmt.Fprintf(b, "%s  %d: ", indent, i)
			item.dump(b, indent+"  ")
		}
	case Object:
		keys := make([]string, 0, len(v.Fields))
		for k := range v.Fields {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		fmt.Fprintln(b, v.Kind)
		for _, k := range keys {
			fmt.Fprintf(b, "%s  %s: ", indent, k)
			v.Fields[k].dump(b, indent+"  ")
		}
	case Number:
		fmt.Fprintf(b, "%v %g\n", v.Kind, v.Num)
	case String:
		fmt.Fprintf(b, "%v %q\n", v.Kind, v.Str)
	case Bool:
		fmt.Fprintf(b, "%v %t\n", v.Kind, v.Bool)
	default:
		fmt.Fprintln(b, v.Kind)
	}
}

func main() {
	docs := []string{
		`{"name": "Ada", "age": 36, "langs": ["en", "fr"], "meta": {"ok": true, "x": null}}`,
		`[1, -2.5e3, [], {}, "tab\there é"]`,
		`{"a": [1, 2, }`,
		`{"a": [tru]}`,
		`"open`,
		`{} {}`,
	}
	for i, doc := range docs {
		v, err := Parse(doc)
		if err != nil {
			fmt.Printf("%d: error: %v (eof: %t)\n", i, err, errors.Is(err, errEOF))
			continue
		}
		var b strings.Builder
		v.dump(&b, "")
		fmt.Printf("%d: %s", i, b.String())
	}
	fmt.Println(Kind(9))
}
