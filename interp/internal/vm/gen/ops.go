package main

import "fmt"

// table returns all instructions.
func table() (list []op) {
	add := func(name, doc, fast string) { list = append(list, op{name: name, doc: doc, fast: fast}) }
	slow := func(name, doc, body string) { list = append(list, op{name: name, doc: doc, slow: body}) }
	both := func(name, doc, fast, body string) {
		list = append(list, op{name: name, doc: doc, fast: fast, slow: body})
	}
	group := func(name string) {
		for i := range list {
			if list[i].group == "" {
				list[i].group = name
			}
		}
	}
	control(add, slow, both)
	group("control")
	branches(add, both)
	group("branches")
	moves(add)
	group("moves")
	integers(add, both)
	group("integers")
	floats(add)
	group("floats")
	comparisons(add, slow, both)
	group("comparisons")
	memory(add, both)
	group("memory")
	allocation(slow)
	group("allocation")
	calls(slow, both)
	returns(slow, both)
	group("calls")
	return list
}

type (
	one  func(name, doc, body string)
	pair func(name, doc, fast, slow string)
)

func control(add, slow one, both pair) {
	add("NOP", "does nothing", "")
	slow("HALT", "ends the run", "return nil, fp")
	slow("LAZY", "compiles the function of aux, then runs it", "next, fp = m.lazy(in, fp)")
	both("POLL", "fails if the run is to stop", "if STOPPED { LEAVE }", "m.interrupt()")
	add("JMP", "jumps to c", "JUMP")
	both("JMPB", "jumps back to c, unless the run is halted", "if STOPPED { LEAVE }\nJUMP", "m.interrupt()")
	both("MARK", "asks the debugger, if the mark of aux is on", "if atomic.LoadUint32((*uint32)(in.Aux)) != 0 { LEAVE }", "m.mark((*Mark)(in.Aux))")
	slow("HELP", "calls the helper of aux", "(*Helper)(in.Aux).Run(m, fp)")
}

func branches(add one, both pair) {
	to := func(name, doc, cond string) { add(name, doc+": jumps to c", "if "+cond+" {\nJUMP\n}") }
	to("BR", "a is true", "N[a] != 0")
	to("BRN", "a is false", "N[a] == 0")
	for _, c := range [][2]string{{"LT", "<"}, {"LE", "<="}, {"EQ", "=="}, {"NE", "!="}, {"GT", ">"}, {"GE", ">="}} {
		name, o := c[0], c[1]
		if name != "GT" && name != "GE" {
			to("B"+name, "a "+o+" b", "N[a] "+o+" N[b]")
		}
		to("B"+name+"I", "a "+o+" imm", "N[a] "+o+" IMM")
	}
	to("BLTU", "a < b, unsigned", "U[a] < U[b]")
	to("BLEU", "a <= b, unsigned", "U[a] <= U[b]")
	for _, c := range [][2]string{{"LT", "<"}, {"LE", "<="}, {"EQ", "=="}, {"NE", "!="}} {
		to("B"+c[0]+"F", "a "+c[1]+" b, floats", "F[a] "+c[1]+" F[b]")
	}
	to("BNLTF", "not a < b, floats", "!(F[a] < F[b])")
	to("BNLEF", "not a <= b, floats", "!(F[a] <= F[b])")
	to("BEQP", "a == b, pointers", "P[a] == P[b]")
	to("BNEP", "a != b, pointers", "P[a] != P[b]")
	to("BNILP", "a is nil", "P[a] == nil")
	to("BNNILP", "a is not nil", "P[a] != nil")
	both("BEQS", "a == b, strings: jumps to c", sameStrings("a", "b")+"if same {\nJUMP\n}", "if S[a] == S[b] {\nSKIP\n}")
	both("BNES", "a != b, strings: jumps to c", sameStrings("a", "b")+"if !same {\nJUMP\n}", "if S[a] != S[b] {\nSKIP\n}")
	for _, c := range [][2]string{{"LT", "<"}, {"LE", "<="}} {
		both(
			"LOOP"+c[0], "a += imm; a "+c[1]+" b: jumps back to c",
			"v := N[a] + IMM\nN[a] = v\nif v "+c[1]+" N[b] {\nif STOPPED { LEAVE }\nJUMP\n}", "m.interrupt()",
		)
		both(
			"LOOP"+c[0]+"I", "a += b, a number; a "+c[1]+" imm: jumps back to c",
			"v := N[a] + int64(int32(in.B))\nN[a] = v\nif v "+c[1]+" IMM {\nif STOPPED { LEAVE }\nJUMP\n}", "m.interrupt()",
		)
	}
}

