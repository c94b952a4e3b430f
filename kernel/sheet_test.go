package kernel

import (
	"encoding/xml"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// sheet is a page of a PDF file: its words with their places, and a picture of a dot per point, 1/72 inch.
type sheet struct {
	Width  float64     `xml:"width,attr"`
	Height float64     `xml:"height,attr"`
	Words  []sheetWord `xml:"word"`
	dots   image.Image
}

type sheetWord struct {
	Text string  `xml:",chardata"`
	X0   float64 `xml:"xMin,attr"`
	Y0   float64 `xml:"yMin,attr"`
	X1   float64 `xml:"xMax,attr"`
	Y1   float64 `xml:"yMax,attr"`
}

// readPaper reads a PDF file with poppler's tools.
func readPaper(t *testing.T, pdf, dir string) []sheet {
	t.Helper()
	text, err := exec.Command("pdftotext", "-bbox", pdf, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Sheets []sheet `xml:"body>doc>page"`
	}
	if err := xml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("pdftoppm", "-r", "72", "-png", pdf, filepath.Join(dir, "sheet")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	pictures, err := filepath.Glob(filepath.Join(dir, "sheet-*.png"))
	if err != nil || len(pictures) != len(doc.Sheets) {
		t.Fatalf("%d pictures of %d sheets; %v", len(pictures), len(doc.Sheets), err)
	}
	slices.Sort(pictures) // the numbers have leading zeros
	for i, name := range pictures {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		doc.Sheets[i].dots, err = png.Decode(f)
		_ = f.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	return doc.Sheets
}

// margin is the white edge of a sheet: Chromium leaves 1 cm, 28 points.
const margin = 26

// check looks for words that are cut off, and for the ground on which the page is printed.
func (s *sheet) check(t *testing.T, number int, dark bool) {
	t.Helper()
	for _, w := range s.Words {
		if w.X0 < margin || w.X1 > s.Width-margin || !s.inked(w) {
			t.Errorf("sheet %d: %q is cut off at %.0f to %.0f of %.0f", number, w.Text, w.X0, w.X1, s.Width)
		}
	}
	ground := 0
	box := s.dots.Bounds()
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			inside := x > margin && y > margin && x < box.Max.X-margin && y < box.Max.Y-margin
			r, g, b := s.rgb(x, y)
			if !inside && min(r, g, b) < 250 {
				t.Errorf("sheet %d: the margin is not white at %d, %d", number, x, y)
				return
			}
			if inside && (dark && max(r, g, b) < 40 || !dark && min(r, g, b) > 250) {
				ground++
			}
		}
	}
	if share := float64(ground) / float64(box.Dx()*box.Dy()); share < 0.3 {
		t.Errorf("sheet %d: only %.0f %% of it have the colour of its ground", number, 100*share)
	}
}

func (s *sheet) rgb(x, y int) (r, g, b int) {
	r32, g32, b32, _ := s.dots.At(x, y).RGBA()
	return int(r32 >> 8), int(g32 >> 8), int(b32 >> 8)
}

// inked reports whether there is something to see of a word, at its beginning and at its end: what is cut off has
// its place among the words, but no ink.
func (s *sheet) inked(w sheetWord) bool {
	quarter := (w.X1 - w.X0) / 4
	return s.differs(w.X0, w.X0+quarter, w) && s.differs(w.X1-quarter, w.X1, w)
}

func (s *sheet) differs(x0, x1 float64, w sheetWord) bool {
	low, high := 255, 0
	for y := int(w.Y0); y <= int(w.Y1); y++ {
		for x := int(x0) - 1; x <= int(x1)+1; x++ {
			r, g, b := s.rgb(x, y)
			low, high = min(low, r, g, b), max(high, r, g, b)
		}
	}
	return high-low > 40
}

// between returns what is on paper from one heading to the next, "" for the end: how often each word occurs in
// what a cell has put out, and how many dots have a colour.
func between(sheets []sheet, heading, next string) (words map[string]int, colours int) {
	words = map[string]int{}
	from, to := place(sheets, heading), place(sheets, next)
	for i := from.sheet; i >= 0 && i <= to.sheet && i < len(sheets); i++ {
		s, top, bottom := sheets[i], 0.0, sheets[i].Height
		if i == from.sheet {
			top = from.y
		}
		if i == to.sheet {
			bottom = to.y
		}
		for _, w := range s.Words {
			if w.Y0 >= top && w.Y1 <= bottom {
				words[w.Text]++
			}
		}
		colours += s.coloured(int(top), int(bottom))
	}
	return words, colours
}

type onPaper struct {
	sheet int
	y     float64
}

func place(sheets []sheet, word string) onPaper {
	for i, s := range sheets {
		for _, w := range s.Words {
			if w.Text == word {
				return onPaper{i, w.Y0}
			}
		}
	}
	return onPaper{len(sheets), 0}
}

// coloured counts the dots between two heights that are neither white nor black nor gray.
func (s *sheet) coloured(top, bottom int) (n int) {
	box := s.dots.Bounds()
	for y := top; y < min(bottom, box.Max.Y); y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if r, g, b := s.rgb(x, y); max(r, g, b)-min(r, g, b) > 24 {
				n++
			}
		}
	}
	return n
}
