package main

import "encoding/xml"
import "fmt"

type color struct{ r, g, b uint8 }
type shape struct {
	XMLName struct{} `xml:"shape"`
	Kind    string   `xml:"kind,attr"`
	Fill    color    `xml:"fill,attr"`
	Pts     []pt     `xml:"pt"`
	Note    string   `xml:",comment"`
}
type pt struct{ X, Y int }

func (c color) MarshalXMLAttr(name xml.Name) (xml.Attr, error) {
	return xml.Attr{Name: name, Value: fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b)}, nil
}
func (c *color) UnmarshalXMLAttr(a xml.Attr) error {
	_, err := fmt.Sscanf(a.Value, "#%02x%02x%02x", &c.r, &c.g, &c.b)
	return err
}
func (p pt) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d,%d", p.X, p.Y), nil }
func (p *pt) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "%d,%d", &p.X, &p.Y)
	return err
}

func main() {
	b, err := xml.MarshalIndent(shape{Kind: "poly", Fill: color{255, 0, 16}, Pts: []pt{{1, 2}, {3, 4}}, Note: " n "}, "", " ")
	fmt.Println(string(b), err)
	var s shape
	fmt.Println(xml.Unmarshal(b, &s), s)
}
