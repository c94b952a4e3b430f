package main

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

type Checker interface{ Check() error }

type Email string

func (e Email) Check() error {
	if !strings.Contains(string(e), "@") {
		return fmt.Errorf("%q is no address", string(e))
	}
	return nil
}

type Address struct {
	Street string `check:"min=3"`
	Zip    int    `check:"min=1000,max=99999"`
}

func (a *Address) Check() error {
	if a.Zip%2 == 1 {
		return errOdd
	}
	return nil
}

type Person struct {
	Name    string `check:"min=2,max=5" json:"name"`
	Mail    Email
	Home    Address
	Work    *Address
	Friends []Person          `check:"max=2"`
	Extra   map[string]any    `check:"max=1"`
	secret  int               `check:"min=100"`
	Scores  [3]float32        `check:"each=0.5"`
	Alias   map[Email]Address `check:"min=0"`
}

var errOdd = errors.New("odd zip")

type fieldError struct {
	path string
	err  error
}

func (f fieldError) Error() string { return f.path + ": " + f.err.Error() }
func (f fieldError) Unwrap() error { return f.err }

func size(v reflect.Value) (n float64, ok bool) {
	switch v.Kind() {
	case reflect.String, reflect.Slice, reflect.Map:
		return float64(v.Len()), true
	case reflect.Int:
		return float64(v.Int()), true
	case reflect.Float32:
		return v.Float(), true
	}
	return
}

var rules = map[string]func(v reflect.Value, arg float64) error{
	"min": func(v reflect.Value, arg float64) error {
		if n, ok := size(v); ok && n < arg {
			return fmt.Errorf("%v < %v", n, arg)
		}
		return nil
	},
	"max": func(v reflect.Value, arg float64) error {
		if n, _ := size(v); n > arg {
			return fmt.Errorf("%v > %v", n, arg)
		}
		return nil
	},
	"each": func(v reflect.Value, arg float64) (err error) {
		for i, x := range v.Seq2() {
			if n, _ := size(x); n < arg {
				err = errors.Join(err, fmt.Errorf("[%v] %v", i, n))
			}
		}
		return
	},
}

func validate(path string, v reflect.Value) (all []error) {
	add := func(err error) {
		if err != nil {
			all = append(all, fieldError{path, err})
		}
	}
	if v.CanInterface() {
		c, ok := v.Interface().(Checker)
		if !ok && v.CanAddr() {
			c, ok = v.Addr().Interface().(Checker)
		}
		if ok && !(v.Kind() == reflect.Pointer && v.IsNil()) {
			add(c.Check())
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Elem().Kind() == reflect.Struct {
			all = append(all, validate(path+"*", v.Elem())...)
		}
	case reflect.Slice:
		for i := range v.Len() {
			all = append(all, validate(path+"["+strconv.Itoa(i)+"]", v.Index(i))...)
		}
	case reflect.Struct:
		for f, x := range v.Fields() {
			for rule := range strings.SplitSeq(f.Tag.Get("check"), ",") {
				name, arg, ok := strings.Cut(rule, "=")
				if n, err := strconv.ParseFloat(arg, 64); ok && err == nil {
					if e := rules[name](x, n); e != nil {
						all = append(all, fieldError{path + "." + f.Name, e})
					}
				}
			}
			all = append(all, validate(path+"."+f.Name, x)...)
		}
	}
	return all
}

func main() {
	p := Person{Name: "Maximilian", Mail: "max", Home: Address{"A", 1001}, Work: &Address{"Street", 7},
		Friends: []Person{{Name: "x", Mail: "x@y"}, {Name: "Ann"}, {}}, Scores: [3]float32{0.5, 0.25, 1},
		Extra: map[string]any{"a": 1, "b": nil}}
	for _, err := range validate("p", reflect.ValueOf(&p)) {
		fmt.Println(err, errors.Is(err, errOdd))
	}
	fmt.Println(len(validate("p", reflect.ValueOf(p))), p.secret)
	t := reflect.TypeFor[Person]()
	for i := range t.NumField() {
		f := t.Field(i)
		tag, ok := f.Tag.Lookup("json")
		fmt.Println(f.Name, f.Type, tag, ok, f.IsExported(), f.Type.Comparable())
	}
}
