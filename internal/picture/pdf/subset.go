package pdf

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/msrepl/msrepl/internal/picture/typeface"
)

// The tables of a TrueType file that PDF requires, sorted by name (ISO 32000-1, 9.9).
var needed = []string{"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}

var big = binary.BigEndian

// subset returns a TrueType file with the outlines of these letters, which keep their numbers.
func subset(letters []typeface.Glyph) []byte {
	tables := maps.Clone(typeface.Tables())
	tables["glyf"], tables["loca"] = outlines(int(big.Uint16(tables["maxp"][4:])), letters)
	head := slices.Clone(tables["head"])
	big.PutUint16(head[50:], 1) // loca has 32 bits
	tables["head"] = head
	return fontFile(tables)
}

// outlines returns the tables of outlines and of their offsets.
func outlines(count int, letters []typeface.Glyph) (glyf, loca []byte) {
	for g := range count {
		loca = big.AppendUint32(loca, uint32(len(glyf)))
		if g == 0 || slices.Contains(letters, typeface.Glyph(g)) {
			glyf = append(glyf, typeface.Data(typeface.Glyph(g))...)
			for len(glyf)%4 != 0 {
				glyf = append(glyf, 0)
			}
		}
	}
	return glyf, big.AppendUint32(loca, uint32(len(glyf)))
}

// fontFile returns a font file of the given tables.
func fontFile(tables map[string][]byte) []byte {
	var names []string
	for _, name := range needed {
		if tables[name] != nil {
			names = append(names, name)
		}
	}
	n, log := len(names), 0
	for 2<<log <= n {
		log++
	}
	out := big.AppendUint32(nil, 0x00010000)
	for _, v := range []int{n, 16 << log, log, 16*n - 16<<log} {
		out = big.AppendUint16(out, uint16(v))
	}
	at := 12 + 16*n
	var body []byte
	for _, name := range names {
		t := tables[name]
		sum, full := uint32(0), append(slices.Clone(t), make([]byte, (4-len(t)%4)%4)...)
		for i := 0; i < len(full); i += 4 {
			sum += big.Uint32(full[i:])
		}
		out = append(out, name...)
		out = big.AppendUint32(out, sum)
		out = big.AppendUint32(out, uint32(at+len(body)))
		out = big.AppendUint32(out, uint32(len(t)))
		body = append(body, full...)
	}
	return append(out, body...)
}