// compareStrings compares two short strings: k is the index of the first difference, or the length n of the shorter
// one.
func compareStrings(a, b string) string {
	return "x, y := S[" + a + "], S[" + b + "]\nn := min(len(x), len(y))\n" + differ
}

// sameStrings sets same to whether two strings are equal.
func sameStrings(a, b string) string {
	return "x, y := S[" + a + "], S[" + b + "]\nsame := false\nif n := len(x); n == len(y) {\n" + differ +
		"same = k == n\n}\n"
}

// differ sets k to the index of the first of n bytes in which x and y differ, or to n. It is fast for small n.
const differ = `if n > shortText { LEAVE }
			k, p, q := 0, unsafe.Pointer(unsafe.StringData(x)), unsafe.Pointer(unsafe.StringData(y))
			for unaligned && k+8 <= n && *(*uint64)(unsafe.Add(p, k)) == *(*uint64)(unsafe.Add(q, k)) {
				k += 8
			}
			for k < n && *(*byte)(unsafe.Add(p, k)) == *(*byte)(unsafe.Add(q, k)) {
				k++
			}
			`

func moves(add one) {
	add("MOVN", "a = b, a number", "N[a] = N[b]")
	add("MOVP", "a = b, a pointer", "P[a] = P[b]")
	add("MOV2", "a = b, both halves of a slot", "*(*slot)(unsafe.Add(fp, uintptr(in.A))) = *(*slot)(unsafe.Add(fp, uintptr(in.B)))")
	add("LDI", "a = imm", "N[a] = IMM")
	add("LDP", "a = aux", "P[a] = in.Aux")
	add("LDFREE", "a = what the closure has captured at imm; b says whether it is a pointer", `cl := (*Closure)(*(*unsafe.Pointer)(fp))
			q := unsafe.Add(unsafe.Pointer(cl.free), in.Imm)
			if in.B != 0 {
				P[a] = *(*unsafe.Pointer)(q)
			} else {
				N[a] = *(*int64)(q)
			}`)
}

