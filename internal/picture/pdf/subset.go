package pdf

import (
	"encoding/binary"
	"slices"

	"github.com/msrepl/msrepl/internal/picture/typeface"
)

// Tables of a TrueType file that a reader of PDF needs, in the order of their names (ISO 32000-1, 9.9).
var needed = []string{"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}

// Bits of the parts of composed letters (OpenType, glyf).
const (
	wordArguments = 1 << 0
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	fourScales    = 1 << 7
)

var big = binary.BigEndian

// subset returns a TrueType file with the outlines of these letters and their parts, all under their old numbers.
func subset(ttf []byte, letters []typeface.Glyph) []byte {
	tables := map[string][]byte{}
	for i := range int(big.Uint16(ttf[4:])) {
		entry := ttf[12+16*i:]
		at, size := big.Uint32(entry[8:]), big.Uint32(entry[12:])
		tables[string(entry[:4])] = ttf[at : at+size]
	}
	tables["glyf"], tables["loca"] = outlines(tables, letters)
	head := slices.Clone(tables["head"])
	big.PutUint16(head[50:], 1) // loca has 32 bits
	tables["head"] = head
	return fontFile(tables)
}

// outlines returns the tables of outlines and of where they begin.
func outlines(tables map[string][]byte, letters []typeface.Glyph) (glyf, loca []byte) {
	count := int(big.Uint16(tables["maxp"][4:]))
	where := func(g int) (int, int) {
		old := tables["loca"]
		if big.Uint16(tables["head"][50:]) == 0 {
			return 2 * int(big.Uint16(old[2*g:])), 2 * int(big.Uint16(old[2*g+2:]))
		}
		return int(big.Uint32(old[4*g:])), int(big.Uint32(old[4*g+4:]))
	}
	keep := map[int]bool{}
	var visit func(g int)
	visit = func(g int) {
		if keep[g] || g >= count {
			return
		}
		keep[g] = true
		from, to := where(g)
		for _, part := range parts(tables["glyf"][from:to]) {
			visit(part)
		}
	}
	visit(0)
	for _, g := range letters {
		visit(int(g))
	}
	for g := range count {
		loca = big.AppendUint32(loca, uint32(len(glyf)))
		if keep[g] {
			from, to := where(g)
			glyf = append(glyf, tables["glyf"][from:to]...)
			for len(glyf)%4 != 0 {
				glyf = append(glyf, 0)
			}
		}
	}
	return glyf, big.AppendUint32(loca, uint32(len(glyf)))
}

// parts are the letters of which an outline is composed.
func parts(outline []byte) (letters []int) {
	if len(outline) < 10 || int16(big.Uint16(outline)) >= 0 {
		return nil
	}
	for at := 10; ; {
		flags := big.Uint16(outline[at:])
		letters = append(letters, int(big.Uint16(outline[at+2:])))
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&fourScales != 0:
			at += 8
		}
		if flags&moreParts == 0 {
			return letters
		}
	}
}

// fontFile puts tables together.
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
