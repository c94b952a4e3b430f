package neon

import (
	"fmt"
	"strings"
)

// form is how an instruction's operands are encoded and spelled.
type form int

const (
	three   form = iota // vd, vn, vm
	two                 // vd, vn
	shift               // vd, vn, #imm
	element             // vd, vn, vm.t[imm]
	extract             // xd, vn.t[imm]
	spread              // vd, xn
	alone               // vd, #0
	memory              // vd, [xn, #imm]
	indexed             // vd, [xn, xm]
	pair                // vd, ve, [xn, #imm]
	lane                // {vd.t}[imm], [xn]
	joined              // vd, vn, vm, #imm
	table               // vd, { vn }, vm
)

// spec is an instruction: its word without operands, its spelling and the arrangements of its vectors.
type spec struct {
	word uint32
	name string
	form form
	as   []string
	sums bool // also reads its first operand
}

// sizes are the arrangements of integers by the logarithm of the element size in bytes.
var sizes = []string{"16b", "8h", "4s", "2d"}

var specs = makeSpecs()

func makeSpecs() map[string]spec {
	all := map[string]spec{}
	add := func(name, key string, word uint32, f form, as ...string) {
		all[key] = spec{word: word, name: name, form: f, as: as, sums: accumulates[name]}
	}
	for name, word := range floats3 {
		add(name, name+".4s", word, three, "4s")
		add(name, name+".2d", word|1<<22, three, "2d")
	}
	for name, word := range floats2 {
		add(name, name+".4s", word, two, "4s")
		add(name, name+".2d", word|1<<22, two, "2d")
	}
	for name, word := range whole3 {
		for i, t := range sizes {
			if t != "2d" || !short[name] {
				add(name, name+"."+t, word|uint32(i)<<22, three, t)
			}
		}
	}
	for name, word := range logic3 {
		add(name, name+".16b", word, three, "16b")
	}
	for name, word := range shifts {
		for i, t := range sizes {
			add(name, name+"."+t, word|8<<i<<16, shift, t)
		}
	}
	for i, t := range sizes {
		add("dup", "dupx."+t, 0x4e000c00|1<<i<<16, spread, t)
	}
	for _, o := range others {
		add(o.name, o.key, o.word, o.form, o.as...)
	}
	return all
}

// accumulates has the instructions that read their destination.
var accumulates = map[string]bool{
	"fmla": true, "fmls": true, "bsl": true, "ld1": true, "umlal": true, "fcvtn2": true, "uadalp": true,
	"tbx": true,
}

var floats3 = map[string]uint32{
	"fadd": 0x4e20d400, "fsub": 0x4ea0d400, "fmul": 0x6e20dc00, "fdiv": 0x6e20fc00,
	"fmla": 0x4e20cc00, "fmls": 0x4ea0cc00,
	"fmax": 0x4e20f400, "fmin": 0x4ea0f400, "fcmeq": 0x4e20e400, "fcmge": 0x6e20e400, "fcmgt": 0x6ea0e400,
	"faddp": 0x6e20d400,
}

var floats2 = map[string]uint32{
	"fabs": 0x4ea0f800, "fneg": 0x6ea0f800, "fsqrt": 0x6ea1f800, "frintn": 0x4e218800, "frintm": 0x4e219800,
	"frintp": 0x4ea18800, "frintz": 0x4ea19800, "fcvtns": 0x4e21a800,
}

var whole3 = map[string]uint32{
	"add": 0x4e208400, "sub": 0x6e208400, "mul": 0x4e209c00, "cmeq": 0x6e208c00, "cmgt": 0x4e203400,
	"cmhi": 0x6e203400, "cmhs": 0x6e203c00,
	"smax": 0x4e206400, "smin": 0x4e206c00, "umax": 0x6e206400, "umin": 0x6e206c00,
	"zip1": 0x4e003800, "zip2": 0x4e007800, "uzp1": 0x4e001800, "uzp2": 0x4e005800, "trn1": 0x4e002800, "trn2": 0x4e006800,
}

// short has those of whole3 that do not exist for 64-bit elements.
var short = map[string]bool{"mul": true, "smax": true, "smin": true, "umax": true, "umin": true}

var logic3 = map[string]uint32{
	"and": 0x4e201c00, "orr": 0x4ea01c00, "eor": 0x6e201c00, "bic": 0x4e601c00, "bsl": 0x6e601c00,
}

var shifts = map[string]uint32{"shl": 0x4f005400, "ushr": 0x6f000400, "sshr": 0x4f000400}

