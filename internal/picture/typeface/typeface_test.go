package typeface

import (
	"slices"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// stroke is what a pen gets: an operation and its points.
type stroke struct {
	op string
	at [4]float32
}

// strokes are those of a letter, without the line that closes a ring.
type strokes []stroke

func (s *strokes) MoveTo(x, y float32)       { *s = append(*s, stroke{"M", [4]float32{x, y}}) }
func (s *strokes) LineTo(x, y float32)       { *s = append(*s, stroke{"L", [4]float32{x, y}}) }
func (s *strokes) QuadTo(a, b, x, y float32) { *s = append(*s, stroke{"Q", [4]float32{a, b, x, y}}) }

func (s *strokes) ClosePath() {
	first := len(*s) - 1
	for (*s)[first].op != "M" {
		first--
	}
	if last := (*s)[len(*s)-1]; last.op == "L" && last.at == (*s)[first].at {
		*s = (*s)[:len(*s)-1]
	}
}

// sameStroke allows for sfnt's middles between control points, which are whole.
func sameStroke(a, b stroke) bool {
	for i := range a.at {
		if d := a.at[i] - b.at[i]; d > 0.5 || d < -0.5 {
			return false
		}
	}
	return a.op == b.op
}

// TestAgainstSfnt checks that package sfnt finds the same letters, widths and outlines for every character of the
// basic plane.
func TestAgainstSfnt(t *testing.T) {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var b sfnt.Buffer
	letters := 0
	for r := range rune(0x10000) {
		g, ok, width := Of(r)
		want, err := f.GlyphIndex(&b, r)
		if err != nil || g != Glyph(want) || ok != (want != 0) {
			t.Fatalf("%U is letter %d, %v; sfnt has %d (%v)", r, g, ok, want, err)
		}
		if !ok {
			continue
		}
		letters++
		if data := Data(g); len(data) > 0 && i16(data, 0) < 0 {
			t.Errorf("%U is composed of others, which nothing here reads", r)
		}
		advance, err := f.GlyphAdvance(&b, want, fixed.I(Em), font.HintingNone)
		if err != nil || width != float64(advance)/64 {
			t.Errorf("%U is %v wide, sfnt has %v (%v)", r, width, float64(advance)/64, err)
		}
		if got, want := outlined(g), outlinedBySfnt(t, f, want); !slices.EqualFunc(got, want, sameStroke) {
			t.Errorf("%U has the outline\n%v, sfnt has\n%v", r, got, want)
		}
	}
	if letters < 600 {
		t.Errorf("%d letters", letters)
	}
}

func outlined(g Glyph) strokes {
	var s strokes
	Outline(g, &s, func(x, y float64) (float32, float32) { return float32(x), float32(y) })
	return s
}

func outlinedBySfnt(t *testing.T, f *sfnt.Font, g sfnt.GlyphIndex) (s strokes) {
	var b sfnt.Buffer
	segments, err := f.LoadGlyph(&b, g, fixed.I(Em), nil)
	if err != nil {
		t.Fatal(err)
	}
	at := func(p fixed.Point26_6) (float32, float32) { return float32(p.X) / 64, float32(p.Y) / 64 }
	for i, seg := range segments {
		x, y := at(seg.Args[0])
		if i > 0 && seg.Op == sfnt.SegmentOpMoveTo {
			s.ClosePath()
		}
		switch seg.Op {
		case sfnt.SegmentOpMoveTo:
			s.MoveTo(x, y)
		case sfnt.SegmentOpLineTo:
			s.LineTo(x, y)
		case sfnt.SegmentOpQuadTo:
			x2, y2 := at(seg.Args[1])
			s.QuadTo(x, y, x2, y2)
		}
	}
	if len(segments) > 0 {
		s.ClosePath()
	}
	return s
}

func TestTextWidth(t *testing.T) {
	if w := TextWidth("00", 10); w != 20*1139.0/Em || TextWidth("", 10) != 0 { // digits are 1139 wide, says sfnt
		t.Errorf("two digits are %v wide", w)
	}
}

func TestMissing(t *testing.T) {
	if got := string(Missing("Ångström αβγ Ж − ≤ 损失 😀x")); got != "损失😀" {
		t.Errorf("missing %q", got)
	}
}
