package main

import (
	"encoding/json"
	"fmt"
)

type level uint8

func (l level) MarshalText() ([]byte, error) { return []byte{'L', '0' + byte(l)}, nil }

type raw []byte
type plain uint8

type ptr byte

func (p *ptr) MarshalJSON() ([]byte, error) { return []byte{'0' + byte(*p)}, nil }

func main() {
	for _, v := range []any{[]level{0, 2}, [2]level{1}, []plain{1, 2}, raw("hi"), []byte("x"), map[string][]level{"a": {1}}, struct{ L []level }{[]level{2}}, []ptr{3}, []level{}, []level(nil), []plain{}} {
		b, err := json.Marshal(v)
		fmt.Println(string(b), err)
	}
}
