package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
)

type Address struct {
	Street string `json:"street"`
	Zip    string `json:"zip,omitempty"`
}

type Contact struct {
	Email string  `json:"email"`
	Phone *string `json:"phone"`
}

type Person struct {
	Name string `json:"name"`
	Age  int    `json:"age"`
	Address
	*Contact `json:"contact,omitempty"`
	Friends  []Person       `json:"friends,omitempty"`
	Scores   map[string]int `json:"scores"`
	Extra    any            `json:"extra"`
	Raw      json.RawMessage
	Grid     [2][2]float32
	Bytes    []byte
}

func main() {
	phone := "555"
	p := Person{
		Name: "Ann", Age: 41, Address: Address{"Main St 1", ""},
		Contact: &Contact{"a@b.c", &phone},
		Friends: []Person{{Name: "Bob", Scores: map[string]int{}}},
		Scores:  map[string]int{"z": 1, "a": 2},
		Extra:   []any{1, "two", nil, map[string]any{"k": true}},
		Raw:     json.RawMessage(`{"keep":  [1,2]}`),
		Bytes:   []byte("hi!"),
	}
	p.Grid[1][0] = 1.5
	b, err := json.Marshal(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(b))
	var q Person
	if err := json.Unmarshal(b, &q); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(q.Name, q.Street, q.Email, *q.Phone, q.Friends[0].Name, q.Scores, string(q.Raw), q.Grid, string(q.Bytes))
	fmt.Println(reflect.DeepEqual(p.Scores, q.Scores), reflect.DeepEqual(p.Extra, q.Extra))
	q.Extra, q.Raw, p.Extra, p.Raw = nil, nil, nil, nil
	q.Friends, p.Friends = nil, nil
	again, _ := json.Marshal(q)
	first, _ := json.Marshal(p)
	fmt.Println(bytes.Equal(again, first))

	var doc map[string]any
	json.Unmarshal(b, &doc)
	walk("", doc["extra"], func(path string, v any) { fmt.Printf("%s %T %v\n", path, v, v) })

	dec := json.NewDecoder(strings.NewReader(`{"a":1} {"a":2.5} [3] {"a":`))
	for {
		var v any
		err := dec.Decode(&v)
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println("decode:", err)
			break
		}
		fmt.Println(v)
	}
	dec = json.NewDecoder(strings.NewReader(`[{"name":"x"},{"name":"y","age":3}]`))
	dec.Token()
	for dec.More() {
		var m struct{ Name string }
		if err := dec.Decode(&m); err != nil {
			fmt.Println(err)
		}
		fmt.Print(m.Name, " ")
	}
	tok, err := dec.Token()
	fmt.Println(tok, err)
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent(">", "\t")
	enc.Encode(map[string]any{"html": "<b>&", "n": 1e21, "list": []int{}})
	fmt.Print(out.String())
}

func walk(path string, v any, visit func(string, any)) {
	switch v := v.(type) {
	case []any:
		for i, x := range v {
			walk(fmt.Sprintf("%s[%d]", path, i), x, visit)
		}
	case map[string]any:
		for k, x := range v {
			walk(path+"."+k, x, visit)
		}
	default:
		visit(path, v)
	}
}
