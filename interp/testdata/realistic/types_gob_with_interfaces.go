package main

import "bytes"
import "encoding/gob"
import "fmt"

type shape interface{ Area() float64 }
type rect struct{ W, H float64 }
type circle struct{ r float64 }

func (r rect) Area() float64                 { return r.W * r.H }
func (c *circle) Area() float64              { return 3 * c.r * c.r }
func (c *circle) GobEncode() ([]byte, error) { return fmt.Appendf(nil, "%g", c.r), nil }
func (c *circle) GobDecode(b []byte) error   { _, err := fmt.Sscanf(string(b), "%g", &c.r); return err }

func main() {
	gob.RegisterName("rect", rect{})
	gob.RegisterName("circle", &circle{})
	var buf bytes.Buffer
	in := map[string]shape{"r": rect{2, 3}, "c": &circle{1.5}}
	fmt.Println(gob.NewEncoder(&buf).Encode(in))
	var out map[string]shape
	fmt.Println(gob.NewDecoder(&buf).Decode(&out), out["r"], out["c"].Area(), len(out))
}