func integers(add one, both pair) {
	for _, c := range [][2]string{{"ADD", "+"}, {"SUB", "-"}, {"MUL", "*"}, {"AND", "&"}, {"OR", "|"}, {"XOR", "^"}, {"ANDN", "&^"}} {
		add(c[0], "a = b "+c[1]+" c", "N[a] = N[b] "+c[1]+" N[c]")
		if c[0] != "SUB" && c[0] != "ANDN" {
			add(c[0]+"I", "a = b "+c[1]+" imm", "N[a] = N[b] "+c[1]+" IMM")
		}
	}
	for _, c := range [][2]string{{"DIV", "/"}, {"REM", "%"}} {
		both(c[0], "a = b "+c[1]+" c", "if N[c] == 0 { LEAVE }\nN[a] = N[b] "+c[1]+" N[c]", "next = m.throw(divided)")
		both(c[0]+"U", "a = b "+c[1]+" c, unsigned", "if N[c] == 0 { LEAVE }\nU[a] = U[b] "+c[1]+" U[c]",
			"next = m.throw(divided)")
		add(c[0]+"I", "a = b "+c[1]+" imm, which is neither 0 nor -1", "N[a] = N[b] "+c[1]+" IMM")
	}
	add("SHL", "a = b << c, c signed", "FAULT\nN[a] = N[b] << N[c]")
	add("SHR", "a = b >> c, c signed", "FAULT\nN[a] = N[b] >> N[c]")
	add("SHRU", "a = b >> c, b unsigned, c signed", "FAULT\nU[a] = U[b] >> N[c]")
	add("SHLV", "a = b << c, c unsigned", "N[a] = N[b] << U[c]")
	add("SHRV", "a = b >> c, c unsigned", "N[a] = N[b] >> U[c]")
	add("SHRUV", "a = b >> c, both unsigned", "U[a] = U[b] >> U[c]")
	add("SHLI", "a = b << imm", "N[a] = N[b] << (uint64(IMM) & 63)")
	add("SHRI", "a = b >> imm", "N[a] = N[b] >> (uint64(IMM) & 63)")
	add("SHRUI", "a = b >> imm, unsigned", "U[a] = U[b] >> (uint64(IMM) & 63)")
	add("NEG", "a = -b", "N[a] = -N[b]")
	add("COM", "a = ^b", "N[a] = ^N[b]")
	add("NOT", "a = !b", "N[a] = N[b] ^ 1")
	for _, n := range []int{8, 16, 32} {
		add(fmt.Sprintf("EXT%d", n), fmt.Sprintf("a = int%d(b)", n), fmt.Sprintf("N[a] = int64(int%d(N[b]))", n))
		add(fmt.Sprintf("EXTU%d", n), fmt.Sprintf("a = uint%d(b)", n), fmt.Sprintf("N[a] = int64(uint%d(N[b]))", n))
	}
	add("MIN", "a = min(b, c)", "N[a] = min(N[b], N[c])")
	add("MAX", "a = max(b, c)", "N[a] = max(N[b], N[c])")
	add("MINU", "a = min(b, c), unsigned", "U[a] = min(U[b], U[c])")
	add("MAXU", "a = max(b, c), unsigned", "U[a] = max(U[b], U[c])")
}

func floats(add one) {
	for _, c := range [][2]string{{"ADD", "+"}, {"SUB", "-"}, {"MUL", "*"}, {"DIV", "/"}} {
		add(c[0]+"F", "a = b "+c[1]+" c, floats", "F[a] = F[b] "+c[1]+" F[c]")
		add(c[0]+"F32", "a = b "+c[1]+" c, float32", "G[a] = G[b] "+c[1]+" G[c]")
		if c[0] != "SUB" {
			add(c[0]+"FI", "a = b "+c[1]+" imm, floats", "F[a] = F[b] "+c[1]+" math.Float64frombits(uint64(IMM))")
		}
	}
	add("NEGF", "a = -b, floats", "F[a] = -F[b]")
	add("NEGF32", "a = -b, float32", "G[a] = -G[b]")
	add("SQRT", "a = the square root of b", "F[a] = math.Sqrt(F[b])")
	add("ITOF", "a = float64(b)", "F[a] = float64(N[b])")
	add("ITOF32", "a = float32(b)", "N[a] = 0\nG[a] = float32(N[b])")
	add("UTOF", "a = float64(b), b unsigned", "F[a] = float64(U[b])")
	add("UTOF32", "a = float32(b), b unsigned", "G[a] = float32(U[b])")
	add("FTOI", "a = int64(b)", "N[a] = int64(F[b])")
	add("F32TOI", "a = int64(b), b a float32", "N[a] = int64(G[b])")
	add("FTOU", "a = uint64(b)", "U[a] = uint64(F[b])")
	add("F32TOU", "a = uint64(b), b a float32", "U[a] = uint64(G[b])")
	add("FTOF32", "a = float32(b)", "G[a] = float32(F[b])")
	add("F32TOF", "a = float64(b), b a float32", "F[a] = float64(G[b])")
}

