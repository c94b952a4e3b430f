package display

import (
	"bytes"
	"image/color"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/atomicfile"
	"github.com/msrepl/msrepl/internal/picture/drawing"
	"github.com/msrepl/msrepl/internal/picture/pdf"
	"github.com/msrepl/msrepl/internal/picture/raster"
	"github.com/msrepl/msrepl/internal/picture/svg"
	"github.com/msrepl/msrepl/internal/picture/typeface"
)

// figureFormats maps the names of the formats of figures in outputs to MIME types.
var figureFormats = map[string]string{"html": "text/html", "svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}

var chosenFormats atomic.Pointer[[]string]

// Formats sets the formats of plots in outputs, besides text: "html", the default, which takes its colours from the
// page; "svg", "png" and "pdf" for programs that cannot show HTML, such as TeX and file viewers. Without arguments
// only the text is left. Other names are a ValueError.
func Formats(names ...string) {
	for _, name := range names {
		if figureFormats[name] == "" {
			reject("Formats", "the format must be html, svg, png or pdf, but got %q.", name)
		}
	}
	names = slices.Clone(names)
	chosenFormats.Store(&names)
}

// pictureBundle shows a drawing, below a head if there is one.
func pictureBundle(text, head string, d *drawing.Drawing) Bundle {
	b := TextBundle(text)
	names := []string{"html"}
	if chosen := chosenFormats.Load(); chosen != nil {
		names = *chosen
	}
	for _, name := range names {
		switch name {
		case "html":
			page := d.SVG().Inline()
			if head != "" {
				page = framed(head, page)
			}
			b.Data[figureFormats[name]] = page
		case "svg":
			b.Data[figureFormats[name]] = d.SVG().File()
		default:
			b.Data[figureFormats[name]] = written(d, "."+name, usualDPI)
		}
	}
	return b
}

// pageBundle shows a picture on a page, and in the file formats that the user has chosen.
func pageBundle(text, page string, d *svg.Doc) Bundle {
	b := Bundle{Data: map[string]any{"text/plain": text, "text/html": page}}
	if chosen := chosenFormats.Load(); chosen != nil && slices.Contains(*chosen, "svg") {
		b.Data["image/svg+xml"] = d.File()
	}
	return b
}

// usualDPI is two pixels per pixel of the screen.
const usualDPI = 192

// The colours of pictures with a background.
var ink, paper = color.NRGBA{0x22, 0x22, 0x22, 255}, color.NRGBA{255, 255, 255, 255}

// written returns a drawing as a file with this extension, or nil if there is no such format.
func written(d *drawing.Drawing, ending string, dpi float64) []byte {
	switch strings.ToLower(ending) {
	case ".svg":
		return []byte(d.SVG().File() + "\n")
	case ".pdf":
		return pdf.Document(d, color.NRGBA{A: 255})
	case ".png":
		var b bytes.Buffer
		_ = png.Encode(&b, raster.Image(d, dpi/96, ink, paper)) // writes to memory do not fail
		return b.Bytes()
	}
	return nil
}

// save writes a drawing to a file.
func save(d *drawing.Drawing, path string, dpi []float64) error {
	at := float64(usualDPI)
	if len(dpi) > 0 {
		at = dpi[0]
	}
	if !(at >= 10 && at <= 2400) {
		reject("Save", "dpi must be in [10, 2400], but got %v.", at)
	}
	ending := filepath.Ext(path)
	if e := strings.ToLower(ending); !slices.Contains([]string{".svg", ".pdf", ".png"}, e) {
		reject("Save", "the file must end in .svg, .pdf or .png, but got %q.", path)
	} else if e != ".svg" {
		if missing := missingLetters(d.Shapes); missing != "" {
			reject("Save", "the font of %s files has no glyphs for %q; an .svg file uses the fonts of the viewer.", e, missing)
		}
	}
	return atomicfile.WriteText(path, written(d, ending, at))
}

// missingLetters returns the letters that the typeface lacks.
func missingLetters(shapes []drawing.Shape) string {
	var missing []rune
	for _, s := range shapes {
		switch s := s.(type) {
		case drawing.Text:
			missing = append(missing, typeface.Missing(s.S)...)
		case drawing.Clip:
			missing = append(missing, []rune(missingLetters(s.Shapes))...)
		}
	}
	slices.Sort(missing)
	return string(slices.Compact(missing))
}

// Display returns what a cell shows for the figure.
func (f *Figure) Display() Bundle {
	f.mu.Lock()
	defer f.mu.Unlock()
	return pictureBundle(f.text(), "", f.draw().d)
}

// String returns the figure as text.
func (f *Figure) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text()
}

// Save writes the figure to a file in the format of its extension: .svg, .pdf (with embedded fonts and searchable
// text) or .png, on white, with dpi pixels per inch, 192 by default. PDF and PNG support Latin, Greek and Cyrillic
// letters; other letters, such as Chinese ones, and other extensions are a ValueError.
func (f *Figure) Save(path string, dpi ...float64) error {
	f.mu.Lock()
	d := f.draw().d
	f.mu.Unlock()
	return save(d, path, dpi)
}
