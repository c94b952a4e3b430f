package display

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/picture/colormap"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/tensor"
)

// kinds returns a figure of each kind.
func kinds() map[string]*Figure {
	x, names := []float64{1, 2, 4}, []string{"one", "two", "three"}
	z := [][]float64{{0, 1, 2}, {1, 2, 3}, {2, 3, 5}}
	twin := NewPlot("twin").Line("left", x, x)
	twin.TwinX().YLabel("right").Step("right", x, x)
	return map[string]*Figure{
		"line": NewPlot("title").XLabel("ξ").YLabel("µ").Line("a", x, x, Format("rs--")).Band("a", x, seq(3), x), "area": NewPlot("").Area("a", x, x),
		"log": NewPlot("").XLog().YLog().Scatter("a", x, x, Style{Marker: "D", Alpha: 0.5}), "bars": NewPlot("").Bar("a", names, x).ErrorBar("a", names, x, 0.5),
		"hist": NewPlot("").Hist("a", x, 3), "box": NewPlot("").Box("a", x), "violin": NewPlot("").Violin("a", x),
		"heat": NewPlot("").Heat(x, x, z).Contour(x, x, z, nil), "contour": NewPlot("").Contour(nil, x, z, []float64{1.5}),
		"regions": NewPlot("").Regions(nil, nil, [][]int{{0, 1}, {1, 0}}).Scatter("c", []int{0, 1}, []int{0, 1}, Style{By: []int{0, 1}}),
		"by":      NewPlot("").Scatter("", x, x, Style{By: x, Marker: "*"}), "twin": twin,
		"notes":   NewPlot("").Line("", x, x).Annotate("here", 2, 2, 3, 1).Text("there", 1, 3).HLine("level", 2).VLine("", 3, Format(":")),
		"picture": NewPlot("").Picture([][]float64{{0, 1}, {1, 0}}), "confusion": Confusion([][]int{{3, 1}, {0, 4}}, "cat", "dog"),
		"limits": NewPlot("").XLim(1.5, 3).Line("", x, x).Legend("below"), "empty": NewPlot("nothing"),
	}
}

// TestSave checks that each kind of figure can be saved in each format, and the files can be read.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	pdftotext := testenv.Program(t, "pdftotext")
	for name, f := range kinds() {
		for _, ending := range []string{".svg", ".png", ".pdf"} {
			path := filepath.Join(dir, name+ending)
			if err := f.Save(path); err != nil {
				t.Fatal(err)
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			switch ending {
			case ".svg":
				markup(t, name, string(raw))
			case ".png":
				img, err := png.Decode(bytes.NewReader(raw))
				if err != nil {
					t.Fatal(name, err)
				}
				f.mu.Lock()
				d := f.draw().d
				f.mu.Unlock()
				if w := float64(img.Bounds().Dx()); w < 2*d.W || w > 2*d.W+1 {
					t.Errorf("%s: %v pixels for %v at 192 dpi", name, w, d.W)
				}
			case ".pdf":
				out, err := exec.Command(pdftotext, path, "-").CombinedOutput()
				if err != nil || strings.Contains(string(out), "Error") {
					t.Errorf("%s: %v %s", name, err, out)
				}
				for _, word := range map[string][]string{"line": {"title", "ξ", "a"}, "bars": {"one", "three"}, "confusion": {"predicted", "cat", "4"}}[name] {
					if !strings.Contains(string(out), word) {
						t.Errorf("%s: no %q in %q", name, word, out)
					}
				}
			}
		}
	}
	path := filepath.Join(dir, "small.png")
	if err := NewPlot("").Save(path, 48); err != nil {
		t.Fatal(err)
	}
	raw, _ := os.ReadFile(path)
	if c, err := png.DecodeConfig(bytes.NewReader(raw)); err != nil || c.Width > 260 {
		t.Errorf("%d pixels at half the resolution of a screen, %v", c.Width, err)
	}
}

