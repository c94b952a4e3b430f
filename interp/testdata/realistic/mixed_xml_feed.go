package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

type Date struct{ time.Time }

func (d *Date) UnmarshalText(b []byte) (err error) {
	d.Time, err = time.Parse("2006-01-02", string(b))
	return
}
func (d Date) MarshalText() ([]byte, error) { return []byte(d.Format("02.01.2006")), nil }

type Money int64

func (m Money) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: fmt.Sprintf("%d.%02d", m/100, m%100)}, nil
}

func (m *Money) UnmarshalXMLAttr(a xml.Attr) error {
	f, err := strconv.ParseFloat(a.Value, 64)
	*m = Money(math.Round(f * 100))
	return err
}

type Meta struct {
	ID   string `xml:"id,attr"`
	Lang string `xml:"lang,attr,omitempty"`
}
type Item struct {
	XMLName xml.Name `xml:"item"`
	Meta
	Price Money    `xml:"price,attr"`
	Title string   `xml:"title"`
	Tags  []string `xml:"tags>tag"`
	When  *Date    `xml:"when"`
	Note  string   `xml:",comment"`
	Raw   struct {
		Inner string `xml:",innerxml"`
	} `xml:"raw"`
	Text  string     `xml:",chardata"`
	Other []AnyElem  `xml:",any"`
	Attrs []xml.Attr `xml:",any,attr"`
}
type AnyElem struct {
	XMLName xml.Name
	Content string `xml:",chardata"`
}
type Feed struct {
	Items []Item `xml:"item"`
}

func main() {
	const src = `<?xml version="1.0"?><feed><item id="a1" price="12.5" extra="e"><title>T &amp; U</title><tags><tag>x</tag><tag>y</tag></tags><when>2024-02-29</when><!-- hi --><raw><b>bold</b></raw><foo>F</foo></item><item id="b"><price/></item></feed>`
	var f Feed
	err := xml.Unmarshal([]byte(src), &f)
	fmt.Println(err, len(f.Items))
	for _, it := range f.Items {
		fmt.Printf("%q %v %v %q %v %q %q %v %v\n", it.ID, it.Price, it.Title, it.Tags, it.When, it.Raw.Inner, it.Note, it.Other, it.Attrs)
	}
	f.Items[0].Other[0].XMLName.Local = "bar"
	out, err := xml.MarshalIndent(f, "", " ")
	fmt.Println(string(out), err)
	d := xml.NewDecoder(strings.NewReader(src))
	depth := 0
	for {
		tok, err := d.Token()
		if err != nil {
			fmt.Println(err == io.EOF)
			break
		}
		switch t := tok.(type) {
		case xml.StartElement:
			depth++
			fmt.Print(strings.Repeat(".", depth), t.Name.Local, len(t.Attr), " ")
		case xml.EndElement:
			depth--
		case xml.CharData:
			fmt.Printf("%q ", t)
		}
	}
	err = xml.Unmarshal([]byte("<feed><item></feed>"), &f)
	var se *xml.SyntaxError
	fmt.Println(err, errors.As(err, &se))
	err = xml.Unmarshal([]byte(`<feed><item id="1" price="zz"></item></feed>`), &f)
	fmt.Println(err)
	err = xml.Unmarshal([]byte(`<feed><item><when>2024-13-01</when></item></feed>`), &f)
	fmt.Println(err)
	b, err := xml.Marshal(map[string]int{"a": 1})
	fmt.Println(string(b), err)
	b, err = xml.Marshal(struct {
		XMLName xml.Name `xml:"urn:x p"`
		V       any      `xml:"v"`
		N       *int     `xml:"n"`
		F       float32  `xml:"f,attr"`
	}{V: Money(5), F: 0.1})
	fmt.Println(string(b), err)
}