var others = []struct {
	key, name string
	word      uint32
	form      form
	as        []string
}{
	{"mov.16b", "mov", 0x4ea01c00, two, []string{"16b"}},
	{"mvn.16b", "mvn", 0x6e205800, two, []string{"16b"}},
	{"zero", "movi", 0x6f00e400, alone, []string{"2d"}},
	{"fmlae.4s", "fmla", 0x4f801000, element, []string{"4s"}},
	{"fmlae.2d", "fmla", 0x4fc01000, element, []string{"2d"}},
	{"fmule.4s", "fmul", 0x4f809000, element, []string{"4s"}},
	{"fmule.2d", "fmul", 0x4fc09000, element, []string{"2d"}},
	{"fcvtl.2d", "fcvtl", 0x0e617800, two, []string{"2d", "2s"}},
	{"fcvtl2.2d", "fcvtl2", 0x4e617800, two, []string{"2d", "4s"}},
	{"fcvtn2.4s", "fcvtn2", 0x4e616800, two, []string{"4s", "2d"}},
	{"fcvtl.4s", "fcvtl", 0x0e217800, two, []string{"4s", "4h"}},
	{"fcvtl2.4s", "fcvtl2", 0x4e217800, two, []string{"4s", "8h"}},
	{"fcvtn2.8h", "fcvtn2", 0x4e216800, two, []string{"8h", "4s"}},
	{"fmaxv.s", "fmaxv", 0x6e30f800, two, []string{"s", "4s"}},
	{"fminv.s", "fminv", 0x6eb0f800, two, []string{"s", "4s"}},
	{"fmaxp.d", "fmaxp", 0x7e70f800, two, []string{"d", "2d"}},
	{"fminp.d", "fminp", 0x7ef0f800, two, []string{"d", "2d"}},
	{"fcvtn.2s", "fcvtn", 0x0e616800, two, []string{"2s", "2d"}},
	{"fcvtn.4h", "fcvtn", 0x0e216800, two, []string{"4h", "4s"}},
	{"xtn.2s", "xtn", 0x0ea12800, two, []string{"2s", "2d"}},
	{"uxtl.4s", "uxtl", 0x2f10a400, two, []string{"4s", "4h"}},
	{"uxtl2.4s", "uxtl2", 0x6f10a400, two, []string{"4s", "8h"}},
	{"umlal.2d", "umlal", 0x2ea08000, three, []string{"2d", "2s", "2s"}},
	{"rev64.4s", "rev64", 0x4ea00800, two, []string{"4s"}},
	{"uaddlp.4s", "uaddlp", 0x6e602800, two, []string{"4s", "8h"}},
	{"uaddlp.8h", "uaddlp", 0x6e202800, two, []string{"8h", "16b"}},
	{"uaddlp.2d", "uaddlp", 0x6ea02800, two, []string{"2d", "4s"}},
	{"uadalp.2d", "uadalp", 0x6ea06800, two, []string{"2d", "4s"}},
	{"addp.d", "addp", 0x5ef1b800, two, []string{"d", "2d"}},
	{"umaxv.s", "umaxv", 0x6eb0a800, two, []string{"s", "4s"}},
	{"faddp.s", "faddp", 0x7e30d800, two, []string{"s", "2s"}},
	{"faddp.d", "faddp", 0x7e70d800, two, []string{"d", "2d"}},
	{"fadd.s", "fadd", 0x1e202800, three, []string{"s"}},
	{"fadd.d", "fadd", 0x1e602800, three, []string{"d"}},
	{"ext.16b", "ext", 0x6e000000, joined, []string{"16b"}},
	{"tbl.16b", "tbl", 0x4e000000, table, []string{"16b"}},
	{"tbx.16b", "tbx", 0x4e001000, table, []string{"16b"}},
	{"umov.s", "mov", 0x0e043c00, extract, []string{"w", "s"}},
	{"umov.d", "mov", 0x4e083c00, extract, []string{"x", "d"}},
	{"ldr.q", "ldr", 0x3dc00000, memory, []string{"q"}},
	{"ldr.d", "ldr", 0xfd400000, memory, []string{"d"}},
	{"ldr.s", "ldr", 0xbd400000, memory, []string{"s"}},
	{"str.q", "str", 0x3d800000, memory, []string{"q"}},
	{"str.d", "str", 0xfd000000, memory, []string{"d"}},
	{"str.s", "str", 0xbd000000, memory, []string{"s"}},
	{"ldrx.q", "ldr", 0x3ce06800, indexed, []string{"q"}},
	{"ldrx.d", "ldr", 0xfc606800, indexed, []string{"d"}},
	{"ldrx.s", "ldr", 0xbc606800, indexed, []string{"s"}},
	{"strx.q", "str", 0x3ca06800, indexed, []string{"q"}},
	{"ldp.q", "ldp", 0xad400000, pair, []string{"q"}},
	{"stp.q", "stp", 0xad000000, pair, []string{"q"}},
	{"ld1.s", "ld1", 0x0d408000, lane, []string{"s"}},
	{"st1.s", "st1", 0x0d008000, lane, []string{"s"}},
}

// stores reports whether the instruction reads its first operand and writes memory.
func (s spec) stores() bool { return strings.HasPrefix(s.name, "st") }

// scale returns the number of bytes that a load or store moves.
func (s spec) scale() int { return map[string]int{"q": 16, "d": 8, "s": 4}[s.as[0]] }

// arrangement returns that of the i-th vector.
func (s spec) arrangement(i int) string { return s.as[min(i, len(s.as)-1)] }

