#include "textflag.h"

// A func value of code is a Closure, whose first word is this address. The closure context is replaced by the func value that
// takes the call out of Go, which is then called in the place of this one: no frame, and no register of an argument is touched.
TEXT ·closureStub(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 8(DX), DX
	MOVQ (DX), R12
	JMP  R12

DATA ·closureCode(SB)/8, $·closureStub(SB)
GLOBL ·closureCode(SB), NOPTR|RODATA, $8

// A pointerEntry begins with this address, by which it is known.
TEXT ·pointerStub(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ 8(DX), DX
	MOVQ (DX), R12
	JMP  R12

DATA ·pointerCode(SB)/8, $·pointerStub(SB)
GLOBL ·pointerCode(SB), NOPTR|RODATA, $8
