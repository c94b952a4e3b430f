#include "textflag.h"

// See stub_amd64.s.
TEXT ·closureStub(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 8(R26), R26
	MOVD (R26), R19
	JMP  (R19)

DATA ·closureCode(SB)/8, $·closureStub(SB)
GLOBL ·closureCode(SB), NOPTR|RODATA, $8

TEXT ·pointerStub(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 8(R26), R26
	MOVD (R26), R19
	JMP  (R19)

DATA ·pointerCode(SB)/8, $·pointerStub(SB)
GLOBL ·pointerCode(SB), NOPTR|RODATA, $8
