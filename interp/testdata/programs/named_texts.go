package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Methods that compiled code asks for, with results that have names.

type Roman int

func (r Roman) String() (s string) {
	for ; r > 0; r-- {
		s += "I"
	}
	return
}

type level int

func (l level) MarshalText() (text []byte, err error) {
	if l > 2 {
		err = errors.New("too high")
		return
	}
	return []byte{'L', '0' + byte(l)}, nil
}

type list []int

func (l *list) GoString() (code string) {
	defer func() { code += "!" }()
	return fmt.Sprint("list of ", len(*l))
}

type failure struct{ code int }

func (f failure) Error() (text string) { text = fmt.Sprint("failure ", f.code); return }

type box struct {
	R Roman
	L level
}

func main() {
	fmt.Println(map[Roman]string{3: "year"}, []Roman{1, 2}, [1]Roman{2}, map[string]Roman{"a": 1})
	fmt.Printf("%v %s %d\n", map[Roman]Roman{1: 2}, []Roman{3}, []Roman{3})
	fmt.Println(struct{ R Roman }{2}, box{1, 2}, []any{Roman(1), failure{2}}, []error{failure{3}})
	b, err := json.Marshal(map[level][]level{1: {0, 2}})
	fmt.Println(string(b), err)
	b, err = json.Marshal(box{3, 1})
	fmt.Println(string(b), err)
	_, err = json.Marshal([]level{7})
	fmt.Println(err)
	fmt.Printf("%#v\n", &list{1, 2})
	var e error = failure{9}
	fmt.Println(fmt.Errorf("wrapped: %w", e))
}
