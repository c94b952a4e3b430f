package main

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"net"
	"net/rpc"
)

type (
	Shape interface{ Area() float64 }
	Sq    struct{ S float64 }
	Ci    struct {
		R    float64
		Tags map[string][]int
	}
)

func (s Sq) Area() float64  { return s.S * s.S }
func (c *Ci) Area() float64 { return 3 * c.R * c.R }

type Secret struct{ a, b int }

func (s Secret) GobEncode() ([]byte, error) { return []byte{byte(s.a), byte(s.b)}, nil }
func (s *Secret) GobDecode(b []byte) error {
	if len(b) != 2 {
		return errors.New("bad secret")
	}
	s.a, s.b = int(b[0]), int(b[1])
	return nil
}

type Msg struct {
	Shapes []Shape
	S      Secret
	P      *int
	skip   string
	Nested map[string]*Msg
	Arr    [3]uint8
	C      complex64
}

type (
	Args  struct{ A, B int }
	Arith struct{ calls int }
)

func (t *Arith) Mul(a *Args, r *int) error { t.calls++; *r = a.A * a.B; return nil }
func (t *Arith) Div(a *Args, r *float64) error {
	if a.B == 0 {
		return errors.New("divide by zero")
	}
	*r = float64(a.A) / float64(a.B)
	return nil
}
func (t *Arith) hidden(a *Args, r *int) error { return nil }

func main() {
	gob.Register(Sq{})
	gob.Register(&Ci{})
	var buf bytes.Buffer
	n := 5
	in := Msg{Shapes: []Shape{Sq{2}, &Ci{R: 1, Tags: map[string][]int{"a": {1}}}}, S: Secret{3, 4}, P: &n, skip: "x", Arr: [3]uint8{1, 2, 3}, C: 1 + 2i}
	in.Nested = map[string]*Msg{"in": {S: Secret{9, 9}}}
	fmt.Println(gob.NewEncoder(&buf).Encode(in))
	var out Msg
	fmt.Println(gob.NewDecoder(&buf).Decode(&out))
	for _, s := range out.Shapes {
		fmt.Printf("%T %v ", s, s.Area())
	}
	fmt.Println(out.S, *out.P, out.skip == "", out.Nested["in"].S, out.Arr, out.C)
	gob.NewEncoder(&buf).Encode(struct{ A, Z int }{1, 2})
	var part struct {
		A int
		B string
	}
	fmt.Println(gob.NewDecoder(&buf).Decode(&part), part)
	gob.NewEncoder(&buf).Encode("text")
	var wrong int
	fmt.Println(gob.NewDecoder(&buf).Decode(&wrong))
	fmt.Println(gob.NewEncoder(io.Discard).Encode(func() {}))
	srv := rpc.NewServer()
	ar := &Arith{}
	fmt.Println(srv.Register(ar), srv.RegisterName("calc", ar))
	c1, c2 := net.Pipe()
	go srv.ServeConn(c1)
	cl := rpc.NewClient(c2)
	defer cl.Close()
	var r int
	fmt.Println(cl.Call("Arith.Mul", &Args{6, 7}, &r), r)
	var q float64
	fmt.Println(cl.Call("calc.Div", Args{1, 0}, &q), q)
	call := <-cl.Go("calc.Div", Args{1, 4}, &q, nil).Done
	fmt.Println(call.Error, q, ar.calls, cl.Call("Arith.hidden", Args{}, &r))
}
