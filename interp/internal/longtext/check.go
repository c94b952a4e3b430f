package longtext

import (
	"go/constant"
	"go/token"
	"go/types"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
)

// Checked is the result of Check.
type Checked struct {
	Bad   []Part // the first elements that do not fit the type, for which the type checker will report errors
	Plain bool   // the list has only what this package supports
}

// maxBad is the maximum number of bad elements returned: the type checker stops after as many errors.
const maxBad = 10

// Check compares the elements of a list with the type of its literal.
func Check(list string, t types.Type) Checked {
	c := checker{reader: reader{src: list}, seed: maphash.MakeSeed(), plain: true}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	c.elements(t, true)
	return Checked{c.bad, c.plain && (len(c.bad) > 0 || !c.wrong)}
}

// Count returns the number of elements of a list. If ok is true, none of them has a key.
func Count(list string) (n int, ok bool) {
	r := reader{src: list}
	n, ok = r.count(), true
	depth := 0
	for t := r.next(); t.kind != 0 && ok; t = r.next() {
		switch t.kind {
		case '{':
			depth++
		case '}':
			depth--
		case ':':
			ok = depth > 0
		}
	}
	return n, ok
}

// checker compares a list with types.
type checker struct {
	reader
	seed  maphash.Seed
	bad   []Part
	plain bool
	wrong bool // an element does not fit
}

// elements checks the elements up to the closing brace. Only elements of the outermost list are recorded.
func (c *checker) elements(t types.Type, outer bool) {
	var keys []keyHash
	st, _ := t.Underlying().(*types.Struct)
	if st != nil && !c.mayFill(st) {
		c.plain = false
	}
	n, named := 0, 0
	for c.plain {
		from := c.peek()
		if from.kind == 0 || from.kind == '}' {
			c.next()
			break
		}
		before := c.wrong
		c.wrong = false
		switch u := t.Underlying().(type) {
		case *types.Slice:
			c.value(u.Elem())
		case *types.Array:
			c.value(u.Elem())
			c.plain = c.plain && int64(n) < u.Len()
		case *types.Map:
			keys = append(keys, c.key(u.Key()))
			c.value(u.Elem())
		case *types.Struct:
			if from.kind == 'i' {
				named++
				c.field(u)
			} else if c.wrong = n >= u.NumFields(); c.wrong {
				c.skip()
			} else {
				c.value(u.Field(n).Type())
			}
		default:
			c.plain = false
		}
		n++
		if c.wrong && outer && len(c.bad) < maxBad {
			c.bad = append(c.bad, Part{List, from.from, c.at})
		}
		c.wrong = c.wrong || before
		if c.peek().kind == ',' {
			c.next()
		} else if k := c.peek().kind; k != 0 && k != '}' {
			c.plain = false // an unexpected key, or a missing one
		}
	}
	if st != nil {
		c.plain = c.plain && (named == 0 || named == n)
		c.wrong = c.wrong || named == 0 && 0 < n && n < st.NumFields()
	}
	c.twice(keys)
}

// mayFill reports whether a literal may set all fields of a struct.
func (c *checker) mayFill(st *types.Struct) bool {
	for f := range st.Fields() {
		if f.Embedded() || !f.Exported() && f.Pkg() != nil && f.Pkg().Path() != "main" || f.Name() == "_" {
			return false
		}
	}
	return true
}

// field checks a field with its name.
func (c *checker) field(st *types.Struct) {
	name := c.next()
	c.next() // the colon
	for f := range st.Fields() {
		if f.Name() == c.src[name.from:name.to] {
			c.value(f.Type())
			return
		}
	}
	c.wrong = true
	c.skip()
}

func (c *checker) peek() lexeme {
	at := c.at
	t := c.next()
	c.at = at
	return t
}

// skip skips a value.
func (c *checker) skip() {
	depth := 0
	for {
		switch c.next().kind {
		case '{':
			depth++
		case '}':
			depth--
		case '-', '+':
			continue
		case 0:
			return
		}
		if depth == 0 {
			return
		}
	}
}

// value checks a value.
func (c *checker) value(t types.Type) {
	if c.peek().kind == '{' {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		switch t.Underlying().(type) {
		case *types.Slice, *types.Array, *types.Map, *types.Struct:
			c.next()
			c.elements(t, false)
		default:
			c.plain = false
		}
		return
	}
	k := c.constant()
	switch u := t.Underlying().(type) {
	case *types.Basic:
		c.wrong = c.wrong || !k.fits(u.Kind())
	case *types.Interface:
		if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
			c.plain = false
		} else if u.NumMethods() > 0 || !k.fits(k.standard()) {
			c.wrong = true
		}
	default:
		c.wrong = true
	}
}

// keyHash is the hash of a key of a map.
type keyHash uint64

