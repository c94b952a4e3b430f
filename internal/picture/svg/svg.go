// Package svg writes vector pictures that take their colours from the page that shows them: lines and texts are
// drawn in currentColor, and there is no background.
package svg

import (
	"fmt"
	"strconv"
	"strings"
)

// Doc is a picture being drawn. Coordinates are pixels from the upper left corner.
type Doc struct {
	W, H  float64
	title string
	body  strings.Builder
}

// New returns an empty picture. The title is for screen readers.
func New(w, h float64, title string) *Doc { return &Doc{W: w, H: h, title: title} }

// Attr are attributes in the order in which they are written: name, value, name, value. Values are strings or
// numbers.
type Attr []any

// Elem adds an element with text, which may be empty.
func (d *Doc) Elem(tag string, a Attr, text string) {
	d.begin(tag, a)
	d.body.WriteString(">" + Escape(text) + "</" + tag + ">\n")
}

// Titled adds an element with a tooltip.
func (d *Doc) Titled(tag string, a Attr, tip string) {
	d.begin(tag, a)
	d.body.WriteString("><title>" + Escape(tip) + "</title></" + tag + ">\n")
}

// Open starts an element, which contains the elements added before Close.
func (d *Doc) Open(tag string, a Attr) {
	d.begin(tag, a)
	d.body.WriteString(">\n")
}

// Close ends the element that Open started.
func (d *Doc) Close(tag string) { d.body.WriteString("</" + tag + ">\n") }

func (d *Doc) begin(tag string, a Attr) {
	d.body.WriteString("<" + tag)
	for i := 0; i+1 < len(a); i += 2 {
		fmt.Fprintf(&d.body, ` %v="%s"`, a[i], Escape(value(a[i+1])))
	}
}

func value(v any) string {
	if f, ok := v.(float64); ok {
		return Num(f)
	}
	return fmt.Sprint(v)
}

// Num formats a coordinate, rounded to what is visible.
func Num(f float64) string {
	s := strconv.FormatFloat(f, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// Text writes s at a point; anchor is "start", "middle" or "end".
func (d *Doc) Text(x, y float64, anchor, s string) {
	d.Elem("text", Attr{"x", x, "y", y, "text-anchor", anchor, "fill", "currentColor"}, s)
}

// Inline returns the picture as an element of a page.
func (d *Doc) Inline() string { return d.render("") }

// File returns the picture as a standalone document, legible on light and dark backgrounds.
func (d *Doc) File() string {
	return d.render("<style>svg{color:#222}@media(prefers-color-scheme:dark){svg{color:#ddd}}</style>\n")
}

func (d *Doc) render(style string) string {
	return d.window(0, d.H, `role="img"`, "", "<title>"+Escape(d.title)+"</title>\n"+style+d.body.String())
}

// window returns the part of the picture between two heights.
func (d *Doc) window(top, bottom float64, role, style, body string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 %s %s %s" %s `+
		`font-family="sans-serif" font-size="11" style="max-width:100%%;height:auto%s">%s</svg>`,
		Num(d.W), Num(bottom-top), Num(top), Num(d.W), Num(bottom-top), role, style, body)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// Escape escapes s for use as text in a document. Characters that XML does not allow are left out.
func Escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return escaper.Replace(s)
}
