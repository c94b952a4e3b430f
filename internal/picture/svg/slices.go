package svg

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// The part of a page that fits on a sheet of A4 or letter paper, in pixels. A taller picture would be cut in two, or
// cover what follows.
const (
	sheetWidth  = 560
	SheetHeight = 860
)

// Slices returns the picture as an element of a page. A tall picture is divided into slices, which look like one
// picture on screen and can be printed on several sheets. The heights between are where it may be divided, sorted.
func (d *Doc) Slices(between []float64) string {
	at := d.divide(between)
	if len(at) == 0 {
		return d.Inline()
	}
	const block = ";display:block"
	all := fnv.New64a()
	_, _ = all.Write([]byte(d.body.String())) // writes to a hash do not fail
	id := fmt.Sprintf("msrepl-%x", all.Sum64())
	var b strings.Builder
	b.WriteString(d.window(0, at[0], `role="img"`, block, "<title>"+Escape(d.title)+`</title><g id="`+id+`">`+d.body.String()+"</g>"))
	for i, top := range at {
		bottom := d.H
		if i+1 < len(at) {
			bottom = at[i+1]
		}
		b.WriteString(d.window(top, bottom, `aria-hidden="true"`, block, `<use href="#`+id+`"/>`))
	}
	return b.String()
}

// divide chooses the heights at which sheets end.
func (d *Doc) divide(between []float64) (at []float64) {
	most := SheetHeight * max(1, d.W/sheetWidth) // a wide picture is scaled down
	top := 0.0
	for i, y := range between {
		next := d.H
		if i+1 < len(between) {
			next = between[i+1]
		}
		if next-top > most {
			at, top = append(at, y), y
		}
	}
	return at
}
