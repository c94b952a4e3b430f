package main

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
)

type Address struct {
	Street string `db:"street" json:"street"`
	Zip    int    `db:"zip,index"`
}

type Person struct {
	Name    string            `db:"name" check:"required"`
	Age     int               `db:"age" check:"min=18"`
	Tags    []string          `db:"-"`
	Attrs   map[string]string `db:"attrs"`
	Address Address           `db:"addr"`
	Boss    *Person
}

func columns(v any) (cols []string) {
	t := reflect.TypeOf(v)
	for i := range t.NumField() {
		f := t.Field(i)
		name, opts, _ := strings.Cut(f.Tag.Get("db"), ",")
		switch {
		case name == "-" || name == "":
		case f.Type.Kind() == reflect.Struct:
			for _, c := range columns(reflect.ValueOf(v).Field(i).Interface()) {
				cols = append(cols, name+"."+c)
			}
		default:
			if opts != "" {
				name += "(" + opts + ")"
			}
			cols = append(cols, name+" "+f.Type.String())
		}
	}
	return
}

func validate(v any) (problems []string) {
	val := reflect.ValueOf(v)
	if val.Kind() == reflect.Pointer {
		val = val.Elem()
	}
	for i := range val.NumField() {
		f, field := val.Field(i), val.Type().Field(i)
		rule, ok := field.Tag.Lookup("check")
		if !ok {
			continue
		}
		var low int64
		if n, _ := fmt.Sscanf(rule, "min=%d", &low); n == 1 && f.Int() < low {
			problems = append(problems, fmt.Sprintf("%s is %d, not at least %d", field.Name, f.Int(), low))
		}
		if rule == "required" && f.IsZero() {
			problems = append(problems, field.Name+" is missing")
		}
	}
	return
}

func walk(v reflect.Value, depth int) {
	pad := strings.Repeat("  ", depth)
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fmt.Printf("%s%s (%v)\n", pad, v.Type().Field(i).Name, v.Field(i).Kind())
			walk(v.Field(i), depth+1)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), depth)
		}
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
		for _, k := range keys {
			fmt.Printf("%s%v: %v\n", pad, k, v.MapIndex(k))
		}
	case reflect.Pointer:
		if v.IsNil() {
			fmt.Println(pad + "nil")
			return
		}
		walk(v.Elem(), depth)
	default:
		fmt.Printf("%s%v\n", pad, v.Interface())
	}
}

func main() {
	p := Person{Name: "Ann", Age: 17, Tags: []string{"a", "b"}, Attrs: map[string]string{"y": "2", "x": "1"}, Address: Address{"Main", 12345}}
	fmt.Println(columns(p))
	fmt.Println(validate(p), validate(&Person{Age: 30}))
	walk(reflect.ValueOf(&p), 0)
	v := reflect.ValueOf(&p).Elem()
	v.FieldByName("Age").SetInt(44)
	v.FieldByName("Tags").Set(reflect.Append(v.FieldByName("Tags"), reflect.ValueOf("c")))
	fmt.Println(p.Age, p.Tags, reflect.DeepEqual(p, p), reflect.TypeOf(p).NumField())
	f := reflect.ValueOf(strings.Repeat)
	out := f.Call([]reflect.Value{reflect.ValueOf("ab"), reflect.ValueOf(3)})
	fmt.Println(out[0], f.Type().NumIn(), f.Kind())
}