func comparisons(add, slow one, both pair) {
	for _, c := range [][2]string{{"LT", "<"}, {"LE", "<="}, {"EQ", "=="}, {"NE", "!="}} {
		add(c[0], "a = b "+c[1]+" c", "N[a] = b2i(N[b] "+c[1]+" N[c])")
		add(c[0]+"F", "a = b "+c[1]+" c, floats", "N[a] = b2i(F[b] "+c[1]+" F[c])")
		add(c[0]+"F32", "a = b "+c[1]+" c, float32", "N[a] = b2i(G[b] "+c[1]+" G[c])")
		same := sameStrings("b", "c") + "N[a] = b2i("
		fast := map[string]string{"EQ": same + "same)", "NE": same + "!same)"}[c[0]]
		if fast == "" {
			fast = compareStrings("b", "c") + "less := len(x) " + c[1] + " len(y)\nif k < n {\n" +
				"less = *(*byte)(unsafe.Add(p, k)) < *(*byte)(unsafe.Add(q, k))\n}\nN[a] = b2i(less)"
		}
		both(c[0]+"S", "a = b "+c[1]+" c, texts", fast, "N[a] = b2i(S[b] "+c[1]+" S[c])")
	}
	add("LTU", "a = b < c, unsigned", "N[a] = b2i(U[b] < U[c])")
	add("LEU", "a = b <= c, unsigned", "N[a] = b2i(U[b] <= U[c])")
	add("EQP", "a = b == c, pointers", "N[a] = b2i(P[b] == P[c])")
	add("NEP", "a = b != c, pointers", "N[a] = b2i(P[b] != P[c])")
	slow("CMPF", "a = cmp.Compare(b, c), floats", "N[a] = int64(cmp.Compare(F[b], F[c]))")
}

// sized lists the sizes of numbers in memory: suffix, Go type, bytes.
var sized = []struct {
	name, typ string
	size      int
}{{"8", "int8", 1}, {"16", "int16", 2}, {"32", "int32", 4}, {"64", "int64", 8}, {"U8", "uint8", 1}, {"U16", "uint16", 2}, {"U32", "uint32", 4}}

const bounds = "i := U[c]\nif i >= U[b+8] { LEAVE }\n"