// TestSavedPixels checks that a bar is painted at its position in the picture, on white, in PNG and PDF.
func TestSavedPixels(t *testing.T) {
	dir := t.TempDir()
	f := NewPlot("").Bar("", []string{"a"}, []float64{1}).Grid(false)
	r := having(drawn(t, f), "rect")[0]
	if err := errors.Join(f.Save(filepath.Join(dir, "a.png"), 96), f.Save(filepath.Join(dir, "a.pdf"))); err != nil {
		t.Fatal(err)
	}
	pdftoppm := testenv.Program(t, "pdftoppm")
	if out, err := exec.Command(pdftoppm, "-png", "-r", "96", filepath.Join(dir, "a.pdf"), filepath.Join(dir, "b")).CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	pages, _ := filepath.Glob(filepath.Join(dir, "b*.png"))
	for _, path := range append(pages, filepath.Join(dir, "a.png")) {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		at := func(x, y float64) color.NRGBA { return color.NRGBAModel.Convert(img.At(int(x), int(y))).(color.NRGBA) }
		x, y, w := r.num("x"), r.num("y"), r.num("width")
		blue, white := colormap.Series(0), color.NRGBA{255, 255, 255, 255}
		for k, c := range []struct {
			x, y float64
			want color.NRGBA
		}{{x + w/2, y + 50, blue}, {x + 3, y + 3, blue}, {x + w - 3, y + 3, blue}, {x + w/2, y - 3, white}, {x - 3, y + 50, white}} {
			if got := at(c.x, c.y); got != c.want {
				t.Errorf("%s: place %d is %v, want %v", filepath.Base(path), k, got, c.want)
			}
		}
	}
}

// TestFigureText: in text form, figures show curves as dots, fields as shades and matrices as numbers.
func TestFigureText(t *testing.T) {
	for name, c := range map[string]struct {
		f    *Figure
		want []string
	}{
		"bars":      {NewPlot("t").Bar("a", []string{"one", "two"}, []float64{0, 1}), []string{"t  a\n1 ┤", "⣿", "\n   one", "two"}},
		"heat":      {NewPlot("t").Heat(seq(2), seq(2), [][]int{{1, 1}, {1, 5}}), []string{"t\n1 (░) to 5 (█)\n░░██\n░░░░"}},
		"matrix":    {NewPlot("").Heat(nil, nil, [][]int{{1, 1}, {1, 5}}), []string{"1 (░) to 5 (█)\n░░░░\n░░██"}},
		"confusion": {Confusion([][]int{{50, 2}, {3, 45}}, "cat", "dog"), []string{"rows are true, columns predicted", "cat   50    2", "dog    3   45"}},
		"boundary":  {NewPlot("").Regions(nil, nil, [][]int{{0, 1}}).Scatter("", []int{0}, []int{0}), []string{"┤"}},
	} {
		for _, want := range c.want {
			if !strings.Contains(c.f.String(), want) {
				t.Errorf("%s: no %q in\n%s", name, want, c.f)
			}
		}
	}
}