// key checks a key of a map and the colon after it.
func (c *checker) key(t types.Type) (h keyHash) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || c.peek().kind == '{' || c.peek().kind == 'i' {
		c.plain = false
		return 0
	}
	k := c.constant()
	if !k.fits(b.Kind()) {
		c.wrong = true
	} else {
		h = keyHash(maphash.Comparable(c.seed, k.of(b.Kind())))
	}
	if c.next().kind != ':' {
		c.plain = false
	}
	return h
}

// twice clears plain if a key may be duplicated, which Go rejects.
func (c *checker) twice(keys []keyHash) {
	slices.Sort(keys)
	for i := 1; i < len(keys); i++ {
		c.plain = c.plain && (keys[i] != keys[i-1] || c.wrong)
	}
}

// constant reads a constant with its sign.
func (r *reader) constant() (k number) {
	t := r.next()
	if t.kind == '-' || t.kind == '+' {
		k.minus = t.kind == '-'
		t = r.next()
	}
	k.kind, k.text = t.kind, r.src[t.from:t.to]
	return k
}

// number is a constant in source form.
type number struct {
	minus bool
	kind  byte
	text  string
}

// standard returns the default type of a constant.
func (k number) standard() types.BasicKind {
	switch k.kind {
	case 'n':
		return types.Int
	case 'f':
		return types.Float64
	case 'c':
		return types.Int32
	}
	return types.String
}

// fits reports whether a type of the given kind can represent the constant.
func (k number) fits(kind types.BasicKind) bool {
	if kind == types.String || k.kind == 's' {
		_, ok := k.string()
		return ok && kind == types.String && k.kind == 's'
	}
	bits := bitsOf(kind)
	switch info := types.Typ[kind].Info(); {
	case info&types.IsUnsigned != 0:
		n, ok := k.whole()
		return ok && (!k.minus || n == 0) && (bits == 64 || n < 1<<bits)
	case info&types.IsInteger != 0:
		n, ok := k.whole()
		return ok && (n < 1<<(bits-1) || k.minus && n == 1<<(bits-1))
	case info&(types.IsFloat|types.IsComplex) != 0:
		_, ok := k.float(bits)
		return ok
	}
	return false
}

// of returns the constant as a value that is equal for equal keys of the given kind.
func (k number) of(kind types.BasicKind) any {
	if kind == types.String {
		s, _ := k.string()
		return s
	}
	if types.Typ[kind].Info()&types.IsInteger != 0 {
		n, _ := k.whole()
		return k.signed(n)
	}
	x, _ := k.float(bitsOf(kind))
	return x
}

// signed returns an integer with its sign, for the range of int64 and uint64.
func (k number) signed(n uint64) [2]uint64 {
	if k.minus && n != 0 {
		return [2]uint64{1, n}
	}
	return [2]uint64{0, n}
}

// bitsOf returns the size of a number in bits, or of the parts of a complex number.
func bitsOf(kind types.BasicKind) int {
	switch kind {
	case types.Int8, types.Uint8:
		return 8
	case types.Int16, types.Uint16:
		return 16
	case types.Int32, types.Uint32, types.Float32, types.Complex64:
		return 32
	}
	return 64
}

// string returns the value of a string literal.
func (k number) string() (s string, ok bool) {
	if k.kind != 's' {
		return "", false
	}
	s, err := strconv.Unquote(k.text)
	return s, err == nil
}

// whole returns the absolute value if it is an integer of at most 64 bits.
func (k number) whole() (n uint64, ok bool) {
	switch k.kind {
	case 'n':
		n, err := strconv.ParseUint(k.text, 0, 64)
		return n, err == nil
	case 'c':
		r, _, rest, err := strconv.UnquoteChar(strings.TrimSuffix(k.text[1:], "'"), '\'')
		return uint64(r), err == nil && rest == ""
	case 'f':
		v := constant.ToInt(constant.MakeFromLiteral(k.text, token.FLOAT, 0))
		if v.Kind() != constant.Int {
			return 0, false
		}
		return constant.Uint64Val(v)
	}
	return 0, false
}

// float returns the number as a float of the given size, if it can be represented.
func (k number) float(bits int) (x float64, ok bool) {
	switch {
	case k.kind == 's':
		return 0, false
	case k.kind == 'c' || len(k.text) > 1 && k.text[1]|' ' == 'x':
		n, ok := k.whole()
		if x = float64(n); bits == 32 {
			x = float64(float32(n))
		}
		if !ok {
			return 0, false
		}
	default:
		var err error
		if x, err = strconv.ParseFloat(k.text, bits); err != nil {
			return 0, false
		}
	}
	if k.minus && x != 0 { // constants have no -0
		x = -x
	}
	return x, true
}
