package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/csv"
	"encoding/gob"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

type Shape interface{ Area() float64 }
type Sq struct{ S float64 }
type Circ struct{ R float64 }

func (s Sq) Area() float64    { return s.S * s.S }
func (c *Circ) Area() float64 { return 3 * c.R * c.R }

type Color [3]byte

func (c Color) MarshalText() ([]byte, error) { return []byte("#" + hex.EncodeToString(c[:])), nil }
func (c *Color) UnmarshalText(b []byte) error {
	if len(b) != 7 {
		return fmt.Errorf("color %q", b)
	}
	_, err := hex.Decode(c[:], b[1:])
	return err
}

type Item struct {
	XMLName xml.Name `xml:"item"`
	ID      int      `xml:"id,attr"`
	Color   Color    `xml:"color,attr,omitempty"`
	Names   []string `xml:"names>name"`
	Note    string   `xml:",comment"`
	Body    string   `xml:",chardata"`
	Inner   struct {
		A int `xml:"a"`
	} `xml:"inner"`
	Any []Node `xml:",any"`
}
type Node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
}

type Temp float64

func (t Temp) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "unit"}, Value: "C"})
	return e.EncodeElement(fmt.Sprintf("%.1f", float64(t)), start)
}

type Secret struct{ v int }

func (s Secret) GobEncode() ([]byte, error) { return binary.AppendVarint(nil, int64(s.v)), nil }
func (s *Secret) GobDecode(b []byte) error {
	v, n := binary.Varint(b)
	if n <= 0 {
		return errors.New("short")
	}
	s.v = int(v) + 1000
	return nil
}

type Envelope struct {
	Shapes []Shape
	Sec    Secret
	M      map[string]*Sq
	hidden int
}

func main() {
	it := Item{ID: 3, Color: Color{255, 0, 16}, Names: []string{"a", "b<"}, Note: " n ", Body: "txt"}
	it.Inner.A = 4
	b, err := xml.MarshalIndent(it, "", " ")
	fmt.Println(string(b), err)
	var back Item
	err = xml.Unmarshal([]byte(`<item id="9" color="#0a0b0c"><names><name>x</name></names>`+
		`<zz k="v">hey</zz><inner><a>5</a></inner></item>`), &back)
	fmt.Printf("%+v %v\n", back, err)
	fmt.Println(xml.Unmarshal([]byte(`<item color="red"/>`), &back))
	fmt.Println(xml.Unmarshal([]byte(`<item><a></item>`), &back))
	out, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"r"`
		T       []Temp   `xml:"t"`
	}{T: []Temp{1.25, -3}})
	fmt.Println(string(out), err)

	gobs()
	binaries()
	tables()
}

func gobs() {
	gob.Register(Sq{})
	gob.Register(&Circ{})
	var buf bytes.Buffer
	e := Envelope{[]Shape{Sq{2}, &Circ{1}}, Secret{5}, map[string]*Sq{"k": {3}}, 9}
	fmt.Println(gob.NewEncoder(&buf).Encode(e))
	var e2 Envelope
	fmt.Println(gob.NewDecoder(&buf).Decode(&e2))
	for _, s := range e2.Shapes {
		fmt.Printf("%T %v %.1f\n", s, s, s.Area())
	}
	fmt.Println(e2.Sec, *e2.M["k"], e2.hidden)
	var wrong struct{ Shapes int }
	gob.NewEncoder(&buf).Encode(e)
	fmt.Println(gob.NewDecoder(&buf).Decode(&wrong))

}

func binaries() {
	type header struct {
		Magic [4]byte
		Ver   uint16
		Flags struct{ A, B int8 }
		F     float32
	}
	h := header{Magic: [4]byte{'G', 'O', 'B', '1'}, Ver: 0x102, F: 1.5}
	h.Flags.B = -1
	var w bytes.Buffer
	fmt.Println(binary.Write(&w, binary.BigEndian, h), binary.Size(h))
	fmt.Println(hex.Dump(w.Bytes()))
	var h2 header
	fmt.Println(binary.Read(bytes.NewReader(w.Bytes()), binary.BigEndian, &h2), h2 == h)
	fmt.Println(binary.Read(bytes.NewReader(w.Bytes()[:5]), binary.BigEndian, &h2))
	fmt.Println(binary.Write(&w, binary.LittleEndian, struct{ S string }{"x"}))

}

func tables() {
	r := csv.NewReader(strings.NewReader("a,\"b\"\"c\",d\n# no\n1,2\n\"x,y\";z\n"))
	r.Comment = '#'
	for {
		rec, err := r.Read()
		if err == io.EOF {
			break
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			fmt.Println(pe.Line, pe.Column, pe.Err, errors.Is(err, csv.ErrFieldCount), err, len(rec))
			continue
		}
		fmt.Printf("%q\n", rec)
	}
	fmt.Println(base64.URLEncoding.WithPadding(base64.NoPadding).EncodeToString([]byte{0xfb, 0xff}))
	_, err := base64.StdEncoding.DecodeString("a$b=")
	var ce base64.CorruptInputError
	fmt.Println(errors.As(err, &ce), int64(ce), err)
	_, err = hex.DecodeString("0g")
	fmt.Println(err)
}
