// Package typeface provides the letters of pictures that embed them: the typeface Go Regular of Bigelow & Holmes,
// which has the Latin, Greek and Cyrillic alphabets and common symbols. It reads TrueType files. Package sfnt of
// x/image, which tests compare with, would add a fifth of a megabyte to the program.
package typeface

import (
	"encoding/binary"
	"sync"

	"golang.org/x/image/font/gofont/goregular"
)

// Glyph is the number of a letter in the typeface; 0 is the box for letters that it lacks.
type Glyph uint16

// Em is the number of units of outlines and widths per type size.
const Em = 2048

// Tables returns the tables of the typeface's file by name.
var Tables = sync.OnceValue(func() map[string][]byte { return TablesOf(goregular.TTF) })

// TablesOf returns the tables of a file by name.
func TablesOf(ttf []byte) map[string][]byte {
	tables := map[string][]byte{}
	for i := range int(u16(ttf, 4)) {
		entry := ttf[12+16*i:]
		at, size := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		tables[string(entry[:4])] = ttf[at : at+size]
	}
	return tables
}

func u16(b []byte, at int) int { return int(binary.BigEndian.Uint16(b[at:])) }
func i16(b []byte, at int) int { return int(int16(binary.BigEndian.Uint16(b[at:]))) }

// Of returns the letter for a character, whether the typeface has it, and its width.
func Of(r rune) (g Glyph, ok bool, width float64) {
	if r <= 0xFFFF {
		g = lookup(segments(), int(r))
	}
	return g, g != 0, Width(g)
}

// segments returns the Unicode subtable of cmap, in format 4 (OpenType, cmap).
var segments = sync.OnceValue(func() []byte {
	cmap := Tables()["cmap"]
	for i := range u16(cmap, 2) {
		entry := cmap[4+8*i:]
		if part := cmap[binary.BigEndian.Uint32(entry[4:]):]; u16(part, 0) == 4 {
			return part
		}
	}
	return nil
})

// lookup returns the letter for a character, using the first segment that ends at or after it.
func lookup(cmap []byte, c int) Glyph {
	n := u16(cmap, 6) // twice the number of segments
	ends, starts, deltas, ranges := 14, 16+n, 16+2*n, 16+3*n
	for i := 0; i < n; i += 2 {
		if c > u16(cmap, ends+i) {
			continue
		}
		start, delta, far := u16(cmap, starts+i), u16(cmap, deltas+i), u16(cmap, ranges+i)
		switch {
		case c < start:
			return 0
		case far == 0:
			return Glyph(c + delta)
		}
		if g := u16(cmap, ranges+i+far+2*(c-start)); g != 0 {
			return Glyph(g + delta)
		}
		return 0
	}
	return 0
}

// Width returns the advance width of a letter.
func Width(g Glyph) float64 {
	last := u16(Tables()["hhea"], 34) - 1 // all further letters have this width
	return float64(u16(Tables()["hmtx"], 4*min(int(g), last)))
}

// TextWidth returns the width of a text at a type size.
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
