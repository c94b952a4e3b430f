package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"github.com/msrepl/msrepl/internal/picture/drawing"
	"github.com/msrepl/msrepl/internal/picture/typeface"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

func sample() *drawing.Drawing {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, color.NRGBA{0, 0, 255, 255})
	d := &drawing.Drawing{W: 160, H: 80, Title: "naïve ∑ (title)"}
	d.Add(
		drawing.Path{Lines: drawing.Rectangle(10, 10, 40, 20), Closed: true, Style: drawing.Style{Fill: drawing.Color{NRGBA: color.NRGBA{R: 255, A: 255}}}},
		drawing.Picture{X: 60, Y: 10, W: 40, H: 20, Image: img},
		drawing.Clip{X: 110, Y: 0, W: 20, H: 80, Shapes: []drawing.Shape{
			drawing.Path{Lines: [][]drawing.Point{{{X: 100, Y: 20}, {X: 160, Y: 20}}}, Style: drawing.Style{Stroke: drawing.Ink, Width: 10}},
		}},
		drawing.Circle{At: drawing.Point{X: 30, Y: 50}, R: 10, Style: drawing.Style{Fill: drawing.Ink, Opacity: 0.5}},
		drawing.Text{At: drawing.Point{X: 60, Y: 60}, Anchor: "start", Size: 11, S: "Ångström Ωµλ é", Color: drawing.Ink},
	)
	return d
}

// TestTable: every entry of the table of objects leads to its object, and the last lines to the table.
func TestTable(t *testing.T) {
	raw := Document(sample(), color.NRGBA{A: 255})
	start := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindSubmatch(raw)
	if start == nil {
		t.Fatalf("no end: %q", raw[max(0, len(raw)-60):])
	}
	at, _ := strconv.Atoi(string(start[1]))
	lines := strings.SplitAfter(string(raw[at:]), "\n")
	if lines[0] != "xref\n" {
		t.Fatalf("the table begins with %q", lines[0])
	}
	n := 0
	for _, line := range lines[3:] {
		var offset int
		if _, err := fmt.Sscanf(line, "%010d 00000 n", &offset); err != nil {
			break
		}
		n++
		if want := fmt.Sprintf("%d 0 obj\n", n); len(line) != 20 || !bytes.HasPrefix(raw[offset:], []byte(want)) {
			t.Errorf("object %d: %q leads to %q", n, line, raw[offset:offset+10])
		}
	}
	if lines[1] != fmt.Sprintf("0 %d\n", n+1) || n < 8 {
		t.Errorf("%d objects, and the table says %q", n, lines[1])
	}
}

// TestPoppler checks that Poppler reads the document: texts, the embedded part of the typeface, the size of the page
// and the pixels.
func TestPoppler(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.pdf")
	raw := Document(sample(), color.NRGBA{A: 255})
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if len(raw) > 15_000 {
		t.Errorf("%d bytes: not only the letters that occur", len(raw))
	}
	run := func(name string, args ...string) string {
		return testenv.Output(t, exec.Command(testenv.Program(t, name), args...))
	}
	if out := run("pdftotext", path, "-"); !strings.Contains(out, "Ångström Ωµλ é") {
		t.Errorf("text %q", out)
	}
	if out := run("pdffonts", path); !regexp.MustCompile(`MSREPL\+GoRegular +CID TrueType +Identity-H +yes yes yes`).MatchString(out) {
		t.Errorf("fonts %s", out)
	}
	if out := run("pdfinfo", path); !strings.Contains(out, "naïve ∑ (title)") || !strings.Contains(out, "120 x 60 pts") {
		t.Errorf("info %s", out)
	}
	run("pdftoppm", "-png", "-r", "96", path, filepath.Join(dir, "p"))
	file, err := os.Open(filepath.Join(dir, "p-1.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	img, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y int
		want color.NRGBA
	}{
		{30, 20, color.NRGBA{255, 0, 0, 255}},
		{30, 35, color.NRGBA{255, 255, 255, 255}},
		{70, 20, color.NRGBA{0, 0, 255, 255}},
		{90, 20, color.NRGBA{255, 255, 255, 255}}, // its second pixel is transparent
		{105, 20, color.NRGBA{255, 255, 255, 255}},
		{120, 20, color.NRGBA{A: 255}},
		{140, 20, color.NRGBA{255, 255, 255, 255}},
	} {
		if got := color.NRGBAModel.Convert(img.At(c.x, c.y)); got != c.want {
			t.Errorf("pixel %d, %d is %v, want %v", c.x, c.y, got, c.want)
		}
	}
	if r, _, _, _ := img.At(30, 50).RGBA(); r>>8 < 125 || r>>8 > 130 {
		t.Errorf("black that is half opaque is %d", r>>8)
	}
}

// TestSubset: the subset of the typeface is a valid font, in which only letters in use have outlines.
func TestSubset(t *testing.T) {
	used, _, _ := typeface.Of('é')
	other, _, _ := typeface.Of('Q')
	part, err := sfnt.Parse(withNames(subset([]typeface.Glyph{used})))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var b, c sfnt.Buffer
	for g, want := range map[typeface.Glyph]bool{used: true, other: false, 0: true} {
		got, err := part.LoadGlyph(&b, sfnt.GlyphIndex(g), typeface.Em*64, nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := whole.LoadGlyph(&c, sfnt.GlyphIndex(g), typeface.Em*64, nil)
		if err != nil {
			t.Fatal(err)
		}
		if same := fmt.Sprint(got) == fmt.Sprint(all); same != want || !want && len(got) != 0 {
			t.Errorf("letter %d has %d pieces of %d", g, len(got), len(all))
		}
	}
}

// withNames adds the tables that package sfnt requires and PDF does not.
func withNames(ttf []byte) []byte {
	tables := maps.Clone(typeface.Tables())
	maps.Copy(tables, typeface.TablesOf(ttf))
	defer func(old []string) { needed = old }(needed)
	needed = append([]string{"OS/2", "cmap", "name", "post"}, needed...)
	slices.Sort(needed)
	return fontFile(tables)
}

// TestDescriptor compares the font descriptor of the document with the font file.
func TestDescriptor(t *testing.T) {
	table := func(name string) []byte { return typeface.Tables()[name] }
	per := func(b []byte) int { return int(int16(big.Uint16(b))) * 1000 / typeface.Em }
	head, hhea, os2 := table("head"), table("hhea"), table("OS/2")
	box := []int{per(head[36:]), per(head[38:]), per(head[40:]), per(head[42:])}
	want := fmt.Sprintf("/FontBBox%v/ItalicAngle 0/Ascent %d/Descent %d/CapHeight %d", box, per(hhea[4:]), per(hhea[6:]), per(os2[88:]))
	if raw := Document(sample(), color.NRGBA{A: 255}); !bytes.Contains(raw, []byte(want)) {
		t.Errorf("no %s in the document", want)
	}
}
