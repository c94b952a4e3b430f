package pdf

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/msrepl/msrepl/internal/picture/drawing"
	"github.com/msrepl/msrepl/internal/picture/typeface"
)

// file is a document being written: numbered objects, and a table of their offsets.
type file struct {
	bytes.Buffer
	at []int
}

func (f *file) begin() { f.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n") }

// object adds an object and returns its number.
func (f *file) object(s string) int {
	f.at = append(f.at, f.Len())
	fmt.Fprintf(f, "%d 0 obj\n%s\nendobj\n", len(f.at), s)
	return len(f.at)
}

// stream adds compressed data, with additional entries for its dictionary.
func (f *file) stream(entries string, data []byte) int {
	p := packed(data)
	return f.object(fmt.Sprintf("<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream", entries, len(p), p))
}

// picture adds an image, with transparency as a mask.
func (f *file) picture(img image.Image) int {
	b := img.Bounds()
	var rgb, alpha []byte
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			rgb, alpha = append(rgb, c.R, c.G, c.B), append(alpha, c.A)
		}
	}
	form := fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8", b.Dx(), b.Dy())
	mask := f.stream(form+"/ColorSpace/DeviceGray", alpha)
	return f.stream(form+fmt.Sprintf("/ColorSpace/DeviceRGB/SMask %d 0 R", mask), rgb)
}

// font adds the letters that are used and maps them to characters, so that text can be searched and copied.
func (f *file) font(used map[typeface.Glyph]rune) int {
	const name = "MSREPL+GoRegular" // a tag of six letters marks a subset of a typeface
	letters := slices.Sorted(maps.Keys(used))
	data := subset(letters)
	program := f.stream(fmt.Sprintf("/Length1 %d", len(data)), data)
	var widths, texts strings.Builder
	for _, g := range letters {
		fmt.Fprintf(&widths, "%d[%d]", g, int(typeface.Width(g)*1000/typeface.Em))
		fmt.Fprintf(&texts, "1 beginbfchar <%04X> <", int(g))
		for _, u := range utf16.Encode([]rune{used[g]}) {
			fmt.Fprintf(&texts, "%04X", u)
		}
		texts.WriteString("> endbfchar\n")
	}
	// The bounding box and heights of the typeface, in thousandths of its size.
	descriptor := f.object(fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[-214 -265 1054 1118]"+
		"/ItalicAngle 0/Ascent 944/Descent -210/CapHeight 722/StemV 80/FontFile2 %d 0 R>>", name, program))
	letterFont := f.object(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)"+
		"/Ordering(Identity)/Supplement 0>>/FontDescriptor %d 0 R/W[%s]/CIDToGIDMap/Identity>>", name, descriptor, widths.String()))
	unicode := f.stream("", []byte("/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"+
		"/CMapName /Text def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"+texts.String()+
		"endcmap CMapName currentdict /CMap defineresource pop end end"))
	return f.object(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>",
		name, letterFont, unicode))
}

// end writes the page with its content, and the table of offsets.
func (f *file) end(d *drawing.Drawing, body int, resources string) {
	pages := len(f.at) + 2
	page := f.object(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 %s %s]/Contents %d 0 R/Resources%s>>",
		pages, num(d.W*pointsPerPixel), num(d.H*pointsPerPixel), body, resources))
	f.object(fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]/Count 1>>", page))
	catalog := f.object(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R>>", pages))
	var title strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + d.Title)) {
		fmt.Fprintf(&title, "%04X", u)
	}
	info := f.object("<</Producer(msrepl)/Title<" + title.String() + ">>>")
	start := f.Len()
	fmt.Fprintf(f, "xref\n0 %d\n0000000000 65535 f \n", len(f.at)+1)
	for _, at := range f.at {
		fmt.Fprintf(f, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(f, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(f.at)+1, catalog, info, start)
}