// operand formats a vector register.
func operand(n int, as string) string {
	if len(as) == 1 {
		return fmt.Sprintf("%s%d", as, n)
	}
	return fmt.Sprintf("v%d.%s", n, as)
}

// of formats a vector register of an instruction.
func (s spec) of(v []int, i int) string { return operand(v[i], s.arrangement(i)) }

// letter returns the element of an arrangement.
func letter(as string) string { return as[len(as)-1:] }

// encode returns the word of an instruction with register numbers, and its usual spelling.
func (s spec) encode(v []int, r []R, imm int) (word uint32, text string) {
	field := func(n, at int) { word |= uint32(n) << at }
	word = s.word
	if len(v) > 0 {
		field(v[0], 0)
	}
	switch s.form {
	case three:
		field(v[1], 5)
		field(v[2], 16)
		text = s.of(v, 0) + ", " + s.of(v, 1) + ", " + s.of(v, 2)
	case two:
		field(v[1], 5)
		if s.word == 0x4ea01c00 { // mov is or with two equal operands
			field(v[1], 16)
		}
		text = s.of(v, 0) + ", " + s.of(v, 1)
	case shift:
		field(v[1], 5)
		bits := map[string]int{"16b": 8, "8h": 16, "4s": 32, "2d": 64}[s.as[0]]
		word &^= uint32(bits) << 16
		if s.name == "shl" {
			field(bits+imm, 16)
		} else {
			field(2*bits-imm, 16)
		}
		text = fmt.Sprintf("%s, %s, #%d", s.of(v, 0), s.of(v, 1), imm)
	case alone:
		text = s.of(v, 0) + ", #0x0000000000000000"
	default:
		return s.encodeMore(word, v, r, imm)
	}
	return word, s.name + " " + text
}

// encodeMore is encode for elements, general registers and memory.
func (s spec) encodeMore(word uint32, v []int, r []R, imm int) (_ uint32, text string) {
	field := func(n, at int) { word |= uint32(n) << at }
	as := letter(s.as[0])
	switch s.form {
	case element:
		field(v[1], 5)
		field(v[2], 16)
		if as == "s" {
			field(imm&1, 21)
			field(imm>>1, 11)
		} else {
			field(imm, 11)
		}
		text = fmt.Sprintf("%s, %s, v%d.%s[%d]", s.of(v, 0), s.of(v, 1), v[2], as, imm)
	case extract:
		word &^= 31
		field(int(r[0]), 0)
		field(v[0], 5)
		field(imm, 17+strings.Index("bhsd", s.as[1]))
		text = fmt.Sprintf("%s%d, v%d.%s[%d]", s.as[0], r[0], v[0], s.as[1], imm)
	case spread:
		field(int(r[0]), 5)
		text = s.of(v, 0) + ", " + general(r[0], as)
	case joined:
		field(v[1], 5)
		field(v[2], 16)
		field(imm, 11)
		text = fmt.Sprintf("%s, %s, %s, #%d", s.of(v, 0), s.of(v, 1), s.of(v, 2), imm)
	case table:
		field(v[1], 5)
		field(v[2], 16)
		text = fmt.Sprintf("%s, { %s }, %s", s.of(v, 0), s.of(v, 1), s.of(v, 2))
	default:
		return s.encodeMemory(word, v, r, imm)
	}
	return word, s.name + " " + text
}

// encodeMemory is encode for loads and stores.
func (s spec) encodeMemory(word uint32, v []int, r []R, imm int) (_ uint32, text string) {
	field := func(n, at int) { word |= uint32(n) << at }
	field(int(r[0]), 5)
	place := fmt.Sprintf("[x%d]", r[0])
	if imm != 0 {
		place = fmt.Sprintf("[x%d, #%d]", r[0], imm)
	}
	switch s.form {
	case memory:
		if imm < 0 || imm%s.scale() != 0 || imm/s.scale() >= 1<<12 {
			panic(fmt.Sprintf("%s cannot reach %d", s.name, imm))
		}
		field(imm/s.scale(), 10)
		text = s.of(v, 0) + ", " + place
	case indexed:
		field(int(r[1]), 16)
		text = fmt.Sprintf("%s, [x%d, x%d]", s.of(v, 0), r[0], r[1])
	case pair:
		if imm < -1024 || imm > 1008 || imm%16 != 0 {
			panic(fmt.Sprintf("%s cannot reach %d", s.name, imm))
		}
		field(v[1], 10)
		field(imm/16&127, 15)
		text = s.of(v, 0) + ", " + s.of(v, 1) + ", " + place
	case lane:
		if s.as[0] == "s" {
			field(imm&1, 12)
			field(imm>>1, 30)
		} else {
			field(imm, 30)
		}
		text = fmt.Sprintf("{ v%d.%s }[%d], [x%d]", v[0], s.as[0], imm, r[0])
	}
	return word, s.name + " " + text
}

// general formats a general register that holds an element.
func general(r R, as string) string {
	if as == "d" {
		return fmt.Sprintf("x%d", r)
	}
	return fmt.Sprintf("w%d", r)
}
