package main

import (
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// stream is a loop over arrays of different element types, sixteen elements per iteration; the caller computes the
// rest.
type stream struct {
	name, doc string
	arrays    []array
	scalars   []string
	body      func(l lanes, s []V, at func(array string) Mem)
	amd64     bool // not for arm64, where Go's loop takes one instruction per element, too
	wide      bool // not for AVX2, for the same reason
}

// streams returns the streams of an instruction set of amd64.
func (l lanes) streams() []stream {
	return slices.DeleteFunc(streams(), func(k stream) bool { return k.wide && !l.wide() })
}

// array is an array of elements of one Go type.
type array struct{ name, of string }

func (a array) size() int {
	return map[string]int{
		"int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float32": 4, "int32": 4, "float64": 8, "int64": 8,
	}[a.of]
}

// turn is the number of elements that a stream computes per iteration.
const turn = 16

func (k stream) emit(set lanes) {
	label := k.name + set.name
	args := []string{"n int"}
	for _, a := range k.arrays {
		args = append(args, a.name+" *"+a.of)
	}
	for _, s := range k.scalars {
		args = append(args, s+" float32")
	}
	TEXT(label, NOSPLIT, "func("+strings.Join(args, ", ")+")")
	Doc(label + " " + k.doc + " n is a multiple of 16 and not 0.")
	Pragma("noescape")
	n := Load(Param("n"), GP64())
	base := map[string]reg.Register{}
	for _, a := range k.arrays {
		base[a.name] = Load(Param(a.name), GP64())
	}
	f := frame{lanes: set}
	var scalars []V
	for _, s := range k.scalars {
		scalars = append(scalars, f.broadcast(s))
	}
	Label(label + "_loop")
	for j := 0; j < turn; j += set.count() {
		k.body(set, scalars, func(name string) Mem {
			for _, a := range k.arrays {
				if a.name == name {
					return Mem{Base: base[name], Disp: j * a.size()}
				}
			}
			panic("no array " + name)
		})
	}
	for _, a := range k.arrays {
		ADDQ(U8(turn*a.size()), base[a.name])
	}
	SUBQ(U8(turn), n)
	JNZ(LabelRef(label + "_loop"))
	VZEROUPPER()
	RET()
}

// streams are conversions, comparisons and choices.
func streams() []stream {
	list := []stream{
		{
			name: "halfToFloat", doc: "writes each x to y.", arrays: []array{{"y", "float32"}, {"x", "uint16"}},
			body: func(l lanes, _ []V, at func(string) Mem) {
				v := l.vector()
				VCVTPH2PS(at("x"), v)
				VMOVUPS(v, at("y"))
			},
		},
		{
			name: "floatToHalf", doc: "writes each x to y, rounded to nearest even.", arrays: []array{{"y", "uint16"}, {"x", "float32"}},
			body: func(l lanes, _ []V, at func(string) Mem) { VCVTPS2PH(U8(0), l.copy(at("x")), at("y")) },
		},
		{
			name: "brainToFloat", doc: "writes each x, a bfloat16, to y.", arrays: []array{{"y", "float32"}, {"x", "uint16"}},
			body: func(l lanes, _ []V, at func(string) Mem) {
				v := l.vector()
				VPMOVZXWD(at("x"), v)
				VPSLLD(U8(16), v, v)
				VMOVUPS(v, at("y"))
			},
		},
		{
			name: "floatToBrain", doc: "writes each x to y, rounded to the nearest even bfloat16.", arrays: []array{{"y", "uint16"}, {"x", "float32"}},
			body: func(l lanes, _ []V, at func(string) Mem) { l.storeWords(l.brain(l.copy(at("x"))), at("y")) },
		},
	}
	for _, r := range relations {
		list = append(list, r.streams()...)
	}
	return append(append(list, selections...), casts()...)
}

// casts are conversions with one instruction.
func casts() []stream {
	var list []stream
	cast := func(name, from, to string, body func(l lanes, x, y Mem)) {
		list = append(list, stream{
			name: name, doc: "writes each x to y.", arrays: []array{{"y", to}, {"x", from}}, amd64: true,
			body: func(l lanes, _ []V, at func(string) Mem) { body(l, at("x"), at("y")) },
		})
	}
	// through is a conversion between elements of the same size, widened one to elements of twice the size.
	through := func(f func(...Op)) func(l lanes, x, y Mem) {
		return func(l lanes, x, y Mem) {
			v := l.vector()
			f(x, v)
			VMOVUPS(v, y)
		}
	}
	widened := func(f func(...Op)) func(l lanes, x, y Mem) {
		return func(l lanes, x, y Mem) {
			through(f)(l, x, y)
			x.Disp += l.bytes / 2
			y.Disp += l.bytes
			through(f)(l, x, y)
		}
	}
	cast("byteToInt", "uint8", "int32", through(VPMOVZXBD))
	cast("byteToFloat", "uint8", "float32", floats(VPMOVZXBD))
	cast("charToFloat", "int8", "float32", floats(VPMOVSXBD))
	cast("shortToFloat", "int16", "float32", floats(VPMOVSXWD))
	cast("charToInt", "int8", "int32", through(VPMOVSXBD))
	cast("shortToInt", "int16", "int32", through(VPMOVSXWD))
	cast("intToByte", "int32", "uint8", func(l lanes, x, y Mem) { l.storeBytes(l.copy(x), y) })
	cast("intToShort", "int32", "int16", lanes.shorts)
	cast("intToFloat", "int32", "float32", through(VCVTDQ2PS))
	cast("floatToInt", "float32", "int32", through(VCVTTPS2DQ))
	cast("floatToDouble", "float32", "float64", widened(VCVTPS2PD))
	cast("intToDouble", "int32", "float64", widened(VCVTDQ2PD))
	cast("intToLong", "int32", "int64", widened(VPMOVSXDQ))
	cast("doubleToFloat", "float64", "float32", halved(VCVTPD2PS, VCVTPD2PSY))
	cast("longToInt", "int64", "int32", lanes.longs)
	cast("floatToByte", "float32", "uint8", lanes.toBytes)
	cast("byteToLong", "uint8", "int64", func(l lanes, x, y Mem) {
		for range 2 {
			through(VPMOVZXBQ)(l, x, y)
			x.Disp += l.bytes / 8
			y.Disp += l.bytes
		}
	})
	cast("floatToLong", "float32", "int64", widened(VCVTTPS2QQ))
	cast("longToFloat", "int64", "float32", halved(VCVTQQ2PS, nil))
	for i := range 2 {
		list[len(list)-1-i].wide = true
	}
	cast("doubleToInt", "float64", "int32", halved(VCVTTPD2DQ, VCVTTPD2DQY))
	return list
}

// floats returns a conversion of integers that are widened first.
func floats(widen func(...Op)) func(l lanes, x, y Mem) {
	return func(l lanes, x, y Mem) {
		v := l.vector()
		widen(x, v)
		VCVTDQ2PS(v, v)
		VMOVUPS(v, y)
	}
}

// shorts keeps the low halves of 32-bit elements.
func (l lanes) shorts(x, y Mem) {
	v := l.copy(x)
	if !l.wide() {
		VPAND(l.bits(0xffff), v, v)
	}
	l.storeWords(v, y)
}

// halved returns a conversion to elements of half the size with an instruction of AVX-512 or AVX2.
func halved(wide, avx instruction) func(l lanes, x, y Mem) {
	return func(l lanes, x, y Mem) {
		for range 2 {
			v, half := l.vector(), l.half()
			VMOVUPD(x, v)
			if l.wide() {
				wide(v, half)
			} else {
				avx(v, half)
			}
			VMOVUPS(half, y)
			x.Disp += l.bytes
			y.Disp += l.bytes / 2
		}
	}
}

// longs keeps the low halves of 64-bit elements.
func (l lanes) longs(x, y Mem) {
	a, b := l.vector(), l.vector()
	VMOVUPS(x, a)
	x.Disp += l.bytes
	VMOVUPS(x, b)
	if l.wide() {
		VPMOVQD(a, y)
		y.Disp += l.bytes / 2
		VPMOVQD(b, y)
		return
	}
	VSHUFPS(U8(0x88), b, a, a)
	VPERMQ(U8(0xd8), a, a)
	VMOVUPS(a, y)
}

// toBytes converts floats as Go does, through int32.
func (l lanes) toBytes(x, y Mem) {
	v := l.vector()
	VCVTTPS2DQ(x, v)
	l.storeBytes(v, y)
}

// storeBytes writes the lowest byte of each element.
func (l lanes) storeBytes(v V, y Mem) {
	if l.wide() {
		VPMOVDB(v, y)
		return
	}
	VPAND(l.bits(0xff), v, v)
	high := XMM()
	VEXTRACTI128(U8(1), v, high)
	VPACKUSDW(high, v.AsX(), high)
	VPACKUSWB(high, high, high)
	VMOVQ(high, y)
}

// brain returns x rounded to bfloat16, in the low half of each element: it adds half a unit of the last remaining bit,
// minus one if that bit is even. NaN stays NaN.
func (l lanes) brain(x V) V {
	odd, sum, nan := l.vector(), l.vector(), l.vector()
	VPSRLD(U8(16), x, odd)
	if l.wide() {
		VPORD(l.bits(0x40), odd, nan)
		VPANDD(l.bits(1), odd, odd)
	} else {
		VPOR(l.bits(0x40), odd, nan)
		VPAND(l.bits(1), odd, odd)
	}
	VPADDD(l.bits(0x7fff), x, sum)
	VPADDD(odd, sum, sum)
	VPSRLD(U8(16), sum, sum)
	return l.pick(l.cmp(x, unordered, x), nan, sum)
}

// storeWords writes the low halves of elements.
func (l lanes) storeWords(x V, to Mem) {
	if l.wide() {
		VPMOVDW(x, to)
		return
	}
	high := XMM()
	VEXTRACTI128(U8(1), x, high)
	VPACKUSDW(high, x.AsX(), high)
	VMOVDQU(high, to)
}

// storeTruth writes a byte that is 0 or 1 for each element.
func (l lanes) storeTruth(t truth, to Mem) {
	x := XMM()
	if l.wide() {
		VMOVDQU8_Z(ones(), t.k, x)
		VMOVDQU(x, to)
		return
	}
	VEXTRACTI128(U8(1), t.v, x)
	VPACKSSDW(x, t.v.AsX(), x)
	VPACKSSWB(x, x, x)
	VPAND(ones(), x, x)
	VMOVQ(x, to)
}

// ones returns sixteen bytes of value one.
func ones() Mem {
	if m, ok := constants["ones"]; ok {
		return m
	}
	m := GLOBL("ones", RODATA|NOPTR)
	for i := range 16 {
		DATA(i, U8(1))
	}
	constants["ones"] = m
	return m
}

// loadTruth is true where bytes, which are 0 or 1, are not 0.
func (l lanes) loadTruth(from Mem) truth {
	v := l.vector()
	VPMOVZXBD(from, v)
	if l.wide() {
		t := truth{k: K()}
		VPTESTMD(v, v, t.k)
		return t
	}
	VPSLLD(U8(31), v, v)
	return truth{v: v}
}

// comparison is a relation of two arrays, and of an array and a number.
type comparison struct {
	name, doc string
	is        relation
}

var relations = []comparison{
	{"equal", "equals", equal},
	{"notEqual", "does not equal", notEqual},
	{"less", "is less than", less},
	{"lessEqual", "is no more than", lessEqual},
	{"greater", "is more than", more},
	{"greaterEqual", "is no less than", moreEqual},
}

func (r comparison) streams() []stream {
	doc := "writes 1 to y where a " + r.doc + " b, 0 elsewhere."
	return []stream{
		{
			name: r.name + "VV", doc: doc, arrays: []array{{"y", "uint8"}, {"a", "float32"}, {"b", "float32"}},
			body: func(l lanes, _ []V, at func(string) Mem) {
				l.storeTruth(l.cmp(l.copy(at("a")), r.is, at("b")), at("y"))
			},
		},
		{
			name: r.name + "VS", doc: doc, arrays: []array{{"y", "uint8"}, {"a", "float32"}}, scalars: []string{"b"},
			body: func(l lanes, s []V, at func(string) Mem) { l.storeTruth(l.cmp(l.copy(at("a")), r.is, s[0]), at("y")) },
		},
	}
}

var selections = []stream{
	{
		name: "selectVV", doc: "writes a to y where c is not 0, b elsewhere.",
		arrays: []array{{"y", "float32"}, {"c", "uint8"}, {"a", "float32"}, {"b", "float32"}},
		body: func(l lanes, _ []V, at func(string) Mem) {
			VMOVUPS(l.pick(l.loadTruth(at("c")), at("a"), l.copy(at("b"))), at("y"))
		},
	},
	{
		name: "selectVS", doc: "writes a to y where c is not 0, b elsewhere.",
		arrays: []array{{"y", "float32"}, {"c", "uint8"}, {"a", "float32"}}, scalars: []string{"b"},
		body: func(l lanes, s []V, at func(string) Mem) {
			VMOVUPS(l.pick(l.loadTruth(at("c")), at("a"), s[0]), at("y"))
		},
	},
	{
		name: "selectSV", doc: "writes a to y where c is not 0, b elsewhere.",
		arrays: []array{{"y", "float32"}, {"c", "uint8"}, {"b", "float32"}}, scalars: []string{"a"},
		body: func(l lanes, s []V, at func(string) Mem) {
			VMOVUPS(l.pick(l.loadTruth(at("c")), s[0], l.copy(at("b"))), at("y"))
		},
	},
	{
		name: "selectSS", doc: "writes a to y where c is not 0, b elsewhere.",
		arrays: []array{{"y", "float32"}, {"c", "uint8"}}, scalars: []string{"a", "b"},
		body: func(l lanes, s []V, at func(string) Mem) {
			VMOVUPS(l.pick(l.loadTruth(at("c")), s[0], s[1]), at("y"))
		},
	},
	{
		name: "selectLong", doc: "writes a to y where c is not 0, b elsewhere.", amd64: true,
		arrays: []array{{"y", "float64"}, {"c", "uint8"}, {"a", "float64"}, {"b", "float64"}},
		body: func(l lanes, _ []V, at func(string) Mem) {
			l.double = true
			for half := range 2 {
				c := at("c").Offset(half * l.count())
				part := func(name string) Mem { return at(name).Offset(half * l.bytes) }
				VMOVUPD(l.pick(l.loadLongTruth(c), part("a"), l.copy(part("b"))), part("y"))
			}
		},
	},
}

// loadLongTruth is loadTruth for elements of eight bytes.
func (l lanes) loadLongTruth(from Mem) truth {
	v := l.vector()
	VPMOVZXBQ(from, v)
	if l.wide() {
		t := truth{k: K()}
		VPTESTMQ(v, v, t.k)
		return t
	}
	VPSLLQ(U8(63), v, v)
	return truth{v: v}
}