func memory(add one, both pair) {
	for _, t := range sized {
		add("LD"+t.name, "a = the "+t.typ+" at b + imm", "FAULT\nN[a] = int64(*(*"+t.typ+")(unsafe.Add(P[b], IMM)))")
		add("IX"+t.name, "a = b[c], elements "+t.typ, bounds+fmt.Sprintf("N[a] = int64(*(*%s)(unsafe.Add(P[b], i*%d)))", t.typ, t.size))
	}
	for _, t := range sized[:4] {
		add("ST"+t.name, t.typ+" at b + imm = a", fmt.Sprintf("FAULT\n*(*%s)(unsafe.Add(P[b], IMM)) = %s(N[a])", t.typ, t.typ))
		add("SX"+t.name, "b[c] = a, elements "+t.typ, bounds+fmt.Sprintf("*(*%s)(unsafe.Add(P[b], i*%d)) = %s(N[a])", t.typ, t.size, t.typ))
	}
	add("LDPTR", "a = the pointer at b + imm", "FAULT\nP[a] = *(*unsafe.Pointer)(unsafe.Add(P[b], IMM))")
	add("LD2", "a = the text at b + imm", "FAULT\nS[a] = *(*string)(unsafe.Add(P[b], IMM))")
	add("STPTR", "the pointer at b + imm = a", "FAULT\n*(*unsafe.Pointer)(unsafe.Add(P[b], IMM)) = P[a]")
	add("ST2", "the text at b + imm = a", "FAULT\n*(*string)(unsafe.Add(P[b], IMM)) = S[a]")
	add("IXPTR", "a = b[c], elements pointers", bounds+"P[a] = *(*unsafe.Pointer)(unsafe.Add(P[b], i*8))")
	add("SXPTR", "b[c] = a, elements pointers", bounds+"*(*unsafe.Pointer)(unsafe.Add(P[b], i*8)) = P[a]")
	const field = "(unsafe.Add(P[b], i*(uint64(IMM)&0xffffffff)+uint64(IMM)>>32))"
	add("IX2", "a = a text in b[c]; imm has its place in the element and their size", bounds+"S[a] = *(*string)"+field)
	add("IXF64", "a = an int64 there", bounds+"N[a] = *(*int64)"+field)
	add("IXFPTR", "a = a pointer there", bounds+"P[a] = *(*unsafe.Pointer)"+field)
	add("SXI8", "b[c] = imm, elements bytes", bounds+"*(*int8)(unsafe.Add(P[b], i)) = int8(IMM)")
	add("IXADDR", "a = &b[c], elements of imm bytes", bounds+"P[a] = unsafe.Add(P[b], i*uint64(IMM))")
	add("IXARR", "a = &b[c] of an array behind b; imm holds its length and the size of its elements", `i := U[c]
			if i >= uint64(IMM)>>32 { LEAVE }
			p := P[b]
			if p == nil { LEAVE }
			P[a] = unsafe.Add(p, i*(uint64(IMM)&0xffffffff))`)
	add("ADDP", "a = b + imm, a pointer that is not nil", `p := P[b]
			if p == nil { LEAVE }
			P[a] = unsafe.Add(p, IMM)`)
	add("CHECKP", "fails if b is nil", "if P[b] == nil { LEAVE }")
	both("RESERVE", "a = b with room for imm more elements; c = where they go", `x := (*AppendInfo)(in.Aux)
			l, k := N[b+8], *(*int64)(unsafe.Add(fp, uintptr(x.Cap)))
			nl := l + IMM
			p := P[b]
			if uint64(nl) > uint64(k) { LEAVE }
			P[a] = p
			N[a+8] = nl
			*(*int64)(unsafe.Add(fp, uintptr(x.To))) = k
			P[c] = unsafe.Add(p, uintptr(l)*x.Size)`, "m.reserve(in, fp)")
}

func allocation(slow one) {
	slow("NEW", "a = memory for a value of the type aux", "P[a] = goabi.New(in.Aux)")
	slow("MAKESLICE", "a = a slice of length b and capacity c; imm is the place of its capacity", "m.makeSlice(in, fp)")
	slow("SLICE", "a = part of what b is, by aux", "m.slice(in, fp)")
	slow("APPENDS", "a = b with the elements of c", "m.appendSlice(in, fp)")
	slow("CONCAT", "a = b + c, strings", "S[a] = m.concat(S[b], S[c])")
	slow("BOXLD", "a = a copy of the value of type aux at b + imm", `from := unsafe.Add(P[b], IMM)
		m.checkNil(P[b])
		p := goabi.New(in.Aux)
		goabi.Move(in.Aux, p, from)
		P[a] = p`)
	slow("BOXST", "the value of type aux at b + imm = the one behind a", "m.checkNil(P[b])\ngoabi.Move(in.Aux, unsafe.Add(P[b], IMM), P[a])")
	slow("IFACE", "a, b = the words of an interface, by aux", "m.makeInterface(in, fp)")
	slow("CLOSURE", "a = a function with what it captures, by aux", "P[a] = unsafe.Pointer((*ClosureInfo)(in.Aux).make(m, fp))")
}