// TestOnce checks that a cell's output has each figure once, in lines that are suitable for diffs.
func TestOnce(t *testing.T) {
	bundles := map[string]Bundle{
		"heat map": Heatmap([][]float64{{1, 2}}), "histogram": Hist([]float64{1, 2}, 2), "cells": Graph(smallNet()), "sheet": Subplots(2, kinds()["line"]).Display(),
	}
	for name, f := range kinds() {
		bundles[name] = f.Display()
	}
	for name, b := range bundles {
		copies := 0
		for _, v := range b.Data {
			copies += strings.Count(fmt.Sprint(v), "<svg xmlns")
		}
		if copies != 1 {
			t.Errorf("%s is there %d times", name, copies)
		}
		for line := range strings.Lines(b.Data["text/html"].(string)) {
			if len(line) > 600 && !strings.Contains(line, "data:image/png") {
				t.Errorf("%s has a line of %d bytes: %.80s", name, len(line), line)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	defer Formats("html")
	Formats("svg", "png", "pdf")
	b := Plot([]int{1, 2}).Display()
	if s, _ := b.Data["image/svg+xml"].(string); b.Data["text/html"] != nil || !strings.Contains(s, "<style>") {
		t.Errorf("svg: %.80s", s)
	}
	if _, _, err := image.Decode(bytes.NewReader(b.Data["image/png"].([]byte))); err != nil {
		t.Error(err)
	}
	if raw, _ := b.Data["application/pdf"].([]byte); !bytes.HasPrefix(raw, []byte("%PDF-1.7")) {
		t.Errorf("pdf: %.20s", raw)
	}
	if Graph(smallNet()).Data["image/svg+xml"] == nil {
		t.Error("a graph is no file")
	}
	Formats()
	if b := Plot([]int{1, 2}).Display(); len(b.Data) != 1 {
		t.Errorf("%d forms, want text", len(b.Data))
	}
}

// TestContrasts checks that all colours of series and all named ones have enough contrast to white and to the
// backgrounds of the dark themes of JupyterLab and VS Code, and so does the text of files: 3 for graphics, 4.5 for
// text (WCAG 2.2).
func TestContrasts(t *testing.T) {
	white, dark, darker := color.NRGBA{255, 255, 255, 255}, color.NRGBA{0x1e, 0x1e, 0x1e, 255}, color.NRGBA{0x11, 0x11, 0x11, 255}
	check := func(name string, c color.NRGBA, least float64, grounds ...color.NRGBA) {
		for _, g := range grounds {
			if got := colormap.Contrast(c, g); got < least {
				t.Errorf("%s: the contrast of %v to %v is %.2f, want %v", name, c, g, got, least)
			}
		}
	}
	for i := range colormap.SeriesColours {
		check(fmt.Sprint("series ", i), colormap.Series(i), 3, white, dark, darker)
	}
	for _, name := range []string{"blue", "orange", "green", "red", "purple", "cyan", "gray", "magenta", "olive", "brown"} {
		c, ok := colourNamed(name)
		if !ok {
			t.Errorf("no colour %s", name)
		}
		check(name, c.NRGBA, 3, white, dark, darker)
	}
	for i := range 11 {
		check("line of a level", colormap.Even(float64(i)/10), 3, white, dark, darker)
		ground := colormap.Sequential(float64(i) / 10)
		check("number in a cell", legible(ground).NRGBA, 4.5, ground)
	}
	check("text", ink, 4.5, white)
	check("text of files in the dark", color.NRGBA{0xdd, 0xdd, 0xdd, 255}, 4.5, dark, darker)
	if got := colormap.Contrast(white, color.NRGBA{A: 255}); got != 21 {
		t.Errorf("white to black is %v, want 21", got)
	}
	for name, f := range kinds() {
		for _, m := range drawn(t, f) {
			if fill := m.attr["fill"]; m.tag == "text" && fill != "currentColor" && name != "confusion" {
				t.Errorf("%s: the text %q is %s, which not every page suits", name, m.text, fill)
			}
		}
	}
}

// TestSubplots checks that the plots of a column are aligned on the left, and those of a row at the top.
func TestSubplots(t *testing.T) {
	f := func(label string, y []float64) *Figure { return NewPlot(label).YLabel(label).Line("", nil, y) }
	s := Subplots(2, f("a", []float64{0, 1e6}), f("", seq(3)), f("", seq(3)), nil, f("c", []float64{0, 0.001}))
	var boxes []plotBox
	var axes []mark
	for _, m := range having(drawn(t, s), "line") {
		if m.attr["opacity"] == "0.6" {
			axes = append(axes, m)
		}
	}
	for k := 0; k < len(axes); k += 2 {
		boxes = append(boxes, boxOf(axes[k:k+2]))
	}
	if len(boxes) != 4 || boxes[0].left != boxes[2].left || boxes[2].left != boxes[3].left || boxes[1].left < boxes[0].right {
		t.Errorf("plots are at %v", boxes)
	}
	if boxes[0].top != boxes[1].top || boxes[2].top < boxes[0].bottom || boxes[3].top < boxes[2].bottom {
		t.Errorf("plots are at %v", boxes)
	}
	if n := strings.Count(s.String(), "└"); n != 4 {
		t.Errorf("%d plots in dots, want 4", n)
	}
	if err := s.Save(filepath.Join(t.TempDir(), "s.pdf")); err != nil {
		t.Error(err)
	}
}

func TestFormat(t *testing.T) {
	for s, want := range map[string]Style{
		"r--": {Color: "r", Line: "--"}, "ko": {Color: "k", Marker: "o", Line: "none"}, "C1s:": {Color: "C1", Marker: "s", Line: ":"},
		"-": {Line: "-"}, "": {}, "^-.g": {Color: "g", Marker: "^", Line: "-."},
	} {
		if got := Format(s); got != want {
			t.Errorf("Format(%q) = %+v, want %+v", s, got, want)
		}
	}
	marks := drawn(t, NewPlot("").Line("", nil, []int{1, 2}, Format("k--"), Style{Width: 3}))
	if a := having(marks, "line"); !slices.ContainsFunc(a, func(m mark) bool {
		return m.attr["stroke"] == "currentColor" && m.attr["stroke-width"] == "3" && m.attr["stroke-dasharray"] == "6 3"
	}) {
		t.Errorf("no such line among %v", a)
	}
}

// TestRecords checks that two or more records are shown as a table; values whose type defines a text, and single
// rows, are not.
func TestRecords(t *testing.T) {
	type run struct {
		Name string
		Loss float64
	}
	for name, c := range map[string]struct {
		v    any
		want string // its first line
	}{
		"structs":    {[]run{{"a", 0.5}, {"b", 0.25}}, "   Name  Loss"},
		"pointers":   {[]*run{{"a", 0.5}, {"b", 0.25}}, "   Name  Loss"},
		"array":      {[2]run{}, "   Name  Loss"},
		"maps":       {[]map[string]any{{"x": 1, "y": 2}, {"x": 3, "y": 4}}, "   x  y"},
		"one":        {[]run{{"a", 0.5}}, `[{Name:"a" Loss:0.5}]`},
		"nil":        {[]*run{{"a", 0.5}, nil}, `[&{Name:"a" Loss:0.5} nil]`},
		"other keys": {[]map[string]any{{"x": 1}, {"y": 2}}, `[map["x":1] map["y":2]]`},
		"own text":   {[]callsItself{{1}, {2}}, "[itself itself]"},
		"mixed":      {[]any{run{"a", 0.5}, 1}, `[{Name:"a" Loss:0.5} 1]`},
		"no fields":  {[]struct{}{{}, {}}, "[{} {}]"},
		"tensors":    {[]map[string]any{{"x": tensor.Ones(1)}, {"x": tensor.Ones(1)}}, "[{'x': Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])},"},
	} {
		b := Echo(c.v)
		first, _, _ := strings.Cut(b.Text(), "\n")
		if strings.TrimRight(first, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, first, c.want)
		}
		if table := strings.HasPrefix(c.want, "   "); table != (b.Data["text/html"] != nil) {
			t.Errorf("%s: a page with a table: %v", name, !table)
		}
		if strings.Contains(Brief(c.v), "\n") && name != "tensors" {
			t.Errorf("%s: in a listing it is %q", name, Brief(c.v))
		}
	}
}

type callsItself struct{ n int }

func (callsItself) String() string { return "itself" }

func TestFigureErrors(t *testing.T) {
	x := seq(3)
	for name, c := range map[string]struct {
		f    func()
		want string
	}{
		"ending":  {func() { _ = NewPlot("").Save("a.jpg") }, "ValueError: For 'Save', the file must end in .svg, .pdf or .png, but got \"a.jpg\"."},
		"letters": {func() { _ = NewPlot("损失").Save("a.pdf") }, "ValueError: For 'Save', the font of .pdf files has no glyphs for \"失损\"; an .svg file uses the fonts of the viewer."},
		"texts": {
			func() { NewPlot("").Box("", []string{"a"}) },
			"TypeError: For 'Box', the input must be a Tensor or numbers: the input_data is ['a'] that contain " +
				"unsupported element.",
		},
		"ragged": {
			func() { Heatmap([][]int{{1, 2}, {3}}) },
			"ValueError: For 'Heatmap', the input must be a Tensor or numbers: the input_data is ragged: element [1] " +
				"is a list of length 1 where a list of length 2 is expected.",
		},
		"dpi":          {func() { _ = NewPlot("").Save("a.png", 0) }, "ValueError: For 'Save', dpi must be in [10, 2400], but got 0."},
		"colour":       {func() { NewPlot("").Line("", x, x, Style{Color: "blau"}) }, "ValueError: For 'Line', the colour \"blau\" is neither a name, a letter, C0 to C5 nor #rrggbb."},
		"line":         {func() { NewPlot("").Step("", x, x, Style{Line: "."}) }, "ValueError: For 'Step', the line must be -, --, :, -. or none, but got \".\"."},
		"marker":       {func() { NewPlot("").Scatter("", x, x, Style{Marker: "q"}) }, "ValueError: For 'Scatter', the marker must be one of o, s, ^, v, D, x, +, *, . and none, but got \"q\"."},
		"format":       {func() { Format("r!") }, "ValueError: For 'Format', \"r!\" has no colour, marker or line at \"!\"."},
		"lengths":      {func() { NewPlot("").Bar("", []string{"a"}, x) }, "ValueError: For 'Bar', x and y must have as many numbers, but got 1 and 3."},
		"by":           {func() { NewPlot("").Scatter("", x, x, Style{By: []int{1}}) }, "ValueError: For 'Scatter', By must have as many numbers as there are points, but got 1 and 3."},
		"errors":       {func() { NewPlot("").ErrorBar("", x, x, []float64{1, 2}) }, "ValueError: For 'ErrorBar', err must be one number or have the shape [3] or [2, 3], but got (2,)."},
		"matrix":       {func() { NewPlot("").Heat(x, x, x) }, "ValueError: For 'Heat', z must be a matrix that is not empty, but got the shape (3,)."},
		"places":       {func() { NewPlot("").Heat(x, x, [][]float64{{1, 2, 3}}) }, "ValueError: For 'Heat', z must have the shape [3, 3] of y and x, but got (1, 3)."},
		"order":        {func() { NewPlot("").Contour([]int{1, 0}, nil, [][]int{{1, 2}}, nil) }, "ValueError: For 'Contour', x and y must increase, but got 0 at index 1."},
		"limits":       {func() { NewPlot("").YLim(1, 1) }, "ValueError: For 'YLim', the limits must be two different finite numbers, but got 1 and 1."},
		"ticks":        {func() { NewPlot("").XTicks(x, "one") }, "ValueError: For 'XTicks', there must be as many texts as numbers, but got 1 and 3."},
		"legend":       {func() { NewPlot("").Legend("top") }, "ValueError: For 'Legend', the place must be one of [\"right\" \"below\" \"upper left\" \"upper right\" \"lower left\" \"lower right\" \"none\"], but got \"top\"."},
		"size":         {func() { NewPlot("").Size(0, 100) }, "ValueError: For 'Size', width and height must be in [20, 10000], but got 0 and 100."},
		"columns":      {func() { Subplots(0) }, "ValueError: For 'Subplots', there must be at least one column, but got 0."},
		"not square":   {func() { Confusion([][]int{{1, 2}}) }, "ValueError: For 'Confusion', the matrix must be square and not empty, but got the shape (1, 2)."},
		"class names":  {func() { Confusion([][]int{{1, 2}, {3, 4}}, "a") }, "ValueError: For 'Confusion', there must be 2 class names, but got 1."},
		"edges":        {func() { NewPlot("").Picture([][]int{{1}}, 1, 2) }, "ValueError: For 'Picture', the edges must be left, right, bottom and top, but got 2 numbers."},
		"forms":        {func() { Formats("gif") }, "ValueError: For 'Formats', the format must be html, svg, png or pdf, but got \"gif\"."},
		"complex line": {func() { NewPlot("").Line("", nil, []complex64{1}) }, "TypeError: For 'Line', the dtype must be real, but got Complex64; take Abs() or Real()."},
	} {
		var e *tensor.Error
		if err := tensor.Try(c.f); !errors.As(err, &e) || string(e.Kind)+": "+e.Error() != c.want && e.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
	if err := NewPlot("").Save(filepath.Join(t.TempDir(), "no", "a.svg")); err == nil {
		t.Error("saved in a folder that is missing")
	}
}

// TestConfusionNumbers checks that counts are exact and shares have four digits.
func TestConfusionNumbers(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 7: "7", 9999: "9999", 10001: "10001", 59999: "59999", 123456: "123456", 9999999: "9999999", 0.123456: "0.1235", -2: "-2",
	} {
		page := fmt.Sprint(Confusion([][]float64{{x, 0}, {0, 0}}).Display().Data["text/html"])
		if !strings.Contains(page, ">"+want+"<") {
			t.Errorf("%v is not written as %s:\n%s", x, want, page)
		}
	}
}
