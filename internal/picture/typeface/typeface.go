// Package typeface has the letters of pictures that bring their own: the typeface Go Regular of Bigelow & Holmes,
// which has the Latin, Greek and Cyrillic alphabets and the usual signs.
package typeface

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Glyph is the number of a letter in the typeface; 0 is the box for letters that it lacks.
type Glyph = sfnt.GlyphIndex

// Em is the unit of outlines and widths: that many are the size of the type.
const Em = 2048

var parsed = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	return f
})

// Data is the file of the typeface, in the format TrueType.
func Data() []byte { return goregular.TTF }

// Of returns the letter for a character, whether there is one, and its width.
func Of(r rune) (g Glyph, ok bool, width float64) {
	var b sfnt.Buffer
	g, err := parsed().GlyphIndex(&b, r)
	if err != nil {
		g = 0
	}
	return g, g != 0, Width(g)
}

// Width is how far the next letter is.
func Width(g Glyph) float64 {
	var b sfnt.Buffer
	w, err := parsed().GlyphAdvance(&b, g, fixed.I(Em), font.HintingNone)
	if err != nil {
		return 0
	}
	return float64(w) / 64
}

// TextWidth is the width of a text at a size.
func TextWidth(s string, size float64) float64 {
	sum := 0.0
	for _, r := range s {
		_, _, w := Of(r)
		sum += w
	}
	return sum * size / Em
}

// Missing returns the characters of s that the typeface lacks.
func Missing(s string) (missing []rune) {
	for _, r := range s {
		if _, ok, _ := Of(r); !ok {
			missing = append(missing, r)
		}
	}
	return missing
}

// Pen draws outlines: quadratic curves, as TrueType has them.
type Pen interface {
	MoveTo(x, y float32)
	LineTo(x, y float32)
	QuadTo(cx, cy, x, y float32)
	ClosePath()
}

// Outline draws a letter with its origin at (0, 0), y downwards, in units of Em.
func Outline(g Glyph, p Pen, place func(x, y float64) (float32, float32)) {
	var b sfnt.Buffer
	segments, err := parsed().LoadGlyph(&b, g, fixed.I(Em), nil)
	if err != nil {
		return
	}
	at := func(q fixed.Point26_6) (float32, float32) { return place(float64(q.X)/64, float64(q.Y)/64) }
	for i, s := range segments {
		x, y := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				p.ClosePath()
			}
			p.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			p.LineTo(x, y)
		case sfnt.SegmentOpQuadTo:
			x2, y2 := at(s.Args[1])
			p.QuadTo(x, y, x2, y2)
		}
	}
	if len(segments) > 0 {
		p.ClosePath()
	}
}