func calls(slow one, both pair) {
	const enter = `up := unsafe.Add(fp, uintptr(in.B))
			entry := f.entry.Load()
			if uintptr(up)+uintptr(uint32((*Ins)(unsafe.Add(unsafe.Pointer(entry), -int(insSize))).Imm)) > atomic.LoadUintptr(&m.limit) { LEAVE }
			fp = up
			m.fp = uintptr(fp)
			*(*uintptr)(unsafe.Add(fp, 8)) = uintptr(unsafe.Pointer(in)) + insSize
			`
	both("CALL", "calls the function aux; its frame begins at b, its result goes to a",
		"f := (*Func)(in.Aux)\n"+enter+"in = entry\ngoto next",
		"next, fp = m.push(in, fp, (*Func)(in.Aux))")
	both("CALLC", "calls the func value c", `p := P[c]
			FAULT
			if *(*uintptr)(p) != closureCode { LEAVE }
			cl := (*Closure)(p)
			f := cl.fn
			`+enter+`*(*unsafe.Pointer)(fp) = unsafe.Pointer(cl)
			in = entry
			goto next`, "next, fp = m.callClosure(in, fp)")
	both("CALLM", "calls the method aux of the interface c", `x := (*CallSite)(in.Aux).hits[hitOf(uintptr(N[c]))].Load()
			if x == nil || x.word != uintptr(N[c]) { LEAVE }
			f := x.fn
			if x.how > 1 && x.how != 5 { LEAVE }
			data := *(*unsafe.Pointer)(unsafe.Add(fp, uintptr(IMM)))
			`+enter+`*(*unsafe.Pointer)(fp) = unsafe.Pointer(f) // see callMethod
			switch x.how {
			case 0:
				*(*unsafe.Pointer)(unsafe.Add(fp, uintptr(x.at))) = data
			case 1:
				*(*int64)(unsafe.Add(fp, uintptr(x.at))) = *(*int64)(data)
			default:
				for i := range x.words {
					if w := &x.words[i]; w.ptr {
						*(*unsafe.Pointer)(unsafe.Add(fp, uintptr(w.at))) = *(*unsafe.Pointer)(unsafe.Add(data, w.off))
					} else {
						*(*int64)(unsafe.Add(fp, uintptr(w.at))) = *(*int64)(unsafe.Add(data, w.off))
					}
				}
			}
			in = entry
			goto next`, "next, fp = m.callMethod(in, fp)")
	slow("NATIVE", "calls a compiled function, by aux", "(*Native)(in.Aux).call(m, fp)")
}

func returns(slow one, both pair) {
	both("RET0", "returns", "RETURN\n_ = call\ngoto next", "")
	both("RETN", "returns the number a",
		"v := N[a]\nRETURN\n*(*int64)(unsafe.Add(fp, uintptr(call.A))) = v\ngoto next", "")
	both("RETP", "returns the pointer a",
		"v := P[a]\nRETURN\n*(*unsafe.Pointer)(unsafe.Add(fp, uintptr(call.A))) = v\ngoto next", "")
	both("RETX", "returns the words of aux, to where the DATA after the call says", `x := (*Words)(in.Aux)
			from := fp
			RETURN
			d := (*Words)(in.Aux)
			for i := range x.Ptr {
				if x.Ptr[i] {
					*(*unsafe.Pointer)(unsafe.Add(fp, uintptr(d.At[i]))) = *(*unsafe.Pointer)(unsafe.Add(from, uintptr(x.At[i])))
				} else {
					*(*int64)(unsafe.Add(fp, uintptr(d.At[i]))) = *(*int64)(unsafe.Add(from, uintptr(x.At[i])))
				}
			}`, "")
	slow("DATA", "says where the results of the call before it go", "next = m.fail(in, fp)")
	slow("DEFER", "defers a call, by aux", "m.deferCall((*DeferInfo)(in.Aux), fp)")
	slow("RUNDEFERS", "runs the deferred calls of this frame, one by one", "next, fp = m.runDefers(in, fp)")
	slow("PANIC", "panics with the interface a, b", "next = m.throw(goabi.Any(goabi.Word(N[a]), P[b]))")
	slow("RECOVER", "a, b = the value of the panic that this call may stop", "m.recover(in, fp)")
}
